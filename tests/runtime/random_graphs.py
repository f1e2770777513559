"""Random programs of tensors, decoded from rows of small integers: any row is a program, short ones are less.

`Program(codes, ...)` is a function of three tensors: floats `[n, m]`, floats `[m]`, integers `[n]`. It uses
ops of all families that become machine code, branches, loops, tensor arrays and a variable. Nothing in it
needs to know n and m. Executors round otherwise, so what jumps (comparisons, casts to integers, the largest
element) is only asked of values that are exact: made by views and single roundings alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import stagelight as tf

# An axis: its name, or its size. Axes of one name have one size.
Axis = Any

_MOST_VALUES = 12
_DEEPEST = 2


@dataclass(frozen=True)
class Value:
    """A tensor of a program.

    Attributes:
        tensor: the tensor.
        axes: its axes.
        is_exact: whether all executors compute the same bits.
    """

    tensor: Any
    axes: tuple[Axis, ...]
    is_exact: bool

    @property
    def is_float(self) -> bool:
        return self.tensor.dtype == tf.float32


Step = Callable[["Program"], "Value | None"]
_STEPS: list[Step] = []


def step(function: Step) -> Step:
    """Enters a kind of step. One that finds no value to work on gives None."""
    _STEPS.append(function)
    return function


class Program:
    """A function of tensors.

    Args:
        codes: what is decoded. Where there are too few, 0 is read.
        variable: floats `[3]`, read and assigned.
    """

    def __init__(self, codes: Sequence[int], variable: Any) -> None:
        self._codes = codes
        self.variable = variable

    def __call__(self, x: Any, y: Any, k: Any) -> list[Any]:
        """The last values."""
        self._reading: Iterator[int] = iter(self._codes)
        self.depth = 0
        self.values = [
            Value(x, ("n", "m"), True),
            Value(y, ("m",), True),
            Value(k, ("n",), True),
            Value(tf.constant([0.25, -1.5, 2.0]), (3,), True),
        ]
        for _ in range(2 + self.code() % 7):
            self.step()
        return [value.tensor for value in self.values[-3:]]

    def code(self) -> int:
        return next(self._reading, 0)

    def step(self) -> None:
        """Adds a value, if the next kind of step finds what it needs."""
        made = _STEPS[self.code() % len(_STEPS)](self)
        if made is not None:
            self.values.append(made)
            del self.values[:-_MOST_VALUES]

    def pick(self, fits: Callable[[Value], bool]) -> Value | None:
        """One of the values that fit, newer ones first; None if there are none."""
        fitting = [value for value in reversed(self.values) if fits(value)]
        return fitting[self.code() % len(fitting)] if fitting else None

    def floats(self, *, exact: bool = False, ranks: Sequence[int] = (0, 1, 2, 3)) -> Value | None:
        return self.pick(
            lambda v: v.is_float and len(v.axes) in ranks and (v.is_exact or not exact)
        )

    def integers(self) -> Value | None:
        return self.pick(lambda v: v.tensor.dtype == tf.int32)

    def like(self, value: Value) -> Value:
        """One of the values of the same axes and dtype; at worst that value."""
        found = self.pick(lambda v: v.axes == value.axes and v.tensor.dtype == value.tensor.dtype)
        assert found is not None
        return found

    def block(self, start: Value) -> Value:
        """The value of a few steps that begin with one value; it has the same axes and dtype."""
        outside, self.values = self.values, [*self.values, start]
        self.depth += 1
        for _ in range(1 + self.code() % 3):
            self.step()
        last = self.values[-1]
        self.values = outside
        self.depth -= 1
        return fitted(last, start)


def fitted(value: Value, like: Value) -> Value:
    """A value as one of other axes and dtype: its mean, or largest element, everywhere."""
    tensor = value.tensor
    if value.axes == like.axes and tensor.dtype == like.tensor.dtype:
        return value
    if not like.is_float:
        return like
    if not value.is_float:
        tensor = tf.cast(tensor, tf.float32)
    return Value(tf.zeros_like(like.tensor) + tf.reduce_mean(tensor), like.axes, False)


def bounded(tensor: Any) -> Any:
    """Floats that do not grow from step to step."""
    return tf.clip_by_value(tensor, -8.03, 8.07)


# ---------------------------------------------------------------------------- control flow and state


@step
def branch(p: Program) -> Value | None:
    value, asked = p.pick(lambda _: True), p.floats(exact=True)
    if value is None or asked is None or p.depth >= _DEEPEST:
        return None
    made: list[Value] = []

    def inside() -> Any:
        made.append(p.block(value))
        return made[-1].tensor

    result = tf.cond(tf.reduce_max(asked.tensor) > 0.9, inside, inside)
    return Value(result, value.axes, all(each.is_exact for each in made))


@step
def loop(p: Program) -> Value | None:
    value = p.floats()
    if value is None or p.depth >= _DEEPEST:
        return None
    count = p.integers() if p.code() % 2 else None
    rounds = 3 if count is None else tf.reduce_max(count.tensor) % 4

    def body(i: Any, x: Any) -> Any:
        inner = p.block(Value(x, value.axes, False))
        return i + 1, bounded(inner.tensor)

    shapes = [tf.TensorShape([]), value.tensor.shape]
    condition = lambda i, _: i < rounds  # noqa: E731
    result = tf.while_loop(condition, body, [0, value.tensor], shape_invariants=shapes)[1]
    return Value(result, value.axes, False)


@step
def rows_in_a_loop(p: Program) -> Value | None:
    value = p.floats(ranks=(2,))
    if value is None or p.depth >= _DEEPEST:
        return None
    count = tf.shape(value.tensor)[0]
    row = value.tensor[0]

    def body(i: Any, last: Any, rows: Any) -> Any:
        inner = p.block(Value(bounded(last * 0.5 + value.tensor[i]), value.axes[1:], False)).tensor
        return i + 1, inner, rows.write(i, inner)

    rows = tf.TensorArray(tf.float32, size=count, element_shape=row.shape)
    shapes = [tf.TensorShape([]), row.shape, tf.TensorShape(None)]
    found = tf.while_loop(lambda i, *_: i < count, body, [0, row, rows], shape_invariants=shapes)
    stacked = found[2].stack()
    stacked.set_shape(value.tensor.shape)
    return Value(stacked, value.axes, False)


@step
def called(p: Program) -> Value | None:
    value = p.floats()
    if value is None or p.depth >= _DEEPEST:
        return None
    made: list[Value] = []

    @tf.function(autograph=False)
    def inner(x: Any) -> Any:
        made.append(p.block(Value(x, value.axes, value.is_exact)))
        return made[-1].tensor

    result = inner(value.tensor)
    return Value(result, value.axes, made[-1].is_exact)


@step
def state(p: Program) -> Value | None:
    value = p.pick(lambda v: v.is_float and v.axes == (3,))
    if value is not None:
        change = [p.variable.assign_add, p.variable.assign_sub, p.variable.assign][p.code() % 3]
        change(bounded(value.tensor) * 0.5)
    return Value(bounded(p.variable * 1.0), (3,), False)
