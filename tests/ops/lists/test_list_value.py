"""`ListValue`: versions of one list that share a buffer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stagelight.errors import InvalidArgumentError
from stagelight.ops.lists.list_value import ListValue
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def empty() -> ListValue:
    return ListValue((), dtypes.int32, TensorShape(()))


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["push", "pop", "set", "read"]), st.integers(0, 99)), max_size=40
    )
)
def test_every_version_keeps_its_value(changes: list[tuple[str, int]]) -> None:
    """Changes of any version, old ones included, against plain lists."""
    zeros = ListValue.of_zeros(12, dtypes.int32, TensorShape(()))
    versions: list[tuple[ListValue, list[Any]]] = [(empty(), []), (zeros, [None] * 12)]
    for number, (kind, pick) in enumerate(changes):
        value, model = versions[pick % len(versions)]
        if kind == "push":
            versions.append((value.pushed(number), [*model, number]))
        elif kind == "pop" and model:
            rest, last = value.popped()
            assert last == model[-1]
            versions.append((rest, model[:-1]))
        elif kind == "set" and model:
            at = pick % len(model)
            changed = list(model)
            changed[at] = number
            versions.append((value.with_item(at, number), changed))
        elif model:
            assert value.item(pick % len(model)) == model[pick % len(model)]
    for value, model in versions:
        assert value.items() == model and value.length == len(model)


def test_sums_of_lists() -> None:
    zeros = ListValue.of_zeros(3, dtypes.int32, TensorShape(()))
    a = zeros.with_item(1, np.int32(5))
    b = empty().replaced([np.int32(1), np.int32(2), np.int32(3)])
    for total in (a + b, b + a):
        assert [int(x) for x in total.items()] == [1, 7, 3]
    assert (zeros + a).items() == [None, 5, None]
    with pytest.raises(InvalidArgumentError, match="different lengths"):
        a + empty()


def test_sums_within_arrays() -> None:
    def held(value: Any) -> np.ndarray:
        array = np.empty((), object)
        array[()] = value
        return array

    a = empty().pushed(np.int32(1))
    b = empty().pushed(np.int32(2))
    total = held(a) + held(b) + held(b)
    assert [int(x) for x in total.items()] == [5]


def test_endless_zeros() -> None:
    zero = ListValue((), dtypes.float32, TensorShape(None), is_endless=True)
    rest, element = zero.popped()
    assert element is None and rest.popped()[1] is None
    assert (zero + empty().pushed(1)).items() == [1]
    assert zero.pushed(3).popped()[1] == 3


def test_limits() -> None:
    with pytest.raises(InvalidArgumentError, match="empty list"):
        empty().popped()
    full = ListValue((), dtypes.int32, TensorShape(()), most=1).pushed(1)
    with pytest.raises(InvalidArgumentError, match="full list"):
        full.pushed(2)
    with pytest.raises(InvalidArgumentError, match="element 1"):
        full.item(1)
    assert full.resized(3).items() == [1, None, None]


def test_old_versions_do_not_keep_popped_elements() -> None:
    import gc
    import weakref

    class Element:
        pass

    element = Element()
    gone = weakref.ref(element)
    value = empty().pushed(element)
    del element
    value, popped = value.popped()
    del popped
    gc.disable()
    try:
        assert gone() is None
    finally:
        gc.enable()


def test_rows_of_an_array_are_a_list():
    rows = np.arange(6.0).reshape(3, 2)
    value = ListValue.of_rows(rows, dtypes.float64, TensorShape([2]))
    assert value.length == 3
    assert value.rows((2,), rows.dtype) is rows
    rest, last = value.popped()
    np.testing.assert_array_equal(last, rows[2])
    np.testing.assert_array_equal(rest.rows((2,), rows.dtype), rows[:2])
    np.testing.assert_array_equal(value.rows((2,), rows.dtype), rows)


def test_a_list_gives_rows_only_if_all_elements_are_alike():
    float32 = dtypes.float32.numpy_dtype
    mixed = ListValue(
        [np.zeros(2, float32), np.zeros(3, float32)], dtypes.float32, TensorShape(None)
    )
    assert mixed.rows((2,), float32) is None
    unset = ListValue.of_zeros(2, dtypes.float32, TensorShape(None))
    assert unset.rows((2,), float32) is None
    zeros = ListValue.of_zeros(2, dtypes.float32, TensorShape([2]))
    np.testing.assert_array_equal(zeros.rows((2,), float32), np.zeros([2, 2]))
