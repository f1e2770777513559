"""Log, sine and cosine of uniform draws, rounded the way the C library rounds them.

TensorFlow's CPU kernels call the C library's `logf`, `sincosf`, `log`, `sincos`, `log1p` and `pow`.
Vectorised replacements, NumPy's among them, differ from those in the last bit for a few values in a
hundred, and rejection sampling turns a last bit into another number. So:

- In float32, glibc's own algorithms (since 2.28; published by Arm as "Optimized Routines") are
  followed in float64: range reduction by a table or by quarter turns, then its polynomials.
- In float64, NumPy's loops are used where they are the C library's functions, which is tried
  once; elsewhere Python's `math`, which always calls the C library, is applied value by value.

The float32 functions take the argument as the 23 random bits it was made from: there are only 2**23
arguments, and a test compares all of them with the C library.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np

_LN2 = math.log(2.0)
_MANTISSA_BITS = 23
_MANTISSA = np.uint32((1 << _MANTISSA_BITS) - 1)

# --- float32 logarithm --------------------------------------------------------------------------

# log(z) = log(c) + log1p(z / c - 1), where c is near the middle of z's sixteenth of an octave.
# Octaves begin at 0.69921875 (the bits below) so that arguments near 1 keep their precision.
LOG_OCTAVE_START = 0x3F330000
_LOG_INVERSE_CENTERS = tuple(
    float.fromhex(text)
    for text in (
        "0x1.661ec79f8f3bep+0", "0x1.571ed4aaf883dp+0", "0x1.49539f0f010bp+0",
        "0x1.3c995b0b80385p+0", "0x1.30d190c8864a5p+0", "0x1.25e227b0b8eap+0",
        "0x1.1bb4a4a1a343fp+0", "0x1.12358f08ae5bap+0", "0x1.0953f419900a7p+0",
        "0x1p+0", "0x1.e608cfd9a47acp-1", "0x1.ca4b31f026aap-1", "0x1.b2036576afce6p-1",
        "0x1.9c2d163a1aa2dp-1", "0x1.886e6037841edp-1", "0x1.767dcf5534862p-1",
    )
)  # fmt: skip
# Of the second, third and fourth power.
LOG_TERMS = tuple(
    map(float.fromhex, ("-0x1.ffffef20a4123p-2", "0x1.5575b0be00b6ap-2", "-0x1.00ea348b88334p-2"))
)

# The smallest argument is 1e-7, in the 24th octave below 1.
LOG_OCTAVES = 25


@cache
def log_tables() -> tuple[np.ndarray, np.ndarray]:
    """Per sixteenth of an octave, from the 25th octave below 1 upwards: 1/c and log(c)."""
    inverse, logarithm = [], []
    for octave in range(-LOG_OCTAVES, 1):
        for center in _LOG_INVERSE_CENTERS:
            inverse.append(math.ldexp(center, -octave))
            logarithm.append(octave * _LN2 - math.log(center))
    return np.array(inverse), np.array(logarithm)


def log_float32(values: np.ndarray) -> np.ndarray:
    """`logf` of float32 values in `[1e-7, 1)`, as float32."""
    inverse_table, log_table = log_tables()
    cell = values.view(np.int32) - np.int32(LOG_OCTAVE_START)
    cell >>= 19
    cell += 16 * LOG_OCTAVES
    r = inverse_table.take(cell)
    r *= values
    r -= 1.0
    base = log_table.take(cell)
    base += r
    squared = r * r
    r *= LOG_TERMS[1]
    r += LOG_TERMS[0]
    r += LOG_TERMS[2] * squared
    r *= squared
    r += base
    return r.astype(np.float32)


# --- float32 sine and cosine --------------------------------------------------------------------

SIN_TERMS = tuple(
    map(float.fromhex, ("-0x1.555545995a603p-3", "0x1.1107605230bc4p-7", "-0x1.994eb3774cf24p-13"))
)
COS_TERMS = tuple(
    map(
        float.fromhex,
        (
            "-0x1.ffffffd0c621cp-2",
            "0x1.55553e1068f19p-5",
            "-0x1.6c087e89a359dp-10",
            "0x1.99343027bf8c3p-16",
        ),
    )
)
_TURN = 2.0 * math.pi


def sincos_float32(bits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`sincosf` of the angle `2 * pi * u`, rounded to float32.

    Args:
        bits: uint32 `[n]`; the low 23 bits are the fraction `u` of a turn.

    Returns:
        Sine and cosine, float32 `[n]`.
    """
    fraction = bits & _MANTISSA
    angle = (fraction * (_TURN / 2**_MANTISSA_BITS)).astype(np.float32)
    quarter = fraction
    quarter += np.uint32(1 << (_MANTISSA_BITS - 3))
    quarter >>= np.uint32(_MANTISSA_BITS - 2)  # the nearest quarter turn, 0 to 4
    x = quarter * (-math.pi / 2)
    x += angle
    squared = x * x
    fourth = squared * squared

    sine = SIN_TERMS[2] * squared
    sine += SIN_TERMS[1]
    cubed = squared * x
    sine *= cubed * squared
    cubed *= SIN_TERMS[0]
    cubed += x
    sine += cubed

    cosine = COS_TERMS[3] * squared
    cosine += COS_TERMS[2]
    cosine *= fourth * squared
    fourth *= COS_TERMS[1]
    squared *= COS_TERMS[0]
    squared += 1.0
    fourth += squared
    cosine += fourth

    return _turn_quarters(sine.astype(np.float32), cosine.astype(np.float32), quarter)


def _turn_quarters(
    sine: np.ndarray, cosine: np.ndarray, quarter: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Sine and cosine after turning by `quarter` quarter turns; both functions swap or negate."""
    sine_bits, cosine_bits = sine.view(np.uint32), cosine.view(np.uint32)
    # Exchange the two where the turn is odd: xor with the difference, masked.
    difference = sine_bits ^ cosine_bits
    difference &= -(quarter & np.uint32(1))
    sine_bits ^= difference
    cosine_bits ^= difference
    sine_bits ^= (quarter >> np.uint32(1)) << np.uint32(31)
    cosine_bits ^= ((quarter + np.uint32(1)) >> np.uint32(1)) << np.uint32(31)
    return sine, cosine


# --- float64 ------------------------------------------------------------------------------------


@cache
def _as_in_c(name: str) -> Callable[..., np.ndarray]:
    """The float64 function `name` over arrays, equal to the C library's in every bit."""
    over_arrays: np.ufunc = getattr(np, "power" if name == "pow" else name)
    over_values: Callable[..., float] = getattr(math, name)
    # An odd stride through the range that uniform draws have; both sides of 1 matter for none.
    probe = (np.arange(1, 4001, dtype=np.float64) * 0.6180339887498949) % 1.0
    arguments = (probe, 1.0 / probe[::-1]) if name == "pow" else (probe * (-0.999),)
    if name in ("sin", "cos", "log"):
        arguments = (probe * (1.0 if name == "log" else _TURN),)

    def value_by_value(*columns: np.ndarray) -> np.ndarray:
        lists = (np.asarray(column, np.float64).tolist() for column in columns)
        return np.fromiter(map(over_values, *lists), np.float64, columns[0].size)

    if np.array_equal(over_arrays(*arguments), value_by_value(*arguments)):
        return over_arrays
    return value_by_value


def log_float64(values: np.ndarray) -> np.ndarray:
    """The C library's `log` of positive float64 values `[n]`."""
    return _as_in_c("log")(values)


def sincos_float64(angles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The C library's `sin` and `cos` of float64 angles `[n]`."""
    return _as_in_c("sin")(angles), _as_in_c("cos")(angles)


def log1p_float64(values: np.ndarray) -> np.ndarray:
    """The C library's `log1p` of float64 values `[n]` in `(-1, 0]`."""
    return _as_in_c("log1p")(values)


def power_float64(bases: np.ndarray, exponents: np.ndarray) -> np.ndarray:
    """The C library's `pow` of float64 bases `[n]` in `[0, 1)` and exponents `[n]`."""
    return _as_in_c("pow")(bases, exponents)
