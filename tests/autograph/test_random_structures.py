"""Random programs over lists, dicts, tuples and all statements mean the same staged, gradients too.

`pytest tests/autograph/test_random_structures.py --random-programs 20000` runs more of them.
"""

from __future__ import annotations

import contextlib
import linecache
import re
import types

import numpy as np

import stagelight as tf
from stagelight import config
from tests.autograph.random_structures import random_structures

IN_A_BATCH = 10
CALLS = ((1, 2, 0.5, -1.0), (0, 3, 2.0, 0.25))
CODE = re.compile(r"AG\d{3}")


def pytest_generate_tests(metafunc):
    if "first_seed" in metafunc.fixturenames:
        count = metafunc.config.getoption("--random-programs")
        metafunc.parametrize("first_seed", range(0, count, IN_A_BATCH))


@contextlib.contextmanager
def counted(box):
    box.n = (box.n + 1) % 7
    try:
        yield box
    finally:
        box.w = (box.w + 0.5) % 16.0


def build(seed):
    """The program as a function of four tensors, which gives its result and what it changed."""
    text = random_structures(seed)
    filename = f"<random structures {seed}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    namespace = {"tf": tf, "counted": counted, "__name__": "random_program"}
    exec(compile(text, filename, "exec"), namespace)
    program = namespace["program"]

    def call(i, j, x, y):
        box = types.SimpleNamespace(n=1, w=0.5)
        result = program(i, j, x, y, tf.stack([x, y, x - y]), box)
        return result, box.n, box.w

    return call, text


def outcome(function, values):
    try:
        result = function(*map(tf.constant, values))
    except Exception as error:  # noqa: BLE001 (the error is what is compared)
        return error
    return [float(np.asarray(leaf)) for leaf in tf.nest.flatten(result)]


def gradient(function, values):
    arguments = [tf.constant(value) for value in values]
    with tf.GradientTape() as tape:
        tape.watch(arguments[2:])
        result = [
            y for y in tf.nest.flatten(function(*arguments))
            if getattr(y, "dtype", tf.int32).is_floating
        ]  # fmt: skip
    return [float(g) for g in tape.gradient(result, arguments[2:], unconnected_gradients="zero")]


def is_same(expected, received):
    if isinstance(expected, Exception):
        return isinstance(received, Exception)
    if isinstance(received, Exception):
        return bool(CODE.search(str(received)))  # A refusal says which one it is.
    return np.allclose(expected, received, rtol=1e-5, atol=1e-6, equal_nan=True)


def test_random_programs_mean_the_same_staged(first_seed):
    for seed in range(first_seed, first_seed + IN_A_BATCH):
        call, text = build(seed)
        staged = tf.function(call)
        # Machine code is made of every tenth program: what is tested is how they are staged.
        executor = "native" if seed % IN_A_BATCH == 0 else "host"
        for values in CALLS:
            with config.changed(executor=executor):
                expected, received = outcome(call, values), outcome(staged, values)
            told = f"{seed}, {values}: {expected!r}, {received!r}\n{text}"
            assert is_same(expected, received), told
            if seed % IN_A_BATCH == 1 and not isinstance(received, Exception):
                found = [gradient(function, values) for function in (call, staged)]
                assert np.allclose(*found, rtol=1e-4, atol=1e-5), f"{found}\n{told}"
