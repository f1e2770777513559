"""The waist: who is told of what is applied, and in which order things come and go."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.core import dispatch, registry
from stagelight.core.dispatch import CONTEXT, add_recorder, pushed, remove_recorder, set_callbacks


class Notes:
    """A recorder that notes the names of the ops."""

    def __init__(self):
        self.names = []
        self.applications = []

    def record(self, op_def, inputs, attrs, outputs):
        self.names.append(op_def.name)
        self.applications.append((op_def, inputs, attrs, outputs))

    def variable_accessed(self, variable):
        self.names.append("access")

    def follows(self, tensors):
        return False


@pytest.fixture
def notes():
    recorder = Notes()
    add_recorder(recorder)
    yield recorder
    remove_recorder(recorder)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda x: x + x, "AddV2"),
        (lambda x: x - 1.0, "Sub"),
        (lambda x: 2.0 * x, "Mul"),
        (lambda x: x / x, "RealDiv"),
        (lambda x: -x, "Neg"),
        (lambda x: x < x, "Less"),
        (lambda x: x == x, "Equal"),
        (tf.exp, "Exp"),
        (lambda x: tf.Variable(x).read_value(), "ReadVariableOp"),
    ],
)
def test_recorders_are_told_of_shortcuts_as_of_ops(notes, call, name):
    result = call(tf.constant([1.0, 2.0]))
    op_def, inputs, attrs, outputs = notes.applications[-1]
    assert op_def is registry.lookup(name)
    assert outputs[0] is result
    again = dispatch.evaluate(op_def, inputs, attrs)
    np.testing.assert_array_equal(again.numpy(), result.numpy())


def test_a_variable_tells_its_access_before_it_is_read(notes):
    v = tf.Variable(1.0)
    notes.names.clear()
    v.read_value()
    assert notes.names == ["access", "ReadVariableOp"]


def test_recorders_leave_in_any_order():
    first, second = Notes(), Notes()
    add_recorder(first)
    add_recorder(second)
    remove_recorder(first)
    tf.exp(1.0)
    assert (first.names, second.names) == ([], ["Exp"])
    remove_recorder(second)
    assert CONTEXT.plain
    remove_recorder(second)  # again does no harm
    assert CONTEXT.plain


def test_pushed_fields_come_back_after_an_error(notes):
    with pytest.raises(RuntimeError), pushed(recorders=(), device="/cpu:0"):
        assert CONTEXT.plain
        raise RuntimeError
    assert CONTEXT.recorders == (notes,)
    assert CONTEXT.device == ""
    assert not CONTEXT.plain


def test_callbacks_replace_the_results_of_shortcuts():
    def doubled(op_def, inputs, attrs, outputs):
        with pushed(callbacks=()):
            return [output * 2.0 for output in outputs]

    x = tf.constant(3.0)
    before = CONTEXT.callbacks
    set_callbacks((doubled,))
    try:
        assert (x + x).numpy() == 12.0
        assert tf.exp(tf.constant(0.0)).numpy() == 2.0
    finally:
        set_callbacks(before)
    assert (x + x).numpy() == 6.0


def test_results_of_rank_zero_are_arrays():
    x = tf.constant(2.0)
    for result in (x + x, x * 2.0, 1.0 - x, -x, x < x, tf.exp(x), tf.maximum(x, x), x // 2.0):
        assert type(result._array) is np.ndarray
