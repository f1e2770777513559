"""Convolutions: the ops `Conv2D` and `Conv3D` with their backward forms.

    out[b, o, f] = sum over k, c of input[b, o * stride + k * dilation - padding, c] * filters[k, c,
    f]

`tf.nn.conv2d` and its kin are in `convolution_functions`, the arithmetic in `convolution_kernels`,
the geometry in `windows`; convolutions of single channels are in `depthwise_convolution`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import Inferred, invalid, shape_from
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.convolution_kernels import (
    convolve,
    convolve_back_to_filters,
    convolve_back_to_input,
)
from stagelight.ops.nn.windows import (
    Window,
    arranged,
    channel_of,
    channels_last,
    explicit_pairs,
    in_format,
    spatial,
    windows_of,
)
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_PADDINGS = ("SAME", "VALID", "EXPLICIT")

# ---------------------------------------------------------------------------- geometry


def _text(sizes: Any) -> str:
    return "[" + ",".join("?" if size is None else str(size) for size in sizes) + "]"


def conv_windows(
    sizes: Sequence[int | None],
    filters: Sequence[int | None],
    *,
    strides: Sequence[int],
    padding: str,
    data_format: str,
    explicit_paddings: Sequence[int] = (),
    dilations: Sequence[int] = (),
    **_attrs: Any,
) -> list[Window]:
    """The windows of a convolution of an input of these sizes, by the op's attrs.

    Raises:
        InvalidArgumentError: strides, dilations or paddings that no convolution has.
        UnimplementedError: strides along the batch or the channels.
    """
    rank = len(sizes)
    dilations = dilations or [1] * rank
    for what, values in (("strides", strides), ("dilations", dilations)):
        if len(values) != rank:
            raise invalid(f"Sliding window {what} field must specify {rank} dimensions.")
        if values[0] != 1 or channel_of(values, data_format) != 1:
            raise errors.UnimplementedError(
                None,
                None,
                f"Current implementation does not yet support {what} in the batch and depth "
                f"dimensions. Received: {list(values)}",
            )
        if any(value <= 0 for value in spatial(values, data_format)):
            raise invalid(
                f"Row and column {what} should be larger than 0. Received: {list(values)}"
            )
    explicit = _explicit(padding, explicit_paddings, rank, data_format)
    return windows_of(
        spatial(sizes, data_format),
        filters[:-2],
        spatial(strides, data_format),
        spatial(dilations, data_format),
        padding,
        explicit,
    )


def _explicit(
    padding: str, paddings: Sequence[int], rank: int, data_format: str
) -> list[tuple[int, int]]:
    if padding != "EXPLICIT":
        if paddings:
            raise invalid(
                "explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT"
            )
        return []
    if len(paddings) != 2 * rank:
        raise invalid(
            f"explicit_paddings attribute must contain {2 * rank} values, but got: {len(paddings)}"
        )
    if any(value < 0 for value in paddings):
        raise invalid("All elements of explicit_paddings must be nonnegative")
    pairs = list(zip(paddings[::2], paddings[1::2], strict=True))
    if any(pairs[0]) or any(channel_of(pairs, data_format)):
        raise invalid("Nonzero explicit padding in the batch or depth dimensions is not supported")
    return explicit_pairs(paddings, data_format)


def _check_channels(channels: int | None, filters: Sequence[int | None]) -> None:
    # TF: in two dimensions there may be no filter at all.
    if any(size == 0 for size in (filters[:-1] if len(filters) == 4 else filters)):
        raise invalid(
            "filter must not have zero elements (i.e. all dimensions must be non-zero). "
            f"Received shape: {_text(filters)}"
        )
    per_group, count = filters[-2:]
    if channels is None or per_group is None:
        return
    if channels % per_group:
        raise invalid(
            f"input depth must be evenly divisible by filter depth: {channels} vs {per_group}"
        )
    groups = channels // per_group
    if count is not None and groups and count % groups:
        raise invalid(
            f"output depth must be evenly divisible by number of groups: {count} vs {groups}"
        )


def sizes_of(x: Tensor, rank: int, what: str) -> list[int | None]:
    """The static sizes of an image or filter, None where unknown.

    Raises:
        InvalidArgumentError: it has another rank.
    """
    if x.shape.rank is None:
        return [None] * rank
    if x.shape.rank != rank:
        raise invalid(f"{what} must be {rank}-dimensional: {_text(x.shape)}")
    return x.shape.as_list()


# ---------------------------------------------------------------------------- Conv2D, Conv3D


def _forward(default_format: str) -> tuple[Any, Any]:
    rank = len(default_format)

    def infer(
        input: Tensor, filter: Tensor, *, data_format: str = default_format, **attrs: Any
    ) -> Inferred:
        sizes = sizes_of(input, rank, "convolution input")
        kernel = sizes_of(filter, rank, "convolution filter")
        _check_channels(channel_of(sizes, data_format), kernel)
        windows = conv_windows(sizes, kernel, data_format=data_format, **attrs)
        outputs = [window.output for window in windows]
        return Inferred(
            TensorShape(arranged(sizes[0], outputs, kernel[-1], data_format)), input.dtype
        )

    def kernel(
        xp: ModuleType,
        input: np.ndarray,
        filter: np.ndarray,
        *,
        data_format: str = default_format,
        **attrs: Any,
    ) -> np.ndarray:
        if input.ndim != rank or filter.ndim != rank:
            raise ValueError(f"input and filter must have {rank} axes")
        _check_channels(channel_of(input.shape, data_format), filter.shape)
        windows = conv_windows(input.shape, filter.shape, data_format=data_format, **attrs)
        return in_format(convolve(channels_last(input, data_format), filter, windows), data_format)

    return infer, kernel


def _back_to_input(default_format: str) -> tuple[Any, Any]:
    rank = len(default_format)

    def infer(
        input_sizes: Tensor,
        filter: Tensor,
        out_backprop: Tensor,
        *,
        data_format: str = default_format,
        **_attrs: Any,
    ) -> Inferred:
        shape = shape_from(input_sizes)
        if shape.rank == rank - 2 and shape.rank is not None:
            # TF: the sizes may be those of the spatial axes alone.
            dy = sizes_of(out_backprop, rank, "out_backprop")
            kernel = sizes_of(filter, rank, "filter")
            full = arranged(dy[0], shape.as_list(), kernel[-2], data_format)
            return Inferred(TensorShape(full), filter.dtype)
        if shape.rank is None:
            shape = TensorShape([None] * rank)
        return Inferred(shape, filter.dtype)

    def kernel(
        xp: ModuleType,
        input_sizes: np.ndarray,
        filter: np.ndarray,
        out_backprop: np.ndarray,
        *,
        data_format: str = default_format,
        **attrs: Any,
    ) -> np.ndarray:
        sizes = input_sizes.tolist()
        if len(sizes) == rank - 2:
            sizes = arranged(out_backprop.shape[0], sizes, filter.shape[-2], data_format)
        if len(sizes) != rank or filter.ndim != rank or out_backprop.ndim != rank:
            raise invalid(
                f"input_sizes must have {rank} elements, filter and out_backprop {rank} axes. "
                f"Received: {sizes}, shapes {_text(filter.shape)} and {_text(out_backprop.shape)}"
            )
        channels = channel_of(sizes, data_format)
        _check_channels(channels, filter.shape)
        windows = conv_windows(sizes, filter.shape, data_format=data_format, **attrs)
        _check_output(out_backprop.shape, sizes[0], windows, filter.shape[-1], data_format)
        dy = channels_last(out_backprop, data_format)
        return in_format(convolve_back_to_input(dy, filter, channels, windows), data_format)

    return infer, kernel


def _check_output(
    shape: Sequence[int], batch: int, windows: Sequence[Window], filters: int, data_format: str
) -> None:
    required = arranged(batch, [w.output for w in windows], filters, data_format)
    if list(shape) != required:
        raise invalid(
            "Size of out_backprop doesn't match computed: "
            f"actual = {_text(shape)}, computed = {_text(required)}"
        )


def _back_to_filters(default_format: str) -> tuple[Any, Any]:
    rank = len(default_format)

    def infer(input: Tensor, filter_sizes: Tensor, out_backprop: Tensor, **_attrs: Any) -> Inferred:
        shape = shape_from(filter_sizes)
        return Inferred(TensorShape([None] * rank) if shape.rank is None else shape, input.dtype)

    def kernel(
        xp: ModuleType,
        input: np.ndarray,
        filter_sizes: np.ndarray,
        out_backprop: np.ndarray,
        *,
        data_format: str = default_format,
        **attrs: Any,
    ) -> np.ndarray:
        sizes = filter_sizes.tolist()
        if len(sizes) != rank or input.ndim != rank or out_backprop.ndim != rank:
            raise invalid(
                f"filter_sizes must have {rank} elements, input and out_backprop {rank} axes. "
                f"Received: {sizes}, shapes {_text(input.shape)} and {_text(out_backprop.shape)}"
            )
        _check_channels(channel_of(input.shape, data_format), sizes)
        windows = conv_windows(input.shape, sizes, data_format=data_format, **attrs)
        _check_output(out_backprop.shape, input.shape[0], windows, sizes[-1], data_format)
        return convolve_back_to_filters(
            channels_last(input, data_format),
            channels_last(out_backprop, data_format),
            sizes[:-2],
            sizes[-2],
            windows,
        )

    return infer, kernel


def shape_of(x: Tensor) -> Any:
    """The shape as a constant where it is known, else as a tensor."""
    if x.shape.is_fully_defined():
        return np.asarray(x.shape.as_list(), np.int32)
    return raw.Shape(x)


def _attrs_of(op: Any) -> dict[str, Any]:
    return {key: value for key, value in op.attrs.items() if key not in ("T", "Tshape")}


def _gradients(forward: str, back_to_input: str, back_to_filters: str) -> tuple[Any, Any, Any]:
    """The gradient rules of a convolution and its two backward ops: each leads to the others."""

    def of_forward(op: Any, dy: Tensor) -> list[Any]:
        x, filters = op.inputs
        attrs = _attrs_of(op)
        return [
            lambda: getattr(raw, back_to_input)(shape_of(x), filters, dy, **attrs),
            lambda: getattr(raw, back_to_filters)(x, shape_of(filters), dy, **attrs),
        ]

    def of_input(op: Any, dx: Tensor) -> list[Any]:
        _, filters, dy = op.inputs
        attrs = _attrs_of(op)
        return [
            None,
            lambda: getattr(raw, back_to_filters)(dx, shape_of(filters), dy, **attrs),
            lambda: getattr(raw, forward)(dx, filters, **attrs),
        ]

    def of_filters(op: Any, dw: Tensor) -> list[Any]:
        x, _, dy = op.inputs
        attrs = _attrs_of(op)
        return [
            lambda: getattr(raw, back_to_input)(shape_of(x), dw, dy, **attrs),
            None,
            lambda: getattr(raw, forward)(x, dw, **attrs),
        ]

    return of_forward, of_input, of_filters


_INPUTS = (
    "input: T, filter: T",
    "input_sizes: {sizes}, filter: T, out_backprop: T",
    "input: T, filter_sizes: int32, out_backprop: T",
)


def _define_family(default_format: str, names: tuple[str, str, str], attrs: dict[str, Any]) -> None:
    """Defines a convolution, its way back to the input and that to the filters."""
    rules = (
        _forward(default_format),
        _back_to_input(default_format),
        _back_to_filters(default_format),
    )
    is_flat = default_format == "NHWC"
    for name, inputs, (infer, kernel), gradient in zip(
        names, _INPUTS, rules, _gradients(*names), strict=True
    ):
        is_to_input = name == names[1]
        # TF: integers are convolved forwards, and back to the input, of images only.
        has_integers = is_flat and name != names[2]
        index = {} if is_flat or not is_to_input else {"Tshape": types(dtypes.INDEX, dtypes.int32)}
        define(
            name,
            inputs.format(sizes="Tshape" if index else "int32"),
            "output: T",
            {
                "T": types((*dtypes.FLOATING, dtypes.int32) if has_integers else dtypes.FLOATING),
                **attrs,
                **index,
            },
            infer=infer,
            kernel=kernel,
            gradient=gradient,
            traits=Trait.HEAVY,
        )


_define_family(
    "NHWC",
    ("Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter"),
    {
        "strides": attr("list(int)"),
        "use_cudnn_on_gpu": True,
        "padding": attr("string", allowed=_PADDINGS),
        "explicit_paddings": attr("list(int)", []),
        "data_format": attr("string", "NHWC", ("NHWC", "NCHW")),
        "dilations": attr("list(int)", [1, 1, 1, 1]),
    },
)
_define_family(
    "NDHWC",
    ("Conv3D", "Conv3DBackpropInputV2", "Conv3DBackpropFilterV2"),
    {
        "strides": attr("list(int)"),
        "padding": attr("string", allowed=_PADDINGS[:2]),
        "data_format": attr("string", "NDHWC", ("NDHWC", "NCDHW")),
        "dilations": attr("list(int)", [1, 1, 1, 1, 1]),
    },
)
