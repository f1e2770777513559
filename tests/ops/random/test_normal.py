"""Normals, truncated normals and bounded normals have TensorFlow's bits."""

import math

import ml_dtypes
import numpy as np
import pytest

from stagelight.errors import InternalError, InvalidArgumentError
from stagelight.ops.random.bounded_normal import bounded_normal, even_batches, reserved_blocks
from stagelight.ops.random.keys import philox_of_seed
from stagelight.ops.random.normal import normal
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.truncated_normal import truncated_normal

SOURCE = Philox(0x123456789ABCDEF0, 7 << 64 | (2**64 - 70))
FLOATS = [np.dtype(d) for d in (np.float16, ml_dtypes.bfloat16, np.float32, np.float64)]
SIZES = (1, 2, 3, 7, 100, 20_011)
BOUNDS = {
    "both": (0.0, 1.0, -2.0, 2.0),
    "tail": (0.0, 1.0, 3.0, 9.0),
    "near": (1.0, 2.0, 2.0, 2.5),
    "lower tail": (0.0, 1.0, -math.inf, -2.5),
    "below mean": (5.0, 1.0, -3.0, 4.0),
    "one side": (0.0, 1.0, 0.0, math.inf),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_normal_equals_tensorflow(recorded, dtype: np.dtype, size: int) -> None:
    recorded(f"normal {dtype.name} {size}", normal(SOURCE, (size,), dtype))


def test_normal_gives_numbers_known_from_the_documentation() -> None:
    # tf.random.Generator.from_seed(1234).normal(shape=(2, 3)), from its docstring.
    values = normal(Philox(0, 1234), (2, 3), np.dtype(np.float32))
    expected = [[0.9356609, 1.0854305, -0.93788373], [-0.5061547, 1.3169702, 0.7137579]]
    assert np.array_equal(values, np.array(expected, np.float32))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_truncated_normal_equals_tensorflow(recorded, dtype: np.dtype, size: int) -> None:
    recorded(f"truncated {dtype.name} {size}", truncated_normal(SOURCE, (size,), dtype))


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (2, 3)])
def test_results_have_the_shape_asked_for(shape: tuple[int, ...]) -> None:
    for dtype in FLOATS:
        assert normal(SOURCE, shape, dtype).shape == shape
        assert truncated_normal(SOURCE, shape, dtype).shape == shape


def test_normals_reject_an_integer_dtype() -> None:
    for draw in (normal, truncated_normal):
        with pytest.raises(TypeError, match="received int32"):
            draw(SOURCE, (1,), np.dtype(np.int32))


@pytest.mark.parametrize("kind", BOUNDS)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_bounded_normal_equals_tensorflow(recorded, dtype: str, kind: str) -> None:
    parameters = [np.array([number, number], dtype) for number in BOUNDS[kind]]
    values = bounded_normal(philox_of_seed(np.array([1, 2])), np.array([20, 20]), *parameters)
    recorded(f"bounded {dtype} {kind}", values.reshape(2, 20).T)


def one(*numbers: float) -> list[np.ndarray]:
    return [np.array([number], np.float32) for number in numbers]


def test_bounded_normal_is_within_its_bounds_over_many_rounds() -> None:
    values = bounded_normal(SOURCE, np.array([5000]), *one(1.0, 2.0, 2.0, 2.5))
    assert values.size == 5000
    assert values.min() >= 2.0
    assert values.max() <= 2.5
    assert bounded_normal(SOURCE, np.array([0]), *one(0, 1, -1, 1)).size == 0


@pytest.mark.parametrize(
    "parameters", [(0, 0, -1, 1), (0, 1, 1, 1), (0, 1, -math.inf, math.inf), (0, 1, math.nan, 1)]
)
def test_bounded_normal_rejects_impossible_parameters(parameters: tuple[float, ...]) -> None:
    with pytest.raises(InvalidArgumentError, match="stddev > 0, minval < maxval"):
        bounded_normal(SOURCE, np.array([1]), *one(*parameters))


def test_bounded_normal_gives_up_after_a_thousand_rejections() -> None:
    # So far out that the square of the lower bound is infinite in float32.
    with pytest.raises(InternalError, match="1000 proposals"):
        bounded_normal(SOURCE, np.array([50]), *one(0, 1, 1e30, math.inf))


def test_requests_with_scalar_parameters_are_cut_into_hundreds() -> None:
    assert even_batches(250).tolist() == [100, 100, 50]
    assert even_batches(0).tolist() == []
    assert reserved_blocks(1, 100) == 51500
