"""Programs that fail when they run, though they could be traced: what is wrong are values, or unknown sizes.

Each is a row of `PROGRAMS`: a function of the library and its arguments, the shapes for which it is traced,
and arguments that it fails for. Around what fails there is arithmetic, so that both are in one region.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np


class Failing(NamedTuple):
    """A program: `function(tf, *arguments)` under shapes, and arguments that it fails for."""

    function: Callable[..., Any]
    shapes: Sequence[Any]
    arguments: Sequence[np.ndarray]


def _ints(*values: Any) -> np.ndarray:
    return np.array(values, np.int32)


def _number(value: int) -> np.ndarray:
    return np.array(value, np.int32)


ROWS = np.arange(12, dtype=np.float32).reshape(4, 3)
ROW, COLUMN = ROWS[0], ROWS[:, 0]
ANY = [None, None]
IMAGE, KERNEL = np.ones([1, 4, 4, 2], np.float32), np.ones([2, 2, 3, 2], np.float32)

PROGRAMS = {
    # indices
    "gather": Failing(lambda tf, x, i: tf.gather(tf.tanh(x), i) * 2.0, [[4, 3], [2]], [ROWS, _ints(1, 4)]),
    "gather of columns": Failing(
        lambda tf, x, i: tf.gather(tf.tanh(x), i, axis=1) * 2.0, [[4, 3], [2]], [ROWS, _ints(1, -1)]
    ),
    "gather points": Failing(
        lambda tf, x, i: tf.gather_nd(tf.tanh(x), i) * 2.0, [[4, 3], [2, 1]], [ROWS, _ints([1], [4])]
    ),
    "scatter": Failing(
        lambda tf, x, i: tf.scatter_nd(i, tf.tanh(x), [4, 3]) * 2.0,
        [[2, 3], [2, 1]],
        [ROWS[:2], _ints([1], [4])],
    ),
    "scatter into": Failing(
        lambda tf, x, i: tf.tensor_scatter_nd_update(tf.tanh(x), i, x[:2]) * 2.0,
        [[4, 3], [2, 1]],
        [ROWS, _ints([1], [4])],
    ),
    "segments": Failing(
        lambda tf, x, i: tf.math.unsorted_segment_sum(tf.tanh(x), i, 2) * 2.0,
        [[4, 3], [4]],
        [ROWS, _ints(1, 0, 2, 1)],
    ),
    "labels": Failing(
        lambda tf, x, i: tf.nn.sparse_softmax_cross_entropy_with_logits(i, tf.tanh(x)) * 2.0,
        [[4, 3], [4]],
        [ROWS, _ints(0, 1, 3, 2)],
    ),
    "slice": Failing(
        lambda tf, x, n: tf.slice(tf.tanh(x), [n, 0], [2, 3]) * 2.0, [[4, 3], []], [ROWS, _number(3)]
    ),
    "index": Failing(lambda tf, x, n: tf.tanh(x)[n] * 2.0, [[4, 3], []], [ROWS, _number(7)]),
    "array": Failing(
        lambda tf, n: tf.TensorArray(tf.float32, 3).unstack(tf.ones([3])).read(n) * 2.0, [[]], [_number(5)]
    ),
    "in a loop": Failing(
        lambda tf, x, n: tf.while_loop(
            lambda k, _: k < 3, lambda k, y: (k + 1, y + tf.reduce_sum(tf.gather(x, n + k))), [0, 0.0]
        )[1],
        [[4, 3], []],
        [ROWS, _number(2)],
    ),
    # values
    "division": Failing(lambda tf, a, b: (a + 1) // b, [[3], [3]], [_ints(1, 2, 3), _ints(1, 0, 2)]),
    "remainder": Failing(lambda tf, a, b: (a + 1) % b, [[3], [3]], [_ints(1, 2, 3), _ints(1, 0, 2)]),
    "power": Failing(lambda tf, a, b: (a + 1) ** b, [[3], [3]], [_ints(1, 2, 3), _ints(1, -1, 2)]),
    "in a branch": Failing(
        lambda tf, a, b: tf.cond(tf.reduce_sum(a) > 0, lambda: tf.reduce_sum(a // b), lambda: 0),
        [[3], [3]],
        [_ints(1, 2, 3), _ints(1, 0, 2)],
    ),
    "random integers": Failing(
        lambda tf, n: tf.random.stateless_uniform([3], [1, 2], n, 3, dtype=tf.int32) + 1, [[]], [_number(5)]
    ),
    # sizes
    "sum": Failing(lambda tf, a, b: tf.tanh(a) + b, [[None], [None]], [ROW, COLUMN]),
    "clip": Failing(lambda tf, a, b: tf.clip_by_value(tf.tanh(a), b, b + 1), [[None]] * 2, [ROW, COLUMN]),
    "choice": Failing(lambda tf, a, b: tf.where(a > 1.0, tf.tanh(a), b), [[None]] * 2, [ROW, COLUMN]),
    "stack": Failing(lambda tf, a, b: tf.stack([tf.tanh(a), b]) * 2.0, [[None]] * 2, [ROW, COLUMN]),
    "product": Failing(lambda tf, a, b: tf.tanh(a) @ b, [ANY, ANY], [ROWS, ROWS]),
    "joined": Failing(
        lambda tf, a, b: tf.concat([tf.tanh(a), b], 0) * 2.0, [ANY, ANY], [ROWS, ROWS[:, :2]]
    ),
    "shape": Failing(lambda tf, a: tf.reshape(tf.tanh(a), [5, -1]) * 2.0, [ANY], [ROWS]),
    "shape as data": Failing(
        lambda tf, a, n: tf.reshape(tf.tanh(a), n) * 2.0, [ANY, [2]], [ROWS, _ints(5, 2)]
    ),
    "broadcast": Failing(
        lambda tf, a, n: tf.broadcast_to(tf.tanh(a), n) * 2.0, [[None], [2]], [ROW, _ints(2, 4)]
    ),
    "tile": Failing(lambda tf, a, n: tf.tile(tf.tanh(a), n) * 2.0, [[None], [1]], [ROW, _ints(-1)]),
    "split": Failing(lambda tf, a: tf.split(tf.tanh(a), 2, 0)[0] * 2.0, [[None]], [ROW]),
    "bias": Failing(lambda tf, a, b: tf.nn.bias_add(tf.tanh(a), b) * 2.0, [ANY, [None]], [ROWS, COLUMN]),
    "losses": Failing(
        lambda tf, a, b: tf.nn.softmax_cross_entropy_with_logits(b, tf.tanh(a)), [ANY, ANY], [ROWS, ROWS[:3]]
    ),
    "convolution": Failing(
        lambda tf, a, b: tf.nn.conv2d(tf.tanh(a), b, 1, "SAME") * 2.0, [[None] * 4] * 2, [IMAGE, KERNEL]
    ),
    "pooling": Failing(
        lambda tf, a: tf.nn.max_pool2d(tf.tanh(a), 5, 1, "VALID") * 2.0, [[None] * 4], [IMAGE[:, :3, :3]]
    ),
    "place of nothing": Failing(lambda tf, a: tf.argmax(tf.tanh(a), 0) + 1, [ANY], [ROWS[:0]]),
    "axis": Failing(lambda tf, a, n: tf.cumsum(tf.tanh(a), n) * 2.0, [[None], []], [ROW, _number(2)]),
}  # fmt: skip


def staged(tf: Any, name: str) -> Any:
    """The function of a program, traced for its shapes, with any of the two libraries."""
    program = PROGRAMS[name]
    specs = [
        tf.TensorSpec(shape, tf.as_dtype(array.dtype))
        for shape, array in zip(program.shapes, program.arguments, strict=True)
    ]
    return tf.function(lambda *arguments: program.function(tf, *arguments), specs)


def error_of(tf: Any, name: str) -> tuple[str, str]:
    """The class of a program's error, and the line that says what is wrong."""
    try:
        staged(tf, name)(*map(tf.constant, PROGRAMS[name].arguments))
    except tf.errors.OpError as error:
        return type(error).__name__, _what(error.message)
    raise AssertionError(f"{name} does not fail")


def _what(message: str) -> str:
    """Of a message the line that says what is wrong; around it stand the user's lines."""
    lines = [line for line in message.splitlines() if line and not line.startswith((" ", "\t"))]
    (first, *_) = [x for x in lines if "defined at" not in x and "Graph execution" not in x]
    return first.removeprefix("{{function_node ").split("}} ", 1)[-1]
