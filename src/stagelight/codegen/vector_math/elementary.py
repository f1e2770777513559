"""Words that need no approximation: sign, square, tests of floats, nextafter."""

from __future__ import annotations

from stagelight.codegen.expressions import Expr, bitcast, const, op, where
from stagelight.codegen.vector_math.floats import (
    INF,
    bits_of,
    copysign,
    either,
    equal,
    format_of,
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
    """The neighbour of x towards y: its bits, one more or less."""
    form = format_of(x)
    bits = bits_of(x)
    grows = op("equal", x < y, x > 0.0)
    moved = bitcast(where(grows, bits + 1, bits - 1), form.dtype)
    smallest = copysign(const(2.0 ** (1 - form.bias - form.digits), x.dtype), y)
    result = where(equal(x, 0.0), smallest, moved)
    return where(either(isnan(x), isnan(y)), x + y, where(equal(x, y), y, result))
