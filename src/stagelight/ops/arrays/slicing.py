"""Parts of tensors by bounds: `tf.slice`, `tf.strided_slice`, and updates of such parts.

The brackets, `x[1:]`, are in `indexing`; picking elements by index tensors is in `gather`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
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
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.ops.arrays.slice_specification import (
    MASKS,
    items_of,
    masks_of,
    numpy_index,
    sliced,
    sliced_shape,
)
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- StridedSlice


def _infer_strided_slice(
    input: Tensor, begin: Tensor, end: Tensor, strides: Tensor, **masks: int
) -> Inferred:
    first, last, steps = (known_dims(x) for x in (begin, end, strides))
    if first is None or last is None or steps is None:
        return Inferred(UNKNOWN, input.dtype)
    items = items_of(first, last, steps, **masks)
    return Inferred(sliced_shape(input.shape, items), input.dtype)


def _strided_slice(
    xp: ModuleType,
    input: np.ndarray,
    begin: np.ndarray,
    end: np.ndarray,
    strides: np.ndarray,
    **masks: int,
) -> np.ndarray:
    return sliced(input, numpy_index(input.shape, begin, end, strides, masks))


def _strided_slice_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    x, *bounds = op.inputs
    if bounds[0].dtype not in dtypes.INDEX:
        bounds = [raw.Cast(bound, DstT=dtypes.int32) for bound in bounds]
    shape = raw.Shape(x, out_type=bounds[0].dtype)
    return [raw.StridedSliceGrad(shape, *bounds, dy, **masks_of(op)), None, None, None]


def _strided_slice_dims(op: Any) -> list[int | None] | None:
    x, *bounds = op.inputs
    dims = known_dims(x) if x.shape.rank == 1 else None
    limits: list[Any] = [constant_value(bound) for bound in bounds]
    if dims is None or any(limit is None or limit.size != 1 for limit in limits):
        return None
    masks = masks_of(op)
    if masks.get("new_axis_mask") or masks.get("ellipsis_mask"):
        return dims
    index = numpy_index((len(dims),), limits[0], limits[1], limits[2], masks)[0]
    return dims[index] if isinstance(index, slice) else [dims[index]]


define(
    "StridedSlice",
    "input: T, begin: Index, end: Index, strides: Index",
    "output: T",
    {"T": types(), "Index": types((dtypes.int16, *dtypes.INDEX)), **MASKS},
    requires=dict.fromkeys(("begin", "end", "strides"), "vector"),
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
    index = numpy_index(sizes, begin, end, strides, masks)
    result = np.zeros(sizes, dy.dtype)
    part = result[index]
    if part.shape != dy.shape:
        raise invalid(f"shape of dy was {shape_text(dy.shape)} instead of {shape_text(part.shape)}")
    result[index] = dy
    return result


define(
    "StridedSliceGrad",
    "shape: Index, begin: Index, end: Index, strides: Index, dy: T",
    "output: T",
    {"T": types(), "Index": types(dtypes.INDEX), **MASKS},
    infer=_infer_strided_slice_grad,
    kernel=_strided_slice_grad,
    gradient=lambda op, dz: [
        *[None] * 4,
        raw.StridedSlice(dz, *op.inputs[1:4], **masks_of(op)),
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
    index = numpy_index(input.shape, begin, end, strides, masks)
    result = np.array(input)
    target = result[index].shape if isinstance(result[index], np.ndarray) else ()
    extra = value.ndim - len(target)
    if extra > 0 and math.prod(value.shape[:extra]) == 1:
        value = value.reshape(value.shape[extra:])
    if value.ndim > len(target) or np.broadcast_shapes(value.shape, target) != target:
        raise invalid(
            f"The value's shape {shape_text(value.shape)} must broadcast to that of the slice, "
            f"{shape_text(target)}."
        )
    result[index] = value if value.ndim else value[()]
    return result


def _update_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    value = op.inputs[4]
    bounds, masks = op.inputs[1:4], masks_of(op)
    part = raw.StridedSlice(dy, *bounds, **masks)
    rest = raw.TensorStridedSliceUpdate(dy, *bounds, raw.ZerosLike(value), **masks)
    return [rest, None, None, None, sum_to_shape_of(part, value)]


define(
    "TensorStridedSliceUpdate",
    "input: T, begin: Index, end: Index, strides: Index, value: T",
    "output: T",
    {"T": types(), "Index": types(dtypes.INDEX), **MASKS},
    requires=dict.fromkeys(("begin", "end", "strides"), "vector"),
    infer=_infer_strided_slice_update,
    kernel=strided_slice_update,
    gradient=_update_gradient,
)


# ---------------------------------------------------------------------------- Slice


def _slice_bounds(sizes: Sequence[Any], begin: Sequence[Any], size: Sequence[Any]) -> list[Any]:
    """The sizes of the part; None where they are not known."""
    if not len(sizes) == len(begin) == len(size):
        raise invalid(
            "Expected begin and size arguments to be 1-D tensors of size "
            f"{len(sizes)}, but got sizes {len(begin)} and {len(size)}"
        )
    result: list[Any] = []
    for i, (whole, first, count) in enumerate(zip(sizes, begin, size, strict=True)):
        if count == -1:
            count = None if whole is None or first is None else whole - first
        if first is not None and (first < 0 or (whole is not None and first > whole)):
            limit = "?" if whole is None else whole
            raise invalid(f"Expected begin[{i}] in [0, {limit}], but got {first}")
        if count is not None and count < 0:
            raise invalid(f"Expected size[{i}] to be -1 or at least 0, but got {count}")
        if None not in (count, first, whole) and first + count > whole:
            raise invalid(f"Expected size[{i}] in [0, {whole - first}], but got {count}")
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
    index: list[Any] = [slice(i, i + n) for i, n in zip(first, counts, strict=True)]
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
    requires={"begin": "vector", "size": "vector"},
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

    Bit `i` of a mask speaks of item `i`: `begin_mask` and `end_mask` leave out that limit,
    `ellipsis_mask` makes the item `...`, `new_axis_mask` a new axis, `shrink_axis_mask` an index.

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
