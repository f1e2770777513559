"""`tensorflow.python.util.tf_inspect` and `tf_decorator`."""

from __future__ import annotations

import functools
import inspect

import pytest

import stagelight as tf
from stagelight.alias import decorators, inspection


def test_arguments_are_seen_through_own_decorators_and_partial_calls():
    def scale(x, by=2, *, unit="m"):
        return x

    @functools.wraps(scale)
    def wrapper(*args, **kwargs):
        return scale(*args, **kwargs)

    assert inspection.getfullargspec(tf.function(scale)) == inspect.getfullargspec(scale)
    assert inspection.getfullargspec(tf.autograph.to_graph(scale)).args[:2] == ["x", "by"]
    assert inspection.getfullargspec(wrapper).varargs == "args"
    bound = inspection.getfullargspec(functools.partial(scale, 1, by=3))
    assert bound.args == [] and bound.kwonlydefaults == {"unit": "m", "by": 3}
    assert inspection.getfullargspec(tf.rank).args == ["input", "name"]


@pytest.mark.parametrize(
    "module", ["stagelight.staging.function", "tensorflow.python.eager.def_function"]
)
def test_own_decorators_are_taken_off_and_others_stay(module, monkeypatch):
    monkeypatch.setattr(type(tf.function(abs)), "__module__", module)

    def scale(x):
        """Doubles."""
        return 2 * x

    staged = tf.function(scale)
    found, target = decorators.unwrap(staged)
    assert target is scale and [x.decorated_target for x in found] == [scale]
    assert decorators.unwrap(scale) == ([], scale)
    made = decorators.make_decorator(scale, lambda x: scale(x) + 1)
    assert (made.__name__, made.__doc__, made(3)) == ("scale", "Doubles.", 7)


def test_what_a_call_gives_to_arguments():
    # As in TensorFlow 2.21: defaults, names, places; what goes to `*args` is left out.
    def function(a, b=1, *c, d=5, **e):
        pass

    assert inspection.getcallargs(function, 1, 2, 3, e=4) == {"a": 1, "b": 2, "d": 5, "e": 4}
    assert inspection.getcallargs(function, b=7, a=8) == {"a": 8, "b": 7, "d": 5}
    module = tf.Module()
    assert inspection.getcallargs(module._flatten, True)["recursive"] is True
    assert inspection.getcallargs(module._flatten, True)["self"] is module
    assert inspection.getargspec(function) == (["a", "b"], "c", "e", (1,))
    assert inspection.getargspec(function).keywords == "e"
