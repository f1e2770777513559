"""Convolutions: the ops `Conv2D`, `Conv3D` and their backward forms, `tf.nn.conv1d`, `conv2d`, `conv3d`, `convolution`.

    out[b, o, f] = sum over k, c of  input[b, o * stride + k * dilation - padding, c] * filters[k, c, f]

The arithmetic is in `convolution_kernels`, the geometry in `windows`; transposed convolutions are in
`transposed_convolution`, those of single channels in `depthwise_convolution`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, shape_from
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.convolution_kernels import (
    convolve,
    convolve_back_to_filters,
    convolve_back_to_input,
)
from stagelight.ops.windows import (
    Window,
    arranged,
    channel_of,
    channels_last,
    explicit_pairs,
    in_format,
    is_channels_first,
    spatial,
    windows_of,
)
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_PADDINGS = ("SAME", "VALID", "EXPLICIT")

# ---------------------------------------------------------------------------- geometry


def _text(sizes: Sequence[Any]) -> str:
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
            raise invalid(f"Row and column {what} should be larger than 0. Received: {list(values)}")
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
        raise invalid(
            "Nonzero explicit padding in the batch or depth dimensions is not supported"
        )
    return explicit_pairs(paddings, data_format)


def _check_channels(channels: int | None, filters: Sequence[int | None]) -> None:
    if any(size == 0 for size in filters[:-1]):
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

    def infer(
        input: Tensor, filter_sizes: Tensor, out_backprop: Tensor, **_attrs: Any
    ) -> Inferred:
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


def define_family(
    forward: str, back_to_input: str, back_to_filters: str, rules: Any, attrs: dict[str, Any]
) -> None:
    """Defines a convolution and its two backward ops, each the gradient of the others.

    `rules` are the three pairs (infer, kernel); `attrs` is called T's attrs without `T` itself.
    """

    def forward_gradient(op: Any, dy: Tensor) -> list[Any]:
        x, filters = op.inputs
        given = _attrs_of(op)
        return [
            getattr(raw, back_to_input)(shape_of(x), filters, dy, **given),
            getattr(raw, back_to_filters)(x, shape_of(filters), dy, **given),
        ]

    def input_gradient(op: Any, dx: Tensor) -> list[Any]:
        _, filters, dy = op.inputs
        given = _attrs_of(op)
        return [
            None,
            getattr(raw, back_to_filters)(dx, shape_of(filters), dy, **given),
            getattr(raw, forward)(dx, filters, **given),
        ]

    def filters_gradient(op: Any, dw: Tensor) -> list[Any]:
        x, _, dy = op.inputs
        given = _attrs_of(op)
        return [
            getattr(raw, back_to_input)(shape_of(x), dw, dy, **given),
            None,
            getattr(raw, forward)(x, dw, **given),
        ]

    of_input = "Tshape" in attrs.get("_index", {})
    index = attrs.pop("_index", {})
    signatures = (
        (forward, "input: T, filter: T", "output: T", forward_gradient, {}),
        (
            back_to_input,
            f"input_sizes: {'Tshape' if of_input else 'int32'}, filter: T, out_backprop: T",
            "output: T",
            input_gradient,
            index,
        ),
        (
            back_to_filters,
            "input: T, filter_sizes: int32, out_backprop: T",
            "output: T",
            filters_gradient,
            {},
        ),
    )
    allowed = attrs.pop("_dtypes")
    for (name, inputs, outputs, gradient, extra), (infer, kernel) in zip(
        signatures, rules, strict=True
    ):
        define(
            name,
            inputs,
            outputs,
            {"T": types(allowed[name]), **attrs, **extra},
            infer=infer,
            kernel=kernel,
            gradient=gradient,
            traits=Trait.HEAVY,
        )


def _attrs_of(op: Any) -> dict[str, Any]:
    return {key: value for key, value in op.attrs.items() if key not in ("T", "Tshape")}


_CONV_2D_DTYPES = (*dtypes.FLOATING, dtypes.int32)

define_family(
    "Conv2D",
    "Conv2DBackpropInput",
    "Conv2DBackpropFilter",
    (_forward("NHWC"), _back_to_input("NHWC"), _back_to_filters("NHWC")),
    {
        "_dtypes": {
            "Conv2D": _CONV_2D_DTYPES,
            "Conv2DBackpropInput": _CONV_2D_DTYPES,
            "Conv2DBackpropFilter": dtypes.FLOATING,
        },
        "strides": attr("list(int)"),
        "use_cudnn_on_gpu": True,
        "padding": attr("string", allowed=_PADDINGS),
        "explicit_paddings": attr("list(int)", []),
        "data_format": attr("string", "NHWC", ("NHWC", "NCHW")),
        "dilations": attr("list(int)", [1, 1, 1, 1]),
    },
)
define_family(
    "Conv3D",
    "Conv3DBackpropInputV2",
    "Conv3DBackpropFilterV2",
    (_forward("NDHWC"), _back_to_input("NDHWC"), _back_to_filters("NDHWC")),
    {
        "_dtypes": dict.fromkeys(
            ("Conv3D", "Conv3DBackpropInputV2", "Conv3DBackpropFilterV2"), dtypes.FLOATING
        ),
        "_index": {"Tshape": types(dtypes.INDEX, dtypes.int32)},
        "strides": attr("list(int)"),
        "padding": attr("string", allowed=_PADDINGS[:2]),
        "data_format": attr("string", "NDHWC", ("NDHWC", "NCDHW")),
        "dilations": attr("list(int)", [1, 1, 1, 1, 1]),
    },
)

# ---------------------------------------------------------------------------- public functions


def full_steps(value: Any, rank: int, data_format: str, what: str) -> list[int]:
    """Strides or dilations of all axes, of a number, one for each spatial axis, or all of them.

    Raises:
        ValueError: another number of them.
    """
    if value is None:
        value = [1]
    values = [value] if isinstance(value, (int, np.integer)) else [int(item) for item in value]
    count = rank - 2
    if len(values) == rank:
        return values
    if len(values) not in (1, count):
        raise ValueError(
            f"{what} should be of length 1, {count} or {rank}. "
            f"Received: {what}={value} of length {len(values)}"
        )
    return arranged(1, values * count if len(values) == 1 else values, 1, data_format)


def padding_attrs(padding: Any, rank: int = 4) -> dict[str, Any]:
    """The attrs that say "SAME", "VALID", or pairs of numbers for each axis.

    Raises:
        ValueError: the list of pairs has another length.
    """
    if isinstance(padding, bytes):
        padding = padding.decode()
    if isinstance(padding, str):
        if padding == "EXPLICIT":
            raise ValueError(
                "'EXPLICIT' is not a valid value for `padding`. To use explicit padding, "
                "`padding` must be a list."
            )
        return {"padding": padding}
    if not isinstance(padding, (list, tuple)) or len(padding) != rank:
        raise ValueError(
            f"When padding is a list, it must be of size {rank}. Received: padding={padding} "
            f"of size {len(padding)}"
        )
    if any(not isinstance(pair, (list, tuple)) or len(pair) != 2 for pair in padding):
        raise ValueError(
            "When padding is a list, each element of padding must be a list or tuple of length 2. "
            f"Received: padding={padding}"
        )
    return {"padding": "EXPLICIT", "explicit_paddings": [int(n) for pair in padding for n in pair]}


def pair_of_tensors(input: Any, filters: Any) -> tuple[Tensor, Tensor]:
    """Input and filters as tensors; what is no tensor takes the other's dtype."""
    if isinstance(filters, Tensor) and not isinstance(input, Tensor):
        return convert_to_tensor(input, dtype_hint=filters.dtype, name="input"), filters
    input = convert_to_tensor(input, name="input")
    return input, convert_to_tensor(filters, dtype_hint=input.dtype, name="filter")


def with_one_batch_axis(input: Tensor, inner_rank: int, function: Any, name: str) -> Tensor:
    """`function` of the input with its leading axes merged into one, which is undone afterwards."""
    with op_scope(name):
        inner = np.asarray([-1], np.int32)
        shape = raw.Shape(input)
        count = -inner_rank
        begin, end = np.asarray([0], np.int32), np.asarray([count], np.int32)
        one = np.asarray([1], np.int32)
        batch = raw.StridedSlice(shape, begin, end, one, begin_mask=1)
        rest = raw.StridedSlice(shape, end, begin, one, end_mask=1)
        result = function(raw.Reshape(input, raw.ConcatV2([inner, rest], 0)))
        rest = raw.StridedSlice(raw.Shape(result), end, begin, one, end_mask=1)
        result = raw.Reshape(result, raw.ConcatV2([batch, rest], 0))
        if input.shape.rank is not None and not result.shape.is_fully_defined():
            result.set_shape([*input.shape.as_list()[:count], *[None] * inner_rank])
        return result  # type: ignore[no-any-return]


@public("nn.conv2d")
def conv2d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Slides filters over images.

    `out[b, i, j, f] = sum_{p, q, c} input[b, si * i + p, sj * j + q, c] * filters[p, q, c, f]`

    Args:
        input: floating or int32 tensor `[..., height, width, channels]` with at least one batch axis, or
            `[batch, channels, height, width]` for "NCHW".
        filters: tensor `[rows, columns, channels / groups, filters]` of the same dtype.
        strides: a number, two, or one for each axis.
        padding: "SAME" (as many windows as strides fit), "VALID" (no padding), or a list of four pairs,
            one for each axis of `data_format`.
        data_format: "NHWC" or "NCHW".
        dilations: steps between the elements under a window, given as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[..., new_height, new_width, filters]`, or in "NCHW".

    Raises:
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.
        ValueError: wrong numbers of strides, dilations or paddings.

    >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.nn.conv2d(x, tf.ones([2, 2, 1, 1]), strides=1, padding="VALID")[0, :, :, 0].numpy()
    array([[ 8., 12.],
           [20., 24.]], dtype=float32)
    """
    data_format = data_format or "NHWC"
    input, filters = pair_of_tensors(input, filters)
    attrs = {
        "strides": full_steps(strides, 4, data_format, "strides"),
        "dilations": full_steps(dilations, 4, data_format, "dilations"),
        "data_format": data_format,
        **padding_attrs(padding),
    }
    if input.shape.rank is None or input.shape.rank <= 4:
        return raw.Conv2D(input, filters, **attrs, name=name)  # type: ignore[no-any-return]
    return with_one_batch_axis(
        input, 3, lambda x: raw.Conv2D(x, filters, **attrs), name or "Conv2D"
    )


@public("nn.conv1d")
def conv1d(
    input: Any,
    filters: Any,
    stride: Any,
    padding: Any,
    data_format: str = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Slides filters over sequences.

    `out[b, i, f] = sum_{p, c} input[b, stride * i + p, c] * filters[p, c, f]`

    Args:
        input: floating tensor `[..., width, channels]` with at least one batch axis, or
            `[..., channels, width]` for "NCW".
        filters: tensor `[columns, channels / groups, filters]` of the same dtype.
        stride: a number, or one for each axis.
        padding: "SAME", "VALID", or a list of three pairs.
        data_format: "NWC" or "NCW".
        dilations: as `stride`; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[..., new_width, filters]`, or in "NCW".

    Raises:
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.
        ValueError: an unknown `data_format`, or wrong numbers of strides or dilations.

    >>> x = tf.reshape(tf.range(4.0), [1, 4, 1])
    >>> tf.nn.conv1d(x, tf.ones([2, 1, 1]), stride=1, padding="VALID")[0, :, 0].numpy()
    array([1., 3., 5.], dtype=float32)
    """
    data_format = data_format or "NWC"
    if data_format not in ("NWC", "NCW", "NHWC", "NCHW"):
        raise ValueError(f'`data_format` must be "NWC" or "NCW". Received: data_format={data_format}')
    flat_format, image_format = ("NCW", "NCHW") if is_channels_first(data_format) else ("NWC", "NHWC")
    first = full_steps(stride, 3, flat_format, "stride")
    second = full_steps(dilations, 3, flat_format, "dilations")
    with op_scope(name or "conv1d") as scope:
        input, filters = pair_of_tensors(input, filters)
        row = -2 if image_format == "NCHW" else -3
        if not isinstance(padding, str):
            pairs = [tuple(pair) for pair in padding]
            padding = arranged(
                pairs[0], [(0, 0), *spatial(pairs, flat_format)], channel_of(pairs, flat_format),
                image_format,
            )
        result = conv2d(
            raw.ExpandDims(input, np.int32(row)),
            raw.ExpandDims(filters, np.int32(0)),
            arranged(1, [1, *spatial(first, flat_format)], 1, image_format),
            padding,
            image_format,
            arranged(1, [1, *spatial(second, flat_format)], 1, image_format),
            "Conv2D",
        )
        return raw.Squeeze(result, squeeze_dims=[row], name=scope)  # type: ignore[no-any-return]


@public("nn.conv3d")
def conv3d(
    input: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Slides filters over volumes.

    Args:
        input: floating tensor `[batch, depth, height, width, channels]`, or with the channels second
            for "NCDHW".
        filters: tensor `[planes, rows, columns, channels / groups, filters]` of the same dtype.
        strides: five numbers, one for each axis.
        padding: "SAME" or "VALID".
        data_format: "NDHWC" or "NCDHW".
        dilations: as `strides`; None is 1.
        name: name of the operation.

    Returns:
        Tensor `[batch, new_depth, new_height, new_width, filters]`, or in "NCDHW".

    Raises:
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.

    >>> x = tf.ones([1, 2, 2, 2, 1])
    >>> tf.nn.conv3d(x, tf.ones([2, 2, 2, 1, 1]), [1] * 5, "VALID").numpy().ravel()
    array([8.], dtype=float32)
    """
    data_format = data_format or "NDHWC"
    input, filters = pair_of_tensors(input, filters)
    return raw.Conv3D(  # type: ignore[no-any-return]
        input,
        filters,
        strides=full_steps(strides, 5, data_format, "strides"),
        padding=padding,
        data_format=data_format,
        dilations=full_steps(dilations, 5, data_format, "dilations"),
        name=name,
    )


_FUNCTIONS = {1: (conv1d, "NWC"), 2: (conv2d, "NHWC"), 3: (conv3d, "NDHWC")}


@public("nn.convolution")
def convolution(
    input: Any,
    filters: Any,
    strides: Any = None,
    padding: Any = "VALID",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """Slides filters over an input with one, two or three spatial axes.

    Args:
        input: floating tensor `[batch, *sizes, channels]`, or with the channels second where
            `data_format` starts with "NC".
        filters: tensor `[*kernel, channels / groups, filters]` of the same dtype.
        strides: a number or one for each spatial axis; None is 1.
        padding: "SAME" or "VALID", or pairs for each axis.
        data_format: "NWC", "NCW", "NHWC", "NCHW", "NDHWC" or "NCDHW"; None has the channels last.
        dilations: as `strides`.
        name: name of the operation.

    Returns:
        Tensor `[batch, *new_sizes, filters]`, or in `data_format`.

    Raises:
        ValueError: the number of spatial axes is not 1, 2 or 3.
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.

    >>> tf.nn.convolution(tf.ones([1, 4, 1]), tf.ones([2, 1, 1]), dilations=2).shape
    TensorShape([1, 2, 1])
    """
    input, filters = pair_of_tensors(input, filters)
    count = filters.shape.rank - 2 if filters.shape.rank is not None else (input.shape.rank or 0) - 2
    if count not in _FUNCTIONS:
        raise ValueError(
            "`num_spatial_dims` must be 1, 2, or 3. "
            f"Received: num_spatial_dims={count}, of filters of shape {filters.shape}."
        )
    function, default_format = _FUNCTIONS[count]
    return function(
        input,
        filters,
        1 if strides is None else strides,
        padding,
        data_format or default_format,
        dilations,
        name or "convolution",
    )


@public("nn.atrous_conv2d")
def atrous_conv2d(
    value: Any, filters: Any, rate: int, padding: str, name: str | None = None
) -> Tensor:
    """`conv2d` with stride 1 and the given dilation.

    Args:
        value: floating tensor `[batch, height, width, channels]`.
        filters: tensor `[rows, columns, channels, filters]` of the same dtype.
        rate: the dilation of both spatial axes, positive.
        padding: "SAME" or "VALID".
        name: name of the operation.

    Returns:
        Tensor `[batch, new_height, new_width, filters]`.

    Raises:
        InvalidArgumentError: sizes that do not fit, or windows larger than the input.

    >>> tf.nn.atrous_conv2d(tf.ones([1, 4, 4, 1]), tf.ones([2, 2, 1, 1]), 2, "VALID").shape
    TensorShape([1, 2, 2, 1])
    """
    return convolution(
        value, filters, padding=padding, dilations=[rate, rate], name=name or "convolution"
    )
