"""Passes drop data edges between operations with effects; the order of the effects stays.

Each program has an operation that writes a variable and gives a value, and a later one that reads or writes
the variable and takes that value in a way in which nothing needs it.
"""

from __future__ import annotations

import itertools
import random

import pytest

import stagelight as tf
from stagelight import config
from stagelight.errors import InternalError
from stagelight.graph.verifier import PassVerifier
from stagelight.passes.pipeline import PIPELINE, optimize
from tests.graph.test_effect_sweep import verify_passes

SWITCHES = sorted({switch for step in PIPELINE for switch in step.switches})


# ---------------------------------------------------------------------------- writes that give a value


def _loop_that_gives(w):
    given = tf.constant(1)
    for i in tf.range(2):
        w.assign_add(1)
        given += i
    return given


def _branch_that_gives(w):
    if tf.random.uniform([]) < 2.0:
        w.assign_add(2)
        given = tf.constant(2)
    else:
        given = tf.constant(1)
    return given


def _call_that_gives(w):
    @tf.function
    def write():
        w.assign_add(2)
        return tf.constant(2) + tf.cast(tf.random.uniform([]), tf.int32)

    return write()


def _map_that_gives(w):
    return tf.map_fn(lambda z: w.assign_add(1) * 0 + 2, tf.range(2))[0]


def _dataset_that_gives(w):
    def write(_, x):
        w.assign_add(1)
        return tf.constant(2)

    return tf.data.Dataset.range(2).reduce(tf.constant(0), write)


FIRST = (_loop_that_gives, _branch_that_gives, _call_that_gives, _map_that_gives, _dataset_that_gives)


# ---------------------------------------------------------------------------- values that nothing needs


def _times_zero(given):
    return given * 0


def _difference(given):
    return given - given


def _of_shape(given):
    return tf.zeros_like(given)


def _rank(given):
    return tf.rank(given)


def _both_ways(given):
    return tf.where(True, 0, given)


def _taken_apart(given):
    return tf.unstack(tf.stack([0, given]))[0]


NOTHING = (_times_zero, _difference, _of_shape, _rank, _both_ways, _taken_apart)


# ---------------------------------------------------------------------------- what comes after


def _assignment(w, given, nothing):
    w.assign(w * 3 + nothing(given))
    return w + 0


def _loop(w, given, nothing):
    for _ in tf.range(2):
        w.assign(w * 3 + nothing(given))
        given += 1
    return w + 0


def _loop_of_maps(w, given, nothing):
    for j in tf.range(2):
        z = tf.map_fn(lambda z: z + j, tf.range(2))[0]  # noqa: B023
        w.assign(w * 3 + (z - j) + nothing(given))
        given += 1
    return w + 0


def _branch(w, given, nothing):
    if tf.random.uniform([]) < 2.0:
        w.assign(w * 3 + nothing(given))
    return w + 0


def _call(w, given, nothing):
    @tf.function
    def write(value):
        w.assign(w * 3 + nothing(value))

    write(given)
    return w + 0


def _call_that_reads(w, given, nothing):
    @tf.function
    def read(value):
        return w * 3 + nothing(value)

    return read(given)


def _call_with_unused_argument(w, given, nothing):
    read = tf.function(lambda value: w * 3)
    return read(given + nothing(given))


def _loop_over_dataset(w, given, nothing):
    for _ in tf.data.Dataset.range(2):
        w.assign(w * 3 + nothing(given))
    return w + 0


def _iterator(w, given, nothing):
    iterator = iter(tf.data.Dataset.range(2).map(lambda x: w * 3 + nothing(given)))
    return next(iterator)


SECOND = (
    _assignment, _loop, _loop_of_maps, _branch, _call, _call_that_reads, _call_with_unused_argument,
    _loop_over_dataset, _iterator,
)  # fmt: skip
ROUNDS = {_loop: 2, _loop_of_maps: 2, _loop_over_dataset: 2}
PROGRAMS = list(itertools.product(FIRST, NOTHING, SECOND))


def staged(first, nothing, second):
    w = tf.Variable(0)

    @tf.function
    def program():
        w.assign(1)
        return second(w, first(w), nothing)

    return program


def expected_of(nothing, second):
    """The variable is 3 in the middle; what comes from nothing is 0."""
    return 3 * 3 ** ROUNDS.get(second, 1)


def name_of(program):
    return "-".join(part.__name__.strip("_") for part in program)


@pytest.mark.parametrize("first", FIRST)
def test_effects_stay_in_order_after_each_pass(first):
    for nothing, second in itertools.product(NOTHING, SECOND):
        verify_passes(staged(first, nothing, second).get_concrete_function().graph)


@pytest.mark.parametrize("switch", SWITCHES)
def test_effects_stay_in_order_where_a_pass_is_off(switch):
    with config.changed(optimizer={switch: False}):
        for program in random.Random(switch).sample(PROGRAMS, 20):
            verify_passes(staged(*program).get_concrete_function().graph)


@pytest.mark.parametrize("program", random.Random(1).sample(PROGRAMS, 24), ids=name_of)
def test_programs_with_dead_edges_give_what_python_gives(program):
    assert int(staged(*program)()) == expected_of(*program[1:])


@pytest.mark.slow
@pytest.mark.parametrize("switch", (None, *SWITCHES))
@pytest.mark.parametrize("first", FIRST)
def test_all_programs_with_dead_edges_give_what_python_gives(first, switch):
    with config.changed(optimizer={} if switch is None else {switch: False}):
        for nothing, second in itertools.product(NOTHING, SECOND):
            assert int(staged(first, nothing, second)()) == expected_of(nothing, second)


# ---------------------------------------------------------------------------- the verifier itself


def _graph_of_two_writes():
    w = tf.Variable(0)

    @tf.function
    def program(x):
        w.assign(x)
        w.assign(x * 2)

    graph = program.get_concrete_function(tf.TensorSpec([], tf.int32)).graph
    writes = [x for x in graph.operations if x.type == "AssignVariableOp"]
    return graph, writes


def test_the_verifier_names_effects_that_have_lost_their_order():
    graph, (first, second) = _graph_of_two_writes()
    second.control_inputs.remove(first)
    message = (
        rf"'{second.name}' \(AssignVariableOp\) has to come after '{first.name}' \(AssignVariableOp\), "
        "whose effects conflict with its own"
    )
    with pytest.raises(InternalError, match=f"not legal after inline_calls: operation {message}"):
        optimize(graph, PassVerifier(graph))


def test_the_verifier_names_a_pass_that_changes_the_order_of_effects():
    graph, (first, second) = _graph_of_two_writes()
    verifier = PassVerifier(graph)
    second.control_inputs.remove(first)
    first.control_inputs.append(second)
    graph.operations.remove(first)
    graph.operations.insert(graph.operations.index(second) + 1, first)
    with pytest.raises(InternalError, match=f"'{first.name}' and '{second.name}' .* changed their order"):
        verifier("a pass", graph)


def test_a_read_that_nothing_needs_has_no_order():
    w = tf.Variable(0)

    @tf.function
    def ignore(x):
        return tf.constant(1)

    @tf.function
    def read():
        return ignore(w + 0) + tf.cast(tf.random.uniform([]), tf.int32)

    @tf.function
    def program():
        result = read()
        w.assign(5)
        return result

    verify_passes(program.get_concrete_function().graph)
