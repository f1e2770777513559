"""Parts of tensors: `x[1:, ..., None]`, `tf.slice`, `tf.strided_slice`, and updates of such parts.

A *slice specification* is what stands between the brackets. `StridedSlice` carries it as three integer
vectors and five bit masks, one bit an item; `specification` makes them from Python's form, `_numpy_index`
turns them into what NumPy takes. Picking elements by index tensors is in `gather_scatter`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import EllipsisType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    constant_value,
    invalid,
    known_dims,
    shape_text,
)
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor, tensor_method
from stagelight.ops.broadcasting import sum_to_shape_of
from stagelight.public import public, publish
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

publish("newaxis", None)
publish("compat.v1.newaxis", None)

# ---------------------------------------------------------------------------- specifications


class Item(NamedTuple):
    """One item of a specification, after the masks: None stands for what is masked or not known.

    `kind` is "slice", "index" (an axis that goes away), "new" or "rest" (the ellipsis).
    """

    kind: str
    begin: int | None = None
    end: int | None = None
    stride: int | None = 1
    begin_masked: bool = False
    end_masked: bool = False


def _items(
    begin: Sequence[int | None],
    end: Sequence[int | None],
    strides: Sequence[int | None],
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> list[Item]:
    if not len(begin) == len(end) == len(strides):
        raise invalid(
            "Expected begin, end, and strides to be 1D equal size tensors, but got sizes "
            f"{len(begin)}, {len(end)} and {len(strides)}"
        )
    if ellipsis_mask & (ellipsis_mask - 1):
        raise invalid("Multiple ellipses in slice spec not allowed")
    items = []
    for i, (first, last, stride) in enumerate(zip(begin, end, strides, strict=True)):
        bit = 1 << i
        if ellipsis_mask & bit:
            items.append(Item("rest"))
        elif new_axis_mask & bit:
            items.append(Item("new"))
        elif stride == 0:
            raise invalid(f"strides[{i}] must be non-zero")
        elif shrink_axis_mask & bit:
            if stride is not None and stride < 0:
                raise invalid("only stride 1 allowed on non-range indexing.")
            items.append(Item("index", first))
        else:
            masked, ends = bool(begin_mask & bit), bool(end_mask & bit)
            items.append(
                Item("slice", None if masked else first, None if ends else last, stride, masked, ends)
            )
    if not ellipsis_mask:
        items.append(Item("rest"))
    return items


def _axes_taken(items: Sequence[Item], rank: int) -> int:
    taken = sum(item.kind in ("slice", "index") for item in items)
    if taken > rank:
        raise invalid(f"Index out of range using input dim {rank}; input has only {rank} dims")
    return taken


def _numpy_index(
    shape: tuple[int, ...],
    begin: np.ndarray,
    end: np.ndarray,
    strides: np.ndarray,
    masks: Mapping[str, int],
) -> tuple[Any, ...]:
    """The specification as an index for NumPy.

    Raises:
        InvalidArgumentError: an index is out of bounds, or there are more items than axes.
    """
    items = _items(
        begin.reshape(-1).tolist(), end.reshape(-1).tolist(), strides.reshape(-1).tolist(), **masks
    )
    taken = _axes_taken(items, len(shape))
    index: list[Any] = []
    axis = 0
    for item in items:
        if item.kind == "rest":
            axis += len(shape) - taken
            index.append(Ellipsis)
        elif item.kind == "new":
            index.append(None)
        else:
            if item.kind == "slice":
                index.append(slice(item.begin, item.end, item.stride))
            else:
                index.append(_checked_index(item.begin, axis, shape[axis]))
            axis += 1
    return tuple(index)


def _checked_index(index: Any, axis: int, size: int) -> int:
    if not -size <= index < size:
        raise invalid(f"slice index {index} of dimension {axis} out of bounds.")
    return index  # type: ignore[no-any-return]


def _sliced_size(item: Item, size: int | None) -> int | None:
    """The size of an axis under a slice, None when it is not known."""
    if item.begin_masked and item.end_masked and item.stride in (1, -1):
        return size
    known_begin = item.begin_masked or item.begin is not None
    known_end = item.end_masked or item.end is not None
    if size is None or item.stride is None or not (known_begin and known_end):
        return None
    return len(range(*slice(item.begin, item.end, item.stride).indices(size)))


def _sliced_shape(shape: TensorShape, items: Sequence[Item]) -> TensorShape:
    if shape.rank is None:
        return UNKNOWN
    taken = _axes_taken(items, shape.rank)
    sizes = shape.as_list()
    result: list[int | None] = []
    axis = 0
    for item in items:
        if item.kind == "rest":
            result.extend(sizes[axis : axis + len(sizes) - taken])
            axis += len(sizes) - taken
        elif item.kind == "new":
            result.append(1)
        else:
            size = sizes[axis]
            if item.kind == "slice":
                result.append(_sliced_size(item, size))
            elif item.begin is not None and size is not None:
                _checked_index(item.begin, axis, size)
            axis += 1
    return TensorShape(result)


_MASKS = {
    "begin_mask": 0,
    "end_mask": 0,
    "ellipsis_mask": 0,
    "new_axis_mask": 0,
    "shrink_axis_mask": 0,
}
_SLICE_INDEX = (dtypes.int16, *dtypes.INDEX)


def _masks_of(op: Any) -> dict[str, int]:
    return {mask: op.attrs[mask] for mask in _MASKS if mask in op.attrs}


# ---------------------------------------------------------------------------- StridedSlice


def _infer_strided_slice(
    input: Tensor, begin: Tensor, end: Tensor, strides: Tensor, **masks: int
) -> Inferred:
    parts = [known_dims(x) for x in (begin, end, strides)]
    if any(part is None for part in parts):
        return Inferred(UNKNOWN, input.dtype)
    items = _items(*parts, **masks)  # type: ignore[arg-type]
    return Inferred(_sliced_shape(input.shape, items), input.dtype)


def _strided_slice(
    xp: ModuleType,
    input: np.ndarray,
    begin: np.ndarray,
    end: np.ndarray,
    strides: np.ndarray,
    **masks: int,
) -> np.ndarray:
    return _sliced(input, _numpy_index(input.shape, begin, end, strides, masks))


def _sliced(array: np.ndarray, index: Any) -> np.ndarray:
    part = array[index]
    if type(part) is not np.ndarray and isinstance(array, np.ndarray):
        # A single element: NumPy gives the object itself, which asarray could take apart.
        result = np.empty((), array.dtype)
        result[()] = part
        return result
    return part


def _strided_slice_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    x, *bounds = op.inputs
    if bounds[0].dtype not in dtypes.INDEX:
        bounds = [raw.Cast(bound, DstT=dtypes.int32) for bound in bounds]
    shape = raw.Shape(x, out_type=bounds[0].dtype)
    return [raw.StridedSliceGrad(shape, *bounds, dy, **_masks_of(op)), None, None, None]


def _strided_slice_dims(op: Any) -> list[int | None] | None:
    x, *bounds = op.inputs
    dims = known_dims(x) if x.shape.rank == 1 else None
    limits = [constant_value(bound) for bound in bounds]
    if dims is None or any(limit is None or limit.size != 1 for limit in limits):
        return None
    masks = _masks_of(op)
    if masks.get("new_axis_mask") or masks.get("ellipsis_mask"):
        return dims
    index = _numpy_index((len(dims),), *limits, masks)[0]  # type: ignore[arg-type]
    return dims[index] if isinstance(index, slice) else [dims[index]]


define(
    "StridedSlice",
    "input: T, begin: Index, end: Index, strides: Index",
    "output: T",
    {"T": types(), "Index": types(_SLICE_INDEX), **_MASKS},
    infer=_infer_strided_slice,
    kernel=_strided_slice,
    gradient=_strided_slice_gradient,
    dims=_strided_slice_dims,
)


def _infer_strided_slice_grad(
    shape: Tensor, begin: Tensor, end: Tensor, strides: Tensor, dy: Tensor, **masks: int
) -> Inferred:
    dims = known_dims(shape)
    return Inferred(UNKNOWN if dims is None else TensorShape(dims), dy.dtype)


def _strided_slice_grad(
    xp: ModuleType,
    shape: np.ndarray,
    begin: np.ndarray,
    end: np.ndarray,
    strides: np.ndarray,
    dy: np.ndarray,
    **masks: int,
) -> np.ndarray:
    sizes = tuple(shape.tolist())
    index = _numpy_index(sizes, begin, end, strides, masks)
    result = np.zeros(sizes, dy.dtype)
    part = result[index]
    if part.shape != dy.shape:
        raise invalid(
            f"shape of dy was {shape_text(dy.shape)} instead of {shape_text(part.shape)}"
        )
    result[index] = dy
    return result


define(
    "StridedSliceGrad",
    "shape: Index, begin: Index, end: Index, strides: Index, dy: T",
    "output: T",
    {"T": types(), "Index": types(dtypes.INDEX), **_MASKS},
    infer=_infer_strided_slice_grad,
    kernel=_strided_slice_grad,
    gradient=lambda op, dz: [
        *[None] * 4,
        raw.StridedSlice(dz, *op.inputs[1:4], **_masks_of(op)),
    ],
)


def _infer_strided_slice_update(
    input: Tensor, begin: Tensor, end: Tensor, strides: Tensor, value: Tensor, **masks: int
) -> Inferred:
    _infer_strided_slice(input, begin, end, strides, **masks)
    return Inferred(input.shape, input.dtype)


def strided_slice_update(
    xp: ModuleType,
    input: np.ndarray,
    begin: np.ndarray,
    end: np.ndarray,
    strides: np.ndarray,
    value: np.ndarray,
    **masks: int,
) -> np.ndarray:
    """A copy of the input with `value` in the part that the specification says."""
    index = _numpy_index(input.shape, begin, end, strides, masks)
    result = np.array(input)
    target = result[index].shape if isinstance(result[index], np.ndarray) else ()
    if value.ndim > len(target) or np.broadcast_shapes(value.shape, target) != target:
        raise invalid(
            f"The value's shape {shape_text(value.shape)} must broadcast to that of the slice, "
            f"{shape_text(target)}."
        )
    result[index] = value if value.ndim else value[()]
    return result


def _update_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    value = op.inputs[4]
    bounds, masks = op.inputs[1:4], _masks_of(op)
    part = raw.StridedSlice(dy, *bounds, **masks)
    rest = raw.TensorStridedSliceUpdate(dy, *bounds, raw.ZerosLike(value), **masks)
    return [rest, None, None, None, sum_to_shape_of(part, value)]


define(
    "TensorStridedSliceUpdate",
    "input: T, begin: Index, end: Index, strides: Index, value: T",
    "output: T",
    {"T": types(), "Index": types(dtypes.INDEX), **_MASKS},
    infer=_infer_strided_slice_update,
    kernel=strided_slice_update,
    gradient=_update_gradient,
)


# ---------------------------------------------------------------------------- between the brackets


class Specification(NamedTuple):
    """A slice specification as the inputs and attrs of `StridedSlice`."""

    begin: Tensor
    end: Tensor
    strides: Tensor
    masks: dict[str, int]


def specification(key: Any) -> Specification:
    """What stands between the brackets as the inputs and attrs of `StridedSlice`.

    Raises:
        TypeError: an item is no integer, slice, ellipsis or None.
    """
    begin: list[Any] = []
    end: list[Any] = []
    strides: list[Any] = []
    masks = dict.fromkeys(_MASKS, 0)
    for i, item in enumerate(key if isinstance(key, (list, tuple)) else (key,)):
        bit = 1 << i
        first, last, stride = 0, 0, 1
        if isinstance(item, slice):
            if item.start is None:
                masks["begin_mask"] |= bit
            else:
                first = _bound(item.start)
            if item.stop is None:
                masks["end_mask"] |= bit
            else:
                last = _bound(item.stop)
            if item.step is not None:
                stride = _bound(item.step)
        elif isinstance(item, EllipsisType):
            masks["ellipsis_mask"] |= bit
        elif item is None:
            masks["new_axis_mask"] |= bit
        else:
            masks["shrink_axis_mask"] |= bit
            first = _bound(item)
            last = first + 1
        begin.append(first)
        end.append(last)
        strides.append(stride)
    return Specification(*_as_vectors(begin, end, strides), masks)


def _bound(index: Any) -> Any:
    """An index or limit: a Python int, or an integer scalar tensor."""
    if isinstance(index, (int, np.integer)) and not isinstance(index, bool):
        return int(index)
    value = index if isinstance(index, (Tensor, np.ndarray)) else _converted(index)
    dtype = getattr(value, "dtype", None)
    shape = getattr(value, "shape", None)
    if value is None or getattr(dtype, "name", "") not in _INDEX_NAMES or len(shape or ()) > 0:  # type: ignore[arg-type]
        raise TypeError(
            "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
            f"tf.int32/tf.int64 tensors are valid indices, got {index!r}"
        )
    return int(value) if isinstance(value, (np.ndarray, EagerTensor)) else value


_INDEX_NAMES = ("int16", "int32", "int64", "uint8", "int8")


def _converted(index: Any) -> Tensor | None:
    """What is no tensor yet but can be one: a variable, a Dimension."""
    if not hasattr(index, "dtype") and not hasattr(index, "__index__"):
        return None
    if hasattr(index, "dtype"):
        return convert_to_tensor(index)
    return convert_to_tensor(int(index))


def _as_vectors(*rows: list[Any]) -> list[Tensor]:
    tensors = [item for row in rows for item in row if isinstance(item, Tensor)]
    numbers = [item for row in rows for item in row if not isinstance(item, Tensor)]
    wide = any(x.dtype.name == "int64" for x in tensors) or any(
        not _INT32.min <= number <= _INT32.max for number in numbers
    )
    dtype = dtypes.int64 if wide else dtypes.int32
    vectors = []
    for row in rows:
        if any(isinstance(item, Tensor) for item in row):
            row = [
                raw.Cast(x, DstT=dtype) if isinstance(x, Tensor) and x.dtype is not dtype else x
                for x in row
            ]
            vectors.append(raw.Pack([convert_to_tensor(x, dtype) for x in row]))
        else:
            vectors.append(convert_to_tensor(np.array(row, dtype.numpy_dtype), name="strided_slice"))
    return vectors


_INT32 = np.iinfo(np.int32)


def is_mask(key: Any) -> bool:
    """Whether what stands between the brackets picks elements by truth."""
    if isinstance(key, bool):
        return True
    if isinstance(key, Tensor):
        return key.dtype.name == "bool"
    return isinstance(key, (np.ndarray, np.generic)) and key.dtype == np.bool_


@tensor_method("__getitem__")
def getitem(x: Any, key: Any) -> Tensor:
    """`x[key]`: indices, slices with steps, `...`, `tf.newaxis`, scalar tensors, or a boolean mask.

    An index takes one place of an axis, which goes away; a slice keeps the axis; missing axes are kept whole.
    A boolean tensor takes the places where it is true, as `tf.boolean_mask` does.

    Raises:
        InvalidArgumentError: an index is out of bounds or there are more items than axes (ValueError where
            that is known while a graph is traced).
        TypeError: an item is no integer, slice, ellipsis or None.

    >>> x = tf.constant([[1, 2, 3], [4, 5, 6]])
    >>> x[1, ::2].numpy()
    array([4, 6], dtype=int32)
    """
    if is_mask(key):
        return _masked(x, key)
    if CONTEXT.stage is None:
        begin, end, strides, masks = specification(key)
        return raw.StridedSlice(x, begin, end, strides, **masks)
    with CONTEXT.stage.operation_scope("strided_slice") as scope:
        begin, end, strides, masks = specification(key)
        return raw.StridedSlice(x, begin, end, strides, name=scope, **masks)


def _masked(x: Any, mask: Any) -> Tensor:
    mask = convert_to_tensor(mask)
    if mask.shape.rank == 0:
        raise ValueError("Number of mask dimensions must be specified, and mask cannot be scalar.")
    return raw.GatherNd(x, raw.Where(mask))


_PLAIN_KEYS = frozenset({int, slice, EllipsisType, type(None)})
_PLAIN_BOUNDS = frozenset({int, type(None)})


def _is_plain(key: Any) -> bool:
    kind = type(key)
    if kind is slice:
        return (
            type(key.start) in _PLAIN_BOUNDS
            and type(key.stop) in _PLAIN_BOUNDS
            and type(key.step) in _PLAIN_BOUNDS
        )
    return kind in _PLAIN_KEYS


def _eager_getitem(x: EagerTensor, key: Any) -> Tensor:
    """`x[key]` straight by NumPy, where it means the same; the long way for the rest and for errors."""
    if CONTEXT.plain:
        kind = type(key)
        if kind is int or (all(map(_is_plain, key)) if kind is tuple else _is_plain(key)):
            try:
                return EagerTensor(_sliced(x._array, key), x._dtype)
            except (IndexError, ValueError):
                pass  # The long way tells what is wrong.
    return getitem(x, key)


setattr(EagerTensor, "__getitem__", _eager_getitem)  # noqa: B010


# ---------------------------------------------------------------------------- Slice


def _slice_bounds(
    sizes: Sequence[int | None], begin: Sequence[int | None], size: Sequence[int | None]
) -> list[int | None]:
    """The sizes of the part; None where they are not known."""
    if not len(sizes) == len(begin) == len(size):
        raise invalid(
            "Expected begin and size arguments to be 1-D tensors of size "
            f"{len(sizes)}, but got sizes {len(begin)} and {len(size)}"
        )
    result: list[int | None] = []
    for i, (whole, first, count) in enumerate(zip(sizes, begin, size, strict=True)):
        if count == -1:
            count = None if whole is None or first is None else whole - first
        if first is not None and (first < 0 or (whole is not None and first > whole)):
            limit = "?" if whole is None else whole
            raise invalid(f"Expected begin[{i}] in [0, {limit}], but got {first}")
        if count is not None and count < 0:
            raise invalid(f"Expected size[{i}] to be -1 or at least 0, but got {count}")
        if None not in (count, first, whole) and first + count > whole:  # type: ignore[operator]
            raise invalid(
                f"Expected size[{i}] in [0, {whole - first}], but got {count}"  # type: ignore[operator]
            )
        result.append(count)
    return result


def _infer_slice(input: Tensor, begin: Tensor, size: Tensor) -> Inferred:
    first, count = known_dims(begin), known_dims(size)
    rank = input.shape.rank
    if rank is None:
        rank = next((len(part) for part in (first, count) if part is not None), None)
    if rank is None:
        return Inferred(UNKNOWN, input.dtype)
    unknown: list[int | None] = [None] * rank
    sizes = unknown if input.shape.rank is None else input.shape.as_list()
    bounds = _slice_bounds(
        sizes, unknown if first is None else first, unknown if count is None else count
    )
    return Inferred(TensorShape(bounds), input.dtype)


def _slice(xp: ModuleType, input: np.ndarray, begin: np.ndarray, size: np.ndarray) -> np.ndarray:
    first = begin.reshape(-1).tolist()
    counts = _slice_bounds(input.shape, first, size.reshape(-1).tolist())
    index = tuple(slice(i, i + n) for i, n in zip(first, counts, strict=True))  # type: ignore[operator]
    return input[(*index, ...)]


def _slice_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    x, begin, _ = op.inputs
    after = raw.Sub(
        raw.Sub(raw.Shape(x, out_type=begin.dtype), raw.Shape(dy, out_type=begin.dtype)), begin
    )
    return [raw.Pad(dy, raw.Pack([begin, after], axis=1)), None, None]


def _slice_dims(op: Any) -> list[int | None] | None:
    x, begin, size = op.inputs
    dims = known_dims(x) if x.shape.rank == 1 else None
    first, count = constant_value(begin), constant_value(size)
    if dims is None or first is None or count is None:
        return None
    start, length = int(first.reshape(())), int(count.reshape(()))
    return dims[start:] if length == -1 else dims[start : start + length]


define(
    "Slice",
    "input: T, begin: Index, size: Index",
    "output: T",
    {"T": types(), "Index": types(dtypes.INDEX)},
    infer=_infer_slice,
    kernel=_slice,
    gradient=_slice_gradient,
    dims=_slice_dims,
)


@public("slice", "compat.v1.slice")
def slice_(input_: Any, begin: Any, size: Any, name: str | None = None) -> Tensor:
    """The part of a tensor that starts at `begin` and has the given size.

    Args:
        input_: tensor of any dtype.
        begin: integer vector, the first place along each axis.
        size: integer vector, how many places along each axis; -1 takes all that are left.
        name: name of the operation.

    Returns:
        Tensor of shape `size`.

    Raises:
        InvalidArgumentError: the part reaches beyond the tensor.

    >>> tf.slice([[1, 2, 3], [4, 5, 6]], [0, 1], [-1, 2]).numpy()
    array([[2, 3],
           [5, 6]], dtype=int32)
    """
    return raw.Slice(input_, begin, size, name=name)


@public("strided_slice", "compat.v1.strided_slice")
def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Tensor:
    """`input_[begin:end:strides]` in the form that graphs have: three vectors and masks.

    Bit `i` of a mask speaks of item `i`: `begin_mask` and `end_mask` leave out that limit, `ellipsis_mask`
    makes the item `...`, `new_axis_mask` a new axis, `shrink_axis_mask` an index.

    Args:
        input_: tensor of any dtype.
        begin, end, strides: integer vectors of one length; strides None means ones.
        begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask: bit masks.
        var: the variable whose value `input_` is, None for other tensors; not used for reading.
        name: name of the operation.

    Returns:
        The part as a tensor.

    Raises:
        InvalidArgumentError: the vectors do not fit each other or the tensor.

    >>> tf.strided_slice([1, 2, 3, 4], [0], [4], [2]).numpy()
    array([1, 3], dtype=int32)
    """
    begin = convert_to_tensor(begin)
    if strides is None:
        strides = raw.OnesLike(begin)
    return raw.StridedSlice(
        input_,
        begin,
        end,
        strides,
        begin_mask=begin_mask,
        end_mask=end_mask,
        ellipsis_mask=ellipsis_mask,
        new_axis_mask=new_axis_mask,
        shrink_axis_mask=shrink_axis_mask,
        name=name,
    )
