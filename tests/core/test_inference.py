"""What inference rules ask: values that follow from constants, known parts of shapes, requirements."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.control_flow.linearization import linearized
from stagelight.core.dispatch import pushed
from stagelight.core.inference import (
    broadcast_shapes,
    constant_value,
    first_known,
    known_dims,
    normalized_axis,
    require_rank,
    require_rank_at_least,
    shape_from,
    shape_text,
)


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def rows():
    """A placeholder of shape `[None, 4]`."""
    return tf.compat.v1.placeholder(tf.float32, [None, 4])


# ---------------------------------------------------------------------------- values


def test_a_value_follows_from_constants_through_pure_ops():
    x = tf.constant([1, 2, 3, 4])
    assert constant_value(tf.reduce_sum(x * 2) + 1) == 21
    assert constant_value(tf.split(x, 2)[1]).tolist() == [3, 4]


def test_a_value_follows_from_a_static_shape(rows):
    assert constant_value(tf.shape(rows)[1] * 2) == 8
    assert constant_value(tf.shape(rows)) is None
    assert constant_value(tf.rank(rows)) == 2


@pytest.mark.parametrize(
    ("make", "sizes"),
    [
        (lambda: tf.where([True, False, True])[:, 0], [0, 2]),
        (lambda: tf.unique([3, 4, 3])[0], [3, 4]),
        (lambda: tf.boolean_mask([2, 3, 4], [True, False, True]), [2, 4]),
        (lambda: tf.dynamic_partition([2, 3, 4], [0, 1, 0], 2)[0], [2, 4]),
        (
            lambda: tf.dynamic_stitch(tf.dynamic_partition(tf.range(2), [1, 0], 2), [[2], [3]]),
            [3, 2],
        ),
        (lambda: tf.raw_ops.ListDiff(x=[2, 3, 4], y=[3])[0], [2, 4]),
        (lambda: tf.ragged.range([2, 3]).values, [0, 1, 0, 1, 2]),
        (lambda: tf.sets.intersection([[1, 2, 3]], [[2, 3, 9]]).values, [2, 3]),
        (lambda: tf.image.non_max_suppression([[0.0, 0, 1, 1], [0, 2, 1, 3]], [1.0, 2], 2), [1, 0]),
        (lambda: tf.sparse.from_dense([0, 2, 3]).values, [2, 3]),
        (lambda: tf.strings.to_number(tf.strings.split("2 3"), tf.int32), [2, 3]),
    ],
    ids=lambda x: None if callable(x) else str(x),
)
def test_values_of_which_there_are_as_many_as_constants_say_are_known(make, sizes):
    """TensorFlow's inference runs such ops, too, so that static shapes are as much known as there."""
    assert constant_value(make()).tolist() == sizes
    assert tf.fill(make(), 0.0).shape == sizes


def test_what_is_much_to_compute_is_no_constant():
    many = tf.constant(np.arange(2000) % 2, tf.int32)
    for make in (
        lambda: tf.where(many > 0),
        lambda: tf.ragged.range([3000]).values,
        lambda: tf.strings.split(tf.constant("a " * 1000)),
    ):
        assert constant_value(make()) is None


@pytest.mark.parametrize(
    "make",
    [
        lambda: tf.random.uniform([2], seed=1),
        lambda: tf.compat.v1.placeholder(tf.int32, []),
        lambda: tf.compat.v1.placeholder_with_default(1, []),
        lambda: tf.Variable(1, name="v").read_value(),
        lambda: tf.cond(tf.constant(True), lambda: 1, lambda: 2),
        lambda: tf.numpy_function(lambda: np.int32(1), [], tf.int32),
    ],
    ids=["random", "placeholder", "default", "variable", "conditional", "host call"],
)
def test_what_a_run_brings_is_no_constant(make):
    """Folded, it would be the same in each run."""
    assert constant_value(make()) is None
    assert constant_value(tf.identity(make())) is None


def test_what_fails_is_no_constant_and_fails_when_it_runs():
    bad = tf.gather([1, 2], 5)
    assert constant_value(bad) is None
    with tf.compat.v1.Session() as session, pytest.raises(tf.errors.InvalidArgumentError):
        session.run(bad)


def test_large_values_are_not_computed_but_large_constants_are_known():
    assert constant_value(tf.zeros([40, 40])) is None
    assert constant_value(tf.constant(np.zeros([40, 40]))).shape == (40, 40)
    assert constant_value(tf.reduce_sum(tf.constant(np.ones([40, 40])))) == 1600


def test_a_large_constant_is_not_handed_from_the_forward_graph_to_the_backward_graph():
    function = tf.function(lambda x: tf.reduce_sum(tf.exp(x) * np.ones([50, 50], np.float32)))
    graph = function.get_concrete_function(tf.TensorSpec([50, 50])).graph
    further = linearized(graph, (0,)).forward.outputs[1:]
    assert [x.op.type for x in further] == ["Exp"]


def test_long_chains_need_no_recursion():
    x = tf.constant(1)
    for _ in range(3000):
        x = x + 1
    assert constant_value(x) == 3001


def test_eager_values_that_a_function_captures_are_known():
    shapes = []
    with pushed(stage=None):
        size = tf.constant([2, 3])
        tf.function(lambda: shapes.append(tf.zeros(size).shape.as_list()))()
    assert shapes == [[2, 3]]


# ---------------------------------------------------------------------------- parts of shapes


def test_the_known_part_of_a_vector_that_stands_for_a_shape(rows):
    shape = tf.shape(rows)
    assert known_dims(shape) == [None, 4]
    assert known_dims(tf.stack([shape[0], 10, shape[1]])) == [None, 10, 4]
    assert known_dims(tf.concat([shape, [3]], 0)) == [None, 4, 3]
    assert known_dims(shape[1:]) == [4]
    assert known_dims(tf.cast(shape, tf.int64)) == [None, 4]


def test_nothing_is_said_of_what_is_no_shape(rows):
    assert known_dims(rows) is None
    unknown = tf.compat.v1.placeholder(tf.int32, [None])
    assert known_dims(unknown) is None
    assert known_dims(tf.compat.v1.placeholder(tf.int32, [2])) == [None, None]


def test_minus_one_is_an_unknown_size():
    assert shape_from(tf.constant([2, -1])).as_list() == [2, None]
    assert shape_from(tf.compat.v1.placeholder(tf.int32, [None])).rank is None


def test_a_shape_that_is_learned_later_counts(rows):
    shape = tf.shape(rows)
    assert tf.zeros(shape).shape.as_list() == [None, 4]
    rows.set_shape([7, None])
    assert tf.zeros(shape).shape.as_list() == [7, 4]


# ---------------------------------------------------------------------------- requirements


def test_shapes_that_must_agree_are_merged():
    one, other = tf.TensorShape([None, 3]), tf.TensorShape([2, None])
    assert first_known(one, tf.TensorShape(None), other).as_list() == [2, 3]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"\[\?,3\] and \[2,4\]"):
        first_known(one, tf.TensorShape([2, 4]))


def test_shapes_that_do_not_broadcast_are_told_as_tensorflow_tells_them():
    assert broadcast_shapes(tf.TensorShape([None, 1]), tf.TensorShape([5])).as_list() == [None, 5]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"shapes: \[2,\?\] vs\. \[3,1\]"):
        broadcast_shapes(tf.TensorShape([2, None]), tf.TensorShape([3, 1]))
    assert shape_text(tf.TensorShape(None)) == "<unknown>"
    assert shape_text((2, 3)) == "[2,3]"


def test_a_rank_is_required_where_it_is_known(rows):
    unknown = tf.compat.v1.placeholder(tf.float32)
    assert require_rank(rows, 2, "rows").as_list() == [None, 4]
    assert require_rank(unknown, 2, "rows").as_list() == [None, None]
    require_rank_at_least(unknown, 5, "rows")
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"rows must be of rank 3.*\[\?,4\]"):
        require_rank(rows, 3, "rows")
    with pytest.raises(tf.errors.InvalidArgumentError, match="at least 3"):
        require_rank_at_least(rows, 3, "rows")


@pytest.mark.parametrize(
    ("axis", "rank", "expected"),
    [
        (-1, 3, 2),
        (0, 3, 0),
        (2, 3, 2),
        (0, 0, 0),
        (-1, 0, None),
        (3, 3, None),
        (-4, 3, None),
    ],
)
def test_an_axis_is_counted_from_the_front(axis, rank, expected):
    if expected is not None:
        assert normalized_axis(axis, rank) == expected
        return
    with pytest.raises(tf.errors.InvalidArgumentError, match=rf"axis must be in .*{axis}"):
        normalized_axis(axis, rank)


def test_long_chains_of_diamonds_are_decided_without_recursion():
    with tf.Graph().as_default():
        x = start = tf.compat.v1.placeholder(tf.float32, [])
        for _ in range(2000):
            x = x * 1.5 + x
        assert constant_value(x) is None
        y = tf.constant(1.0)
        for _ in range(2000):
            y = y * 0.5 + y * 0.5
        assert constant_value(y) == 1.0
        assert constant_value(y + start) is None
