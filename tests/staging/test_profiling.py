"""The profiler: each op with its time, line and bytes, as tables and as files that viewers read."""

from __future__ import annotations

import gzip
import json
import threading
import time
from functools import partial

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.dispatch import CONTEXT
from stagelight.staging import profile_report
from tests import marked_lines

profiler = tf.profiler.experimental


@tf.function
def step(x, w):
    h = tf.matmul(x, w)  # product
    for _ in tf.range(3):
        h = tf.tanh(h) + 1.0
    return tf.reduce_sum(h)


X, W = np.ones([4, 5], np.float32), np.ones([5, 6], np.float32)


line_of = partial(marked_lines.line_of, __file__)


def names(report, kind="op"):
    return [event.name for event in report.events if event.kind == kind]


def test_ops_of_a_staged_run_are_seen_with_their_lines():
    expected = step(X, W)
    with profiler.Profile(None) as report:
        result = step(X, W)
    assert np.allclose(result, expected)
    assert names(report).count("MatMul") == 1
    assert names(report).count("Tanh") == 3
    (product,) = [event for event in report.events if event.name == "MatMul"]
    assert (product.place.filename, product.place.lineno) == (__file__, line_of("# product"))
    assert product.made == 4 * 6 * 4
    assert product.duration > 0


@pytest.mark.parametrize(
    ("run", "op"),
    [
        (lambda x: x + 1.0, "AddV2"),
        (lambda x: 1.0 - x, "Sub"),
        (lambda x: -x, "Neg"),
        (lambda x: x @ W, "MatMul"),
        (lambda x: x[0], "StridedSlice"),
        (tf.reduce_sum, "Sum"),
        (lambda x: tf.Variable(x).assign(x), "AssignVariableOp"),
    ],
)
def test_eager_ops_are_seen_though_they_have_shortcuts(run, op):
    x = tf.constant(X)
    with profiler.Profile(None) as report:
        run(x)
    assert op in names(report)
    event = next(event for event in report.events if event.name == op)
    assert event.place.filename == __file__ or op == "Sum"


def test_gradients_are_profiled():
    x, w = tf.constant(X), tf.Variable(W)
    with profiler.Profile(None) as report:
        with tf.GradientTape() as tape:
            y = step(x, w)
        gradient = tape.gradient(y, w)
    assert "TanhGrad" in names(report)
    with tf.GradientTape() as tape:
        y = step(x, w)
    assert np.allclose(gradient, tape.gradient(y, w))


def test_functions_run_as_they_are_at_level_one():
    step(X, W)
    profile = profiler.Profile(None, profiler.ProfilerOptions(host_tracer_level=1))
    with profile as report, profiler.Trace("train", step_num=7) as trace:
        step(X, W)
        trace.set_metadata(loss=1)
    assert names(report) == []
    assert names(report, "function")[0].startswith("__inference_step_")
    (train,) = [event for event in report.events if event.kind == "trace"]
    assert (train.name, train.details) == ("train", {"step_num": 7, "loss": 1})


def test_tables_say_how_long_and_how_much():
    with profiler.Profile(None) as report:
        step(X, W)
    head, *rows = report.time_by_op().splitlines()
    assert head.split() == ["op", "calls", "total", "ms", "mean", "us", "share"]
    assert {row.split()[0] for row in rows} == set(names(report))
    totals = [float(row.split()[2]) for row in rows]
    assert totals == sorted(totals, reverse=True)
    assert str(report) == report.time_by_op()
    lines = report.memory_by_line()
    assert f"test_profiling.py:{line_of('# product')}" in lines
    assert "<pre>" in report._repr_html_()


def test_a_trace_is_written_where_tensorboard_looks(tmp_path):
    profiler.start(str(tmp_path))
    step(X, W)
    profiler.stop()
    trace_file, space_file = sorted(
        tmp_path.glob("plugins/profile/*/*"), key=lambda file: file.name.endswith("pb")
    )
    trace = json.loads(gzip.decompress(trace_file.read_bytes()))
    events = [event for event in trace["traceEvents"] if event["ph"] == "X"]
    product = next(event for event in events if event["name"] == "MatMul")
    assert product["args"]["source"] == f"test_profiling.py:{line_of('# product')}"
    assert all(event["dur"] >= 0 for event in events)
    outer = next(event for event in events if event["cat"] == "function")
    inside = [outer["ts"] <= e["ts"] <= outer["ts"] + outer["dur"] for e in events]
    assert all(inside)
    assert b"MatMul" in space_file.read_bytes()


def test_one_profiler_at_a_time(tmp_path):
    with pytest.raises(tf.errors.UnavailableError, match="No profiler is running"):
        profiler.stop()
    profiler.start(str(tmp_path))
    with pytest.raises(tf.errors.AlreadyExistsError, match="Another profiler is running"):
        profiler.start(str(tmp_path))
    profiler.stop(save=False)
    assert not list(tmp_path.iterdir())
    assert CONTEXT.plain


def test_an_error_ends_the_profile():
    with pytest.raises(ValueError, match="mine"), profiler.Profile(None):
        raise ValueError("mine")
    assert CONTEXT.evaluator is None


def test_all_threads_are_seen(tmp_path):
    x = tf.constant(X)
    begin, end = threading.Event(), threading.Event()

    def work(op):
        tf.abs(x)  # The thread is known before the profiler is.
        begin.wait()
        op(x)
        end.wait()
        tf.sign(x)
        assert CONTEXT.plain

    def run_in_threads(*ops):
        threads = [threading.Thread(target=work, args=(op,), name="worker") for op in ops]
        for thread in threads:
            thread.start()
        return threads

    older = run_in_threads(tf.tanh, tf.exp)
    with profiler.Profile(tmp_path) as report:
        begin.set()
        younger = run_in_threads(tf.sin)
        while len(names(report)) < 4:
            pass
    end.set()
    for thread in older + younger:
        thread.join()
    assert sorted(names(report)) == ["Abs", "Exp", "Sin", "Tanh"]
    # Three threads of one name have a line each.
    assert len({event.thread for event in report.events}) == 3
    assert any(event.thread == "worker" for event in report.events)


def test_a_profiler_may_be_stopped_in_another_thread():
    profiler.start(None)
    x = tf.constant(X) + 1.0
    reports = []
    thread = threading.Thread(target=lambda: reports.append(profiler.stop()))
    thread.start()
    thread.join()
    assert names(reports[0]) == ["AddV2"]
    x + 1.0
    assert CONTEXT.plain
    assert names(reports[0]) == ["AddV2"]


def test_elements_of_a_dataset_are_seen_in_its_threads():
    dataset = tf.data.Dataset.range(20).map(lambda i: i * 3, num_parallel_calls=2).batch(4)

    @tf.function
    def total(dataset):
        result = tf.constant(0, tf.int64)
        for batch in dataset:
            result += tf.reduce_sum(batch)
        return result

    expected = total(dataset)
    with profiler.Profile(None) as report:
        assert total(dataset) == expected
    assert names(report).count("Sum") == 5
    assert "Mul" in names(report)
    assert CONTEXT.plain


def test_time_is_told_without_that_of_what_ran_inside():
    def wait(x):
        tf.tanh(x)
        time.sleep(0.05)
        return x

    @tf.function
    def waiting(x):
        return tf.py_function(wait, [x], tf.float32) + 1.0

    with profiler.Profile(None) as report:
        waiting(X)
    by_name = {event.name: event for event in report.events}
    (function,) = [event for event in report.events if event.kind == "function"]
    call = by_name["EagerPyFunc"]
    assert call.own < call.duration
    assert call.duration - call.own >= by_name["Tanh"].duration
    assert function.duration >= call.duration >= 50_000_000
    assert function.own <= function.duration - call.duration
    shares = [int(row.split()[-1][:-1]) for row in report.time_by_op().splitlines()[1:]]
    assert 97 <= sum(shares) <= 103


def test_views_and_values_of_variables_make_no_memory():
    v = tf.Variable(X)

    @tf.function
    def read():
        row = tf.reshape(v, [-1])
        return tf.identity(row)[1:] * 2.0

    with profiler.Profile(None) as report:
        read()
    made = {event.name: event.made for event in report.events if event.made}
    assert made == {"Mul": (X.size - 1) * 4}


def test_a_function_is_a_row_where_ops_are_not_looked_at():
    step(X, W)
    with profiler.Profile(None, profiler.ProfilerOptions(host_tracer_level=1)) as report:
        step(X, W)
        step(X, W)
    (row,) = report.time_by_op().splitlines()[1:]
    assert row.split()[0].startswith("__inference_step_")
    assert row.split()[1] == "2"


def test_tables_are_made_of_more_events_than_are_kept(monkeypatch):
    monkeypatch.setattr(profile_report, "_MOST_EVENTS", 5)
    with profiler.Profile(None) as report:
        for _ in range(9):
            tf.tanh(X)
    assert (len(report.events), report.count) == (5, 9)
    assert report.time_by_op().splitlines()[1].split()[:2] == ["Tanh", "9"]
    assert "9" in report.memory_by_line().splitlines()[1].split()[1]


def test_profiles_of_one_second_have_folders_of_their_own(tmp_path):
    for _ in range(3):
        with profiler.Profile(tmp_path):
            tf.tanh(X)
    folders = list(tmp_path.glob("plugins/profile/*"))
    assert len(folders) == 3
    assert all(len(list(folder.iterdir())) == 2 for folder in folders)


def test_a_folder_that_cannot_be_made_ends_the_profiler_too(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    profiler.start(file)
    with pytest.raises(OSError, match="file"):
        profiler.stop()
    assert CONTEXT.evaluator is None


def test_what_ends_after_the_profiler_is_not_seen():
    trace = profiler.Trace("late")
    with profiler.Profile(None) as report:
        trace.__enter__()
    trace.__exit__(None, None, None)
    assert report.events == []
