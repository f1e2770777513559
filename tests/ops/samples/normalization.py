"""Samples of batch and local response normalization."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 3, 4, 3)
_scale, _offset = random.floats(3, low=0.5, high=2.0), random.floats(3)
_mean, _variance = random.floats(3), random.floats(3, low=0.5, high=2.0)
_none = np.zeros(0, np.float32)

_LOOSE = {"rtol": 1e-4, "atol": 1e-4}  # sums in another order


def _fused(op, count, **attrs):
    def call(tf, x, scale, offset, mean, variance):
        result = getattr(tf.raw_ops, op)(
            x=x, scale=scale, offset=offset, mean=mean, variance=variance, **attrs
        )
        return list(result)[:count]

    return call


def _inferring(op, count, **attrs):
    """With mean and variance of their own: as in TF they get no gradient."""

    def call(tf, x, scale, offset):
        fixed = tf.constant(_mean), tf.constant(_variance)
        return _fused(op, count, is_training=False, **attrs)(tf, x, scale, offset, *fixed)

    return call


def _backward(op, count, reserved=(), **attrs):
    def call(tf, dy, x, scale, mean, variance):
        extra = {"reserve_space_3": tf.constant(reserved, tf.float32)} if op.endswith("V3") else {}
        result = getattr(tf.raw_ops, op)(
            y_backprop=dy, x=x, scale=scale, reserve_space_1=mean, reserve_space_2=variance,
            **extra, **attrs,
        )  # fmt: skip
        return list(result)[:count]

    return call


def _of_batch(x):
    """Mean and variance as a gradient op gets them while training."""
    axes = tuple(range(x.ndim - 1))
    return x.mean(axes), x.var(axes)


SAMPLES = [
    *[
        Sample(op, _fused(op, 1), (_x, _scale, _offset, _none, _none), **_LOOSE)
        for op in ("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
    ],
    *[
        Sample(op, _fused(op, 5), (_x, _scale, _offset, _none, _none), gradient=False, **_LOOSE)
        for op in ("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
    ],
    *[
        Sample(
            op,
            _inferring(op, 1),
            (_x, _scale, _offset),
            **_LOOSE,
        )
        for op in ("FusedBatchNormV2", "FusedBatchNormV3")
    ],
    Sample(
        "FusedBatchNormV3",
        _fused("FusedBatchNormV3", 5, exponential_avg_factor=0.25, epsilon=0.1),
        (_x, _scale, _offset, _mean, _variance),
        gradient=False,
        **_LOOSE,
    ),
    *[
        sample
        for data_format, x in (
            ("NCHW", random.floats(2, 3, 4, 2)),
            ("NDHWC", random.floats(2, 2, 2, 2, 3)),
            ("NCDHW", random.floats(2, 3, 2, 2, 2)),
        )
        for sample in (
            Sample(
                "FusedBatchNormV3",
                _fused("FusedBatchNormV3", 1, data_format=data_format),
                (x, _scale, _offset, _none, _none),
                **_LOOSE,
            ),
            Sample(
                "FusedBatchNormV3",
                _inferring("FusedBatchNormV3", 1, data_format=data_format),
                (x, _scale, _offset),
                **_LOOSE,
            ),
        )
    ],
    *[
        Sample(
            "FusedBatchNormV3",
            _fused("FusedBatchNormV3", 3),
            (_x.astype(dtype), _scale, _offset, _none, _none),
            gradient=False,
            rtol=2e-2,
            atol=2e-2,
        )
        for dtype in (np.float16, ml_dtypes.bfloat16)
    ],
    Sample(
        "FusedBatchNormV3",
        _fused("FusedBatchNormV3", 3),
        (_x[:, :1, :1][:1], _scale, _offset, _none, _none),
        gradient=False,
        **_LOOSE,
    ),
    *[
        Sample(
            op,
            _backward(op, 3),
            (random.floats(2, 3, 4, 3), _x, _scale, *_of_batch(_x)),
            gradient=False,
            **_LOOSE,
        )
        for op in ("FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3")
    ],
    *[
        Sample(
            op,
            _backward(op, 3, is_training=False),
            (random.floats(2, 3, 4, 3), _x, _scale, _mean, _variance),
            gradient=False,
            **_LOOSE,
        )
        for op in ("FusedBatchNormGradV2", "FusedBatchNormGradV3")
    ],
    Sample(
        "FusedBatchNormV3",
        lambda tf, *inputs: tf.compat.v1.nn.fused_batch_norm(*inputs),
        (_x, _scale, _offset),
        **_LOOSE,
        gradient=False,
    ),
    *[
        Sample("AddV2", call, (_x, _mean, _variance, _offset, _scale), **_LOOSE)
        for call in (
            lambda tf, x, m, v, o, s: tf.nn.batch_normalization(x, m, v, o, s, 1e-3),
            lambda tf, x, m, v, o, s: tf.nn.batch_normalization(x, m, v, None, None, 1e-3),
            lambda tf, x, m, v, o, s: tf.nn.batch_norm_with_global_normalization(
                x, m, v, o, s, 1e-3, True
            ),
            lambda tf, x, m, v, o, s: tf.nn.batch_norm_with_global_normalization(
                x, m, v, o, s, 1e-3, False
            ),
        )
    ],
    *[
        # TF has no second gradient.
        Sample(
            "LRN",
            lambda tf, x, k=options: tf.nn.local_response_normalization(x, **k),
            (x,),
            gradient=False,
            **_LOOSE,
        )
        for x in (_x, random.floats(1, 2, 2, 9))
        for options in (
            {},
            {"depth_radius": 1, "bias": 1.0, "alpha": 0.5, "beta": 0.75},
            {"depth_radius": 2, "beta": 0.5},
        )
    ],
    Sample(
        "LRNGrad",
        lambda tf, dy, x: tf.raw_ops.LRNGrad(
            input_grads=dy,
            input_image=x,
            output_image=tf.nn.lrn(x, 1, 1.0, 0.5, 0.75),
            depth_radius=1,
            alpha=0.5,
            beta=0.75,
        ),
        (random.floats(2, 3, 4, 3), _x),
        gradient=False,
        **_LOOSE,
    ),
    Bad("LRN", lambda tf, x: tf.nn.lrn(x), (_x[0],), match="4-dimensional"),
    Bad(
        "FusedBatchNormV3",
        _fused("FusedBatchNormV3", 1),
        (_x, _scale[:2], _offset, _none, _none),
        match="same number of elements",
    ),
    Bad(
        "FusedBatchNormV3",
        _fused("FusedBatchNormV3", 1),
        (_x[0], _scale, _offset, _none, _none),
        match="4 or 5-dimensional",
    ),
    Bad(
        "FusedBatchNormV3",
        _fused("FusedBatchNormV3", 1, is_training=False),
        (_x, _scale, _offset, _mean[:1], _variance[:1]),
        match="When is_training=false",
    ),
]
