"""Recurrent cells and what runs them; for programs see `tests/oracle/programs/older_recurrences.py`."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1
cells = v1.nn.rnn_cell


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_a_loop_and_a_list_give_the_same():
    x = np.random.default_rng(7).normal(size=(3, 4, 2)).astype(np.float32)
    with v1.variable_scope("one", reuse=v1.AUTO_REUSE):
        loop, state = v1.nn.dynamic_rnn(
            cells.BasicLSTMCell(3), tf.constant(x), [4, 2, 0], dtype=tf.float32
        )
    with v1.variable_scope("one", reuse=True):
        steps = [tf.constant(x[:, i]) for i in range(4)]
        listed, last = v1.nn.static_rnn(
            cells.BasicLSTMCell(3), steps, dtype=tf.float32, sequence_length=[4, 2, 0]
        )
    assert len(v1.global_variables()) == 2
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        a, b, c, d = session.run([loop, tf.stack(listed, 1), state.h, last.h])
    np.testing.assert_allclose(a, b, rtol=1e-6)
    np.testing.assert_allclose(c, d, rtol=1e-6)
    assert not a[1, 2:].any()
    assert not a[2].any()


def test_dropout_keeps_a_part_and_scales_it():
    wrapped = cells.DropoutWrapper(cells.BasicRNNCell(1000), output_keep_prob=0.5, seed=3)
    output, state = wrapped(tf.ones([1, 2]), wrapped.zero_state(1, tf.float32))
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        dropped, whole = session.run([output, state])
    kept = dropped != 0
    assert 0.4 < kept.mean() < 0.6
    np.testing.assert_allclose(dropped[kept], 2 * whole[kept], rtol=1e-6)


def test_what_is_missing_or_wrong_is_told():
    cell = cells.GRUCell(2)
    with pytest.raises(ValueError, match="you must give a dtype"):
        v1.nn.dynamic_rnn(cell, tf.ones([1, 2, 3]))
    with pytest.raises(TypeError, match="must be a sequence"):
        v1.nn.static_rnn(cell, tf.ones([1, 2, 3]), dtype=tf.float32)
    with pytest.raises(ValueError, match="must not be empty"):
        v1.nn.static_rnn(cell, [], dtype=tf.float32)
    with pytest.raises(ValueError, match="at least one cell"):
        cells.MultiRNNCell([])
    with pytest.raises(ValueError, match="state_is_tuple is not set"):
        cells.MultiRNNCell([cells.BasicLSTMCell(2)], state_is_tuple=False)
    with pytest.raises(ValueError, match="input_keep_prob must be between"):
        cells.DropoutWrapper(cell, 1.5)
    with pytest.raises(ValueError, match="to be known"):
        cell(v1.placeholder(tf.float32, [1, None]), tf.ones([1, 2]))


def test_variables_of_a_loop_are_those_of_the_program(graph):
    def body(i, x):
        return i + 1, x * v1.get_variable("w", initializer=2.0)

    with v1.variable_scope("in", reuse=v1.AUTO_REUSE):
        _, y = tf.while_loop(lambda i, x: i < 3, body, [0, 1.0])
        w = v1.get_variable("w", initializer=5.0)
    assert [v.name for v in v1.global_variables()] == ["in/w:0"]
    with v1.Session() as session:
        session.run(w.initializer)
        assert session.run(y) == 8.0


def test_a_scope_that_is_entered_again_has_the_same_default_names():
    names = []
    for _ in range(2):
        with v1.variable_scope("outer", reuse=v1.AUTO_REUSE):
            for _ in range(2):
                with v1.variable_scope(None, "inner") as scope:
                    names.append(scope.name)
    assert names == ["outer/inner", "outer/inner_1"] * 2
