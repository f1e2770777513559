"""Choice between elements: `tf.where`, `tf.maximum` and `tf.minimum`.

Clipping, which is built of these, is in `clipping`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.elementwise import define_binary
from stagelight.core.inference import Inferred, broadcast_shapes, invalid, shape_text
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import words
from stagelight.core.tensor import Tensor
from stagelight.errors import InvalidArgumentError
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.ops.elementwise.gradient_terms import for_operands
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- SelectV2


def _infer_select(condition: Tensor, t: Tensor, e: Tensor) -> Inferred:
    try:
        shape = broadcast_shapes(broadcast_shapes(condition.shape, t.shape), e.shape)
    except InvalidArgumentError:
        sizes = [shape_text(x.shape) for x in (condition, t, e)]
        raise invalid(
            f"condition {sizes[0]}, then {sizes[1]}, and else {sizes[2]} must be broadcastable"
        ) from None
    return Inferred(shape, t.dtype)


def _select_rule(condition: Any, t: Any, e: Any) -> Any:
    return words.where(condition, t, e)


def _select(xp: ModuleType, condition: np.ndarray, t: np.ndarray, e: np.ndarray) -> np.ndarray:
    return xp.where(condition, t, e)


def _select_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    condition, t, e = op.inputs
    zeros = raw.ZerosLike(dy)
    return [
        None,
        sum_to_shape_of(raw.SelectV2(condition, dy, zeros), t),
        sum_to_shape_of(raw.SelectV2(condition, zeros, dy), e),
    ]


define(
    "SelectV2",
    "condition: bool, t: T, e: T",
    "output: T",
    {"T": types()},
    infer=_infer_select,
    kernel=_select,
    gradient=_select_gradient,
    traits=Trait.ELEMENTWISE,
    scalar=_select_rule,
)

# ---------------------------------------------------------------------------- Select, the older op


def _infer_select_rows(condition: Tensor, t: Tensor, e: Tensor) -> Inferred:
    try:
        return Inferred(t.shape.merge_with(e.shape), t.dtype)
    except ValueError:
        raise invalid(
            f"Select: `t` and `e` must have one shape. Received: {t.shape} and {e.shape}"
        ) from None


def _select_rows(xp: ModuleType, condition: np.ndarray, t: np.ndarray, e: np.ndarray) -> np.ndarray:
    if t.shape != e.shape:
        raise invalid(
            "Select: `t` and `e` must have one shape. "
            f"Received: {list(t.shape)} and {list(e.shape)}"
        )
    if condition.ndim == 1 and t.ndim > 1 and condition.shape[0] == t.shape[0]:
        condition = condition.reshape(-1, *[1] * (t.ndim - 1))
    elif condition.ndim and condition.shape != t.shape:
        raise invalid(
            "Select: `condition` must be a scalar, a vector of the rows of `t`, or have its shape. "
            f"Received: {list(condition.shape)} for {list(t.shape)}"
        )
    return xp.where(condition, t, e)


def _select_rows_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    condition, t, _ = op.inputs
    zeros = raw.ZerosLike(t)
    return [None, raw.Select(condition, dy, zeros), raw.Select(condition, zeros, dy)]


define(
    "Select",
    "condition: bool, t: T, e: T",
    "output: T",
    {"T": types()},
    infer=_infer_select_rows,
    kernel=_select_rows,
    gradient=_select_rows_gradient,
    renamed={"x": "t", "y": "e"},
)

# ---------------------------------------------------------------------------- Where


def _infer_where(input: Tensor) -> Inferred:
    return Inferred(TensorShape([None, input.shape.rank]), dtypes.int64)


def _where(xp: ModuleType, input: np.ndarray) -> np.ndarray:
    if input.dtype.names:
        input = input.view(input.dtype[0])
    return np.argwhere(input)


define(
    "Where",
    "input: T",
    "index: int64",
    {"T": types((*dtypes.NUMERIC, *dtypes.QUANTIZED, dtypes.bool_), dtypes.bool_)},
    requires={"input": "rank 1 or more"},
    infer=_infer_where,
    kernel=_where,
    differentiable=False,
    traits=Trait.HOST_ONLY,
    renamed={"condition": "input"},
)


@public("where", "compat.v1.where_v2")
def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Tensor:
    """The elements of `x` where a condition holds and of `y` elsewhere, or where it holds.

    The gradient flows to the elements that were taken. Note that `0 * inf` is NaN: where the branch
    not taken has no finite gradient, make its argument safe with another `tf.where` before.

    Args:
        condition: bool tensor; if it stands alone, a numeric tensor as well.
        x: tensor of any dtype; the shapes of all three broadcast.
        y: tensor of the dtype of `x`.
        name: name of the operation.

    Returns:
        Tensor of the dtype of `x` and the broadcast shape. Without `x` and `y`, the indices of the
        elements of `condition` that are true or not zero: an int64 tensor of shape `[count, rank]`,
        in order.

    Raises:
        ValueError: only one of `x` and `y` is given.
        InvalidArgumentError: the shapes do not broadcast.

    >>> tf.where([True, False, True], [1, 2, 3], 0).numpy()
    array([1, 0, 3], dtype=int32)
    >>> tf.where([[True, False], [False, True]]).numpy()
    array([[0, 0],
           [1, 1]])
    """
    if x is None and y is None:
        return raw.Where(convert_to_tensor(condition, name="condition"), name=name)
    if x is None or y is None:
        raise ValueError(
            f"x and y must both be non-None or both be None. Received: x={x!r}, y={y!r}"
        )
    return raw.SelectV2(condition, x, y, name=name)


# ---------------------------------------------------------------------------- maximum, minimum


def _maximum_gradient(op: Any, dz: Tensor) -> list[Any]:
    return _gradient_to_chosen(op, dz, raw.GreaterEqual(*op.inputs))


def _minimum_gradient(op: Any, dz: Tensor) -> list[Any]:
    return _gradient_to_chosen(op, dz, raw.LessEqual(*op.inputs))


def _gradient_to_chosen(op: Any, dz: Tensor, is_first: Tensor) -> list[Any]:
    zeros = raw.ZerosLike(dz)
    return for_operands(
        op,
        lambda: raw.SelectV2(is_first, dz, zeros),
        lambda: raw.SelectV2(is_first, zeros, dz),
    )


define_binary(
    "Maximum",
    dtypes.REAL,
    lambda x, y: words.maximum(x, y),
    gradient=_maximum_gradient,
    traits=Trait.COMMUTATIVE,
)
define_binary(
    "Minimum",
    dtypes.REAL,
    lambda x, y: words.minimum(x, y),
    gradient=_minimum_gradient,
    traits=Trait.COMMUTATIVE,
)


@public("math.maximum", "maximum")
def maximum(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The greater of `x` and `y`, element by element; NaN if one is.

    Where both are equal the gradient goes to `x`.

    Args:
        x: real tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.maximum([1, 5], 3).numpy()
    array([3, 5], dtype=int32)
    """
    return raw.Maximum(x, y, name=name)


@public("math.minimum", "minimum")
def minimum(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The lesser of `x` and `y`, element by element; NaN if one is.

    Where both are equal the gradient goes to `x`.

    Args:
        x: real tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.minimum([1, 5], 3).numpy()
    array([1, 3], dtype=int32)
    """
    return raw.Minimum(x, y, name=name)
