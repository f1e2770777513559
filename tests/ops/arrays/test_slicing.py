"""`tf.slice` and updates of slices beyond the samples."""

import stagelight as tf
from stagelight.core.raw import raw
from tests.ops.static_shapes import inferred


def test_static_shapes():
    assert inferred(lambda x: tf.slice(x, [0, 1], [-1, 2]), [None, 3]) == [None, 2]
    assert inferred(lambda x: tf.slice(x, [0, 1], [-1, -1]), [None, 3]) == [None, 2]
    assert inferred(lambda x: tf.slice(x, [0, 0], [tf.shape(x)[0], 2]), None) == [None, 2]


def test_an_update_leaves_its_input_alone():
    x = tf.constant([1, 2, 3])
    y = raw.TensorStridedSliceUpdate(input=x, begin=[0], end=[2], strides=[1], value=9)
    assert y.numpy().tolist() == [9, 9, 3]
    assert x.numpy().tolist() == [1, 2, 3]
