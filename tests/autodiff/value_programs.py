"""Programs in which a value of every kind reaches every control-flow and mapping function in every way.

    construct   `cond`, `while_loop`, `map_fn`, an `if` that AutoGraph converts, ...
    kind        what the value is: a small or large eager tensor, a variable, an array, a number, ...
    way         how it gets there: captured, as an argument, as a loop variable, as an attribute

A program is `function(value, scale)`: a vector of three numbers that depends on the value and on the
tensor `scale`. The same text runs with Stagelight and with TensorFlow, eagerly and staged.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

SCALE = np.array([0.5, -1.25, 2.0])


# ---------------------------------------------------------------------------- kinds


def _vector(size: int) -> np.ndarray:
    return np.random.default_rng(size).uniform(0.5, 1.5, size)


KINDS: dict[str, Callable[[Any], Any]] = {
    "small": lambda tf: tf.constant(_vector(4)),
    "large": lambda tf: tf.constant(_vector(400)),
    "variable": lambda tf: tf.Variable(_vector(4)),
    "array": lambda tf: _vector(4),
    "number": lambda tf: 1.25,
    "ragged": lambda tf: tf.RaggedTensor.from_row_splits(tf.constant(_vector(5)), [0, 2, 2, 5]),
    "sparse": lambda tf: tf.sparse.SparseTensor(
        [[0, 1], [1, 0], [2, 2]], tf.constant(_vector(3)), [3, 3]
    ),
    "tensor_array": lambda tf: tf.constant(_vector(4)),
}


def source_of(tf: Any, value: Any) -> Any:
    """The tensor or variable of a value that is differentiated; None of arrays and numbers."""
    if isinstance(value, tf.RaggedTensor):
        return value.flat_values
    if isinstance(value, tf.sparse.SparseTensor):
        return value.values
    return value if isinstance(value, (tf.Tensor, tf.Variable)) else None


def total(tf: Any, value: Any) -> Any:
    """A scalar to which all elements of a value contribute, each in another way."""
    if isinstance(value, tf.RaggedTensor):
        return tf.reduce_sum(tf.reduce_sum(value * value, axis=1) ** 2) / 8.0
    if isinstance(value, tf.sparse.SparseTensor):
        return tf.reduce_sum(tf.sparse.to_dense(value) ** 3)
    if isinstance(value, tf.TensorArray):
        return tf.reduce_sum(value.stack() ** 3)
    return tf.reduce_sum(tf.convert_to_tensor(value, tf.float64) ** 3) / 16.0


# ---------------------------------------------------------------------------- constructs


def _cond(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    return tf.cond(s[0] > 0, lambda: s * total(tf, value()), lambda: s)


def _case(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    return tf.case([(s[0] < 0, lambda: s)], default=lambda: s * s * total(tf, value()))


def _switch_case(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    return tf.switch_case(tf.cast(s[2], tf.int32) - 1, [lambda: s, lambda: s * total(tf, value())])


def _while_loop(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    def body(i: Any, x: Any) -> Any:
        return i + 1, x * 0.5 * total(tf, value()) + s

    return tf.while_loop(lambda i, x: i < 3, body, (tf.constant(0), s))[1]


def _map_fn(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    return tf.map_fn(lambda row: row * row * total(tf, value()), s)


def _vectorized_map(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    return tf.vectorized_map(lambda row: row * row * total(tf, value()), s)


def _scan(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    return tf.scan(lambda x, row: x * 0.5 * total(tf, value()) + row, s)


def _foldl(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    return s * tf.foldl(lambda x, row: x * 0.5 * total(tf, value()) + row, s)


def _foldr(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    return s * tf.foldr(lambda x, row: x * row + total(tf, value()), s)


def _for(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    x = s
    for row in s:
        x = x * row * 0.5 + total(tf, value())
    return x


def _while(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    x, i = s, tf.constant(0)
    while i < 2:
        x = x * total(tf, value()) * 0.5 + s
        i += 1
    return x


def _if(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    x = s
    if s[0] > 0:
        x = s * total(tf, value())
    return x


def _function(tf: Any, value: Callable[[], Any], s: Any) -> Any:
    inner = tf.function(lambda x: x * x * total(tf, value()))
    return inner(s) + s


CONSTRUCTS: dict[str, Callable[[Any, Callable[[], Any], Any], Any]] = {
    "cond": _cond,
    "case": _case,
    "switch_case": _switch_case,
    "while_loop": _while_loop,
    "map_fn": _map_fn,
    "vectorized_map": _vectorized_map,
    "scan": _scan,
    "foldl": _foldl,
    "foldr": _foldr,
    "for": _for,
    "while": _while,
    "if": _if,
    "function": _function,
}


def _as_loop_variable(tf: Any, construct: str, value: Any, s: Any) -> Any:
    """The construct, where the value is a loop variable of a loop around it."""

    def body(i: Any, x: Any, carried: Any) -> Any:
        return i + 1, CONSTRUCTS[construct](tf, lambda: carried, s) + 0.25 * x, carried

    start = (
        tf.constant(0),
        s,
        value if _is_loop_variable(tf, value) else tf.convert_to_tensor(value, tf.float64),
    )
    return tf.while_loop(lambda i, *_: i < 2, body, start)[1]


def _is_loop_variable(tf: Any, value: Any) -> bool:
    return isinstance(value, (tf.RaggedTensor, tf.sparse.SparseTensor, tf.TensorArray))


# ---------------------------------------------------------------------------- programs

WAYS = ("captured", "argument", "loop_variable", "attribute")


class Program:
    """One construct with a value of one kind that gets there in one way.

    Attributes:
        sources: what is differentiated: `scale`, and the value's own tensor if it has one.
        watched: those of them that a tape does not watch by itself.
    """

    def __init__(self, tf: Any, construct: str, kind: str, way: str) -> None:
        self._tf = tf
        self._construct = construct
        self._kind = kind
        self.value = KINDS[kind](tf)
        self.scale = tf.constant(SCALE)
        own = source_of(tf, self.value)
        self.sources = [self.scale] if own is None else [self.scale, own]
        # Variables are watched when they are read: whoever runs a program tells the tape of them.
        self.watched = [x for x in self.sources if not isinstance(x, tf.Variable)]
        self._run: Callable[[], Any] = self._result
        self._way = way

    def _result(self, value: Any = None, scale: Any = None) -> Any:
        tf = self._tf
        value = self.value if value is None else value
        s = self.scale if scale is None else scale
        if self._kind == "tensor_array":
            value = tf.TensorArray(
                value.dtype, 4, clear_after_read=False, element_shape=[]
            ).unstack(value)
        if self._way == "loop_variable":
            return _as_loop_variable(tf, self._construct, value, s)
        return CONSTRUCTS[self._construct](tf, lambda: value, s)

    def eager(self) -> Any:
        """The result, computed eagerly."""
        return self._result()

    def stage(self) -> Callable[[], Any]:
        """The program as a function that is staged; traced when it is called first."""
        tf = self._tf
        if self._way == "argument":
            staged = tf.function(lambda value, scale: self._result(value, scale))
            return lambda: staged(self.value, self.scale)
        if self._way == "attribute":

            class Holder:
                value, scale = self.value, self.scale

                @tf.function
                def call(holder) -> Any:  # noqa: N805 - `self` is the program
                    return self._result(holder.value, holder.scale)

            return Holder().call
        return tf.function(lambda: self._result())


def weights(tf: Any, like: Any, seed: int) -> Any:
    """Numbers to project a tensor with."""
    return tf.constant(np.random.default_rng(seed).uniform(0.5, 1.5, tuple(like.shape)))


def derivatives(tf: Any, program: Program, function: Callable[[], Any]) -> dict[str, Any]:
    """Value, gradients and gradients of the gradients of a program, by tapes."""
    sources = program.sources
    with tf.GradientTape() as outer:
        outer.watch(program.watched)
        with tf.GradientTape() as inner:
            inner.watch(program.watched)
            value = function()
        first = [_dense(tf, g) for g in inner.gradient(value, sources, weights(tf, value, 1))]
    seeds = [weights(tf, g, 2) for g in first]
    second = outer.gradient(first, sources, seeds)
    return {"value": value, "gradient": first, "second": [_dense(tf, g) for g in second]}


def jacobians(tf: Any, program: Program, function: Callable[[], Any]) -> list[Any]:
    """The jacobian by each source."""
    with tf.GradientTape() as tape:
        tape.watch(program.watched)
        value = function()
    return tape.jacobian(value, program.sources)


def forward(tf: Any, program: Program, function: Callable[[], Any]) -> Any:
    """The Jacobian-vector product in forward mode."""
    directions = [weights(tf, x, 3 + i) for i, x in enumerate(program.sources)]
    with tf.autodiff.ForwardAccumulator(program.sources, directions) as accumulator:
        value = function()
    return accumulator.jvp(value)


def of_sources(tf: Any, program: Program, function: Callable[[], Any]) -> list[Any]:
    """Gradients where the sources, tensors and variables, are among the targets themselves."""
    with tf.GradientTape() as tape:
        tape.watch(program.watched)
        value = function()
    found = tape.gradient([value, *program.sources], program.sources)
    return [_dense(tf, g) for g in found]


def _dense(tf: Any, gradient: Any) -> Any:
    return None if gradient is None else tf.convert_to_tensor(gradient)


DERIVATIVES = (derivatives, forward, jacobians, of_sources)


def combinations() -> Iterator[tuple[str, str, str, Any, bool]]:
    """Every construct, kind, way and derivative, and whether quick runs take it: one of each construct and
    kind, in turns in which each kind and each construct meets most ways and derivatives."""
    turns = list(itertools.product(WAYS, DERIVATIVES))
    for (i, construct), (j, kind) in itertools.product(enumerate(CONSTRUCTS), enumerate(KINDS)):
        quick = turns[(5 * i + 3 * j) % len(turns)]
        for way, derivative in turns:
            yield construct, kind, way, derivative, (way, derivative) == quick
