"""Uniform numbers have TensorFlow's bits."""

import ml_dtypes
import numpy as np
import pytest

from stagelight.ops.random.philox import Philox
from stagelight.ops.random.uniform import full_int, uniform, uniform_int

SOURCE = Philox(0x123456789ABCDEF0, 7 << 64 | (2**64 - 70))
FLOATS = [np.dtype(d) for d in (np.float16, ml_dtypes.bfloat16, np.float32, np.float64)]
SIZES = (1, 2, 3, 7, 100, 20_011)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_uniform_equals_tensorflow(recorded, dtype: np.dtype, size: int) -> None:
    recorded(f"uniform {dtype.name} {size}", uniform(SOURCE, (size,), dtype))


def test_uniform_gives_numbers_of_a_fresh_generator() -> None:
    # TensorFlow: three uniforms of a Generator from seed 1.
    values = uniform(Philox(0, 1), (3,), np.dtype(np.float32))
    assert values.tolist() == pytest.approx([0.78749514, 0.3906511, 0.29263055], abs=1e-8)


@pytest.mark.parametrize("dtype", [np.dtype(np.int32), np.dtype(np.int64)], ids=str)
def test_uniform_int_equals_tensorflow(recorded, dtype: np.dtype) -> None:
    info = np.iinfo(dtype)
    for low, high in ((0, 10), (-5, 7), (info.min, info.max)):
        values = uniform_int(SOURCE, (1003,), low, high, dtype)
        recorded(f"uniform int {dtype.name} {low} {high}", values)


@pytest.mark.parametrize("name", ["int32", "int64", "uint32", "uint64"])
def test_full_int_equals_tensorflow(recorded, name: str) -> None:
    recorded(f"full int {name}", full_int(SOURCE, (1003,), np.dtype(name)))


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (2, 3)])
def test_results_have_the_shape_asked_for(shape: tuple[int, ...]) -> None:
    for dtype in FLOATS:
        assert uniform(SOURCE, shape, dtype).shape == shape
    assert uniform_int(SOURCE, shape, 0, 5, np.dtype(np.int32)).shape == shape
    assert full_int(SOURCE, shape, np.dtype(np.uint64)).shape == shape


def test_uniform_rejects_an_integer_dtype() -> None:
    with pytest.raises(TypeError, match="received int32"):
        uniform(SOURCE, (1,), np.dtype(np.int32))
