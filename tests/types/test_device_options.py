"""Options of devices in `tf.config`: what programs for accelerators begin with runs on the CPU."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight import config

EXPERIMENTAL = tf.config.experimental


@pytest.fixture(autouse=True)
def _same_settings_afterwards():
    with config.changed():
        yield


def test_determinism_demands_seeds_and_no_compilation_in_the_background():
    @tf.function
    def draws():
        return tf.random.uniform([2])

    tf.random.set_seed(None)
    EXPERIMENTAL.set_background_compilation(True)
    EXPERIMENTAL.enable_op_determinism()
    assert not EXPERIMENTAL.get_background_compilation()
    for draw in (lambda: tf.random.normal([2]), draws):
        with pytest.raises(RuntimeError, match="Random ops require a seed to be set"):
            draw()
    tf.random.set_seed(1)
    assert tf.random.normal([2]).shape == draws().shape == [2]
    tf.random.set_seed(None)


def test_policies():
    for policy in ("silent", "silent_for_int32", "warn", "explicit"):
        EXPERIMENTAL.set_device_policy(policy)
        assert EXPERIMENTAL.get_device_policy() == policy
    EXPERIMENTAL.set_device_policy(None)
    assert EXPERIMENTAL.get_device_policy() == "silent"
    with pytest.raises(ValueError, match="Invalid argument `device_policy`: 'x'"):
        EXPERIMENTAL.set_device_policy("x")


def test_eager_operations_are_synchronous():
    EXPERIMENTAL.set_synchronous_execution(None)
    EXPERIMENTAL.set_synchronous_execution(True)
    with pytest.raises(ValueError, match="`enable` must be True or None"):
        EXPERIMENTAL.set_synchronous_execution(False)


def test_switches_are_kept():
    EXPERIMENTAL.enable_tensor_float_32_execution(False)
    assert not EXPERIMENTAL.tensor_float_32_execution_enabled()
    tf.debugging.set_log_device_placement(True)
    assert tf.debugging.get_log_device_placement()


def test_devices_of_another_machine_are_refused():
    other = tf.config.PhysicalDevice("/physical_device:GPU:0", "GPU")
    for ask in (
        EXPERIMENTAL.set_memory_growth,
        tf.config.set_logical_device_configuration,
    ):
        with pytest.raises(ValueError, match="Unrecognized device: PhysicalDevice"):
            ask(other, [])
    for ask in (
        EXPERIMENTAL.get_memory_growth,
        EXPERIMENTAL.get_device_details,
        tf.config.get_logical_device_configuration,
    ):
        with pytest.raises(ValueError, match="Unrecognized device"):
            ask(other)


def test_the_cpu_stays_and_has_no_limit_of_memory():
    (cpu,) = tf.config.list_physical_devices("CPU")
    one = tf.config.LogicalDeviceConfiguration()
    tf.config.set_logical_device_configuration(cpu, [one])
    with pytest.raises(ValueError, match="memory limit on CPU"):
        tf.config.set_logical_device_configuration(cpu, [one._replace(memory_limit=1)])
    tf.config.set_visible_devices(cpu)
    with pytest.raises(RuntimeError, match="cannot be hidden"):
        tf.config.set_visible_devices([], "CPU")


def test_an_executor_of_functions_changes_nothing():
    for name in ("SINGLE_THREADED_EXECUTOR", "", None):
        with tf.experimental.function_executor_type(name):
            assert int(tf.function(lambda x: x + 1)(tf.constant(2))) == 3
    scope = tf.experimental.function_executor_type("FASTEST")
    with pytest.raises(tf.errors.NotFoundError, match="No executor factory registered"):
        scope.__enter__()
