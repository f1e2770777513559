"""`tf.convert_to_tensor`: what Python and NumPy values become, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


@pytest.mark.parametrize(
    ("value", "dtype", "shape"),
    [
        (1, tf.int32, []),
        (2**40, tf.int64, []),
        (1.5, tf.float32, []),
        (1j, tf.complex128, []),
        (True, tf.bool, []),
        ("text", tf.string, []),
        (b"bytes", tf.string, []),
        ([], tf.float32, [0]),
        ([[]], tf.float32, [1, 0]),
        ([1, 2], tf.int32, [2]),
        ((1, 2.5), tf.float32, [2]),
        ([[1, 2], [3, 4]], tf.int32, [2, 2]),
        (["a", b"b"], tf.string, [2]),
        (range(3), tf.int32, [3]),
        (np.int8(3), tf.int8, []),
        (np.float64(3), tf.float64, []),
        (np.zeros([2, 0]), tf.float64, [2, 0]),
        (np.array([1, 2], ">i4"), tf.int32, [2]),
        (np.arange(6).reshape(2, 3).T, tf.int64, [3, 2]),
        (np.array(["a", "b"]), tf.string, [2]),
        (np.array([b"a", "b"], object), tf.string, [2]),
        ([np.float32(1), np.float32(2)], tf.float32, [2]),
        (tf.TensorShape([1, 2]), tf.int32, [2]),
    ],
    ids=repr,
)
def test_dtype_and_shape_of_a_value(value, dtype, shape):
    tensor = tf.convert_to_tensor(value)
    assert tensor.dtype == dtype
    assert tensor.shape == shape


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (1.5, tf.int32), ("text", tf.int32), (1, tf.string), (300, tf.uint8), (-1, tf.uint8),
        ([1, "a"], None), ([[1], [1, 2]], None), pytest.param(object(), None, id="object"), (None, None),
        ([None, 1], None), ({"a": 1}, None), (2**70, None), ([1, None], tf.float32),
    ],
    ids=repr,
)  # fmt: skip
def test_a_value_that_is_no_tensor_is_refused(value, dtype):
    with pytest.raises((ValueError, TypeError, OverflowError)):
        tf.convert_to_tensor(value, dtype)


def test_a_tensor_stays_itself():
    x = tf.constant(1.0)
    assert tf.convert_to_tensor(x) is x
    assert tf.convert_to_tensor(x, tf.float32) is x


def test_a_tensor_of_another_dtype_is_refused():
    with pytest.raises(ValueError):
        tf.convert_to_tensor(tf.constant(1.0), tf.int32)


def test_a_hint_is_followed_where_it_can_be():
    assert tf.convert_to_tensor(1, dtype_hint=tf.float64).dtype == tf.float64
    assert tf.convert_to_tensor("a", dtype_hint=tf.float64).dtype == tf.string


def test_a_list_with_tensors_is_stacked():
    x = tf.constant(1.0)
    assert tf.convert_to_tensor([x, 2.0, [3.0][0]]).numpy().tolist() == [1.0, 2.0, 3.0]
    assert tf.convert_to_tensor([[x, x], [x, x]]).shape == [2, 2]
    with pytest.raises((ValueError, TypeError, tf.errors.InvalidArgumentError)):
        tf.convert_to_tensor([x, tf.constant([1.0])])


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        ([np.arange(2), np.arange(2)], tf.int32),
        ([np.int8(1), 2], tf.int32),
        ([np.array([2**40]), np.array([1])], tf.int64),
        ([np.float64(1), np.float32(2)], tf.float64),
        ([np.float32(1), np.float64(2)], tf.float32),
        ([1.5, np.float64(2)], tf.float32),
        ([1, np.float64(2)], tf.float32),
        ([np.complex64(1)], tf.complex128),
        ([np.zeros(0, np.int64)], tf.float32),
        (["a", np.array("b")], tf.string),
        ([np.array(["a", "b"])], tf.string),
    ],
)
def test_numpy_values_in_lists_take_the_dtypes_of_python_values(value, dtype):
    assert tf.constant(value).dtype == dtype


def test_big_endian_values_are_kept():
    assert tf.convert_to_tensor(np.array([1, 256], ">i4")).numpy().tolist() == [1, 256]


def test_an_array_changed_later_leaves_a_constant_as_it_was():
    array = np.ones(3, np.float32)
    x = tf.constant(array)
    array[0] = 7.0
    assert x.numpy().tolist() == [1.0, 1.0, 1.0]


def test_numbers_that_numpy_would_warn_of_are_quiet():
    with np.errstate(all="raise"):
        assert np.isinf((tf.constant(1.0) / tf.constant(0.0)).numpy())
        assert np.isnan((tf.math.log(tf.constant(-1.0))).numpy())
        assert np.isinf((tf.constant(1e30) * 1e30).numpy())
        assert np.isinf(tf.function(lambda x: x / 0.0)(tf.constant(1.0)).numpy())


def test_is_tensor_knows_tensors_variables_and_slices():
    x = tf.constant([1.0])
    for value in (x, tf.Variable(x), tf.IndexedSlices(x, tf.constant([0]))):
        assert tf.is_tensor(value)
    for value in (1.0, np.ones(2), tf.TensorSpec([]), tf.TensorArray(tf.float32, 1)):
        assert not tf.is_tensor(value)
    seen = []
    tf.function(lambda x: seen.append(tf.is_tensor(x)))(x)
    assert seen == [True]


def test_raw_ops_take_the_names_of_raw_ops():
    assert tf.raw_ops.Select(condition=[True, False], x=[1, 2], y=[3, 4]).numpy().tolist() == [1, 4]
    assert tf.raw_ops.Sum(input=[1, 2], axis=0).numpy() == 3
    assert tf.raw_ops.ExpandDims(input=[1], axis=0).shape == [1, 1]


def test_numbers_that_are_known_take_the_dtype_that_is_wanted():
    mixed = [tf.constant(1), 2.5]
    assert tf.convert_to_tensor(mixed, tf.float32).numpy().tolist() == [1.0, 2.5]
    assert tf.reshape(tf.zeros(6), (tf.constant(2.7), 3)).shape == [2, 3]
    rows = tf.convert_to_tensor([tf.constant([1]), tf.constant([2])], tf.float32)
    assert rows.numpy().tolist() == [[1.0], [2.0]]


def test_what_is_like_a_tensor_can_be_asked():
    class Own:
        def __tf_tensor__(self, dtype=None, name=None):
            return tf.constant(1.0)

    like = tf.types.experimental.TensorLike
    assert all(isinstance(x, like) for x in (tf.constant(1), 1, 2.5, "a", [1], np.ones(2), Own()))
    assert not isinstance({"a": 1}, like)


@pytest.mark.parametrize("dtype", [tf.float16, tf.float32, tf.float64, tf.complex64])
def test_large_integers_become_floats(dtype):
    with np.errstate(over="ignore"):
        expected = np.array([2.0**70, 1], dtype.as_numpy_dtype)
    np.testing.assert_array_equal(tf.constant([2**70, 1], dtype), expected)
    with pytest.raises(ValueError, match="out-of-range integer"):
        tf.constant([10**400], dtype)


@pytest.mark.parametrize(
    "value",
    [
        object(),
        {"a": 1},
        {1},
        [1, object()],
        tf.SparseTensor([[0]], [1.0], [1]),
        tf.ragged.constant([[1.0], []]),
        [tf.ragged.constant([[1.0], []])],
        tf.TensorSpec([1]),
        tf.TensorArray(tf.float32, 1),
        len,
        int,
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize(
    "convert", [tf.convert_to_tensor, tf.constant], ids=["convert_to_tensor", "constant"]
)
def test_values_of_other_classes_are_refused_as_tensorflow_does(convert, value):
    """Its class is ValueError eagerly, and TypeError while a graph is built."""
    with pytest.raises(ValueError):
        convert(value)
    with pytest.raises(TypeError):
        tf.function(lambda: convert(value))()


def test_a_class_that_is_registered_has_the_spec_of_its_tensor():
    class Outputs:
        def __init__(self, mean):
            self.mean = mean

    def convert(value, dtype=None, name=None, as_ref=False):
        return value.mean

    tf.register_tensor_conversion_function(Outputs, convert)
    spec = tf.type_spec_from_value(Outputs(tf.zeros([2, 3])))
    assert spec == tf.TensorSpec([2, 3], tf.float32)
    with pytest.raises(TypeError, match="Could not build a TypeSpec"):
        tf.type_spec_from_value(object())


def test_the_bytes_of_a_tensor_are_those_of_its_array():
    assert bytes(tf.constant([1, 2])) == np.array([1, 2], np.int32).tobytes()
    assert bytes(tf.constant([[True], [False]])) == b"\x01\x00"
