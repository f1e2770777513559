"""The truth value of eager tensors."""

from __future__ import annotations

import pytest

import stagelight as tf

DTYPES = ("float32", "float16", "bfloat16", "int64", "uint8", "bool", "complex64", "string")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(0,), (0, 2), (2, 0), (1, 0)], ids=str)
def test_a_tensor_without_elements_is_false(dtype, shape):
    assert bool(tf.zeros(shape, dtype)) is False
    assert ("some" if tf.zeros(shape, dtype) else "none") == "none"


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(), (1,), (1, 1)], ids=str)
def test_a_tensor_of_one_element_is_as_true_as_it(dtype, shape):
    assert bool(tf.zeros(shape, dtype)) is False
    one = tf.fill(shape, "a") if dtype == "string" else tf.ones(shape, dtype)
    assert bool(one) is True


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_tensor_of_several_elements_has_no_truth_value(dtype):
    with pytest.raises(ValueError, match="ambiguous"):
        bool(tf.zeros([2], dtype))
