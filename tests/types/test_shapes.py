"""Shapes: reading, printing, and the lattice laws."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stagelight.types.dimension import Dimension
from stagelight.types.shapes import (
    TensorShape,
    as_shape,
    broadcast_static_shape,
    dimension_at_index,
    shape_of,
    unknown_shape,
)

PARTIAL = TensorShape([2, None])
UNKNOWN = TensorShape(None)
SCALAR = TensorShape([])

sizes = st.none() | st.integers(0, 3)
shapes = st.none().map(TensorShape) | st.lists(sizes, max_size=3).map(TensorShape)
full_shapes = st.lists(st.integers(0, 3), max_size=3).map(TensorShape)


@pytest.mark.parametrize(
    ("dims", "shape"),
    [
        (3, "TensorShape([3])"),
        ([2, None], "TensorShape([2, None])"),
        (np.array([1, 2]), "TensorShape([1, 2])"),
        (PARTIAL, "TensorShape([2, None])"),
        ([Dimension(3), Dimension(None)], "TensorShape([3, None])"),
        (Dimension(3), "TensorShape([3])"),
        ((np.int64(3),), "TensorShape([3])"),
        (iter([1, 2]), "TensorShape([1, 2])"),
        (None, "TensorShape(None)"),
        ((), "TensorShape([])"),
    ],
)
def test_shape_is_made_of(dims, shape):
    assert repr(TensorShape(dims)) == shape


def test_sizes_are_python_ints():
    assert type(TensorShape([np.int64(3)])[0]) is int


@pytest.mark.parametrize(
    ("dims", "error", "message"),
    [
        ([2, -1], ValueError, "Dimension -1 must be >= 0"),
        ([2, "3"], TypeError, "Dimension value must be integer or None"),
        ([2.0], TypeError, "got value '2.0' with type '<class 'float'>'"),
        (3.0, TypeError, "got value '3.0'"),
        ("ab", TypeError, "Failed to convert ''ab'' to a shape"),
        ([[2]], TypeError, "Dimension value must be"),
    ],
)
def test_shape_is_not_made_of(dims, error, message):
    with pytest.raises(error, match=message):
        TensorShape(dims)


def test_printed_forms():
    assert str(PARTIAL) == "(2, None)"
    assert str(TensorShape([3])) == "(3,)"
    assert str(UNKNOWN) == "<unknown>"


def test_rank_and_sizes():
    assert (PARTIAL.rank, PARTIAL.ndims, len(PARTIAL)) == (2, 2, 2)
    assert PARTIAL.as_list() == list(PARTIAL) == [2, None]
    assert [type(dimension) for dimension in PARTIAL.dims] == [Dimension, Dimension]
    assert (UNKNOWN.rank, UNKNOWN.dims) == (None, None)


def test_unknown_shape_has_no_sizes():
    with pytest.raises(ValueError, match=r"as_list\(\) is not defined"):
        UNKNOWN.as_list()
    with pytest.raises(ValueError, match="Cannot take the length"):
        len(UNKNOWN)
    with pytest.raises(ValueError, match="Cannot iterate"):
        iter(UNKNOWN)


def test_index_and_slice():
    assert (PARTIAL[0], PARTIAL[-1]) == (2, None)
    assert PARTIAL[1:] == [None]
    with pytest.raises(IndexError):
        PARTIAL[5]


def test_index_and_slice_of_unknown_shape():
    assert UNKNOWN[0] is None
    assert repr(UNKNOWN[1:3]) == "TensorShape([None, None])"
    assert repr(UNKNOWN[3:1]) == "TensorShape([])"
    for shape in (UNKNOWN[1:], UNKNOWN[:-1], UNKNOWN[-2:]):
        assert repr(shape) == "TensorShape(None)"
    with pytest.raises(ValueError, match="cannot be sliced with a step"):
        UNKNOWN[::2]


def test_truth_says_that_the_rank_is_known():
    assert SCALAR
    assert not UNKNOWN


def test_equality_takes_sequences():
    assert TensorShape([2, 3]) == [2, 3]
    assert TensorShape([2, 3]) == (2, 3)
    assert TensorShape([2, 3]) != [2, 4]
    assert PARTIAL == [2, None]
    assert PARTIAL != "text"
    assert PARTIAL != None  # noqa: E711 (the operator is what is tested)
    assert UNKNOWN == None  # noqa: E711
    assert hash(TensorShape([2, None])) == hash(PARTIAL)


def test_num_elements():
    assert TensorShape([2, 3]).num_elements() == 6
    assert SCALAR.num_elements() == 1
    assert PARTIAL.num_elements() is None
    assert UNKNOWN.num_elements() is None


def test_concatenate():
    assert PARTIAL.concatenate([4]) == PARTIAL + [4] == [2, None, 4]
    assert [4] + PARTIAL == [4, 2, None]
    assert (PARTIAL + None).rank is None


def test_merge_of_contradictions_fails():
    with pytest.raises(ValueError, match=r"Shapes \(2, None\) and \(3, 3\) are not compatible"):
        PARTIAL.merge_with([3, 3])
    with pytest.raises(ValueError, match="are not compatible"):
        TensorShape([1]).merge_with([1, 1])


def test_ranks_are_checked():
    assert PARTIAL.with_rank(2) is PARTIAL
    assert UNKNOWN.with_rank(2) == [None, None]
    with pytest.raises(ValueError, match=r"Shape \(2, None\) must have rank 3"):
        PARTIAL.with_rank(3)
    with pytest.raises(ValueError, match="must have rank at least 3"):
        PARTIAL.with_rank_at_least(3)
    with pytest.raises(ValueError, match="must have rank at most 1"):
        PARTIAL.with_rank_at_most(1)
    with pytest.raises(ValueError, match="must have rank 3"):
        PARTIAL.assert_has_rank(3)
    with pytest.raises(ValueError, match=r"\(2, None\) and \(3,\) must have the same rank"):
        PARTIAL.assert_same_rank([3])
    with pytest.raises(ValueError, match=r"\(2, None\) and \[3, 3\] are incompatible"):
        PARTIAL.assert_is_compatible_with([3, 3])
    with pytest.raises(ValueError, match=r"\(2, None\) is not fully defined"):
        PARTIAL.assert_is_fully_defined()


def test_common_supertype_needs_shapes():
    assert PARTIAL.most_specific_common_supertype([PARTIAL, TensorShape([4, 3])]) == [None, None]
    assert PARTIAL.most_specific_common_supertype([[2, 3]]) is None


def test_shapes_of_arrays_are_made_without_checks():
    assert shape_of(np.zeros([2, 3]).shape) == [2, 3]
    assert unknown_shape() == UNKNOWN
    assert unknown_shape(2) == [None, None]
    assert as_shape(PARTIAL) is PARTIAL


def test_dimension_at_index():
    assert dimension_at_index(PARTIAL, 0).value == 2
    assert dimension_at_index(UNKNOWN, 0).value is None


@pytest.mark.parametrize(
    ("x", "y", "result"),
    [
        ([3, 1], [2], [3, 2]),
        ([2, None], [5, 1, 3], [5, 2, 3]),
        ([None], [5], [5]),
        ([None], [1], [None]),
        ([None], [0], [None]),
        ([], [4], [4]),
        (None, [4], None),
    ],
)
def test_broadcast(x, y, result):
    assert broadcast_static_shape(x, y) == TensorShape(result)
    assert broadcast_static_shape(y, x) == TensorShape(result)


def test_broadcast_of_different_sizes_fails():
    with pytest.raises(ValueError, match=r"Received: \(2, None\) and \(3, 3\)."):
        broadcast_static_shape(PARTIAL, [3, 3])


@given(full_shapes, full_shapes)
def test_broadcast_agrees_with_numpy(x, y):
    try:
        expected = np.broadcast_shapes(tuple(x), tuple(y))
    except ValueError:
        with pytest.raises(ValueError):
            broadcast_static_shape(x, y)
    else:
        assert broadcast_static_shape(x, y) == expected


def merge_shapes(a, b):
    return a.merge_with(b)


def join_shapes(a, b):
    return a.most_specific_compatible_shape(b)


@given(shapes)
def test_shape_is_related_to_itself(shape):
    assert shape.is_subtype_of(shape)
    assert shape.is_compatible_with(shape)
    assert merge_shapes(shape, shape) == join_shapes(shape, shape) == shape
    assert shape.is_subtype_of(UNKNOWN)
    assert pickle.loads(pickle.dumps(shape)) == shape


@given(shapes, shapes)
def test_join_is_above_both_and_commutes(a, b):
    joined = join_shapes(a, b)
    assert a.is_subtype_of(joined) and b.is_subtype_of(joined)
    assert joined == join_shapes(b, a)


@given(shapes, shapes)
def test_merge_is_below_both_and_commutes(a, b):
    if not a.is_compatible_with(b):
        with pytest.raises(ValueError):
            merge_shapes(a, b)
        return
    merged = merge_shapes(a, b)
    assert merged.is_subtype_of(a) and merged.is_subtype_of(b)
    assert merged == merge_shapes(b, a)


@given(shapes, shapes, shapes)
def test_join_is_associative_and_least(a, b, c):
    assert join_shapes(join_shapes(a, b), c) == join_shapes(a, join_shapes(b, c))
    if a.is_subtype_of(c) and b.is_subtype_of(c):
        assert join_shapes(a, b).is_subtype_of(c)


@given(shapes, shapes, shapes)
def test_merge_is_greatest(a, b, c):
    if c.is_subtype_of(a) and c.is_subtype_of(b):
        assert c.is_subtype_of(merge_shapes(a, b))


@given(shapes, shapes)
def test_join_and_merge_absorb_each_other(a, b):
    assert merge_shapes(a, join_shapes(a, b)) == a
    if a.is_compatible_with(b):
        assert join_shapes(a, merge_shapes(a, b)) == a


@given(shapes, shapes)
def test_subtypes_of_each_other_are_equal(a, b):
    if a.is_subtype_of(b) and b.is_subtype_of(a):
        assert a == b


@pytest.mark.parametrize("shape", [None, [], [2, None], [0]])
def test_a_shape_is_a_message_and_back(shape):
    message = TensorShape(shape).as_proto()
    assert message.unknown_rank is (shape is None)
    assert [dim.size for dim in message.dim] == [-1 if x is None else x for x in shape or []]
    back = TensorShape(message)
    assert (back.rank, back) == (TensorShape(shape).rank, TensorShape(shape))
