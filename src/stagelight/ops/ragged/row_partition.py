"""`tf.experimental.RowPartition`: how values are divided into rows, without the values."""

from __future__ import annotations

import abc
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.row_splits import as_partition, numbers
from stagelight.public import public
from stagelight.types.dtypes import DType, int64


@public("experimental.RowPartition")
class RowPartition(metaclass=abc.ABCMeta):  # noqa: B024
    """The division of `nvals` values into `nrows` rows, one after the other.

    It is made by one of the `from_` methods, and answers in each of the other forms.

    >>> rows = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
    >>> rows.row_splits().numpy()
    array([0, 2, 2, 3])
    >>> rows.value_rowids().numpy()
    array([0, 0, 2])
    """

    def __init__(self, rows: RaggedTensor) -> None:
        """Takes the rows of a ragged tensor, whose values are their own numbers."""
        self._rows = rows

    @classmethod
    def from_row_splits(cls, row_splits: Any, validate: bool = True) -> RowPartition:
        """Row `i` has the values from `row_splits[i]` to before `row_splits[i + 1]`."""
        splits = as_partition(row_splits, "row_splits")
        return cls(RaggedTensor.from_row_splits(numbers(splits[-1]), splits, validate=validate))

    @classmethod
    def from_row_lengths(cls, row_lengths: Any, validate: bool = True) -> RowPartition:
        """Row `i` has `row_lengths[i]` values."""
        lengths = as_partition(row_lengths, "row_lengths")
        values = numbers(raw.Maximum(raw.Sum(lengths, 0), convert_to_tensor(0, lengths.dtype)))
        return cls(RaggedTensor.from_row_lengths(values, lengths, validate=validate))

    @classmethod
    def from_value_rowids(
        cls, value_rowids: Any, nrows: Any = None, validate: bool = True
    ) -> RowPartition:
        """Value `i` is in row `value_rowids[i]`; they do not decrease.

        Args:
            value_rowids: integer vector.
            nrows: the number of rows; None: one more than the last.
            validate: whether the numbers are checked.
        """
        rowids = as_partition(value_rowids, "value_rowids")
        return cls(RaggedTensor.from_value_rowids(rowids, rowids, nrows, validate=validate))

    @classmethod
    def from_row_starts(cls, row_starts: Any, nvals: Any, validate: bool = True) -> RowPartition:
        """Row `i` begins with value `row_starts[i]`; there are `nvals` values."""
        starts = as_partition(row_starts, "row_starts")
        values = numbers(convert_to_tensor(nvals, starts.dtype))
        return cls(RaggedTensor.from_row_starts(values, starts, validate=validate))

    @classmethod
    def from_row_limits(cls, row_limits: Any, validate: bool = True) -> RowPartition:
        """Row `i` ends before value `row_limits[i]`."""
        limits = as_partition(row_limits, "row_limits")
        zero = convert_to_tensor([0], limits.dtype)
        splits = raw.ConcatV2([zero, limits], 0)
        return cls.from_row_splits(splits, validate)

    @classmethod
    def from_uniform_row_length(
        cls, uniform_row_length: Any, nvals: Any, nrows: Any = None, validate: bool = True
    ) -> RowPartition:
        """All rows have `uniform_row_length` values; there are `nvals` values in `nrows` rows."""
        values = numbers(convert_to_tensor(nvals, int64))
        return cls(
            RaggedTensor.from_uniform_row_length(
                values, uniform_row_length, nrows, validate=validate
            )
        )

    @property
    def dtype(self) -> DType:
        """The dtype of the numbers: int32 or int64."""
        return self._rows.row_splits.dtype

    def row_splits(self) -> Tensor:
        """Where rows begin and end: a vector of one more than there are rows."""
        return self._rows.row_splits

    def value_rowids(self) -> Tensor:
        """The row of each value."""
        return self._rows.value_rowids()

    def nrows(self) -> Tensor:
        """The number of rows."""
        return self._rows.nrows()

    def nvals(self) -> Tensor:
        """The number of values."""
        return self._rows.row_splits[-1]

    def row_lengths(self) -> Tensor:
        """The number of values of each row."""
        return self._rows.row_lengths()

    def row_starts(self) -> Tensor:
        """The value with which each row begins."""
        return self._rows.row_starts()

    def row_limits(self) -> Tensor:
        """The value before which each row ends."""
        return self._rows.row_limits()

    def uniform_row_length(self) -> Any:
        """The length of all rows, where it is known to be one; else None."""
        return self._rows.uniform_row_length

    @property
    def static_nrows(self) -> int | None:
        """The number of rows, as far as it is known without the values."""
        count = self._rows.row_splits.shape.num_elements()
        return None if count is None else count - 1

    def __repr__(self) -> str:
        length = self.uniform_row_length()
        if length is not None:
            return f"tf.RowPartition(nrows={self.nrows()}, uniform_row_length={length})"
        return f"tf.RowPartition(row_splits={self.row_splits()})"
