"""Remainders of large numbers after division by pi, in integers (after Payne and Hanek).

|x| = M 2^E with a whole M of 53 bits. Of the bits of 1 / pi, those whose products with x are multiples
of 2 are left out, and the 192 bits from there on are multiplied by M: the lower 192 bits of the product
are |x| / pi modulo 2. float32 goes through float64. Good for |x| >= 2^-10.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from stagelight.codegen.expressions import Expr, bitcast, cast, const, fma, op, where
from stagelight.codegen.vector_math.floats import (
    FLOAT64,
    INF,
    NAN,
    bits_of,
    magnitude,
    unsplit,
)
from stagelight.types import dtypes

# The first bits of 1 / pi, behind a word of zeros.
_WORDS = (
    0x0000000000000000, 0x517CC1B727220A94, 0xFE13ABE8FA9A6EE0, 0x6DB14ACC9E21C820,
    0xFF28B1D5EF5DE2B0, 0xDB92371D2126E970, 0x0324977504E8C90E, 0x7F0EF58E5894D39F,
    0x74411AFA975DA242, 0x74CE38135A2FBF20, 0x9CC8EB1CC1A99CFA, 0x4E422FC5DEFC941D,
    0x8FFC4BFFEF02CC07, 0xF79788C5AD05368F, 0xB69B3F6793E584DB, 0xA7A31FB34F2FF516,
    0xBA93DD63F5F2F8BD, 0x9E839CFBC5294975, 0x35FDAFD88FC6AE84, 0x2B0198237E3DB5D5,
)  # fmt: skip

_PI_HIGH, _PI_LOW = 3.141592653589793, 1.2246467991473532e-16


def large_remainder(x: Expr, halves: int, is_shifted: bool = False) -> tuple[Expr, Expr]:
    """r, |r| <= pi / 2 halves, and an integer whose lowest bit is that of n: |x| = n pi / halves + r.

    With `is_shifted`, |x| + pi / 2 is what is divided. r is NaN where x is infinite.
    """
    wide = magnitude(cast(x, dtypes.float64))
    top, middle, bottom = _product(*_significand_and_window(wide))
    if is_shifted:
        top = top + (1 << 62)
    # The bits of the fraction begin below this one, the lowest of the whole part.
    place = 64 - halves
    whole = top >> place
    fraction = [
        (top << halves) | (middle >> place),
        (middle << halves) | (bottom >> place),
        bottom << halves,
    ]
    # A fraction above one half counts from the next whole number.
    n = bitcast(whole + (fraction[0] >> 63), dtypes.int64)
    high, low = _as_float(fraction)
    r = fma(high, _PI_HIGH, fma(high, _PI_LOW, low * _PI_HIGH)) * (1.0 / halves)
    return cast(where(wide < INF, r, NAN), x.dtype), n


def _significand_and_window(x: Expr) -> tuple[Expr, list[Expr]]:
    """M, and three words of bits of 1 / pi; the first bit's product with 2^E is 1."""
    form = FLOAT64
    bits = bits_of(x)
    significand = (bits & form.fraction_mask) | (1 << form.digits)
    offset = (bits >> form.digits) - (form.bias + form.digits - 63)
    words = _from_table(offset >> 6)
    shift = bitcast(offset & 63, dtypes.uint64)
    window = [
        (word << shift) | ((following >> 1) >> (63 - shift)) for word, following in pairwise(words)
    ]
    return bitcast(significand, dtypes.uint64), window


def _from_table(index: Expr) -> Sequence[Expr]:
    """Four words from an index on, 0 to 16: for each bit of the index, the row is moved or not."""
    row = [const(word, dtypes.uint64) for word in _WORDS]
    for step in (16, 8, 4, 2, 1):
        is_set = op("not_equal", index & step, 0)
        row = [
            where(is_set, row[i + step], row[i]) if i + step < len(row) else row[i]
            for i in range(step + 3)
        ]
    return row


def _product(significand: Expr, window: list[Expr]) -> tuple[Expr, Expr, Expr]:
    """The lower 192 bits of the product, the top word first."""
    bottom = significand * window[2]
    middle_low = significand * window[1]
    middle = middle_low + op("multiply_high", significand, window[2])
    carry = cast(middle < middle_low, dtypes.uint64)
    top = significand * window[0] + op("multiply_high", significand, window[1]) + carry
    return top, middle, bottom


def _as_float(words: list[Expr]) -> tuple[Expr, Expr]:
    """A signed binary fraction (the point stands before its first bit) as a sum of two floats."""
    halves = [cast(bitcast(words[0], dtypes.int64) >> 32, dtypes.float64) * 2.0**-32]
    rest = [words[0] & 0xFFFFFFFF, words[1] >> 32, words[1] & 0xFFFFFFFF, words[2] >> 32]
    for place, half in enumerate(rest, start=2):
        value = cast(bitcast(half, dtypes.int64), dtypes.float64)
        halves.append(value * 2.0 ** (-32 * place))
    high, low = unsplit(halves[0], halves[1])
    low = low + (halves[2] + (halves[3] + halves[4]))
    return unsplit(high, low)
