"""What the samples of assertions cannot show: functions that answer in Python."""

from __future__ import annotations

import stagelight as tf


def test_only_tensors_of_numbers_are_numeric() -> None:
    numeric = [tf.constant(1), tf.constant(1.5), tf.constant(1j)]
    others = [tf.constant(True), tf.constant("a"), 1, [1.0], None]
    assert all(tf.debugging.is_numeric_tensor(tensor) for tensor in numeric)
    assert not any(tf.debugging.is_numeric_tensor(value) for value in others)


def test_a_symbolic_tensor_is_numeric_too() -> None:
    found = []

    @tf.function
    def f(x):
        found.append(tf.debugging.is_numeric_tensor(x))
        return x

    f(tf.constant(1.0))
    assert found == [True]
