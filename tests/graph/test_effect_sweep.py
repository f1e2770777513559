"""Reads and writes before, in and after all that may run functions: as in plain Python."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest

import stagelight as tf
from stagelight import config
from stagelight.graph.effects import graphs_within
from stagelight.graph.verifier import PassVerifier
from stagelight.passes.pipeline import optimize
from tests.graph.effect_holders import HOLDERS, RESOURCES, Body, Holder, Number

EXECUTORS = ("native", "host")
# A prime, so that numbers stay small and no factor is lost.
MODULUS = 10_007
Program = Callable[[], Any]


def _plain(holder: Holder, body: Body) -> Body:
    return holder.model(body)


def _prepared(holder: Holder, body: Body) -> Body:
    return holder.prepare(body)


def program_of(
    outer: Holder, inner: Holder, hold: Callable[[Holder, Body], Body], w: Any, trail: Any
) -> Program:
    """Writes and reads `w` around and in `inner`, all of it in `outer`; `trail` keeps what was read."""

    def note() -> None:
        trail.write((trail.read() * 7 + w.read()) % MODULUS)

    def change() -> Any:
        w.write((w.read() * 3 + 1) % MODULUS)
        return w.read()

    def look() -> Any:
        return w.read() + 0

    changes, looks = hold(inner, change), hold(inner, look)

    def piece() -> Any:
        seen = w.read()
        changed = changes()
        note()
        w.write((w.read() * 2) % MODULUS)
        looked = looks()
        w.write((w.read() + 5) % MODULUS)
        again = looks()
        return (seen + changed * 3 + looked * 5 + again * 11) % MODULUS

    held = hold(outer, piece)

    def program() -> Any:
        w.write(5)
        trail.write(1)
        first = held()
        before = w.read()
        second = held()
        w.write((w.read() * 2) % MODULUS)
        return first, before, second, w.read(), trail.read()

    return program


def expected_of(outer: Holder, inner: Holder) -> list[int]:
    return list(program_of(outer, inner, _plain, Number(), Number())())


def received_of(outer: Holder, inner: Holder, resource: str) -> list[list[int]]:
    """What two calls of the staged program give, and what is kept at the end."""
    w, trail = RESOURCES[resource](), RESOURCES["variable"]()
    staged = tf.function(program_of(outer, inner, _prepared, w, trail))
    results = [[int(x) for x in staged()] for _ in range(2)]
    verify_passes(staged.get_concrete_function().graph)
    return [*results, [int(w.read()), int(trail.read())]]


def verify_passes(graph: Any) -> None:
    """Checks after each pass that conflicting effects have kept their order, in all that is called too."""
    for each in graphs_within(graph):
        optimize(each, PassVerifier(each))


DIRECTLY = HOLDERS[0]
FOR_STATEMENT = next(holder for holder in HOLDERS if holder.name == "for statement")
PAIRS = [
    (outer, inner)
    for outer, inner in itertools.product(HOLDERS, HOLDERS)
    if outer is not DIRECTLY and inner is not DIRECTLY
]
A_FEW = random.Random(7).sample(PAIRS, 10)


def assert_as_python(outer: Holder, inner: Holder, resource: str, executor: str) -> None:
    expected = expected_of(outer, inner)
    with config.changed(executor=executor):
        received = received_of(outer, inner, resource)
    what = f"{inner.name} in {outer.name}, {resource}, {executor}"
    # The second call begins anew, so it gives the same.
    assert received == [expected, expected, expected[3:]], what


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("holder", HOLDERS, ids=lambda holder: holder.name)
def test_what_runs_functions_reads_and_writes_variables_as_python_does(holder, executor):
    assert_as_python(DIRECTLY, holder, "variable", executor)


def shuffle(graph: Any, chance: random.Random) -> None:
    """Puts the operations of a graph, and of all that it calls, in another order that its edges allow."""
    for each in graphs_within(graph):
        waiting, done = list(each.operations), set()
        order = []
        while waiting:
            ready = [
                x
                for x in waiting
                if all(id(y.op) in done for y in x.inputs)
                and all(id(y) in done or y.graph is not each for y in x.control_inputs)
            ]
            chosen = chance.choice(ready)
            waiting.remove(chosen)
            done.add(id(chosen))
            order.append(chosen)
        each.operations[:] = order


@pytest.mark.parametrize("holder", HOLDERS, ids=lambda holder: holder.name)
def test_every_order_that_the_edges_allow_gives_the_same(holder):
    """So the edges say all of the order: nothing is left to the order in which operations were added."""
    expected = expected_of(DIRECTLY, holder)
    for seed in range(3):
        w, trail = RESOURCES["variable"](), RESOURCES["variable"]()
        staged = tf.function(program_of(DIRECTLY, holder, _prepared, w, trail))
        with config.changed(executor="host"):
            shuffle(staged.get_concrete_function().graph, random.Random(seed))
            assert [int(x) for x in staged()] == expected, seed


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("holder", HOLDERS, ids=lambda holder: holder.name)
def test_what_fails_in_a_critical_section_leaves_it(holder, executor):
    section, w = tf.CriticalSection(), RESOURCES["variable"]()

    def body() -> Any:
        tf.debugging.assert_less(w.read(), tf.constant(3, tf.int64))
        return w.read()

    run = tf.function(holder.prepare(body))
    program = tf.function(lambda: section.execute(run, exclusive_resource_access=False))
    with config.changed(executor=executor):
        w.write(5)
        with pytest.raises(tf.errors.OpError):
            program()
        w.write(1)
        found: list[int] = []
        thread = threading.Thread(target=lambda: found.append(int(program())), daemon=True)
        thread.start()
        thread.join(20)
    assert found == [1 if holder.result is None else holder.result]


@pytest.mark.slow
@pytest.mark.parametrize("resource", ("table", "queue"))
@pytest.mark.parametrize("holder", HOLDERS, ids=lambda holder: holder.name)
def test_what_runs_functions_reads_and_writes_tables_and_queues_as_python_does(holder, resource):
    assert_as_python(DIRECTLY, holder, resource, "native")


@pytest.mark.parametrize("holder", HOLDERS[1:], ids=lambda holder: holder.name)
def test_what_runs_functions_in_a_loop_reads_and_writes_as_python_does(holder):
    assert_as_python(FOR_STATEMENT, holder, "variable", "native")


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("pair", A_FEW, ids=lambda pair: f"{pair[1].name} in {pair[0].name}")
def test_nested_functions_read_and_write_as_python_does(pair, executor):
    assert_as_python(*pair, "variable", executor)


@pytest.mark.slow
@pytest.mark.parametrize("outer", HOLDERS[1:], ids=lambda holder: holder.name)
def test_all_nested_functions_read_and_write_as_python_does(outer):
    for inner, executor in itertools.product(HOLDERS[1:], EXECUTORS):
        assert_as_python(outer, inner, "variable", executor)
