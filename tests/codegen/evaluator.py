"""Expressions of primitives, computed over NumPy arrays with the rounding of the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from stagelight.codegen.expressions import PRIMITIVES, Expr, value_of

Array = np.ndarray


def evaluate(expr: Expr, parameters: Mapping[str, Array]) -> Array:
    """The value of an expression; its leaves `make("parameter", (), dtype, name)` are given."""
    memo: dict[Expr, Any] = {}

    def value(x: Expr) -> Any:
        if x not in memo:
            memo[x] = _compute(x, value, parameters)
        return memo[x]

    with np.errstate(all="ignore"):
        return np.asarray(value(expr))


def words_in(expr: Expr) -> set[str]:
    """All words that an expression is made of."""
    found: set[Expr] = set()

    def visit(x: Expr) -> None:
        if x not in found:
            found.add(x)
            for operand in x.operands:
                visit(operand)

    visit(expr)
    return {x.word for x in found}


def _compute(x: Expr, value: Callable[[Expr], Any], parameters: Mapping[str, Array]) -> Any:
    dtype = x.dtype.numpy_dtype
    if x.word == "parameter":
        return parameters[x.payload]
    if x.word == "const":
        return np.array(value_of(x), dtype)
    operands = [value(operand) for operand in x.operands]
    if x.word == "cast":
        return operands[0].astype(dtype)
    if x.word == "bitcast":
        return np.asarray(operands[0]).view(dtype)
    assert x.word in PRIMITIVES, x.word
    result = _RULES.get(x.word, getattr(np, x.word, None))(*operands)
    assert result.dtype == dtype, (x.word, result.dtype, dtype)
    return result


def _multiply_high(a: Array, b: Array) -> Array:
    """The upper half of a product of 64 by 64 bits, unsigned."""
    assert a.dtype == np.uint64
    mask, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    (a1, a0), (b1, b0) = ((x >> half, x & mask) for x in (a, b))
    middle = a1 * b0 + (a0 * b0 >> half)
    other = a0 * b1 + (middle & mask)
    return a1 * b1 + (middle >> half) + (other >> half)


def _two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """The rounded sum and its error."""
    total = a + b
    back = total - a
    return total, (a - (total - back)) + (b - back)


def _odd_sum(a: Array, b: Array) -> Array:
    """a + b rounded to odd: where it is not exact, to the neighbour whose last bit is set.

    Rounding such a sum again, to fewer bits, gives what rounding the true sum gives.
    """
    total, error = _two_sum(a, b)
    bits = total.view(np.int64)
    step = np.where((error > 0) == (total > 0), 1, -1)
    moves = (error != 0) & np.isfinite(error) & (bits & 1 == 0)
    return np.where(moves, (bits + step).view(np.float64), total)


def _fma(a: Array, b: Array, c: Array) -> Array:
    a, b, c = np.broadcast_arrays(a, b, c)
    if a.dtype == np.float32:
        wide = [x.astype(np.float64) for x in (a, b, c)]
        return _odd_sum(wide[0] * wide[1], wide[2]).astype(np.float32)
    result = _fma_of_usual(a, b, c)
    # Where parts of the product may be lost below or above the exponents of float64.
    with_product = np.isfinite(a) & np.isfinite(b) & (a != 0) & (b != 0)
    product, largest = np.abs(a * b), np.maximum(np.abs(a), np.abs(b))
    is_extreme = (product < 2.0**-900) | (product > 2.0**1000) | (largest > 2.0**990)
    unusual = np.isfinite(c) & ((with_product & is_extreme) | (np.abs(c) > 2.0**1000))
    unusual &= np.isfinite(a) & np.isfinite(b)
    result[unusual] = [
        _fma_of_fractions(*map(float, numbers))
        for numbers in zip(a[unusual], b[unusual], c[unusual], strict=True)
    ]
    return result


def _fma_of_usual(a: Array, b: Array, c: Array) -> Array:
    """By the exact product, as a sum of two numbers (Dekker), and one rounding to odd (Boldo)."""
    high = a * b
    (a1, a0), (b1, b0) = _halves(a), _halves(b)
    low = a0 * b0 - (((high - a1 * b1) - a0 * b1) - a1 * b0)
    upper, lost = _two_sum(c, low)
    total, error = _two_sum(high, upper)
    result = total + _odd_sum(error, lost)
    exact = np.isfinite(high) & np.isfinite(c) & (high != 0)
    return np.where(exact, result, high + c)


def _halves(x: Array) -> tuple[Array, Array]:
    scaled = x * (2.0**27 + 1)
    high = scaled - (scaled - x)
    return high, x - high


def _fma_of_fractions(a: float, b: float, c: float) -> float:
    total = Fraction(a) * Fraction(b) + Fraction(c)
    try:
        return float(total) if total else a * b + c
    except OverflowError:
        return np.inf if total > 0 else -np.inf


_RULES: dict[str, Callable[..., Array]] = {
    "fma": _fma,
    "multiply_high": _multiply_high,
}
