"""Samples of clipping."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, low=-5, high=5)
_row = random.floats(3, low=-1, high=0)


def _clip(tf, x, low, high):
    return tf.clip_by_value(x, low, high)


def _clip_op(tf, x, low, high):
    return tf.raw_ops.ClipByValue(t=x, clip_value_min=low, clip_value_max=high)


def _by_norm(tf, x):
    return tf.clip_by_norm(x, 1.5)


SAMPLES = [
    Sample("Maximum", _clip, (_x, np.float32(-1), np.float32(2))),
    Sample("Maximum", _clip, (_x, _row, np.float32(2))),
    Sample("Maximum", _clip, (np.array([-5, 5, 1], np.int32), np.int32(0), np.int32(3))),
    Sample(
        "Maximum",
        _clip,
        (np.float32([np.nan, np.inf, -np.inf]), np.float32(0), np.float32(3)),
        gradient=False,
    ),
    Bad(
        "Maximum",
        _clip,
        (np.float32(1), _row, np.float32(2)),
        error=("ValueError", "InvalidArgumentError"),
    ),
    Sample("ClipByValue", _clip_op, (_x, np.float32(-1), np.float32(2))),
    Sample("ClipByValue", _clip_op, (np.array([-5, 5, 1], np.int32), np.int32(4), np.int32(3))),
    Sample("Mul", _by_norm, (_x,), rtol=1e-5),
    Sample("Mul", _by_norm, (_x * 0.01,), rtol=1e-5),
    Sample("Mul", _by_norm, (np.zeros(3, np.float32),), gradient=False),
    Sample("Mul", lambda tf, x: tf.clip_by_norm(x, 1.5, axes=[1]), (_x,), rtol=1e-5),
    Sample("Mul", lambda tf, x: tf.clip_by_norm(x, -1.0), (_x,), gradient=False),
    Bad(
        "Mul", _by_norm, (np.array([1, 2], np.int32),), error=("InvalidArgumentError", "TypeError")
    ),
    Sample(
        "L2Loss", lambda tf, x, y: tf.clip_by_global_norm([x, None, y], 1.0), (_x, _row), rtol=1e-5
    ),
    Sample("L2Loss", lambda tf, x, y: tf.linalg.global_norm([x, None, y]), (_x, _row), rtol=1e-5),
    Sample(
        "L2Loss",
        lambda tf, x: tf.clip_by_global_norm([x], 1.0),
        (np.float32([1, np.inf]),),
        gradient=False,
    ),
    Bad("L2Loss", lambda tf, x: tf.clip_by_global_norm(x, 1.0), (_x,), error=("TypeError",)),
    Sample("Rsqrt", lambda tf, x: tf.compat.v1.clip_by_average_norm(x, 0.1), (_x,), rtol=1e-5),
    Bad("ClipByValue", _clip_op, (np.array(["a"]), np.array("a"), np.array("b"))),
]
