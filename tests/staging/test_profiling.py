"""The profiler: each op with its time, line and bytes, as tables and as files that viewers read."""

from __future__ import annotations

import gzip
import json
import threading

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.dispatch import CONTEXT

profiler = tf.profiler.experimental


@tf.function
def step(x, w):
    h = tf.matmul(x, w)  # product
    for _ in tf.range(3):
        h = tf.tanh(h) + 1.0
    return tf.reduce_sum(h)


X, W = np.ones([4, 5], np.float32), np.ones([5, 6], np.float32)


def line_of(text):
    with open(__file__) as file:
        return next(n for n, line in enumerate(file, 1) if line.rstrip().endswith(text))


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
    assert product["args"]["line"] == f"test_profiling.py:{line_of('# product')}"
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


def test_other_threads_are_not_seen():
    x = tf.constant(X)
    with profiler.Profile(None) as report:
        thread = threading.Thread(target=lambda: tf.tanh(x))
        thread.start()
        thread.join()
    assert names(report) == []
