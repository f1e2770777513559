"""First calls on the host: which calls, that they give the same, and that nobody waits at the end."""

import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.errors import InvalidArgumentError
from stagelight.passes.pipeline import optimize
from stagelight.runtime import background_compilation, host_tier, region_code
from stagelight.runtime.executors import executor_named
from tests.runtime.random_graphs import Program
from tests.runtime.test_random_graphs import arguments, assert_alike, codes, traced

X = tf.constant(np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4))


@pytest.fixture(autouse=True)
def tiers():
    with config.changed(
        executor="native", tiered_compilation=True, host_calls=8, compilation_cache=None
    ):
        yield


@pytest.fixture
def compiled(monkeypatch):
    """The threads in which programs were compiled."""
    threads = []
    compile_program = region_code.compile_program

    def noted(*args):
        threads.append(threading.current_thread().name)
        return compile_program(*args)

    monkeypatch.setattr(region_code, "compile_program", noted)
    return threads


def of_known_sizes():
    return tf.function(lambda x: tf.tanh(x) @ tf.transpose(x) + 1.0)


def of_open_sizes():
    return tf.function(
        lambda x: tf.tanh(x) @ tf.transpose(x) + 1.0,
        input_signature=[tf.TensorSpec([None, 4])],
    )


@pytest.mark.parametrize("make", [of_known_sizes, of_open_sizes])
def test_machine_code_runs_from_the_ninth_call_on(make, compiled, monkeypatch):
    host = []
    f = make()
    expected = np.tanh(X) @ np.transpose(X) + 1.0
    for call in range(1, 12):
        np.testing.assert_allclose(f(X), expected, rtol=1e-5)
        if call == 1:
            assert not compiled, "what runs once is not compiled"
        host.append(len(compiled))
    assert compiled == ["stagelight-compiler"]


def test_final_runs_take_the_place_of_what_chose_them():
    f = of_known_sizes()
    for _ in range(9):
        f(X)
    trace = f.get_concrete_function(X)
    runs = [trace._run, *trace.graph.executables.values()]
    assert not any(isinstance(x, host_tier.HostFirst) for x in runs)


@pytest.mark.parametrize(
    "reason", ["loops", "jit_compile", "setting", "no host calls", "expensive on the host"]
)
def test_what_is_compiled_before_its_first_call(reason, compiled):
    def body(x):
        if reason == "loops":
            for _ in tf.range(3):
                x = tf.tanh(x)
        return tf.tanh(x) * 2.0

    x = tf.zeros([3000, 3000]) if reason == "expensive on the host" else X
    settings = {"setting": {"tiered_compilation": False}, "no host calls": {"host_calls": 0}}
    with config.changed(**settings.get(reason, {})):
        tf.function(body, jit_compile=reason == "jit_compile" or None)(x)
    assert compiled == ["MainThread"]


def test_variables_and_gradients_go_on_from_the_host_to_machine_code():
    def steps(calls):
        weights = tf.Variable(np.ones((4, 2), np.float32))
        slot = tf.Variable(tf.zeros([4, 2]))

        @tf.function
        def step(x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.tanh(x @ weights) ** 2)
            gradient = tape.gradient(loss, weights)
            slot.assign(0.9 * slot + gradient)
            weights.assign_sub(0.1 * slot)
            return loss

        with config.changed(host_calls=calls):
            losses = [float(step(X)) for _ in range(20)]
        return losses, weights.numpy(), slot.numpy()

    for one, other in zip(steps(8), steps(0), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_random_numbers_are_the_same_whoever_draws_them():
    def draws(calls):
        tf.random.set_seed(7)

        @tf.function
        def f(x):
            return tf.nn.dropout(x, 0.5) + tf.random.normal([3, 4])

        with config.changed(host_calls=calls):
            return [f(X).numpy() for _ in range(12)]

    np.testing.assert_allclose(draws(8), draws(0), rtol=1e-6, atol=1e-6)


def test_errors_are_the_same_before_and_after():
    @tf.function(input_signature=[tf.TensorSpec([None, 4]), tf.TensorSpec([None, None])])
    def f(x, y):
        return tf.tanh(x @ y) * 2.0

    texts = []
    for _ in range(12):
        f(X, tf.transpose(X))
        with pytest.raises(InvalidArgumentError) as error:
            f(X, X)
        texts.append(str(error.value))
    assert len(set(texts)) == 1


def test_other_sizes_come_and_go_in_all_tiers():
    f = of_open_sizes()
    for call in range(30):
        x = tf.ones([1 + call % 5, 4]) * 0.5
        expected = np.tanh(x) @ np.transpose(x) + 1.0
        np.testing.assert_allclose(f(x), expected, rtol=1e-5)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(codes, st.booleans(), st.booleans())
def test_random_programs_give_in_each_call_what_the_host_gives(numbers, is_known, has_gradient):
    variable = tf.Variable([1.0, -0.5, 0.25])
    shapes = [(3, 4), (4,), (3,)] if is_known else [(None, None), (None,), (None,)]
    concrete = traced(Program(numbers, variable), shapes, has_gradient=has_gradient)
    graph = optimize(concrete.graph)
    captured = [tensor._array for tensor in concrete.captured_inputs]

    def calls(executor):
        run = executor_named(executor).compile(graph)
        for _ in range(10):
            variable.assign([1.0, -0.5, 0.25])
            yield [*run(*arguments(3, 4), *captured), variable.numpy()]

    for host, tiered in zip(calls("host"), calls("native"), strict=True):
        assert_alike(host, tiered)


def test_threads_that_call_at_once_get_the_same():
    f, results = of_known_sizes(), []

    def calls():
        results.extend(f(X).numpy() for _ in range(15))

    threads = [threading.Thread(target=calls) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 60
    for each in results:
        np.testing.assert_allclose(each, results[0], rtol=1e-5)


def test_a_warning_made_an_error_by_the_user_reaches_them(monkeypatch):
    def broken(*_args):
        raise RuntimeError("the compiler is broken")

    monkeypatch.setattr(region_code, "compile_program", broken)
    f = of_known_sizes()
    with pytest.warns(UserWarning, match="the compiler is broken"):
        for _ in range(9):
            np.testing.assert_allclose(f(X), np.tanh(X) @ np.transpose(X) + 1.0, rtol=1e-5)


def test_calls_that_cost_the_host_as_much_as_compiling_are_few():
    def calls(size):
        f = tf.function(lambda x: tf.tanh(x) * tf.exp(x) + x)
        graph = f.get_concrete_function(tf.TensorSpec([size])).graph
        return host_tier.calls_on_host(graph.operations)

    counts = [calls(size) for size in (10, 200_000, 30_000_000)]
    assert counts[0] == 8
    assert 2 <= counts[1] < 8
    assert counts[2] == 0


def _products(x, y):
    """A product of each kind that is counted by its sizes."""
    filters = tf.ensure_shape(y, [2, 2, None, None])
    return [
        x @ y,
        tf.matmul(x, y, transpose_a=True),
        tf.nn.conv2d(x, filters, 1, "SAME"),
        tf.nn.depthwise_conv2d(x, y, [1, 1, 1, 1], "SAME"),
        tf.raw_ops.Conv2DBackpropInput(
            input_sizes=tf.shape(x), filter=filters, out_backprop=x, strides=[1] * 4, padding="SAME"
        ),
        tf.raw_ops.Conv2DBackpropFilter(
            input=x, filter_sizes=tf.shape(y), out_backprop=x, strides=[1] * 4, padding="SAME"
        ),
    ]


@pytest.mark.parametrize("shape", [None, [None] * 4, [2, None, 2, 2]], ids=str)
def test_what_is_not_known_of_sizes_counts_as_1(shape):
    spec = tf.TensorSpec(shape, tf.float32)
    graph = tf.function(_products).get_concrete_function(spec, spec).graph
    assert host_tier.calls_on_host(graph.operations) == config.current.host_calls


def test_products_whose_rank_is_known_to_no_specialization_run_in_all_tiers():
    x = tf.reshape(tf.range(8.0), [2, 2, 2])

    @tf.function(input_signature=[tf.TensorSpec(None), tf.TensorSpec(None)])
    def f(x, rows):
        written = tf.TensorArray(tf.float32, 2, element_shape=None)
        written = written.write(0, x).write(1, tf.tanh(x))
        y = written.read(tf.size(rows) % 2)
        return tf.tanh(x) @ y + y @ tf.exp(x)

    expected = tf.tanh(x) @ x + x @ tf.exp(x)
    for _ in range(10):
        np.testing.assert_allclose(f(x, x), expected, rtol=1e-5)


_ENDS = """
import time
import stagelight as tf
from stagelight.runtime import region_code
lower = region_code.lower
def slow(*args):
    print("begun", flush=True)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        sum(range(1000))
    return lower(*args)
region_code.lower = slow
f = tf.function(lambda x: tf.tanh(x) + 1.0)
for _ in range(3):
    f(tf.ones([4]))
time.sleep(0.3)
print("done", flush=True)
"""


def test_the_end_of_the_process_does_not_wait_for_what_is_being_compiled(tmp_path):
    begin = time.monotonic()
    run = subprocess.run(
        [sys.executable, "-c", _ENDS],
        env={
            "PATH": "/usr/bin:/bin",
            "XDG_CACHE_HOME": str(tmp_path),
            "PYTHONPATH": ":".join(sys.path),
        },
        capture_output=True,
        text=True,
        timeout=55,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.split() == ["begun", "done"]
    assert time.monotonic() - begin < 50


def test_turns_are_as_long_as_before_when_nothing_is_compiled():
    before = sys.getswitchinterval()
    f = of_known_sizes()
    for _ in range(9):
        f(X)
    background_compilation.wait_for_compilation()
    assert sys.getswitchinterval() == before
