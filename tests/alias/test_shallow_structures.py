"""`tensorflow.python.util.nest`: structures that are read as deep as another one."""

from __future__ import annotations

import collections

import pytest

from stagelight import nest
from stagelight.alias import shallow_structures

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
