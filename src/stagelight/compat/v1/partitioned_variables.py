"""Variables that are divided along one axis: what `get_variable` makes where a partitioner is given.

The parts are variables of their own, `w/part_0`, `w/part_1`..., that checkpoints hold as slices of the one
entry `w`. As a tensor they are the parts in a row; an embedding is looked up in them by a strategy.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from stagelight.core.convert import convert_to_tensor, register_conversion
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.graph.scopes import name_scope
from stagelight.saving.object_graph import full_name
from stagelight.state.variable import Variable
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape, as_shape


@dataclass(frozen=True)
class PartitionInfo:
    """Which part of a variable an initializer is asked for, as its argument `partition_info`.

    Attributes:
        full_shape: the shape of the whole.
        var_offset: where the part begins, by axis.
    """

    full_shape: list[int]
    var_offset: list[int]


class PartitionedVariable:
    """A variable that is divided into parts along one axis.

    Attributes:
        name: the name of the whole; the parts are `name/part_0`, `name/part_1`...
        shape: the shape of the whole.
        dtype: the dtype.
    """

    def __init__(
        self, name: str, shape: TensorShape, dtype: DType, parts: list[Variable], axis: int
    ) -> None:
        self.name = name
        self.shape = shape
        self.dtype = dtype
        self._variable_list = parts
        self._axis = axis

    def __iter__(self) -> Iterator[Variable]:
        return iter(self._variable_list)

    def __len__(self) -> int:
        return len(self._variable_list)

    def get_shape(self) -> TensorShape:
        """The shape of the whole."""
        return self.shape

    def _get_variable_list(self) -> list[Variable]:
        return self._variable_list

    def _get_partitions(self) -> list[int]:
        return [len(self) if i == self._axis else 1 for i in range(len(self.shape))]

    def as_tensor(self) -> Tensor:
        """The parts in a row."""
        with name_scope(f"{self.name}/ConcatPartitions/"):
            values = [part._as_graph_element() for part in self._variable_list]
            joined: Tensor = raw.ConcatV2(values, self._axis) if len(values) > 1 else values[0]
        with nullcontext() if CONTEXT.stage is None else CONTEXT.stage.name_scope(None):
            return raw.Identity(joined, name=self.name)

    def assign(
        self,
        value: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> list[Any]:
        """Assigns the parts of a value to the parts; a result for each."""
        return self._updated("assign", value, name, read_value)

    def assign_add(
        self,
        value: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> list[Any]:
        """Adds the parts of a value to the parts; a result for each."""
        return self._updated("assign_add", value, name, read_value)

    def assign_sub(
        self,
        value: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> list[Any]:
        """Subtracts the parts of a value from the parts; a result for each."""
        return self._updated("assign_sub", value, name, read_value)

    def _updated(self, method: str, value: Any, name: str | None, read_value: bool) -> list[Any]:
        if isinstance(value, (list, PartitionedVariable)):
            values = list(value)
        else:
            whole = convert_to_tensor(value, self.dtype)
            sizes = [part.shape.as_list()[self._axis] for part in self._variable_list]
            values = list(raw.SplitV(whole, sizes, self._axis, num_split=len(sizes)))
        return [
            getattr(part, method)(own, name=name, read_value=read_value)
            for part, own in zip(self._variable_list, values, strict=True)
        ]


def _as_tensor(value: PartitionedVariable, dtype: DType | None, name: str | None) -> Tensor:
    return convert_to_tensor(value.as_tensor(), dtype)


register_conversion(PartitionedVariable, _as_tensor)


def partitions_of(partitioner: Any, shape: TensorShape, dtype: DType) -> tuple[int, int]:
    """The axis that a partitioner divides, and the number of parts.

    Raises:
        ValueError: it is none, or does not divide along one axis.
    """
    if not callable(partitioner):
        raise ValueError(f"Partitioner must be callable, but received: {partitioner}")
    if not shape.is_fully_defined():
        raise ValueError(
            f"Shape of a new partitioned variable must be fully defined, but instead was {shape}."
        )
    counts = partitioner(shape=shape, dtype=dtype)
    if not isinstance(counts, Sequence):
        raise ValueError(f"Partitioner must return a sequence, but saw: {counts}")
    if len(counts) != len(shape):
        raise ValueError(
            "Partitioner returned a partition list that does not match the Variable's rank: "
            f"{counts} vs. {shape}"
        )
    if any(count < 1 for count in counts):
        raise ValueError(f"Partitioner returned zero partitions for some axes: {counts}")
    divided = [axis for axis, count in enumerate(counts) if count > 1]
    if len(divided) > 1:
        raise ValueError(
            f"Can only slice a variable along one dimension: shape: {shape}, partitioning: {counts}"
        )
    axis = divided[0] if divided else 0
    if divided and counts[axis] > (shape.as_list()[axis] or 0):
        raise ValueError(
            f"Partitioner returned more partitions than axis {axis} has rows: {counts} vs. {shape}"
        )
    return axis, counts[axis]


def require_same_division(found: PartitionedVariable, partitioner: Any) -> None:
    """Checks that a partitioner divides a variable that is reused into the parts that it has.

    Raises:
        ValueError: it does not.
    """
    _, count = partitions_of(partitioner, found.shape, found.dtype)
    if count != len(found):
        raise ValueError(
            f"Trying to reuse partitioned variable {found.name}, but specified partitions {count} and found "
            f"partitions {len(found)}."
        )


def make_partitioned_variable(
    make_part: Callable[..., Variable],
    name: str,
    shape: TensorShape,
    dtype: Any,
    division: tuple[int, int],
    initializer: Any,
) -> PartitionedVariable:
    """A variable in parts; the first parts are one longer where the axis does not divide evenly.

    Args:
        make_part: makes a variable, from its name, shape and initializer.
        name: the name of the whole.
        shape: its shape.
        dtype: its dtype.
        division: the axis, and the number of parts.
        initializer: a value, or a function of shape and dtype.
    """
    axis, count = division
    full_shape = [size for size in shape.as_list() if size is not None]
    length, longer = divmod(full_shape[axis], count)
    sizes = [length + (i < longer) for i in range(count)]
    starts = itertools.accumulate(sizes[:-1], initial=0)
    parts = []
    for number, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        offset = [start if i == axis else 0 for i in range(len(full_shape))]
        part_shape = [size if i == axis else whole for i, whole in enumerate(full_shape)]
        own = _initializer_of_part(initializer, PartitionInfo(full_shape, offset), part_shape)
        part = make_part(f"{name}/part_{number}", part_shape, own)
        part._save_slice_info = schema.SaveSliceInfoDef(
            full_name=name, full_shape=full_shape, var_offset=offset, var_shape=part_shape
        )
        parts.append(part)
    return PartitionedVariable(name, shape, as_dtype(dtype), parts, axis)


def _initializer_of_part(initializer: Any, info: PartitionInfo, part_shape: list[int]) -> Any:
    """What a part begins with: its slice of a value, or what an initializer makes of its shape."""
    if not callable(initializer):
        return raw.Slice(convert_to_tensor(initializer), info.var_offset, part_shape)
    if "partition_info" not in inspect.signature(initializer).parameters:
        return initializer
    return lambda shape, dtype: initializer(shape, dtype=dtype, partition_info=info)


def note_slice_of_slot(slot: Variable, primary: Any, slot_name: str) -> None:
    """Says of a slot of a part that it is a part, too: of the slot of the whole."""
    info = getattr(primary, "_save_slice_info", None)
    rank = slot.shape.rank
    if info is None or not rank:
        return
    slot._save_slice_info = schema.SaveSliceInfoDef(
        full_name=f"{info.full_name}/{slot_name}",
        full_shape=info.full_shape[:rank],
        var_offset=info.var_offset[:rank],
        var_shape=info.var_shape[:rank],
    )


def parts_of(variable: Any) -> list[Variable]:
    """The parts of a variable that is divided; of any other, itself."""
    return list(variable) if isinstance(variable, PartitionedVariable) else [variable]


def with_parts(variables: Mapping[str, Any]) -> dict[str, Variable]:
    """Variables by their keys in a checkpoint; the parts of one that is divided by their own names."""
    return {
        full_name(part) if isinstance(variable, PartitionedVariable) else name: part
        for name, variable in variables.items()
        for part in parts_of(variable)
    }


def shape_of_whole(shape: Any, initializer: Any) -> TensorShape:
    """The shape of a variable that is to be divided: the given one, or that of the first value."""
    if shape is not None or initializer is None or callable(initializer):
        return as_shape(shape)
    return convert_to_tensor(initializer).shape
