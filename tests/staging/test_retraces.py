"""`explain_traces` names what made each trace necessary, and the warning says so."""

from __future__ import annotations

import logging

import pytest

import stagelight as tf


def traced(*calls, **options):
    @tf.function(**options)
    def f(x, n=1, config=None):
        return x * n

    for call in calls:
        f(*call)
    return f.explain_traces()


ONE = tf.constant(1.0)


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        ((tf.ones([2]),), (tf.ones([3]),), "argument x, axis 0: 2 -> 3"),
        ((tf.ones([2]),), (tf.ones([2, 1]),), "argument x: (2,) -> (2, 1)"),
        ((ONE,), (tf.constant(1, tf.float64), 1), "argument x: float32 -> float64"),
        ((ONE, 2), (ONE, 3), "argument n: 2 -> 3 (a Python number that is only used as data)"),
        ((ONE, 2), (ONE, 2.0), "argument n: int 2 -> float 2.0"),
        ((ONE, 1, {"a": 1}), (ONE, 1, {"a": 2}), "argument config['a']: 1 -> 2"),
        ((ONE, 1, [1]), (ONE, 1, [1, 2]), "argument config: 1 elements -> 2 elements"),
        ((ONE, 1, "a"), (ONE, 1, "b"), "argument config: a -> b"),
    ],
)
def test_cause_is_named(first, second, text):
    reports = traced(first, second)
    assert len(reports) == 2
    assert reports[0].causes == ()
    (cause,) = reports[1].causes
    assert str(cause).startswith(text)
    assert cause.fix in str(reports)
    assert reports[1].filename == __file__
    assert f"{__file__}:{reports[1].lineno}" in str(reports[1])


def test_number_that_decides_is_no_data():
    @tf.function
    def f(x, n):
        for _ in range(n):
            x = x + 1
        return x

    f(ONE, 2), f(ONE, 3)
    assert f.explain_traces()[1].causes[0].kind == "value"


def test_nearest_trace_is_compared_with():
    reports = traced((tf.ones([2]), 1), (tf.ones([5], tf.float64), 2), (tf.ones([2]), 2))
    assert [cause.argument for cause in reports[2].causes] == ["n"]


def test_another_object_is_named():
    class Config:
        pass

    first, second = Config(), Config()
    reports = traced((ONE, 1, first), (ONE, 1, second))
    assert [cause.kind for cause in reports[1].causes] == ["object"]


def test_storm_is_warned_of_with_cause_and_fix(caplog):
    with caplog.at_level(logging.WARNING, "stagelight"):
        traced(*[(tf.ones([size]),) for size in range(1, 9)])
    (record,) = caplog.records
    assert "argument x, axis 0: 4 -> 5" in record.message
    assert "reduce_retracing=True" in record.message
    assert __file__ in record.message


def test_traces_for_several_reasons_are_no_storm(caplog):
    with caplog.at_level(logging.WARNING, "stagelight"):
        traced((ONE, 1), (ONE, 2), (tf.ones([2]), 2), (tf.ones([2]), 2, "a"), (ONE, 1, "b"))
    assert not caplog.records


def test_graph_text_stands_beside_the_source():
    @tf.function
    def f(x):
        return x * 3.0  # this line

    with pytest.raises(ValueError, match="no trace yet"):
        f.graph_text()
    f(ONE)
    (line,) = [line for line in f.graph_text().splitlines() if " = Mul(" in line]
    assert line.endswith("return x * 3.0  # this line")
    assert "float32[4]" in f.graph_text(tf.ones([4]))
