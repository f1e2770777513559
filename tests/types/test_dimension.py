"""The arithmetic of `Dimension`: an unknown size makes its results unknown."""

import operator
import pickle

import pytest

from stagelight.types.dimension import Dimension, as_dimension, dimension_value, size_of


@pytest.mark.parametrize(
    ("operation", "result"),
    [
        (operator.add, 9),
        (operator.sub, 5),
        (operator.mul, 14),
        (operator.floordiv, 3),
        (operator.mod, 1),
    ],
)
def test_arithmetic(operation, result):
    for left, right in ((Dimension(7), Dimension(2)), (Dimension(7), 2), (7, Dimension(2))):
        computed = operation(left, right)
        assert isinstance(computed, Dimension)
        assert computed.value == result
    assert operation(Dimension(7), None).value is None
    assert operation(Dimension(None), 2).value is None


def test_division_is_refused():
    with pytest.raises(TypeError, match="'Dimension' and 'int', please use //"):
        Dimension(3) / 2
    with pytest.raises(TypeError, match="'int' and 'Dimension', please use //"):
        2 / Dimension(3)


def test_arithmetic_with_anything_else_is_refused():
    with pytest.raises(TypeError):
        Dimension(3) + "a"


def test_comparison_with_an_unknown_size_is_none():
    assert (Dimension(3) < 4) is True
    assert (Dimension(3) == 3) is True
    assert (Dimension(3) != 3) is False
    assert (Dimension(None) == 3) is None
    assert (Dimension(3) >= None) is None
    assert (Dimension(3) == "a") is False


def test_merge():
    assert Dimension(None).merge_with(4).value == 4
    assert Dimension(4).merge_with(None).value == 4
    with pytest.raises(ValueError, match="Dimensions 3 and 4 are not compatible"):
        Dimension(3).merge_with(4)


@pytest.mark.parametrize("value", ["3", 3.0, [2]])
def test_sizes_are_integers(value):
    with pytest.raises(TypeError, match="Dimension value must be integer or None"):
        size_of(value)


def test_sizes_are_not_negative():
    with pytest.raises(ValueError, match="Dimension -3 must be >= 0"):
        Dimension(-3)


def test_conversions_and_printed_forms():
    assert int(Dimension(3)) == 3
    assert list(range(5))[Dimension(3)] == 3
    assert (repr(Dimension(3)), str(Dimension(None))) == ("Dimension(3)", "?")
    assert dimension_value(Dimension(3)) == dimension_value(3) == 3
    assert as_dimension(3).value == 3
    assert hash(Dimension(3)) == hash(Dimension(3))
    assert pickle.loads(pickle.dumps(Dimension(3))).value == 3


def test_zero_and_unknown_are_false():
    assert [bool(Dimension(size)) for size in (None, 0, 1)] == [False, False, True]
