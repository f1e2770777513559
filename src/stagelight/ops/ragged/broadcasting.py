"""Elementwise ops of ragged tensors, which may broadcast.

Axes are lined up at the last one, as those of plain tensors are, and go from the outermost to the innermost
ragged axis. At each, every row of the result knows which row of each operand it is made from: a row of one
value gives it to all. At the end the operands' values are gathered by what became of these numbers, and
the op is applied to them as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.op_def import OpDef
from stagelight.core.raw import raw, raw_function
from stagelight.core.tensor import EagerTensor
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.row_splits import (
    common_dtype,
    places_in_rows,
    require,
    row_splits_to_segment_ids,
    splits_of_lengths,
)
from stagelight.types.dtypes import DType


class _Operand:
    """An operand on the way from its outermost axis inwards.

    Attributes:
        level: The values inside of the axes that were passed.
        ids: The row of `level` from which each row of the result is made.
    """

    def __init__(self, value: Any, leading: int, dtype: DType) -> None:
        self.level = value
        self.ids: Any = convert_to_tensor([0], dtype)
        # Axes of size 1 that stand before its own.
        self._leading = leading
        self._is_outermost = True

    @property
    def has_begun(self) -> bool:
        """Whether the next axis is one of its own."""
        return self._leading <= 0

    @property
    def is_uniform(self) -> bool:
        """Whether all rows along the next axis have one length."""
        if self._is_outermost or not isinstance(self.level, RaggedTensor):
            return True
        return self.level.uniform_row_length is not None

    def rows(self) -> tuple[Any, Any, int | None]:
        """The first value and the length of each row along the next axis; the length if all have one."""
        dtype = self.ids.dtype
        if not self.has_begun:
            return self.ids, raw.OnesLike(self.ids), 1
        if isinstance(self.level, RaggedTensor) and not self._is_outermost:
            splits = self.level.row_splits
            starts = raw.GatherV2(splits, self.ids, 0)
            one: Any = convert_to_tensor(1, dtype)
            lengths = raw.GatherV2(splits, self.ids + one, 0) - starts
            return starts, lengths, self.level.shape[1]
        if isinstance(self.level, RaggedTensor):
            length: Any = self.level.nrows()
            known = self.level.shape[0]
        else:
            axis = 0 if self._is_outermost else 1
            length = raw.Shape(self.level, out_type=dtype)[axis]
            known = self.level.shape[axis]
        return self.ids * length, raw.OnesLike(self.ids) * length, known

    def descend(self, ids: Any) -> None:
        """Passes an axis: `ids` count the rows inside of it."""
        if self.has_begun:
            if self._is_outermost:
                self._is_outermost = False
            elif isinstance(self.level, RaggedTensor):
                self.level = self.level.values
            else:
                inner = raw.Shape(self.level, out_type=ids.dtype)[2:]
                rest = convert_to_tensor([-1], ids.dtype)
                self.level = raw.Reshape(self.level, raw.ConcatV2([rest, inner], 0))
        self._leading -= 1
        self.ids = ids


def line_up(values: Sequence[Any]) -> tuple[list[Any], Callable[[Any], Any]]:
    """The values of operands, lined up, and what makes a ragged tensor of such values.

    Args:
        values: tensors of known rank, ragged ones among them.

    Raises:
        ValueError: a rank is not known, or the row splits have two dtypes.
        InvalidArgumentError: sizes differ and are not 1 (in a graph when it runs).
    """
    ragged = [value for value in values if isinstance(value, RaggedTensor)]
    dtype = common_dtype(*values)
    inner = ragged[0].flat_values.shape.rank
    if all(_have_same_rows(value, ragged[0]) for value in ragged[1:]) and all(
        isinstance(value, RaggedTensor) or _is_of_inner_axes(value, inner) for value in values
    ):
        flat = [x.flat_values if isinstance(x, RaggedTensor) else x for x in values]
        return flat, ragged[0].with_flat_values
    ranks = [value.shape.rank for value in values]
    if None in ranks:
        raise ValueError(
            "Unable to broadcast: the ranks of ragged and plain tensors must be known."
        )
    rank = max(ranks)
    depth = max(rank - x.shape.rank + x.ragged_rank for x in ragged)
    operands = [_Operand(x, rank - x.shape.rank, dtype) for x in values]
    nested_splits, lengths = [], []
    for axis in range(depth + 1):
        splits, length = _pass_axis(operands, axis)
        nested_splits.append(splits)
        lengths.append(length)
    flat = [raw.GatherV2(x.level, x.ids, 0) if x.has_begun else x.level for x in operands]

    def with_rows(values: Any) -> Any:
        return RaggedTensor._from_parts(values, nested_splits[1:], lengths[1:])

    return flat, with_rows


def _is_of_inner_axes(value: Any, inner: int | None) -> bool:
    """Whether a plain tensor is broadcast along no ragged axis."""
    rank = value.shape.rank
    return rank == 0 or (rank is not None and inner is not None and rank < inner)


def _have_same_rows(x: RaggedTensor, y: RaggedTensor) -> bool:
    """Whether the rows are known to be the same."""
    splits = x.nested_row_splits, y.nested_row_splits
    return len(splits[0]) == len(splits[1]) and all(
        a is b
        or (
            isinstance(a, EagerTensor)
            and isinstance(b, EagerTensor)
            and a.dtype is b.dtype
            and np.array_equal(a._array, b._array)
        )
        for a, b in zip(*splits, strict=True)
    )


def _pass_axis(operands: Sequence[_Operand], axis: int) -> tuple[Any, int | None]:
    """Takes all operands past an axis; the row splits of the result, and the length that all rows have."""
    rows = [operand.rows() for operand in operands]
    one = convert_to_tensor(1, operands[0].ids.dtype)
    # Where rows may have different lengths, a row of one value is a row: only uniform axes broadcast.
    are_one = [
        raw.All(raw.Equal(lengths, one), [0]) if operand.is_uniform else convert_to_tensor(False)
        for operand, (_, lengths, _) in zip(operands, rows, strict=True)
    ]
    result, known = rows[0][1:]
    is_one = are_one[0]
    for (_, lengths, length), other_is_one in zip(rows[1:], are_one[1:], strict=True):
        result = raw.SelectV2(is_one, lengths, result)
        is_one = raw.LogicalAnd(is_one, other_is_one)
        known = length if known == 1 else known if length is not None else None
    for (_, lengths, _), stretches in zip(rows, are_one, strict=True):
        require(
            raw.LogicalOr(stretches, raw.All(raw.Equal(lengths, result), [0])),
            f"Unable to broadcast: dimension size mismatch in dimension {axis}",
        )
    splits = splits_of_lengths(result)
    owners = row_splits_to_segment_ids(splits)
    offsets = places_in_rows(splits, owners)
    for operand, (starts, _, _), stretches in zip(operands, rows, are_one, strict=True):
        offset = raw.SelectV2(stretches, raw.ZerosLike(offsets), offsets)
        operand.descend(raw.GatherV2(starts, owners, 0) + offset)
    return splits, known


def of_lined_up(function: Callable[..., Any], *values: Any) -> Any:
    """A function of the lined up values, in their rows."""
    hint = next((value.dtype for value in values if isinstance(value, RaggedTensor)), None)
    operands = [
        value if isinstance(value, RaggedTensor) else convert_to_tensor(value, dtype_hint=hint)
        for value in values
    ]
    flat, with_rows = line_up(operands)
    return with_rows(function(*flat))


def _apply_elementwise(
    self: RaggedTensor, op_def: OpDef, values: Sequence[Any], attrs: Any, name: str | None
) -> Any:
    """An elementwise op of values, ragged ones among them."""
    known: dict[Any, DType] = {}
    for arg, value in zip(op_def.inputs, values, strict=True):
        dtype = getattr(value, "dtype", None)
        if isinstance(dtype, DType):
            known.setdefault(arg.type_attr, dtype)
    operands = [
        value
        if isinstance(value, RaggedTensor)
        else convert_to_tensor(value, arg.dtype, known.get(arg.type_attr))
        for arg, value in zip(op_def.inputs, values, strict=True)
    ]
    flat, with_rows = line_up(operands)
    return with_rows(raw_function(op_def)(*flat, name=name, **attrs))


setattr(RaggedTensor, _apply_elementwise.__name__, _apply_elementwise)
