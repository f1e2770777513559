"""Complex numbers: made of two reals, taken apart, conjugated; absolute value and angle.

A gradient with respect to a complex tensor is `dL/d re + i dL/d im`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, broadcast_shapes, same_as_input
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import array_kernel, words
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.gradient_terms import for_operands
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

_PARTS = (dtypes.float32, dtypes.float64)
_COMPLEX_OF = {dtypes.float32: dtypes.complex64, dtypes.float64: dtypes.complex128}

# ---------------------------------------------------------------------------- Complex


def _infer_complex(real: Tensor, imag: Tensor, *, Tout: DType = dtypes.complex64) -> Inferred:
    return Inferred(broadcast_shapes(real.shape, imag.shape), Tout)


def _complex(
    xp: ModuleType, real: np.ndarray, imag: np.ndarray, *, Tout: DType = dtypes.complex64
) -> np.ndarray:
    # Not real + 1j * imag: infinities would become NaN.
    result = np.empty(np.broadcast_shapes(real.shape, imag.shape), Tout.numpy_dtype)
    result.real = real
    result.imag = imag
    return result


def _complex_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    part = op.inputs[0].dtype
    return for_operands(op, raw.Real(dz, Tout=part), raw.Imag(dz, Tout=part))


define(
    "Complex",
    "real: T, imag: T",
    "out: Tout",
    {"T": types(_PARTS, dtypes.float32), "Tout": types(dtypes.COMPLEX, dtypes.complex64)},
    infer=_infer_complex,
    kernel=_complex,
    gradient=_complex_gradient,
    traits=Trait.ELEMENTWISE,
)


@public("complex", "dtypes.complex")
def complex(real: Any, imag: Any, name: str | None = None) -> Tensor:
    """`real + i * imag`, element by element.

    Args:
        real: tensor of dtype float32 or float64.
        imag: tensor of the same dtype, of a shape that broadcasts with that of `real`.
        name: name of the operation.

    Returns:
        Tensor of dtype complex64 for float32, complex128 for float64.

    Raises:
        TypeError: the dtypes differ, or are others.

    >>> tf.complex([1.0, 2.0], [3.0, -4.0]).numpy()
    array([1.+3.j, 2.-4.j], dtype=complex64)
    """
    real = convert_to_tensor(real, name="real")
    imag = convert_to_tensor(imag, name="imag")
    if real.dtype is not imag.dtype or real.dtype not in _COMPLEX_OF:
        raise TypeError(
            "The `real` and `imag` components have incorrect types: "
            f"{real.dtype.name} {imag.dtype.name}. They must be consistent, and one of "
            "[tf.float32, tf.float64]"
        )
    return raw.Complex(real, imag, Tout=_COMPLEX_OF[real.dtype], name=name)


# ---------------------------------------------------------------------------- parts


def _define_part(
    name: str,
    rule: Callable[..., Any],
    gradient: Callable[..., Any],
    source: str = "input: T",
    target: str = "output",
) -> None:
    """Defines a real function of a complex number."""
    function = array_kernel(name, rule)

    def infer(x: Tensor, *, Tout: DType = dtypes.float32) -> Inferred:
        return Inferred(x.shape, Tout)

    def kernel(xp: ModuleType, x: np.ndarray, *, Tout: DType = dtypes.float32) -> Any:
        return function(xp, x)

    define(
        name,
        source,
        f"{target}: Tout",
        {"T": types(dtypes.COMPLEX, dtypes.complex64), "Tout": types(_PARTS, dtypes.float32)},
        infer=infer,
        kernel=kernel,
        gradient=gradient,
        traits=Trait.ELEMENTWISE,
        scalar=rule,
    )


def _as_complex(real: Tensor, imag: Tensor) -> Tensor:
    return raw.Complex(real, imag, Tout=_COMPLEX_OF[real.dtype])


def _angle_gradient(op: Any, dy: Tensor) -> Tensor:
    (x,) = op.inputs
    part = dy.dtype
    # d angle = (x.re d im - x.im d re) / |x|**2, which is i x / |x|**2 = i / conj(x).
    rotated = _as_complex(raw.Imag(x, Tout=part), raw.Neg(raw.Real(x, Tout=part)))
    norm = _as_complex(raw.Square(raw.ComplexAbs(x, Tout=part)), raw.ZerosLike(dy))
    return raw.Neg(raw.Mul(_as_complex(dy, raw.ZerosLike(dy)), raw.RealDiv(rotated, norm)))


def _complex_abs_gradient(op: Any, dy: Tensor) -> Tensor:
    zeros = raw.ZerosLike(dy)
    scaled = raw.Mul(_as_complex(dy, zeros), op.inputs[0])
    return raw.DivNoNan(scaled, _as_complex(op.output, zeros))


_define_part("Real", lambda x: words.real(x), lambda op, dy: _as_complex(dy, raw.ZerosLike(dy)))
_define_part("Imag", lambda x: words.imag(x), lambda op, dy: _as_complex(raw.ZerosLike(dy), dy))
_define_part("Angle", lambda x: words.angle(x), _angle_gradient)
_define_part("ComplexAbs", lambda x: words.abs(x), _complex_abs_gradient, source="x: T", target="y")


def _conj_rule(input: Any) -> Any:
    return words.conj(input)


define(
    "Conj",
    "input: T",
    "output: T",
    {"T": types((*dtypes.COMPLEX, dtypes.variant), dtypes.complex64)},
    infer=same_as_input,
    kernel=array_kernel("Conj", _conj_rule),
    gradient=lambda op, dy: raw.Conj(dy),
    traits=Trait.ELEMENTWISE,
    scalar=_conj_rule,
)


def _numeric(value: Any) -> Tensor:
    x = convert_to_tensor(value, name="input")
    if not x.dtype.is_numeric:
        raise TypeError(f"input must be a numeric tensor, but got tensor with dtype {x.dtype}")
    return x


@public("math.real", "compat.v1.real")
def real(input: Any, name: str | None = None) -> Tensor:
    """The real part, element by element.

    Args:
        input: numeric tensor.
        name: name of the operation.

    Returns:
        float32 tensor for complex64, float64 for complex128; a real tensor itself.

    Raises:
        TypeError: `input` is not numeric.

    >>> tf.math.real(tf.constant([1 + 2j])).numpy()
    array([1.])
    """
    x = _numeric(input)
    return raw.Real(x, Tout=x.dtype.real_dtype, name=name) if x.dtype.is_complex else x


@public("math.imag", "compat.v1.imag")
def imag(input: Any, name: str | None = None) -> Tensor:
    """The imaginary part, element by element.

    Args:
        input: tensor of any dtype.
        name: name of the operation.

    Returns:
        float32 tensor for complex64, float64 for complex128; zeros for a tensor of another dtype.

    >>> tf.math.imag(tf.constant([1 + 2j])).numpy()
    array([2.])
    """
    x = convert_to_tensor(input, name="input")
    if not x.dtype.is_complex:
        return raw.ZerosLike(x, name=name)
    return raw.Imag(x, Tout=x.dtype.real_dtype, name=name)


@public("math.angle", "compat.v1.angle")
def angle(input: Any, name: str | None = None) -> Tensor:
    """The angle of a complex number from the positive real axis, in `(-pi, pi]`.

    Args:
        input: floating or complex tensor.
        name: name of the operation.

    Returns:
        float32 tensor for complex64, float64 for complex128; of a real tensor, pi where it is
        negative and 0 elsewhere, in its dtype.

    >>> tf.math.angle(tf.constant([1j, -1 + 0j])).numpy().round(4)
    array([1.5708, 3.1416])
    """
    with op_scope(name or "Angle") as scope:
        x = convert_to_tensor(input, name="input")
        if x.dtype.is_complex:
            return raw.Angle(x, Tout=x.dtype.real_dtype, name=scope)
        pi = raw.Mul(raw.OnesLike(x), math.pi)
        return raw.SelectV2(raw.Less(x, 0), pi, raw.ZerosLike(x), name=scope)


@public("math.conj", "compat.v1.conj")
def conj(x: Any, name: str | None = None) -> Tensor:
    """The complex conjugate `re - i * im`, element by element.

    Args:
        x: numeric tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`; a real tensor itself.

    Raises:
        TypeError: `x` is not numeric.

    >>> tf.math.conj(tf.constant([1 + 2j])).numpy()
    array([1.-2.j])
    """
    if isinstance(x, Tensor) and (x.dtype.is_floating or x.dtype.is_integer):
        return x
    x = convert_to_tensor(x, name="x")
    if x.dtype.is_complex or x.dtype.name == "variant":
        return raw.Conj(x, name=name)
    if x.dtype.is_floating or x.dtype.is_integer:
        return x
    raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}.")
