"""Operations remember the user's lines that made them, inner first."""

from __future__ import annotations

import inspect

import stagelight as tf
from stagelight.graph.origins import lines_of


def line_here() -> int:
    """The line of the caller."""
    frame = inspect.currentframe()
    assert frame is not None and frame.f_back is not None
    return frame.f_back.f_lineno


def functions_of(operation) -> list[str]:
    return [function for _, _, function in operation.frames]


def test_the_line_that_made_an_operation_stands_first():
    with tf.Graph().as_default():
        x, line = tf.constant(1.0) + 2.0, line_here()
    file, number, function = x.op.frames[0]
    assert (file, number) == (__file__, line)
    assert function == "test_the_line_that_made_an_operation_stands_first"


def double(x):
    return x + x


def call_of_double(x):
    return double(x)


def test_callers_follow_the_line_that_made_an_operation():
    with tf.Graph().as_default():
        x = call_of_double(tf.constant(1.0))
    assert functions_of(x.op)[:3] == [
        "double",
        "call_of_double",
        "test_callers_follow_the_line_that_made_an_operation",
    ]


def test_callers_of_a_staged_function_are_found_for_all_its_operations():
    graph = (
        tf.function(call_of_double, autograph=False).get_concrete_function(tf.constant(1.0)).graph
    )
    operation = next(op for op in graph.get_operations() if op.type == "AddV2")
    # Who called for the first trace says nothing of other calls.
    assert functions_of(operation) == ["double", "call_of_double"]
    graph = tf.function(tf.add, autograph=False).get_concrete_function(tf.constant(1.0), 2.0).graph
    operation = next(op for op in graph.get_operations() if op.type == "AddV2")
    # It is told where nothing else is known.
    assert (__file__, line_here() - 3) in [frame[:2] for frame in operation.frames]


def test_operations_of_a_trace_within_a_trace_have_the_lines_of_both():
    def outer(x):
        def inner():
            return double(x)

        return tf.cond(x > 0.0, inner, lambda: x)

    graph = tf.function(outer, autograph=False).get_concrete_function(tf.constant(1.0)).graph
    conditional = next(op for op in graph.get_operations() if op.type == "StatelessIf")
    branch = conditional.attrs["then_branch"]
    operation = next(op for op in branch.get_operations() if op.type == "AddV2")
    assert functions_of(operation)[:3] == ["double", "inner", "outer"]


def test_a_trace_leaves_no_callers_behind():
    tf.function(call_of_double, autograph=False).get_concrete_function(tf.constant(1.0))
    with tf.Graph().as_default():
        x = double(tf.constant(1.0))
    assert functions_of(x.op)[:2] == ["double", "test_a_trace_leaves_no_callers_behind"]


def test_no_calls_have_no_places():
    assert lines_of(()) == ()
