"""CRC-32C checksums, masked as they are stored beside the data that they are of.

Source: RFC 3720, appendix B.4; the mask is that of LevelDB's files. A checksum of data that holds
checksums itself is weak, so what is stored is rotated by 15 bits and moved by a constant.
"""

from __future__ import annotations

from typing import Any

import google_crc32c
import numpy as np

_MOVE = 0xA282EAD8


def checksum(data: Any, before: int = 0) -> int:
    """The checksum of the bytes of a buffer, going on from that of those before."""
    if not isinstance(data, bytes):
        data = np.frombuffer(data, np.uint8)
    value: int = google_crc32c.extend(before, data)
    return value


def masked(value: int) -> int:
    """A checksum as it is stored."""
    return (((value >> 15) | (value << 17)) + _MOVE) & 0xFFFFFFFF
