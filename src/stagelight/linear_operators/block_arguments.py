"""`BlockOperator`: operators over blocks, which take and give tensors whole or in a list of blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.matrix_batches import adjoint_if, broadcast_batches
from stagelight.linear_operators.operator_lists import OperatorList
from stagelight.ops.arrays.joining import concat, stack
from stagelight.ops.arrays.reshaping import expand_dims, squeeze
from stagelight.ops.arrays.splitting import split
from stagelight.types.dimension import Dimension


class BlockOperator(OperatorList):
    """An operator whose vectors fall into blocks, each the domain of an operator on the diagonal."""

    _diagonal_operators: Sequence[Any]

    def matmul(
        self,
        x: Any,
        adjoint: bool = False,
        adjoint_arg: bool = False,
        name: str | None = "matmul",
    ) -> Any:
        """The product `A @ x`: of an operator, of matrices, or of a list with the rows of each block.

        Args:
            x: tensor `[..., n, k]`, a list of tensors `[..., n_i, k]`, or an operator.
            adjoint: whether to take the adjoint of this operator.
            adjoint_arg: whether to take the adjoint of `x`.
            name: name of the operation.

        Returns:
            Tensor `[..., m, k]`, a list of tensors `[..., m_i, k]`, or an operator.

        Raises:
            TypeError: `x` has another dtype.
            ValueError: sizes do not fit.
        """
        if isinstance(x, LinearOperator):
            return super().matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg, name=name)
        with self._name_scope(name):
            axes = -2 if adjoint else -1, -1 if adjoint_arg else -2
            multiply = self._multiply_blocks
            return self._by_blocks(x, "x", axes, adjoint_arg, lambda b: multiply(b, adjoint))

    def matvec(self, x: Any, adjoint: bool = False, name: str | None = "matvec") -> Any:
        """The product with vectors, or with a list of the vectors of each block.

        Args:
            x: tensor `[..., n]`, or a list of tensors `[..., n_i]`.
            adjoint: whether to take the adjoint of the operator.
            name: name of the operation.

        Returns:
            Tensor `[..., m]`, or a list of tensors `[..., m_i]`.

        Raises:
            TypeError: `x` has another dtype.
            ValueError: sizes do not fit.
        """
        with self._name_scope(name):
            return self._of_columns(x, -2 if adjoint else -1, lambda x: self.matmul(x, adjoint))

    def solve(
        self,
        rhs: Any,
        adjoint: bool = False,
        adjoint_arg: bool = False,
        name: str | None = "solve",
    ) -> Any:
        """The `x` with `A @ x = rhs`: of an operator, of matrices, or of a list with the rows of each block.

        Args:
            rhs: tensor `[..., n, k]`, a list of tensors `[..., n_i, k]`, or an operator.
            adjoint: whether to take the adjoint of this operator.
            adjoint_arg: whether to take the adjoint of `rhs`.
            name: name of the operation.

        Returns:
            Tensor `[..., n, k]`, a list of tensors `[..., n_i, k]`, or an operator.

        Raises:
            NotImplementedError: the operator is known to be singular, or not to be square.
            TypeError: `rhs` has another dtype.
            ValueError: sizes do not fit.
        """
        if isinstance(rhs, LinearOperator):
            return super().solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg, name=name)
        self._require_solvable()
        with self._name_scope(name):
            axes = -1 if adjoint else -2, -1 if adjoint_arg else -2
            solve = self._solve_blocks
            return self._by_blocks(rhs, "rhs", axes, adjoint_arg, lambda b: solve(b, adjoint))

    def solvevec(self, rhs: Any, adjoint: bool = False, name: str | None = "solve") -> Any:
        """The vectors `x` with `A @ x = rhs`, or a list of the vectors of each block.

        Args:
            rhs: tensor `[..., n]`, or a list of tensors `[..., n_i]`.
            adjoint: whether to take the adjoint of the operator.
            name: name of the operation.

        Returns:
            Tensor `[..., n]`, or a list of tensors `[..., n_i]`.

        Raises:
            NotImplementedError: the operator is known to be singular, or not to be square.
            TypeError: `rhs` has another dtype.
            ValueError: sizes do not fit.
        """
        with self._name_scope(name):
            return self._of_columns(rhs, -1 if adjoint else -2, lambda x: self.solve(x, adjoint))

    def _multiply_blocks(self, blocks: list[Any], adjoint: bool) -> list[Any]:
        """The blocks of the product, from those of the argument."""
        raise NotImplementedError

    def _solve_blocks(self, blocks: list[Any], adjoint: bool) -> list[Any]:
        """The blocks of the solution, from those of the right side."""
        raise NotImplementedError

    def _by_blocks(
        self,
        value: Any,
        name: str,
        axes: tuple[int, int],
        is_adjoint: bool,
        act: Callable[[list[Any]], list[Any]],
    ) -> Any:
        dimensions = self._block_dimensions(axes[0])
        in_blocks = is_given_in_blocks(dimensions, value, axes[1])
        if in_blocks:
            blocks: Sequence[Any] = [
                block if isinstance(block, LinearOperator)
                else self._checked(convert_to_tensor(block, name=name), dimension, axes[1])
                for block, dimension in zip(value, dimensions, strict=True)
            ]  # fmt: skip
        else:
            whole = self._argument(value, name, *axes)
            blocks = split(whole, self._block_sizes(axes[0]), axis=axes[1])
        results = act([_adjoint_of(block) if is_adjoint else block for block in blocks])
        return results if in_blocks else concat(broadcast_batches(results), -2)

    def _of_columns(self, value: Any, axis: int, act: Callable[[Any], Any]) -> Any:
        dimensions = self._block_dimensions(axis)
        if is_given_in_blocks(dimensions, value, -1):
            pairs = zip(value, dimensions, strict=True)
            blocks = [self._checked(convert_to_tensor(x), size, -1) for x, size in pairs]
            return [squeeze(y, -1) for y in act([expand_dims(x, -1) for x in blocks])]
        return squeeze(act(expand_dims(self._argument(value, "x", axis, -1), -1)), -1)

    def _block_dimensions(self, axis: int) -> list[Dimension]:
        return [operator._dimension(axis) for operator in self._diagonal_operators]

    def _block_sizes(self, axis: int) -> Any:
        known = [dimension.value for dimension in self._block_dimensions(axis)]
        if None not in known:
            return known
        return stack([operator._dimension_tensor(axis) for operator in self._diagonal_operators])

    def _joined(self, method: str) -> Any:
        """The vectors that a method of each operator on the diagonal gives, one after the other."""
        vectors = [getattr(operator, method)() for operator in self._diagonal_operators]
        return concat(broadcast_batches(vectors, axes=1), -1)


def _adjoint_of(block: Any) -> Any:
    return block.adjoint() if isinstance(block, LinearOperator) else adjoint_if(True, block)


def is_given_in_blocks(dimensions: Sequence[Dimension], value: Any, axis: int) -> bool:
    """Whether an argument is a list of blocks, rather than a tensor that is written as a list.

    Raises:
        ValueError: it could be both, or is neither.
    """
    if not isinstance(value, (list, tuple)) or len(value) != len(dimensions):
        return False
    if not any(nest.is_nested(block) for block in value):
        return True
    found = [convert_to_tensor(block).shape[axis] for block in value]
    sizes = [dimension.value for dimension in dimensions]
    if all(size is None for size in sizes):
        if len(found) == 1:
            return False
        if any(size != found[0] for size in found):
            return True
        raise ValueError(
            "Parsing of the input structure is ambiguous. Please input a blockwise iterable of "
            "`Tensor`s or a single "
            "`Tensor`."
        )
    if all(size in (None, other) for size, other in zip(sizes, found, strict=True)):
        return True
    least = sum(size for size in sizes if size is not None)
    if all(size == found[0] for size in found) and found[0] >= least:
        return False
    raise ValueError(
        f"Input dimension does not match operator dimension. Expected blocks of sizes {sizes}. "
        f"Received {found}."
    )
