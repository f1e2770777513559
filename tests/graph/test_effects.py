"""Which operations must run, and after which: read off the graphs of functions."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.control_flow.calls import effects_of
from stagelight.graph.effects import Effects
from stagelight.graph.verifier import verify


@pytest.fixture
def v():
    return tf.Variable(1.0, name="v")


@pytest.fixture
def w():
    return tf.Variable(2.0, name="w")


def graph_of(function, *specs):
    return tf.function(function).get_concrete_function(*specs).graph


def waits(graph):
    """What each operation with control inputs waits for, by name."""
    return {
        operation.name: [control.name for control in operation.control_inputs]
        for operation in graph.operations
        if operation.control_inputs
    }


def effects(function, *specs):
    """The effects of a function's graph; variables by their position among its captures."""
    return effects_of(graph_of(function, *specs))


X = tf.TensorSpec([], tf.float32)


# ---------------------------------------------------------------------------- order


def test_a_read_waits_for_the_write_before_it_and_a_write_for_the_reads_since(v):
    def f():
        a = v.read_value()
        b = v.read_value()
        v.assign(7.0, read_value=False)
        c = v.read_value()
        v.assign(8.0, read_value=False)
        return a + b + c

    found = waits(graph_of(f))
    assert found["AssignVariableOp"] == ["ReadVariableOp", "ReadVariableOp_1"]
    assert "ReadVariableOp_1" not in found  # reads do not wait for one another
    assert found["ReadVariableOp_2"] == ["AssignVariableOp"]
    assert found["AssignVariableOp_1"] == ["AssignVariableOp", "ReadVariableOp_2"]


def test_an_order_is_a_control_input_also_where_a_data_edge_says_the_same(v):
    """Passes drop data edges whose values nothing needs."""

    def f():
        v.assign(v.read_value(), read_value=False)

    assert waits(graph_of(f))["AssignVariableOp"] == ["ReadVariableOp"]


def test_two_variables_are_two_orders(v, w):
    def f():
        v.assign(1.0, read_value=False)
        w.assign(2.0, read_value=False)

    assert waits(graph_of(f)) == {}


def test_side_effects_have_one_order_with_all_writes(v, w):
    """An assertion that fails leaves the writes before it, and none behind it."""

    def f(x):
        tf.raw_ops.PrintV2(input="a")
        v.assign(x, read_value=False)
        w.read_value()
        tf.raw_ops.PrintV2(input="b")

    assert waits(graph_of(f, X)) == {
        "AssignVariableOp": ["PrintV2"],
        "PrintV2_1": ["PrintV2", "AssignVariableOp"],
    }


def test_python_code_keeps_its_order_with_all_reads_and_writes(v, w):
    def f(x):
        v.read_value()
        tf.py_function(lambda: None, [], [])
        w.read_value()

    assert waits(graph_of(f, X)) == {
        "EagerPyFunc": ["ReadVariableOp"],
        "ReadVariableOp_1": ["EagerPyFunc"],
    }


def test_random_ops_may_be_left_out_and_come_in_any_order():
    def f():
        tf.random.uniform([])
        return tf.random.uniform([])

    graph = graph_of(f)
    assert waits(graph) == {}
    assert graph.control_outputs == []


def test_a_call_waits_as_what_it_does_inside_would(v, w):
    @tf.function
    def inner():
        v.assign_add(1.0, read_value=False)

    def f():
        w.assign(5.0, read_value=False)
        before = v.read_value()
        inner()
        return before + v.read_value()

    found = waits(graph_of(f))
    call = next(name for name in found if "Call" in name)
    assert found[call] == ["ReadVariableOp"]
    assert found["ReadVariableOp_1"] == [call]


# ---------------------------------------------------------------------------- what must run


def test_writes_and_side_effects_must_run_and_reads_need_not(v):
    def f():
        v.read_value()
        tf.raw_ops.PrintV2(input="a")
        v.assign(2.0, read_value=False)

    assert [operation.type for operation in graph_of(f).control_outputs] == [
        "PrintV2",
        "AssignVariableOp",
    ]


def test_outputs_wait_for_effects_through_one_barrier(v):
    """Who fetches an output of the GraphDef, in a session of TensorFlow, has the effects too."""

    def f(x):
        v.assign(x, read_value=False)
        return x + 1.0, x + 2.0

    graph = graph_of(f, X)
    barrier = waits(graph)["Identity"]
    assert waits(graph)["Identity_1"] == barrier
    assert waits(graph)[barrier[0]] == ["AssignVariableOp"]
    order = [operation.name for operation in graph.operations]
    assert order.index("AssignVariableOp") < order.index(barrier[0]) < order.index("Identity")


def test_a_graph_without_effects_has_no_barrier():
    graph = graph_of(lambda x: x + 1.0, X)
    assert "NoOp" not in [operation.type for operation in graph.operations]


# ---------------------------------------------------------------------------- the effects of graphs


def test_the_effects_of_a_graph_are_by_the_positions_of_its_inputs(v, w):
    def f(x):
        w.assign(v.read_value() + x, read_value=False)

    # The argument, then v, then w.
    assert effects(f, X) == Effects(frozenset({1}), frozenset({2}))


def test_branches_and_bodies_have_effects_behind_the_condition(v, w):
    """The inputs of `If` begin with the condition, those of the branches do not."""

    def conditional(x):
        tf.cond(x > 0, lambda: w.assign(x), lambda: v.read_value())

    found = effects(conditional, X)
    captured = [1, 2]
    assert found.writes | found.reads == set(captured)
    assert len(found.writes) == 1

    def loop(x):
        tf.while_loop(lambda i: i < x, lambda i: [i + w.assign_add(1.0)], [0.0])

    assert len(effects(loop, X).writes) == 1


def test_effects_of_calls_within_calls_come_through(v):
    @tf.function
    def innermost():
        tf.raw_ops.PrintV2(input="a")
        return tf.random.uniform([])

    @tf.function
    def inner():
        return innermost() + v

    found = effects(lambda: inner())
    assert found == Effects(frozenset({0}), frozenset(), has_side_effect=True, is_random=True)
    assert found.must_run
    assert found.is_stateful


def test_to_read_is_stateful_but_need_not_run(v):
    found = effects(lambda: v.read_value())
    assert found.is_stateful
    assert not found.must_run
    assert not effects(lambda x: x + 1.0, X).is_stateful


def test_a_resource_that_is_made_inside_and_written_must_be_written():
    """Nobody outside sees the iterator, but what it is advanced by is seen."""

    def f():
        iterator = iter(tf.data.Dataset.range(3))
        next(iterator)
        return next(iterator)

    graph = graph_of(f)
    assert effects_of(graph).must_run
    assert int(tf.function(f)()) == 1


def test_a_list_beside_an_iterator_in_a_loop_is_not_stored_in_it(v, w):
    """Tracing knows of the iterator what it knows later, when the loop itself takes it beside the list."""
    data = tf.data.Dataset.range(3)

    @tf.function
    def f(n):
        array = tf.TensorArray(tf.int32, size=1, element_shape=[], clear_after_read=False)
        for _ in data:
            iterator = iter(tf.data.Dataset.range(5, 9))
            for i in tf.range(n):
                v.assign_add(1.0)
                array = array.write(0, i)
                if i > 5:
                    break
                w.assign_add(tf.cast(next(iterator), tf.float32))
        return array.read(0)

    verify(f.get_concrete_function(tf.TensorSpec([], tf.int32)).graph)
    before = v.numpy(), w.numpy()
    assert f(tf.constant(3)) == 2
    assert (v.numpy(), w.numpy()) == (before[0] + 9, before[1] + 3 * (5 + 6 + 7))
