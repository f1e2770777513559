"""NumPy's elementwise functions that have arguments or cases of their own."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.control_flow.loops import while_loop
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.numpy_style.promotion import (
    as_array,
    as_float,
    default_float,
    is_inexact,
    promoted,
    promoted_pair,
)
from stagelight.ops.arrays.broadcasting import broadcast_dynamic_shape, broadcast_to
from stagelight.ops.arrays.shape import shape
from stagelight.ops.arrays.splitting import unstack
from stagelight.ops.elementwise import (
    arithmetic,
    comparison,
    complex_numbers,
    exponential,
    floating_point,
    logic,
)
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.clipping import clip_by_value
from stagelight.ops.elementwise.division import floordiv, floormod
from stagelight.ops.elementwise.rounding import round as round_to_even
from stagelight.ops.elementwise.select import maximum as larger
from stagelight.ops.elementwise.select import minimum as smaller
from stagelight.ops.elementwise.select import where
from stagelight.ops.nn.activation import relu
from stagelight.ops.reductions.reduction_functions import reduce_any
from stagelight.public import public
from stagelight.types import dtypes


def broadcast_together(*arrays: Any) -> list[Any]:
    """Arrays in the shape that they broadcast to."""
    if len(arrays) == 1:
        return list(arrays)
    common = shape(arrays[0])
    for each in arrays[1:]:
        common = broadcast_dynamic_shape(common, shape(each))
    return [broadcast_to(each, common) for each in arrays]


# ---------------------------------------------------------------------------- limits


@public("experimental.numpy.maximum")
def maximum(x1: Any, x2: Any) -> Tensor:
    """The larger one; or for booleans. The arrays broadcast, in the dtype that they take together.

    >>> tf.experimental.numpy.maximum([1, 3], 2).numpy()
    array([2, 3])
    """
    if isinstance(x1, Tensor) and not x1.dtype.is_bool and _is_zero(x2):
        return relu(x1)  # TF: so the gradient at 0 is 0.
    x, y = promoted_pair(x1, x2)
    return logic.logical_or(x, y) if x.dtype.is_bool else larger(x, y)


def _is_zero(x: Any) -> bool:
    return isinstance(x, numbers.Real) and not isinstance(x, bool) and x == 0


@public("experimental.numpy.clip")
def clip(a: Any, a_min: Any, a_max: Any) -> Tensor:
    """The array with all elements in `[a_min, a_max]`.

    Args:
        a: an array.
        a_min, a_max: limits, which broadcast; None for no such limit.

    Raises:
        ValueError: both limits are None.

    >>> tf.experimental.numpy.clip([1, 5, 9], 2, 6).numpy()
    array([2, 5, 6])
    """
    if a_min is None and a_max is None:
        raise ValueError("Not more than one of `a_min` and `a_max` may be `None`.")
    if a_min is None:
        x, high = promoted_pair(a, a_max)
        return logic.logical_and(x, high) if x.dtype.is_bool else smaller(x, high)
    if a_max is None:
        return maximum(a, a_min)
    return clip_by_value(*broadcast_together(*promoted(a, a_min, a_max)))


@public("experimental.numpy.around", "experimental.numpy.round")
def around(a: Any, decimals: int = 0) -> Tensor:
    """Rounds to a number of decimals, halves to the even neighbour.

    Args:
        a: an array.
        decimals: how many; a negative number rounds to tens, hundreds and so on.

    >>> tf.experimental.numpy.around([1.25, 3.0], 1).numpy()
    array([1.2, 3. ])
    """
    x = as_array(a)
    worked = x if is_inexact(x) else cast(x, default_float())
    # Powers of ten with negative exponents are not exact.
    factor = convert_to_tensor(math.pow(10, abs(decimals)), worked.dtype)
    if decimals < 0:
        worked = round_to_even(worked / factor) * factor
    else:
        worked = round_to_even(worked * factor) / factor
    return cast(worked, x.dtype)


@public("experimental.numpy.sign")
def sign(x: Any, out: Any = None, where: Any = None, **kwargs: Any) -> Tensor:
    """-1, 0 or 1; of complex numbers `x / abs(x)`.

    Raises:
        ValueError: an argument other than `x` is given.

    >>> tf.experimental.numpy.sign([-2, 0, 5]).numpy()
    array([-1,  0,  1])
    """
    given = ["out"] * bool(out) + ["where"] * bool(where) + list(kwargs)
    if given:
        raise ValueError(f"`sign` takes only `x`. Received also: {given}")
    return arithmetic.sign(as_array(x))


# ---------------------------------------------------------------------------- formulas


@public("experimental.numpy.divmod")
def divmod(x1: Any, x2: Any) -> tuple[Tensor, Tensor]:
    """The quotient, rounded down, and what is left.

    >>> [int(x) for x in tf.experimental.numpy.divmod(7, 3)]
    [2, 1]
    """
    x, y = promoted_pair(x1, x2)
    if x.dtype.is_bool:
        x, y = cast(x, dtypes.int8), cast(y, dtypes.int8)
    return floordiv(x, y), floormod(x, y)


@public("experimental.numpy.heaviside")
def heaviside(x1: Any, x2: Any) -> Tensor:
    """0 where `x1 < 0`, 1 where `x1 > 0`, and x2 where it is 0; floating.

    >>> tf.experimental.numpy.heaviside([-1.5, 0, 2], 0.5).numpy()
    array([0. , 0.5, 1. ])
    """
    x, y = promoted_pair(x1, x2)
    zero, one = convert_to_tensor(0, y.dtype), convert_to_tensor(1, y.dtype)
    return as_float(where(x < 0, zero, where(x > 0, one, y)))


@public("experimental.numpy.hypot")
def hypot(x1: Any, x2: Any) -> Tensor:
    """`sqrt(x1**2 + x2**2)`.

    >>> tf.experimental.numpy.hypot(3.0, [4.0]).numpy()
    array([5.])
    """
    x, y = promoted(*(exponential.square(as_array(each)) for each in (x1, x2)))
    return exponential.sqrt(as_float(x + y))


def _logarithm_of_sum(x1: Any, x2: Any, power: Callable[[Any], Any], base: Any) -> Tensor:
    x, y = (as_float(each) for each in promoted_pair(x1, x2))
    delta = x - y
    rest: Any = exponential.log1p(power(-arithmetic.abs(delta)))
    # Where the difference is NaN there are NaNs, or infinities of one sign.
    biggest: Any = larger(x, y)
    sums = promoted(x + y, biggest + (rest if base is None else rest / np.log(base)))
    return where(floating_point.is_nan(delta), *sums)


@public("experimental.numpy.logaddexp")
def logaddexp(x1: Any, x2: Any) -> Tensor:
    """`log(exp(x1) + exp(x2))`, without overflow.

    >>> round(float(tf.experimental.numpy.logaddexp(1000.0, 1000.0)), 3)
    1000.693
    """
    return _logarithm_of_sum(x1, x2, exponential.exp, None)


@public("experimental.numpy.logaddexp2")
def logaddexp2(x1: Any, x2: Any) -> Tensor:
    """`log2(2**x1 + 2**x2)`, without overflow.

    >>> float(tf.experimental.numpy.logaddexp2(1000.0, 1000.0))
    1001.0
    """
    return _logarithm_of_sum(x1, x2, lambda x: 2.0**x, 2)


@public("experimental.numpy.log2")
def log2(x: Any) -> Tensor:
    """The logarithm to base 2.

    >>> tf.experimental.numpy.log2(8.0).numpy()
    np.float64(3.0)
    """
    # TF: NumPy's number makes float32 float64 where NumPy's rules hold for operators.
    return exponential.log(as_float(x)) / np.log(2)


@public("experimental.numpy.log10")
def log10(x: Any) -> Tensor:
    """The logarithm to base 10.

    >>> tf.experimental.numpy.log10([1.0, 10.0]).numpy()
    array([0., 1.])
    """
    return exponential.log(as_float(x)) / np.log(10)


@public("experimental.numpy.rad2deg")
def rad2deg(x: Any) -> Any:
    """Radians as degrees. A Python number stays one.

    >>> tf.experimental.numpy.rad2deg(0.0)
    0.0
    """
    if hasattr(type(x), "__tf_tensor__"):
        x = convert_to_tensor(x)
    if isinstance(x, (Tensor, numbers.Number)):
        return x * (180.0 / np.pi)  # type: ignore[operator]
    return as_float(x) * (180.0 / np.pi)


@public("experimental.numpy.polyval")
def polyval(p: Any, x: Any) -> Tensor:
    """The polynomial `p[0] * x**(n-1) + ... + p[n-1]`.

    Args:
        p: coefficients, `[n]`, the highest first, or a number.
        x: where it is computed.

    >>> tf.experimental.numpy.polyval([1, 2], [3, 4]).numpy()
    array([5, 6])
    """
    coefficients, points = promoted_pair(p, x)
    if coefficients.shape.rank == 0:
        coefficients = raw.Reshape(coefficients, [1])
    terms = unstack(coefficients)
    value = exponential.polyval(terms, points)
    return broadcast_to(value, shape(points)) if len(terms) == 1 else value


# ---------------------------------------------------------------------------- whole numbers


def _gcd(x: Any, y: Any) -> Any:
    """Euclid's algorithm for all pairs at once: those that are done wait with a 0."""
    if not x.dtype.is_integer:
        raise ValueError(f"Arguments to gcd must be integers. Received: {x.dtype.name}")
    one = convert_to_tensor(1, x.dtype)

    def step(a: Any, b: Any) -> tuple[Any, Any]:
        goes_on = comparison.not_equal(b, 0)
        rest = floormod(a, where(goes_on, b, one))
        return where(goes_on, b, a), where(goes_on, rest, raw.ZerosLike(rest))

    pair = broadcast_together(arithmetic.abs(x), arithmetic.abs(y))
    found, _ = while_loop(lambda _, b: reduce_any(comparison.not_equal(b, 0)), step, pair)
    return found


@public("experimental.numpy.gcd")
def gcd(x1: Any, x2: Any) -> Tensor:
    """The greatest common divisor of integers; 0 for two zeros.

    Raises:
        ValueError: the arrays are not integers.

    >>> tf.experimental.numpy.gcd(12, [8, 9]).numpy()
    array([4, 3])
    """
    return _gcd(*promoted_pair(x1, x2))


@public("experimental.numpy.lcm")
def lcm(x1: Any, x2: Any) -> Tensor:
    """The least common multiple of integers; 0 where one of them is.

    Raises:
        ValueError: the arrays are not integers.

    >>> tf.experimental.numpy.lcm(4, [6, 0]).numpy()
    array([12,  0])
    """
    x, y = promoted_pair(x1, x2)
    divisor = _gcd(x, y)
    safe = larger(divisor, convert_to_tensor(1, divisor.dtype))
    return arithmetic.abs(x) * floordiv(arithmetic.abs(y), safe)


# ---------------------------------------------------------------------------- complex numbers


@public("experimental.numpy.real")
def real(val: Any) -> Tensor:
    """The real part.

    >>> tf.experimental.numpy.real([1 + 2j]).numpy()
    array([1.])
    """
    return complex_numbers.real(as_array(val))


@public("experimental.numpy.imag")
def imag(val: Any) -> Tensor:
    """The imaginary part; zeros for real numbers.

    >>> tf.experimental.numpy.imag([1 + 2j]).numpy()
    array([2.])
    """
    return complex_numbers.imag(as_array(val))


@public("experimental.numpy.angle")
def angle(z: Any, deg: bool = False) -> Tensor:
    """The angle of complex numbers; of real ones 0, and pi where they are negative.

    Args:
        z: an array.
        deg: whether in degrees.

    >>> tf.experimental.numpy.angle([1j], deg=True).numpy()
    array([90.])
    """
    x = as_float(z)
    # TF: for real numbers it is float32.
    y = complex_numbers.angle(x) if x.dtype.is_complex else where(x < 0, np.pi, 0.0)
    return y * (180.0 / np.pi) if deg else y


@public("experimental.numpy.iscomplex")
def iscomplex(x: Any) -> Tensor:
    """Whether the imaginary part is not 0.

    >>> tf.experimental.numpy.iscomplex([1, 1j]).numpy()
    array([False,  True])
    """
    return comparison.not_equal(imag(x), 0)


@public("experimental.numpy.isreal")
def isreal(x: Any) -> Tensor:
    """Whether the imaginary part is 0.

    >>> tf.experimental.numpy.isreal([1, 1j]).numpy()
    array([ True, False])
    """
    return comparison.equal(imag(x), 0)


@public("experimental.numpy.iscomplexobj")
def iscomplexobj(x: Any) -> bool:
    """Whether the dtype is complex.

    >>> tf.experimental.numpy.iscomplexobj([1j])
    True
    """
    return as_array(x).dtype.is_complex


@public("experimental.numpy.isrealobj")
def isrealobj(x: Any) -> bool:
    """Whether the dtype is not complex.

    >>> tf.experimental.numpy.isrealobj([1j])
    False
    """
    return not iscomplexobj(x)
