"""The elementary functions have the C library's bits, at every argument a float32 draw can have."""

import math

import numpy as np
import pytest

from stagelight.ops.random import elementary

BITS = np.arange(2**23, dtype=np.uint32)


def in_parts(values: np.ndarray) -> list[np.ndarray]:
    return np.array_split(values, 512)


def test_log_float32_equals_the_c_library_everywhere(recorded) -> None:
    uniforms = np.maximum((BITS / 2**23).astype(np.float32), np.float32(1e-7))
    recorded("logf", np.concatenate([elementary.log_float32(u) for u in in_parts(uniforms)]))


def test_sincos_float32_equals_the_c_library_everywhere(recorded) -> None:
    sines, cosines = zip(*map(elementary.sincos_float32, in_parts(BITS)), strict=True)
    recorded("sinf", np.concatenate(sines))
    recorded("cosf", np.concatenate(cosines))


def test_sincos_float32_ignores_the_high_bits_and_leaves_its_argument() -> None:
    bits = np.array([0xFF800000, 0x00000123], np.uint32)
    sines, cosines = elementary.sincos_float32(bits)
    assert (sines[0], cosines[0]) == (0.0, 1.0)
    assert bits.tolist() == [0xFF800000, 0x00000123]


@pytest.mark.parametrize("name", ["log", "sin", "cos", "log1p", "pow"])
def test_float64_functions_equal_the_c_library(name: str) -> None:
    random = np.random.RandomState(0)
    first = random.uniform(-1 if name == "log1p" else 1e-7, 0 if name == "log1p" else 1, 2000)
    columns = (first, random.uniform(1, 20, 2000)) if name == "pow" else (first,)
    expected = list(map(getattr(math, name), *(column.tolist() for column in columns)))
    assert elementary._as_in_c(name)(*columns).tolist() == expected


def test_float64_functions_do_without_vectorised_ones_that_differ(monkeypatch) -> None:
    monkeypatch.setattr(np, "sin", lambda x: np.nextafter(np.asarray(x), 9.0))
    elementary._as_in_c.cache_clear()
    try:
        assert elementary._as_in_c("sin")(np.array([0.5])).tolist() == [math.sin(0.5)]
    finally:
        elementary._as_in_c.cache_clear()
