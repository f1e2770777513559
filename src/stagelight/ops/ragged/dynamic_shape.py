"""`tf.experimental.DynamicRaggedShape`: the shape of a ragged tensor, what `tf.shape` gives for one.

It is the partitions of the ragged axes and the shape of the values inside of them.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.ops.ragged.broadcasting import line_up
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.row_partition import RowPartition
from stagelight.ops.ragged.row_splits import numbers
from stagelight.ops.ragged.rows import as_ragged_or_tensor
from stagelight.public import public
from stagelight.types.dtypes import DType, as_dtype, int32, int64


@public("experimental.DynamicRaggedShape")
class DynamicRaggedShape(metaclass=abc.ABCMeta):  # noqa: B024
    """The shape of a tensor whose first axes may be ragged.

    >>> shape = tf.shape(tf.ragged.constant([[1, 2], [3]]))
    >>> shape
    <DynamicRaggedShape lengths=[2, (2, 1)] num_row_partitions=1>
    >>> shape[0].numpy()
    np.int32(2)
    """

    def __init__(
        self,
        row_partitions: Sequence[RowPartition],
        inner_shape: Any,
        dtype: Any = None,
        validate: bool = False,
    ) -> None:
        """Takes the partitions of the ragged axes and the shape inside of them.

        Args:
            row_partitions: `tf.experimental.RowPartition`s, the outermost first.
            inner_shape: integer vector; its first element is the number of values of the last partition.
            dtype: int32 or int64; None: that of the partitions, or of the inner shape.
            validate: kept for TensorFlow's signature.

        Raises:
            TypeError: a partition is none.
        """
        partitions = tuple(row_partitions)
        for partition in partitions:
            if not isinstance(partition, RowPartition):
                raise TypeError(f"row_partitions must be RowPartitions. Received: {partition!r}")
        if dtype is None and partitions:
            dtype = partitions[0].dtype
        inner = convert_to_tensor(inner_shape, dtype_hint=int64)
        kind = inner.dtype if dtype is None else as_dtype(dtype)
        self._inner_shape: Any = raw.Cast(inner, DstT=kind)
        self._row_partitions = tuple(
            each if each.dtype is kind else RowPartition(each._rows.with_row_splits_dtype(kind))
            for each in partitions
        )

    @classmethod
    def from_tensor(cls, t: Any, dtype: Any = None) -> DynamicRaggedShape:
        """The shape of a tensor, ragged or not, or of a shape itself."""
        if isinstance(t, DynamicRaggedShape):
            return t if dtype is None else t.with_dtype(dtype)
        value = as_ragged_or_tensor(t)
        if not isinstance(value, RaggedTensor):
            return cls((), raw.Shape(value, out_type=int64), dtype)
        partitions: list[RowPartition] = []
        level: Any = value
        while isinstance(level, RaggedTensor):
            splits: Any = level.row_splits
            rows = RaggedTensor(numbers(splits[-1]), splits, level.uniform_row_length)
            partitions.append(RowPartition(rows))
            level = level.values
        return cls(partitions, raw.Shape(level, out_type=value.row_splits.dtype), dtype)

    @classmethod
    def from_row_partitions(
        cls, row_partitions: Sequence[RowPartition], dtype: Any = None
    ) -> DynamicRaggedShape:
        """The shape of values that are scalars, divided by partitions."""
        if not row_partitions:
            raise ValueError("row_partitions cannot be empty")
        count = raw.ExpandDims(row_partitions[-1].nvals(), 0)
        return cls(row_partitions, count, dtype)

    @classmethod
    def from_lengths(
        cls,
        lengths: Sequence[Any],
        num_row_partitions: int | None = None,
        dtype: Any = int64,
    ) -> DynamicRaggedShape:
        """The shape with the given lengths along each axis: a number, or those of all rows.

        Args:
            lengths: Python numbers and lists or tuples of them; the first is a number.
            num_row_partitions: how many axes are partitions; None: up to the last list.
            dtype: int32 or int64.

        Raises:
            ValueError: the lengths do not fit each other or the number of partitions.

        >>> tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1), 3])
        <DynamicRaggedShape lengths=[2, (2, 1), 3] num_row_partitions=1>
        """
        if lengths and not isinstance(lengths[0], int):
            raise ValueError("lengths[0] must be an integer: the outermost axis is uniform.")
        last = max((i for i, each in enumerate(lengths) if not isinstance(each, int)), default=0)
        count = last if num_row_partitions is None else num_row_partitions
        if not last <= count < max(len(lengths), 1):
            raise ValueError(
                f"num_row_partitions must be at least {last} and less than {len(lengths)}. "
                f"Received: {num_row_partitions}"
            )
        partitions, rows = [], lengths[0] if lengths else 0
        for each in lengths[1 : count + 1]:
            if isinstance(each, int):
                partition = RowPartition.from_uniform_row_length(each, rows * each, rows)
            else:
                partition = RowPartition.from_row_lengths(np.array(each, np.int64))
                if len(each) != rows:
                    raise ValueError(f"There must be {rows} lengths. Received: {each}")
            partitions.append(partition)
            rows = rows * each if isinstance(each, int) else sum(each)
        inner = [rows, *lengths[count + 1 :]] if lengths else []
        return cls(partitions, np.array(inner, np.int64), dtype)

    @property
    def dtype(self) -> DType:
        """The dtype of the lengths: int32 or int64."""
        return self._inner_shape.dtype

    @property
    def rank(self) -> int | None:
        """The number of axes."""
        inner = self.inner_rank
        return None if inner is None else inner + self.num_row_partitions

    @property
    def inner_rank(self) -> int | None:
        """The rank of the values inside of the partitions."""
        return self._inner_shape.shape[0]

    @property
    def inner_shape(self) -> Any:
        """The shape of the values inside of the partitions, a vector."""
        return self._inner_shape

    @property
    def row_partitions(self) -> tuple[RowPartition, ...]:
        """The partitions, the outermost first."""
        return self._row_partitions

    @property
    def num_row_partitions(self) -> int:
        """The number of partitions."""
        return len(self._row_partitions)

    def with_dtype(self, dtype: Any) -> DynamicRaggedShape:
        """The same shape with lengths of a dtype."""
        return DynamicRaggedShape(self._row_partitions, self._inner_shape, dtype)

    def is_uniform(self, axis: int) -> bool:
        """Whether the axis has one length by its form.

        Raises:
            IndexError: there is no such axis.
        """
        if not isinstance(axis, int):
            raise TypeError("axis must be an integer")
        if axis < 0 or (self.rank is not None and axis >= self.rank):
            raise IndexError(f"Expected 0 <= axis ({axis}) < rank ({self.rank})")
        if axis == 0 or axis > self.num_row_partitions:
            return True
        return self._row_partitions[axis - 1].uniform_row_length() is not None

    def static_lengths(self, ragged_lengths: bool = True) -> list[Any]:
        """The lengths of all axes as far as they are known; those of ragged ones as tuples.

        Args:
            ragged_lengths: whether ragged axes say their lengths; else they are None.
        """
        if not self._row_partitions:
            return _known_numbers(self._inner_shape)
        found: list[Any] = [self._row_partitions[0].static_nrows]
        for partition in self._row_partitions:
            uniform = partition.uniform_row_length()
            lengths = constant_value(partition.row_lengths() if uniform is None else uniform)
            if lengths is None or (uniform is None and not ragged_lengths):
                found.append(None)
            else:
                found.append(tuple(lengths.tolist()) if uniform is None else int(lengths))
        return found + _known_numbers(self._inner_shape)[1:]

    def __getitem__(self, index: Any) -> Any:
        """The length of a uniform axis, or the shape of the first axes.

        Raises:
            ValueError: an axis is ragged.
            IndexError: there is no such axis.
        """
        if isinstance(index, slice):
            return self._slice(index)
        number = int(index)
        if number < 0:
            if self.rank is None:
                raise ValueError("Rank must be known to use a negative index.")
            number += self.rank
        if number < 0 or (self.rank is not None and number >= self.rank):
            raise IndexError(
                f"Index must not be outside of the rank {self.rank}. Received: {index}"
            )
        if not self.is_uniform(number):
            raise ValueError(f"Index {number} is not uniform")
        if number > self.num_row_partitions or not self._row_partitions:
            return self._inner_shape[number - self.num_row_partitions]
        if number == 0:
            return self._row_partitions[0].nrows()
        return self._row_partitions[number - 1].uniform_row_length()

    def _slice(self, index: slice) -> Any:
        if index.step not in (None, 1):
            raise IndexError("Cannot stride through a shape")
        if self.rank is None:
            raise ValueError("Rank must be known to slice a shape.")
        start, stop, _ = index.indices(self.rank)
        if start == 0:
            return self._first(stop)
        if not all(self.is_uniform(axis) for axis in range(start, stop)):
            raise ValueError("All relevant dimensions must be uniform")
        lengths = [self[axis] for axis in range(start, stop)]
        return raw.Pack(lengths, axis=0) if lengths else convert_to_tensor([], self.dtype)

    def _first(self, count: int) -> DynamicRaggedShape:
        """The shape of the first axes."""
        partitions = self._row_partitions[: max(count - 1, 0)]
        if len(partitions) == self.num_row_partitions:
            inner = self._inner_shape[: count - len(partitions)]
        else:
            inner = raw.ExpandDims(self._row_partitions[len(partitions)].nrows(), 0)[:count]
        return DynamicRaggedShape(partitions, inner, self.dtype)

    def __repr__(self) -> str:
        lengths = ", ".join(map(str, self.static_lengths()))
        return (
            f"<DynamicRaggedShape lengths=[{lengths}] num_row_partitions={self.num_row_partitions}>"
        )

    def _form_of(self, name: str, function: Callable[..., Any]) -> Callable[..., Any] | None:
        make = _FORMS.get(name)
        return None if make is None else make(function)

    def _divided(self, values: Any) -> Any:
        """Values of the inner shape as a tensor of this shape."""
        made = values
        for partition in reversed(self._row_partitions):
            made = RaggedTensor(made, partition.row_splits(), partition.uniform_row_length())
        return made


def _known_numbers(shape: Any) -> list[Any]:
    known = constant_value(shape)
    return [None] * (shape.shape[0] or 0) if known is None else known.tolist()


def _shaped(tensor: Any, shape: Any) -> Any:
    """The values of a tensor in a shape."""
    flat = tensor.flat_values if isinstance(tensor, RaggedTensor) else tensor
    if not isinstance(shape, DynamicRaggedShape):
        return raw.Reshape(flat, shape)
    return shape._divided(raw.Reshape(flat, shape.inner_shape))


def _broadcast(value: Any, shape: DynamicRaggedShape) -> Any:
    """A tensor broadcast to a shape."""
    value = as_ragged_or_tensor(value)
    if not shape.num_row_partitions and not isinstance(value, RaggedTensor):
        return raw.BroadcastTo(value, shape.inner_shape)
    template = shape._divided(raw.Fill(shape.inner_shape, False))
    if isinstance(value, RaggedTensor):
        value = value.with_row_splits_dtype(shape.dtype)
    (flat, target), with_rows = line_up([value, template])
    return with_rows(raw.BroadcastTo(flat, raw.Shape(target)))


def _filled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The form of `ones`, `zeros` and `fill`: the function makes the values."""
    return lambda dims, *args, **kwargs: dims._divided(function(dims.inner_shape, *args, **kwargs))


def _broadcast_shapes(function: Callable[..., Any]) -> Callable[..., Any]:
    def form(shape_x: Any, shape_y: Any) -> DynamicRaggedShape:
        shapes = [
            shape
            if isinstance(shape, DynamicRaggedShape)
            else DynamicRaggedShape((), convert_to_tensor(shape))
            for shape in (shape_x, shape_y)
        ]
        first, second = (shape._divided(raw.Fill(shape.inner_shape, False)) for shape in shapes)
        return DynamicRaggedShape.from_tensor(raw.LogicalOr(first, second))

    return form


# Public functions that take shapes -> what makes their forms for ragged ones.
_FORMS: dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    "broadcast_dynamic_shape": _broadcast_shapes,
    "broadcast_to": lambda function: lambda input, shape, name=None: _broadcast(input, shape),
    "fill": _filled,
    "ones": _filled,
    "reshape": lambda function: lambda tensor, shape, name=None: _shaped(tensor, shape),
    "zeros": _filled,
}


def shape(input: Any, out_type: Any = int32, name: str | None = None) -> DynamicRaggedShape:
    """The form of `tf.shape`."""
    return DynamicRaggedShape.from_tensor(input, out_type or int32)


def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Any:
    """The form of `tf.broadcast_to` for ragged tensors."""
    if not isinstance(shape, DynamicRaggedShape):
        shape = DynamicRaggedShape((), convert_to_tensor(shape), input.row_splits.dtype)
    return _broadcast(input, shape)


def reshape(tensor: Any, shape: Any, name: str | None = None) -> Any:
    """The form of `tf.reshape` for ragged tensors."""
    return _shaped(tensor, shape)
