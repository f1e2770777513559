"""Arrays that begin at a line of the cache.

A vector register of 512 bits is as long as a line: of an array that begins elsewhere each vector is read from
two lines. NumPy's arrays begin at any multiple of 16 bytes. It does not matter for what is read once, but
the right matrix of a product is read for every few rows of the left one, which took a quarter longer.
"""

from __future__ import annotations

import math

import numpy as np

_LINE = 64

# Smaller arrays are read in less time than it takes to look where they begin; larger ones as fast as memory
# gives.
LEAST_BYTES, MOST_BYTES = 1 << 14, 1 << 22


def is_worth_aligning(shape: tuple[int, ...], dtype: np.dtype) -> bool:
    """Whether it matters where an array of this kind begins."""
    return LEAST_BYTES <= math.prod(shape) * dtype.itemsize <= MOST_BYTES and not dtype.hasobject


def aligned_empty(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """`numpy.empty`, in rows, as a view of bytes that nothing else refers to."""
    memory = np.empty(math.prod(shape) * dtype.itemsize + _LINE, np.uint8)
    return np.ndarray(shape, dtype, memory, -_address(memory) % _LINE)


def aligned(array: np.ndarray) -> np.ndarray:
    """The array, or a copy of it in rows if it matters where it begins and that is in a line."""
    if not is_worth_aligning(array.shape, array.dtype) or _address(array) % _LINE == 0:
        return array
    copy = aligned_empty(array.shape, array.dtype)
    copy[...] = array
    return copy


def _address(array: np.ndarray) -> int:
    address: int = array.__array_interface__["data"][0]
    return address
