"""Samples of the ops of `ops/quantization/fake_quantization.py`.

They round: gradients are those of the identity inside of the range, by design, and no derivatives.
"""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(5, 4, low=-8, high=8)
DY = random.floats(5, 4)
LOW = np.array([-6.0, -1.0, 0.0, 1.0], np.float32)
HIGH = np.array([6.0, 2.5, 5.0, 4.0], np.float32)
ZERO = np.float32(0)


def _args(tf, x, **options):
    return tf.quantization.fake_quant_with_min_max_args(x, **options)


def _vars(tf, x, low, high, **options):
    return tf.quantization.fake_quant_with_min_max_vars(x, low, high, **options)


def _channels(tf, x, low, high, **options):
    return tf.quantization.fake_quant_with_min_max_vars_per_channel(x, low, high, **options)


def _args_gradient(tf, dy, x, **options):
    return tf.quantization.fake_quant_with_min_max_args_gradient(dy, x, **options)


def _vars_gradient(tf, dy, x, low, high, **options):
    return tf.quantization.fake_quant_with_min_max_vars_gradient(dy, x, low, high, **options)


def _channels_gradient(tf, dy, x, low, high, **options):
    function = tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient
    return function(dy, x, low, high, **options)


OPTIONS = ({}, {"num_bits": 2}, {"num_bits": 16, "narrow_range": True})
ENDS = np.float32(-1.3), np.float32(2.7)

SAMPLES = [
    *(
        Sample(
            "FakeQuantWithMinMaxArgs",
            lambda tf, x, o=options: _args(tf, x, min=-1.3, max=2.7, **o),
            (X,),
            numeric=False,
        )
        for options in OPTIONS
    ),
    *(
        Sample(
            "FakeQuantWithMinMaxVars",
            lambda tf, x, low, high, o=options: _vars(tf, x, low, high, **o),
            (X, *ENDS),
            numeric=False,
        )
        for options in OPTIONS
    ),
    *(
        Sample(
            "FakeQuantWithMinMaxVarsPerChannel",
            lambda tf, x, low, high, o=options: _channels(tf, x, low, high, **o),
            (X, LOW, HIGH),
            numeric=False,
        )
        for options in OPTIONS
    ),
    Sample("FakeQuantWithMinMaxArgs", _args, (np.zeros((0, 3), np.float32),)),
    Sample("FakeQuantWithMinMaxVars", _vars, (X, ZERO, ZERO), numeric=False),
    Sample("FakeQuantWithMinMaxVarsPerChannel", _channels, (X, LOW * 0, HIGH), numeric=False),
    Sample("FakeQuantWithMinMaxVarsPerChannel", _channels, (X[0], LOW, HIGH), numeric=False),
    Sample("FakeQuantWithMinMaxArgsGradient", _args_gradient, (DY, X), gradient=False),
    Sample("FakeQuantWithMinMaxVarsGradient", _vars_gradient, (DY, X, *ENDS), gradient=False),
    Sample(
        "FakeQuantWithMinMaxVarsPerChannelGradient",
        _channels_gradient,
        (DY, X, LOW, HIGH),
        gradient=False,
    ),
    Bad("FakeQuantWithMinMaxArgs", lambda tf, x: _args(tf, x, min=2.0, max=2.0), (X,)),
    Bad("FakeQuantWithMinMaxArgs", lambda tf, x: _args(tf, x, num_bits=1), (X,)),
    Bad("FakeQuantWithMinMaxArgsGradient", _args_gradient, (DY[:2], X)),
    Bad("FakeQuantWithMinMaxVars", lambda tf, x: _vars(tf, x, 0.0, 1.0, num_bits=17), (X,)),
    Bad("FakeQuantWithMinMaxVars", _vars, (X, LOW, HIGH)),
    Bad("FakeQuantWithMinMaxVarsGradient", _vars_gradient, (DY[:2], X, *ENDS)),
    Bad("FakeQuantWithMinMaxVarsPerChannel", _channels, (X, LOW[:2], HIGH[:2])),
    Bad("FakeQuantWithMinMaxVarsPerChannel", _channels, (X, *ENDS)),
    Bad("FakeQuantWithMinMaxVarsPerChannelGradient", _channels_gradient, (DY, X, LOW[:2], HIGH)),
]
