"""What NumPy and Python say where there is not enough memory, as one message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.budget import told_of_memory
from stagelight.errors import ResourceExhaustedError

# NumPy's words for sizes that no machine has room for. They are ValueErrors.
_TOO_LARGE = (
    "array is too big",
    "Maximum allowed dimension exceeded",
    "Maximum allowed size exceeded",
    "maximum supported dimension",
)


def out_of_memory(error: BaseException) -> str | None:
    """What is to be said of an error, in a sentence without its end; None if memory is not its cause."""
    if isinstance(error, MemoryError) or (
        isinstance(error, ValueError) and str(error).startswith(_TOO_LARGE)
    ):
        return f"not enough memory. {error}. {told_of_memory()}".strip(" .")
    return None


def empty_places(count: int) -> list[Any]:
    """A list of so many None.

    Raises:
        ResourceExhaustedError: there is not enough memory.
    """
    try:
        return [None] * count
    except MemoryError as error:
        message = f"a list of {count} places: {out_of_memory(error)}"
        raise ResourceExhaustedError(None, None, message) from error


def array_of(value: np.ndarray, sizes: Sequence[int]) -> np.ndarray:
    """An array of sizes, each element of which is one value.

    Raises:
        ResourceExhaustedError: there is not enough memory.
    """
    try:
        return np.full(sizes, value, value.dtype)
    except (MemoryError, ValueError) as error:
        exhausted = out_of_memory(error)
        if exhausted is None:
            raise
        message = f"an array of shape {list(sizes)}: {exhausted}"
        raise ResourceExhaustedError(None, None, message) from error
