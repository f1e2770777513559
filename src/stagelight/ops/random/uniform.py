"""Uniform numbers: floats in `[0, 1)`, integers in a range, integers of full width.

A float takes the low bits of one word (two for float64) as the mantissa of a number in `[1, 2)`
and subtracts 1. An integer is the word (two for 64 bits) modulo the size of the range, which
favours small values by a hair; that bias is TensorFlow's. Scaling floats to another range is left
to the public functions, which do it with ops.
"""

from __future__ import annotations

import ml_dtypes
import numpy as np

from stagelight.ops.random.long_draws import draw_long
from stagelight.ops.random.philox import Philox

# Values made at a time: their words, and what is computed from them, stay in cache.
CHUNK = 16384


def uniform(source: Philox, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Floats in `[0, 1)`.

    Args:
        source: where in the stream to begin.
        shape: the shape of the result.
        dtype: float16, bfloat16, float32 or float64.
    """
    dtype = np.dtype(dtype)
    if dtype in (np.float32, np.float64):
        drawn = draw_long("StatelessRandomUniformV2", source, shape, dtype)
        if drawn is not None:
            return drawn
    if dtype == np.float32:
        return _uniform_float32(source, shape)
    if dtype == np.float64:
        return _uniform_float64(source, shape)
    if dtype == np.float16:
        return _uniform_small(source, shape, dtype, mantissa_bits=10)
    if dtype == np.dtype(ml_dtypes.bfloat16):
        return _uniform_small(source, shape, dtype, mantissa_bits=7)
    raise TypeError(
        f"uniform needs dtype float16, bfloat16, float32 or float64, but received {dtype}."
    )


def uniform_int(
    source: Philox, shape: tuple[int, ...], minval: int, maxval: int, dtype: np.dtype
) -> np.ndarray:
    """Integers in `[minval, maxval)`, of dtype int32 or int64; `minval < maxval`.

    `result = minval + word % (maxval - minval)`, with a word as wide as the dtype.
    """
    dtype = np.dtype(dtype)
    drawn = draw_long("StatelessRandomUniformIntV2", source, shape, dtype, minval, maxval)
    if drawn is not None:
        return drawn
    words = full_int(source, shape, _unsigned(dtype))
    span = words.dtype.type(int(maxval) - int(minval))
    # Division by a constant is vectorised, remainder is not.
    for chunk in _chunks(words.reshape(-1)):
        chunk -= chunk // span * span
    values = words.view(dtype)
    with np.errstate(over="ignore"):
        values += values.dtype.type(minval)
    return values


def full_int(source: Philox, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Integers over all values of int32, uint32, int64 or uint64: the words as they come."""
    dtype = np.dtype(dtype)
    drawn = draw_long("StatelessRandomUniformFullIntV2", source, shape, dtype)
    if drawn is not None:
        return drawn
    values = np.empty(shape, dtype)
    flat = values.reshape(-1).view(np.uint32)
    source.fill(flat)
    if np.little_endian or values.itemsize == 4:
        return values
    return values.view(np.uint32).reshape(*shape, 2)[..., ::-1].copy().view(dtype).reshape(shape)


def unit_float32(words: np.ndarray) -> np.ndarray:
    """The floats in `[0, 1)` of uint32 words, made in their memory."""
    words &= np.uint32(0x7FFFFF)
    words |= np.uint32(0x3F800000)
    values = words.view(np.float32)
    values -= np.float32(1)
    return values


def unit_float64(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The floats in `[0, 1)` of pairs of uint32 words; the first gives the 20 high bits."""
    bits = (first & np.uint32(0xFFFFF)).astype(np.uint64)
    bits <<= np.uint64(32)
    bits |= second
    bits |= np.uint64(0x3FF0000000000000)
    values = bits.view(np.float64)
    values -= 1.0
    return values


def _uniform_float32(source: Philox, shape: tuple[int, ...]) -> np.ndarray:
    values = np.empty(shape, np.float32)
    words = values.reshape(-1).view(np.uint32)
    for start in range(0, words.size, CHUNK):
        chunk = words[start : start + CHUNK]
        source.skip(start // 4).fill(chunk)
        unit_float32(chunk)
    return values


def _uniform_float64(source: Philox, shape: tuple[int, ...]) -> np.ndarray:
    values = np.empty(shape, np.float64)
    flat = values.reshape(-1)
    for start in range(0, flat.size, CHUNK):
        chunk = flat[start : start + CHUNK]
        words = source.skip(start // 2).words(2 * chunk.size)
        chunk[:] = unit_float64(words[0::2], words[1::2])
    return values


def _uniform_small(
    source: Philox, shape: tuple[int, ...], dtype: np.dtype, mantissa_bits: int
) -> np.ndarray:
    """Sixteen-bit floats: one word each, of which only the low bits are used."""
    values = np.empty(shape, dtype)
    flat = values.reshape(-1)
    # Every one of the few fractions, in order: exact in the dtype.
    fractions = (np.arange(1 << mantissa_bits) / (1 << mantissa_bits)).astype(dtype)
    for start in range(0, flat.size, CHUNK):
        chunk = flat[start : start + CHUNK]
        words = source.skip(start // 4).words(chunk.size)
        words &= np.uint32((1 << mantissa_bits) - 1)
        fractions.take(words, out=chunk, mode="clip")
    return values


def _chunks(flat: np.ndarray) -> list[np.ndarray]:
    return [flat[start : start + CHUNK] for start in range(0, flat.size, CHUNK)]


def _unsigned(dtype: np.dtype) -> np.dtype:
    return np.dtype(f"u{dtype.itemsize}")
