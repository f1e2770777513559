"""`tf.RaggedTensor`: rows of different lengths.

The rows stand one after the other in `values`; `row_splits` says where each begins and ends. Rows of rows
have a ragged tensor as their values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor, TensorValue
from stagelight.ops.ragged.row_splits import (
    as_partition,
    check_splits,
    numbers,
    require_number_of_rows,
    require_row_ids,
    row_splits_to_segment_ids,
    splits_of_lengths,
)
from stagelight.public import public
from stagelight.types.dtypes import DType, int32, int64
from stagelight.types.ragged_spec import RaggedTensorSpec
from stagelight.types.shapes import TensorShape


@public("RaggedTensor")
class RaggedTensor(CompositeTensor, TensorValue):
    """A tensor whose rows have different lengths. Made by `from_row_splits` and its like.

    >>> ragged = tf.RaggedTensor.from_row_lengths([3, 1, 4, 1], row_lengths=[3, 0, 1])
    >>> ragged
    <tf.RaggedTensor [[3, 1, 4], [], [1]]>
    >>> ragged.shape
    TensorShape([3, None])
    """

    def __init__(self, values: Any, row_splits: Tensor, uniform_row_length: Any = None) -> None:
        self._values = values
        self._row_splits = row_splits
        self._uniform_row_length = uniform_row_length
        self._static_shape: TensorShape | None = None

    @classmethod
    def _from_parts(
        cls, flat_values: Any, nested_row_splits: Sequence[Any], lengths: Sequence[Any] = ()
    ) -> RaggedTensor:
        """The tensor of values and the row splits of each ragged axis, which fit.

        Args:
            flat_values: the values inside of all ragged axes.
            nested_row_splits: the row splits of each, the outermost first.
            lengths: the row length of each as a number, None where rows differ; empty for all of them.
        """
        made = flat_values
        each = zip(nested_row_splits, lengths or [None] * len(nested_row_splits), strict=True)
        for splits, length in reversed(list(each)):
            if length is not None:
                length = convert_to_tensor(length, splits.dtype)
            made = cls(made, splits, length)
        return made

    # Making.

    @classmethod
    def from_row_splits(
        cls, values: Any, row_splits: Any, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Row `i` is `values[row_splits[i] : row_splits[i + 1]]`.

        Raises:
            InvalidArgumentError: the splits do not begin with 0, decrease, or do not end with the number of
                values.

        >>> tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3])
        <tf.RaggedTensor [[1, 2], [3]]>
        """
        values = _as_values(values)
        splits = as_partition(row_splits, "row_splits")
        if splits.shape[0] == 0:
            raise ValueError("row_splits tensor may not be empty.")
        if validate:
            check_splits(splits, splits, _size_of(values, splits.dtype), "row_splits")
        return cls(values, splits)

    @classmethod
    def from_row_lengths(
        cls, values: Any, row_lengths: Any, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Row `i` has `row_lengths[i]` values.

        Raises:
            InvalidArgumentError: a length is negative, or they do not add up to the number of values.

        >>> tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 1])
        <tf.RaggedTensor [[1, 2], [3]]>
        """
        values, lengths = _as_values(values), as_partition(row_lengths, "row_lengths")
        splits = splits_of_lengths(lengths)
        if validate:
            check_splits(splits, lengths, _size_of(values, splits.dtype), "row_lengths")
        return cls(values, splits)

    @classmethod
    def from_value_rowids(
        cls,
        values: Any,
        value_rowids: Any,
        nrows: Any = None,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Value `i` stands in row `value_rowids[i]`; rows come in order.

        Args:
            values: the values.
            value_rowids: integer vector that does not decrease.
            nrows: the number of rows; None takes the last one with a value as the last.
            name: kept for TensorFlow's signature.
            validate: whether to check.

        Raises:
            InvalidArgumentError: the row ids decrease; ValueError: they are known not to be below `nrows`.

        >>> tf.RaggedTensor.from_value_rowids([1, 2, 3], [0, 0, 2])
        <tf.RaggedTensor [[1, 2], [], [3]]>
        """
        rowids = as_partition(value_rowids, "value_rowids")
        if nrows is None:
            last = rowids[-1:]
            count = raw.Sum(last, 0) + raw.Size(last, out_type=rowids.dtype)
        else:
            count = raw.Cast(convert_to_tensor(nrows), DstT=rowids.dtype)
            require_number_of_rows(rowids, count)
        if validate:
            require_row_ids(rowids, count)
        lengths = raw.UnsortedSegmentSum(raw.OnesLike(rowids), rowids, raw.Cast(count, DstT=int32))
        return cls.from_row_splits(values, splits_of_lengths(lengths), name, validate)

    @classmethod
    def from_row_starts(
        cls, values: Any, row_starts: Any, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Row `i` begins at `row_starts[i]`, the last one ends with the values.

        >>> tf.RaggedTensor.from_row_starts([1, 2, 3], [0, 2])
        <tf.RaggedTensor [[1, 2], [3]]>
        """
        values = _as_values(values)
        starts = as_partition(row_starts, "row_starts")
        end = raw.ExpandDims(_size_of(values, starts.dtype), 0)
        splits = raw.ConcatV2([starts, end], 0)
        if validate:
            check_splits(splits, starts, _size_of(values, splits.dtype), "row_starts")
        return cls(values, splits)

    @classmethod
    def from_row_limits(
        cls, values: Any, row_limits: Any, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Row `i` ends before `row_limits[i]`, where the next one begins.

        >>> tf.RaggedTensor.from_row_limits([1, 2, 3], [2, 3])
        <tf.RaggedTensor [[1, 2], [3]]>
        """
        values, limits = _as_values(values), as_partition(row_limits, "row_limits")
        splits = raw.ConcatV2([convert_to_tensor([0], limits.dtype), limits], 0)
        if validate:
            check_splits(splits, limits, _size_of(values, splits.dtype), "row_limits")
        return cls(values, splits)

    @classmethod
    def from_uniform_row_length(
        cls,
        values: Any,
        uniform_row_length: Any,
        nrows: Any = None,
        validate: bool = True,
        name: str | None = None,
    ) -> RaggedTensor:
        """Every row has the same number of values.

        >>> tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2).shape
        TensorShape([2, 2])
        """
        values = _as_values(values)
        dtype = int64 if not isinstance(values, RaggedTensor) else values.row_splits.dtype
        length = raw.Cast(convert_to_tensor(uniform_row_length), DstT=dtype)
        one = convert_to_tensor(1, dtype)
        if nrows is None:
            count: Any = _size_of(values, dtype) // raw.Maximum(length, one)
        else:
            count = raw.Cast(convert_to_tensor(nrows), DstT=dtype)
        splits = numbers(count + one) * length
        known, rows = constant_value(length), constant_value(count)
        if known is not None and rows is not None:
            splits.set_shape([int(rows) + 1])
        if validate:
            check_splits(splits, splits, _size_of(values, splits.dtype), "uniform_row_length")
        return cls(values, splits, length)

    @classmethod
    def from_nested_row_splits(
        cls,
        flat_values: Any,
        nested_row_splits: Any,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """`from_row_splits` for each of several ragged axes, the outermost first.

        >>> tf.RaggedTensor.from_nested_row_splits([1, 2, 3], [[0, 1, 2], [0, 2, 3]])
        <tf.RaggedTensor [[[1, 2]], [[3]]]>
        """
        made = flat_values
        for splits in reversed(list(nested_row_splits)):
            made = cls.from_row_splits(made, splits, name, validate)
        return made

    @classmethod
    def from_nested_row_lengths(
        cls,
        flat_values: Any,
        nested_row_lengths: Any,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """`from_row_lengths` for each of several ragged axes, the outermost first.

        >>> tf.RaggedTensor.from_nested_row_lengths([1, 2, 3], [[1, 1], [2, 1]])
        <tf.RaggedTensor [[[1, 2]], [[3]]]>
        """
        made = flat_values
        for lengths in reversed(list(nested_row_lengths)):
            made = cls.from_row_lengths(made, lengths, name, validate)
        return made

    @classmethod
    def from_nested_value_rowids(
        cls,
        flat_values: Any,
        nested_value_rowids: Any,
        nested_nrows: Any = None,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """`from_value_rowids` for each of several ragged axes, the outermost first.

        >>> tf.RaggedTensor.from_nested_value_rowids([1, 2, 3], [[0, 0, 1], [0, 1, 2]])
        <tf.RaggedTensor [[[1], [2]], [[3]]]>
        """
        rowids = list(nested_value_rowids)
        counts = [None] * len(rowids) if nested_nrows is None else list(nested_nrows)
        made = flat_values
        for ids, count in reversed(list(zip(rowids, counts, strict=True))):
            made = cls.from_value_rowids(made, ids, count, name, validate)
        return made

    # What it is.

    @property
    def values(self) -> Any:
        """The rows, one after the other: a tensor, or a ragged tensor of one ragged axis less."""
        return self._values

    @property
    def flat_values(self) -> Tensor:
        """The values inside of all ragged axes."""
        values = self._values
        while isinstance(values, RaggedTensor):
            values = values._values
        return values

    @property
    def row_splits(self) -> Tensor:
        """Where rows begin and end in `values`: a vector of one more than there are rows."""
        return self._row_splits

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The row splits of each ragged axis, the outermost first."""
        found, values = [self._row_splits], self._values
        while isinstance(values, RaggedTensor):
            found.append(values._row_splits)
            values = values._values
        return tuple(found)

    @property
    def uniform_row_length(self) -> Tensor | None:
        """The length of all rows as a scalar, where it is one; else None."""
        return self._uniform_row_length

    @property
    def ragged_rank(self) -> int:
        """How many axes are split into rows."""
        return len(self.nested_row_splits)

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self.flat_values.dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape: None for axes whose rows differ."""
        count = self._row_splits.shape[0]
        rows = None if count is None else count - 1
        length = self._uniform_row_length
        known = None if length is None else constant_value(length)
        columns = None if known is None else int(known)
        own = TensorShape([rows, columns]).concatenate(self._values.shape[1:])
        return own if self._static_shape is None else own.merge_with(self._static_shape)

    def get_shape(self) -> TensorShape:
        """The static shape."""
        return self.shape

    @property
    def _type_spec(self) -> RaggedTensorSpec:
        return RaggedTensorSpec.from_value(self)

    def _shape_invariant_to_type_spec(self, shape: TensorShape) -> RaggedTensorSpec:
        return RaggedTensorSpec(shape, self.dtype, self.ragged_rank, self.row_splits.dtype)

    def _of_gradients(self, gradients: Sequence[Any]) -> Any:
        return None if gradients[0] is None else self.with_flat_values(gradients[0])

    # Its rows.

    def nrows(self, out_type: Any = None, name: str | None = None) -> Tensor:
        """The number of rows."""
        count = raw.Size(self._row_splits, out_type=out_type or self._row_splits.dtype)
        return count - convert_to_tensor(1, count.dtype)

    def row_starts(self, name: str | None = None) -> Tensor:
        """Where each row begins in `values`."""
        return self._row_splits[:-1]

    def row_limits(self, name: str | None = None) -> Tensor:
        """Where each row ends in `values`."""
        return self._row_splits[1:]

    def row_lengths(self, axis: int = 1, name: str | None = None) -> Any:
        """The lengths of the rows along an axis.

        Raises:
            ValueError: there is no such axis, or it is negative and the rank is not known.

        >>> tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3]).row_lengths().numpy()
        array([2, 1])
        """
        if axis == 0:
            return self.nrows()
        if axis == 1:
            return self.row_limits() - self.row_starts()
        rank = self.shape.rank
        if rank is not None and not -rank <= axis < rank:
            raise ValueError(f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}")
        if axis < 0:
            if rank is None:
                raise ValueError("axis may only be negative if the rank is statically known.")
            return self.row_lengths(axis + rank)
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.row_lengths(axis - 1))
        inner = raw.Shape(self._values, out_type=self._row_splits.dtype)
        return self.with_values(raw.Fill(inner[: axis - 1], inner[axis - 1]))

    def nested_row_lengths(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The row lengths of each ragged axis, the outermost first."""
        return tuple(splits[1:] - splits[:-1] for splits in self.nested_row_splits)

    def value_rowids(self, name: str | None = None) -> Tensor:
        """The row of each value.

        >>> tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3]).value_rowids().numpy()
        array([0, 0, 1])
        """
        return row_splits_to_segment_ids(self._row_splits)

    def nested_value_rowids(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The rows of the values of each ragged axis, the outermost first."""
        return tuple(map(row_splits_to_segment_ids, self.nested_row_splits))

    # With other parts.

    def with_values(self, new_values: Any) -> RaggedTensor:
        """The same rows with other values.

        Raises:
            ValueError: there are more or fewer of them.
        """
        values = _as_values(new_values)
        self._values.shape[:1].assert_is_compatible_with(values.shape[:1])
        return RaggedTensor(values, self._row_splits, self._uniform_row_length)

    def with_flat_values(self, new_values: Any) -> Any:
        """The same rows with other values inside of all ragged axes."""
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.with_flat_values(new_values))
        return self.with_values(new_values)

    def with_row_splits_dtype(self, dtype: Any) -> RaggedTensor:
        """The same tensor with row splits of a dtype, int32 or int64."""
        values, length = self._values, self._uniform_row_length
        if isinstance(values, RaggedTensor):
            values = values.with_row_splits_dtype(dtype)
        length = None if length is None else raw.Cast(length, DstT=dtype)
        return RaggedTensor(values, raw.Cast(self._row_splits, DstT=dtype), length)

    def consumers(self) -> Any:
        """The operations that take the parts, in a graph."""
        return self._type_spec._to_components(self)[0].consumers()

    # In Python.

    def numpy(self) -> np.ndarray:
        """The rows as an array of arrays; a plain array if all have one length.

        Raises:
            ValueError: the tensor stands in a graph.
        """
        rows = self._rows()
        if not rows:
            return np.zeros((0, 0, *self._values.shape[1:]), self.dtype.numpy_dtype)
        if all(len(row) == len(rows[0]) for row in rows):
            return np.array(rows)
        array = np.empty(len(rows), object)
        array[:] = rows
        return array

    def to_list(self) -> list[Any]:
        """The rows as nested lists.

        >>> tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3]).to_list()
        [[1, 2], [3]]
        """
        return [row.tolist() if isinstance(row, np.ndarray) else row for row in self._rows(True)]

    def _rows(self, as_lists: bool = False) -> list[Any]:
        if not isinstance(self._row_splits, EagerTensor):
            raise ValueError("RaggedTensor.numpy() is only supported in eager mode. (AG304)")
        values: Any = self._values
        if isinstance(values, RaggedTensor):
            values = values.to_list() if as_lists else values.numpy()
        else:
            values = values.numpy()
        splits = self._row_splits._array
        return [values[splits[i] : splits[i + 1]] for i in range(len(splits) - 1)]

    def __repr__(self) -> str:
        if not all(isinstance(t, EagerTensor) for t in self._type_spec._to_components(self)):
            return f"tf.RaggedTensor(values={self._values!s}, row_splits={self._row_splits!s})"
        with np.printoptions(formatter={"all": _text}):
            return f"<tf.RaggedTensor {_text(self.numpy())}>"


def _text(value: Any) -> str:
    """An array with commas, and so the arrays in it. NumPy shows an empty one of any shape as `[]`."""
    if not isinstance(value, np.ndarray):
        return str(value)
    return np.array2string(value, separator=", ") if value.size else repr(value.tolist())


def _as_values(values: Any) -> Any:
    return values if isinstance(values, RaggedTensor) else convert_to_tensor(values, name="values")


def _size_of(values: Any, dtype: DType) -> Any:
    if isinstance(values, RaggedTensor):
        return values.nrows(dtype)
    return raw.Shape(values, out_type=dtype)[0]
