"""Samples of images: sizes, colours, patches, projections."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 5, 6, 3)
ONE = random.floats(4, 4, 1)
COLORS = np.abs(random.floats(2, 3, 3)) % 1
# The sums are in another order.
_LOOSE = {"rtol": 1e-4, "atol": 1e-5}


def _resize(**options):
    return lambda tf, x: tf.image.resize(x, [4, 9], **options)


def _raw(name, **options):
    return lambda tf, x: getattr(tf.raw_ops, name)(images=x, size=[3, 8], **options)


def _project(mode, kind):
    def call(tf, x):
        return tf.raw_ops.ImageProjectiveTransformV3(
            images=x,
            transforms=[[1.0, 0.2, -1.0, -0.1, 0.9, 0.5, 0.0, 0.0]],
            output_shape=[6, 7],
            fill_value=0.5,
            interpolation=kind,
            fill_mode=mode,
        )

    return call


def _patches(tf, x, padding="VALID", rates=1):
    return tf.image.extract_patches(x, [1, 2, 3, 1], [1, 2, 1, 1], [1, rates, rates, 1], padding)


SAMPLES = [
    Sample("ResizeBilinear", _resize(), (X,), **_LOOSE),
    Sample("ResizeBilinear", lambda tf, x: tf.image.resize(x, [9, 3]), (ONE,), **_LOOSE),
    Sample("ResizeBilinear", _raw("ResizeBilinear", align_corners=True), (X,), **_LOOSE),
    Sample("ResizeBilinear", _raw("ResizeBilinear"), (random.integers(1, 4, 4, 2),)),
    Sample(
        "ResizeBilinear",
        lambda tf, x: tf.image.resize(x, [8, 8], preserve_aspect_ratio=True),
        (X,),
        static="call",
        **_LOOSE,
    ),
    Sample("ResizeBilinear", lambda tf, x: tf.image.resize_with_pad(x, 7, 12), (X,), **_LOOSE),
    Bad("ResizeBilinear", _resize(), (X[0, 0],), error=("ValueError",)),
    Bad("ResizeBilinear", lambda tf, x: tf.image.resize(x, [1, 2, 3]), (X,), error=("ValueError",)),
    Bad("ResizeBilinear", lambda tf, x: tf.image.resize(x, [0, 2]), (X,)),
    Sample("ResizeBicubic", _resize(method="bicubic"), (X,), **_LOOSE),
    Sample("ResizeBicubic", _raw("ResizeBicubic"), (X,), **_LOOSE),
    Bad("ResizeBicubic", _raw("ResizeBicubic"), (X[0],)),
    Sample("ResizeArea", _resize(method="area"), (X,), gradient=False, **_LOOSE),
    Bad("ResizeArea", _raw("ResizeArea"), (X[0],)),
    Sample("ResizeNearestNeighbor", _resize(method="nearest"), (X,)),
    Sample("ResizeNearestNeighbor", _raw("ResizeNearestNeighbor", align_corners=True), (X,)),
    Sample("ResizeNearestNeighbor", _raw("ResizeNearestNeighbor"), (random.integers(1, 4, 4, 2),)),
    Bad("ResizeNearestNeighbor", _raw("ResizeNearestNeighbor"), (X[0],)),
    *[
        # The gradient is for float32 alone, too coarse for numeric ones.
        Sample(
            "ScaleAndTranslate",
            _resize(method=method, antialias=True),
            (X,),
            numeric=False,
            **_LOOSE,
        )
        for method in ("bilinear", "bicubic", "lanczos3", "lanczos5", "gaussian", "mitchellcubic")
    ],
    Bad(
        "ScaleAndTranslate",
        lambda tf, x: tf.raw_ops.ScaleAndTranslate(
            images=x, size=[3, 3], scale=[0.0, 1.0], translation=[0.0, 0.0]
        ),
        (X,),
    ),
    Sample("RGBToHSV", lambda tf, x: tf.image.rgb_to_hsv(x), (COLORS,)),
    Bad(
        "RGBToHSV",
        lambda tf, x: tf.image.rgb_to_hsv(x),
        (X[..., :2],),
        error=("FailedPreconditionError",),
        staged_error=("ValueError", "InvalidArgumentError", "FailedPreconditionError"),
    ),
    Sample("HSVToRGB", lambda tf, x: tf.image.hsv_to_rgb(x), (COLORS,), gradient=False),
    Bad(
        "HSVToRGB",
        lambda tf, x: tf.image.hsv_to_rgb(x),
        (X[..., :2],),
        error=("FailedPreconditionError",),
        staged_error=("ValueError", "InvalidArgumentError", "FailedPreconditionError"),
    ),
    Sample("ExtractImagePatches", _patches, (X,)),
    Sample("ExtractImagePatches", lambda tf, x: _patches(tf, x, "SAME"), (X,)),
    Sample("ExtractImagePatches", lambda tf, x: _patches(tf, x, rates=2), (X,)),
    Sample("ExtractImagePatches", _patches, (random.integers(1, 4, 4, 2),)),
    Bad("ExtractImagePatches", _patches, (X[0],)),
    *[
        # TF: the gradient is the inverse projection, which is no derivative.
        Sample("ImageProjectiveTransformV3", _project(mode, kind), (X,), numeric=False, **_LOOSE)
        for mode in ("CONSTANT", "REFLECT", "WRAP", "NEAREST")
        for kind in ("NEAREST", "BILINEAR")
    ],
    Bad("ImageProjectiveTransformV3", _project("WRAP", "NEAREST"), (X[0],)),
    Sample("DepthwiseConv2dNative", lambda tf, x: tf.image.sobel_edges(x), (X,), **_LOOSE),
    Sample("ConcatV2", lambda tf, x: tf.image.grayscale_to_rgb(x), (ONE,)),
]
