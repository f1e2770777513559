"""Gradient rules that libraries replace."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight.alias.gradient_registry import GRADIENT_REGISTRY, record_gradient
from stagelight.autodiff.registered_gradients import OVERRIDES

ENTRIES = GRADIENT_REGISTRY._registry

# Op, a function that uses it, and the input.
USES = [
    ("Relu", tf.nn.relu, [-1.0, 2.0]),
    ("Softmax", tf.nn.softmax, [[1.0, 2.0]]),
    ("Mul", lambda x: x * 3.0, [1.0, 2.0]),
    ("ConcatV2", lambda x: tf.concat([x, 2.0 * x], 0), [1.0, 2.0]),
    ("GatherV2", lambda x: tf.gather(x, [1, 1]), [1.0, 2.0]),
    ("Split", lambda x: tf.split(x, 2)[0], [1.0, 2.0]),
]


def _gradient(f, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, x)


@pytest.fixture
def replaced():
    """Replaces rules of ops, and restores them."""
    originals = {}

    def replace(name, make):
        entry = ENTRIES[name]
        originals[name] = entry["type"]
        entry["type"] = make(entry["type"])

    yield replace
    for name, rule in originals.items():
        ENTRIES[name]["type"] = rule
    assert not OVERRIDES


@pytest.mark.parametrize("is_staged", [False, True])
@pytest.mark.parametrize(("name", "f", "value"), USES, ids=[use[0] for use in USES])
def test_a_rule_that_calls_the_original_gives_the_gradient(replaced, name, f, value, is_staged):
    x = tf.constant(value)
    expected = tf.convert_to_tensor(_gradient(f, x)).numpy()
    seen = []

    def passed_on(rule):
        def call(op, *gradients):
            seen.append(op.type)
            zeros = [tf.zeros_like(y) for y in op.outputs]
            given = [z if g is None else g for z, g in zip(zeros, gradients, strict=True)]
            return rule(op, *given)

        return call

    replaced(name, passed_on)
    differentiate = (
        tf.function(lambda x: _gradient(f, x)) if is_staged else lambda x: _gradient(f, x)
    )
    np.testing.assert_array_equal(tf.convert_to_tensor(differentiate(x)).numpy(), expected)
    assert name in seen


def test_a_rule_is_in_force_until_the_original_is_restored():
    x = tf.constant([1.0])
    entry = ENTRIES["Square"]
    original, entry["type"] = entry["type"], lambda op, gradient: gradient * 100.0
    assert _gradient(tf.square, x).numpy() == [100.0]
    assert GRADIENT_REGISTRY.lookup("Square") is ENTRIES["Square"]["type"] is not original
    entry["type"] = original
    assert _gradient(tf.square, x).numpy() == [2.0]
    assert not OVERRIDES


def test_operations_of_a_graph_are_keys(replaced):
    places = {}

    def noted(rule):
        def call(op, gradient):
            places[op] = [x.name for x in op.inputs]
            return rule(op, gradient)

        return call

    replaced("Relu", noted)

    @tf.function
    def differentiate(x):
        return _gradient(lambda x: tf.nn.relu(tf.nn.relu(x, name="a"), name="b"), x)

    differentiate(tf.constant([1.0]))
    assert sorted(op.name for op in places) == ["a", "b"]
    assert ["a:0"] in places.values()


def test_names_without_an_op_are_those_of_register_gradient():
    ENTRIES["twice the gradient"] = {"type": lambda op, gradient: gradient * 2.0, "location": None}
    assert "twice the gradient" in ENTRIES
    with tf.Graph().as_default() as graph:
        x = tf.constant(3.0)
        with graph.gradient_override_map({"Square": "twice the gradient"}):
            y = tf.square(x)
        gradient = tf.gradients(y, x)[0]
        with tf.compat.v1.Session() as session:
            assert session.run(gradient) == 2.0
    del ENTRIES["twice the gradient"]
    assert "twice the gradient" not in ENTRIES
    with pytest.raises(LookupError):
        GRADIENT_REGISTRY.lookup("twice the gradient")
    with pytest.raises(KeyError):
        del ENTRIES["twice the gradient"]


def test_no_rule_is_no_gradient(replaced):
    replaced("Tanh", lambda rule: None)
    assert _gradient(tf.tanh, tf.constant(1.0)) is None


def test_a_recorded_op_is_differentiated():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        with tape.stop_recording():
            y = tf.square(x)
        record_gradient("Square", [x], ("T", tf.float32), [y])
    assert tape.gradient(y, x).numpy() == 6.0
