"""`tf.shape` and its kin beyond the samples."""

import pytest

import stagelight as tf
from stagelight.core.inference import known_dims
from tests.ops.static_shapes import inferred


def traced_dims(function, *shapes):
    found = []

    def body(*args):
        found.append(known_dims(function(*args)))
        return args[0]

    inferred(body, *shapes)
    return found[0]


def test_the_known_part_of_a_shape_stays_known():
    assert traced_dims(lambda x: tf.shape(x), [None, 3]) == [None, 3]
    assert traced_dims(lambda x: tf.shape(x)[1:], [None, 3, 4]) == [3, 4]
    assert traced_dims(lambda x: tf.shape(x)[::-1], [None, 3]) == [3, None]
    assert traced_dims(lambda x: tf.concat([tf.shape(x), [5]], 0), [None, 3]) == [None, 3, 5]
    assert traced_dims(lambda x: tf.stack([tf.shape(x)[0], 7]), [None, 3]) == [None, 7]
    assert traced_dims(lambda x: tf.gather(tf.shape(x), [1, 0]), [None, 3]) == [3, None]
    assert traced_dims(lambda x: tf.slice(tf.shape(x), [1], [1]), [None, 3]) == [3]
    assert traced_dims(lambda x: tf.reshape(tf.shape(x)[1], [1]), [None, 3]) == [3]


def test_elements_that_are_no_sizes_are_left_alone():
    # The rules for shapes must not round or reread other elements.
    assert inferred(lambda x: tf.repeat(["a", "b"], 2), [1]) == [4]
    assert inferred(lambda x: tf.repeat(x, tf.shape(x)[0], axis=1), [None, 3, 2]) == [None, None, 2]
    assert float(tf.function(lambda: tf.reshape([1.5], []) * 2.0)()) == 3.0


def test_a_known_shape_is_a_constant_while_tracing():
    graph = tf.Graph()
    with graph.as_default():
        assert tf.shape(tf.zeros([2, 3])).op.type == "Const"
        assert tf.size(tf.zeros([2, 3])).op.type == "Const"
        assert tf.rank(tf.zeros([2, 3])).op.type == "Const"


def test_shapes_of_sparse_objects_are_their_dense_shape():
    slices = tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0]), tf.constant([4, 1]))
    assert tf.shape(slices).numpy().tolist() == [4, 1]
    assert tf.size(slices).numpy() == 4
    assert tf.rank(slices).numpy() == 2


def test_static_shapes_convert_to_tensors():
    assert tf.convert_to_tensor(tf.TensorShape([2, 3])).numpy().tolist() == [2, 3]
    assert tf.convert_to_tensor(tf.TensorShape([2**40])).dtype == tf.int64
    with pytest.raises(ValueError, match="partially known"):
        tf.convert_to_tensor(tf.TensorShape([None]))
