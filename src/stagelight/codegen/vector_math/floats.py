"""float32 and float64 as the rules see them: sizes, masks, and small idioms made of primitives.

The idioms count on exact IEEE arithmetic: no reassociation, no contraction beyond `fma`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, nan

from stagelight.codegen.expressions import Expr, bitcast, fma, make, op, where
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

INF, NAN = inf, nan


@dataclass(frozen=True)
class Format:
    """A floating-point format, with the integer dtypes of its size."""

    dtype: DType
    integer: DType
    unsigned: DType
    digits: int  # stored bits of the fraction
    bias: int

    @property
    def name(self) -> str:
        return self.dtype.name

    @property
    def bits(self) -> int:
        return self.dtype.size * 8

    @property
    def smallest_normal(self) -> float:
        return 2.0 ** (1 - self.bias)

    @property
    def tiny(self) -> float:
        """Below it, f(x) = x + O(x^2) is x."""
        return 2.0 ** (-self.digits - 3)

    @property
    def exponent_mask(self) -> int:
        return (2 * self.bias + 1) << self.digits

    @property
    def fraction_mask(self) -> int:
        return (1 << self.digits) - 1

    @property
    def shifter(self) -> float:
        """Added to a small number, it leaves no bits for a fraction: the sum is rounded to a whole."""
        return 1.5 * 2.0**self.digits


# From so many coefficients on, a polynomial is computed in two halves.
_LEAST_SPLIT = 4

FLOAT32 = Format(dtypes.float32, dtypes.int32, dtypes.uint32, 23, 127)
FLOAT64 = Format(dtypes.float64, dtypes.int64, dtypes.uint64, 52, 1023)
FORMATS = {dtypes.float32: FLOAT32, dtypes.float64: FLOAT64}


def format_of(x: Expr) -> Format:
    return FORMATS[x.dtype]


def bits_of(x: Expr) -> Expr:
    """The bits as a signed integer."""
    return bitcast(x, format_of(x).integer)


def magnitude(x: Expr) -> Expr:
    return op("abs", x)


def copysign(x: Expr, sign: Expr) -> Expr:
    return op("copysign", x, sign)


def sqrt(x: Expr) -> Expr:
    return op("sqrt", x)


def rint(x: Expr) -> Expr:
    return op("rint", x)


def equal(x: Expr, y: Expr | float) -> Expr:
    return op("equal", x, y)


def both(a: Expr, b: Expr) -> Expr:
    return op("logical_and", a, b)


def either(a: Expr, b: Expr) -> Expr:
    return op("logical_or", a, b)


def isnan(x: Expr) -> Expr:
    return op("not_equal", x, x)


def has_sign(x: Expr) -> Expr:
    """Whether the sign bit is set; also of -0.0."""
    return bits_of(x) < 0


def at_least(x: Expr, low: Expr | float) -> Expr:
    """The larger one; NaN stays NaN. One instruction, which `maximum` is not."""
    return where(op("less", x, low), low, x)


def at_most(x: Expr, high: Expr | float) -> Expr:
    """The smaller one; NaN stays NaN."""
    return where(op("greater", x, high), high, x)


def polynomial(x: Expr, coefficients: Sequence[float]) -> Expr:
    """c0 + c1 x + c2 x^2 + ..., by Horner's rule; of a long one all after c0 as E(x^2) + x O(x^2).

    E and O are computed side by side: Horner's steps wait for each other, which takes most of the time.
    c0, most of the sum, is added last, with one rounding.
    """
    first, *rest = coefficients
    if len(rest) < _LEAST_SPLIT:
        return _by_horner(x, coefficients)
    square = x * x
    return fma(x, fma(x, _by_horner(square, rest[1::2]), _by_horner(square, rest[::2])), first)


def by_even_and_odd(x: Expr, coefficients: Sequence[float]) -> Expr:
    """The same sum as E(x^2) + x O(x^2): where no term outweighs the others, it is rounded least so."""
    square = x * x
    return fma(x, _by_horner(square, coefficients[1::2]), _by_horner(square, coefficients[::2]))


def _by_horner(x: Expr, coefficients: Sequence[float]) -> Expr:
    total: Expr | float = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        total = fma(x, total, coefficient)
    assert isinstance(total, Expr)
    return total


def seldom(condition: Expr, rare: Expr, usual: Expr) -> Expr:
    """`where`, with the hint that its condition rarely holds.

    The hint is the payload "seldom". A back end may ignore it, or skip computing `rare` for a block
    of elements none of which needs it.
    """
    return make("where", (condition, rare, usual), usual.dtype, "seldom")


def unsplit(head: Expr, tail: Expr) -> tuple[Expr, Expr]:
    """head + tail as a rounded sum and what rounding lost, where |head| >= |tail|."""
    total = head + tail
    return total, tail - (total - head)


def exact_product(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    """a b as the rounded product and what rounding lost."""
    product = a * b
    return product, fma(a, b, -product)
