"""Critical sections: one thread at a time, eagerly, staged and in sessions; and what they refuse."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest

import stagelight as tf


def test_threads_lose_no_updates():
    section, v = tf.CriticalSection(), tf.Variable(0)

    def read_then_assign():
        before = v.read_value()
        with tf.control_dependencies([before]), tf.control_dependencies([v.assign(before + 1)]):
            return tf.identity(before)

    @tf.function
    def staged():
        return section.execute(read_then_assign)

    found = []

    def work(call):
        found.extend(int(call()) for _ in range(100))

    calls = [staged, staged, lambda: section.execute(read_then_assign)]
    threads = [threading.Thread(target=work, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(300)) and int(v) == 300


def test_it_gives_structures_and_runs_what_nobody_reads():
    section, v = tf.CriticalSection(), tf.Variable(1.0)

    def assign_and_give():
        v.assign_add(1.0)
        return {"doubled": v * 2.0, "array": tf.TensorArray(tf.float32, 1).unstack([v])}

    @tf.function
    def staged():
        given = section.execute(assign_and_give)
        return given["doubled"], given["array"].stack()

    doubled, rows = staged()
    assert (float(doubled), rows.numpy().tolist(), float(v)) == (4.0, [2.0], 2.0)
    eager = section.execute(assign_and_give)
    assert float(eager["doubled"]) == 6.0


def test_it_is_executed_in_each_round_of_a_loop():
    section, v = tf.CriticalSection(), tf.Variable(0)

    @tf.function
    def rounds(n):
        for _ in tf.range(n):
            section.execute(lambda: v.assign_add(1).read_value())
        return v.read_value()

    assert int(rounds(5)) == 5


def test_an_error_gives_the_lock_back():
    section = tf.CriticalSection()
    with pytest.raises(ZeroDivisionError):
        section.execute(lambda: 1 / 0)

    @tf.function
    def failing(x):
        return section.execute(lambda: tf.debugging.check_numerics(x, "bad"))

    with pytest.raises(tf.errors.InvalidArgumentError):
        failing(tf.constant(float("nan")))
    assert int(section.execute(lambda: tf.constant(3))) == 3


FAILING = {
    "an assertion": lambda ok: tf.debugging.Assert(ok, ["no"]),
    "a call": tf.function(lambda ok: tf.debugging.Assert(ok, ["no"]), autograph=False),
    "a condition": lambda ok: tf.cond(ok, lambda: 1, lambda: _index_error()),
    "a loop": lambda ok: tf.while_loop(
        lambda i: i < 3, lambda i: (tf.cond(ok, lambda: i + 1, lambda: _index_error()),), (0,)
    ),
    "a host call": lambda ok: tf.py_function(_raise_unless, [ok], tf.int32),
}


def _index_error():
    return tf.gather([1], tf.random.uniform([], 5, 9, tf.int32))


def _raise_unless(ok):
    if not ok:
        raise ValueError("no")
    return 1


@pytest.mark.parametrize("name", FAILING)
def test_errors_of_every_kind_of_step_release_the_lock_while_they_are_kept(name):
    section, errors = tf.CriticalSection(), []

    @tf.function(autograph=False)
    def run(ok):
        return section.execute(lambda: FAILING[name](ok))

    @tf.function
    def run_in_loop(ok):
        for _ in tf.range(2):
            section.execute(lambda: FAILING[name](ok))
        return ok

    def attempts():
        for function in (run, run_in_loop, run, run_in_loop):
            try:
                function(tf.constant(False))
            except tf.errors.OpError as error:
                errors.append(error)  # With its traceback, and so with the values of the run.
            function(tf.constant(True))

    thread = threading.Thread(target=attempts, daemon=True)
    thread.start()
    thread.join(60)
    assert not thread.is_alive(), "the lock was not released"
    assert errors


def test_a_section_within_itself_is_refused():
    section = tf.CriticalSection()
    inner = lambda: section.execute(lambda: tf.constant(1))  # noqa: E731
    with pytest.raises(ValueError, match="in which we are already running"):
        section.execute(inner)
    with pytest.raises(ValueError, match="in which we are already running"):
        tf.function(lambda: section.execute(inner))()
    assert int(inner()) == 1


def test_two_sections_do_not_share_what_one_has_for_itself():
    first, second, v = tf.CriticalSection(), tf.CriticalSection(), tf.Variable(0)

    def add():
        return v.assign_add(1).read_value()

    @tf.function
    def both(is_exclusive):
        a = first.execute(add, exclusive_resource_access=is_exclusive)
        return a + second.execute(add, exclusive_resource_access=False)

    with pytest.raises(ValueError, match="exclusive_resource_access=False"):
        both(True)
    assert int(both(False)) == 3


def test_the_section_does_not_keep_graphs():
    section, v = tf.CriticalSection(), tf.Variable(0)
    graph = tf.Graph()
    with graph.as_default():
        section_of_graph = tf.CriticalSection()
        section_of_graph.execute(lambda: tf.constant(1))
    kept = weakref.ref(graph)
    del graph, section_of_graph
    gc.collect()
    assert kept() is None
    assert int(section.execute(lambda: v.assign_add(1).read_value())) == 1


def test_sections_of_one_name_are_one_in_a_session():
    with tf.Graph().as_default():
        w = tf.compat.v1.get_variable("w", initializer=0, use_resource=True)
        sections = [tf.CriticalSection(shared_name="x") for _ in range(2)]
        assert [s.name for s in sections] == ["CriticalSection", "CriticalSection_1"]
        added = [s.execute(lambda: w.assign_add(1).read_value()) for s in sections]
        with tf.compat.v1.Session() as session:
            session.run(w.initializer)
            assert sorted(session.run(added)) == [1, 2]


def test_definitions_are_refused():
    with pytest.raises(ValueError, match="critical_section_def"):
        tf.CriticalSection(critical_section_def=object())
