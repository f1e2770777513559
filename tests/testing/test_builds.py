"""What programs ask before they test."""

from __future__ import annotations

import sys

import pytest

import stagelight as tf


def test_there_is_no_gpu_and_there_is_a_compiler():
    assert tf.test.gpu_device_name() == ""
    assert not tf.test.is_gpu_available()
    assert not tf.test.is_built_with_cuda() and not tf.test.is_built_with_rocm()
    assert not tf.test.is_built_with_gpu_support()
    assert tf.test.is_built_with_xla()


def test_main_runs_the_tests_of_the_program(monkeypatch):
    ran = []

    class Program(tf.test.TestCase):
        def test_it(self):
            ran.append(1)

    monkeypatch.setattr(sys.modules["__main__"], "Program", Program, raising=False)
    with pytest.raises(SystemExit) as ended:
        tf.test.main(["program", "Program"])
    assert ran == [1] and ended.value.code == 0


def test_nothing_was_built_for_gpus():
    assert not any(tf.sysconfig.get_build_info().values())
