"""Graphs run as programs of XLA: variables, streams, what is cut out, what falls back."""

from __future__ import annotations

import gc
import importlib
import subprocess
import sys
import threading
import weakref
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.ops.resources.resource_variables import VariableResource
from stagelight.runtime.executors import executor_named
from stagelight.runtime.xla import variables
from tests.processes import environment
from tests.xla.runs import host_operations


def resource_of(variable: Any) -> Any:
    return variable.handle._array[()]


def doing(_: Any) -> None:
    """Nothing of what is done is a result."""


def test_a_function_is_one_program_for_each_shape():
    traced = []
    region_module = importlib.import_module("stagelight.runtime.xla.region")
    trace = region_module.XlaRegion.trace

    def noted(self: Any, *given: Any, known: Any) -> Any:
        traced.append([x.shape for x in given])
        return trace(self, *given, known=known)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(region_module.XlaRegion, "trace", noted)
        double = tf.function(
            lambda x: x * tf.cast(tf.shape(x)[0], tf.float32), [tf.TensorSpec([None], tf.float32)]
        )
        for size in (2, 3, 2, 3):
            x = np.arange(size, dtype=np.float32)
            np.testing.assert_array_equal(double(x), x * size)
    assert traced == [[(2,)], [(3,)]]
    assert host_operations(double.get_concrete_function()) == {}


def test_numbers_of_64_bits_stay_so():
    jax = importlib.import_module("jax")
    before = jax.config.jax_enable_x64
    third = tf.function(lambda x: (x / 3.0, tf.cast(x, tf.int64) + 2**40))
    quotient, large = third(tf.constant([1.0, 2.0], tf.float64))
    np.testing.assert_array_equal(quotient, np.array([1.0, 2.0]) / 3.0)
    assert large.numpy().tolist() == [2**40 + 1, 2**40 + 2]
    assert jax.config.jax_enable_x64 is before


# ---------------------------------------------------------------------------- variables


def test_variables_are_read_and_assigned_in_order():
    v, w = tf.Variable([1.0, 2.0]), tf.Variable(3.0)

    @tf.function
    def step(x):
        before = v.read_value()
        v.assign_add(x * w)
        w.assign(tf.reduce_sum(v))
        return before, v * 1.0

    before, after = step(tf.constant([1.0, 1.0]))
    assert before.numpy().tolist() == [1.0, 2.0]
    assert after.numpy().tolist() == v.numpy().tolist() == [4.0, 5.0]
    assert float(w) == 9.0
    assert host_operations(step.get_concrete_function(tf.TensorSpec([2], tf.float32))) == {}


def test_a_variable_that_a_program_wrote_stays_on_the_device_until_the_host_asks():
    v = tf.Variable([1.0, 2.0])
    add = tf.function(lambda: doing(v.assign_add([1.0, 1.0])))
    add()
    resource = resource_of(v)
    assert type(resource) is variables.ResidentVariable
    buffer = resource.buffer
    add()
    assert buffer.is_deleted()  # It was donated: nobody had looked at it.
    assert v.numpy().tolist() == [3.0, 4.0]
    v.assign([0.0, 0.0])
    assert type(resource) is VariableResource
    add()
    assert v.numpy().tolist() == [1.0, 1.0]


def test_values_that_were_read_do_not_change():
    v = tf.Variable(np.arange(1000.0))
    add = tf.function(lambda: v.assign_add(tf.ones([1000], tf.float64)) * 1.0)
    kept = []
    for round_ in range(20):
        kept.append((round_, v.read_value(), np.asarray(v.read_value())[10:20]))
        add()
    for round_, tensor, part in kept:
        np.testing.assert_array_equal(tensor, np.arange(1000.0) + round_)
        np.testing.assert_array_equal(part, np.arange(10.0, 20.0) + round_)


def test_the_memory_that_a_variable_was_given_is_not_written():
    given = np.zeros(4096, np.float32)
    v = tf.Variable(given)
    before = v.read_value()
    add = tf.function(lambda: doing(v.assign_add(tf.ones([4096]))))
    for _ in range(3):
        add()
    assert not given.any()
    assert not before.numpy().any()
    assert v.numpy().tolist() == [3.0] * 4096


def test_threads_lose_no_update():
    v, w = tf.Variable(tf.zeros([64])), tf.Variable(tf.zeros([64]))

    @tf.function
    def one(x):
        v.assign_add(x)
        w.assign_add(x + 0.0 * v)

    @tf.function
    def other(x):
        w.assign_add(x)
        v.assign_add(x + 0.0 * w)

    x = tf.ones([64])
    one(x)
    other(x)
    errors = []

    def run(step: Any) -> None:
        try:
            for _ in range(100):
                step(x)
                v.numpy()
        except Exception as error:  # noqa: BLE001 (it is reported by the test)
            errors.append(error)

    threads = [threading.Thread(target=run, args=[step]) for step in (one, other, one, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert v.numpy().tolist() == w.numpy().tolist() == [402.0] * 64


def test_what_was_compiled_goes_with_its_function():
    region = importlib.import_module("stagelight.runtime.xla.region")
    made = []
    begin = region.XlaRegion.__init__

    def noted(self: Any, *given: Any) -> None:
        begin(self, *given)
        made.append(weakref.ref(self))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(region.XlaRegion, "__init__", noted)
        v = tf.Variable(tf.ones([4]))
        add = tf.function(lambda x: doing(v.assign_add(x * 2.0)))
        add(tf.ones([4]))
        del add
    gc.collect()
    assert [each() for each in made] == [None]


def test_one_variable_under_two_handles_is_left_to_the_host():
    v = tf.Variable(1.0)

    @tf.function
    def both(a, b):
        a.assign_add(1.0)
        b.assign_add(a * 10.0)

    both(tf.Variable(0.0), tf.Variable(0.0))
    both(v, v)
    assert float(v) == 22.0


def test_variables_pass_between_executors():
    v = tf.Variable(tf.ones([8]))
    functions = {
        name: tf.function(lambda: doing(v.assign(v * 2.0 + 1.0)))
        for name in ("xla", "native", "host")
    }
    expected = np.ones(8, np.float32)
    for name in ("xla", "native", "xla", "host", "xla", "xla", "native", "native", "host"):
        with config.changed(executor=name):
            functions[name]()
        expected = expected * 2.0 + 1.0
        np.testing.assert_array_equal(v.read_value(), expected)


def test_a_variable_without_a_value_is_the_hosts_error():
    v = tf.Variable(1.0)
    read = tf.function(lambda: v + 1.0)
    resource_of(v).value = None
    with pytest.raises(tf.errors.FailedPreconditionError, match="Could not find variable"):
        read()


def test_a_value_that_a_failed_program_took_is_said_to_be_lost():
    v = tf.Variable([1.0, 2.0])
    add = tf.function(lambda: doing(v.assign_add([1.0, 1.0])))
    add()
    resource = resource_of(v)
    resource.buffer.delete()
    variables.note_lost(resource)
    with pytest.raises(tf.errors.FailedPreconditionError, match=r"was lost.*checkpoint"):
        v.numpy()
    v.assign([5.0, 5.0])
    add()
    assert v.numpy().tolist() == [6.0, 6.0]


# ---------------------------------------------------------------------------- random streams


@pytest.mark.parametrize("executor", ["host", "native"])
def test_streams_go_on_as_they_do_elsewhere(executor):
    def program():
        tf.random.set_seed(5)
        generator = tf.random.Generator.from_seed(3)

        @tf.function
        def draw(n):
            total = tf.zeros([3])
            for _ in tf.range(n):
                total += tf.random.uniform([3], seed=1)
            return (
                total,
                tf.random.normal([5]),
                generator.uniform([2]),
                tf.random.shuffle([1, 2, 3]),
            )

        return [x.numpy() for n in (2, 3, 1) for x in draw(tf.constant(n))], draw

    found, draw = program()
    with config.changed(executor=executor):
        expected, _ = program()
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)
    assert host_operations(draw.get_concrete_function(tf.TensorSpec([], tf.int32))) == {}


# ---------------------------------------------------------------------------- what is not in a program


def test_the_host_runs_what_no_program_can_with_the_reason():
    @tf.function
    def told(x):
        y = tf.tanh(x) * 2.0
        text = tf.strings.as_string(y)
        return tf.strings.length(text), tf.reduce_sum(y) + 1.0

    lengths, total = told(tf.constant([0.5, 1.5]))
    assert lengths.numpy().tolist() == [8, 8]
    np.testing.assert_allclose(total, np.tanh([0.5, 1.5]).sum() * 2 + 1, rtol=1e-6)
    reasons = host_operations(told.get_concrete_function(tf.TensorSpec([2], tf.float32)))
    assert sorted(reasons.values()) == ["it works on text", "its result is text"]


def test_a_size_among_the_arguments_is_known_by_its_value():
    @tf.function
    def sums(x, n, step):
        y = x * 2.0 + tf.cast(step, tf.float32)
        return tf.reduce_sum(tf.reshape(y, tf.stack([n, -1])), 1) * 3.0

    x = tf.range(48.0)
    for step, n in enumerate([2, 3, 2, *range(1, 49)]):
        if 48 % n == 0:
            expected = (x.numpy() * 2 + step).reshape(n, -1).sum(1) * 3
            np.testing.assert_allclose(sums(x, tf.constant(n), tf.constant(step)), expected)
    scalar = tf.TensorSpec([], tf.int32)
    concrete = sums.get_concrete_function(tf.TensorSpec([48], tf.float32), scalar, scalar)
    assert host_operations(concrete) == {}


def test_more_values_than_programs_are_left_to_the_host():
    region = importlib.import_module("stagelight.runtime.xla.region")
    fill = tf.function(lambda n: tf.fill([n], 2.0) * 3.0)
    compiled = []
    with pytest.MonkeyPatch.context() as patch:
        trace = region.XlaRegion.trace
        patch.setattr(
            region.XlaRegion,
            "trace",
            lambda self, *given, known: compiled.append(known) or trace(self, *given, known=known),
        )
        for n in range(1, 31):
            assert fill(tf.constant(n)).numpy().tolist() == [6.0] * n
    assert len(compiled) == 1 + region._MOST_PROGRAMS


def test_a_size_that_is_data_is_cut_out_when_it_is_met():
    @tf.function
    def sums(x):
        y = x * 2.0 + 1.0
        n = tf.cast(tf.reduce_max(x), tf.int32)
        return tf.reduce_sum(tf.reshape(y, tf.stack([n, -1])), 1) * 3.0

    for n in (2, 3, 2):
        x = np.array([n, 0, 1, 0, 1, 0], np.float32)
        np.testing.assert_allclose(sums(x), (x * 2 + 1).reshape(n, -1).sum(1) * 3)
    concrete = sums.get_concrete_function(tf.TensorSpec([6], tf.float32))
    assert list(host_operations(concrete).values()) == ["a size or a choice depends on data"]


def test_python_in_each_round_of_a_loop():
    seen = []

    def note(x):
        seen.append(float(x))
        return x + 1.0

    @tf.function
    def run(x):
        for _ in tf.range(3):
            x = tf.py_function(note, [tf.tanh(x) * 2.0], tf.float32)
            x = x * 2.0 - 1.0
        return x

    expected, outcomes = 0.5, []
    for _ in range(3):
        outcomes.append(np.tanh(expected) * 2)
        expected = (outcomes[-1] + 1.0) * 2 - 1
    np.testing.assert_allclose(run(tf.constant(0.5)), expected, rtol=1e-5)
    np.testing.assert_allclose(seen, outcomes, rtol=1e-5)


def test_assertions_hold():
    @tf.function
    def checked(x):
        tf.debugging.assert_positive(x, "not so")
        return tf.sqrt(x) * 2.0

    np.testing.assert_allclose(checked(tf.constant([4.0])), [4.0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="not so"):
        checked(tf.constant([-1.0]))


def test_a_mistake_is_told_with_the_users_line():
    @tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([None, None])])
    def product(x, y):
        return tf.matmul(x, y) + 1.0  # the mistake

    np.testing.assert_allclose(product(tf.ones([2, 3]), tf.ones([3, 2])), np.full([2, 2], 4.0))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"(?s)the mistake.*[Mm]at.*size"):
        product(tf.ones([2, 3]), tf.ones([2, 3]))
    np.testing.assert_allclose(product(tf.ones([2, 3]), tf.ones([3, 2])), np.full([2, 2], 4.0))


def test_functions_of_datasets_never_go_to_the_device():
    region = importlib.import_module("stagelight.runtime.xla.region")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(region, "XlaRegion", None)
        dataset = tf.data.Dataset.range(4).map(lambda x: x * 2)
        assert [int(x) for x in dataset] == [0, 2, 4, 6]


def test_outlines_of_two_executors_do_not_meet():
    @tf.function
    def told(x):
        for _ in tf.range(2):
            x = tf.py_function(lambda y: y + 1.0, [x * 2.0 + 1.0], tf.float32) * 3.0 + 1.0
        return x

    graph = told.get_concrete_function(tf.TensorSpec([2], tf.float32)).graph
    optimize = importlib.import_module("stagelight.passes.pipeline").optimize
    x = np.array([1.0, 2.0], np.float32)
    runs = [executor_named(name).compile(optimize(graph)) for name in ("native", "xla", "native")]
    found = [run(x)[0].tolist() for run in runs]
    assert found[0] == found[1] == found[2]


# ---------------------------------------------------------------------------- JAX itself


def test_jax_is_imported_by_the_first_graph_alone():
    program = (
        "import sys, stagelight as tf\n"
        "tf.function(lambda x: x + 1)(1.0)\n"
        "assert 'jax' not in sys.modules\n"
        "import stagelight.runtime.xla.executor\n"
        "assert 'jax' not in sys.modules\n"
        "from stagelight import config\n"
        "config.change(executor='xla')\n"
        "f = tf.function(lambda x: x + 1)\n"
        "assert 'jax' not in sys.modules\n"
        "f(1.0)\n"
        "assert 'jax' in sys.modules\n"
    )
    subprocess.run(
        [sys.executable, "-c", program], env=environment(STAGELIGHT_EXECUTOR="native"), check=True
    )
