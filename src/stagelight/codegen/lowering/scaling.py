"""Images scaled and moved, with kernels that grow where they become smaller: those of `ops/image/scaling`.

The weights of old pixels in new ones are a matrix for each axis. Scales and shifts may be data.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.codegen.expressions import Expr, cast, const, from_index, op, reduce, where
from stagelight.codegen.index import Extent, place_of, row_major_strides
from stagelight.codegen.loop_nest import Check, MatMul, Matrix, Nest
from stagelight.codegen.lowering.lowering import (
    Lowering,
    loops_over,
    lowers,
    reduction_loops,
    sizes_of,
)
from stagelight.codegen.lowering.values import Indices, Value, computed, converted, in_buffer
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


def _weights(
    lowering: Lowering,
    sizes: tuple[Extent, Extent],
    scale: Expr,
    translation: Expr,
    options: tuple[str, bool],
) -> Value:
    """The weights `[new, old]` of an axis, float32."""
    old, new = sizes
    kernel, antialias = options
    radius, weight_of = _KERNELS[kernel]
    inverse = 1.0 / scale
    spread = op("maximum", inverse, 1.0) if antialias else const(1.0, dtypes.float32)

    def middle(number: Expr) -> Expr:
        return (number + 0.5) * inverse - inverse * translation

    def weight(at: Indices) -> Expr:
        number, pixel = (from_index(i, dtypes.float32) for i in at)
        distance = pixel + 0.5 - middle(number)
        far = cast(op("abs", distance * (1.0 / spread)), _LONG)
        return where(op("less_equal", far, radius), weight_of(far), _long(0.0))

    each = lowering.stored(computed(_LONG, (new, old), weight, 60))
    loops, (along,) = reduction_loops((old,))
    totals = lowering.stored(
        computed(_LONG, (new,), lambda at: reduce("add", loops, each.element((at[0], along))), 100)
    )

    def part(at: Indices) -> Expr:
        total, place = totals.element(at[:1]), middle(from_index(at[0], dtypes.float32))
        found = where(op("abs", total) > 1e-35, each.element(at) / total, _long(0.0))
        # TF: pixels whose middle lies outside of the image are empty.
        is_outside = op("less", place, 0.0) | (place > from_index(old, dtypes.float32))
        return cast(where(is_outside, _long(0.0), found), dtypes.float32)

    return lowering.stored(computed(dtypes.float32, (new, old), part, 10))


def _multiplied(lowering: Lowering, weights: Value, x: Value, axis: int) -> Value:
    """Images with the rows (axis 1) or columns (axis 2) multiplied by a matrix, or by its transpose."""
    new, old = weights.sizes
    around, rest = x.sizes[:axis], x.sizes[axis + 1 :]
    width = math.prod(rest)
    sizes = (*around, new, *rest)
    buffer = lowering.temporary(dtypes.float32, math.prod(sizes))
    loops, at = loops_over(around)
    batch = row_major_strides((*around, 1))[:-1]
    assert weights.buffer is not None and x.buffer is not None
    left = Matrix(weights.buffer, weights.offset, *weights.strides)
    right = Matrix(x.buffer, place_of(at, batch) * (old * width), width, 1)
    out = Matrix(buffer, place_of(at, batch) * (new * width), width, 1)
    lowering.statements.append(MatMul(loops, out, left, right, new, old, width))
    return in_buffer(buffer, sizes)


def _turned(weights: Value) -> Value:
    """The transpose of a matrix, in a buffer of its own."""

    def element(at: Indices) -> Expr:
        return weights.element((at[1], at[0]))

    return computed(weights.dtype, (weights.sizes[1], weights.sizes[0]), element, 1)


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


def _matrices(
    lowering: Lowering, operation: Operation, sizes: Any, scale: Value, translation: Value
) -> list[Value]:
    """The weights of rows and columns, of sizes (old, new) each; scales of 0 or less end the program."""
    scale, translation = (lowering.stored(x) if x.cost else x for x in (scale, translation))
    checks: list[Any] = [Check(scale.element((i,)) > 0.0) for i in range(2)]
    lowering.statements.append(Nest((), checks))
    options = _options(operation)
    return [
        _weights(lowering, sizes[i], scale.element((i,)), translation.element((i,)), options)
        for i in range(2)
    ]


@lowers("ScaleAndTranslate", constants=(1,), accepts=_has_pixels)
def _scaled(
    lowering: Lowering,
    operation: Operation,
    images: Value,
    size: np.ndarray,
    scale: Value,
    translation: Value,
) -> Value:
    sizes = list(zip(images.sizes[1:3], size.tolist(), strict=True))
    rows, columns = _matrices(lowering, operation, sizes, scale, translation)
    x = lowering.contiguous(converted(images, dtypes.float32))
    return _multiplied(lowering, rows, _multiplied(lowering, columns, x, 2), 1)


def _is_of_images(operation: Operation) -> bool:
    """Whether the gradient has the batch and the channels of the images."""
    dy, images = (sizes_of(x) for x in operation.inputs[:2])
    return len(images) == 4 and (dy[0], dy[3]) == (images[0], images[3])


@lowers(
    "ScaleAndTranslateGrad",
    accepts=lambda operation: _has_pixels(operation) and _is_of_images(operation),
)
def _scaled_gradient(
    lowering: Lowering,
    operation: Operation,
    dy: Value,
    images: Value,
    scale: Value,
    translation: Value,
) -> Value:
    sizes = list(zip(images.sizes[1:3], dy.sizes[1:3], strict=True))
    rows, columns = _matrices(lowering, operation, sizes, scale, translation)
    x = lowering.contiguous(converted(dy, dtypes.float32))
    rows, columns = (lowering.stored(_turned(weights)) for weights in (rows, columns))
    return _multiplied(lowering, rows, _multiplied(lowering, columns, x, 2), 1)
