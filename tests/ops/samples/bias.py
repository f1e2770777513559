"""Samples of adding a bias to each channel."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x, _bias = random.floats(2, 3, 4), random.floats(4)


def _add(data_format=None):
    return lambda tf, x, b: tf.nn.bias_add(x, b, data_format)


def _gradient(data_format="NHWC"):
    return lambda tf, dy: tf.raw_ops.BiasAddGrad(out_backprop=dy, data_format=data_format)


SAMPLES = [
    *[
        Sample("BiasAdd", _add(data_format), (x, random.floats(size)))
        for x, data_format, size in (
            (_x, None, 4),
            (_x[0], None, 4),
            (random.floats(2, 3, 4, 5), "NHWC", 5),
            (random.floats(2, 3, 4, 5), "NCHW", 3),
            (_x, "NC..", 3),
            (_x, "N...C", 4),
            (_x[0], "NCHW", 4),
            (np.zeros((0, 4), np.float32), None, 4),
        )
    ],
    Sample("BiasAdd", _add(), (random.integers(2, 4), random.integers(4))),
    Sample("BiasAddV1", lambda tf, x, b: tf.raw_ops.BiasAddV1(value=x, bias=b), (_x, _bias)),
    *[Sample("BiasAddGrad", _gradient(), (x,)) for x in (_x, _x[0], random.integers(2, 4))],
    *[
        # The sums are in another order.
        Sample("BiasAddGrad", _gradient("NCHW"), (x,), atol=1e-5)
        for x in (_x, random.floats(2, 3, 4, 5), _x[0])
    ],
    Bad("BiasAdd", _add(), (_x, _bias[:3]), match="Must provide as many biases"),
    Bad("BiasAdd", _add(), (_x[0, 0], _bias), match="at least 2D"),
    Bad("BiasAdd", _add(), (_x, _bias[None]), match="Biases must be 1D"),
    Bad("BiasAdd", _add("XX"), (_x, _bias), error=("ValueError",), match="must be of the form"),
    Bad("BiasAddGrad", _gradient(), (_bias,), match="at least 2D"),
]
