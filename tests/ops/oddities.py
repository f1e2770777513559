"""Odd variants of an array that an op gets for an input: other ranks and other numbers of rows.

Each gives None where an array has no such variant. What only one of the sweeps takes stands there.
"""

from __future__ import annotations

import numpy as np


def scalar(array: np.ndarray) -> np.ndarray | None:
    return array.reshape(-1)[:1].reshape(()) if array.ndim and array.size else None


def empty(array: np.ndarray) -> np.ndarray | None:
    return np.zeros(0, array.dtype)


def without_rows(array: np.ndarray) -> np.ndarray | None:
    return array[:0] if array.ndim else None


def with_more_rows(array: np.ndarray) -> np.ndarray | None:
    return np.concatenate([array, array[:1]]) if array.ndim and array.size else None
