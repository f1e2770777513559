"""Random programs mean the same staged: values eagerly and in `tf.function`, by the thousand if asked to.

`pytest tests/autograph/test_random_staged_programs.py --random-programs 20000` runs more of them.
"""

from __future__ import annotations

import linecache
import types

import numpy as np

import stagelight as tf
from stagelight import config
from stagelight.autograph.refusals import ConversionError
from tests.autograph.random_programs import random_program

IN_A_BATCH = 10
CALLS = ((0, 1), (2, 3), (1, 1))


def pytest_generate_tests(metafunc):
    if "first_seed" in metafunc.fixturenames:
        count = metafunc.config.getoption("--random-programs")
        metafunc.parametrize("first_seed", range(0, count, IN_A_BATCH))


def build(seed):
    """The program as a function of two tensors, which gives its result and what it changed."""
    # The division of integer tensors by zero is no ZeroDivisionError, eagerly neither.
    text = random_program(seed, "({}, a, 0, b)", failing="a = 1 // (a % 2 + 1)")
    filename = f"<random staged program {seed}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    namespace = {"ask": lambda x: x, "several": tf.range, "__name__": "random_program"}
    exec(compile(text, filename, "exec"), namespace)
    program = namespace["program"]

    def call(a, b):
        box = types.SimpleNamespace(x=tf.constant(1))
        table = {"k": tf.constant(2)}
        result = program(box, table, a, b)
        return result, box.x, table["k"]

    return call, text


def outcome(function, values):
    try:
        result = function(*map(tf.constant, values))
    except Exception as error:  # noqa: BLE001 (the error is what is compared)
        return error
    return tf.nest.map_structure(lambda leaf: np.asarray(leaf).tolist(), result)


def is_same(expected, received):
    if isinstance(received, ConversionError):
        return bool(received.code)  # A refusal says which one it is.
    if isinstance(expected, Exception):
        # Tracing sees what Python does not reach, so it may meet another of the program's errors.
        return isinstance(received, Exception)
    return not isinstance(received, Exception) and expected == received


def test_random_programs_mean_the_same_staged(first_seed):
    for seed in range(first_seed, first_seed + IN_A_BATCH):
        call, text = build(seed)
        staged = tf.function(call)
        # Machine code is made of every tenth program: what is tested is how they are staged.
        executor = "native" if seed % IN_A_BATCH == 0 else "host"
        for values in CALLS:
            with config.changed(executor=executor):
                expected, received = outcome(call, values), outcome(staged, values)
            assert is_same(expected, received), f"{values}: {expected!r}, {received!r}\n{text}"
