"""Ops on variables, which have no samples (updates, scatters), and ways back that only tapes apply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.ops.nn.optimizer_updates import UPDATES
from stagelight.runtime.xla.rules.arrays import SCATTERS
from tests.xla.runs import host_operations

random = np.random.default_rng(5)
VALUES = random.uniform(0.5, 1.5, (5, 4, 3)).astype(np.float32)
ROWS = np.array([3, 0, 3])


def compared(make: Callable[[], tuple[list[Any], Any]]) -> None:
    """Runs a function that writes variables twice by XLA and twice on the host, and compares them."""
    variables, function = make()
    for _ in range(2):
        function()
    assert host_operations(function.get_concrete_function()) == {}
    found = [v.numpy() for v in variables]
    with config.changed(executor="host"):
        variables, function = make()
        for _ in range(2):
            function()
    for one, other in zip(found, variables, strict=True):
        np.testing.assert_allclose(one, other.numpy(), rtol=2e-5, atol=1e-6)
    assert any((x != VALUES[i]).any() for i, x in enumerate(found))


def arguments(name: str, variables: list[Any]) -> dict[str, Any]:
    update = UPDATES[name]
    is_sparse = "indices" in update.names
    given = dict(zip(update.variables, [v.handle for v in variables], strict=True))
    for i, key in enumerate(update.names):
        if key in ("grad", "delta"):
            given[key] = tf.constant(VALUES[4][: len(ROWS)] if is_sparse else VALUES[4])
        elif key == "indices":
            given[key] = tf.constant(ROWS)
        elif key not in given:
            given[key] = tf.constant(-0.5 if key == "lr_power" else 0.1 + 0.05 * i)
    return given


@pytest.mark.parametrize("name", sorted(UPDATES))
@pytest.mark.parametrize("is_other", [False, True])
def test_updates_of_optimizers(name, is_other):
    """With attrs as they are by default, and the other way round."""
    defaults = {"update_slots": True, "use_nesterov": False, "multiply_linear_by_lr": False}
    attrs = {x: defaults[x] != is_other for x in UPDATES[name].attrs}

    def make():
        variables = [tf.Variable(VALUES[i]) for i in range(len(UPDATES[name].variables))]
        given = arguments(name, variables)
        return variables, tf.function(lambda: getattr(tf.raw_ops, name)(**given, **attrs))

    compared(make)


@pytest.mark.parametrize("kind", sorted(SCATTERS))
def test_scatters(kind):
    def make():
        v = tf.Variable(VALUES[0])
        scatter = getattr(tf.raw_ops, f"ResourceScatter{kind}")
        rows = tf.constant([3, 0] if kind == "Update" else ROWS)
        updates = tf.constant(VALUES[1][: len(rows)])
        return [v], tf.function(lambda: scatter(resource=v.handle, indices=rows, updates=updates))

    compared(make)


@pytest.mark.parametrize("kind", ["Add", "Sub", "Min", "Max", "Update"])
def test_scatters_of_elements(kind):
    def make():
        v = tf.Variable(VALUES[0])
        scatter = getattr(tf.raw_ops, f"ResourceScatterNd{kind}")
        places, updates = tf.constant([[3, 1], [0, 2]]), tf.constant([0.25, 2.5])
        return [v], tf.function(lambda: scatter(ref=v.handle, indices=places, updates=updates))

    compared(make)


def test_places_out_of_bounds_give_zeros_and_take_nothing():
    v = tf.Variable(VALUES[0])

    @tf.function
    def run(rows):
        tf.raw_ops.ResourceScatterAdd(resource=v.handle, indices=rows, updates=tf.ones([2, 3]))
        return tf.gather(v, rows), tf.gather(tf.constant(VALUES[1]), rows)

    read, taken = run(tf.constant([-1, 4]))
    assert not read.numpy().any()
    assert not taken.numpy().any()
    np.testing.assert_array_equal(v.numpy(), VALUES[0])


@pytest.mark.parametrize("method", ["bilinear", "bicubic", "nearest"])
@pytest.mark.parametrize("size", [(3, 9), (8, 2)])
def test_gradients_of_resizing(method, size):
    images = tf.constant(random.normal(size=(2, 5, 4, 3)).astype(np.float32))

    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = tf.reduce_sum(tf.square(tf.image.resize(x, size, method)))
        return tape.gradient(total, x)

    by_xla = tf.function(slope)
    found = by_xla(images)
    with config.changed(executor="host"):
        expected = tf.function(slope)(images)
    np.testing.assert_allclose(found, expected, rtol=2e-5, atol=1e-5)
    assert host_operations(by_xla.get_concrete_function(images)) == {}
