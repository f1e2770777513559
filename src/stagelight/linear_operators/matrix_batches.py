"""Matrices in batches: leading axes that broadcast, systems over them, parameters as tensors or variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import broadcast_dynamic_shape, broadcast_to
from stagelight.ops.arrays.joining import concat, stack
from stagelight.ops.arrays.reshaping import reshape
from stagelight.ops.arrays.shape import shape
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.linalg.matrix_properties import adjoint
from stagelight.ops.linalg.square_matrices import solve
from stagelight.state.module import Module
from stagelight.state.variable import Variable
from stagelight.types.dtypes import complex64, complex128, float64, int32
from stagelight.types.shapes import TensorShape, broadcast_static_shape


def is_reference(value: Any) -> bool:
    """Whether a parameter is read when it is used: a variable, or a module that acts as a tensor."""
    return isinstance(value, Variable) or (
        isinstance(value, Module) and hasattr(value, "dtype") and hasattr(value, "shape")
    )


def parameter(value: Any, name: str, dtype: Any = None) -> Any:
    """A parameter as a tensor; a variable stays one, so that tapes and later assignments reach it."""
    return value if is_reference(value) else convert_to_tensor(value, dtype, name=name)


def require_rank(value: Any, least: int, name: str) -> None:
    """Raises ValueError where a parameter is known to have too few axes."""
    if value.shape.rank is not None and value.shape.rank < least:
        raise ValueError(
            f"Argument `{name}` must have at least {least} dimension{'s'[: least - 1]}. "
            f"Received a tensor of shape {value.shape}."
        )


def shape_of_list(sizes: Any, name: str | None = None) -> Tensor:
    """Sizes as a tensor, of int32 where there are none."""
    if isinstance(sizes, TensorShape):
        sizes = sizes.as_list()
    empty = isinstance(sizes, (list, tuple)) and not sizes
    return convert_to_tensor(sizes, int32 if empty else None, name=name)


def adjoint_if(flag: bool, matrix: Any) -> Any:
    """The matrix, or its adjoint."""
    return adjoint(matrix) if flag else matrix


def static_batch(shapes: Sequence[TensorShape]) -> TensorShape:
    """The shape that batches broadcast to, as far as it is known."""
    result = shapes[0]
    for other in shapes[1:]:
        result = broadcast_static_shape(result, other)
    return result


def dynamic_batch(shapes: Sequence[Any]) -> Any:
    """The shape that batches broadcast to, as a tensor."""
    result = shapes[0]
    for other in shapes[1:]:
        result = broadcast_dynamic_shape(result, other)
    return result


def broadcast_batches(matrices: Sequence[Any], axes: int = 2) -> list[Any]:
    """Tensors whose leading axes, all but the last `axes`, are broadcast to one shape."""
    tensors = [convert_to_tensor(matrix) for matrix in matrices]
    for tensor in tensors:
        if tensor.shape.rank is not None and tensor.shape.rank < axes:
            raise ValueError(
                f"Expected [batch] matrix to have at least {axes} dimensions. "
                f"Received a tensor of shape {tensor.shape}."
            )
    static = static_batch([tensor.shape[:-axes] for tensor in tensors])
    if static.is_fully_defined():
        batch: Any = static.as_list()
    else:
        batch = dynamic_batch([shape(tensor)[:-axes] for tensor in tensors])
    return [
        tensor
        if static.is_fully_defined() and tensor.shape[:-axes] == static
        else broadcast_to(tensor, concat([batch, shape(tensor)[-axes:]], 0))
        for tensor in tensors
    ]


def solve_broadcast(matrix: Any, rhs: Any, is_adjoint: bool = False) -> Tensor:
    """The `x` with `matrix @ x = rhs`, where the batches broadcast."""
    matrix, rhs = broadcast_batches([matrix, rhs])
    return solve(matrix, rhs, adjoint=is_adjoint)


def to_complex(x: Any) -> Tensor:
    """The complex numbers of the precision of real ones; complex ones as they are."""
    return cast(x, complex128 if x.dtype in (float64, complex128) else complex64)


def reshaped(x: Any, kept: Any, sizes: Sequence[Any]) -> Tensor:
    """The tensor `[*kept, *sizes]` of the elements of `x`.

    Args:
        x: a tensor.
        kept: how many of its axes keep their sizes.
        sizes: the sizes of the others: ints, None or tensors, of which one may be -1.
    """
    known = x.shape[:kept]
    if known.is_fully_defined() and all(isinstance(size, int) for size in sizes):
        return reshape(x, [*known.as_list(), *sizes])
    return reshape(x, concat([shape(x)[:kept], stack([cast(size, int32) for size in sizes])], 0))
