"""Arrays of strings, element by element. No ops here; the families of strings use it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from stagelight.core.inference import invalid, shape_text

_OBJECT = np.dtype(object)


def mapped(function: Callable[[Any], Any], array: np.ndarray, dtype: Any = object) -> np.ndarray:
    """The array of `function(element)`."""
    return filled(map(function, array.reshape(-1).tolist()), array.shape, dtype)


def filled(values: Iterable[Any], shape: tuple[int, ...], dtype: Any = object) -> np.ndarray:
    """The array of that shape with the values in the order of memory; objects are not taken apart."""
    return np.fromiter(values, dtype, math.prod(shape)).reshape(shape)


def scalars(strings: Iterator[bytes]) -> Iterator[np.ndarray]:
    """The array without axes of each string."""
    return map(np.asarray, strings, itertools.repeat(_OBJECT))


def scalar_text(array: np.ndarray, what: str) -> bytes:
    """The one string of an array without axes.

    Raises:
        InvalidArgumentError: it has axes.
    """
    if array.ndim:
        raise invalid(f"{what} must be scalar, but received {shape_text(array.shape)}")
    text: bytes = array.item()
    return text
