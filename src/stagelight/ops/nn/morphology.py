"""Grey-scale morphology: `tf.nn.dilation2d`, the maximum of `input + filter` under windows, and
`erosion2d`."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.convolution import sizes_of
from stagelight.ops.nn.convolution_functions import pair_of_tensors
from stagelight.ops.nn.windows import Window, overlap, windows_of
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _windows(
    sizes: Sequence[int | None],
    kernel: Sequence[int | None],
    *,
    strides: Sequence[int],
    rates: Sequence[int],
    padding: str,
) -> list[Window]:
    for what, values in (("strides", strides), ("rates", rates)):
        if len(values) != 4 or values[0] != 1 or values[3] != 1 or min(values) < 1:
            raise invalid(
                f"{what} must be four positive numbers, 1 for batch and channels. "
                f"Received: {list(values)}"
            )
    if None not in (sizes[3], kernel[2]) and sizes[3] != kernel[2]:
        raise invalid(f"input and filter must have the same depth: {sizes[3]} vs {kernel[2]}")
    return windows_of(sizes[1:3], kernel[:2], strides[1:3], rates[1:3], padding)


def _infer(input: Tensor, filter: Tensor, **attrs: Any) -> Inferred:
    sizes, kernel = sizes_of(input, 4, "input"), sizes_of(filter, 3, "filter")
    windows = _windows(sizes, kernel, **attrs)
    channels = kernel[2] if sizes[3] is None else sizes[3]
    return Inferred(TensorShape([sizes[0], *(w.output for w in windows), channels]), input.dtype)


def _dilate(
    x: np.ndarray, filters: np.ndarray, windows: Sequence[Window]
) -> tuple[np.ndarray, np.ndarray]:
    """The maxima, and the place in the filter that each came from (the first of equals)."""
    shape = (x.shape[0], *(w.output for w in windows), x.shape[-1])
    lowest = dtypes.from_numpy(x.dtype).min
    best = np.full(shape, lowest, x.dtype)
    place_of = np.zeros(shape, np.int32)
    columns = filters.shape[1]
    for place in np.ndindex(*filters.shape[:2]):
        target, source = _spans(windows, place)
        candidate = x[source] + filters[place]
        is_better = candidate > best[target]
        np.copyto(best[target], candidate, where=is_better)
        np.copyto(place_of[target], place[0] * columns + place[1], where=is_better)
    return best, place_of


def _spans(windows: Sequence[Window], place: tuple[int, ...]) -> tuple[Any, Any]:
    pairs = [overlap(window, step) for window, step in zip(windows, place, strict=True)]
    return (slice(None), *(p[0] for p in pairs)), (slice(None), *(p[1] for p in pairs))


def _checked(input: np.ndarray, filter: np.ndarray, attrs: dict[str, Any]) -> list[Window]:
    if input.ndim != 4 or filter.ndim != 3:
        raise ValueError("input must have 4 axes, filter 3")
    return _windows(input.shape, filter.shape, **attrs)


def _forward(xp: ModuleType, input: np.ndarray, filter: np.ndarray, **attrs: Any) -> np.ndarray:
    return _dilate(input, filter, _checked(input, filter, attrs))[0]


def _input_backprop(
    xp: ModuleType, input: np.ndarray, filter: np.ndarray, out_backprop: np.ndarray, **attrs: Any
) -> np.ndarray:
    windows = _checked(input, filter, attrs)
    _require_outputs(out_backprop, input, windows)
    _, place_of = _dilate(input, filter, windows)
    result = np.zeros_like(input)
    for place in np.ndindex(*filter.shape[:2]):
        target, source = _spans(windows, place)
        came_from_here = place_of[target] == place[0] * filter.shape[1] + place[1]
        result[source] += np.where(came_from_here, out_backprop[target], 0).astype(input.dtype)
    return result


def _filter_backprop(
    xp: ModuleType, input: np.ndarray, filter: np.ndarray, out_backprop: np.ndarray, **attrs: Any
) -> np.ndarray:
    windows = _checked(input, filter, attrs)
    _require_outputs(out_backprop, input, windows)
    _, place_of = _dilate(input, filter, windows)
    result = np.zeros_like(filter)
    for place in np.ndindex(*filter.shape[:2]):
        came_from_here = place_of == place[0] * filter.shape[1] + place[1]
        result[place] = np.where(came_from_here, out_backprop, 0).sum((0, 1, 2))
    return result


def _gradient(op: Any, dy: Tensor) -> list[Any]:
    x, filters = op.inputs
    attrs = {key: op.attr_value(key) for key in ("strides", "rates", "padding")}
    return [
        raw.Dilation2DBackpropInput(x, filters, dy, **attrs),
        raw.Dilation2DBackpropFilter(x, filters, dy, **attrs),
    ]


def _like(position: int) -> Any:
    return lambda *inputs, **_attrs: Inferred(inputs[position].shape, inputs[position].dtype)


# TF: the backward ops have no gradient of their own.
def _require_outputs(
    out_backprop: np.ndarray, input: np.ndarray, windows: Sequence[Window]
) -> None:
    required = (input.shape[0], *(w.output for w in windows), input.shape[3])
    if out_backprop.shape != required:
        raise invalid(
            f"out_backprop has incompatible size: required {list(required)}, received "
            f"{list(out_backprop.shape)}"
        )


for _name, _inputs, _output, _kernel, _inference, _rule in (
    ("Dilation2D", "input: T, filter: T", "output: T", _forward, _infer, _gradient),
    (
        "Dilation2DBackpropInput",
        "input: T, filter: T, out_backprop: T",
        "in_backprop: T",
        _input_backprop,
        _like(0),
        None,
    ),
    (
        "Dilation2DBackpropFilter",
        "input: T, filter: T, out_backprop: T",
        "filter_backprop: T",
        _filter_backprop,
        _like(1),
        None,
    ),
):
    define(
        _name,
        _inputs,
        _output,
        {
            "T": types(dtypes.REAL),
            "strides": attr("list(int)"),
            "rates": attr("list(int)"),
            "padding": attr("string", allowed=("SAME", "VALID")),
        },
        infer=_inference,
        kernel=_kernel,
        gradient=_rule,
        traits=Trait.HEAVY,
    )


def _check_format(data_format: str) -> None:
    if data_format != "NHWC":
        raise ValueError(
            f"`data_format` values other than 'NHWC' are not supported. Received: {data_format}"
        )


@public("nn.dilation2d")
def dilation2d(
    input: Any,
    filters: Any,
    strides: Sequence[int],
    padding: str,
    data_format: str,
    dilations: Sequence[int],
    name: str | None = None,
) -> Tensor:
    """Grey-scale dilation: `max over p, q of input[b, i + p, j + q, c] + filters[p, q, c]`.

    Args:
        input: real tensor `[batch, height, width, channels]`.
        filters: tensor `[rows, columns, channels]` of the same dtype.
        strides: four numbers, one for each axis.
        padding: "SAME" or "VALID".
        data_format: "NHWC".
        dilations: steps between the elements under a window, four numbers.
        name: name of the operation.

    Returns:
        Tensor `[batch, new_height, new_width, channels]`.

    Raises:
        ValueError: another `data_format`.
        InvalidArgumentError: sizes that do not fit.

    >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> one = [1, 1, 1, 1]
    >>> tf.nn.dilation2d(x, tf.zeros([2, 2, 1]), one, "VALID", "NHWC", one)[0, :, :, 0].numpy()
    array([[4., 5.],
           [7., 8.]], dtype=float32)
    """
    _check_format(data_format)
    input, filters = pair_of_tensors(input, filters)
    return raw.Dilation2D(
        input, filters, strides=list(strides), rates=list(dilations), padding=padding, name=name
    )


@public("nn.erosion2d")
def erosion2d(
    value: Any,
    filters: Any,
    strides: Sequence[int],
    padding: str,
    data_format: str,
    dilations: Sequence[int],
    name: str | None = None,
) -> Tensor:
    """Grey-scale erosion: `min over p, q of value[b, i + p, j + q, c] - filters[p, q, c]`.

    Args:
        value: real tensor `[batch, height, width, channels]`.
        filters: tensor `[rows, columns, channels]` of the same dtype.
        strides: four numbers, one for each axis.
        padding: "SAME" or "VALID".
        data_format: "NHWC".
        dilations: steps between the elements under a window, four numbers.
        name: name of the operation.

    Returns:
        Tensor `[batch, new_height, new_width, channels]`.

    Raises:
        ValueError: another `data_format`.
        InvalidArgumentError: sizes that do not fit.

    >>> x = tf.reshape(tf.range(1.0, 10.0), [1, 3, 3, 1])
    >>> one = [1, 1, 1, 1]
    >>> tf.nn.erosion2d(x, tf.zeros([2, 2, 1]), one, "VALID", "NHWC", one)[0, :, :, 0].numpy()
    array([[1., 2.],
           [4., 5.]], dtype=float32)
    """
    _check_format(data_format)
    with op_scope(name or "erosion2d") as scope:
        value = convert_to_tensor(value, name="value")
        mirrored = raw.ReverseV2(filters, np.asarray([0, 1], np.int32))
        dilated = raw.Dilation2D(
            raw.Neg(value), mirrored, strides=list(strides), rates=list(dilations), padding=padding
        )
        return raw.Neg(dilated, name=scope)
