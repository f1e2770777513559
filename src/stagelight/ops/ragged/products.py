"""Products of matrices of different sizes, which stand in ragged tensors: `tf.matmul`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.ops.ragged.conversion import from_tensor, to_tensor
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.row_splits import (
    require,
    require_same,
    row_splits_to_segment_ids,
    splits_of_lengths,
)
from stagelight.ops.ragged.rows import as_ragged_or_tensor, with_ragged_rank
from stagelight.types.dtypes import int64

_BATCHES = "Batch dimensions of `a` and `b` do not have the same size."
_INNERMOST = "The matrices in `a` and `b` may not be ragged in their innermost dimension."


def matmul(function: Callable[..., Any]) -> Callable[..., Any]:
    """The form of `tf.matmul`.

    Matrices are filled up with zeros to one size, multiplied, and cut: what was filled up adds nothing.
    """

    def form(
        a: Any,
        b: Any,
        transpose_a: bool = False,
        transpose_b: bool = False,
        adjoint_a: bool = False,
        adjoint_b: bool = False,
        *others: Any,
        **named: Any,
    ) -> Any:
        a, b = as_ragged_or_tensor(a), as_ragged_or_tensor(b)
        if a.dtype is not b.dtype:
            raise ValueError("`a` and `b` must have the same dtype.")
        ranks = {x.shape.rank for x in (a, b) if x.shape.rank is not None}
        if len(ranks) != 1:
            raise ValueError("`a` and `b` must have the same rank, and one of them a known one.")
        flips = bool(transpose_a or adjoint_a), bool(transpose_b or adjoint_b)

        def product(x: Any, y: Any) -> Any:
            turned = transpose_a, transpose_b, adjoint_a, adjoint_b
            return function(x, y, *turned, *others, **named)

        return _product(product, a, b, ranks.pop(), flips)

    return form


def _product(
    product: Callable[..., Any], a: Any, b: Any, rank: int, flips: tuple[bool, bool]
) -> Any:
    if rank > 3:
        a, b = with_ragged_rank(a, 1, int64), with_ragged_rank(b, 1, int64)
        require_same(a.row_splits, b.row_splits, _BATCHES)
        return a.with_values(_product(product, a.values, b.values, rank - 1, flips))
    if rank == 2:
        return product(_filled(a), _filled(b))
    a, b = with_ragged_rank(a, 1, int64), with_ragged_rank(b, 1, int64)
    if not a.shape[:1].is_compatible_with(b.shape[:1]):
        raise ValueError(f"{_BATCHES} Received: {a.shape} and {b.shape}")
    require(raw.Equal(a.nrows(), b.nrows()), _BATCHES)
    full = product(a.to_tensor(), b.to_tensor())
    rows, columns = _sizes(a)[:: -1 if flips[0] else 1], _sizes(b)[:: -1 if flips[1] else 1]
    require(raw.All(raw.Equal(rows[1], columns[0]), [0]), "Matrix size-incompatible")
    counts = rows[0]
    if not (b.ragged_rank == 2 or flips[1]):
        return from_tensor(full, lengths=counts)
    each = raw.GatherV2(columns[1], row_splits_to_segment_ids(splits_of_lengths(counts)), 0)
    return from_tensor(full, lengths=(counts, each))


def _filled(x: Any) -> Any:
    """A matrix, of which all rows must have one length."""
    if not isinstance(x, RaggedTensor):
        return x
    full = to_tensor(x)
    require(raw.Equal(raw.Size(full), raw.Size(x.flat_values)), _INNERMOST)
    return full


def _sizes(x: RaggedTensor) -> tuple[Any, Any]:
    """The numbers of rows and of columns of each matrix."""
    rows: Any = x.row_lengths()
    zero = convert_to_tensor(0, rows.dtype)
    if not isinstance(x.values, RaggedTensor):
        columns = raw.Shape(x.values, out_type=rows.dtype)[1]
        return rows, raw.Fill(raw.ExpandDims(x.nrows(), 0), columns)
    lengths = x.values.row_lengths()
    columns = raw.Maximum(raw.UnsortedSegmentMax(lengths, x.value_rowids(), x.nrows()), zero)
    all_are = raw.Equal(lengths, raw.GatherV2(columns, x.value_rowids(), 0))
    require(raw.All(all_are, [0]), _INNERMOST)
    return rows, columns
