"""Samples of measures of images: likeness, restlessness, differences."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

A, B = (
    random.floats(2, 14, 13, 3, low=0.0, high=1.0),
    random.floats(2, 14, 13, 3, low=0.0, high=1.0),
)
BYTES = [random.integers(14, 13, 1, low=0, high=256).astype(np.uint8) for _ in range(2)]
# Sums of many products, each in another order; they are in float32 whatever the images are, too coarse for
# gradients in float64.
_COARSE = {"rtol": 1e-4, "atol": 1e-4, "gradient": False}


def _likeness(name, greatest=1.0, **options):
    return lambda tf, a, b: getattr(tf.image, name)(a, b, greatest, **options)


SAMPLES = [
    Sample("Log", _likeness("psnr"), (A, B), **_COARSE),
    Sample("Log", _likeness("psnr", 255), tuple(BYTES), **_COARSE),
    Sample("DepthwiseConv2dNative", _likeness("ssim"), (A, B), **_COARSE),
    Sample("DepthwiseConv2dNative", _likeness("ssim", 255), tuple(BYTES), **_COARSE),
    Sample("DepthwiseConv2dNative", _likeness("ssim", return_index_map=True), (A, B), **_COARSE),
    Sample(
        "DepthwiseConv2dNative",
        _likeness("ssim", filter_size=4, filter_sigma=0.7, k1=0.05, k2=0.1),
        (A, B),
        **_COARSE,
    ),
    *[
        Sample(
            "DepthwiseConv2dNative",
            _likeness("ssim_multiscale", power_factors=powers, filter_size=3),
            (A, (A + B) / 2),
            **_COARSE,
        )
        for powers in ((1.0,), (0.5, 0.5), (0.2, 0.3, 0.5))
    ],
    *[
        Bad("DepthwiseConv2dNative", _likeness(name), (A, B[:, :12]), error=("ValueError",))
        for name in ("ssim", "ssim_multiscale")
    ],
    Bad("SquaredDifference", _likeness("psnr"), (A, B[:, :12])),
    Bad("DepthwiseConv2dNative", _likeness("ssim"), (A[:, :5], B[:, :5])),
    *[
        Sample("Sum", lambda tf, x: tf.image.total_variation(x), (x,), rtol=1e-5, atol=1e-5)
        for x in (A, A[0])
    ],
    Bad("Sum", lambda tf, x: tf.image.total_variation(x), (A[0, 0],), error=("ValueError",)),
    Sample("Pad", lambda tf, x: tf.image.image_gradients(x), (A,)),
    Bad("Pad", lambda tf, x: tf.image.image_gradients(x), (A[0],), error=("ValueError",)),
]
