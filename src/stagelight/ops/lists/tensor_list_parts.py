"""Tensor lists as parts of a tensor along its first axis: joining and splitting; lists joined to lists."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import UNKNOWN, Inferred, constant_value, invalid
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.lists.list_handles import (
    ELEMENT,
    SHAPED,
    dtype_of,
    elements_behind,
    handle_of,
    has_gradients,
    inferred_list,
    merged,
    read_list,
    shape_given,
    static_shape,
    zeros,
)
from stagelight.ops.lists.list_value import ListValue
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape, as_shape


def _infer_concat(
    input_handle: Tensor, *, element_dtype: DType, element_shape: Any = UNKNOWN
) -> tuple[Inferred, Inferred]:
    shape = merged(elements_behind(input_handle)[0], as_shape(element_shape), "TensorListConcat")
    joined = UNKNOWN if shape.rank is None else TensorShape([None, *shape[1:]])
    return Inferred(joined, element_dtype), Inferred(TensorShape([None]), dtypes.int64)


def _infer_concat_v2(
    input_handle: Tensor,
    element_shape: Tensor,
    leading_dims: Tensor,
    *,
    element_dtype: DType,
    **_a: Any,
) -> tuple[Inferred, Inferred]:
    return _infer_concat(
        input_handle, element_dtype=element_dtype, element_shape=static_shape(element_shape)
    )


def _joined(
    value: ListValue, given: TensorShape, leading_dims: Sequence[int]
) -> tuple[np.ndarray, np.ndarray]:
    """The elements joined along their first axis, and how long each is."""
    items = value.items()
    rest = UNKNOWN
    for shape in (
        value.element_shape,
        given,
        *(TensorShape(x.shape) for x in items if x is not None),
    ):
        if shape.rank is not None:
            if not shape.rank:
                raise invalid(
                    "Concat requires elements to be at least vectors, found scalars instead."
                )
            rest = merged(rest, shape[1:], "TensorListConcat")
    first = given[0] if given.rank else None
    rows = []
    for i, item in enumerate(items):
        if item is None:
            length = leading_dims[i] if i < len(leading_dims) else first
            if length is None or not rest.is_fully_defined():
                raise invalid(f"Concat saw an uninitialized element of unknown shape at index {i}.")
            item = zeros(value.element_dtype, [length, *rest.as_list()])
        rows.append(item)
    lengths = np.asarray([len(row) for row in rows], np.int64)
    if rows:
        return np.concatenate(rows), lengths
    if not rest.is_fully_defined():
        raise invalid(
            "All except the first dimension must be fully defined when concating an empty tensor list. "
            f"element_shape: {given}"
        )
    return zeros(value.element_dtype, [0, *rest.as_list()]), lengths


def _concat(
    xp: ModuleType, input_handle: np.ndarray, *, element_dtype: DType, element_shape: Any = UNKNOWN
) -> tuple[np.ndarray, np.ndarray]:
    return _joined(read_list(input_handle, element_dtype), as_shape(element_shape), ())


def _concat_v2(
    xp: ModuleType,
    input_handle: np.ndarray,
    element_shape: np.ndarray,
    leading_dims: np.ndarray,
    *,
    element_dtype: DType,
    **_attrs: Any,
) -> tuple[np.ndarray, np.ndarray]:
    value = read_list(input_handle, element_dtype)
    return _joined(value, shape_given(element_shape), leading_dims.tolist())


def _concat_gradient(op: Any, dtensor: Tensor, _dlengths: Any) -> list[Any]:
    shape = elements_behind(op.inputs[0])[0]
    row = dtensor.shape[1:] if dtensor.shape.rank is not None else UNKNOWN
    dims: Any = -1
    if row.rank is not None:
        first = shape[0] if shape.rank else None
        dims = [-1 if d is None else d for d in (first, *row)]
    dlist = raw.TensorListSplit(dtensor, np.asarray(dims, np.int32), op.outputs[1])
    return [dlist, *(None for _ in op.inputs[1:])]


define(
    "TensorListConcat",
    "input_handle: variant",
    "tensor: element_dtype, lengths: int64",
    {"element_dtype": types(), "element_shape": attr("shape", UNKNOWN)},
    infer=_infer_concat,
    kernel=_concat,
    gradient=_concat_gradient,
)


define(
    "TensorListConcatV2",
    "input_handle: variant, element_shape: shape_type, leading_dims: int64",
    "tensor: element_dtype, lengths: int64",
    SHAPED,
    infer=_infer_concat_v2,
    kernel=_concat_v2,
    gradient=_concat_gradient,
)


def _infer_split(tensor: Tensor, element_shape: Tensor, lengths: Tensor, **_attrs: Any) -> Inferred:
    shape = static_shape(element_shape)
    if tensor.shape.rank is not None:
        sizes = constant_value(lengths)
        same = sizes is not None and sizes.size and (sizes == sizes.flat[0]).all()
        first = int(sizes.flat[0]) if same else None  # type: ignore[union-attr]
        shape = merged(TensorShape([first, *tensor.shape[1:]]), shape, "TensorListSplit")
    return inferred_list(shape, tensor.dtype)


def _split(
    xp: ModuleType,
    tensor: np.ndarray,
    element_shape: np.ndarray,
    lengths: np.ndarray,
    *,
    element_dtype: DType | None = None,
    **_attrs: Any,
) -> np.ndarray:
    if tensor.ndim == 0:
        raise invalid("Tensor must be at least a vector, but saw a scalar.")
    if (lengths < 0).any() or lengths.sum() != len(tensor):
        raise invalid(
            f"Attempting to split a tensor of {len(tensor)} rows into lengths {lengths.tolist()}; they "
            "must not be negative, and must add up to the rows."
        )
    rows = np.split(tensor, np.cumsum(lengths)[:-1]) if len(lengths) else []
    shape = shape_given(element_shape)
    for row in rows:
        if not shape.is_compatible_with(row.shape):
            raise invalid(f"TensorListSplit: element shape {list(row.shape)} does not fit {shape}.")
    return handle_of(ListValue(rows, element_dtype or dtype_of(tensor), shape))


def _split_gradient(op: Any, dlist: Any) -> list[Any]:
    tensor, _, lengths = op.inputs
    if not has_gradients(tensor.dtype):
        return [None, None, None]
    row = tensor.shape[1:] if tensor.shape.rank is not None else UNKNOWN
    dims = -1 if row.rank is None else [-1, *(-1 if d is None else d for d in row)]
    joined, _ = raw.TensorListConcatV2(
        dlist, np.asarray(dims, np.int32), lengths, element_dtype=tensor.dtype
    )
    return [joined, None, None]


define(
    "TensorListSplit",
    "tensor: element_dtype, element_shape: shape_type, lengths: int64",
    "output_handle: variant",
    SHAPED,
    infer=_infer_split,
    kernel=_split,
    gradient=_split_gradient,
)


def _joined_lists(
    xp: ModuleType, input_a: Any, input_b: Any, *, element_dtype: DType
) -> np.ndarray:
    if input_a.shape != input_b.shape:
        raise invalid(f"Incompatible shapes: {list(input_a.shape)} vs. {list(input_b.shape)}")
    results = np.empty(input_a.shape, object)
    for index in np.ndindex(input_a.shape):
        a, b = input_a[index], input_b[index]
        for what, value in (("input_a", a), ("input_b", b)):
            if value.element_dtype is not element_dtype:
                raise invalid(
                    f"{what}{list(index)}.dtype != element_dtype. "
                    f"Saw: {value.element_dtype.name} vs. {element_dtype.name}"
                )
        results[index] = a.replaced([*a.items(), *b.items()])
    return results


define(
    "TensorListConcatLists",
    "input_a: variant, input_b: variant",
    "output: variant",
    ELEMENT,
    infer=lambda input_a, input_b, **_attrs: Inferred(
        input_a.shape, dtypes.variant, getattr(input_a, "handle_data", None)
    ),
    kernel=_joined_lists,
)
