"""Random orders and random classes: those of `ops/random/shuffle` and `categorical`.

Orders are the host's, bit for bit. So are classes, but where a draw lies at the border of two: weights are
exponentials of doubles, whose last bit may be another one here, and one draw in some 10**14 may then be of
the class beside.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from stagelight.codegen.expressions import (
    Expr,
    cast,
    const,
    from_index,
    load,
    op,
    reduce,
    to_index,
    where,
)
from stagelight.codegen.index import Extent, Undecided
from stagelight.codegen.loop_nest import Nest, Store
from stagelight.codegen.lowering.lowering import Lowering, loops_over, reduction_loops
from stagelight.codegen.lowering.random_numbers import (
    HASH_COST,
    Stream,
    fractions_of,
    integers_of,
    is_of_philox,
    scrambled,
    skipped,
    stream_at,
)
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Value,
    VariableState,
    computed,
    in_buffer,
    require_elements,
)
from stagelight.graph.operation import Operation
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- orders


def _has_rows(operation: Operation) -> bool:
    return bool(operation.inputs[0].shape.rank) and is_of_philox(*operation.inputs[1:4])


def _has_order(operation: Operation) -> bool:
    return _has_rows(operation) and 0 not in sizes_of(operation.inputs[0])


@lowers("StatelessShuffle", constants=(3,), accepts=_has_order, any_size=_has_rows)
def _shuffle(
    lowering: Lowering,
    operation: Operation,
    x: Value,
    key: Value,
    counter: Value,
    _algorithm: np.ndarray,
) -> Value:
    require_elements(x)
    size = x.sizes[0]
    if size == 1:
        return x
    ready = lowering.stored(x) if x.cost else x
    order = _order(lowering, stream_at(lowering, key, counter), size)
    last = from_index(size - 1)

    def element(at: Indices) -> Expr:
        place = op("minimum", op("maximum", order.element(at[:1]), 0), last)
        return ready.element((to_index(place), *at[1:]))

    return computed(x.dtype, x.sizes, element, 2)


def _order(lowering: Lowering, stream: Stream, size: Extent) -> Value:
    """The positions from which rows are taken: each is exchanged with one at or after it."""
    words = stream.values(dtypes.uint32, (size - 1,), integers_of(dtypes.uint32), HASH_COST)
    last = from_index(size - 1)

    def partner(at: Indices) -> Expr:
        left = cast(from_index(size - at[0]), dtypes.uint32)
        return from_index(at[0]) + cast(op("mod", words.element(at), left), dtypes.int64)

    partners = lowering.stored(computed(dtypes.int64, (size - 1,), partner, HASH_COST))
    buffer = lowering.temporary(dtypes.int64, size, is_mutable=True)
    loops, (place,) = loops_over((size,))
    lowering.statements.append(Nest(loops, [Store(buffer, place, from_index(place))]))
    loops, (place,) = loops_over((size - 1,))
    other = to_index(op("minimum", op("maximum", partners.element((place,)), 0), last))
    exchange: list[Any] = [
        Store(buffer, place, load(buffer, other)),
        Store(buffer, other, load(buffer, place)),
    ]
    lowering.statements.append(Nest(loops, exchange))
    return in_buffer(buffer, (size,))


@lowers("RandomStreamSkip", any_size=True)
def _skip_blocks(
    lowering: Lowering, operation: Operation, variable: VariableState, blocks: Value
) -> Value:
    return skipped(lowering, variable, cast(blocks.element(()), dtypes.uint64))


# ---------------------------------------------------------------------------- classes


def _is_matrix_with_seed(operation: Operation) -> bool:
    return operation.inputs[0].shape.rank == 2 and operation.inputs[2].shape.as_list() == [2]


def _is_matrix_with_key(operation: Operation) -> bool:
    return operation.inputs[0].shape.rank == 2 and is_of_philox(*operation.inputs[2:5])


def _has_classes(operation: Operation) -> bool:
    return all(0 not in sizes_of(x) for x in (operation.inputs[0], operation.outputs[0]))


@lowers(
    "StatelessMultinomial", constants=(1,), any_size=_is_matrix_with_seed,
    accepts=lambda operation: _is_matrix_with_seed(operation) and _has_classes(operation),
)  # fmt: skip
def _seeded(
    lowering: Lowering, operation: Operation, logits: Value, count: np.ndarray, seed: Value
) -> Value:
    stream = stream_at(lowering, *scrambled(lowering, seed))
    return _classes(lowering, operation, logits, count.item(), stream)


@lowers(
    "MultinomialAt", constants=(1, 4), any_size=_is_matrix_with_key,
    accepts=lambda operation: _is_matrix_with_key(operation) and _has_classes(operation),
)  # fmt: skip
def _keyed(
    lowering: Lowering,
    operation: Operation,
    logits: Value,
    count: np.ndarray,
    key: Value,
    counter: Value,
    _algorithm: np.ndarray,
) -> Value:
    stream = stream_at(lowering, key, counter)
    return _classes(lowering, operation, logits, count.item(), stream)


def _classes(
    lowering: Lowering, operation: Operation, logits: Value, count: Extent, stream: Stream
) -> Value:
    require_elements(logits)
    if not count >= 1:
        raise Undecided("how many classes are drawn")
    sums = _cumulative_weights(lowering, logits)
    rows, classes = logits.sizes
    draws = stream.values(dtypes.float64, (rows, count), fractions_of(dtypes.float64), HASH_COST)
    target = operation.outputs[0].dtype

    def element(at: Indices) -> Expr:
        wanted = draws.element(at) * sums.element((at[0], classes - 1))
        return cast(_sums_up_to(sums, at[0], wanted), target)

    return lowering.stored(computed(target, (rows, count), element, HASH_COST))


def _cumulative_weights(lowering: Lowering, logits: Value) -> Value:
    """Sums of the weights of classes up to each; those that are not finite have none."""
    rows, classes = sizes = logits.sizes
    ready = lowering.stored(logits)
    loops, (along,) = reduction_loops((classes,))

    def wide(at: Indices) -> tuple[Expr, Expr]:
        x = cast(ready.element(at), dtypes.float64)
        return x, op("isfinite", x)

    def largest(at: Indices) -> Expr:
        x, is_finite = wide((at[0], along))
        return reduce("maximum", loops, where(is_finite, x, const(-math.inf, x.dtype)))

    greatest = lowering.stored(computed(dtypes.float64, (rows,), largest, 100))

    def weight(at: Indices) -> Expr:
        x, is_finite = wide(at)
        power = op("exp", x - greatest.element(at[:1]))
        return where(is_finite, power, const(0.0, x.dtype))

    weights = lowering.stored(computed(dtypes.float64, sizes, weight, 20))
    sums = lowering.temporary(dtypes.float64, rows * classes, is_mutable=True)
    around, (row,) = loops_over((rows,))
    first = Store(sums, row * classes, weights.element((row, 0)))
    lowering.statements.append(Nest(around, [first]))
    if classes != 1:
        around, (number, row) = loops_over((classes - 1, rows))
        place = row * classes + number
        total = load(sums, place) + weights.element((row, number + 1))
        lowering.statements.append(Nest(around, [Store(sums, place + 1, total)]))
    return in_buffer(sums, sizes)


def _sums_up_to(sums: Value, row: Any, wanted: Expr) -> Expr:
    """How many sums of a row are at most a number: found by halving where it is known how many there are."""
    classes = sums.sizes[-1]
    if not isinstance(classes, int):
        loops, (along,) = reduction_loops((classes,))
        is_below = op("less_equal", sums.element((row, along)), wanted)
        return reduce("add", loops, cast(is_below, dtypes.int64))
    found = const(0, dtypes.int64)
    for power in reversed(range(classes.bit_length())):
        further = found + (1 << power)
        place = to_index(op("minimum", op("maximum", further - 1, 0), classes - 1))
        is_below = op("less_equal", sums.element((row, place)), wanted)
        found = where(is_below & op("less_equal", further, classes), further, found)
    return found
