"""Rows of strings, as `TensorProto` and checkpoints have them: the lengths, then the bytes of all.

What is said besides (checksums, how many there must be) is for the formats.
"""

from __future__ import annotations

import numpy as np

from stagelight.formats.varints import read_varint


def read_lengths(data: bytes, count: int) -> tuple[list[int], int]:
    """The lengths that stand at the beginning, and the position behind them.

    Raises:
        ValueError: the data ends before they do. What is allocated is bounded by the data.
    """
    if count > len(data):
        raise ValueError(f"there are no {count} lengths")
    lengths = []
    position = 0
    for _ in range(count):
        length, position = read_varint(data, position)
        lengths.append(length)
    return lengths, position


def cut(content: bytes, lengths: list[int]) -> np.ndarray:
    """The strings as an array of `bytes`; the lengths must add up to the content's."""
    strings = np.empty(len(lengths), object)
    position = 0
    for index, length in enumerate(lengths):
        strings[index] = content[position : position + length]
        position += length
    return strings
