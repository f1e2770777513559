"""Modules below `tensorflow.python` that libraries import by path."""

from __future__ import annotations

import collections
import functools
import inspect
import logging

import pytest

import stagelight as tf
from stagelight import nest
from stagelight.alias import deprecations, inspection, internals, shallow_structures

Point = collections.namedtuple("Point", "x y")


def test_structures_are_read_down_to_the_leaves_of_a_shallow_one():
    deep = {"a": [1, (2, 3)], "b": Point(4, [5])}
    shallow = {"a": [0, 0], "b": Point(0, 0)}
    assert shallow_structures.flatten_up_to(shallow, deep) == [1, (2, 3), 4, [5]]
    assert shallow_structures.map_structure_up_to(shallow, str, deep) == {
        "a": ["1", "(2, 3)"],
        "b": Point("4", "[5]"),
    }
    assert shallow_structures.flatten_with_tuple_paths_up_to(shallow, deep)[1] == (
        ("a", 1),
        (2, 3),
    )
    assert list(shallow_structures.yield_flat_paths(deep)) == [
        path for path, _ in nest.flatten_with_paths(deep)
    ]
    joined = shallow_structures.flatten_with_joined_string_paths(deep)
    assert joined == [("a/0", 1), ("a/1/0", 2), ("a/1/1", 3), ("b/x", 4), ("b/y/0", 5)]


def test_functions_of_structures_may_get_paths():
    seen = shallow_structures.map_structure_with_tuple_paths(
        lambda path, a, b: (*path, a + b), [1, {"k": 2}], [10, {"k": 20}]
    )
    assert seen == [(0, 11), {"k": (1, "k", 22)}]


@pytest.mark.parametrize(
    ("shallow", "deep", "kind", "text"),
    [
        ([1], 2, TypeError, "input must also be a sequence"),
        ([1], (2,), TypeError, "don't have the same sequence type"),
        ([1, 2], [2], ValueError, "don't have the same sequence length"),
        ({"a": 1}, {"b": 1}, ValueError, "keys are not a subset"),
    ],
)
def test_a_structure_that_does_not_fit_is_refused(shallow, deep, kind, text):
    with pytest.raises(kind, match=text):
        shallow_structures.assert_shallow_structure(shallow, deep)


def test_a_function_says_how_deep_a_structure_is_read():
    deep = [(1, 2), {"a": [3]}]
    shallow = shallow_structures.get_traverse_shallow_structure(
        lambda part: not isinstance(part, tuple), deep
    )
    assert shallow == [False, {"a": [True]}]
    assert shallow_structures.flatten_up_to(shallow, deep) == [(1, 2), 3]


def test_arguments_are_seen_through_own_decorators_and_partial_calls():
    def scale(x, by=2, *, unit="m"):
        return x

    @functools.wraps(scale)
    def wrapper(*args, **kwargs):
        return scale(*args, **kwargs)

    assert inspection.getfullargspec(tf.function(scale)) == inspect.getfullargspec(scale)
    assert inspection.getfullargspec(tf.autograph.to_graph(scale)).args[:2] == ["x", "by"]
    assert inspection.getfullargspec(wrapper).varargs == "args"
    bound = inspection.getfullargspec(functools.partial(scale, 1, by=3))
    assert bound.args == [] and bound.kwonlydefaults == {"unit": "m", "by": 3}
    assert inspection.getfullargspec(tf.rank).args == ["input", "name"]


def test_what_is_old_is_told_of_once(caplog):
    @deprecations.deprecated("2030-01-01", "Use new().")
    def old_function(x):
        return x

    @deprecations.deprecated_args(None, "Leave it.", "axis")
    def with_old_argument(x, axis=None):
        return x

    with caplog.at_level(logging.WARNING, tf.get_logger().name):
        tf.get_logger().addHandler(caplog.handler)
        try:
            assert old_function(1) == old_function(1) == with_old_argument(1) == 1
            with deprecations.silence():
                with_old_argument(1, axis=0)
            with_old_argument(1, axis=0)
        finally:
            tf.get_logger().removeHandler(caplog.handler)
    texts = {record.getMessage() for record in caplog.records}
    assert len(texts) == 2
    assert any("old_function" in text and "2030-01-01" in text for text in texts)
    assert any("the argument axis" in text for text in texts)


@pytest.mark.parametrize("is_staged", [False, True])
def test_a_case_takes_the_first_that_is_true(is_staged):
    def pick(x):
        pairs = [(x < 1, lambda: 1), (x < 5, lambda: 5), (x < 3, lambda: 3)]
        return internals.case(tf.cond, pairs, lambda: 9, False, "pick")

    run = tf.function(pick) if is_staged else pick
    assert [int(run(tf.constant(x))) for x in (0, 2, 7)] == [1, 5, 9]


def test_shapes_in_tensors_are_known_as_far_as_they_are_constants():
    assert internals.constant_value_as_shape(tf.constant([2, -1])).as_list() == [2, None]

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32), tf.TensorSpec([3], tf.int32)])
    def shapes(size, sizes):
        known.append(internals.constant_value_as_shape(tf.stack([size, 4])).as_list())
        known.append(internals.constant_value_as_shape(sizes).as_list())
        return size

    known = []
    shapes(1, [1, 2, 3])
    assert known == [[None, 4], [None, None, None]]


def test_operators_are_added():
    linalg = tf.linalg
    (diagonal,) = internals.add_operators(
        [linalg.LinearOperatorDiag([1.0, 2.0]), linalg.LinearOperatorIdentity(2)]
    )
    assert isinstance(diagonal, linalg.LinearOperatorDiag)
    (full,) = internals.add_operators([diagonal, linalg.LinearOperatorFullMatrix(tf.ones([2, 2]))])
    assert full.to_dense().numpy().tolist() == [[3.0, 1.0], [1.0, 4.0]]
