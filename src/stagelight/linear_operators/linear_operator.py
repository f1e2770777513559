"""`tf.linalg.LinearOperator`: a matrix by what it does, with every method that a matrix has.

The public methods check their arguments and call a method with an underscore, which a kind replaces where its
structure makes it cheap. Here each of these has the formula that holds for any matrix, down to `_matmul` and
`_shape`, which every kind has. Other kinds are named by their public names: they come with their own files.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.linear_operators.batch_slices import sliced, with_batch
from stagelight.linear_operators.function_forms import FORMS
from stagelight.linear_operators.hints import Hints, of_product
from stagelight.linear_operators.matrix_batches import adjoint_if, solve_broadcast
from stagelight.linear_operators.operator_spec import LinearOperatorSpec
from stagelight.linear_operators.operator_values import OperatorValues
from stagelight.ops.arrays.creation import eye
from stagelight.ops.arrays.reshaping import expand_dims, squeeze
from stagelight.ops.linalg.decompositions import cholesky, cholesky_solve
from stagelight.public import find, public
from stagelight.types.dtypes import as_dtype


@public("linalg.LinearOperator")
class LinearOperator(OperatorValues, metaclass=abc.ABCMeta):
    """The base of operators: batches of matrices `A` of shape `[..., m, n]` that act on tensors.

    A subclass calls this constructor and has `_shape`, `_shape_tensor` and `_matmul`; everything else
    follows from them, by way of the dense matrix where it must. Hints say what is known of the matrix:
    True promises a property, False excludes it, None leaves it open. They are not checked, and they choose
    the algorithms: a self-adjoint and positive definite operator is solved by its Cholesky factor.

    Args:
        dtype: dtype of the matrix, and of what it is applied to.
        graph_parents: tensors that it depends on; kept, not used.
        is_non_singular: whether the matrix has an inverse.
        is_self_adjoint: whether it is equal to its conjugate transpose.
        is_positive_definite: whether `x^H A x` has a positive real part for all `x` but zero.
        is_square: whether `m == n`.
        name: name of the operator, and of the scope of its operations.
        parameters: the arguments of the subclass's constructor by name.

    Raises:
        ValueError: hints contradict each other.

    >>> class Shift(tf.linalg.LinearOperator):
    ...     def __init__(self, size):
    ...         self._size = size
    ...         super().__init__(tf.float32, is_square=True, parameters={"size": size})
    ...     def _shape(self):
    ...         return tf.TensorShape([self._size, self._size])
    ...     def _matmul(self, x, adjoint=False, adjoint_arg=False):
    ...         x = tf.linalg.adjoint(x) if adjoint_arg else x
    ...         return tf.roll(x, -1 if adjoint else 1, axis=-2)
    >>> Shift(3).matvec([1.0, 2.0, 3.0]).numpy()
    array([3., 1., 2.], dtype=float32)
    >>> Shift(3).determinant().numpy()
    np.float32(1.0)
    """

    _spec_class: type[LinearOperatorSpec] = LinearOperatorSpec

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls._spec_class = type(f"{cls.__name__}Spec", (LinearOperatorSpec,), {"value_type": cls})

    def __init__(
        self,
        dtype: Any,
        graph_parents: Any = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
        parameters: Any = None,
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        self._graph_parents = [] if graph_parents is None else graph_parents
        self._hints = hints.completed()
        self._dtype = as_dtype(dtype) if dtype else dtype
        # A proxy is no child of the operator in checkpoints, as a dict would be.
        self._parameters = MappingProxyType(dict(parameters or {}))
        self._name = name or type(self).__name__

    def _begin(self, dtype: Any, hints: Hints, name: str, parameters: dict[str, Any]) -> None:
        LinearOperator.__init__(self, dtype, name=name, parameters=parameters, **hints.given)

    # What is known.

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments that the operator was made of, by name."""
        return dict(self._parameters)

    # Products.

    def matmul(
        self,
        x: Any,
        adjoint: bool = False,
        adjoint_arg: bool = False,
        name: str | None = "matmul",
    ) -> Any:
        """The product `A @ x` with matrices, or with an operator: then it is an operator.

        Args:
            x: tensor `[..., n, k]` of the operator's dtype, or an operator.
            adjoint: whether to take the adjoint of this operator, which maps `m` elements to `n`.
            adjoint_arg: whether to take the adjoint of `x`.
            name: name of the operation.

        Returns:
            Tensor `[..., m, k]`, or an operator whose hints are what follows from those of both.

        Raises:
            TypeError: `x` has another dtype.
            ValueError: sizes do not fit.
        """
        if isinstance(x, LinearOperator):
            left, right = self._operands(x, adjoint, adjoint_arg, "x")
            with self._name_scope(name):
                return left._linop_matmul(left, right)
        with self._name_scope(name):
            x = self._argument(x, "x", -2 if adjoint else -1, -1 if adjoint_arg else -2)
            return self._matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def __matmul__(self, other: Any) -> Any:
        return self.matmul(other)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        raise NotImplementedError(f"{type(self).__name__} has no method `_matmul`.")

    def _linop_matmul(self, left_operator: Any, right_operator: Any) -> Any:
        simpler = right_operator._after(left_operator)
        if simpler is not None:
            return simpler
        hints = of_product(left_operator, right_operator)
        return _kind("Composition")([left_operator, right_operator], **hints.given)

    def _after(self, left: Any) -> Any:
        """The product `left @ self` as a simpler operator, where this one knows such; else None."""
        return None

    def matvec(self, x: Any, adjoint: bool = False, name: str | None = "matvec") -> Tensor:
        """The product with vectors, `y[..., i] = sum over j of A[..., i, j] * x[..., j]`.

        Args:
            x: tensor `[..., n]` of the operator's dtype.
            adjoint: whether to take the adjoint of the operator.
            name: name of the operation.

        Returns:
            Tensor `[..., m]`.

        Raises:
            TypeError: `x` has another dtype.
            ValueError: sizes do not fit.
        """
        with self._name_scope(name):
            return self._matvec(self._argument(x, "x", -2 if adjoint else -1, -1), adjoint=adjoint)

    def _matvec(self, x: Any, adjoint: bool = False) -> Any:
        return squeeze(self.matmul(expand_dims(x, -1), adjoint=adjoint), -1)

    def _argument(self, value: Any, name: str, axis: int, value_axis: int) -> Any:
        """An argument as a tensor whose axis has the size of an axis of the operator."""
        return self._checked(convert_to_tensor(value, name=name), self._dimension(axis), value_axis)

    def _operands(self, other: Any, adjoint: bool, adjoint_other: bool, name: str) -> Any:
        left = self.adjoint() if adjoint else self
        right = other.adjoint() if adjoint_other else other
        if (right.range_dimension == left.domain_dimension) is False:
            raise ValueError(
                f"Operators are incompatible. Expected `{name}` to have dimension "
                f"{left.domain_dimension} but got "
                f"{right.range_dimension}."
            )
        return left, right

    # Systems.

    def solve(
        self,
        rhs: Any,
        adjoint: bool = False,
        adjoint_arg: bool = False,
        name: str | None = "solve",
    ) -> Any:
        """The `x` with `A @ x = rhs`, where the operator is square and non-singular.

        Args:
            rhs: tensor `[..., n, k]` of the operator's dtype, or an operator.
            adjoint: whether to take the adjoint of this operator.
            adjoint_arg: whether to take the adjoint of `rhs`.
            name: name of the operation.

        Returns:
            Tensor `[..., n, k]`, or an operator.

        Raises:
            NotImplementedError: the operator is known to be singular, or not to be square.
            TypeError: `rhs` has another dtype.
            ValueError: sizes do not fit.
        """
        self._require_solvable()
        if isinstance(rhs, LinearOperator):
            left, right = self._operands(rhs, adjoint, adjoint_arg, "rhs")
            with self._name_scope(name):
                return left._linop_solve(left, right)
        with self._name_scope(name):
            rhs = self._argument(rhs, "rhs", -1 if adjoint else -2, -1 if adjoint_arg else -2)
            return self._solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _require_solvable(self) -> None:
        for hint, state in (
            (self.is_non_singular, "be singular"),
            (self.is_square, "not be square"),
        ):
            if hint is False:
                raise NotImplementedError(
                    f"Exact solve not implemented for an operator that is expected to {state}."
                )

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        rhs = adjoint_if(adjoint_arg, rhs)
        if self._can_use_cholesky():
            return cholesky_solve(cholesky(self.to_dense()), rhs)
        return solve_broadcast(self.to_dense(), rhs, adjoint)

    def _linop_solve(self, left_operator: Any, right_operator: Any) -> Any:
        if isinstance(right_operator, _kind("Identity")):
            return left_operator.inverse()
        hints = of_product(left_operator, right_operator)
        factors = [_kind("Inversion")(left_operator), right_operator]
        return _kind("Composition")(factors, **hints.given)

    def solvevec(self, rhs: Any, adjoint: bool = False, name: str | None = "solve") -> Tensor:
        """The vectors `x` with `A @ x = rhs`.

        Args:
            rhs: tensor `[..., n]` of the operator's dtype.
            adjoint: whether to take the adjoint of the operator.
            name: name of the operation.

        Returns:
            Tensor `[..., n]`.

        Raises:
            NotImplementedError: the operator is known to be singular, or not to be square.
            TypeError: `rhs` has another dtype.
            ValueError: sizes do not fit.
        """
        with self._name_scope(name):
            rhs = self._argument(rhs, "rhs", -1 if adjoint else -2, -1)
            return self._solvevec(rhs, adjoint=adjoint)

    def _solvevec(self, rhs: Any, adjoint: bool = False) -> Any:
        return squeeze(self.solve(expand_dims(rhs, -1), adjoint=adjoint), -1)

    # Operators made of this one.

    def adjoint(self, name: str | None = "adjoint") -> Any:
        """The conjugate transpose as an operator; the operator itself where it is self-adjoint."""
        if self.is_self_adjoint is True:
            return self
        with self._name_scope(name):
            return self._linop_adjoint()

    H = property(adjoint, None, None, "The adjoint.")

    def _linop_adjoint(self) -> Any:
        return _kind("Adjoint")(self, **Hints.of(self).given)

    def inverse(self, name: str | None = "inverse") -> Any:
        """The inverse as an operator, whose product is this one's `solve`.

        Raises:
            ValueError: the operator is known to be singular, or not to be square.
        """
        for hint, state in ((self.is_square, "non square"), (self.is_non_singular, "singular")):
            if hint is False:
                raise ValueError(
                    f"Cannot take the Inverse: This operator represents a {state} matrix."
                )
        with self._name_scope(name):
            return self._linop_inverse()

    def _linop_inverse(self) -> Any:
        return _kind("Inversion")(self, **Hints.of(self).given)

    def cholesky(self, name: str | None = "cholesky") -> Any:
        """The lower triangular operator `L` with `L @ L.H = A`.

        Raises:
            ValueError: the operator is not known to be self-adjoint and positive definite.
        """
        if not self._can_use_cholesky():
            raise ValueError(
                "Cannot take the Cholesky decomposition: Not a positive definite self adjoint matrix. "
                "Set the hints is_self_adjoint and is_positive_definite."
            )
        with self._name_scope(name):
            return self._linop_cholesky()

    def _linop_cholesky(self) -> Any:
        hints = Hints(is_non_singular=True, is_self_adjoint=False, is_square=True)
        return _kind("LowerTriangular")(cholesky(self.to_dense()), **hints.given)

    def _to_dense(self) -> Any:
        known = self._dimension(-1).value
        columns = self.domain_dimension_tensor() if known is None else known
        return self.matmul(eye(columns, batch_shape=self._batch(), dtype=self.dtype))

    # As a composite.

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        """The parameters besides hints that make an equal operator."""
        return ()

    @property
    def _composite_tensor_prefer_static_fields(self) -> tuple[str, ...]:
        """Those of them that are kept by value where their values are known."""
        return ()

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        """Parameter -> the number of its last axes that make one matrix."""
        return {}

    @property
    def _type_spec(self) -> Any:
        return self._spec_class.from_operator(self)

    def _of_gradients(self, gradients: Sequence[Any]) -> Any:
        """An operator whose parameters are the gradients of this one's; None where there are none."""
        if all(gradient is None for gradient in gradients):
            return None
        spec = self._type_spec
        parts = nest.pack_sequence_as(spec._component_specs, gradients, expand_composites=True)
        return spec._from_components(parts)

    def _form_of(self, name: str, function: Callable[..., Any]) -> Callable[..., Any] | None:
        return FORMS.get(name)

    def _with_batch(self, batch: Any) -> Any:
        """The operator with a batch shape that its own broadcasts to; itself if it has none."""
        return with_batch(self, batch)

    def __getitem__(self, slices: Any) -> Any:
        """The operator of a part of the batch, `operator[1:, ..., 0]`: the last two axes stay."""
        return sliced(self, slices)


def _kind(name: str) -> Any:
    return find(f"linalg.LinearOperator{name}")
