"""Reductions: sums, extremes, and what is made of them along an axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
from stagelight.codegen.index import Undecided
from stagelight.codegen.loop_nest import Check, Store
from stagelight.codegen.lowering.elementwise import compute_dtype
from stagelight.codegen.lowering.lowering import Lowering, reduction_loops
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import known_array, sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Sizes,
    Value,
    computed,
    converted,
    require_elements,
    require_same_sizes,
)
from stagelight.graph.operation import Operation

_WORDS = {
    "Sum": "add", "Mean": "add", "Prod": "multiply", "Max": "maximum", "Min": "minimum",
    "All": "logical_and", "Any": "logical_or",
}  # fmt: skip


def reduced(
    lowering: Lowering,
    word: str,
    x: Value,
    axes: Sequence[int],
    sizes: Sizes,
    finish: Any = lambda total: total,
) -> Value:
    """The elements along some axes combined, in the dtype of computing, then finished.

    Args:
        lowering: the program.
        word: how to combine two elements.
        x: the tensor.
        axes: those that are reduced, from the front.
        sizes: of the result; without the reduced axes, or with them as axes of size 1.
        finish: what is made of each combined element.
    """
    kept = [axis for axis in range(len(x.sizes)) if axis not in axes]
    keeps_axes = len(sizes) == len(x.sizes) and len(axes) > 0

    def element(indices: Indices) -> Expr:
        own = [indices[axis] for axis in kept] if keeps_axes else list(indices)
        loops, inner = reduction_loops(tuple(x.sizes[axis] for axis in axes))
        at: list[Any] = [0] * len(x.sizes)
        for axis, index in zip(kept, own, strict=True):
            at[axis] = index
        for axis, index in zip(axes, inner, strict=True):
            at[axis] = index
        value = x.element(tuple(at))
        value = cast(value, compute_dtype(value.dtype))
        return finish(reduce(word, loops, value))

    dtype = element((0,) * len(sizes)).dtype
    return lowering.stored(computed(dtype, sizes, element, 100))


def _axes(indices: np.ndarray, rank: int) -> list[int]:
    return sorted(axis % rank for axis in indices.reshape(-1).tolist()) if rank else []


def _sizes_without(x: Value, axes: Sequence[int], operation: Operation) -> Sizes:
    """The sizes of a result; the axes that are reduced go, or stay with size 1."""
    kept = [1 if axis in axes else size for axis, size in enumerate(x.sizes)]
    if operation.attrs.get("keep_dims"):
        return tuple(kept)
    return tuple(size for axis, size in enumerate(kept) if axis not in axes)


@lowers(
    "Sum", "Prod", "Max", "Min", "All", "Any", constants=(1,), any_size=True,
)  # fmt: skip
def _reduction(lowering: Lowering, operation: Operation, x: Value, indices: np.ndarray) -> Value:
    axes = _axes(indices, len(x.sizes))
    if not axes:
        return x
    sizes = _sizes_without(x, axes, operation)
    word = _WORDS[operation.op_def.name]
    return reduced(lowering, word, x, axes, sizes, lambda total: cast(total, x.dtype))


@lowers(
    "Mean",
    constants=(1,),
    accepts=lambda operation: operation.inputs[0].dtype.is_floating,
    any_size=True,
)
def _mean(lowering: Lowering, operation: Operation, x: Value, indices: np.ndarray) -> Value:
    axes = _axes(indices, len(x.sizes))
    if not axes:
        return x
    count = math.prod(x.sizes[axis] for axis in axes)
    sizes = _sizes_without(x, axes, operation)

    def finish(total: Expr) -> Expr:
        return cast(total / cast(from_index(count), total.dtype), x.dtype)

    return reduced(lowering, "add", x, axes, sizes, finish)


def _has_axis(operation: Operation) -> bool:
    axis, rank = known_array(operation.inputs[1]), len(operation.inputs[0].shape)
    return axis is not None and -rank <= int(axis) < rank and 0 not in sizes_of(operation.inputs[0])


@lowers("ArgMax", "ArgMin", constants=(1,), accepts=_has_axis, any_size=True)
def _arg_extreme(lowering: Lowering, operation: Operation, x: Value, axis: np.ndarray) -> Value:
    word = operation.op_def.name.lower()
    target = operation.outputs[0].dtype
    place = int(axis) % len(x.sizes)
    sizes = (*x.sizes[:place], *x.sizes[place + 1 :])
    require_elements(x)
    if x.sizes[place] == 1:
        return computed(target, sizes, lambda _: const(0, target), 0)
    return reduced(lowering, word, x, [place], sizes, lambda found: cast(found, target))


@lowers("L2Loss", any_size=True)
def _l2_loss(lowering: Lowering, operation: Operation, x: Value) -> Value:
    def square(indices: Indices) -> Expr:
        value = cast(x.element(indices), compute_dtype(x.dtype))
        return value * value

    squares = computed(compute_dtype(x.dtype), x.sizes, square, x.cost + 1)
    axes = range(len(x.sizes))
    return reduced(lowering, "add", squares, axes, (), lambda total: cast(total * 0.5, x.dtype))


@lowers("BiasAddGrad", any_size=True)
def _bias_gradient(lowering: Lowering, operation: Operation, dy: Value) -> Value:
    rank = len(dy.sizes)
    channel = 1 if operation.attrs.get("data_format") in ("NCHW", b"NCHW") else rank - 1
    axes = [axis for axis in range(rank) if axis != channel]
    sizes = (dy.sizes[channel],)
    return reduced(lowering, "add", dy, axes, sizes, lambda total: cast(total, dy.dtype))


# ---------------------------------------------------------------------------- along the last axis


def _along_last(lowering: Lowering, word: str, x: Value) -> Value:
    """A reduction of the last axis, which stays as an axis of size 1."""
    return reduced(lowering, word, x, [len(x.sizes) - 1], (*x.sizes[:-1], 1))


def _spread(row: Value, indices: Indices) -> Expr:
    return row.element((*indices[:-1], 0))


def _shifted(lowering: Lowering, x: Value) -> Value:
    """Elements less the greatest of their row, in the dtype of computing."""
    ready = lowering.stored(x) if x.cost else x
    wide = compute_dtype(x.dtype)
    greatest = _along_last(lowering, "maximum", ready)
    return computed(
        wide, x.sizes, lambda at: cast(ready.element(at), wide) - _spread(greatest, at), 1
    )


def _powers(lowering: Lowering, shifted: Value) -> tuple[Value, Value]:
    """e^x of numbers that are not positive, and the sums of rows."""
    powers = lowering.stored(
        computed(
            shifted.dtype, shifted.sizes, lambda at: op("exp_of_negative", shifted.element(at)), 16
        )
    )
    return powers, _along_last(lowering, "add", powers)


@lowers("Softmax", any_size=True)
def _softmax(lowering: Lowering, operation: Operation, x: Value) -> Value:
    powers, total = _powers(lowering, _shifted(lowering, x))
    return computed(
        x.dtype,
        x.sizes,
        lambda at: cast(powers.element(at) / _spread(total, at), x.dtype),
        4,
    )


@lowers("LogSoftmax", any_size=True)
def _log_softmax(lowering: Lowering, operation: Operation, x: Value) -> Value:
    shifted = lowering.stored(_shifted(lowering, x))
    _, total = _powers(lowering, shifted)
    logarithm = lowering.stored(
        computed(total.dtype, total.sizes, lambda at: op("log", total.element(at)), 16)
    )
    return computed(
        x.dtype,
        x.sizes,
        lambda at: cast(shifted.element(at) - _spread(logarithm, at), x.dtype),
        1,
    )


# ---------------------------------------------------------------------------- cross entropies


def _is_matrix(operation: Operation) -> bool:
    """Whether both arguments are as they are computed with: nothing has to be repeated."""
    features, labels = map(sizes_of, operation.inputs)
    return len(features) == 2 and labels in (features, features[:1]) and 0 not in features


def _require_matrix(features: Value) -> None:
    require_elements(features)
    if len(features.sizes) != 2:
        raise Undecided("logits that are no matrix")


@lowers("SoftmaxCrossEntropyWithLogits", accepts=_is_matrix, any_size=lambda _: True)
def _cross_entropy(
    lowering: Lowering, operation: Operation, features: Value, labels: Value
) -> tuple[Value, Value]:
    _require_matrix(features)
    require_same_sizes(features, labels)
    shifted = lowering.stored(_shifted(lowering, features))
    powers, total = _powers(lowering, shifted)
    wanted = converted(lowering.stored(labels), shifted.dtype)

    def term(at: Indices) -> Expr:
        return wanted.element(at) * (shifted.element(at) - op("log", _spread(total, at)))

    terms = lowering.stored(computed(shifted.dtype, features.sizes, term, 18))
    rows = features.sizes[:1]
    loss = reduced(lowering, "add", terms, [1], rows, lambda t: cast(-t, features.dtype))

    def slope(at: Indices) -> Expr:
        value = powers.element(at) / _spread(total, at) - wanted.element(at)
        return cast(value, features.dtype)

    return loss, computed(features.dtype, features.sizes, slope, 5)


@lowers("SparseSoftmaxCrossEntropyWithLogits", accepts=_is_matrix, any_size=lambda _: True)
def _sparse_cross_entropy(
    lowering: Lowering, operation: Operation, features: Value, labels: Value
) -> tuple[Value, Value]:
    """Labels out of range end the program: the host says which."""
    _require_matrix(features)
    rows, classes = features.sizes
    if labels.sizes != (rows,):
        raise Undecided(f"whether {labels.sizes} is {(rows,)}")
    shifted = lowering.stored(_shifted(lowering, features))
    powers, total = _powers(lowering, shifted)
    given = lowering.stored(labels)

    def in_range(at: Indices) -> list[Store | Check]:
        label = given.element(at)
        is_known = op("logical_and", label >= 0, label < from_index(classes, label.dtype))
        return [Check(is_known)]

    lowering.nest((rows,), in_range)

    def chosen(at: Indices) -> Expr:
        label = given.element(at)
        last = from_index(classes - 1, label.dtype)
        label = op("minimum", op("maximum", label, 0), last)
        logit = shifted.element((at[0], to_index(label)))
        return cast(op("log", total.element((at[0], 0))) - logit, features.dtype)

    def slope(at: Indices) -> Expr:
        label = given.element(at[:1])
        is_label = op("equal", label, from_index(at[1], label.dtype))
        one = where(is_label, const(1, powers.dtype), const(0, powers.dtype))
        return cast(powers.element(at) / _spread(total, at) - one, features.dtype)

    loss = computed(features.dtype, (rows,), chosen, 20)
    return loss, computed(features.dtype, features.sizes, slope, 6)
