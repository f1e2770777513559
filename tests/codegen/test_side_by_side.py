"""Parts that run side by side: which do, the same bits whatever the number of threads, failures, memory."""

import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from itertools import pairwise

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.codegen.expressions import load
from stagelight.codegen.loop_nest import (
    Buffer,
    MatMul,
    Matrix,
    Nest,
    Program,
    SideBySide,
    Store,
)
from stagelight.codegen.lowering.lowering import loops_over
from stagelight.codegen.machine.host import host_target
from stagelight.codegen.transforms.memory_plan import plan_memory
from stagelight.codegen.transforms.side_by_side import put_side_by_side
from stagelight.codegen.verifier import Unsound, verify
from stagelight.core.budget import Budget, Limits, within
from stagelight.types import dtypes

BATCH, UNITS, STEPS = 32, 64, 12


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native"):
        yield


def random(*shape):
    return tf.constant(np.random.RandomState(sum(shape)).randn(*shape).astype(np.float32) * 0.1)


WEIGHTS = [random(UNITS, 4 * UNITS), random(UNITS + 1, 4 * UNITS)[1:]]


def direction(x, weights, is_backward):
    """A recurrent network over the first axis; its states after each step."""
    outputs = tf.TensorArray(tf.float32, STEPS, element_shape=[BATCH, UNITS])
    inputs = tf.TensorArray(tf.float32, STEPS, element_shape=[BATCH, UNITS]).unstack(x)
    h = c = tf.zeros([BATCH, UNITS])
    for t in tf.range(STEPS):
        place = STEPS - 1 - t if is_backward else t
        i, f, g, o = tf.split(tf.matmul(inputs.read(place) + h, weights), 4, 1)
        c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
        h = tf.sigmoid(o) * tf.tanh(c)
        outputs = outputs.write(place, h)
    return outputs.stack()


def both_directions(x):
    first = direction(x, WEIGHTS[0], False)
    return tf.concat([first, direction(x, WEIGHTS[1], True)], 2)


def gradients_of_both(x):
    with tf.GradientTape() as tape:
        tape.watch(WEIGHTS)
        total = tf.reduce_sum(both_directions(x) ** 2.0)
    return tape.gradient(total, WEIGHTS)


def branch(x, count):
    for _ in range(count):
        x = tf.tanh(tf.matmul(x, WEIGHTS[0][:, :UNITS])) + tf.reduce_mean(x, 1, keepdims=True)
    return x


def branches_of_products(x):
    y = x[0] * 2.0
    return branch(y, 9) * branch(y + 1.0, 12) - tf.reduce_mean(branch(y - 1.0, 10))


def conditions(x):
    y = x[0]
    first = tf.cond(y[0, 0] < 1e9, lambda: branch(y, 9), lambda: y)
    return first, tf.cond(y[0, 1] < 1e9, lambda: branch(-y, 9), lambda: y + 1.0)


def loops_that_go_on(x):
    y = x[0]
    _, first = tf.while_loop(lambda i, _: i < 20, lambda i, z: (i + 1, branch(z, 2)), (0, y))
    _, second = tf.while_loop(lambda i, _: i < 30, lambda i, z: (i + 1, branch(z, 1)), (0, -y))
    return first - second


def in_each_round(x):
    def body(i, y, z):
        return i + 1, branch(y, 8) + x[i], branch(z, 8) - x[i]

    return tf.while_loop(lambda i, *_: i < STEPS, body, (0, x[0], x[1]))


FUNCTIONS = {
    "directions": both_directions,
    "gradients of both": gradients_of_both,
    "branches of products": branches_of_products,
    "conditions": conditions,
    "loops that go on": loops_that_go_on,
    "in each round": in_each_round,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_results_are_the_same_bits_whatever_the_number_of_threads(name):
    x = random(STEPS, BATCH, UNITS)
    text = tf.function(FUNCTIONS[name]).experimental_get_compiler_ir(x)("loops")
    assert "side by side" in text
    runs = []
    settings = [{"intra_op_threads": threads} for threads in (1, 2, 3)]
    for setting in [*settings, {"checks_bounds": True}]:
        with config.changed(compilation_cache=None, **setting):
            run = tf.function(FUNCTIONS[name])
            runs += [[y.numpy() for y in tf.nest.flatten(run(x))] for _ in range(3)]
    with config.changed(executor="host"):
        host = tf.nest.flatten(tf.function(FUNCTIONS[name])(x))
    for run in runs:
        for one, first, expected in zip(run, runs[0], host, strict=True):
            assert one.tobytes() == first.tobytes()
            np.testing.assert_allclose(one, expected, rtol=2e-4, atol=2e-4)


def test_small_parts_stay_in_line():
    run = tf.function(lambda x: (branch(x[0], 1) + branch(x[1], 1)))
    assert "side by side" not in run.experimental_get_compiler_ir(random(2, 4, UNITS))("loops")


def test_sizes_may_be_unknown():
    def function(x):
        def loop(y):
            return tf.while_loop(lambda i, _: i < 9, lambda i, z: (i + 1, tf.sin(z + y)), (0, y))[1]

        return loop(x) - loop(x * 2.0)

    arrays = [random(rows, columns) for rows, columns in ((3, 5), (40, 50), (41, 53), (300, 200))]
    runs = []
    for threads in (1, 2, 3):
        with config.changed(intra_op_threads=threads):
            run = tf.function(function, input_signature=[tf.TensorSpec([None, None])])
            runs.append([run(x).numpy() for x in arrays])
    for run in runs:
        for one, first, x in zip(run, runs[0], arrays, strict=True):
            assert one.tobytes() == first.tobytes()
            np.testing.assert_allclose(one, function(x), rtol=1e-4, atol=1e-5)


# ---------------------------------------------------------------------------- failures


def loop_that_reads(x, places):
    """A long loop that reads elements; TensorFlow refuses places that there are not."""

    def body(i, y):
        return i + 1, branch(y, 1) + x[places[i % 4]]

    return tf.while_loop(lambda i, _: i < 40, body, (0, x[0]))[1]


@tf.function
def two_that_read(x, first, second):
    return loop_that_reads(x, first), loop_that_reads(-x, second + 0)


GOOD, BAD, WORSE = ([0, 1, 2, 3], [0, 1, 77, 3], [0, -99, 2, 3])


@pytest.mark.parametrize("threads", [1, 2])
def test_errors_are_those_of_the_graph_in_its_order(threads):
    x = random(STEPS, BATCH, UNITS)
    with config.changed(intra_op_threads=threads):
        assert "side by side" in two_that_read.experimental_get_compiler_ir(
            x, tf.constant(GOOD), tf.constant(GOOD)
        )("loops")
        for first, second, message in [
            (BAD, GOOD, "77"),
            (GOOD, WORSE, "-99"),
            (BAD, WORSE, "77"),
            (WORSE, BAD, "-99"),
        ]:
            with pytest.raises(tf.errors.InvalidArgumentError, match=message):
                two_that_read(x, tf.constant(first), tf.constant(second))
            good = two_that_read(x, tf.constant(GOOD), tf.constant(GOOD))
            assert np.isfinite(good[0]).all()


ENDLESS = """
import sys
import stagelight as tf
from tests.codegen.test_side_by_side import BATCH, STEPS, UNITS, forever, loop_that_reads, random

@tf.function
def run(x, places):
    return loop_that_reads(x, places), forever(x[1])

tf.config.threading.set_intra_op_parallelism_threads(int(sys.argv[1]))
x = random(STEPS, BATCH, UNITS)
text = run.experimental_get_compiler_ir(x, tf.constant([0, 1, 2, 3]))("loops")
assert "side by side" in text, text
for _ in range(3):
    try:
        run(x, tf.constant([0, 1, 77, 3]))
    except tf.errors.InvalidArgumentError as error:
        print("told", "77" in str(error))
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_a_failure_ends_the_loops_of_other_parts(threads):
    done = subprocess.run(
        [sys.executable, "-c", ENDLESS, str(threads)],
        env={**os.environ, "PYTHONPATH": "src:."},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.stdout.split("\n")[:3] == ["told True"] * 3, done.stdout + done.stderr


def forever(y):
    return tf.while_loop(lambda y: tf.reduce_sum(y) < 1e30, lambda y: [branch(y, 1) * 0.0], [y])[0]


@tf.function
def two_without_end(x):
    return forever(x[0]), forever(x[1] * 2.0)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_deadline_ends_all_parts(threads):
    x = random(2, BATCH, UNITS)
    assert "side by side" in two_without_end.experimental_get_compiler_ir(x)("loops")
    limits = Limits(1 << 30, 0.5, "A test")
    with config.changed(intra_op_threads=threads):
        for _ in range(3):
            begin = time.monotonic()
            budget = Budget(limits, begin + 0.5, lambda: 1 << 30)
            with within(budget), pytest.raises(tf.errors.DeadlineExceededError, match="A test"):
                two_without_end(x)
            assert time.monotonic() - begin < 20.0


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_all_parts(threads):
    def interrupt(*_):
        raise KeyboardInterrupt

    x = random(2, BATCH, UNITS)
    with config.changed(intra_op_threads=threads):
        before = signal.signal(signal.SIGALRM, interrupt)
        try:
            for _ in range(3):
                signal.setitimer(signal.ITIMER_REAL, 0.5)
                with pytest.raises(KeyboardInterrupt):
                    two_without_end(x)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


# ---------------------------------------------------------------------------- threads and memory


def test_lists_grow_in_parts_while_memory_is_traced():
    def grown(x):
        def loop(y):
            array = tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[BATCH, UNITS])
            for i in tf.range(200):
                y = branch(y, 1)
                array = array.write(i, y)
            return array.stack()

        return loop(x[0]) - loop(x[1])

    x = random(2, BATCH, UNITS)
    with config.changed(intra_op_threads=2, compilation_cache=None):
        expected = tf.function(grown)(x).numpy()
        tracemalloc.start()
        try:
            run = tf.function(grown)
            for _ in range(3):
                np.testing.assert_array_equal(run(x), expected)
        finally:
            tracemalloc.stop()


def test_threads_that_call_at_once_get_their_own_results():
    run = tf.function(both_directions)
    arrays = [random(STEPS, BATCH, UNITS) * float(i) for i in range(4)]
    with config.changed(intra_op_threads=2):
        expected = [run(x).numpy().tobytes() for x in arrays]
        wrong = []

        def work(place):
            for _ in range(20):
                if run(arrays[place]).numpy().tobytes() != expected[place]:
                    wrong.append(place)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_runs_parts_of_its_own():
    run = tf.function(both_directions)
    x = random(STEPS, BATCH, UNITS)
    with config.changed(intra_op_threads=2):
        expected = run(x).numpy().tobytes()
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            code = 1
            try:
                code = 0 if all(run(x).numpy().tobytes() == expected for _ in range(5)) else 2
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0
        assert run(x).numpy().tobytes() == expected


# ---------------------------------------------------------------------------- programs

SIDE = 96


def two_chains(count, shares=False):
    """Two chains of products that begin with one input, and the sum of what they end with."""
    size = SIDE * SIDE
    x = Buffer("x", dtypes.float32, size, "input", shape=(size,))
    out = Buffer("out", dtypes.float32, size, "output", shape=(size,))
    temporaries, body, ends = [], [], []
    for chain in "ab":
        before = x
        for number in range(count):
            after = Buffer(f"{chain}{number}", dtypes.float32, size)
            temporaries.append(after)
            left, right, product = (Matrix(y, 0, SIDE, 1) for y in (before, x, after))
            body.append(MatMul((), product, left, right, SIDE, SIDE, SIDE))
            before = ends[0] if shares and ends and number == 1 else after
        ends.append(before)
    loops, (i,) = loops_over((size,))
    body.append(Nest(loops, [Store(out, i, load(ends[0], i) + load(ends[1], i))]))
    return Program("program", [x], [out], body, temporaries=temporaries, results=[out])


def names_of(part):
    return [statement.out.buffer.name for statement in part]


def test_chains_that_share_an_input_run_side_by_side():
    program = two_chains(3)
    put_side_by_side(program, host_target())
    beside, last = program.body
    assert [names_of(part) for part in beside.parts] == [["a0", "a1", "a2"], ["b0", "b1", "b2"]]
    assert isinstance(last, Nest)
    verify(program)


def test_what_needs_a_part_is_in_it():
    program = two_chains(3, shares=True)  # b2 = a2 @ x
    put_side_by_side(program, host_target())
    verify(program)
    beside = next(x for x in program.body if isinstance(x, SideBySide))
    (first, second) = beside.parts
    assert names_of(first[:-1]) == ["a0", "a1", "a2", "b2"]
    assert names_of(second) == ["b0", "b1"]


def test_a_part_reuses_its_own_memory_and_no_other():
    program = two_chains(5)
    put_side_by_side(program, host_target())
    plan = plan_memory(program)
    by_name = {buffer.name: plan.offsets[buffer] for buffer in program.temporaries}
    bytes_of_one = 4 * SIDE * SIDE
    for chain in "ab":
        offsets = [by_name[f"{chain}{number}"] for number in range(5)]
        assert len(set(offsets)) < 5
        assert all(abs(a - b) >= bytes_of_one for a, b in pairwise(offsets))
    for a in range(5):
        for b in range(5):
            assert abs(by_name[f"a{a}"] - by_name[f"b{b}"]) >= bytes_of_one


def test_parts_that_touch_what_another_writes_are_refused():
    program = two_chains(1)
    first, second, last = program.body
    program.body = [SideBySide([[first], [second]]), last]
    verify(program)
    program.body = [SideBySide([[first, second], [last]])]
    with pytest.raises(Unsound, match=r"read before it is written|another one writes"):
        verify(program)
    program.body = [first, second, SideBySide([[first], [last]])]
    with pytest.raises(Unsound, match="another one writes"):
        verify(program)
