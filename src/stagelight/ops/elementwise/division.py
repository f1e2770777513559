"""Quotients and remainders, element by element.

`tf.truediv` gives fractions, `tf.math.floordiv` and `tf.math.floormod` round to minus infinity as
Python does, `tf.truncatediv` and `tf.truncatemod` to zero as C does. An integer divided by zero is
an error.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.elementwise import define_binary, define_unary
from stagelight.core.inference import invalid
from stagelight.core.raw import raw
from stagelight.core.scalar import in_float32, words
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.gradient_terms import (
    conj,
    define_from_result,
    for_operands,
    zero_where_zero,
)
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- divide


def _divide_gradient(op: Any, dz: Tensor) -> list[Any]:
    x, y = op.inputs

    def of_divisor() -> Tensor:
        return raw.Mul(dz, conj(raw.RealDiv(raw.RealDiv(raw.Neg(x), y), y)))

    return for_operands(op, lambda: raw.RealDiv(dz, conj(y)), of_divisor)


define_binary("RealDiv", dtypes.INEXACT, lambda x, y: x / y, gradient=_divide_gradient)

# What integers become before a true division.
_DIVISION_DTYPES = {
    dtypes.uint8: dtypes.float32,
    dtypes.int8: dtypes.float32,
    dtypes.uint16: dtypes.float32,
    dtypes.int16: dtypes.float32,
    dtypes.uint32: dtypes.float64,
    dtypes.int32: dtypes.float64,
    dtypes.uint64: dtypes.float64,
    dtypes.int64: dtypes.float64,
}


@public("math.truediv", "truediv")
def truediv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x / y` as Python 3 divides: integers become floating first.

    Integers of 8 and 16 bits become float32, wider ones float64.

    Args:
        x: numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Floating or complex tensor of the broadcast shape.

    Raises:
        TypeError: the dtypes differ or are not numeric.
        InvalidArgumentError: the shapes do not broadcast.

    >>> tf.truediv(3, 2).numpy()
    np.float64(1.5)
    """
    with op_scope(name or "truediv") as scope:
        x, y = _fractional_pair(x, y, "truediv")
        return raw.RealDiv(x, y, name=scope)


def _fractional_pair(x: Any, y: Any, what: str) -> tuple[Tensor, Tensor]:
    """Both as floating or complex tensors; what is no tensor takes the other's dtype."""
    if isinstance(y, Tensor) and not isinstance(x, Tensor):
        x = convert_to_tensor(x, dtype_hint=y.dtype, name="x")
    x = convert_to_tensor(x, name="x")
    y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
    if x.dtype is not y.dtype:
        raise TypeError(
            f"`x` and `y` must have the same dtype, got {x.dtype!r} != {y.dtype!r}. Use tf.cast."
        )
    if x.dtype in dtypes.INEXACT:
        return x, y
    if x.dtype not in _DIVISION_DTYPES:
        raise TypeError(f"Invalid dtype {x.dtype!r} in {what}. Expected a numeric dtype.")
    wider = _DIVISION_DTYPES[x.dtype]
    return raw.Cast(x, DstT=wider), raw.Cast(y, DstT=wider)


@public("math.divide", "divide")
def divide(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x / y` with Python's operator, so that integers become floating.

    Args:
        x: numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Floating or complex tensor of the broadcast shape.

    >>> tf.divide([1.0, 2.0], 2.0).numpy()
    array([0.5, 1. ], dtype=float32)
    """
    return truediv(x, y, name or "truediv")


def _divide_no_nan_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    x, y = op.inputs
    dx = raw.DivNoNan(dz, conj(y))
    dy = raw.Mul(dz, conj(raw.DivNoNan(raw.DivNoNan(raw.Neg(x), y), y)))
    return for_operands(op, dx, dy)


define_binary(
    "DivNoNan",
    dtypes.INEXACT,
    lambda x, y: words.where(words.equal(y, 0), 0, x / y),
    gradient=_divide_no_nan_gradient,
)


@public("math.divide_no_nan", "compat.v1.div_no_nan")
def divide_no_nan(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x / y`, and 0 wherever `y` is 0.

    Args:
        x: numeric tensor; integers become floating as in `tf.truediv`.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Floating or complex tensor of the broadcast shape.

    >>> tf.math.divide_no_nan([3.0, 4.0], [2.0, 0.0]).numpy()
    array([1.5, 0. ], dtype=float32)
    """
    with op_scope(name or "div_no_nan") as scope:
        x, y = _fractional_pair(x, y, "divide_no_nan")
        return raw.DivNoNan(x, y, name=scope)


@public("realdiv")
def realdiv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x / y` for floating and complex tensors, element by element.

    Args:
        x: floating or complex tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    Raises:
        InvalidArgumentError: the dtypes differ or the shapes do not broadcast.

    >>> tf.realdiv([1.0, 2.0], 2.0).numpy()
    array([0.5, 1. ], dtype=float32)
    """
    return raw.RealDiv(x, y, name=name)


# ---------------------------------------------------------------------------- reciprocal


for _name in ("Reciprocal", "Inv"):
    define_unary(
        _name,
        dtypes.INEXACT,
        lambda x: 1 / x,
        gradient=lambda op, dy: raw.ReciprocalGrad(op.output, dy),
    )
    define_from_result(
        f"{_name}Grad",
        zero_where_zero(lambda y, dy: -dy * y * y),
        slope=lambda y, dy, z: raw.MulNoNan(y, raw.Mul(dy, -2)),
    )


@public("math.reciprocal", "compat.v1.reciprocal")
def reciprocal(x: Any, name: str | None = None) -> Tensor:
    """`1 / x`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.reciprocal([2.0, 0.5]).numpy()
    array([0.5, 2. ], dtype=float32)
    """
    return raw.Reciprocal(x, name=name)


@public("math.reciprocal_no_nan")
def reciprocal_no_nan(x: Any, name: str | None = None) -> Tensor:
    """`1 / x`, and 0 wherever `x` is 0.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.reciprocal_no_nan([2.0, 0.0]).numpy()
    array([0.5, 0. ], dtype=float32)
    """
    with op_scope(name or "reciprocal_no_nan") as scope:
        x = convert_to_tensor(x, name="x")
        return raw.DivNoNan(raw.OnesLike(x), x, name=scope)


# ---------------------------------------------------------------------------- rounded quotients


def _require_nonzero(xp: ModuleType, x: np.ndarray, y: np.ndarray) -> None:
    # NumPy gives 0 and a warning. Where there is nothing to divide there is nothing to refuse. In a program
    # that is being traced, nothing is known: there the quotient is the device's, as in TensorFlow.
    if xp is np and y.dtype.kind in "iu" and x.size and not y.all():
        raise invalid("Integer division by zero: the divisor has a zero.")


def _floor_divide(xp: ModuleType, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    _require_nonzero(xp, x, y)
    # TF: the floor of the rounded quotient, where NumPy's own floor_divide goes by the remainder.
    return xp.floor_divide(x, y) if x.dtype.kind in "iu" else xp.floor(xp.divide(x, y))


def _truncate_divide(xp: ModuleType, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    _require_nonzero(xp, x, y)
    if x.dtype.kind == "u":
        return xp.floor_divide(x, y)
    if x.dtype.kind == "i":
        quotient = xp.floor_divide(x, y)
        # The floor is one too low where the signs differ and something remains.
        return quotient + ((quotient < 0) & (quotient * y != x)).astype(x.dtype)
    return xp.trunc(xp.divide(x, y))


def _divide_kernel(xp: ModuleType, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return _truncate_divide(xp, x, y) if x.dtype.kind in "iu" else xp.divide(x, y)


define_binary(
    "FloorDiv",
    dtypes.REAL,
    lambda x, y: words.floor_divide(x, y),
    kernel=in_float32(_floor_divide),
    differentiable=False,
)
define_binary(
    "TruncateDiv",
    dtypes.REAL,
    kernel=in_float32(_truncate_divide),
    differentiable=False,
)
define_binary(
    "Div",
    dtypes.NUMERIC,
    kernel=_divide_kernel,
    gradient=_divide_gradient,
)


@public("math.floordiv", "compat.v1.floordiv")
def floordiv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x // y`, the quotient rounded to minus infinity, in the dtype of `x`.

    Args:
        x: real tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    Raises:
        InvalidArgumentError: an integer divisor is zero; the dtypes differ or the shapes do not
            broadcast.

    >>> tf.math.floordiv([-7, 7], 2).numpy()
    array([-4,  3], dtype=int32)
    """
    return raw.FloorDiv(x, y, name=name)


@public("truncatediv")
def truncatediv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The quotient rounded to zero, in the dtype of `x`.

    Args:
        x: real tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    Raises:
        InvalidArgumentError: an integer divisor is zero; the dtypes differ or the shapes do not
            broadcast.

    >>> tf.truncatediv([-7, 7], 2).numpy()
    array([-3,  3], dtype=int32)
    """
    return raw.TruncateDiv(x, y, name=name)


# ---------------------------------------------------------------------------- remainders


def _floor_mod(xp: ModuleType, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    _require_nonzero(xp, x, y)
    if x.dtype.kind in "iu":
        return xp.mod(x, y)
    remainder = xp.fmod(x, y)
    has_other_sign = (remainder != 0) & ((remainder < 0) != (y < 0))
    return xp.where(has_other_sign, remainder + y, remainder)


def _truncate_mod(xp: ModuleType, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    _require_nonzero(xp, x, y)
    return xp.fmod(x, y)


def _floor_mod_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    x, y = op.inputs
    return for_operands(op, dz, raw.Neg(raw.Mul(dz, raw.FloorDiv(x, y))))


def _truncate_mod_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    x, y = op.inputs
    return for_operands(op, dz, raw.Neg(raw.Mul(dz, raw.TruncateDiv(x, y))))


define_binary(
    "FloorMod",
    dtypes.REAL,
    lambda x, y: words.mod(x, y),
    kernel=in_float32(_floor_mod),
    gradient=_floor_mod_gradient,
)
for _name in ("TruncateMod", "Mod"):
    define_binary(
        _name,
        (*dtypes.FLOATING, *dtypes.INDEX),
        lambda x, y: words.fmod(x, y),
        kernel=in_float32(_truncate_mod),
        gradient=_truncate_mod_gradient,
    )


@public("math.floormod", "math.mod", "compat.v1.floormod", "compat.v1.mod")
def floormod(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x mod y` with the sign of `y`, so that `floordiv(x, y) * y + floormod(x, y) == x`.

    Args:
        x: real tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    Raises:
        InvalidArgumentError: an integer divisor is zero; the dtypes differ or the shapes do not
            broadcast.

    >>> tf.math.floormod([-7, 7], 3).numpy()
    array([2, 1], dtype=int32)
    """
    return raw.FloorMod(x, y, name=name)


@public("truncatemod")
def truncatemod(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The remainder of `tf.truncatediv`, with the sign of `x`.

    Args:
        x: tensor of a floating dtype, int32 or int64.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    Raises:
        InvalidArgumentError: an integer divisor is zero; the dtypes differ or the shapes do not
            broadcast.

    >>> tf.truncatemod([-7, 7], 3).numpy()
    array([-1,  1], dtype=int32)
    """
    return raw.TruncateMod(x, y, name=name)
