"""`tf.linalg.LinearOperatorBlockLowerTriangular`."""

from __future__ import annotations

from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.linear_operators.addition import _TRIANGULAR, added
from stagelight.linear_operators.block_arguments import BlockOperator
from stagelight.linear_operators.full_matrix import LinearOperatorFullMatrix
from stagelight.linear_operators.hints import Hints
from stagelight.linear_operators.identity import LinearOperatorScaledIdentity
from stagelight.linear_operators.matrix_batches import broadcast_batches
from stagelight.linear_operators.operator_lists import product_of, sum_of
from stagelight.ops.arrays.creation import zeros
from stagelight.ops.arrays.identity import group
from stagelight.ops.arrays.joining import concat, stack
from stagelight.ops.arrays.shape import shape
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.exponential import exp
from stagelight.public import public
from stagelight.types.dimension import Dimension
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorBlockLowerTriangular")
class LinearOperatorBlockLowerTriangular(BlockOperator):
    """Operators in a lower triangle of blocks, zeros above; systems are solved block by block.

    Methods take tensors, or lists with a tensor for each block, and then give lists.

    Args:
        operators: list of rows; row `i` is a list of `i + 1` operators, the last of which is square. All
            have one dtype, and sizes that fit in their rows and columns.
        is_non_singular: whether the matrix has an inverse; derived from the operators on the diagonal.
        is_self_adjoint: whether the matrix is its own adjoint.
        is_positive_definite: whether the matrix is positive definite.
        is_square: True or None.
        name: name of the operator.

    Raises:
        ValueError: there is no operator, a row has another length, sizes do not fit, or hints contradict.
        TypeError: the operators have different dtypes, or a row is no list.

    >>> a, c = tf.linalg.LinearOperatorDiag([1.0, 2.0]), tf.linalg.LinearOperatorIdentity(1)
    >>> b = tf.linalg.LinearOperatorFullMatrix([[5.0, 6.0]])
    >>> operator = tf.linalg.LinearOperatorBlockLowerTriangular([[a], [b, c]])
    >>> operator.to_dense().numpy()
    array([[1., 0., 0.],
           [0., 2., 0.],
           [5., 6., 1.]], dtype=float32)
    """

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorBlockLowerTriangular",
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(operators=operators, **hints.given, name=name)
        self._set_rows(operators)
        hints = self._derived(hints)
        self._begin(self._operators[0][0].dtype, hints, name, parameters)

    def _set_rows(self, operators: Any) -> None:
        for rows in (operators, *(operators if isinstance(operators, (list, tuple)) else ())):
            if not isinstance(rows, (list, tuple)):
                raise TypeError(
                    "Expected argument `operators` to be a list of lists of operators. "
                    f"Received: {rows!r}."
                )
        self._operators = [list(row) for row in operators]
        if not self._operators:
            raise ValueError(
                "Argument `operators` must be a list of one row or more. Received: []."
            )
        for i, row in enumerate(self._operators):
            if len(row) != i + 1:
                raise ValueError(
                    f"Argument `operators[{i}]` must contain `{i + 1}` blocks. Received: {len(row)} blocks."
                )
        self._diagonal_operators = [row[-1] for row in self._operators]
        self._require_one_dtype(self._all_operators())
        for i, row in enumerate(self._operators):
            for j in range(i):
                above, right = self._operators[i - 1][j], row[j + 1]
                for dimension, other in (("domain_dimension", above), ("range_dimension", right)):
                    sizes = getattr(row[j], dimension), getattr(other, dimension)
                    if (sizes[0] == sizes[1]) is False:
                        raise ValueError(
                            f"Argument `operators[{i}][{j}].{dimension}` ({sizes[0]}) must be "
                            "that of its neighbour "
                            f"({sizes[1]})."
                        )

    def _derived(self, hints: Hints) -> Hints:
        known = [operator.is_non_singular for operator in self._diagonal_operators]
        always = "It is non-singular if and only if the blocks on its diagonal are."
        # TF: what the blocks leave open is None, also where the hint was given.
        if all(known) or False in known:
            hints = hints.being("is_non_singular", all(known), always)
        else:
            hints = Hints(None, hints.is_self_adjoint, hints.is_positive_definite, hints.is_square)
        hints = hints.being(
            "is_square", True, "`LinearOperatorBlockLowerTriangular` must be square."
        )
        for i, operator in enumerate(self._diagonal_operators):
            if operator.is_square is False:
                raise ValueError(
                    "Matrices on the diagonal (the final elements of each row-partition in the "
                    "`operators` list) must "
                    f"be square. Received operators[{i}][-1].is_square=False."
                )
        return hints

    def _all_operators(self) -> list[Any]:
        return [operator for row in self._operators for operator in row]

    def _shape(self) -> TensorShape:
        size = sum(self._block_dimensions(-1), Dimension(0))
        return self._static_batch().concatenate([size, size])

    def _shape_tensor(self) -> Tensor:
        size = sum_of(operator._dimension_tensor(-1) for operator in self._diagonal_operators)
        return concat([self._dynamic_batch(), stack([size, size])], 0)

    def _multiply_blocks(self, blocks: list[Any], adjoint: bool) -> list[Any]:
        count = len(blocks)
        return [
            sum_of(
                self._block(i, j, adjoint).matmul(blocks[j], adjoint=adjoint)
                for j in (range(i, count) if adjoint else range(i + 1))
            )
            for i in range(count)
        ]

    def _block(self, i: int, j: int, adjoint: bool) -> Any:
        return self._operators[j][i] if adjoint else self._operators[i][j]

    def _solve_blocks(self, blocks: list[Any], adjoint: bool) -> list[Any]:
        solved: dict[int, Any] = {}
        for i in reversed(range(len(blocks))) if adjoint else range(len(blocks)):
            rest = blocks[i]
            for j, solution in solved.items():
                rest = rest - self._block(i, j, adjoint).matmul(solution, adjoint=adjoint)
            solved[i] = self._diagonal_operators[i].solve(rest, adjoint=adjoint)
        return [solved[i] for i in range(len(blocks))]

    def _determinant(self) -> Any:
        if all(operator.is_positive_definite for operator in self._diagonal_operators):
            return exp(self._log_abs_determinant())
        return product_of(operator.determinant() for operator in self._diagonal_operators)

    def _log_abs_determinant(self) -> Any:
        return self._sum_of_logs(
            operator.log_abs_determinant() for operator in self._diagonal_operators
        )

    def _trace(self) -> Any:
        return sum_of(operator.trace() for operator in self._diagonal_operators)

    def _diag_part(self) -> Any:
        return self._joined("diag_part")

    def _eigvals(self) -> Any:
        return self._joined("eigvals")

    def _to_dense(self) -> Any:
        blocks = broadcast_batches([operator.to_dense() for operator in self._all_operators()])
        rows = []
        for i in range(len(self._operators)):
            row, blocks = blocks[: i + 1], blocks[i + 1 :]
            sizes = [x._dimension_tensor(-1) for x in self._diagonal_operators[i + 1 :]]
            if sizes:
                sides = concat([shape(row[0])[:-1], [sum_of(sizes)]], 0)
                row.append(zeros(sides, self.dtype))
            rows.append(concat(row, -1))
        dense = concat(rows, -2)
        dense.set_shape(self.shape)
        return dense

    def _assert_non_singular(self) -> Any:
        return group(*[operator.assert_non_singular() for operator in self._diagonal_operators])

    def _linop_inverse(self) -> Any:
        """The inverse block by block: of a last row `[b, c]` under `a` it is `[-c^-1 b a^-1, c^-1]`."""
        *above, last = self._operators
        corner = last[-1].inverse()
        if not above:
            return LinearOperatorBlockLowerTriangular([[corner]], **Hints.of(self).given)
        upper = LinearOperatorBlockLowerTriangular(above).inverse()
        count = len(above)
        row = []
        for i in range(count):
            products = [last[j].matmul(upper.operators[j][i]) for j in range(i, count)]
            block = corner.matmul(added([_addable(product) for product in products]))
            minus = LinearOperatorScaledIdentity(
                corner.domain_dimension_tensor(), cast(-1, block.dtype)
            )
            row.append(minus.matmul(block))
        rows = [*upper.operators, [*row, corner]]
        return LinearOperatorBlockLowerTriangular(rows, **Hints.of(self).given)

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"operators": [[0] * len(row) for row in self._operators]}


def _addable(operator: Any) -> Any:
    if isinstance(operator, (*_TRIANGULAR, LinearOperatorFullMatrix)):
        return operator
    return LinearOperatorFullMatrix(operator.to_dense())
