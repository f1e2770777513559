"""The comparison itself: what it takes for equal, and what it says where things differ."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from tests.oracle.comparison import Tolerance, differences, outcome

NO_LIBRARY = SimpleNamespace()


def found(expected: object, actual: object, tolerance: Tolerance | None = None) -> list[str]:
    """The differences between the results of two programs that return these."""
    return differences(
        outcome(lambda _: expected, NO_LIBRARY), outcome(lambda _: actual, NO_LIBRARY), tolerance
    )


@pytest.mark.parametrize(("expected", "actual"), [
    (1, 1),
    ({"a": [1, 2.0], "b": None}, {"b": None, "a": [1, 2.0]}),
    (np.float32([1, np.nan, np.inf]), np.float32([1.000001, np.nan, np.inf])),
    (np.array([b"a", b"b"], object), np.array([b"a", b"b"], object)),
    (np.complex64(1 + 2j), np.complex64(1 + 2j)),
    (np.zeros([0, 3]), np.zeros([0, 3])),
])
def test_equal_results_have_no_differences(expected, actual):
    assert found(expected, actual) == []


@pytest.mark.parametrize(("expected", "actual", "words"), [
    (1, 2, "result: TensorFlow gives int 1, Stagelight int 2"),
    (1, 1.0, "int 1, Stagelight float 1.0"),
    (np.float32(1), 1.0, "array of float32 []"),
    ([1], (1,), "list 1, Stagelight tuple 1"),
    ({"a": 1, "b": 1}, {"a": 1}, "Stagelight nothing"),
    ({"a": 1}, {"a": 1, "b": 1}, "TensorFlow gives nothing"),
    (np.zeros([2, 3]), np.zeros([3, 2]), "float64 [2, 3], Stagelight array of float64 [3, 2]"),
    (np.float32([1]), np.float64([1]), "array of float32 [1], Stagelight array of float64 [1]"),
    (np.int64([2**60]), np.int64([2**60 + 1]), "1 of 1 values differ"),
    (np.float32([1, np.inf]), np.float32([1, 3e38]), "at [1] is inf with TensorFlow"),
    (np.float32([1, 2]), np.float32([1, np.nan]), "at [1] is 2.0 with TensorFlow and nan"),
    (np.array([b"a"], object), np.array([b"b"], object), "b'a' with TensorFlow"),
])
def test_differences_are_told(expected, actual, words):
    (text,) = found(expected, actual)
    assert words in text


def test_tolerance_can_be_given():
    assert found(np.float32(1), np.float32(1.01)) != []
    assert found(np.float32(1), np.float32(1.01), Tolerance(0.1, 0)) == []


def raising(error: Exception):
    def program(_: object) -> None:
        raise error

    return program


class Both(TypeError, ValueError):
    """A class that is two."""


@pytest.mark.parametrize(("expected", "actual", "agree"), [
    (ValueError("a"), ValueError("b"), True),
    (ValueError("a"), Both("b"), True),
    (ValueError("a"), TypeError("b"), False),
])
def test_errors_agree_if_their_classes_do(expected, actual, agree):
    outcomes = [outcome(raising(error), NO_LIBRARY) for error in (expected, actual)]
    texts = differences(*outcomes)
    assert (texts == []) is agree


def test_missing_error_is_told():
    texts = differences(outcome(raising(ValueError("too wide")), NO_LIBRARY),
                        outcome(lambda _: 1, NO_LIBRARY))
    assert texts == ["  TensorFlow raises ValueError: too wide", "  Stagelight raises nothing."]
