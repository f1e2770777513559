"""Samples of slices, read and updated, whose start is clamped so that they lie within."""

from __future__ import annotations

import importlib

import numpy as np

from tests.ops.samples import Bad, Sample, random


def _xla_of_tensorflow():
    # It has the ops, but not among its raw ones.
    return importlib.import_module("tensorflow.compiler.tf2xla.python.xla")


def _slice(tf, x, start, sizes):
    if tf.__name__ == "tensorflow":
        return _xla_of_tensorflow().dynamic_slice(x, start, sizes)
    return tf.raw_ops.XlaDynamicSlice(input=x, start_indices=start, size_indices=sizes)


def _update(tf, x, updates, start):
    if tf.__name__ == "tensorflow":
        return _xla_of_tensorflow().dynamic_update_slice(x, updates, start)
    return tf.raw_ops.XlaDynamicUpdateSlice(input=x, update=updates, indices=start)


SAMPLES = [
    *[
        Sample("XlaDynamicSlice", lambda tf, x, at=at: _slice(tf, x, at, [2, 3]), (random.floats(4, 5),))
        for at in ([1, 2], [9, -2])
    ],
    Sample("XlaDynamicSlice", _slice, (random.integers(6), np.array([3]), np.array([2]))),
    Bad("XlaDynamicSlice", _slice, (random.floats(4), [0], [5])),
    Bad("XlaDynamicSlice", _slice, (random.floats(4, 5), [0], [2, 2])),
    Bad("XlaDynamicSlice", _slice, (random.floats(4, 5), [0, 0], [2])),
    Bad("XlaDynamicSlice", _slice, (random.floats(4), [0], [-1])),
    Sample("XlaDynamicUpdateSlice", _update, (random.floats(4, 5), random.floats(2, 3), [1, 2])),
    Sample("XlaDynamicUpdateSlice", _update, (random.floats(4, 5), random.floats(2, 3), [9, -2])),
    Sample(
        "XlaDynamicUpdateSlice", _update, (random.integers(6), random.integers(0), np.array([3]))
    ),
    Bad("XlaDynamicUpdateSlice", _update, (random.floats(4), random.floats(5), [0])),
    Bad("XlaDynamicUpdateSlice", _update, (random.floats(4, 5), random.floats(5), [0])),
]
