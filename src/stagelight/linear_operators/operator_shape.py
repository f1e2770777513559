"""`OperatorShape`: the sizes of an operator, static and as tensors, its name, dtype and hints.

What a kind gives: `_shape()`, and `_shape_tensor()` where sizes may be unknown while a function is traced.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from stagelight.boundary import guarded
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.graph.scopes import name_scope
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.matrix_batches import shape_of_list
from stagelight.ops.arrays.shape import size
from stagelight.state.module import Module
from stagelight.types.dimension import Dimension
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape


class OperatorShape(Module, CompositeTensor):
    """The sizes of matrices `[..., m, n]`: they map vectors of `n` elements to vectors of `m`."""

    # The arguments that it was made of: the same objects as in its other attributes.
    _TF_MODULE_IGNORED_PROPERTIES = frozenset({"_parameters", "_graph_parents"})

    _dtype: DType
    _graph_parents: list[Any]
    _hints: Hints

    @property
    def dtype(self) -> DType:
        """The dtype of the matrix."""
        return self._dtype

    @property
    def name(self) -> str:
        """The name of the operator."""
        return self._name

    @property
    def graph_parents(self) -> list[Any]:
        """What was given as `graph_parents`; deprecated."""
        return self._graph_parents

    @property
    def is_non_singular(self) -> bool | None:
        """Whether there is an inverse, None if that is not known."""
        return self._hints.is_non_singular

    @property
    def is_self_adjoint(self) -> bool | None:
        """Whether the matrix is its own conjugate transpose, None if that is not known."""
        return self._hints.is_self_adjoint

    @property
    def is_positive_definite(self) -> bool | None:
        """Whether the matrix is positive definite, None if that is not known."""
        return self._hints.is_positive_definite

    @property
    @guarded
    def is_square(self) -> bool | None:
        """Whether the matrix is square, by its sizes or by hint; None if that is not known.

        Raises:
            ValueError: the hint says that it is not, and the sizes are equal.
        """
        by_sizes: bool | None = self.domain_dimension == self.range_dimension
        if self._hints.is_square is False and by_sizes:
            raise ValueError("User set is_square hint to False, but the operator was square.")
        return by_sizes if self._hints.is_square is None else self._hints.is_square

    def _can_use_cholesky(self) -> bool:
        return bool(self.is_self_adjoint and self.is_positive_definite)

    @contextmanager
    def _name_scope(self, name: str | None = None) -> Iterator[str]:
        with name_scope(self.name if name is None else f"{self.name}/{name}") as scope:
            yield scope

    def _shape(self) -> TensorShape:
        raise NotImplementedError(f"{type(self).__name__} has no method `_shape`.")

    def _shape_tensor(self) -> Tensor:
        raise NotImplementedError(f"{type(self).__name__} has no method `_shape_tensor`.")

    @property
    def shape(self) -> TensorShape:
        """The static shape `[..., m, n]`."""
        return self._shape()

    def shape_tensor(self, name: str | None = "shape_tensor") -> Tensor:
        """The shape `[..., m, n]` as an int32 tensor."""
        with self._name_scope(name):
            if self.shape.is_fully_defined():
                return shape_of_list(self.shape.as_list())
            return self._shape_tensor()

    @property
    def batch_shape(self) -> TensorShape:
        """The static shape of the leading axes, `shape[:-2]`."""
        return self.shape[:-2]

    def batch_shape_tensor(self, name: str | None = "batch_shape_tensor") -> Tensor:
        """The shape of the leading axes as an int32 tensor."""
        with self._name_scope(name):
            if self.batch_shape.is_fully_defined():
                return shape_of_list(self.batch_shape.as_list(), "batch_shape")
            sizes: Any = self.shape_tensor()
            return sizes[:-2]

    @property
    def tensor_rank(self) -> int | None:
        """The number of axes of `shape`, None where it is unknown."""
        return self.shape.rank

    def tensor_rank_tensor(self, name: str | None = "tensor_rank_tensor") -> Tensor:
        """The number of axes as an int32 tensor."""
        with self._name_scope(name):
            if self.tensor_rank is not None:
                return convert_to_tensor(self.tensor_rank)
            return size(self.shape_tensor())

    @property
    def domain_dimension(self) -> Dimension:
        """The number `n` of columns, as a `Dimension`."""
        return self._dimension(-1)

    def domain_dimension_tensor(self, name: str | None = "domain_dimension_tensor") -> Tensor:
        """The number of columns as an int32 tensor."""
        with self._name_scope(name):
            return self._dimension_tensor(-1)

    @property
    def range_dimension(self) -> Dimension:
        """The number `m` of rows, as a `Dimension`."""
        return self._dimension(-2)

    def range_dimension_tensor(self, name: str | None = "range_dimension_tensor") -> Tensor:
        """The number of rows as an int32 tensor."""
        with self._name_scope(name):
            return self._dimension_tensor(-2)

    def _dimension(self, axis: int) -> Dimension:
        dims = self.shape.dims
        return Dimension(None) if not dims else dims[axis]

    def _dimension_tensor(self, axis: int) -> Tensor:
        known = self._dimension(axis).value
        sizes: Any = self.shape_tensor() if known is None else None
        return convert_to_tensor(known) if known is not None else sizes[axis]

    def _batch(self) -> Any:
        """The batch shape: the static one where it is known, else a tensor."""
        known = self.batch_shape
        return known if known.is_fully_defined() else self.batch_shape_tensor()

    def _checked(self, value: Any, dimension: Dimension, axis: int) -> Any:
        if value.dtype != self.dtype:
            raise TypeError(
                f"{self.name}: expected an argument of dtype {self.dtype.name}, that of the operator. "
                f"Received dtype {value.dtype.name}. Try tf.cast."
            )
        dims = value.shape.dims
        if dims is not None and len(dims) < -axis:
            raise IndexError(
                f"{self.name}: expected an argument of {-axis} axes or more. Received shape {value.shape}."
            )
        dimension.assert_is_compatible_with(None if dims is None else dims[axis])
        return value
