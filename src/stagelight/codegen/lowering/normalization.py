"""Batch normalization as reductions over all but the channels, and a nest over all elements.

y = x * factor + shift,  factor = scale / sqrt(variance + epsilon),  shift = offset - mean * factor
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from stagelight.codegen.expressions import Expr, cast, from_index, op
from stagelight.codegen.index import Undecided
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.reductions import reduced
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import Indices, Sizes, Value, computed, constant, converted
from stagelight.graph.operation import Operation
from stagelight.ops.nn.windows import is_channels_first
from stagelight.types import dtypes

_WIDE = dtypes.float32


def _axis(operation: Operation, rank: int) -> int:
    is_first = is_channels_first(operation.attrs.get("data_format", "NHWC"))
    return 1 if is_first else rank - 1


def _accepts(image: int, scale: int) -> Any:
    """Whether the sizes fit: the host says what is wrong with others."""
    return lambda operation: _fit(operation, list(map(sizes_of, operation.inputs)), image, scale)


def _fit(operation: Operation, all_sizes: Sequence[Sizes], image: int, scale: int) -> bool:
    sizes = all_sizes[image]
    if len(sizes) not in (4, 5) or 0 in sizes:
        return False
    channels = (sizes[_axis(operation, len(sizes))],)
    first, *others = all_sizes[scale:]
    is_training = operation.attrs.get("is_training", True)
    given = others[:1] if is_training and image == 0 else others[: 3 if image == 0 else 2]
    moving = others[1:3] if image == 0 else []
    return (
        all(x == sizes for x in all_sizes[:scale])
        and first == channels
        and all(x == channels for x in given)
        and all(x == channels or _replaces(operation) for x in moving)
    )


def _require_fit(operation: Operation, inputs: Sequence[Value], image: int, scale: int) -> None:
    """Sees that sizes fit, some of which may be known only when the program is called."""
    sizes = [x.sizes for x in inputs]
    if not _fit(operation, sizes, image, scale) or not all(n >= 1 for n in sizes[image]):
        raise Undecided(f"whether {sizes} fit")


def _replaces(operation: Operation) -> bool:
    """Whether the running statistics are replaced as a whole, so that the given ones do not count."""
    attrs = operation.attrs
    return bool(attrs.get("is_training", True)) and attrs.get("exponential_avg_factor", 1.0) == 1.0


class _Channels:
    """Sums over all but the channels, in float32."""

    def __init__(self, lowering: Lowering, sizes: Sizes, axis: int) -> None:
        self._lowering = lowering
        self._axes = [i for i in range(len(sizes)) if i != axis]
        self._axis = axis
        self.sizes = (sizes[axis],)
        self.count = math.prod(sizes[i] for i in self._axes)

    def sum(self, x: Value, finish: Any) -> Value:
        return reduced(self._lowering, "add", x, self._axes, self.sizes, finish)

    def of(self, values: Value, at: Indices) -> Expr:
        """The value of an element's channel."""
        return values.element((at[self._axis],))

    def each(self, rule: Any, *values: Value) -> Value:
        """A function of some values of each channel, stored."""
        result = computed(_WIDE, self.sizes, lambda at: rule(*[v.element(at) for v in values]), 100)
        return self._lowering.stored(result)


@lowers(
    "FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3",
    accepts=_accepts(0, 1), any_size=lambda _: True,
)  # fmt: skip
def _normalized(
    lowering: Lowering,
    operation: Operation,
    image: Value,
    scale: Value,
    offset: Value,
    mean: Value,
    variance: Value,
) -> list[Value]:
    attrs = operation.attrs
    _require_fit(operation, (image, scale, offset, mean, variance), 0, 1)
    channels = _Channels(lowering, image.sizes, _axis(operation, len(image.sizes)))
    x = converted(lowering.stored(image), _WIDE)
    gamma, beta, old_mean, old_variance = (
        converted(v, _WIDE) for v in (scale, offset, mean, variance)
    )
    if attrs.get("is_training", True):
        count = from_index(channels.count, _WIDE)
        center = channels.sum(x, lambda total: total / count)

        def squared(at: Indices) -> Expr:
            difference = x.element(at) - channels.of(center, at)
            return difference * difference

        spread = channels.sum(computed(_WIDE, x.sizes, squared, 2), lambda total: total / count)
        # The running variance is that of a sample, the one that normalizes is not.
        whole = from_index(channels.count, dtypes.float64)
        correction = cast(whole / op("maximum", whole - 1.0, 1.0), _WIDE)
        unbiased = channels.each(lambda v: v * correction, spread)
        factor = float(attrs.get("exponential_avg_factor", 1.0))
        moved = [center, unbiased]
        if factor != 1.0:
            moved = [
                channels.each(lambda old, new: old * (1 - factor) + new * factor, *pair)
                for pair in ((old_mean, center), (old_variance, unbiased))
            ]
        statistics = [*moved, center, spread]
    else:
        center, spread = old_mean, old_variance
        statistics = [center, spread, center, spread]
    epsilon = float(attrs.get("epsilon", 1e-4))
    factors = channels.each(lambda g, v: g / op("sqrt", v + epsilon), gamma, spread)
    shifts = channels.each(lambda b, m, f: b - m * f, beta, center, factors)

    def element(at: Indices) -> Expr:
        y = x.element(at) * channels.of(factors, at) + channels.of(shifts, at)
        return cast(y, image.dtype)

    y = computed(image.dtype, image.sizes, element, x.cost + 2)
    narrow = [converted(v, scale.dtype) for v in statistics]
    reserved = [constant(0, scale.dtype)] if len(operation.outputs) == 6 else []
    return [y, *narrow, *reserved]


@lowers(
    "FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3",
    accepts=_accepts(1, 2), any_size=lambda _: True,
)  # fmt: skip
def _normalized_back(
    lowering: Lowering,
    operation: Operation,
    slopes: Value,
    image: Value,
    scale: Value,
    mean: Value,
    variance: Value,
    *_reserved: Value,
) -> list[Value]:
    attrs = operation.attrs
    _require_fit(operation, (slopes, image, scale, mean, variance), 1, 2)
    channels = _Channels(lowering, image.sizes, _axis(operation, len(image.sizes)))
    x, dy = (converted(lowering.stored(v), _WIDE) for v in (image, slopes))
    gamma, center, spread = (converted(v, _WIDE) for v in (scale, mean, variance))
    epsilon = float(attrs.get("epsilon", 1e-4))
    inverse = channels.each(lambda v: 1.0 / op("sqrt", v + epsilon), spread)

    def centered(at: Indices) -> Expr:
        return x.element(at) - channels.of(center, at)

    d_offset = channels.sum(dy, lambda total: total)
    products = computed(_WIDE, x.sizes, lambda at: dy.element(at) * centered(at), 3)
    d_scale = channels.each(
        lambda total, i: total * i, channels.sum(products, lambda total: total), inverse
    )
    factors = channels.each(lambda g, i: g * i, gamma, inverse)
    count = from_index(channels.count, _WIDE)
    along = channels.each(lambda s, i: s * i / count, d_scale, inverse)
    means = channels.each(lambda s: s / count, d_offset)
    is_training = attrs.get("is_training", True)

    def element(at: Indices) -> Expr:
        dx = dy.element(at)
        if is_training:
            dx = dx - channels.of(means, at) - centered(at) * channels.of(along, at)
        return cast(dx * channels.of(factors, at), image.dtype)

    nothing = constant(0, scale.dtype, (0,))
    return [
        computed(image.dtype, image.sizes, element, 6),
        converted(d_scale, scale.dtype),
        converted(d_offset, scale.dtype),
        nothing,
        nothing,
    ]
