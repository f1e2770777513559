"""`tf.config` lists one CPU."""

from __future__ import annotations

import pytest

import stagelight as tf

LISTS = [
    tf.config.list_physical_devices,
    tf.config.experimental.list_physical_devices,
    tf.config.get_visible_devices,
]


@pytest.mark.parametrize("devices", LISTS)
def test_there_is_one_cpu_and_nothing_else(devices):
    (cpu,) = devices()
    assert (cpu.name, cpu.device_type) == ("/physical_device:CPU:0", "CPU")
    assert repr(cpu) == "PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')"
    assert devices("CPU") == [cpu]
    assert devices("GPU") == devices("TPU") == []


def test_the_logical_device_is_the_one_that_programs_name():
    (cpu,) = tf.config.list_logical_devices("CPU")
    assert repr(cpu) == "LogicalDevice(name='/device:CPU:0', device_type='CPU')"
    with tf.device(cpu.name):
        assert tf.constant(1).device.endswith("device:CPU:0")


def test_the_usual_beginning_of_a_program_for_accelerators_runs():
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)
    assert not tf.config.experimental.get_visible_devices("GPU")


def test_lists_are_ones_own():
    tf.config.list_physical_devices().clear()
    assert len(tf.config.list_physical_devices()) == 1
