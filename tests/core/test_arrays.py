"""Arrays of values: the short way gives what the general one gives."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.arrays import array_in_general, plain_array, to_array

VALUES = [
    0, -1, 2**31 - 1, 2**31, -(2**31) - 1, 2**63, 255, 256, True, 1.5, -0.0, 1e300, float("nan"), 1j, "a",
    [], [1], [1, 2], (3, -4), [2**31], [2**40, 1], [2**70], [1.5, 2.0], [1, 2.5], [True, False], [True, 1],
    [[1, 2], [3, 4]], [[1.0], [2.0]], [1e300, 1.0], ["a", "b"], range(3),
    np.float64(2), np.arange(3), np.arange(6.0).reshape(2, 3).T, np.zeros([0, 2], np.int8),
    np.array([1, 2], ">i4"), np.array([True]), np.array(3, np.uint16), [np.float32(1)], [np.arange(2)],
]  # fmt: skip
DTYPES = [
    None, tf.int32, tf.int64, tf.int8, tf.uint8, tf.uint64, tf.float32, tf.float64, tf.float16,
    tf.bool, tf.complex64,
]  # fmt: skip


def outcome(make, value, dtype):
    try:
        return make(value, dtype)
    except (ValueError, TypeError, OverflowError) as error:
        return type(error)


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("dtype", DTYPES, ids=repr)
def test_the_short_way_gives_what_the_general_one_gives(value, dtype):
    short, general = outcome(to_array, value, dtype), outcome(array_in_general, value, dtype)
    if isinstance(general, type):
        assert short is general
        return
    assert short[1] is general[1]
    assert short[0].dtype == general[0].dtype
    assert short[0].flags.c_contiguous
    np.testing.assert_array_equal(short[0], general[0])
    assert short[0].shape == general[0].shape


def test_an_array_is_copied():
    array = np.arange(3)
    made, _ = to_array(array, None)
    array[0] = 7
    assert made.tolist() == [0, 1, 2]


def test_a_value_beyond_the_dtype_is_infinite_even_where_warnings_are_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert tf.constant(1e300).numpy() == np.inf
        assert tf.constant([1e300, 1.0]).numpy().tolist() == [np.inf, 1.0]


def test_what_has_a_short_way():
    for value in (1, 1.5, True, [1, 2], (1.0, 2.0), np.arange(3)):
        assert plain_array(value, None) is not None
    for value in ("a", 2**40, [1, 2.0], [[1]], np.array(["a"]), None):
        assert plain_array(value, None) is None


@pytest.mark.parametrize("is_staged", [False, True])
@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "float32", "bfloat16", "bool", "complex64"])
@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        (np.array(["1970-01-03", "1970-04-11"], "datetime64[D]"), [2, 100]),
        (np.array([3, 100], "timedelta64[h]"), [3, 100]),
        (np.array([], "datetime64[s]"), []),
        (np.datetime64("1970-01-03"), 2),
    ],
)
def test_dates_are_numbers_where_numbers_are_asked_for(values, numbers, dtype, is_staged):
    def convert():
        return tf.constant(values, dtype)

    found = (tf.function(convert) if is_staged else convert)()
    np.testing.assert_array_equal(found.numpy(), tf.cast(numbers, dtype).numpy())
    assert found.dtype.name == dtype


@pytest.mark.parametrize("dtype", [None, "string"])
def test_dates_alone_have_no_dtype(dtype):
    with pytest.raises(ValueError, match="Unsupported"):
        tf.constant(np.array(["1970-01-03"], "datetime64[D]"), dtype)
