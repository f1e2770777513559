"""The brackets of tensors beyond the samples."""

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.tensor import EagerTensor
from stagelight.ops.arrays.indexing import getitem
from tests.ops.static_shapes import inferred

X = tf.constant(np.arange(24).reshape(2, 3, 4))
KEYS = [
    0, -1, slice(None), slice(1, None), slice(None, -1), slice(5, 9), slice(None, None, -1),
    slice(-1, None, -2), (0, 1), (0, 1, 2), (slice(None), 1), (Ellipsis, 0), (0, Ellipsis),
    (None, 0), (slice(None), None, 1), (1, Ellipsis, None), (), Ellipsis, None,
    (slice(1), slice(None, None, 2), slice(2, 0, -1)),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_the_shortcut_gives_what_the_op_gives(key):
    quick, general = X[key], getitem(X, key)
    assert quick.dtype is general.dtype
    assert np.array_equal(quick.numpy(), general.numpy())
    assert np.array_equal(quick.numpy(), X.numpy()[key])


def test_elements_of_every_kind_stay_tensors():
    for value in ([1.5], ["a"], [True], [1 + 2j]):
        element = tf.constant(value)[0]
        assert isinstance(element, EagerTensor)
        assert element.shape == []
        assert element.dtype is tf.constant(value).dtype
    assert tf.constant(["ab"])[0].numpy() == b"ab"


@pytest.mark.parametrize(
    ("key", "error", "message"),
    [
        (5, tf.errors.InvalidArgumentError, "slice index 5 of dimension 0 out of bounds"),
        ((0, -4), tf.errors.InvalidArgumentError, "slice index -4 of dimension 1 out of bounds"),
        ((0, 0, 0, 0), tf.errors.InvalidArgumentError, "has only 3 dims"),
        (slice(None, None, 0), tf.errors.InvalidArgumentError, "non-zero"),
        (1.0, TypeError, "Only integers"),
        ("a", TypeError, "Only integers"),
        ((0, [1]), TypeError, "Only integers"),
    ],
)
def test_what_is_wrong_is_said_as_tensorflow_says_it(key, error, message):
    with pytest.raises(error, match=message):
        X[key]


def test_iteration_gives_rows_and_stops():
    rows = list(tf.constant([[1, 2], [3, 4]]))
    assert [row.numpy().tolist() for row in rows] == [[1, 2], [3, 4]]
    assert list(tf.zeros([0, 2])) == []


def test_tensors_and_variables_are_indices():
    assert X[tf.constant(1), tf.Variable(2), np.int64(3)].numpy() == 23
    assert X[tf.constant(0) : tf.constant(1, tf.int64)].shape == [1, 3, 4]


def test_masks_pick_by_truth():
    mask = tf.constant([True, False])
    assert X[mask].shape == [1, 3, 4]
    assert X[X > 21].numpy().tolist() == [22, 23]
    assert X[np.array([False, False])].shape == [0, 3, 4]


def test_the_gradient_of_a_slice_is_zero_elsewhere():
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x[1] * x[-1]
    assert tape.gradient(y, x).numpy().tolist() == [0.0, 3.0, 2.0]


def test_static_shapes_of_slices():
    assert inferred(lambda x: x[0], [None, 3]) == [3]
    assert inferred(lambda x: x[:, 1:], [None, 3]) == [None, 2]
    assert inferred(lambda x: x[1:], [None, 3]) == [None, 3]
    assert inferred(lambda x: x[..., None], [None, 3]) == [None, 3, 1]
    assert inferred(lambda x: x[: tf.shape(x)[0], 0], [None, 3]) == [None]
    assert inferred(lambda x: x[:, : tf.shape(x)[1] - 1], [None, 3]) == [None, 2]
    assert inferred(lambda x: x[0], None) is None


def test_a_known_index_out_of_bounds_is_refused_while_tracing():
    with pytest.raises(ValueError, match="slice index 5 of dimension 1 out of bounds"):
        inferred(lambda x: x[:, 5], [None, 3])
