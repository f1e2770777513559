"""Updates placed by index tensors: `tf.scatter_nd`, `tf.tensor_scatter_nd_update` and its kin.

    scatter_nd                  out = 0;       out[indices[i..., 0], indices[i..., 1], ...] +=
    updates[i...] tensor_scatter_nd_update    out = tensor;  out[indices[i..., 0], indices[i..., 1],
    ...] = updates[i...]

Scatters into variables are in `resource_variables`, sums by segment in `segments`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid, shape_from, shape_text
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.gather import flat_places, index_depth
from stagelight.ops.reductions.row_accumulation import accumulate_rows
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- ScatterNd


def _check_updates(indices: TensorShape, updates: TensorShape, shape: TensorShape) -> None:
    if indices.rank == 0:
        raise invalid("Indices shape must have rank at least one. Found: []")
    if indices.rank is None or updates.rank is None or shape.rank is None or indices[-1] is None:
        return
    depth = indices[-1]
    if depth > shape.rank:
        raise invalid(
            "The inner dimension of indices must be at most the rank of the shape. "
            f"Received indices.shape {shape_text(indices)}, shape {shape_text(shape)}"
        )
    if shape.num_elements() == 0 and (indices.num_elements() or updates.num_elements()):
        raise invalid(
            "Indices and updates specified for empty output shape. Received indices.shape "
            f"{shape_text(indices)}, shape {shape_text(shape)}"
        )
    required = indices[:-1].concatenate(shape[depth:])
    if not required.is_compatible_with(updates):
        raise invalid(
            f"Dimensions [0,{indices.rank - 1}) of indices[shape={shape_text(indices)}] and the "
            f"inner axes [{depth},{shape.rank}) of the shape {shape_text(shape)} must be those of "
            f"updates. Required: {shape_text(required)}. Received: {shape_text(updates)}"
        )


def _infer_scatter_nd(indices: Tensor, updates: Tensor, shape: Tensor, **_attrs: Any) -> Inferred:
    target = shape_from(shape)
    _check_updates(indices.shape, updates.shape, target)
    return Inferred(target, updates.dtype)


def _scatter(
    out: np.ndarray, indices: np.ndarray, updates: np.ndarray, ufunc: np.ufunc | None
) -> np.ndarray:
    """`out` with updates put in (None) or combined by the ufunc; `out`, in C order, is changed."""
    depth = index_depth(indices, out.shape, "output")
    _check_updates(TensorShape(indices.shape), TensorShape(updates.shape), TensorShape(out.shape))
    if not updates.size:
        return out
    places = flat_places(indices, out.shape[:depth], out.shape, "shape")
    rows = out.reshape(math.prod(out.shape[:depth]), math.prod(out.shape[depth:]))
    updates = updates.reshape(len(places), rows.shape[1])
    if ufunc is None:
        rows[places] = updates
    else:
        accumulate_rows(rows, places, updates, ufunc)
    return out


def _scatter_nd(
    xp: ModuleType,
    indices: np.ndarray,
    updates: np.ndarray,
    shape: np.ndarray,
    bad_indices_policy: str = "",
) -> np.ndarray:
    sizes = shape.tolist()
    out = np.full(sizes, b"", object) if updates.dtype.hasobject else np.zeros(sizes, updates.dtype)
    return _scatter(out, indices, updates, np.add)


define(
    "ScatterNd",
    "indices: Tindices, updates: T, shape: Tindices",
    "output: T",
    {"T": types(), "Tindices": types((dtypes.int16, *dtypes.INDEX)), "bad_indices_policy": ""},
    requires={"shape": "vector"},
    infer=_infer_scatter_nd,
    kernel=_scatter_nd,
    gradient=lambda op, dy: [None, raw.GatherNd(dy, op.inputs[0]), None],
)


@public("scatter_nd", "compat.v1.scatter_nd", "compat.v1.manip.scatter_nd")
def scatter_nd(
    indices: Any, updates: Any, shape: Any, bad_indices_policy: str = "", name: str | None = None
) -> Tensor:
    """A tensor of zeros into which updates are added at the places that rows of indices say.

    Args:
        indices: integer tensor of shape `[..., k]`.
        updates: tensor of shape `indices.shape[:-1] + shape[k:]`; updates of one place add up.
        shape: integer vector of the dtype of `indices`, the shape of the result.
        bad_indices_policy: only "" (and "ERROR"): an index out of range is an error.
        name: name of the operation.

    Returns:
        Tensor of that shape and the dtype of `updates`.

    Raises:
        InvalidArgumentError: an index is out of range or the shapes do not fit.

    >>> tf.scatter_nd([[1], [3], [1]], [9, 10, 1], [5]).numpy()
    array([ 0, 10,  0, 10,  0], dtype=int32)
    """
    return raw.ScatterNd(indices, updates, shape, bad_indices_policy=bad_indices_policy, name=name)


# ---------------------------------------------------------------------------- TensorScatter...


def _infer_tensor_scatter(
    tensor: Tensor, indices: Tensor, updates: Tensor, **_attrs: Any
) -> Inferred:
    _check_updates(indices.shape, updates.shape, tensor.shape)
    return Inferred(tensor.shape, tensor.dtype)


def _tensor_scatter(ufunc: np.ufunc | None) -> Callable[..., np.ndarray]:
    def kernel(
        xp: ModuleType,
        tensor: np.ndarray,
        indices: np.ndarray,
        updates: np.ndarray,
        bad_indices_policy: str = "",
    ) -> np.ndarray:
        return _scatter(np.array(tensor, order="C"), indices, updates, ufunc)

    return kernel


def _update_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    _, indices, updates = op.inputs
    return [
        raw.TensorScatterUpdate(dy, indices, raw.ZerosLike(updates)),
        None,
        raw.GatherNd(dy, indices),
    ]


def _extreme_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    tensor, indices, updates = op.inputs
    output = op.output
    # The places that kept their value, and the updates that are the value now, share each gradient.
    from_tensor = raw.Cast(raw.Equal(tensor, output), DstT=dy.dtype)
    from_updates = raw.Cast(raw.Equal(updates, raw.GatherNd(output, indices)), DstT=dy.dtype)
    share = raw.RealDiv(dy, raw.TensorScatterAdd(from_tensor, indices, from_updates))
    return [
        raw.Mul(share, from_tensor),
        None,
        raw.Mul(raw.GatherNd(share, indices), from_updates),
    ]


def _define_tensor_scatter(
    op_name: str,
    ufunc: np.ufunc | None,
    gradient: Callable[..., Any],
    indices: Any = dtypes.INDEX,
    first: str = "tensor",
) -> None:
    define(
        op_name,
        f"{first}: T, indices: Tindices, updates: T",
        "output: T",
        {"T": types(), "Tindices": types(indices), "bad_indices_policy": ""},
        infer=_infer_tensor_scatter,
        kernel=_tensor_scatter(ufunc),
        gradient=gradient,
    )


_define_tensor_scatter(
    "TensorScatterUpdate",
    None,
    _update_gradient,
    indices=(dtypes.int16, dtypes.uint16, *dtypes.INDEX),
)
_define_tensor_scatter(
    "TensorScatterAdd", np.add, lambda op, dy: [dy, None, raw.GatherNd(dy, op.inputs[1])]
)
_define_tensor_scatter(
    "ScatterNdNonAliasingAdd",
    np.add,
    lambda op, dy: [dy, None, raw.GatherNd(dy, op.inputs[1])],
    first="input",
)
_define_tensor_scatter(
    "TensorScatterSub",
    np.subtract,
    lambda op, dy: [dy, None, raw.Neg(raw.GatherNd(dy, op.inputs[1]))],
)
_define_tensor_scatter("TensorScatterMin", np.minimum, _extreme_gradient)
_define_tensor_scatter("TensorScatterMax", np.maximum, _extreme_gradient)


@public(
    "tensor_scatter_nd_update",
    "compat.v1.tensor_scatter_nd_update",
    "compat.v1.tensor_scatter_update",
)
def tensor_scatter_nd_update(
    tensor: Any, indices: Any, updates: Any, name: str | None = None
) -> Tensor:
    """A copy of a tensor with updates put in at the places that rows of indices say.

    Args:
        tensor: tensor of any dtype.
        indices: integer tensor of shape `[..., k]`, with k at most the rank of `tensor`.
        updates: tensor of that dtype, of shape `indices.shape[:-1] + tensor.shape[k:]`.
        name: name of the operation.

    Returns:
        Tensor like `tensor`.

    Raises:
        InvalidArgumentError: an index is out of range or the shapes do not fit.

    >>> tf.tensor_scatter_nd_update([0, 0, 0], [[1]], [5]).numpy()
    array([0, 5, 0], dtype=int32)
    """
    return raw.TensorScatterUpdate(tensor, indices, updates, name=name)


@public("tensor_scatter_nd_add", "compat.v1.tensor_scatter_nd_add", "compat.v1.tensor_scatter_add")
def tensor_scatter_nd_add(
    tensor: Any,
    indices: Any,
    updates: Any,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """A copy of a tensor with updates added at the places that rows of indices say.

    Args:
        tensor: numeric tensor.
        indices: integer tensor of shape `[..., k]`.
        updates: tensor of that dtype, of shape `indices.shape[:-1] + tensor.shape[k:]`.
        bad_indices_policy: only "" (and "ERROR"): an index out of range is an error.
        name: name of the operation.

    Returns:
        Tensor like `tensor`.

    Raises:
        InvalidArgumentError: an index is out of range or the shapes do not fit.

    >>> tf.tensor_scatter_nd_add([1, 1, 1], [[1], [1]], [5, 6]).numpy()
    array([ 1, 12,  1], dtype=int32)
    """
    return raw.TensorScatterAdd(tensor, indices, updates, name=name)


@public("tensor_scatter_nd_sub", "compat.v1.tensor_scatter_nd_sub", "compat.v1.tensor_scatter_sub")
def tensor_scatter_nd_sub(
    tensor: Any,
    indices: Any,
    updates: Any,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """A copy of a tensor with updates subtracted at the places that rows of indices say.

    Args:
        tensor: numeric tensor.
        indices: integer tensor of shape `[..., k]`.
        updates: tensor of that dtype, of shape `indices.shape[:-1] + tensor.shape[k:]`.
        bad_indices_policy: only "" (and "ERROR"): an index out of range is an error.
        name: name of the operation.

    Returns:
        Tensor like `tensor`.

    Raises:
        InvalidArgumentError: an index is out of range or the shapes do not fit.

    >>> tf.tensor_scatter_nd_sub([1, 1, 1], [[1]], [5]).numpy()
    array([ 1, -4,  1], dtype=int32)
    """
    return raw.TensorScatterSub(tensor, indices, updates, name=name)


@public("tensor_scatter_nd_min", "compat.v1.tensor_scatter_nd_min")
def tensor_scatter_nd_min(
    tensor: Any,
    indices: Any,
    updates: Any,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """A copy of a tensor that takes the lesser of value and update where rows of indices say.

    Args:
        tensor: real tensor.
        indices: integer tensor of shape `[..., k]`.
        updates: tensor of that dtype, of shape `indices.shape[:-1] + tensor.shape[k:]`.
        bad_indices_policy: only "" (and "ERROR"): an index out of range is an error.
        name: name of the operation.

    Returns:
        Tensor like `tensor`.

    Raises:
        InvalidArgumentError: an index is out of range or the shapes do not fit.

    >>> tf.tensor_scatter_nd_min([1, 1, 1], [[0], [1]], [5, -1]).numpy()
    array([ 1, -1,  1], dtype=int32)
    """
    return raw.TensorScatterMin(tensor, indices, updates, name=name)


@public("tensor_scatter_nd_max", "compat.v1.tensor_scatter_nd_max")
def tensor_scatter_nd_max(
    tensor: Any,
    indices: Any,
    updates: Any,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """A copy of a tensor that takes the greater of value and update where rows of indices say.

    Args:
        tensor: real tensor.
        indices: integer tensor of shape `[..., k]`.
        updates: tensor of that dtype, of shape `indices.shape[:-1] + tensor.shape[k:]`.
        bad_indices_policy: only "" (and "ERROR"): an index out of range is an error.
        name: name of the operation.

    Returns:
        Tensor like `tensor`.

    Raises:
        InvalidArgumentError: an index is out of range or the shapes do not fit.

    >>> tf.tensor_scatter_nd_max([1, 1, 1], [[0], [1]], [5, -1]).numpy()
    array([5, 1, 1], dtype=int32)
    """
    return raw.TensorScatterMax(tensor, indices, updates, name=name)
