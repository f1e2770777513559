"""Normal numbers between -2 and 2: those of `ops/random/truncated_normal`, bit for bit.

The numbers come in groups, each with a stretch of its own in the stream, from which it takes blocks until it
is full. Five groups in six are full after the first block. That one is computed for all groups side by side;
then the groups that are not full take more, one after the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.codegen.expressions import Expr, cast, const, from_index, load, op, to_index, where
from stagelight.codegen.index import Index, row_major_strides
from stagelight.codegen.loop_nest import Buffer, Check, Nest, Statement, Store, While
from stagelight.codegen.lowering.lowering import Lowering, loops_over
from stagelight.codegen.lowering.random_numbers import (
    Stream,
    has_key,
    has_seed,
    pair_of_normals,
    scrambled,
    sizes_in,
    stream_at,
)
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.values import Sizes, Value, converted, strided
from stagelight.graph.operation import Operation
from stagelight.ops.random.truncated_normal import LIMIT, RESERVED_WORDS_PER_VALUE
from stagelight.types import dtypes
from stagelight.types.dtypes import DType


class _Groups:
    """Groups in the making.

    Args:
        lowering: the program.
        stream: where the first group's stretch begins.
        dtype: float32 or float64.
        count: how many groups.
    """

    def __init__(self, lowering: Lowering, stream: Stream, dtype: DType, count: int) -> None:
        self.size = 2 if dtype is dtypes.float64 else 4
        self.count = count
        self._stretch = self.size * RESERVED_WORDS_PER_VALUE // 4
        self._stream = stream
        self._pair = pair_of_normals(lowering, dtype)
        # Number k of a group stands at k * count + group, so that groups lie side by side.
        self.values = lowering.temporary(dtype, self.size * count, is_mutable=True)
        self.filled = lowering.temporary(dtypes.int32, count, is_mutable=True)

    def taken(self, group: Index, block: Expr | None) -> list[Store | Check]:
        """The stores by which a group takes a block: that of a number, or, None, its first."""
        start = cast(from_index(group), dtypes.uint64) * self._stretch
        words = self._stream.block(start if block is None else start + block)
        pairs = [words] if self.size == 2 else [words[:2], words[2:]]
        candidates = [x for pair in pairs for x in self._pair(*pair)]
        before = const(0, dtypes.int32) if block is None else load(self.filled, group)
        places = [k * self.count + group for k in range(self.size)]
        numbers = [
            const(0, self.values.dtype) if block is None else load(self.values, place)
            for place in places
        ]
        for candidate in candidates:
            is_taken = op("less", op("abs", candidate), LIMIT)
            for k in range(self.size):
                is_here = is_taken & op("equal", before, k)
                numbers[k] = where(is_here, candidate, numbers[k])
            before = before + cast(is_taken, dtypes.int32)
        stores: list[Store | Check] = [
            Store(self.values, place, number) for place, number in zip(places, numbers, strict=True)
        ]
        return [*stores, Store(self.filled, group, op("minimum", before, self.size))]


def _drawn(lowering: Lowering, stream: Stream, sizes: Sizes, dtype: DType) -> Value:
    computed_in = dtype if dtype is dtypes.float64 else dtypes.float32
    size = int(np.prod(sizes, dtype=np.int64))
    per_group = 2 if dtype is dtypes.float64 else 4
    groups = _Groups(lowering, stream, computed_in, -(-size // per_group))
    loops, (group,) = loops_over((groups.count,))
    lowering.statements.append(Nest(loops, groups.taken(group, None)))
    _fill_the_rest(lowering, groups)
    result = lowering.temporary(computed_in, groups.count * groups.size)
    apart = strided(groups.values, (groups.count, groups.size), (1, groups.count), 0)
    lowering.write(apart, result)
    return converted(strided(result, sizes, row_major_strides(sizes), 0), dtype)


def _fill_the_rest(lowering: Lowering, groups: _Groups) -> None:
    """Lets groups take blocks until they are full."""
    number, block = (
        lowering.temporary(dtype, 1, is_mutable=True) for dtype in (dtypes.int64, dtypes.uint64)
    )
    current = load(number, 0)
    # It is in range in each round; the bounds show that where no loop does.
    group = to_index(op("minimum", op("maximum", current, 0), groups.count - 1))

    def set_to(buffer: Buffer, value: Expr) -> Nest:
        return Nest((), [Store(buffer, 0, value)])

    taking = While(
        [],
        op("less", load(groups.filled, group), groups.size),
        [Nest((), groups.taken(group, load(block, 0))), set_to(block, load(block, 0) + 1)],
    )
    one_group: list[Statement] = [
        set_to(block, const(1, dtypes.uint64)),
        taking,
        set_to(number, current + 1),
    ]
    lowering.statements += [
        set_to(number, const(0, dtypes.int64)),
        While([], op("less", current, groups.count), one_group),
    ]


@lowers("StatelessTruncatedNormal", constants=(0,), accepts=has_seed)
def _seeded(lowering: Lowering, operation: Operation, shape: np.ndarray, seed: Value) -> Value:
    stream = stream_at(lowering, *scrambled(lowering, seed))
    return _drawn(lowering, stream, sizes_in(shape), operation.outputs[0].dtype)


@lowers("StatelessTruncatedNormalV2", constants=(0, 3), accepts=has_key)
def _keyed(
    lowering: Lowering,
    operation: Operation,
    shape: np.ndarray,
    key: Value,
    counter: Value,
    _algorithm: Any,
) -> Value:
    stream = stream_at(lowering, key, counter)
    return _drawn(lowering, stream, sizes_in(shape), operation.outputs[0].dtype)
