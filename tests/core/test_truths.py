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


@pytest.mark.parametrize("name", ["__bool__", "__nonzero__"])
def test_the_class_has_no_truth_for_wrappers(name):
    """Wrappers of tensors take their methods from the class: in TensorFlow they have no truth."""

    class Wrapper:
        def __init__(self, value):
            self.value = value

        def __bool__(self):
            return getattr(tf.Tensor, name)(self.value)

    for value in (tf.constant(1.0), tf.constant(0)):
        assert getattr(value, name)() is bool(value.numpy())
        with pytest.raises(TypeError, match="Python `bool` is not allowed"):
            bool(Wrapper(value))
        with pytest.raises(TypeError, match="Python `bool` is not allowed"):
            tf.function(lambda x: getattr(x, name)(), autograph=False)(value)
