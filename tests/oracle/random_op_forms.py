"""Forms of control flow over chains of ops, as steps of random programs.

A form gets a value `x`, another one `y` of its dtype and shape that blocks capture, and `flag`, an exact
value on which conditions depend. `reference=True` replaces functions and maps by the Python that means the
same: the reference library needs no graph then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from tests.oracle.random_op_choice import Choice
from tests.oracle.random_op_table import FLOATS, NUMBERS, TABLE

# What keeps dtype and shape of integers.
INTEGER_CHAINS = (
    "abs of numbers",
    "negative of numbers",
    "sign of numbers",
    "integer power",
    "invert",
    "shift",
    "identity",
)


class Blocks:
    """What the blocks of a form do: two chains of ops, and the tensors that they capture."""

    def __init__(self, tf: ModuleType, chains: Sequence[Sequence[str]], y: Any, flag: Any) -> None:
        self.tf = tf
        self.chains = chains
        self.y = y
        self.flag = flag

    def chained(self, number: int, x: Any) -> Any:
        """A chain applied to a value, brought back to small numbers after each op."""
        tf = self.tf
        for name in self.chains[number]:
            x = TABLE[name].call(tf, x)
            if x.dtype.is_floating:
                x = tf.clip_by_value(x, tf.constant(-8, x.dtype), tf.constant(8, x.dtype))
        return x

    def first(self, x: Any) -> Any:
        return self.chained(0, x) + self.y

    def second(self, x: Any) -> Any:
        return self.chained(1, x) - self.y

    def number(self) -> Any:
        """A number of 0 to 6 that depends on data, not on sizes alone."""
        tf = self.tf
        return tf.math.floormod(tf.reduce_sum(tf.cast(self.flag > 0, tf.int32)), 7)

    def half(self, x: Any) -> Any:
        return x * 0.5 if x.dtype.is_floating else x // 2


def _cond(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    return tf.cond(blocks.number() > count, lambda: blocks.first(x), lambda: blocks.second(x))


def _cond_of_sizes(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    return tf.cond(tf.size(x) > count, lambda: blocks.first(x), lambda: blocks.second(x))


def _switch(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    branches = [lambda: blocks.first(x), lambda: blocks.second(x), lambda: x]
    return tf.switch_case(blocks.number() - 1, branches)


def _case(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    pairs = [
        (blocks.number() < count, lambda: blocks.first(x)),
        (tf.size(x) < count, lambda: blocks.half(x)),
    ]
    return tf.case(pairs, default=lambda: blocks.second(x))


def _loop(tf: Any, condition: Any, body: Any, start: Sequence[Any]) -> Any:
    """`tf.while_loop` over a counter and values whose sizes may be known less after an iteration."""
    rank = start[1].shape.rank
    shapes = None
    if rank is not None and any(None in v.shape for v in start[1:]):
        shapes = [tf.TensorShape([]), *[tf.TensorShape([None] * rank)] * (len(start) - 1)]
    return tf.while_loop(condition, body, start, shape_invariants=shapes)


def _while(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    def body(i: Any, v: Any) -> Any:
        return i + 1, tf.cond(i % 2 == 0, lambda: blocks.first(v), lambda: blocks.second(v))

    return _loop(tf, lambda i, _: i < count, body, (tf.constant(0), x))[1]


def _while_of_data(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    def body(i: Any, v: Any, last: Any) -> Any:
        return i + 1, blocks.first(v), v

    start = (tf.constant(0), x, blocks.y)
    _, new, last = _loop(tf, lambda i, *_: i < blocks.number(), body, start)
    return new - last


def _nested(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    def inner(i: Any, v: Any) -> Any:
        step = lambda j, w: (j + 1, blocks.half(w) + blocks.second(v))  # noqa: E731
        return _loop(tf, lambda j, _: j < i, step, (tf.constant(0), v))[1]

    def body(i: Any, v: Any) -> Any:
        return i + 1, tf.cond(i > 1, lambda: inner(i, v), lambda: blocks.first(v))

    return _loop(tf, lambda i, _: i < count, body, (tf.constant(0), x))[1]


def _tensor_array(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    written = tf.TensorArray(x.dtype, size=count, element_shape=x.shape)

    def body(i: Any, v: Any, rows: Any) -> Any:
        return i + 1, blocks.first(v), rows.write(i, blocks.second(v))

    _, last, rows = tf.while_loop(lambda i, *_: i < count, body, (tf.constant(0), x, written))
    return last + tf.reduce_sum(rows.stack(), 0)


def _map(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    return tf.map_fn(lambda row: blocks.chained(0, row), x)


def _vectorized(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    return tf.vectorized_map(lambda row: blocks.chained(0, row), x)


def _rows(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    return tf.stack([blocks.chained(0, row) for row in tf.unstack(x)])


def _fold(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    function = tf.foldr if count % 2 else tf.foldl
    return function(lambda total, row: blocks.chained(0, row) + blocks.half(total), x)


def _scan(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    def step(total: Any, row: Any) -> Any:
        return blocks.chained(0, row) + blocks.half(total)

    return tf.scan(step, x, reverse=bool(count % 2))


def _call(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    function = tf.function(blocks.first, autograph=False)
    return function(x) + tf.function(blocks.second, autograph=False)(function(x))


def _direct_call(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    return blocks.first(x) + blocks.second(blocks.first(x))


def _python(blocks: Blocks, x: Any, count: int) -> Any:
    """Python's statements, which a graph stages."""
    tf, total = blocks.tf, x
    for i in tf.range(count):
        if i % 2 == 0:
            continue
        if blocks.number() > 2:
            total = blocks.first(total)
        else:
            total = blocks.second(total)
            break
    left = blocks.number()
    while left > 0:
        total = blocks.half(total) + blocks.y
        left -= 2
    return total


def _autograph(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    return tf.function(_python)(blocks, x, count)


def _direct_python(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    return _python(blocks, x, count)


def _dataset(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    rows = tf.data.Dataset.from_tensor_slices(x).map(lambda row: blocks.chained(0, row))
    return rows.reduce(
        tf.zeros_like(x[0]), lambda total, row: blocks.half(total) + blocks.chained(1, row)
    )


def _direct_dataset(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    total = tf.zeros_like(x[0])
    for row in tf.unstack(x):
        total = blocks.half(total) + blocks.chained(1, blocks.chained(0, row))
    return total


def _recomputed(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    return tf.recompute_grad(lambda v: blocks.second(blocks.chained(0, v)))(x)


def _custom_gradient(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    @tf.custom_gradient
    def function(v: Any) -> Any:
        return blocks.chained(0, v), lambda dy: dy * blocks.half(v)

    return function(x) + blocks.y


def _slope(tf: Any, blocks: Blocks, x: Any, count: int) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = blocks.chained(0, x)
    return tape.gradient(y, x, unconnected_gradients="zero") + blocks.y


Form = Callable[[Any, Blocks, Any, int], Any]

FORMS: dict[str, Form] = {
    "cond": _cond,
    "cond of sizes": _cond_of_sizes,
    "switch": _switch,
    "case": _case,
    "while": _while,
    "while of data": _while_of_data,
    "nested": _nested,
    "tensor array": _tensor_array,
    "map": _map,
    "vectorized": _vectorized,
    "fold": _fold,
    "scan": _scan,
    "call": _call,
    "autograph": _autograph,
    "dataset": _dataset,
    "recomputed": _recomputed,
    "custom gradient": _custom_gradient,
    "slope": _slope,
}
# The same meaning without a graph.
DIRECT: dict[str, Form] = {
    "map": _rows,
    "vectorized": _rows,
    "call": _direct_call,
    "autograph": _direct_python,
    "dataset": _direct_dataset,
}
OF_ROWS = ("map", "vectorized", "fold", "scan", "dataset")
# A loop over a dataset keeps nothing for a gradient; some are differentiated once alone.
WITHOUT_GRADIENT = ("dataset",)
OF_FIRST_ORDER = ("recomputed", "slope")
OF_FLOATS = ("recomputed", "custom gradient", "slope")


def apply_form(
    tf: ModuleType, name: str, tensors: Sequence[Any], chains: Any, count: int, reference: bool
) -> Any:
    """Runs a form of control flow on its value and what blocks capture."""
    x, y, flag = tensors
    form = DIRECT.get(name, FORMS[name]) if reference else FORMS[name]
    return form(tf, Blocks(tf, chains, y, flag), x, count)


def choose_form(
    choice: Choice, smooth: bool, order: int
) -> tuple[str, list[Any], dict[str, Any]] | None:
    """A form that is differentiable as often as that, with its values or arrays, and its options."""
    refused = (() if order == 0 else WITHOUT_GRADIENT) + (() if order < 2 else OF_FIRST_ORDER)
    name = choice.among([name for name in FORMS if name not in refused])
    rank = 1 if name in OF_ROWS else 0
    x = choice.value(FLOATS if smooth or name in OF_FLOATS else NUMBERS, rank=rank)
    if x is None or (rank and not x.shape[0]):
        return None
    chained: Sequence[str] = INTEGER_CHAINS
    if x.dtype in FLOATS:
        chained = [e.name for e in TABLE.values() if e.in_chains and (e.smooth or not smooth)]
    chains = [[choice.among(chained) for _ in range(choice.integer(1, 4))] for _ in range(2)]
    same = [v for v in choice.alike(x) if v.shape == x.shape]
    y = same[choice.integer(0, len(same))]
    flag = choice.value(NUMBERS, exact=True)
    if flag is None:
        flag = choice.constant("int32", (3,))
    return name, [x, y, flag], {"chains": chains, "count": choice.integer(0, 5)}
