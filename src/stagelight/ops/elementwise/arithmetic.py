"""Arithmetic, element by element: sums, differences, products, absolute values and signs.

`tf.add`, `tf.multiply`, `tf.abs` and the like. Quotients and remainders are in `division`, powers
in `exponential`, sums of lists in `addition_of_lists`; the operators of tensors are in `operators`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.elementwise import define_binary, define_unary
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.scalar import array_kernel, words
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.gradient_terms import conj, for_operands
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- sums, products


def _add_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    return for_operands(op, dz, dz)


define_binary(
    "AddV2",
    dtypes.NUMERIC,
    lambda x, y: x + y,
    gradient=_add_gradient,
    traits=Trait.COMMUTATIVE,
)

_add_numbers = array_kernel("Add", lambda x, y: x + y)


def _add_or_join(xp: ModuleType, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.asarray(np.add(x, y), object) if x.dtype.hasobject else _add_numbers(xp, x, y)


# The older op, which also joins strings; it is not commutative.
define_binary(
    "Add",
    (*dtypes.NUMERIC, dtypes.string),
    lambda x, y: x + y,
    kernel=_add_or_join,
    gradient=_add_gradient,
)


@public("math.add", "add")
def add(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x + y`, element by element; strings are joined.

    Args:
        x: numeric or string tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of the dtype of `x` and the broadcast shape.

    Raises:
        InvalidArgumentError: the dtypes differ or the shapes do not broadcast.

    >>> tf.add([1, 2], 3).numpy()
    array([4, 5], dtype=int32)
    """
    with op_scope(name or "Add") as scope:
        x = convert_to_tensor(x, name="x")
        if isinstance(y, int) and x.dtype.is_integer:
            y = convert_to_tensor(y, x.dtype, name="y")  # It says what is out of range.
        y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
        return (raw.Add if x.dtype is dtypes.string else raw.AddV2)(x, y, name=scope)


def _subtract_gradient(op: Any, dz: Tensor) -> list[Any]:
    return for_operands(op, dz, lambda: raw.Neg(dz))


define_binary("Sub", dtypes.NUMERIC, lambda x, y: x - y, gradient=_subtract_gradient)


@public("math.subtract", "subtract")
def subtract(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x - y`, element by element.

    Args:
        x: numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of the dtype of `x` and the broadcast shape.

    Raises:
        InvalidArgumentError: the dtypes differ or the shapes do not broadcast.

    >>> tf.subtract(5, 3).numpy()
    np.int32(2)
    """
    return raw.Sub(x, y, name=name)


def _multiply_gradient(op: Any, dz: Tensor) -> list[Any]:
    x, y = op.inputs
    return for_operands(op, lambda: raw.Mul(dz, conj(y)), lambda: raw.Mul(dz, conj(x)))


define_binary(
    "Mul",
    dtypes.NUMERIC,
    lambda x, y: x * y,
    gradient=_multiply_gradient,
    traits=Trait.COMMUTATIVE,
)


@public("math.multiply", "multiply")
def multiply(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x * y`, element by element.

    Args:
        x: numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of the dtype of `x` and the broadcast shape.

    Raises:
        InvalidArgumentError: the dtypes differ or the shapes do not broadcast.

    >>> tf.multiply([2.0, 3.0], 2.0).numpy()
    array([4., 6.], dtype=float32)
    """
    return raw.Mul(x, y, name=name)


def _negative_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Neg(dy)


_SIGNED = (*dtypes.FLOATING, *dtypes.SIGNED_INTEGER)

define_unary("Neg", (*_SIGNED, *dtypes.COMPLEX), lambda x: -x, gradient=_negative_gradient)


@public("math.negative", "negative")
def negative(x: Any, name: str | None = None) -> Tensor:
    """`-x`, element by element.

    Args:
        x: numeric tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.negative([1, -2]).numpy()
    array([-1,  2], dtype=int32)
    """
    return raw.Neg(x, name=name)


# ---------------------------------------------------------------------------- absolute value, sign


def _abs_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.Sign(op.inputs[0]))


define_unary("Abs", _SIGNED, lambda x: words.abs(x), gradient=_abs_gradient)


@public("math.abs", "abs")
def abs(x: Any, name: str | None = None) -> Tensor:
    """`|x|`, element by element; `sqrt(re**2 + im**2)` of a complex number.

    Args:
        x: numeric tensor, not unsigned.
        name: name of the operation.

    Returns:
        Tensor like `x`; float32 for complex64 and float64 for complex128.

    >>> tf.abs([-2.5, 3.0]).numpy()
    array([2.5, 3. ], dtype=float32)
    >>> tf.abs(tf.constant(3 + 4j)).numpy()
    np.float64(5.0)
    """
    with op_scope(name or "Abs") as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex:
            return raw.ComplexAbs(x, Tout=x.dtype.real_dtype, name=scope)
        return raw.Abs(x, name=scope)


def _sign_gradient(op: Any, dy: Tensor) -> Tensor:
    (x,) = op.inputs
    if not x.dtype.is_complex:
        return raw.ZerosLike(x)
    # The way around zero: (dy - conj(dy) y^2) / (2 |x|), and nothing at zero itself.
    y = op.output
    turned = raw.Sub(dy, raw.Mul(raw.Conj(dy), raw.Mul(y, y)))
    size = raw.ComplexAbs(x, Tout=x.dtype.real_dtype)
    return raw.DivNoNan(turned, raw.Cast(raw.AddV2(size, size), DstT=x.dtype))


define_unary(
    "Sign",
    (*_SIGNED, *dtypes.COMPLEX),
    lambda x: words.sign(x),
    gradient=_sign_gradient,
)


@public("math.sign", "sign")
def sign(x: Any, name: str | None = None) -> Tensor:
    """-1, 0 or 1 for negative, zero or positive `x`; `x / |x|` of a complex number.

    Args:
        x: numeric tensor, not unsigned.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.sign([-2.5, 0.0, 3.0]).numpy()
    array([-1.,  0.,  1.], dtype=float32)
    """
    return raw.Sign(x, name=name)


# ---------------------------------------------------------------------------- built on the others


def _squared_difference_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    x, y = op.inputs
    # A complex difference times its conjugate is real: only the real part of dz counts.
    dx = raw.Mul(raw.AddV2(dz, conj(dz)), raw.Sub(x, y))
    return for_operands(op, dx, raw.Neg(dx))


def _squared_difference(x: Any, y: Any) -> Any:
    return words.square(x - y)


_squared_real = array_kernel("SquaredDifference", _squared_difference)


def _squared_difference_kernel(xp: ModuleType, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    if x.dtype.kind != "c":
        return _squared_real(xp, x, y)
    difference = x - y
    return difference * xp.conj(difference)


define_binary(
    "SquaredDifference",
    (*dtypes.INEXACT, *dtypes.INDEX),
    _squared_difference,
    kernel=_squared_difference_kernel,
    gradient=_squared_difference_gradient,
    traits=Trait.COMMUTATIVE,
)


@public("math.squared_difference", "compat.v1.squared_difference")
def squared_difference(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`(x - y) ** 2`, element by element; `(x - y) * conj(x - y)` of complex numbers.

    Args:
        x: tensor of a floating or complex dtype, int32 or int64.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    Raises:
        InvalidArgumentError: the dtypes differ or the shapes do not broadcast.

    >>> tf.math.squared_difference([1.0, 5.0], 3.0).numpy()
    array([4., 4.], dtype=float32)
    """
    return raw.SquaredDifference(x, y, name=name)


def _multiply_no_nan(x: Any, y: Any) -> Any:
    return words.where(words.equal(y, 0), 0, x * y)


def _multiply_no_nan_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    x, y = op.inputs
    return for_operands(op, raw.MulNoNan(dz, conj(y)), raw.MulNoNan(conj(x), dz))


define_binary("MulNoNan", dtypes.INEXACT, _multiply_no_nan, gradient=_multiply_no_nan_gradient)


@public("math.multiply_no_nan")
def multiply_no_nan(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x * y`, and 0 wherever `y` is 0, even if `x` is not finite.

    Args:
        x: floating or complex tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    Raises:
        TypeError: the dtypes differ.

    >>> tf.math.multiply_no_nan([float("nan"), 2.0], [0.0, 3.0]).numpy()
    array([0., 6.], dtype=float32)
    """
    with op_scope(name or "multiply_no_nan") as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
        if x.dtype is not y.dtype:
            raise TypeError(
                f"`x` and `y` must have the same dtype, got {x.dtype!r} != {y.dtype!r}. "
                "Use tf.cast."
            )
        return raw.MulNoNan(x, y, name=scope)


@public("math.scalar_mul", "scalar_mul")
def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    """`scalar * x` for a number or a tensor of rank 0.

    Args:
        scalar: a number or scalar tensor; it takes the dtype of `x`.
        x: numeric tensor or `IndexedSlices`.
        name: name of the operation.

    Returns:
        Like `x`.

    Raises:
        ValueError: `scalar` is not of rank 0.

    >>> tf.scalar_mul(2, tf.constant([1.5, 2.0])).numpy()
    array([3., 4.], dtype=float32)
    """
    with op_scope(name or "scalar_mul") as scope:
        scalar = convert_to_tensor(scalar, dtype=getattr(x, "dtype", None), name="scalar")
        if scalar.shape.rank != 0:
            raise ValueError(
                f"The input scalar must be a 0-D value. Received shape {scalar.shape}. "
                "Use tf.multiply."
            )
        if isinstance(x, IndexedSlices):
            return IndexedSlices(raw.Mul(scalar, x.values, name=scope), x.indices, x.dense_shape)
        return raw.Mul(scalar, x, name=scope)
