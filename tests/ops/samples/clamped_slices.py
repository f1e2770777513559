"""Samples of updates at places that are moved so that they fit."""

from __future__ import annotations

import importlib

import numpy as np

from tests.ops.samples import Bad, Sample, random


def _update(tf, x, updates, start):
    if tf.__name__ == "tensorflow":  # It has the op, but not among its raw ones.
        xla = importlib.import_module("tensorflow.compiler.tf2xla.python.xla")
        return xla.dynamic_update_slice(x, updates, start)
    return tf.raw_ops.XlaDynamicUpdateSlice(input=x, update=updates, indices=start)


SAMPLES = [
    Sample("XlaDynamicUpdateSlice", _update, (random.floats(4, 5), random.floats(2, 3), [1, 2])),
    Sample("XlaDynamicUpdateSlice", _update, (random.floats(4, 5), random.floats(2, 3), [9, -2])),
    Sample(
        "XlaDynamicUpdateSlice", _update, (random.integers(6), random.integers(0), np.array([3]))
    ),
    Bad("XlaDynamicUpdateSlice", _update, (random.floats(4), random.floats(5), [0])),
    Bad("XlaDynamicUpdateSlice", _update, (random.floats(4, 5), random.floats(5), [0])),
]
