"""A variable that a branch or loop of the graph leaves somewhere: its value of then, in TensorFlow too."""

from __future__ import annotations

from typing import Any

import pytest


def in_a_name(u: Any, x: Any, numbers: Any) -> Any:
    y = x
    if x > 0.0:
        y = u
    u.assign_add(1.0)
    return y + 0.0


def in_a_tuple(u: Any, x: Any, numbers: Any) -> Any:
    if x > 0.0:
        pair = (1.0, u)
    else:
        pair = (2.0, x)
    u.assign_add(1.0)
    return pair[1] + 0.0


def in_a_dict(u: Any, x: Any, numbers: Any) -> Any:
    entries = {"a": x}
    if x > 0.0:
        entries["a"] = u
    u.assign_add(1.0)
    return entries["a"] + 0.0


def in_a_loop(u: Any, x: Any, numbers: Any) -> Any:
    pair = (1.0, x)
    for _ in numbers:
        pair = (1.0, u)
    u.assign_add(1.0)
    return pair[1] + 0.0


def on_all_ways(u: Any, x: Any, numbers: Any) -> Any:
    pair = (2.0, u)
    if x > 0.0:
        pair = (1.0, u)
    u.assign_add(1.0)
    return pair[1] + 0.0


def outcomes(tf: Any, program: Any) -> list[float]:
    """What a program gives eagerly, and staged."""
    found = []
    for function in (program, tf.function(program)):
        u = tf.Variable(1.5)
        found.append(float(function(u, tf.constant(1.0), tf.range(2))))
    return found


@pytest.mark.parametrize("program", [in_a_name, in_a_tuple, in_a_dict, in_a_loop])
def test_a_variable_on_one_way_is_its_value_of_then(
    program: Any, tensorflow: Any, stagelight: Any
) -> None:
    assert outcomes(tensorflow, program) == outcomes(stagelight, program) == [2.5, 1.5]


def test_a_variable_on_all_ways_stays_the_variable(tensorflow: Any, stagelight: Any) -> None:
    assert outcomes(tensorflow, on_all_ways) == [2.5, 1.5]
    assert outcomes(stagelight, on_all_ways) == [2.5, 2.5]
