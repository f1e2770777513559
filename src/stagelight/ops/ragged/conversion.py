"""Ragged tensors from and to dense and sparse ones, and from nested lists."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.boundary import guarded
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, known_dims
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.ragged.partition_kinds import kinds_of_partitions, row_splits_of
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.row_splits import (
    as_partition,
    common_dtype,
    numbers,
    require_same,
    row_splits_to_segment_ids,
    segment_ids_to_row_splits,
)
from stagelight.ops.ragged.sparse_rows import from_sparse, to_sparse
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype, int64
from stagelight.types.shapes import TensorShape, as_shape

# ---------------------------------------------------------------------------- to dense


def _places(partitions: Sequence[np.ndarray]) -> list[np.ndarray]:
    """The row and column of each value at each ragged axis."""
    places = [np.arange(len(partitions[0]) - 1)]
    for splits in partitions:
        lengths = np.diff(splits)
        rows = np.repeat(np.arange(len(lengths)), lengths)
        places = [place[rows] for place in places]
        places.append(np.arange(len(rows)) - splits[:-1][rows])
    return places


def _to_tensor(
    xp: ModuleType,
    shape: np.ndarray,
    values: np.ndarray,
    default_value: np.ndarray,
    *partitions: np.ndarray,
    row_partition_types: Sequence[Any],
) -> np.ndarray:
    rows = row_splits_of(partitions, kinds_of_partitions(row_partition_types))
    _check_default(default_value.shape, values.shape)
    if not shape.ndim and int(shape) != -1:
        raise invalid(
            "The only valid scalar shape tensor is the fully unknown shape specified as -1."
        )
    count = int(rows[-1][-1])
    if not values.ndim or len(values) != count:
        raise invalid(
            f"values must have as many rows as partitions say, {count}. Received: {list(values.shape)}"
        )
    places = _places(rows)
    needed = [len(rows[0]) - 1]
    needed += [int(np.diff(splits).max(initial=0)) for splits in rows]
    sizes = [*needed, *values.shape[1:]]
    if shape.ndim:
        if len(shape) != len(sizes):
            raise invalid(f"shape must have {len(sizes)} elements. Received: {shape.tolist()}")
        sizes = [s if asked < 0 else int(asked) for s, asked in zip(sizes, shape, strict=True)]
        if sizes[len(needed) :] != list(values.shape[1:]):
            raise invalid(f"The inner sizes must be {values.shape[1:]}. Received: {shape.tolist()}")
    result = np.empty(sizes, values.dtype)
    result[...] = default_value
    inside = np.logical_and.reduce([p < s for p, s in zip(places, sizes, strict=False)])
    result[tuple(place[inside] for place in places)] = values[inside]
    return result


def _check_default(default: Sequence[int | None], values: Sequence[int | None]) -> None:
    """Refuses a default value that does not broadcast to one of the values.

    Raises:
        InvalidArgumentError: it has too many axes, or sizes that do not fit.
    """
    pairs = list(zip(reversed(default), reversed(values[1:]), strict=False))
    fits = all(d in (1, None) or v is None or d == v for d, v in pairs)
    if len(default) >= len(values) or not fits:
        raise invalid(
            f"default_value.shape={_shown(default)} and rt_input.flat_values.shape={_shown(values)} are "
            "incompatible: default_value must broadcast to one of the values."
        )


def _shown(shape: Sequence[int | None]) -> str:
    return "[" + ",".join("?" if dim is None else str(dim) for dim in shape) + "]"


def _infer_to_tensor(
    shape: Tensor,
    values: Tensor,
    default_value: Tensor,
    *partitions: Tensor,
    row_partition_types: Sequence[Any],
    **_: Any,
) -> Inferred:
    if values.shape.rank is not None and default_value.shape.rank is not None:
        _check_default(default_value.shape.as_list(), values.shape.as_list())
    kinds = kinds_of_partitions(row_partition_types)
    axes = len(kinds) - kinds.count("FIRST_DIM_SIZE")
    rank = None if values.shape.rank is None else values.shape.rank + axes
    inner = [] if rank is None else values.shape.as_list()[1:]
    known: Sequence[int | None] | None = None
    if shape.shape.rank == 1:
        known = known_dims(shape)
    elif shape.shape.rank == 0 and rank is not None:
        known = [-1] * rank
    if known is None:
        return Inferred(TensorShape(None if rank is None else [None] * rank), values.dtype)
    rows = partitions[0].shape[0] if kinds[0] == "ROW_SPLITS" else None
    needed = [None if rows is None else rows - 1, *[None] * (len(known) - 1 - len(inner)), *inner]
    dims = [
        own if dim is not None and dim < 0 else dim for dim, own in zip(known, needed, strict=True)
    ]
    return Inferred(TensorShape(dims), values.dtype)


def _to_tensor_gradient(op: Any, dy: Tensor) -> list[Any]:
    """The values' places in the dense tensor; those that were cut off get nothing."""
    partitions = op.inputs[3:]
    splits: list[Tensor] = []
    before: Any = None  # How many rows the next partition has.
    for kind, partition in zip(
        kinds_of_partitions(op.attrs["row_partition_types"]), partitions, strict=True
    ):
        told = raw.Cast(partition, DstT=int64)
        if kind == "FIRST_DIM_SIZE":
            before = told
            continue
        splits.append(segment_ids_to_row_splits(told, before) if kind == "VALUE_ROWIDS" else told)
        before = splits[-1][-1]
    zero, one = convert_to_tensor(0, int64), convert_to_tensor(1, int64)
    rows = raw.Size(splits[0], out_type=int64) - one
    places = [raw.Range(zero, rows, one)]
    for ends in splits:
        owners = row_splits_to_segment_ids(ends)
        places = [raw.GatherV2(place, owners, zero) for place in places]
        numbers = raw.Range(zero, raw.Size(owners, out_type=int64), one)
        places.append(numbers - raw.GatherV2(ends, owners, zero))
    indices = raw.Pack(places, axis=1)
    sizes = raw.Shape(dy, out_type=int64)[: len(places)]
    # What was cut off finds a zero at the end of an axis, which is there also where an axis is empty.
    gradient = raw.GatherNd(_with_zeros_behind(dy, len(places)), raw.Minimum(indices, sizes))
    outside = raw.Sum(dy, raw.Range(0, raw.Rank(dy), 1)) - raw.Sum(
        gradient, raw.Range(0, raw.Rank(gradient), 1)
    )
    # A default that is no scalar broadcasts; its gradient is not taken here.
    default = outside if op.inputs[2].shape.rank == 0 else None
    return [None, gradient, default, *[None] * len(partitions)]


def _with_zeros_behind(x: Tensor, axes: int) -> Tensor:
    """One more element of zeros at the end of each of the first axes."""
    others = raw.Fill(raw.Pack([raw.Rank(x) - convert_to_tensor(axes), 2]), 0)
    return raw.Pad(x, raw.ConcatV2([[[0, 1]] * axes, others], 0))


define(
    "RaggedTensorToTensor",
    "shape: Tshape, values: T, default_value: T, "
    "row_partition_tensors: num_row_partition_tensors * Tindex",
    "result: T",
    {
        "T": types(),
        "Tindex": types(dtypes.INDEX),
        "Tshape": types(dtypes.INDEX),
        "num_row_partition_tensors": attr("int"),
        "row_partition_types": attr("list(string)"),
    },
    infer=_infer_to_tensor,
    kernel=_to_tensor,
    gradient=_to_tensor_gradient,
    traits=Trait.HOST_ONLY,
)


def to_tensor(
    self: RaggedTensor, default_value: Any = None, name: str | None = None, shape: Any = None
) -> Tensor:
    """A dense tensor of the rows, each filled up at its end.

    Args:
        default_value: what rows are filled up with; zero, or an empty string, if None.
        name: the operation's name.
        shape: the shape wanted; None for sizes as large as needed. What lies outside is cut off.

    Raises:
        InvalidArgumentError: the default does not broadcast to one value (ValueError while tracing).

    >>> tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 1]).to_tensor().numpy()
    array([[1, 2],
           [3, 0]], dtype=int32)
    """
    if default_value is None:
        default_value = np.zeros((), self.dtype.numpy_dtype)
        if self.dtype is dtypes.string:
            default_value = b""
    if shape is None:
        wanted = convert_to_tensor(-1, int64)
    elif isinstance(shape, Tensor):
        wanted = shape
    else:
        dims = as_shape(shape).as_list()
        wanted = convert_to_tensor([-1 if dim is None else dim for dim in dims], int64)
    splits = self.nested_row_splits
    return raw.RaggedTensorToTensor(
        wanted,
        self.flat_values,
        convert_to_tensor(default_value, self.dtype),
        list(splits),
        row_partition_types=["ROW_SPLITS"] * len(splits),
        name=name,
    )


# ---------------------------------------------------------------------------- from dense


def from_tensor(
    tensor: Any,
    lengths: Any = None,
    padding: Any = None,
    ragged_rank: int = 1,
    name: str | None = None,
    row_splits_dtype: Any = int64,
) -> RaggedTensor:
    """The rows of a dense tensor, without what fills them up.

    Args:
        tensor: tensor of shape `[rows, columns, ...]`.
        lengths: the length of each row; None for all of it. A tuple has those of each ragged axis, the
            outermost first.
        padding: a value that is left out at the end of rows.
        ragged_rank: the number of ragged axes; `lengths` go with 1, or say how many there are.
        name: kept for TensorFlow's signature.
        row_splits_dtype: int32 or int64.

    Raises:
        ValueError: both lengths and padding are given, or the rank does not allow it.

    >>> tf.RaggedTensor.from_tensor([[1, 2], [3, 0]], padding=0)
    <tf.RaggedTensor [[1, 2], [3]]>
    """
    if lengths is not None and padding is not None:
        raise ValueError("Specify argument `lengths` or `padding`, but not both.")
    tensor = convert_to_tensor(tensor, name="tensor")
    dtype = as_dtype(row_splits_dtype)
    if tensor.shape.rank is not None and tensor.shape.rank < 2:
        raise ValueError(
            "The rank of a RaggedTensor must be greater than 1, i.e., a list of scalars won't have "
            f"ragged dimensions. Received argument `tensor` with rank {tensor.shape.rank}."
        )
    rank = tensor.shape.rank
    if ragged_rank < 1 or (rank is not None and rank <= ragged_rank):
        raise ValueError(
            f"ragged_rank must be at least 1 and less than the rank. Received: {ragged_rank} for a "
            f"tensor of shape {tensor.shape}"
        )
    if isinstance(lengths, (list, tuple)) and lengths and not isinstance(lengths[0], (int, float)):
        return _of_nested_lengths(
            tensor, [as_partition(each, "lengths") for each in lengths], dtype
        )
    shape = raw.Shape(tensor, out_type=dtype)
    rows, columns = shape[0], shape[1]
    if ragged_rank > 1:
        inner = raw.Reshape(tensor, raw.ConcatV2([raw.ExpandDims(rows * columns, 0), shape[2:]], 0))
        values = from_tensor(inner, None, padding, ragged_rank - 1, None, dtype)
        return RaggedTensor.from_uniform_row_length(values, columns, rows)
    if lengths is None and padding is None:
        count = raw.ExpandDims(rows * columns, 0)
        values = raw.Reshape(tensor, raw.ConcatV2([count, shape[2:]], 0))
        return RaggedTensor.from_uniform_row_length(values, columns, rows, validate=False)
    order = numbers(columns)
    if padding is not None:
        filling = convert_to_tensor(padding, tensor.dtype, name="padding")
        if tensor.shape.rank is not None:
            filling.shape.assert_is_compatible_with(tensor.shape[2:])
        is_padding = raw.Equal(tensor, filling)
        if tensor.shape.rank is None or tensor.shape.rank > 2:
            is_padding = raw.All(is_padding, raw.Range(2, raw.Rank(tensor), 1))
        used = raw.SelectV2(
            is_padding, convert_to_tensor(0, dtype), order + convert_to_tensor(1, dtype)
        )
        # Without columns the maximum is the least integer.
        row_lengths = raw.Maximum(raw.Max(used, 1), convert_to_tensor(0, dtype))
    else:
        given = raw.Cast(convert_to_tensor(lengths), DstT=dtype)
        row_lengths = raw.Minimum(given, columns)
    is_kept = raw.Less(order, raw.ExpandDims(row_lengths, 1))
    values = raw.GatherNd(tensor, raw.Where(is_kept))
    return RaggedTensor.from_row_lengths(values, row_lengths, validate=False)


def _of_nested_lengths(tensor: Any, nested_lengths: Sequence[Any], dtype: DType) -> RaggedTensor:
    """The rows of a dense tensor, of the given lengths along each of the first axes but the outermost."""
    outer, *inner = nested_lengths
    rows = from_tensor(tensor, lengths=outer, row_splits_dtype=dtype)
    return rows.with_values(_of_nested_lengths(rows.values, inner, dtype)) if inner else rows


def bounding_shape(
    self: RaggedTensor, axis: Any = None, name: str | None = None, out_type: Any = None
) -> Tensor:
    """The shape of the smallest dense tensor that holds all rows; its sizes along an axis, or several.

    >>> tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 1]).bounding_shape().numpy()
    array([2, 2])
    """
    dtype = as_dtype(out_type or self.row_splits.dtype)
    zero = convert_to_tensor(0, self.row_splits.dtype)
    sizes = [raw.Cast(self.nrows(), DstT=dtype)]
    for lengths in self.nested_row_lengths():
        sizes.append(raw.Cast(raw.Maximum(raw.Max(lengths, 0), zero), DstT=dtype))
    inner = raw.Shape(self.flat_values, out_type=dtype)[1:]
    shape = raw.ConcatV2([raw.Pack(sizes, axis=0), inner], 0)
    return shape if axis is None else raw.GatherV2(shape, convert_to_tensor(axis), 0)


for _method in (to_tensor, to_sparse, bounding_shape):
    setattr(RaggedTensor, _method.__name__, guarded(_method))
for _source in (from_tensor, from_sparse):
    setattr(RaggedTensor, _source.__name__, staticmethod(guarded(_source)))


# ---------------------------------------------------------------------------- from lists


@public("ragged.constant")
def constant(
    pylist: Any,
    dtype: Any = None,
    ragged_rank: int | None = None,
    inner_shape: Any = None,
    name: str | None = None,
    row_splits_dtype: Any = int64,
) -> Any:
    """The ragged tensor of nested lists.

    Args:
        pylist: nested lists, tuples or arrays; scalars all at one depth.
        dtype: the dtype; None infers it.
        ragged_rank: the number of ragged axes; None takes all but the first.
        inner_shape: the shape inside of the ragged axes; `()` if neither it nor `ragged_rank` is given.
        name: kept for TensorFlow's signature.
        row_splits_dtype: int32 or int64.

    Returns:
        A `tf.RaggedTensor`; a tensor if there is no ragged axis.

    Raises:
        ValueError: scalars stand at different depths.

    >>> tf.ragged.constant([[1, 2], [3]])
    <tf.RaggedTensor [[1, 2], [3]]>
    """
    if ragged_rank is not None and ragged_rank < 0:
        raise ValueError(f"Invalid ragged_rank={ragged_rank}: must be nonnegative")
    rows, nested_splits = split_lists(pylist, ragged_rank, inner_shape)
    values = convert_to_tensor(rows, dtype)
    if not nested_splits:
        return values if inner_shape is None else _of_inner_shape(values, inner_shape)
    kind = as_dtype(row_splits_dtype).numpy_dtype
    splits = [each.astype(kind) for each in nested_splits]
    return RaggedTensor.from_nested_row_splits(values, splits, validate=False)


def _of_inner_shape(values: Tensor, inner_shape: Any) -> Tensor:
    """A constant of the shape that `tf.ragged.constant` is asked for, where no axis is ragged."""
    shape = as_shape(inner_shape)
    if not values.shape.is_compatible_with(shape):
        if values.shape.num_elements() != shape.num_elements():
            raise TypeError(
                f"A constant of {values.shape.num_elements()} elements cannot have the shape "
                f"{shape}, which has {shape.num_elements()}. Received inner_shape={inner_shape!r}."
            )
        values = raw.Reshape(values, shape.as_list())
    return values


def split_lists(
    pylist: Any, ragged_rank: int | None, inner_shape: Any
) -> tuple[Any, list[np.ndarray]]:
    """The values inside of all ragged axes of nested lists, and the row splits of each axis.

    Raises:
        ValueError: scalars stand at different depths, or not as deep as the axes ask for.
    """
    depth = _depth(pylist)
    if ragged_rank is None:
        inner = len(inner_shape) if inner_shape is not None else 0
        ragged_rank = max(depth - 1 - inner, 0)
    elif ragged_rank >= max(depth, 1) and not _is_empty(pylist):
        raise ValueError(
            f"pylist has scalar values depth {depth}, but ragged_rank={ragged_rank} requires scalar "
            f"value depth greater than {ragged_rank}"
        )
    if not isinstance(pylist, (list, tuple, np.ndarray)) or ragged_rank == 0:
        return pylist, []
    nested_splits, rows = [], list(pylist)
    for _ in range(ragged_rank):
        nested_splits.append(np.cumsum([0, *map(len, rows)]))
        rows = [item for row in rows for item in row]
    if not rows and inner_shape is not None:
        rows = np.zeros((0, *inner_shape))  # type: ignore[assignment]
    return rows, nested_splits


def _depth(value: Any) -> int:
    """How deeply lists are nested.

    Raises:
        ValueError: scalars stand at different depths.
    """
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.ndim
    if not isinstance(value, (list, tuple, np.ndarray)):
        return 0
    depths = {_depth(item) for item in value if not _is_empty(item)}
    if len(depths) > 1:
        raise ValueError(f"all scalar values must have the same nesting depth. Received: {value}")
    if depths:
        return 1 + depths.pop()
    return 1 + max((_depth(item) for item in value), default=0)


def _is_empty(value: Any) -> bool:
    """Whether a list holds no scalar at any depth."""
    return isinstance(value, (list, tuple)) and all(map(_is_empty, value))


@public("ragged.map_flat_values")
def map_flat_values(op: Any, *args: Any, **kwargs: Any) -> Any:
    """A function applied to the values inside of ragged tensors.

    Args:
        op: a function that keeps the number of values.
        *args, **kwargs: its arguments; ragged tensors among them must have the same rows.

    Raises:
        ValueError: the rows of two ragged tensors differ in number.

    >>> tf.ragged.map_flat_values(lambda x: x * 2, tf.ragged.constant([[1, 2], [3]]))
    <tf.RaggedTensor [[2, 4], [6]]>
    """
    ragged = [x for x in nest.flatten((args, kwargs)) if isinstance(x, RaggedTensor)]
    if not ragged:
        return op(*args, **kwargs)
    if len({x.ragged_rank for x in ragged}) > 1:
        raise ValueError("All ragged tensors must have the same row partitions.")
    common_dtype(*ragged)
    for other in ragged[1:]:
        pairs = zip(ragged[0].nested_row_splits, other.nested_row_splits, strict=True)
        for splits, others in pairs:
            require_same(splits, others, "partitions have incompatible row_splits.")

    def flat(value: Any) -> Any:
        return value.flat_values if isinstance(value, RaggedTensor) else value

    args, kwargs = nest.map_structure(flat, (args, kwargs))
    result = op(*args, **kwargs)
    count = ragged[0].flat_values.shape[0]
    if result.shape.rank == 0 or not result.shape[:1].is_compatible_with([count]):
        raise ValueError(
            "tf.ragged.map_flat_values requires that the output of `op` have the same outer-dimension "
            f"size as flat_values of any ragged inputs. (output shape: {result.shape}; expected outer "
            f"dimension size: {count})"
        )
    return ragged[0].with_flat_values(result)
