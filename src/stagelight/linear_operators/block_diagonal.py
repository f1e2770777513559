"""`tf.linalg.LinearOperatorBlockDiag`."""

from __future__ import annotations

from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.linear_operators.block_arguments import BlockOperator
from stagelight.linear_operators.hints import Hints, both_non_singular, of_all
from stagelight.linear_operators.matrix_batches import broadcast_batches
from stagelight.linear_operators.operator_lists import product_of, sum_of
from stagelight.ops.arrays.identity import group
from stagelight.ops.arrays.joining import concat, stack
from stagelight.ops.arrays.padding import pad
from stagelight.ops.arrays.shape import shape
from stagelight.public import public
from stagelight.types.dimension import Dimension
from stagelight.types.shapes import TensorShape


@public("linalg.LinearOperatorBlockDiag")
class LinearOperatorBlockDiag(BlockOperator):
    """Operators along a diagonal, zeros elsewhere: each acts on its block of the vectors.

    Methods take tensors, or lists with a tensor for each block, and then give lists.

    Args:
        operators: list of operators of one dtype, whose batches broadcast.
        is_non_singular: whether the matrix has an inverse.
        is_self_adjoint: whether the matrix is its own adjoint.
        is_positive_definite: whether the matrix is positive definite.
        is_square: whether the matrix is square.
        name: name of the operator, by default made from those of its operators.

    Raises:
        ValueError: there is no operator, or a hint contradicts what follows from theirs.
        TypeError: the operators have different dtypes.

    >>> a = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])
    >>> b = tf.linalg.LinearOperatorIdentity(1)
    >>> operator = tf.linalg.LinearOperatorBlockDiag([a, b])
    >>> operator.to_dense().numpy()
    array([[1., 2., 0.],
           [3., 4., 0.],
           [0., 0., 1.]], dtype=float32)
    >>> [y.numpy().tolist() for y in operator.matvec([tf.ones([2]), tf.ones([1])])]
    [[3.0, 7.0], [1.0]]
    """

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ) -> None:
        hints = Hints(is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        parameters = dict(operators=operators, **hints.given, name=name)
        self._set_operators(operators)
        self._diagonal_operators = self._operators
        names = ("is_non_singular", "is_self_adjoint", "is_positive_definite")
        hints = of_all(hints, self._operators, names, "direct sum")
        name = name or "_ds_".join(operator.name for operator in self._operators)
        self._begin(self._operators[0].dtype, hints, name, parameters)

    def _shape(self) -> TensorShape:
        sizes = [sum(self._block_dimensions(axis), Dimension(0)) for axis in (-2, -1)]
        return self._static_batch().concatenate(sizes)

    def _shape_tensor(self) -> Tensor:
        sizes = [sum_of(x._dimension_tensor(axis) for x in self._operators) for axis in (-2, -1)]
        return concat([self._dynamic_batch(), stack(sizes)], 0)

    def _multiply_blocks(self, blocks: list[Any], adjoint: bool) -> list[Any]:
        pairs = zip(self._operators, blocks, strict=True)
        return [operator.matmul(block, adjoint=adjoint) for operator, block in pairs]

    def _solve_blocks(self, blocks: list[Any], adjoint: bool) -> list[Any]:
        pairs = zip(self._operators, blocks, strict=True)
        return [operator.solve(block, adjoint=adjoint) for operator, block in pairs]

    def _determinant(self) -> Any:
        return product_of(operator.determinant() for operator in self._operators)

    def _log_abs_determinant(self) -> Any:
        return self._sum_of_logs(operator.log_abs_determinant() for operator in self._operators)

    def _require_square_blocks(self, method: str) -> None:
        if not all(operator.is_square for operator in self._operators):
            raise NotImplementedError(
                f"`{method}` not implemented for an operator whose blocks are not square."
            )

    def _trace(self) -> Any:
        self._require_square_blocks("trace")
        return sum_of(operator.trace() for operator in self._operators)

    def _diag_part(self) -> Any:
        self._require_square_blocks("diag_part")
        return self._joined("diag_part")

    def _eigvals(self) -> Any:
        self._require_square_blocks("eigvals")
        return self._joined("eigvals")

    def _to_dense(self) -> Any:
        blocks = broadcast_batches([operator.to_dense() for operator in self._operators])
        columns = [shape(block)[-1] for block in blocks]
        rows = []
        for i, block in enumerate(blocks):
            sides = stack([sum(columns[:i], 0), sum(columns[i + 1 :], 0)])
            others = [[0, 0]] * (block.shape.rank - 1)
            rows.append(pad(block, concat([others, [sides]], 0)))
        dense = concat(rows, -2)
        dense.set_shape(self.shape)
        return dense

    def _assert_non_singular(self) -> Any:
        return group(*[operator.assert_non_singular() for operator in self._operators])

    def _assert_positive_definite(self) -> Any:
        return group(*[operator.assert_positive_definite() for operator in self._operators])

    def _assert_self_adjoint(self) -> Any:
        return group(*[operator.assert_self_adjoint() for operator in self._operators])

    def _linop_adjoint(self) -> Any:
        return self._of([operator.adjoint() for operator in self._operators])

    def _linop_inverse(self) -> Any:
        return self._of([operator.inverse() for operator in self._operators])

    def _of(self, operators: list[Any]) -> Any:
        return LinearOperatorBlockDiag(operators, **Hints.of(self).given)

    def _linop_cholesky(self) -> Any:
        return LinearOperatorBlockDiag(
            [x.cholesky() for x in self._operators], is_non_singular=True
        )

    def _linop_matmul(self, left_operator: Any, right_operator: Any) -> Any:
        return self._with_each(left_operator, right_operator, "matmul") or super()._linop_matmul(
            left_operator, right_operator
        )

    def _linop_solve(self, left_operator: Any, right_operator: Any) -> Any:
        return self._with_each(left_operator, right_operator, "solve") or super()._linop_solve(
            left_operator, right_operator
        )

    @staticmethod
    def _with_each(left: Any, right: Any, method: str) -> Any:
        """The product or quotient block by block, None where the right operator has no blocks."""
        if not isinstance(right, LinearOperatorBlockDiag):
            return None
        if len(left.operators) != len(right.operators):
            raise ValueError(
                f"Can not efficiently {method} two `LinearOperatorBlockDiag`s together when "
                "number of blocks differ. "
                f"Received {len(left.operators)} and {len(right.operators)} blocks."
            )
        pairs = zip(left.operators, right.operators, strict=True)
        blocks = [getattr(x, method)(y) for x, y in pairs]
        return LinearOperatorBlockDiag(blocks, is_non_singular=both_non_singular(left, right))
