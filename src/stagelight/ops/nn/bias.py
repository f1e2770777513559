"""`tf.nn.bias_add`: one number for each channel, with the ops `BiasAdd`, `BiasAddV1` and
`BiasAddGrad`."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, shape_text
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_DTYPES = (*dtypes.NUMERIC, *dtypes.QUANTIZED)
_FORMAT = attr("string", "NHWC", ("NHWC", "NCHW"))
# These are summed in float32.
_NARROW_FLOATS = frozenset(dtype.numpy_dtype for dtype in (dtypes.float16, dtypes.bfloat16))


def _checked_channel(value: Sequence[Any], bias: Sequence[Any], data_format: str) -> int:
    """The axis of the channels.

    Raises:
        InvalidArgumentError: the shapes do not fit.
    """
    if len(bias) != 1:
        raise invalid(f"Biases must be 1D: {list(bias)}")
    if len(value) < 2:
        raise invalid(f"Input tensor must be at least 2D: {list(value)}")
    axis = 1 if data_format == "NCHW" else len(value) - 1
    if None not in (value[axis], bias[0]) and value[axis] != bias[0]:
        what = "channel" if data_format == "NCHW" else "last"
        raise invalid(
            f"Must provide as many biases as the {what} dimension of the input tensor: "
            f"{shape_text(bias)} vs. {shape_text(value)}"
        )
    return axis


def _infer_bias_add(value: Tensor, bias: Tensor, *, data_format: str = "NHWC") -> Inferred:
    biases = [None] if bias.shape.rank is None else bias.shape.as_list()
    if value.shape.rank is None:
        if len(biases) != 1:
            raise invalid(f"Biases must be 1D: {biases}")
        return Inferred(value.shape, value.dtype)
    sizes = value.shape.as_list()
    axis = _checked_channel(sizes, biases, data_format)
    sizes[axis] = biases[0] if sizes[axis] is None else sizes[axis]
    return Inferred(TensorShape(sizes), value.dtype)


def _bias_add(
    xp: ModuleType, value: np.ndarray, bias: np.ndarray, *, data_format: str = "NHWC"
) -> Any:
    axis = _checked_channel(value.shape, bias.shape, data_format)
    if axis != value.ndim - 1:
        bias = bias.reshape(-1, *[1] * (value.ndim - 2))
    return xp.add(value, bias)


def _bias_add_gradient(op: Any, dy: Tensor) -> list[Tensor]:
    data_format = op.attrs.get("data_format", "NHWC")
    return [dy, raw.BiasAddGrad(dy, data_format=data_format)]


for _name, _attrs in (("BiasAdd", {"data_format": _FORMAT}), ("BiasAddV1", {})):
    define(
        _name,
        "value: T, bias: T",
        "output: T",
        {"T": types(_DTYPES), **_attrs},
        infer=_infer_bias_add,
        kernel=_bias_add,
        gradient=_bias_add_gradient,
    )


def _infer_bias_grad(out_backprop: Tensor, *, data_format: str = "NHWC") -> Inferred:
    rank = out_backprop.shape.rank
    if rank is None:
        return Inferred(TensorShape([None]), out_backprop.dtype)
    if rank < 2:
        raise invalid(f"Input tensor must be at least 2D: {list(out_backprop.shape)}")
    axis = 1 if data_format == "NCHW" else rank - 1
    return Inferred(TensorShape([out_backprop.shape.as_list()[axis]]), out_backprop.dtype)


def _bias_grad(xp: ModuleType, out_backprop: np.ndarray, *, data_format: str = "NHWC") -> Any:
    rank = out_backprop.ndim
    if rank < 2:
        raise invalid(f"Input tensor must be at least 2D: {list(out_backprop.shape)}")
    channel = 1 if data_format == "NCHW" else rank - 1
    axes = tuple(axis for axis in range(rank) if axis != channel)
    dtype = out_backprop.dtype
    wide = np.float32 if dtype in _NARROW_FLOATS else dtype
    return xp.sum(out_backprop, axis=axes, dtype=wide).astype(dtype)


def _bias_grad_gradient(op: Any, db: Tensor) -> Tensor:
    """Each bias met all elements of its channel."""
    dy = op.inputs[0]
    data_format = op.attrs.get("data_format", "NHWC")
    if data_format == "NCHW":
        trailing = raw.OnesLike(raw.StridedSlice(
            raw.Shape(dy), np.asarray([2], np.int32), np.asarray([0], np.int32),
            np.asarray([1], np.int32), end_mask=1,
        ))  # fmt: skip
        db = raw.Reshape(db, raw.ConcatV2([np.asarray([-1], np.int32), trailing], 0))
    return raw.BroadcastTo(db, raw.Shape(dy))


define(
    "BiasAddGrad",
    "out_backprop: T",
    "output: T",
    {"T": types(_DTYPES), "data_format": _FORMAT},
    infer=_infer_bias_grad,
    kernel=_bias_grad,
    gradient=_bias_grad_gradient,
)


@public("nn.bias_add")
def bias_add(
    value: Any, bias: Any, data_format: str | None = None, name: str | None = None
) -> Tensor:
    """Adds one number to each channel: `out[..., c] = value[..., c] + bias[c]`.

    Args:
        value: numeric tensor `[batch, ..., channels]`, or `[batch, channels, ...]` where
            `data_format` starts with "NC".
        bias: tensor `[channels]` of the same dtype.
        data_format: "N...C" (also None) or "NC...".
        name: name of the operation.

    Returns:
        Tensor like `value`.

    Raises:
        ValueError: another `data_format`.
        InvalidArgumentError: `bias` has another size, or `value` less than two axes.

    >>> tf.nn.bias_add([[1.0, 2.0], [3.0, 4.0]], [10.0, 20.0]).numpy()
    array([[11., 22.],
           [13., 24.]], dtype=float32)
    """
    if data_format is None or data_format in ("N...C", "NHWC", "NDHWC", "NWC"):
        layout = "NHWC"
    elif data_format.startswith("NC"):
        layout = "NCHW"
    elif data_format.startswith("N") and data_format.endswith("C"):
        layout = "NHWC"
    else:
        raise ValueError(
            "`data_format` must be of the form `N...C` or `NC...`. "
            f"Received: data_format={data_format}"
        )
    value = convert_to_tensor(value, name="input")
    bias = convert_to_tensor(bias, value.dtype, name="bias")
    return raw.BiasAdd(value, bias, data_format=layout, name=name or "BiasAdd")
