"""Calls that came often run by a plan: it answers as the call without a plan does, and no other calls."""

import collections
import gc
import threading
import traceback
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import nest
from stagelight.staging.trace_types import encode_call

OFTEN = 20
Pair = collections.namedtuple("Pair", ["first", "second"])


def planned(function, *args):
    """The function, which has come to have a plan for these arguments."""
    assert function._traces.plan is None
    for _ in range(OFTEN):
        function(*args)
    assert function._traces.plan is not None
    return function


def staged(function):
    """The function, staged, and a list that tells its traces."""
    traces = []

    def counted(*args):
        traces.append(args)
        return function(*args)

    return tf.function(counted), traces


def test_a_planned_call_computes_with_the_tensors_that_it_is_given():
    f = planned(tf.function(lambda x: x * 2.0), tf.constant([1.0, 2.0]))
    assert f(tf.constant([3.0, 5.0])).numpy().tolist() == [6.0, 10.0]


@pytest.mark.parametrize(
    ("often", "then"),
    [
        (tf.constant(1), tf.constant(1.0)),
        (tf.constant([1]), tf.constant([1, 2])),
        (tf.constant(1), 1),
        (True, 1),
        (1, True),
        (1, 1.0),
        (2.5, -2.5),
        (float("inf"), float("-inf")),
        (None, False),
        ("a", b"a"),
        ((1, 2), [1, 2]),
        ([tf.constant(1)], [tf.constant(1), tf.constant(2)]),
        ({"a": tf.constant(1)}, {"b": tf.constant(1)}),
        ({"a": tf.constant(1)}, {"a": tf.constant(1), "b": tf.constant(1)}),
        (Pair(tf.constant(1), 2), (tf.constant(1), 2)),
        (Pair(tf.constant(1), 2), Pair(tf.constant(1), 3)),
        (object(), object()),
        (object(), None),
    ],
)
def test_other_calls_are_not_taken_for_the_planned_one(often, then):
    f, traces = staged(lambda x: 0)
    planned(f, often)
    assert len(traces) == 1
    f(then)
    assert len(traces) == 2
    f(often)
    f(then)
    assert len(traces) == 2


_leaves = st.sampled_from([1, 2, True, None, "a", 1.5, 0.0, -0.0, float("nan"), (), tf.float32])
_tensors = st.sampled_from([tf.constant(1), tf.constant([1.0, 2.0]), tf.constant([1.0])])
_structures = st.recursive(
    _leaves | _tensors,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.builds(Pair, inner, inner)
        | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(deadline=None, max_examples=200)
@given(often=_structures, then=_structures)
def test_a_plan_tells_calls_apart_as_their_keys_do(often, then):
    f, traces = staged(lambda x: [t for t in nest.flatten(x) if tf.is_tensor(t)])
    expected = f(often)
    for _ in range(OFTEN):
        results = f(often)
    assert len(traces) == 1
    nest.map_structure(np.testing.assert_array_equal, results, expected)
    keys = {encode_call((value,), {}, []) for value in (often, then)}
    assert len(f(then)) == sum(map(tf.is_tensor, nest.flatten(then)))
    assert len(traces) == len(keys)


def test_the_order_of_a_dictionary_does_not_matter_to_a_plan():
    f = planned(tf.function(lambda d: d["a"] - d["b"]), {"a": tf.constant(5), "b": tf.constant(3)})
    assert f({"b": tf.constant(1), "a": tf.constant(9)}).numpy() == 8


def test_results_keep_their_form():
    def form(x):
        return {"z": x, "a": [x + 1, None, (x + 2,)], "p": Pair(x + 3, ())}

    f = planned(tf.function(form), tf.constant(1))
    results = f(tf.constant(10))
    assert list(results) == ["z", "a", "p"] and type(results["p"]) is Pair
    assert results["a"][1] is None
    assert [t.numpy() for t in nest.flatten(results) if t is not None] == [11, 12, 13, 10]


def test_a_plan_of_a_function_without_arguments_and_results_has_its_effects():
    total = tf.Variable(0)

    @tf.function
    def count():
        total.assign_add(1)

    planned(count)
    assert count() is None
    assert total.numpy() == OFTEN + 1


def test_a_tape_sees_a_planned_call():
    weight = tf.Variable(3.0)
    f = planned(tf.function(lambda x: x * x * weight), tf.constant(2.0))
    x = tf.constant(4.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    dx, dw = tape.gradient(y, [x, weight])
    assert (dx.numpy(), dw.numpy()) == (24.0, 16.0)


def test_a_planned_function_is_called_within_a_trace():
    f = planned(tf.function(lambda x: x + 1), tf.constant(2))
    captured = tf.constant(2)
    assert tf.function(lambda: f(captured) * 2)().numpy() == 6


def test_a_plan_does_not_keep_an_object_and_does_not_take_another_for_it():
    class Scale:
        by = 2

    f, traces = staged(lambda scale, x: x * scale.by)
    scale = Scale()
    planned(f, scale, tf.constant(3))
    alive = [scale]
    reference = weakref.ref(alive.pop())
    traces.clear()
    del scale
    gc.collect()
    assert reference() is None
    other = Scale()
    other.by = 5
    assert f(other, tf.constant(3)).numpy() == 15
    with pytest.raises(AttributeError):
        f(None, tf.constant(3))


def test_run_eagerly_comes_before_the_plan():
    f, traces = staged(lambda x: x + 1)
    planned(f, tf.constant(1))
    tf.config.run_functions_eagerly(True)
    try:
        f(tf.constant(1))
    finally:
        tf.config.run_functions_eagerly(False)
    assert len(traces) == 2


def test_an_error_of_a_planned_call_shows_the_users_frames_only():
    @tf.function
    def pick(x, i):
        return tf.gather(x, i)

    values = tf.constant([1, 2, 3])
    planned(pick, values, tf.constant(1))
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        pick(values, tf.constant(7))
    files = [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert "<plan of calls>" not in files


def test_plans_change_while_threads_call():
    f = tf.function(lambda x: x + 1)
    wrong = []

    def call(size):
        x = tf.range(size)
        for _ in range(200):
            if f(x).shape != [size]:
                wrong.append(size)

    threads = [threading.Thread(target=call, args=(size,)) for size in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert f._traces.plan is not None
