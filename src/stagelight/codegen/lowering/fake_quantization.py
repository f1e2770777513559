"""Rounding to what a few bits could hold, and its gradients: those of `ops/quantization`, bit for bit.

Sums of the gradients with respect to the ends of ranges are in another order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from stagelight.codegen.expressions import Expr, cast, const, op, where
from stagelight.codegen.index import Undecided
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.reductions import reduced
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Value,
    computed,
    constant,
    require_elements,
    require_same_sizes,
)
from stagelight.graph.operation import Operation
from stagelight.types import dtypes

_SINGLE = dtypes.float32


def _ends(low: Expr, high: Expr, operation: Operation) -> tuple[Expr, Expr, Expr]:
    """`steps_between`: the least and the greatest value that are left, and what is between two."""
    least = float(bool(operation.attrs.get("narrow_range", False)))
    most = float(2 ** int(operation.attrs.get("num_bits", 8)) - 1)
    step = (high - low) / (most - least)
    zero = const(least, _SINGLE) - low / step
    one = const(1.0, _SINGLE)
    sign = where(zero > 0.0, one, where(op("less", zero, 0.0), -one, const(0.0, _SINGLE)))
    inner = op("floor", op("abs", zero) + 0.5) * sign
    ends = [const(end, _SINGLE) for end in (least, most)]
    zero = where(op("less", zero, least), ends[0], where(zero > most, ends[1], inner))
    return (ends[0] - zero) * step, (ends[1] - zero) * step, step


class _Steps:
    """The values that are left, by channel where there are several ranges.

    Args:
        lowering: the program.
        low, high: the ends of ranges, scalars or vectors along the last axis.
        operation: says how many bits there are.
    """

    def __init__(self, lowering: Lowering, low: Value, high: Value, operation: Operation) -> None:
        require_same_sizes(low, high)
        self._lowering = lowering
        self._sizes = low.sizes
        low, high = (lowering.stored(x) if x.cost else x for x in (low, high))

        def end(which: int, at: Indices) -> Expr:
            return _ends(low.element(at), high.element(at), operation)[which]

        self._low, self._high, self._step = (self._kept(partial(end, i)) for i in range(3))

        def per_step(at: Indices) -> Expr:
            return const(1.0, _SINGLE) / self._step.element(at)

        self._per_step = self._kept(per_step)
        self._zero = self._kept(
            lambda at: op("floor", -self._low.element(at) * self._per_step.element(at) + 0.5)
        )
        self._given = low, high

    def _kept(self, element: Callable[[Indices], Expr]) -> Value:
        return self._lowering.stored(computed(_SINGLE, self._sizes, element, 10))

    def _no_range(self, own: Indices) -> Expr:
        low, high = (op("equal", end.element(own), 0.0) for end in self._given)
        return low & high

    def _own(self, at: Indices) -> Indices:
        """The index of the range of an element."""
        return at[-1:] if self._sizes else ()

    def quantized(self, x: Expr, at: Indices) -> Expr:
        own = self._own(at)
        low, high, step = (end.element(own) for end in (self._low, self._high, self._step))
        above = op("maximum", op("minimum", x, high), low) - low
        count = op("floor", above * self._per_step.element(own) - self._zero.element(own) + 0.5)
        return where(self._no_range(own), const(0.0, _SINGLE), count * step)

    def place(self, x: Expr, at: Indices) -> tuple[Expr, Expr, Expr]:
        """Whether an element is inside of the range, below it, and above it: 1 or 0."""
        own = self._own(at)
        low, high = self._low.element(own), self._high.element(own)
        has_range = op("logical_not", self._no_range(own))
        inside = ((x >= low) & (x <= high)) | self._no_range(own)
        below, above = op("less", x, low) & has_range, (x > high) & has_range
        return cast(inside, _SINGLE), cast(below, _SINGLE), cast(above, _SINGLE)


def _ends_of_attrs(operation: Operation) -> tuple[Value, Value]:
    return tuple(  # type: ignore[return-value]
        constant(float(np.float32(operation.attrs.get(name, default))), _SINGLE)
        for name, default in (("min", -6.0), ("max", 6.0))
    )


def _quantized(lowering: Lowering, x: Value, steps: _Steps) -> Value:
    ready = lowering.stored(x) if x.cost > 1 else x
    return computed(_SINGLE, x.sizes, lambda at: steps.quantized(ready.element(at), at), 10)


def _has_elements(operation: Operation) -> bool:
    return 0 not in sizes_of(operation.inputs[0])


def _is_same(operation: Operation) -> bool:
    return _has_elements(operation) and sizes_of(operation.inputs[0]) == sizes_of(
        operation.inputs[1]
    )


@lowers("FakeQuantWithMinMaxArgs", any_size=True)
def _args(lowering: Lowering, operation: Operation, x: Value) -> Value:
    return _quantized(lowering, x, _Steps(lowering, *_ends_of_attrs(operation), operation))


@lowers("FakeQuantWithMinMaxVars", any_size=True)
def _vars(lowering: Lowering, operation: Operation, x: Value, low: Value, high: Value) -> Value:
    return _quantized(lowering, x, _Steps(lowering, low, high, operation))


def _fits_channels(operation: Operation) -> bool:
    *_, x, low, high = operation.inputs
    depth = sizes_of(x)[-1:]
    return len(depth) == 1 and sizes_of(low) == sizes_of(high) == depth


def _require_channels(x: Value, ends: Value) -> None:
    if not ends.sizes or x.sizes[-1:] != ends.sizes:
        raise Undecided(f"whether the channels of {x.sizes} are {ends.sizes}")


@lowers("FakeQuantWithMinMaxVarsPerChannel", accepts=_fits_channels, any_size=lambda _: True)
def _channels(lowering: Lowering, operation: Operation, x: Value, low: Value, high: Value) -> Value:
    _require_channels(x, low)
    return _quantized(lowering, x, _Steps(lowering, low, high, operation))


# ---------------------------------------------------------------------------- gradients


def _parts(lowering: Lowering, dy: Value, x: Value, steps: _Steps) -> Callable[[int], Value]:
    """Gives the gradients that are inside of the range, below it, or above it."""
    require_same_sizes(dy, x)
    ready, given = (lowering.stored(value) if value.cost > 1 else value for value in (x, dy))

    def part(which: int) -> Value:
        def element(at: Indices) -> Expr:
            return given.element(at) * steps.place(ready.element(at), at)[which]

        return computed(_SINGLE, x.sizes, element, 6)

    return part


@lowers("FakeQuantWithMinMaxArgsGradient", accepts=_is_same, any_size=lambda _: True)
def _args_gradient(lowering: Lowering, operation: Operation, dy: Value, x: Value) -> Value:
    steps = _Steps(lowering, *_ends_of_attrs(operation), operation)
    return _parts(lowering, dy, x, steps)(0)


def _with_ends(
    lowering: Lowering, operation: Operation, inputs: Sequence[Any], axes: Sequence[int]
) -> tuple[Value, Value, Value]:
    dy, x, low, high = inputs
    require_elements(x)
    part = _parts(lowering, dy, x, _Steps(lowering, low, high, operation))
    below, above = (reduced(lowering, "add", part(i), axes, low.sizes) for i in (1, 2))
    return part(0), below, above


@lowers("FakeQuantWithMinMaxVarsGradient", accepts=_is_same, any_size=lambda _: True)
def _vars_gradient(lowering: Lowering, operation: Operation, *inputs: Value) -> Any:
    return _with_ends(lowering, operation, inputs, range(len(inputs[1].sizes)))


@lowers(
    "FakeQuantWithMinMaxVarsPerChannelGradient", any_size=lambda _: True,
    accepts=lambda operation: _is_same(operation) and _fits_channels(operation),
)  # fmt: skip
def _channels_gradient(lowering: Lowering, operation: Operation, *inputs: Value) -> Any:
    _, x, low, _ = inputs
    _require_channels(x, low)
    return _with_ends(lowering, operation, inputs, range(len(x.sizes) - 1))
