"""The recorded numbers of TensorFlow, for every test of this folder."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

_RECORDED = json.loads(Path(__file__).with_name("recorded.json").read_text(encoding="utf-8"))


@pytest.fixture
def recorded() -> Callable[[str, np.ndarray], None]:
    """`recorded(name, value)`: the value must have the bits that `record.py` saw under the name."""

    def compare(name: str, value: np.ndarray) -> None:
        entry = _RECORDED["entries"][name]
        value = np.asarray(value)
        assert value.dtype.name == entry["dtype"], name
        assert list(value.shape) == entry["shape"], name
        contiguous = np.ascontiguousarray(value)
        bits = contiguous.reshape(-1).view(f"u{value.itemsize}")
        assert bits[:8].tolist() == entry["first_bits"], name
        assert zlib.crc32(contiguous.tobytes()) == entry["crc32"], name

    return compare
