"""`explain_traces` names what made each trace necessary, and the warning says so."""

from __future__ import annotations

import collections
import dataclasses
import enum
import logging

import pytest

import stagelight as tf

# A function that is gone after one call counts as one that is made anew for each call.
ALIVE = []


def traced(*calls, **options):
    @tf.function(**options)
    def f(x, n=1, config=None):
        return x * n

    for call in calls:
        f(*call)
    ALIVE.append(f)
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
        ((ONE, 1, [1]), (ONE, 1, [1, 2]), "argument config: 1 element -> 2 elements"),
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


@dataclasses.dataclass
class Settings:
    x: object
    rate: float = 0.0


Pair = collections.namedtuple("Pair", "left right")


class Mode(enum.Enum):
    FAST = 1
    SLOW = 2


class Layer:
    def __init__(self, by):
        self.by = by

    @tf.function
    def scaled(self, x):
        return x * self.by

    def plain(self, x):
        return x * self.by


def cause_of(first, second, **options):
    @tf.function(**options)
    def f(x):
        return tf.constant(1.0)

    f(first), f(second)
    (cause,) = f.explain_traces()[1].causes
    return cause


ROWS, MORE_ROWS = tf.ragged.constant([[1.0], [2.0]]), tf.ragged.constant([[1.0], [2.0], []])


@pytest.mark.parametrize(
    ("first", "second", "kind", "text"),
    [
        (Settings(tf.ones([2])), Settings(tf.ones([3])), "axis", "argument x.x, axis 0: 2 -> 3"),
        (Settings(ONE, 0.1), Settings(ONE, 0.2), "data", "argument x.rate: 0.1 -> 0.2"),
        (Pair(ONE, 1), Pair(tf.ones([2]), 1), "rank", "argument x.left: () -> (2,)"),
        (Pair([ONE], 1), Pair([ONE, ONE], 1), "structure", "argument x.left: 1 element -> 2 elements"),
        ([ONE], (ONE,), "type", "argument x: a list -> a tuple"),
        (tf.float32, tf.int32, "choice", "argument x: tf.float32 -> tf.int32"),
        (Mode.FAST, Mode.SLOW, "choice", "argument x: FAST -> SLOW"),
        ("sum", "mean", "text", "argument x: sum -> mean"),
        (ROWS, MORE_ROWS, "composite axis", "argument x, a RaggedTensor, axis 0: 2 -> 3"),
        (ROWS, tf.sparse.from_dense([[1.0]]), "type", "argument x: a RaggedTensor -> a SparseTensor"),
        (
            tf.Variable(1.0, name="rate"), tf.Variable(1.0, name="decay"), "variable",
            "argument x: <tf.Variable 'rate:0' shape=() dtype=float32> -> <tf.Variable 'decay:0'",
        ),
        (Layer(1).plain, Layer(1).plain, "object", "argument x: plain of test_retraces.py:"),
    ],
)  # fmt: skip
def test_cause_is_told_in_the_words_of_the_program(first, second, kind, text):
    cause = cause_of(first, second)
    assert cause.kind == kind
    assert str(cause).startswith(text)
    assert "TensorKey" not in str(cause) and " at 0x" not in str(cause)


def test_objects_are_named_though_they_are_gone():
    @tf.function
    def f(function, x):
        return function(x)

    for _ in range(2):
        f(lambda x: x * 2.0, ONE)
    (cause,) = f.explain_traces()[1].causes
    assert cause.kind == "function"
    assert str(cause).startswith("argument function: <lambda> of test_retraces.py:")
    assert str(cause).endswith("-> another one")
    assert " at 0x" not in str(f.explain_traces())


def test_arguments_behind_a_star_have_the_name_they_have():
    @tf.function
    def f(*parts):
        return parts[0]

    f(ONE, tf.ones([2])), f(ONE, tf.ones([3]))
    assert str(f.explain_traces()[1].causes[0]) == "argument parts[1], axis 0: 2 -> 3"


def test_a_trace_for_all_sizes_needs_no_repair():
    reports = traced(*[(tf.ones([size]),) for size in (1, 2, 3)], reduce_retracing=True)
    (cause,) = reports[1].causes
    assert (cause.kind, cause.after) == ("all sizes", None)
    assert "reduce_retracing" not in cause.fix


def test_a_size_that_fits_is_no_cause():
    @tf.function
    def f(x):
        return x

    f.get_concrete_function(tf.TensorSpec([None, 3]))
    f(tf.ones([2, 2]))
    assert [str(cause) for cause in f.explain_traces()[1].causes] == ["argument x, axis 1: 3 -> 2"]


def test_a_method_tells_of_the_traces_of_each_object():
    layers = [Layer(1.0), Layer(2.0)]
    for layer in layers:
        layer.scaled(ONE)
    reports = Layer.scaled.explain_traces()
    assert [[cause.kind for cause in report.causes] for report in reports] == [[], ["instance"]]
    assert len(layers[0].scaled.explain_traces()) == 1


def staged_anew(x):
    return x + 1.0


@pytest.mark.parametrize(
    "call",
    [
        lambda i: tf.function(staged_anew)(ONE),
        lambda i: tf.function(lambda x: x + 1.0)(ONE),
        lambda i: Layer(i).scaled(ONE),
    ],
)
def test_staging_anew_for_each_call_is_warned_of(caplog, call):
    with caplog.at_level(logging.WARNING, "stagelight"):
        for i in range(12):
            call(i)
    (record,) = caplog.records
    assert "was staged 5 times and called once each time" in record.message
    assert "triggered tf.function retracing" in record.message
    assert "outside of the loop" in record.message
    assert __file__ in record.message


def test_functions_that_are_kept_or_called_again_are_no_storm(caplog):
    def scaled_by(factor):
        return tf.function(lambda x: x * factor)

    with caplog.at_level(logging.WARNING, "stagelight"):
        kept = [scaled_by(i) for i in range(8)]
        for function in kept:
            function(ONE)
        for i in range(8):
            function = scaled_by(i)
            function(ONE), function(ONE)
    assert not caplog.records


def test_storm_is_warned_of_with_cause_and_fix(caplog):
    with caplog.at_level(logging.WARNING, "stagelight"):
        traced(*[(tf.ones([size]),) for size in range(1, 9)])
    (record,) = caplog.records
    assert record.message.startswith("Calls of f triggered tf.function retracing 4 times for the same")
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
