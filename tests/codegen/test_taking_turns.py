"""Nests that run together: which do, that they give what they gave apart, and what is refused."""

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.codegen.expressions import load
from stagelight.codegen.loop_nest import Buffer, Nest, Program, Store, Together
from stagelight.codegen.lowering.lowering import loops_over
from stagelight.codegen.machine.host import host_target
from stagelight.codegen.transforms.taking_turns import take_turns
from stagelight.codegen.verifier import Unsound, rounds_are_apart, verify
from stagelight.types import dtypes

ROWS, COLUMNS = 300, 4000


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native"):
        yield


def buffer(name, size, storage="temporary"):
    return Buffer(name, dtypes.float32, size, storage, shape=(size,))


def two_nests(read):
    """t[i, j] = x[i, j] * 2; out[i, j] = t[read(i, j)] + 1."""
    size = ROWS * COLUMNS
    x, t, out = buffer("x", size, "input"), buffer("t", size), buffer("out", size, "output")
    loops, (i, j) = loops_over((ROWS, COLUMNS))
    first = Nest(loops, [Store(t, i * COLUMNS + j, load(x, i * COLUMNS + j) * 2.0)])
    second = Nest(loops, [Store(out, i * COLUMNS + j, load(t, read(i, j)) + 1.0)])
    return Program("program", [x], [out], [first, second], temporaries=[t], results=[out])


def own_row(i, j):
    return i * COLUMNS + (COLUMNS - 1) - j


def row_before_last(i, j):
    return (ROWS - 1) * COLUMNS - i * COLUMNS + j


def whole_of_first_row(i, j):
    return j


def one_further(i, j):
    return i * COLUMNS + j + 1 - i  # inside of the buffer, not of the row


def test_nests_that_read_their_own_rows_run_together():
    program = two_nests(own_row)
    take_turns(program, host_target())
    (statement,) = program.body
    assert isinstance(statement, Together)
    verify(program)


@pytest.mark.parametrize("read", [row_before_last, whole_of_first_row, one_further])
def test_nests_that_read_other_rows_do_not(read):
    program = two_nests(read)
    take_turns(program, host_target())
    assert len(program.body) == 2
    assert not rounds_are_apart(program.body)
    program.body = [Together(program.body)]
    with pytest.raises(Unsound, match="what other rounds write"):
        verify(program)


def normalized(x):
    mean, variance = tf.nn.moments(x, [1], keepdims=True)
    return (x - mean) * tf.math.rsqrt(variance + 1e-5)


FUNCTIONS = {
    "softmax": tf.nn.softmax,
    "log softmax": tf.nn.log_softmax,
    "norm": normalized,
    "both": lambda x: tf.nn.softmax(normalized(x)),
    "gradient": lambda x: tf.gradients(tf.nn.softmax(x) * x, x)[0],
    "three axes": lambda x: tf.nn.softmax(tf.reshape(x, [10, 30, -1]), 1),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("columns", [COLUMNS, 1003])
def test_results_are_those_of_the_host(name, columns):
    x = tf.constant(np.random.RandomState(1).randn(ROWS, columns).astype(np.float32))
    results = []
    for settings in ({"executor": "host"}, {}, {"checks_bounds": True}, {"intra_op_threads": 1}):
        with config.changed(compilation_cache=None, **settings):
            results.append(tf.function(FUNCTIONS[name])(x).numpy())
    host, machine, checked, alone = results
    np.testing.assert_allclose(machine, host, rtol=2e-5, atol=1e-6)
    assert machine.tobytes() == checked.tobytes() == alone.tobytes()


def test_a_softmax_is_one_loop():
    x = tf.zeros([128, 1000])
    text = tf.function(tf.nn.softmax).experimental_get_compiler_ir(x)("loops")
    assert text.count("together:") == 1
    assert tf.function(tf.nn.softmax).experimental_get_compiler_ir(x)("llvm").count("@part") == 2
