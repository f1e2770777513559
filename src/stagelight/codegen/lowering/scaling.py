"""Images scaled and moved, with kernels that grow where they become smaller: those of `ops/image/scaling`.

A new pixel is a weighted sum of a span of old ones along each axis. Scales and shifts may be data; where the
scale is, a span may be the whole axis.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.codegen.expressions import (
    Expr,
    cast,
    const,
    from_index,
    op,
    reduce,
    to_index,
    where,
)
from stagelight.codegen.index import Extent, Index
from stagelight.codegen.loop_nest import Check, Nest
from stagelight.codegen.lowering.lowering import Lowering, reduction_loops
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.resizing import interpolate_axis, scatter_axis
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import Indices, Value, computed, converted
from stagelight.graph.operation import Operation
from stagelight.types import dtypes

_LONG = dtypes.float64

# The weight of a distance, a double of 0 or more.
_Kernel = Callable[[Expr], Expr]


def _long(number: float) -> Expr:
    return const(number, _LONG)


def _box(x: Expr) -> Expr:
    on_edge = where(op("equal", x, 0.5), _long(0.5), _long(0.0))
    return where(op("less", x, 0.5), _long(1.0), on_edge)


def _gaussian(x: Expr) -> Expr:
    return where(x >= 1.5, _long(0.0), op("exp", -x * x / (2 * 0.5**2)))


def _sinc(x: Expr) -> Expr:
    turned = where(op("equal", x, 0.0), _long(1e-20), x) * math.pi
    return op("sin", turned) / turned


def _lanczos(radius: int) -> _Kernel:
    return lambda x: where(
        op("less_equal", x, radius), _sinc(x) * _sinc(x / float(radius)), _long(0.0)
    )


def _cubic(inner: Sequence[float], outer: Sequence[float]) -> _Kernel:
    def polynomial(factors: Sequence[float], x: Expr) -> Expr:
        total = _long(0.0)
        for factor in factors:
            total = total * x + factor
        return total

    return lambda x: where(
        x >= 2.0, _long(0.0), where(x >= 1.0, polynomial(outer, x), polynomial(inner, x))
    )


# Name -> the radius, and the weight of a distance.
_KERNELS: dict[str, tuple[float, _Kernel]] = {
    "box": (1.0, _box),
    "triangle": (1.0, lambda x: op("maximum", 1.0 - x, 0.0)),
    "gaussian": (1.5, _gaussian),
    "lanczos1": (1.0, _lanczos(1)),
    "lanczos3": (3.0, _lanczos(3)),
    "lanczos5": (5.0, _lanczos(5)),
    "keyscubic": (2.0, _cubic((1.5, -2.5, 0, 1), (-0.5, 2.5, -4, 2))),
    "mitchellcubic": (2.0, _cubic((7 / 6, -2, 0, 8 / 9), (-7 / 18, 2, -10 / 3, 16 / 9))),
}


class _Spans:
    """The old pixels that are factors of each new one along an axis, and their weights: all in one row.

    Attributes:
        old, new: the sizes of the axis.
        count: how many pixels a span has room for.
        is_linear: False, as other tables of pixels have it.

    Args:
        lowering: the program.
        sizes: (old, new).
        scale: of the axis, an expression.
        translation: of the axis, an expression.
        options: the kernel's name, and whether it grows.
        known_scale: the scale, if it is known when this is compiled: spans are short then.
    """

    is_linear = False

    def __init__(
        self,
        lowering: Lowering,
        sizes: tuple[Extent, Extent],
        scale: Expr,
        translation: Expr,
        options: tuple[str, bool],
        known_scale: float | None,
    ) -> None:
        self.old, self.new = sizes
        kernel, antialias = options
        self._radius, self._kernel = _KERNELS[kernel]
        self._inverse = 1.0 / scale
        self._spread = op("maximum", self._inverse, 1.0) if antialias else _short(1.0)
        self._translation = translation
        self._length: Expr | None = None
        if known_scale is not None:
            spread = max(1 / np.float32(known_scale), np.float32(1)) if antialias else np.float32(1)
            length = 2 * math.ceil(np.float32(self._radius) * spread) + 1
            self.count = min(length, self.old) if isinstance(self.old, int) else length
        else:
            self.count = self.old
            self._length = 2.0 * op("ceil", self._reach()) + 1.0
        self._starts = lowering.stored(computed(dtypes.int64, (self.new,), self._start, 20))
        self._weights = self._normalized(lowering)

    def _reach(self) -> Expr:
        return self._spread * self._radius

    def _middle(self, number: Index) -> Expr:
        place = from_index(number, dtypes.float32) + 0.5
        return place * self._inverse - self._inverse * self._translation

    def _is_outside(self, number: Index) -> Expr:
        # TF: pixels whose middle lies outside of the image are empty.
        middle = self._middle(number)
        return op("less", middle, 0.0) | (middle > from_index(self.old, dtypes.float32))

    def _start(self, at: Indices) -> Expr:
        first = op("ceil", self._middle(at[0]) - self._reach() - 0.5)
        last = from_index(self.old - 1, dtypes.float32)
        first = op("minimum", op("maximum", first, 0.0), last)
        return cast(where(self._is_outside(at[0]), _short(0.0), first), dtypes.int64)

    def _normalized(self, lowering: Lowering) -> Value:
        """The weights `[new, count]`, float32."""
        sizes = (self.new, self.count)

        def weight(at: Indices) -> Expr:
            pixel = self._starts.element(at[:1]) + from_index(at[1], dtypes.int64)
            distance = cast(pixel, dtypes.float32) + 0.5 - self._middle(at[0])
            far = cast(op("abs", distance * (1.0 / self._spread)), _LONG)
            counts = op("less_equal", far, self._radius)
            counts &= op("less", pixel, from_index(self.old, dtypes.int64))
            return where(counts, self._kernel(far), _long(0.0))

        each = lowering.stored(computed(_LONG, sizes, weight, 60))
        loops, (along,) = reduction_loops((self.count,))
        totals = lowering.stored(
            computed(
                _LONG,
                (self.new,),
                lambda at: reduce("add", loops, each.element((at[0], along))),
                100,
            )
        )

        def part(at: Indices) -> Expr:
            total = totals.element(at[:1])
            found = where(op("abs", total) > 1e-35, each.element(at) / total, _long(0.0))
            return cast(where(self._is_outside(at[0]), _long(0.0), found), dtypes.float32)

        return lowering.stored(computed(dtypes.float32, sizes, part, 10))

    def _place(self, number: Index, step: Index) -> Expr:
        return self._starts.element((number,)) + from_index(step, dtypes.int64)

    def pixel(self, number: Index, step: Index) -> Index:
        """The old pixel; that it is one is shown where it is used."""
        last = from_index(self.old - 1)
        return to_index(op("minimum", op("maximum", self._place(number, step), 0), last))

    def weight(self, number: Index, step: Index) -> Expr:
        return self._weights.element((number, step))

    def is_factor(self, number: Index, step: Index) -> Expr | None:
        """Whether the old pixel is in the span; those in it with a weight of 0 pass on NaN."""
        is_inside = op("less", self._place(number, step), from_index(self.old, dtypes.int64))
        if self._length is None:
            return is_inside
        return is_inside & op("less", from_index(step, dtypes.float32), self._length)


class _FactorsOfGradients(_Spans):
    """The same for gradients: TensorFlow's go to the pixels with a weight that is not 0."""

    def is_factor(self, number: Index, step: Index) -> Expr | None:
        return op("not_equal", self.weight(number, step), 0.0)


def _short(number: float) -> Expr:
    return const(number, dtypes.float32)


def _has_pixels(operation: Operation) -> bool:
    tensors = (*operation.inputs, *operation.outputs)
    kernel = _options(operation)[0]
    vectors = [x.shape.as_list() for x in operation.inputs[-2:]]
    return (
        kernel in _KERNELS
        and operation.inputs[0].shape.rank == 4
        and vectors == [[2], [2]]
        and all(0 not in sizes_of(x) for x in tensors)
    )


def _options(operation: Operation) -> tuple[str, bool]:
    kernel = operation.attrs.get("kernel_type", "lanczos3")
    name = kernel.decode() if isinstance(kernel, bytes) else str(kernel)
    return name, bool(operation.attrs.get("antialias", True))


def _spans(
    lowering: Lowering,
    operation: Operation,
    kind: type[_Spans],
    sizes: Any,
    scale: Value | np.ndarray,
    translation: Value,
) -> list[_Spans]:
    """Those of rows and columns, of sizes (old, new) each; scales of 0 or less end the program."""
    known: list[float | None] = [None, None]
    if isinstance(scale, np.ndarray):
        # A span of a scale next to 0 is of all pixels; the check refuses 0, and less.
        known = [x if x > 1e-6 else None for x in scale.tolist()]
        scale = lowering.constant(scale, dtypes.float32)
    scale, translation = (lowering.stored(x) if x.cost else x for x in (scale, translation))
    checks: list[Any] = [Check(scale.element((i,)) > 0.0) for i in range(2)]
    lowering.statements.append(Nest((), checks))
    return [
        kind(
            lowering,
            sizes[i],
            scale.element((i,)),
            translation.element((i,)),
            _options(operation),
            known[i],
        )
        for i in range(2)
    ]


@lowers("ScaleAndTranslate", constants=(1,), perhaps=(2,), accepts=_has_pixels)
def _scaled(
    lowering: Lowering,
    operation: Operation,
    images: Value,
    size: np.ndarray,
    scale: Value | np.ndarray,
    translation: Value,
) -> Value:
    sizes = list(zip(images.sizes[1:3], size.tolist(), strict=True))
    rows, columns = _spans(lowering, operation, _Spans, sizes, scale, translation)
    ready = lowering.stored(images) if images.cost else images
    across = interpolate_axis(lowering, ready, 2, columns)
    return interpolate_axis(lowering, across, 1, rows)


def _is_of_images(operation: Operation) -> bool:
    """Whether the gradient has the batch and the channels of the images."""
    dy, images = (sizes_of(x) for x in operation.inputs[:2])
    return len(images) == 4 and (dy[0], dy[3]) == (images[0], images[3])


@lowers(
    "ScaleAndTranslateGrad",
    perhaps=(2,),
    accepts=lambda operation: _has_pixels(operation) and _is_of_images(operation),
)
def _scaled_gradient(
    lowering: Lowering,
    operation: Operation,
    dy: Value,
    images: Value,
    scale: Value | np.ndarray,
    translation: Value,
) -> Value:
    sizes = list(zip(images.sizes[1:3], dy.sizes[1:3], strict=True))
    rows, columns = _spans(lowering, operation, _FactorsOfGradients, sizes, scale, translation)
    ready = converted(lowering.stored(dy) if dy.cost else dy, dtypes.float32)
    return scatter_axis(lowering, scatter_axis(lowering, ready, 2, columns), 1, rows)
