"""`tf.experimental.RowPartition`: one division into rows, in all its forms."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import stagelight as tf

RowPartition = tf.experimental.RowPartition


def forms(rows):
    return {
        "row_splits": rows.row_splits().numpy().tolist(),
        "value_rowids": rows.value_rowids().numpy().tolist(),
        "row_lengths": rows.row_lengths().numpy().tolist(),
        "row_starts": rows.row_starts().numpy().tolist(),
        "row_limits": rows.row_limits().numpy().tolist(),
        "nrows": int(rows.nrows()),
        "nvals": int(rows.nvals()),
    }


@given(st.lists(st.integers(0, 3), max_size=6))
def test_each_form_makes_the_same_rows(lengths):
    splits = np.cumsum([0, *lengths])
    rowids = np.repeat(np.arange(len(lengths)), lengths)
    made = [
        RowPartition.from_row_lengths(lengths),
        RowPartition.from_row_splits(splits),
        RowPartition.from_value_rowids(rowids, nrows=len(lengths)),
        RowPartition.from_row_starts(splits[:-1], nvals=int(splits[-1])),
    ]
    if lengths:
        made.append(RowPartition.from_row_limits(splits[1:]))
    expected = {
        "row_splits": splits.tolist(),
        "value_rowids": rowids.tolist(),
        "row_lengths": lengths,
        "row_starts": splits[:-1].tolist(),
        "row_limits": splits[1:].tolist(),
        "nrows": len(lengths),
        "nvals": sum(lengths),
    }
    for rows in made:
        assert forms(rows) == expected
        assert rows.dtype is tf.int64 and rows.static_nrows == len(lengths)


def test_rows_of_one_length():
    rows = RowPartition.from_uniform_row_length(2, nvals=6)
    assert forms(rows)["row_splits"] == [0, 2, 4, 6] and rows.uniform_row_length() == 2
    assert repr(rows) == "tf.RowPartition(nrows=3, uniform_row_length=2)"
    assert forms(RowPartition.from_uniform_row_length(0, nvals=0, nrows=3))["row_lengths"] == [0, 0, 0]


def test_printed_form_and_dtype():
    rows = RowPartition.from_row_lengths(tf.constant([2, 0, 1]))
    assert repr(rows) == "tf.RowPartition(row_splits=[0 2 2 3])"
    assert rows.dtype is tf.int32


@pytest.mark.parametrize(
    "make",
    [
        lambda: RowPartition.from_row_splits([1, 2]),
        lambda: RowPartition.from_row_splits([0, 3, 2]),
        lambda: RowPartition.from_row_lengths([-1]),
        lambda: RowPartition.from_value_rowids([2, 0]),
        lambda: RowPartition.from_row_starts([0, 5], nvals=3),
    ],
)
def test_what_is_no_division_is_refused(make):
    with pytest.raises(tf.errors.InvalidArgumentError, match="valid"):
        make()
