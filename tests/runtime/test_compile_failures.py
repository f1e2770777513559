"""What cannot be compiled is run by NumPy, with one warning that names the cause; never without one."""

from __future__ import annotations

import subprocess
import sys
import warnings

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.codegen import array_kernels, compiled
from stagelight.codegen.machine import compiler
from stagelight.codegen.verifier import Unsound
from stagelight.errors import InternalError
from stagelight.runtime import compile_failures, eager_kernels, large_arrays, region_code
from tests.processes import environment


@pytest.fixture(autouse=True)
def told(monkeypatch):
    """Nothing was told yet, and no code is on disk."""
    monkeypatch.setattr(compile_failures, "_told", set())
    with config.changed(executor="native", compilation_cache=None):
        yield


def failing(error):
    def fail(*args, **kwargs):
        raise error

    return fail


def llvm_refuses(monkeypatch):
    monkeypatch.setattr(
        compiler, "compile_object", failing(InternalError(None, None, "LLVM refuses"))
    )
    return "LLVM refuses"


def nothing_is_proved(monkeypatch):
    for module in (compiled, array_kernels):
        monkeypatch.setattr(module, "verify", failing(Unsound(None, None, "not sound")))
    return "not sound"


def lowering_fails(monkeypatch):
    monkeypatch.setattr(region_code, "lower", failing(KeyError("a rule")))
    monkeypatch.setattr(region_code, "lower_for_any_size", failing(KeyError("a rule")))
    return "KeyError: 'a rule'"


def memory_runs_out(monkeypatch):
    monkeypatch.setattr(compiler, "load_objects", failing(MemoryError("too much")))
    return "MemoryError: too much"


def llvm_is_missing(monkeypatch):
    for module in (compiler, region_code, eager_kernels):
        missing = failing(ModuleNotFoundError("No module named 'llvmlite'"))
        monkeypatch.setattr(module, "host_target", missing)
    return "No module named 'llvmlite'"


FAILURES = pytest.mark.parametrize(
    "fail", [llvm_refuses, nothing_is_proved, lowering_fails, memory_runs_out, llvm_is_missing]
)


def straight(x):
    return tf.tanh(x) * 2.0 + 1.0


def with_loop(x):
    for _ in tf.range(3):
        x = x * 2.0 - 1.0
    return x


@FAILURES
@pytest.mark.parametrize("function", [straight, with_loop])
@pytest.mark.parametrize("sizes", [[4], [None]])
def test_numpy_runs_what_cannot_be_compiled(fail, function, sizes, monkeypatch):
    cause = fail(monkeypatch)
    staged = tf.function(function, input_signature=[tf.TensorSpec(sizes, tf.float32)])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for length in (4, 4) if sizes == [4] else (4, 5, 6, 7):
            x = tf.constant(np.linspace(0.0, 1.0, length, dtype=np.float32))
            np.testing.assert_array_equal(staged(x), function(x))
    (warning,) = caught
    assert cause in str(warning.message)
    assert "runs without machine code" in str(warning.message)


@FAILURES
def test_variables_are_written_once(fail, monkeypatch):
    cause = fail(monkeypatch)
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def step(x):
        v.assign_add(x * 2.0)
        return v * 3.0

    with pytest.warns(UserWarning, match=cause):
        np.testing.assert_array_equal(step(tf.constant([1.0, 1.0])), [9.0, 12.0])
    np.testing.assert_array_equal(v, [3.0, 4.0])


@pytest.mark.parametrize(
    "fail", [llvm_refuses, nothing_is_proved, memory_runs_out, llvm_is_missing]
)
def test_eager_ops_on_large_arrays_go_on(fail, monkeypatch):
    cause = fail(monkeypatch)
    monkeypatch.setattr(large_arrays, "_candidates", {})
    x = tf.constant(np.linspace(-1.0, 1.0, 1 << 22, dtype=np.float32))
    with pytest.warns(UserWarning, match=cause):
        from_kernel = tf.math.erfc(x)
    np.testing.assert_array_equal(from_kernel[:8], tf.math.erfc(x[:8]))


def test_each_cause_is_told_once(monkeypatch):
    llvm_refuses(monkeypatch)
    with pytest.warns(UserWarning, match="LLVM refuses"):
        tf.function(straight)(tf.ones([2]))
    tf.function(straight)(tf.ones([2]))
    monkeypatch.undo()
    monkeypatch.setattr(region_code, "lower", failing(KeyError("another")))
    with config.changed(executor="native", compilation_cache=None), pytest.warns(match="another"):
        tf.function(straight)(tf.ones([3]))


def test_the_users_mistakes_are_told_by_the_host():
    """No warning: the error itself is what the user needs."""

    @tf.function
    def function(x, i):
        return tf.gather(x * 2.0, i) + 1.0

    with pytest.raises(tf.errors.InvalidArgumentError, match="indices = 9"):
        function(tf.ones([3]), tf.constant(9))


@pytest.mark.slow
def test_a_python_without_llvmlite_runs_everything():
    program = """
import sys
sys.modules["llvmlite"] = None
import stagelight as tf
f = tf.function(lambda x: tf.reduce_sum(x * 2.0))
for _ in range(10):  # The first ones would run on the host anyway.
    print(f(tf.constant([1.0, 2.0])).numpy())
"""
    found = subprocess.run(
        [sys.executable, "-W", "default", "-c", program],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == ["6.0"] * 10
    assert found.stderr.count("UserWarning") == 1, found.stderr
    assert "llvmlite" in found.stderr
