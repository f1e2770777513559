"""Convolutions, pooling, normalization and pictures, which have channels first in ONNX and last here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.raw import raw
from stagelight.onnx.importing.elementwise import number
from stagelight.onnx.importing.operators import Node, operator, rank_of, sizes_of
from stagelight.types import dtypes


def _channels_last(x: Any) -> Any:
    rank = rank_of(x)
    return raw.Transpose(x, [0, *range(2, rank), 1])


def _channels_first(x: Any) -> Any:
    rank = rank_of(x)
    return raw.Transpose(x, [0, rank - 1, *range(1, rank - 1)])


def _of_channels(value: Any, rank: int) -> Any:
    """A vector of the channels, beside the axes of space."""
    return raw.Reshape(value, [-1, *[1] * (rank - 2)])


def _window(node: Node, name: str, count: int) -> list[int]:
    return list(node.attr(name) or [1] * count)


def _pads(node: Node, x: Any, sizes: Sequence[int]) -> list[tuple[int, int]]:
    """What is added before and behind each axis of space.

    Raises:
        NotImplementedError: it depends on sizes that are not known.
    """
    count = len(sizes)
    mode = node.attr("auto_pad", "NOTSET")
    if mode in ("NOTSET", "VALID"):
        given = (mode == "NOTSET" and node.attr("pads")) or [0] * (2 * count)
        return list(zip(given[:count], given[count:], strict=True))
    strides, dilations = _window(node, "strides", count), _window(node, "dilations", count)
    found = []
    for i, size in enumerate(sizes):
        length, reach = x.shape[2 + i], (size - 1) * dilations[i] + 1
        if length is None and strides[i] > 1:
            raise NotImplementedError(f"auto_pad={mode!r} with sizes that are not known")
        steps = 1 if length is None else -(-length // strides[i])
        total = reach - 1 if length is None else max((steps - 1) * strides[i] + reach - length, 0)
        half = total // 2
        found.append((half, total - half) if mode == "SAME_UPPER" else (total - half, half))
    return found


def _padded(x: Any, pads: Sequence[tuple[int, int]], value: float) -> Any:
    """With further places around; the channels are last."""
    if not any(map(any, pads)):
        return x
    return raw.PadV2(x, np.array([(0, 0), *pads, (0, 0)], np.int64), number(value, x))


def _with_two_axes(x: Any, count: int) -> Any:
    """With an axis more, where there is one axis of space: there are only windows of two and three."""
    return raw.ExpandDims(x, 2) if count == 1 else x


def _around(numbers: Sequence[int]) -> list[int]:
    numbers = [*numbers, 1] if len(numbers) == 1 else numbers
    return [1, *numbers, 1]


def _sizes_of_kernel(kernel: Any) -> list[int]:
    sizes = kernel.shape.as_list()
    if None in sizes:
        raise NotImplementedError("a filter whose shape is not known")
    return [int(size) for size in sizes]


@operator("Conv")
def _conv(node: Node, x: Any, kernel: Any, bias: Any = None) -> Any:
    sizes = _sizes_of_kernel(kernel)
    count = len(sizes) - 2
    filters = raw.Transpose(kernel, [*range(2, count + 2), 1, 0])
    wide = _padded(_channels_last(x), _pads(node, x, sizes[2:]), 0)
    if count == 1:
        wide, filters = raw.ExpandDims(wide, 2), raw.ExpandDims(filters, 1)  # [..., steps, 1, ...]
    function = raw.Conv3D if count == 3 else raw.Conv2D
    if count > 3:
        raise NotImplementedError("more than 3 axes of space")
    attrs = {name: _around(_window(node, name, count)) for name in ("strides", "dilations")}
    groups = node.attr("group", 1)
    if groups > 1 and count == 3:
        raise NotImplementedError("groups with 3 axes of space")
    if groups > 1 and sizes[1] == 1 and groups == x.shape[1]:
        # One channel a group: a depthwise convolution.
        each = sizes[0] // groups
        space = [*sizes[2:], 1] if count == 1 else sizes[2:]
        order = raw.Reshape(filters, [*space, groups, each])
        found = raw.DepthwiseConv2dNative(wide, order, padding="VALID", **attrs)
    else:
        found = function(wide, filters, padding="VALID", **attrs)
    found = raw.Squeeze(found, axis=[2]) if count == 1 else found
    found = found if bias is None else raw.BiasAdd(found, bias)
    return _channels_first(found)


@operator("MaxPool", "AveragePool")
def _pool(node: Node, x: Any) -> Any:
    sizes = list(node.attr("kernel_shape"))
    if node.count > 1:
        raise NotImplementedError("places of the largest")
    if node.attr("ceil_mode", 0) or any(d != 1 for d in node.attr("dilations") or ()):
        raise NotImplementedError("ceil_mode and dilations")
    count = len(sizes)
    pads = _pads(node, x, sizes)
    strides = _window(node, "strides", count)
    last = _channels_last(x)

    def pooled(name: str, value: Any) -> Any:
        op = getattr(raw, name + ("3D" if count == 3 else ""))
        found = op(
            _with_two_axes(value, count),
            ksize=_around(sizes),
            strides=_around(strides),
            padding="VALID",
        )
        return raw.Squeeze(found, axis=[2]) if count == 1 else found

    if node.operator == "MaxPool":
        lowest = -np.inf if x.dtype.is_floating else x.dtype.min
        return _channels_first(pooled("MaxPool", _padded(last, pads, lowest)))
    mean = pooled("AvgPool", _padded(last, pads, 0))
    if not node.attr("count_include_pad", 0) and any(map(any, pads)):
        mean = raw.RealDiv(mean, pooled("AvgPool", _padded(raw.OnesLike(last), pads, 0)))
    return _channels_first(mean)


@operator("GlobalAveragePool", "GlobalMaxPool")
def _global_pool(node: Node, x: Any) -> Any:
    axes = np.arange(2, rank_of(x), dtype=np.int32)
    reduce = raw.Mean if node.operator == "GlobalAveragePool" else raw.Max
    return reduce(x, axes, keep_dims=True)


@operator("BatchNormalization")
def _batch_normalization(
    node: Node, x: Any, scale: Any, offset: Any, mean: Any, variance: Any
) -> Any:
    if node.attr("training_mode", 0):
        raise NotImplementedError("training_mode")
    factor = raw.Mul(
        raw.Rsqrt(raw.AddV2(variance, number(node.attr("epsilon", 1e-5), variance))), scale
    )
    shift = raw.Sub(offset, raw.Mul(mean, factor))
    rank = rank_of(x)
    return raw.AddV2(raw.Mul(x, _of_channels(factor, rank)), _of_channels(shift, rank))


def _normal(x: Any, axes: Sequence[int], epsilon: float) -> Any:
    where = np.array(axes, np.int32)
    centred = raw.Sub(x, raw.Mean(x, where, keep_dims=True))
    variance = raw.Mean(raw.Mul(centred, centred), where, keep_dims=True)
    return raw.Mul(centred, raw.Rsqrt(raw.AddV2(variance, number(epsilon, x))))


@operator("InstanceNormalization")
def _instance_normalization(node: Node, x: Any, scale: Any, offset: Any) -> Any:
    rank = rank_of(x)
    found = _normal(x, range(2, rank), node.attr("epsilon", 1e-5))
    return raw.AddV2(raw.Mul(found, _of_channels(scale, rank)), _of_channels(offset, rank))


@operator("LayerNormalization")
def _layer_normalization(node: Node, x: Any, scale: Any, offset: Any = None) -> Any:
    if node.count > 1:
        raise NotImplementedError("the means and variances")
    rank = rank_of(x)
    axes = range(node.attr("axis", -1) % rank, rank)
    found = raw.Mul(_normal(x, axes, node.attr("epsilon", 1e-5)), scale)
    return found if offset is None else raw.AddV2(found, offset)


@operator("LRN")
def _lrn(node: Node, x: Any) -> Any:
    size = node.attr("size")
    if size % 2 == 0:
        raise NotImplementedError("an even size")
    found = raw.LRN(
        _channels_last(x),
        depth_radius=size // 2,
        bias=node.attr("bias", 1.0),
        alpha=node.attr("alpha", 1e-4) / size,
        beta=node.attr("beta", 0.75),
    )
    return _channels_first(found)


@operator("SpaceToDepth", "DepthToSpace")
def _between_space_and_depth(node: Node, x: Any) -> Any:
    if node.attr("mode", "DCR") != "DCR":
        raise NotImplementedError("mode='CRD'")
    return _channels_first(
        getattr(raw, node.operator)(_channels_last(x), block_size=node.attr("blocksize"))
    )


def _require_whole_sizes(x: Any, scales: np.ndarray) -> None:
    """TensorFlow goes by sizes, ONNX by scales, which are something else where a size is rounded."""
    for size, scale in zip(x.shape.as_list(), scales.tolist(), strict=True):
        if not float(scale if size is None else size * scale).is_integer():
            raise NotImplementedError(f"a scale of {scale} for the size {size}")


@operator("Resize")
def _resize(node: Node, x: Any, region: Any = None, scales: Any = None, sizes: Any = None) -> Any:
    places = node.attr("coordinate_transformation_mode", "half_pixel")
    mode = node.attr("mode", "nearest")
    rounding = node.attr("nearest_mode", "round_prefer_floor")
    known = {("linear", None), ("nearest", "floor"), ("nearest", "round_prefer_ceil")}
    if (mode, rounding if mode == "nearest" else None) not in known or rank_of(x) != 4:
        raise NotImplementedError(f"mode={mode!r} with nearest_mode={rounding!r}")
    if places not in ("half_pixel", "align_corners", "asymmetric") or (
        mode == "nearest" and (places == "asymmetric") != (rounding == "floor")
    ):
        raise NotImplementedError(f"coordinate_transformation_mode={places!r}")
    if node.attr("antialias", 0):
        raise NotImplementedError("antialias")
    own = sizes_of(x)
    if sizes is None:
        _require_whole_sizes(x, node.constant(scales, "scales"))
        sizes = raw.Cast(
            raw.Floor(raw.Mul(raw.Cast(own, DstT=dtypes.float32), scales)), DstT=dtypes.int64
        )
    space = raw.Cast(raw.Slice(sizes, [2], [2]), DstT=dtypes.int32)
    function = raw.ResizeBilinear if mode == "linear" else raw.ResizeNearestNeighbor
    flags = {
        "align_corners": places == "align_corners",
        "half_pixel_centers": places == "half_pixel",
    }
    return _channels_first(function(_channels_last(x), space, **flags))
