"""`tf.nn.embedding_lookup`: rows of one table, or of a table in several parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.gather import gather
from stagelight.ops.elementwise.clipping import clip_by_norm
from stagelight.public import public
from stagelight.types import dtypes


@public("nn.embedding_lookup")
def embedding_lookup(
    params: Any, ids: Any, max_norm: float | None = None, name: str | None = None
) -> Tensor:
    """The rows `params[ids]` of an embedding table.

    Args:
        params: tensor or variable `[n, ...]`, or a list of its parts: the first parts have one row more
            where `n` does not divide evenly.
        ids: int32 or int64 tensor.
        max_norm: rows of a larger l2 norm are scaled down to it.
        name: the operation's name.

    Returns:
        Tensor of shape `ids.shape + params.shape[1:]`. The gradient of a variable is
        `tf.IndexedSlices`.

    Raises:
        ValueError: there is no table.
        InvalidArgumentError: an id is out of range.

    >>> tf.nn.embedding_lookup(tf.constant([[1.0, 2.0], [3.0, 4.0]]), [1]).numpy()
    array([[3., 4.]], dtype=float32)
    """
    return lookup_rows(params, ids, "div", max_norm, name)


@public("compat.v1.nn.embedding_lookup")
def older_embedding_lookup(
    params: Any,
    ids: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: float | None = None,
) -> Tensor:
    """`tf.nn.embedding_lookup`, where a table in parts may be dealt out row by row.

    Args:
        params, ids, max_norm, name: as there.
        partition_strategy: "mod" if row `i` is in part `i % parts`, "div" as there.
        validate_indices: without effect.

    Raises:
        ValueError: there is no table, or no such strategy.

    >>> even, odd = tf.constant([[0.0], [2.0]]), tf.constant([[1.0], [3.0]])
    >>> tf.compat.v1.nn.embedding_lookup([even, odd], [1, 2]).numpy().tolist()
    [[1.0], [2.0]]
    """
    return lookup_rows(params, ids, partition_strategy, max_norm, name)


def lookup_rows(
    params: Any,
    ids: Any,
    partition_strategy: str,
    max_norm: float | None = None,
    name: str | None = None,
) -> Tensor:
    """The rows of a table or of its parts."""
    if params is None:
        raise ValueError("params must be specified")
    if isinstance(params, (list, tuple)) and not params:
        raise ValueError("Length of params is currently 0. Need at least one param.")
    if hasattr(params, "_variable_list"):  # A variable that is divided into parts.
        params = list(params)
    if not isinstance(params, list):
        params = [params]
    with op_scope(name or "embedding_lookup") as scope:
        ids = convert_to_tensor(ids, name="ids")
        params = [part if hasattr(part, "shape") else convert_to_tensor(part) for part in params]
        if len(params) == 1:
            rows = gather(params[0], ids, name=scope if max_norm is None else None)
        else:
            rows = _rows_of_parts(params, ids, partition_strategy)
        return rows if max_norm is None else _clipped(rows, ids, max_norm)


def _clipped(rows: Tensor, ids: Tensor, max_norm: float) -> Tensor:
    if rows.shape.rank is not None and ids.shape.rank is not None:
        axes: Any = list(range(ids.shape.rank, rows.shape.rank))
    else:
        axes = raw.Range(raw.Rank(ids), raw.Rank(rows), 1)
    return clip_by_norm(rows, max_norm, axes=axes)


def _rows_of_parts(parts: Sequence[Any], ids: Tensor, strategy: str) -> Tensor:
    """Ids are dealt out to the parts, looked up there, and put together again."""
    flat = raw.Reshape(ids, [-1])
    if strategy == "mod":
        part, row = raw.FloorMod(flat, len(parts)), raw.FloorDiv(flat, len(parts))
    elif strategy == "div":
        part, row = _place_in_runs(parts, flat)
    else:
        raise ValueError(
            f"Only 'div' and 'mod' are supported for `partition_strategy`. Received: {strategy}"
        )
    part = raw.Cast(part, DstT=dtypes.int32)
    places = raw.Range(0, raw.Size(flat), 1)
    rows = raw.DynamicPartition(row, part, num_partitions=len(parts))
    order = raw.DynamicPartition(places, part, num_partitions=len(parts))
    found = [gather(table, own) for table, own in zip(parts, rows, strict=True)]
    stitched = raw.DynamicStitch(order, found)
    row_shape = raw.StridedSlice(raw.Shape(found[0]), [1], [0], [1], end_mask=1)
    return raw.Reshape(stitched, raw.ConcatV2([raw.Shape(ids), row_shape], 0))


def _place_in_runs(parts: Sequence[Any], flat: Tensor) -> tuple[Tensor, Tensor]:
    """Part and row where parts are runs of rows, the first `extra` of them one row longer."""
    sizes = [
        raw.StridedSlice(raw.Shape(table), [0], [1], [1], shrink_axis_mask=1) for table in parts
    ]
    total = raw.Cast(raw.Sum(raw.Pack(sizes), 0), DstT=flat.dtype)
    length = raw.FloorDiv(total, len(parts))
    extra = raw.FloorMod(total, len(parts))
    longer = raw.AddV2(length, 1)
    part = raw.Maximum(raw.FloorDiv(flat, longer), raw.FloorDiv(raw.Sub(flat, extra), length))
    row = raw.SelectV2(
        raw.Less(part, extra),
        raw.FloorMod(flat, longer),
        raw.FloorMod(raw.Sub(flat, extra), length),
    )
    return part, row
