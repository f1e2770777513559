"""Slots of optimizers are restored by their variables, whatever the order of training."""

from __future__ import annotations

import itertools

import pytest

import stagelight as tf

OPTIMIZERS = {
    "adam": lambda: tf.optimizers.Adam(0.1),
    "momentum": lambda: tf.optimizers.SGD(0.1, momentum=0.9),
    "older adam": lambda: tf.compat.v1.train.AdamOptimizer(0.1),
}


def program(name):
    module = tf.Module()
    # Of one shape, so that a slot in a wrong place is no error.
    module.variables_in_order = [tf.Variable([value, 1.0]) for value in (1.0, 2.0, 3.0)]
    return module, OPTIMIZERS[name]()


def train(module, optimizer, order):
    for position in order:
        variable = module.variables_in_order[position]
        optimizer.apply_gradients([(variable * variable, variable)])
    return [variable.numpy().tolist() for variable in module.variables_in_order]


@pytest.mark.parametrize("name", OPTIMIZERS)
@pytest.mark.parametrize("trains_before", [False, True])
def test_slots_are_restored_whatever_the_order_of_training(tmp_path, name, trains_before):
    module, optimizer = program(name)
    train(module, optimizer, (0, 1, 2))
    path = tf.train.Checkpoint(module=module, optimizer=optimizer).write(str(tmp_path / "training"))
    expected = train(module, optimizer, (0, 1, 2))
    for order in itertools.permutations(range(3)):
        again, restored = program(name)
        if trains_before:
            train(again, restored, order)
        status = tf.train.Checkpoint(module=again, optimizer=restored).read(path)
        found = train(again, restored, (0, 1, 2))
        assert found == expected, order
        status.assert_consumed()
