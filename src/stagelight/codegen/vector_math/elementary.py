"""Words that need no approximation: sign, square, tests of floats, nextafter."""

from __future__ import annotations

from stagelight.codegen.expressions import Expr, bitcast, const, where
from stagelight.codegen.vector_math.floats import (
    INF,
    bits_of,
    either,
    equal,
    isnan,
    magnitude,
)
from stagelight.types import dtypes


def sign(x: Expr) -> Expr:
    """-1, 0 or 1; NaN of NaN, and 0.0 of -0.0."""
    zero, one = const(0, x.dtype), const(1, x.dtype)
    if x.dtype.is_unsigned:
        return where(x > 0, one, zero)
    result = where(x > 0, one, where(x < 0, const(-1, x.dtype), zero))
    return where(isnan(x), x, result) if x.dtype.is_floating else result


def square(x: Expr) -> Expr:
    return x * x


def is_nan(x: Expr) -> Expr:
    return isnan(x) if x.dtype.is_floating else const(False, dtypes.bool_)


def is_inf(x: Expr) -> Expr:
    return equal(magnitude(x), INF) if x.dtype.is_floating else const(False, dtypes.bool_)


def is_finite(x: Expr) -> Expr:
    return magnitude(x) < INF if x.dtype.is_floating else const(True, dtypes.bool_)


def nextafter(x: Expr, y: Expr) -> Expr:
    """The neighbour of x towards y: its bits, one more or less. Subnormal numbers are neighbours too.

    All is done with integers, as arithmetic may take subnormal numbers for zeros.
    """
    bits = bits_of(x)
    least = const(-(2 ** (8 * x.dtype.size - 1)), bits.dtype)

    def mirrored(number: Expr) -> Expr:
        """Bits as a number that grows with what they stand for, and back; both zeros are 0."""
        return where(number < 0, least - number, number)

    from_, to = mirrored(bits), mirrored(bits_of(y))
    moved = where(from_ < to, from_ + 1, from_ - 1)
    # A number that becomes zero keeps its sign.
    neighbour = where(equal(moved, 0), bits & least, mirrored(moved))
    result = where(equal(from_, to), y, bitcast(neighbour, x.dtype))
    return where(either(isnan(x), isnan(y)), x + y, result)
