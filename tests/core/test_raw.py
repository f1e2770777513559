"""`tf.raw_ops`: how inputs and attrs are read, what is converted, and in what form results come."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.core import registry


@pytest.fixture
def x():
    return tf.constant([1.0, 2.0])


def test_a_number_takes_the_dtype_of_the_tensor_on_either_side():
    for dtype in (tf.float16, tf.int64, tf.complex64):
        tensor = tf.constant([3, 4], dtype)
        assert tf.raw_ops.Sub(x=10, y=tensor).dtype == dtype
        assert tf.raw_ops.Sub(x=tensor, y=10).numpy().tolist() == [-7, -6]


def test_a_list_input_takes_the_dtype_of_its_first_tensor(x):
    packed = tf.raw_ops.Pack(values=[1, tf.constant(2, tf.int64), 3])
    assert packed.dtype == tf.int64
    assert packed.numpy().tolist() == [1, 2, 3]


def test_a_number_that_the_dtype_cannot_hold_is_refused():
    with pytest.raises(TypeError, match=r"Mul: input 'x': Cannot convert 2\.5"):
        tf.raw_ops.Mul(x=2.5, y=tf.constant(1))


def test_two_dtypes_are_refused_eagerly_and_in_graphs(x):
    """The classes differ, as TensorFlow's do."""
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"#1\(zero-based\).*float.*int32"):
        tf.raw_ops.Mul(x=x, y=tf.constant([1, 2]))
    with pytest.raises(TypeError, match=r"'y' of 'Mul' Op has type int32.*float32 of input 'x'"):
        tf.function(lambda a: tf.raw_ops.Mul(x=a, y=tf.constant([1, 2])))(x)


def test_a_dtype_that_the_op_does_not_know_is_refused(x):
    words = tf.constant(["a"])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"dtype string.*allowed"):
        tf.raw_ops.MatMul(a=words, b=words)
    with pytest.raises(TypeError, match=r"dtype string.*allowed"):
        tf.function(lambda a: tf.raw_ops.MatMul(a=a, b=a))(words)
    message = "attr 'out_type' of Shape is float32"
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        tf.raw_ops.Shape(input=x, out_type=tf.float32)
    with pytest.raises(TypeError, match=message):
        tf.function(lambda a: tf.raw_ops.Shape(input=a, out_type=tf.float32))(x)


def test_attrs_may_follow_the_inputs_by_position():
    a = tf.ones([2, 3])
    assert tf.raw_ops.MatMul(a, a, True).shape == [3, 3]
    assert tf.raw_ops.MatMul(a, a, False, True).shape == [2, 2]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: tf.raw_ops.Mul(x), "misses the required input 'y'"),
        (lambda x: tf.raw_ops.Mul(x, x, x), "at most 2 positional arguments.*Received 3"),
        (lambda x: tf.raw_ops.Mul(x, x, z=1), "unexpected keyword argument 'z'"),
        (
            lambda x: tf.raw_ops.MatMul(x, x, True, transpose_a=False),
            "multiple values.*transpose_a",
        ),
        (lambda x: tf.raw_ops.Cast(x=x), "Cast.* misses the required attr 'DstT'"),
        (lambda x: tf.raw_ops.Pack(values=x), "'values' must be a list of tensors"),
    ],
)
def test_a_call_that_does_not_fit_the_signature_is_refused(x, call, message):
    with pytest.raises(TypeError, match=message):
        call(x)
    with pytest.raises(TypeError, match=message):
        tf.function(call)(x)


def test_an_attr_outside_of_its_allowed_values_is_refused():
    image = tf.ones([1, 4, 4, 1])
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "ODD"}
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"'padding' must be one of.*'ODD'"):
        tf.raw_ops.MaxPool(input=image, **attrs)
    with pytest.raises(ValueError, match="'padding' must be one of"):
        tf.function(lambda t: tf.raw_ops.MaxPool(input=t, **attrs))(image)


def test_attrs_that_follow_from_the_inputs_may_be_given(x):
    """GraphDefs name them, and so do programs that were written from one."""
    assert tf.raw_ops.Mul(x=x, y=2, T=tf.float32).numpy().tolist() == [2.0, 4.0]


def test_several_outputs_have_the_names_of_the_signature(x):
    top = tf.raw_ops.TopKV2(input=x, k=1)
    assert top.indices.numpy().tolist() == [1]
    assert top._fields == ("values", "indices")


def test_a_list_output_is_a_list_also_of_one(x):
    parts = tf.raw_ops.Split(axis=0, value=x, num_split=1)
    assert isinstance(parts, list)
    assert parts[0].numpy().tolist() == [1.0, 2.0]


def test_an_op_without_outputs_gives_its_operation_in_a_graph():
    assert tf.raw_ops.NoOp() is None
    with tf.Graph().as_default() as graph:
        operation = tf.raw_ops.NoOp(name="here")
        assert operation is graph.get_operation_by_name("here")


def test_what_is_converted_stands_under_the_name_of_the_operation():
    """As in TensorFlow, whose graphs are compared by these names."""
    with tf.Graph().as_default() as graph:
        p = tf.compat.v1.placeholder(tf.float32, name="p")
        tf.raw_ops.Mul(x=p, y=2.0)
        tf.raw_ops.Mul(x=p, y=2.0, name="twice")
        tf.raw_ops.Pack(values=[p, 1.0])
    assert [operation.name for operation in graph.get_operations()] == [
        "p",
        "Mul/y",
        "Mul",
        "twice/y",
        "twice",
        "Pack/values_1",
        "Pack",
    ]


def test_all_ops_are_listed_and_no_others_are_found():
    assert dir(tf.raw_ops) == sorted(registry.op_names())
    assert not hasattr(tf.raw_ops, "NoSuchOp")
    with pytest.raises(AttributeError, match="NoSuchOp"):
        tf.raw_ops.NoSuchOp()
    assert "transpose_a" in tf.raw_ops.MatMul.__doc__


def test_an_array_takes_the_dtype_of_the_variable_beside_it():
    v = tf.Variable([1.0, 2.0])
    for result in (
        tf.raw_ops.AddV2(x=v, y=np.array([3.0, 4.0])),
        tf.raw_ops.AddV2(x=np.array([3.0, 4.0]), y=v),
    ):
        assert result.dtype == tf.float32
        assert result.numpy().tolist() == [4.0, 6.0]


@pytest.mark.parametrize("values", [[1.0, 2.0], [1, 2], [1j, 2], np.array([1.0, 2.0])])
def test_a_value_of_no_allowed_dtype_takes_the_one_of_the_signature(values):
    for call in (lambda f: f(), lambda f: tf.function(f)()):
        found = call(lambda: tf.signal.fft(values))
        assert found.dtype is (tf.complex128 if 1j in values else tf.complex64)
        np.testing.assert_allclose(found, np.fft.fft(values))


def test_a_value_keeps_its_own_dtype_where_that_is_allowed():
    # The signature says int64 by default.
    graph = tf.function(lambda: tf.one_hot([1, 2], 3)).get_concrete_function().graph
    assert [op.get_attr("TI") for op in graph.get_operations() if op.type == "OneHot"] == [tf.int32]


def test_float_attrs_are_single_precision():
    """As in a GraphDef, eagerly and staged: the results of doubles show it."""
    slope = float(np.float32(0.3))
    x = tf.constant([-1.0], tf.float64)
    for call in (lambda f, *a: f(*a), lambda f, *a: tf.function(f)(*a)):
        assert call(lambda x: tf.nn.leaky_relu(x, 0.3), x).numpy() == -slope
        assert call(lambda x: tf.raw_ops.LeakyRelu(features=x), x).numpy() == -float(np.float32(0.2))
        between = tf.constant([(0.1 + float(np.float32(0.1))) / 2], tf.float64)
        assert call(
            lambda y: tf.raw_ops.ApproximateEqual(x=y * 0, y=y, tolerance=0.1), between
        ).numpy()
        pooled = call(
            lambda x: tf.raw_ops.FractionalMaxPool(value=x, pooling_ratio=[1, 1.2, 1.2, 1])[0],
            tf.zeros([1, 18, 18, 1]),
        )
        assert pooled.shape == [1, 14, 14, 1]
    with tf.Graph().as_default():
        op = tf.raw_ops.LeakyRelu(features=tf.zeros([2]), alpha=0.3).op
    assert op.get_attr("alpha") == slope
