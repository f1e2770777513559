"""Samples of sums of lists."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x, _y, _z = random.floats(2, 3), random.floats(2, 3), random.floats(2, 3)
_ints = random.integers(3)


def _add_n(tf, *tensors):
    return tf.add_n(list(tensors))


def _accumulate(tf, *tensors):
    return tf.math.accumulate_n(list(tensors))


def _accumulate_op(tf, *tensors):
    return tf.raw_ops.AccumulateNV2(inputs=list(tensors), shape=tf.TensorShape([2, 3]))


SAMPLES = [
    Sample("AddN", _add_n, (_x, _y, _z)),
    Sample("AddN", _add_n, (_x, _y)),
    Sample("AddN", _add_n, (_ints, _ints)),
    Sample("AddN", _add_n, (_x.astype(np.complex64), 1j * _y.astype(np.complex64))),
    Sample("AddN", _add_n, (_x[:0], _y[:0])),
    Bad("AddN", _add_n, (_x, _y[0])),
    Bad("AddN", _add_n, (), error=("ValueError",)),
    Bad("AddN", _add_n, (np.float32(1), np.int32(1)), error=("InvalidArgumentError", "TypeError")),
    Sample("AddN", _accumulate, (_x, _y, _z)),
    Sample("AddN", _accumulate, (_ints, _ints)),
    Bad("AddN", _accumulate, (_x, _y[0]), error=("ValueError",)),
    Bad("AddN", _accumulate, (), error=("ValueError",)),
    # TensorFlow rewrites the op before it runs; it has no kernel.
    Sample("AccumulateNV2", _accumulate_op, (_x, _y, _z), oracle=False),
    Sample("AccumulateNV2", _accumulate_op, (_x, _y), oracle=False),
]
