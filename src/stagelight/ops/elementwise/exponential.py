"""Exponentials, logarithms, powers and roots, element by element.

`tf.exp`, `tf.math.log`, `tf.sqrt`, `tf.square`, `tf.pow`, `tf.math.xlogy` and the like.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.elementwise import define_binary, define_unary
from stagelight.core.inference import invalid
from stagelight.core.raw import raw
from stagelight.core.scalar import words
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

# ---------------------------------------------------------------------------- exp and log


def _exp_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, conj(op.output))


define_unary("Exp", dtypes.INEXACT, lambda x: words.exp(x), gradient=_exp_gradient)


@public("math.exp", "exp")
def exp(x: Any, name: str | None = None) -> Tensor:
    """`e ** x`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.exp([0.0, 1.0]).numpy().round(4)
    array([1.    , 2.7183], dtype=float32)
    """
    return raw.Exp(x, name=name)


def _expm1_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, conj(raw.Exp(op.inputs[0])))


define_unary("Expm1", dtypes.INEXACT, lambda x: words.expm1(x), gradient=_expm1_gradient)


@public("math.expm1", "compat.v1.expm1")
def expm1(x: Any, name: str | None = None) -> Tensor:
    """`e ** x - 1`, element by element, exact for small `x`.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.expm1([0.0, 1.0]).numpy().round(4)
    array([0.    , 1.7183], dtype=float32)
    """
    return raw.Expm1(x, name=name)


def _log_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.Reciprocal(conj(op.inputs[0])))


define_unary("Log", dtypes.INEXACT, lambda x: words.log(x), gradient=_log_gradient)


@public("math.log", "compat.v1.log")
def log(x: Any, name: str | None = None) -> Tensor:
    """The natural logarithm of `x`, element by element; NaN for negative numbers.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.log([1.0, 2.0]).numpy().round(4)
    array([0.    , 0.6931], dtype=float32)
    """
    return raw.Log(x, name=name)


def _log1p_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.Reciprocal(raw.AddV2(conj(op.inputs[0]), 1)))


define_unary("Log1p", dtypes.INEXACT, lambda x: words.log1p(x), gradient=_log1p_gradient)


@public("math.log1p", "compat.v1.log1p")
def log1p(x: Any, name: str | None = None) -> Tensor:
    """The natural logarithm of `1 + x`, element by element, exact for small `x`.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.log1p([0.0, 1.0]).numpy().round(4)
    array([0.    , 0.6931], dtype=float32)
    """
    return raw.Log1p(x, name=name)


# ---------------------------------------------------------------------------- squares and roots


def _square_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.Mul(conj(op.inputs[0]), 2))


define_unary("Square", dtypes.NUMERIC, lambda x: words.square(x), gradient=_square_gradient)


@public("math.square", "square")
def square(x: Any, name: str | None = None) -> Tensor:
    """`x * x`, element by element.

    Args:
        x: numeric tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.square([1.0, -3.0]).numpy()
    array([1., 9.], dtype=float32)
    """
    return raw.Square(x, name=name)


def _sqrt_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.SqrtGrad(op.output, dy)


define_unary("Sqrt", dtypes.INEXACT, lambda x: words.sqrt(x), gradient=_sqrt_gradient)


@public("math.sqrt", "sqrt")
def sqrt(x: Any, name: str | None = None) -> Tensor:
    """The square root of `x`, element by element; NaN for negative numbers.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.sqrt([4.0, 9.0]).numpy()
    array([2., 3.], dtype=float32)
    """
    return raw.Sqrt(x, name=name)


def _rsqrt_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.RsqrtGrad(op.output, dy)


define_unary("Rsqrt", dtypes.INEXACT, lambda x: 1 / words.sqrt(x), gradient=_rsqrt_gradient)


@public("math.rsqrt", "compat.v1.rsqrt")
def rsqrt(x: Any, name: str | None = None) -> Tensor:
    """`1 / sqrt(x)`, element by element.

    Args:
        x: floating or complex tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.rsqrt([4.0, 0.25]).numpy()
    array([0.5, 2. ], dtype=float32)
    """
    return raw.Rsqrt(x, name=name)


define_from_result(
    "SqrtGrad",
    zero_where_zero(lambda y, dy: dy * 0.5 / y),
    slope=lambda y, dy, z: raw.Mul(raw.SqrtGrad(conj(y), z), -2),
)
define_from_result(
    "RsqrtGrad",
    zero_where_zero(lambda y, dy: dy * (y * -0.5) * (y * y)),
    slope=lambda y, dy, z: raw.MulNoNan(raw.Square(y), raw.Mul(dy, -1.5)),
)

# ---------------------------------------------------------------------------- powers


def _pow(xp: ModuleType, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    if xp is np and y.dtype.kind == "i" and np.any(y < 0):
        raise invalid(
            "Integers to negative integer powers are not allowed. "
            "Use tf.cast to make them floating."
        )
    return xp.power(x, y)


def _pow_gradient(op: Any, dz: Tensor) -> list[Any]:
    x, y = (conj(operand) for operand in op.inputs)

    def of_base() -> Tensor:
        return raw.Mul(dz, raw.Mul(y, raw.Pow(x, raw.Sub(y, 1))))

    def of_exponent() -> Tensor:
        # The logarithm only where it exists, and nothing of it, not even NaN, where it does not.
        has_log = raw.NotEqual(x, 0) if x.dtype.is_complex else raw.Greater(x, 0)
        safe = raw.SelectV2(has_log, x, raw.OnesLike(x))
        log_x = raw.SelectV2(has_log, raw.Log(safe), raw.ZerosLike(x))
        return raw.Mul(dz, raw.Mul(conj(op.output), log_x))

    return for_operands(op, of_base, of_exponent)


define_binary(
    "Pow",
    (*dtypes.INEXACT, *dtypes.SIGNED_INTEGER),
    lambda x, y: words.power(x, y),
    kernel=_pow,
    gradient=_pow_gradient,
)


@public("math.pow", "pow")
def pow(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x ** y`, element by element.

    Args:
        x: tensor of a floating, complex or signed integer dtype.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    Raises:
        InvalidArgumentError: an integer to a negative power; the dtypes differ or the shapes do not
            broadcast.

    >>> tf.pow([2, 3], [3, 2]).numpy()
    array([8, 9], dtype=int32)
    """
    return raw.Pow(x, y, name=name)


# ---------------------------------------------------------------------------- products that 0 wins


def _is_not_zero(x: Tensor) -> Tensor:
    """1 where x is not 0, else 0, in its dtype."""
    return raw.Cast(raw.NotEqual(x, 0), DstT=x.dtype)


def _xlogy_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    x, y = op.inputs
    dx = raw.Mul(dz, conj(raw.Xlogy(_is_not_zero(x), y)))
    dy = raw.Mul(dz, conj(raw.Xdivy(x, y)))
    return for_operands(op, dx, dy)


def _xlog1py_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    x, y = op.inputs
    dx = raw.Mul(dz, conj(raw.Xlog1py(_is_not_zero(x), y)))
    dy = raw.Mul(dz, conj(raw.Xdivy(x, raw.AddV2(y, 1))))
    return for_operands(op, dx, dy)


def _xdivy_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    x, y = op.inputs
    dx = raw.Mul(dz, conj(raw.Xdivy(_is_not_zero(x), y)))
    dy = raw.Mul(dz, conj(raw.Xdivy(raw.Neg(x), raw.Square(y))))
    return for_operands(op, dx, dy)


def _unless_zero(x: Any, product: Any) -> Any:
    return words.where(words.equal(x, 0), 0, product)


define_binary(
    "Xlogy",
    dtypes.INEXACT,
    lambda x, y: _unless_zero(x, x * words.log(y)),
    gradient=_xlogy_gradient,
)
define_binary(
    "Xlog1py",
    dtypes.INEXACT,
    lambda x, y: _unless_zero(x, x * words.log1p(y)),
    gradient=_xlog1py_gradient,
)
define_binary(
    "Xdivy", dtypes.INEXACT, lambda x, y: _unless_zero(x, x / y), gradient=_xdivy_gradient
)


@public("math.xlogy")
def xlogy(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x * log(y)`, and 0 wherever `x` is 0, even if `log(y)` is not finite.

    Args:
        x: floating or complex tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.math.xlogy([0.0, 2.0], [0.0, 1.0]).numpy()
    array([0., 0.], dtype=float32)
    """
    return raw.Xlogy(x, y, name=name)


@public("math.xlog1py")
def xlog1py(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x * log(1 + y)`, and 0 wherever `x` is 0, even if the logarithm is not finite.

    Args:
        x: floating or complex tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.math.xlog1py([0.0, 2.0], [-1.0, 0.0]).numpy()
    array([0., 0.], dtype=float32)
    """
    return raw.Xlog1py(x, y, name=name)


@public("math.xdivy")
def xdivy(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x / y`, and 0 wherever `x` is 0, even if `y` is 0.

    Args:
        x: floating or complex tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.math.xdivy([0.0, 1.0], [0.0, 4.0]).numpy()
    array([0.  , 0.25], dtype=float32)
    """
    return raw.Xdivy(x, y, name=name)


# ---------------------------------------------------------------------------- polynomials


@public("math.polyval")
def polyval(coeffs: Any, x: Any, name: str | None = None) -> Tensor:
    """The polynomial `coeffs[0] * x**n + ... + coeffs[n]`, element by element, by Horner's rule.

    Args:
        coeffs: list of `n + 1` coefficients, that of the highest power first: tensors of shapes
            that broadcast with that of `x`.
        x: tensor of the dtype of the coefficients.
        name: name of the operation.

    Returns:
        Tensor of the broadcast shape; zeros if there are no coefficients.

    Raises:
        ValueError: `coeffs` is no list.

    >>> tf.math.polyval([1, 0, 2], [2, 3]).numpy()
    array([ 6, 11], dtype=int32)
    """
    if not isinstance(coeffs, list):
        raise ValueError(f"`coeffs` must be a list of tensors. Received: {type(coeffs)}")
    with op_scope(name or "polyval") as scope:
        x = convert_to_tensor(x, name="x")
        if not coeffs:
            return raw.ZerosLike(x, name=scope)
        value = convert_to_tensor(coeffs[0])
        for coefficient in coeffs[1:]:
            value = raw.AddV2(coefficient, raw.Mul(value, x))
        return value
