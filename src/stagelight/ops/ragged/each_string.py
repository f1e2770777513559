"""What takes each string of a tensor apart, for tensors of any rank: the pieces become a ragged axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.types.dtypes import int64, string


def of_each(text: Any, rows_of: Callable[[Tensor], Any]) -> Any:
    """A function from a vector of strings to rows, applied to strings of any shape.

    Args:
        text: string tensor of known rank, or a ragged one.
        rows_of: what gives a ragged tensor with a row for each string, or a tuple of such tensors.

    Returns:
        What `rows_of` gives, each with the axes of `text` before its own; of a scalar the one row.

    Raises:
        ValueError: the rank is not known.
    """
    if isinstance(text, RaggedTensor):
        pieces = of_each(text.flat_values, rows_of)
        return nest.map_structure(text.with_flat_values, pieces)
    text = convert_to_tensor(text, dtype_hint=string, name="input")
    rank = text.shape.rank
    if rank is None:
        raise ValueError("The input must have a known rank.")
    if rank == 0:
        return nest.map_structure(lambda rows: rows.values, rows_of(raw.ExpandDims(text, 0)))
    if rank == 1:
        return rows_of(text)
    shape = raw.Shape(text, out_type=int64)

    def with_outer_axes(rows: RaggedTensor) -> RaggedTensor:
        for axis in reversed(range(1, rank)):
            count = raw.Prod(shape[:axis], 0)
            rows = RaggedTensor.from_uniform_row_length(rows, shape[axis], count)
        return rows

    return nest.map_structure(with_outer_axes, rows_of(raw.Reshape(text, [-1])))
