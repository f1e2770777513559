"""Samples of what changes the values of images: dtypes, light, colours."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 4, 5, 3, low=0.0, high=1.0)
ONE = random.floats(3, 4, 3, low=0.0, high=1.0)
BYTES = random.integers(2, 3, 4, 3, low=0, high=256).astype(np.uint8)
SHORTS = random.integers(3, 4, 3, low=0, high=32768).astype(np.int16)
GREYS = np.array([[[0.5, 0.5, 0.5], [0.2, 0.2, 0.9], [0.9, 0.1, 0.1], [0.0, 0.0, 0.0]]], np.float32)
EMPTY = np.zeros((0, 2, 2, 3), np.float32)
# The sums are in another order.
_LOOSE = {"rtol": 1e-5, "atol": 1e-5}
# These compute in float32 whatever the images are, too coarsely for gradients in float64;
# `tests/ops/test_images.py` has theirs.
_COARSE = {"gradient": False, **_LOOSE}


def _image(name, *arguments, **options):
    return lambda tf, x: getattr(tf.image, name)(x, *arguments, **options)


def _converted(dtype, **options):
    return lambda tf, x: tf.image.convert_image_dtype(x, getattr(tf, dtype), **options)


SAMPLES = [
    # TF: contrast, hue and saturation have no gradients.
    *[
        Sample(op, _image(name, argument), (x,), gradient=False, **_LOOSE)
        for op, name, arguments in (
            ("AdjustContrastv2", "adjust_contrast", (0.4, 3.0)),
            ("AdjustHue", "adjust_hue", (0.4, -0.7, 0.0)),
            ("AdjustSaturation", "adjust_saturation", (0.3, 2.5, 0.0)),
        )
        for argument in arguments
        for x in (X, ONE, GREYS, BYTES, EMPTY, X.astype(np.float64))
    ],
    *[
        Bad(
            op,
            lambda tf, x, op=op, name=name: getattr(tf.raw_ops, op)(images=x, **{name: 0.5}),
            (x,),
        )
        for op, name in (
            ("AdjustContrastv2", "contrast_factor"),
            ("AdjustHue", "delta"),
            ("AdjustSaturation", "scale"),
        )
        for x in (X[0, 0], X[0, 0, 0])
    ],
    Bad("AdjustContrastv2", _image("adjust_contrast", [1.0, 2.0]), (X,)),
    Bad("AdjustHue", lambda tf, x: tf.raw_ops.AdjustHue(images=x, delta=[1.0]), (X,)),
    Bad("AdjustHue", _image("adjust_hue", 0.5), (X[..., :2],)),
    Bad("AdjustSaturation", _image("adjust_saturation", [1.0]), (X,)),
    Bad("AdjustSaturation", _image("adjust_saturation", 0.5), (X[..., :2],)),
    Sample("AddV2", _image("adjust_brightness", 0.25), (X,)),
    Sample("AddV2", _image("adjust_brightness", -0.25), (BYTES,)),
    Sample("AddV2", _image("adjust_brightness", 0.25), (SHORTS,)),
    Sample("Pow", _image("adjust_gamma", 2.0, 0.5), (X,), **_LOOSE),
    Sample("Pow", _image("adjust_gamma", 0.5), (BYTES,)),
    Bad("Pow", _image("adjust_gamma", -1.0), (X,), error=("ValueError",)),
    Bad("Pow", lambda tf, x, g: tf.image.adjust_gamma(x, g), (X, np.float32(-1.0))),
    *[
        Sample("Cast", _converted(dtype, saturate=saturate), (x,), gradient=False)
        for dtype in ("uint8", "int8", "uint16", "int32", "float16", "float32", "float64")
        for x in (X * 0.99, BYTES, SHORTS)
        for saturate in (False, True)
    ],
    Sample("Cast", _converted("uint8", saturate=True), (X * 3 - 1,)),
    Sample("Identity", _converted("float32"), (X,)),
    Bad(
        "Mul",
        _converted("bool"),
        (X,),
        error=("AttributeError",),
        staged_error=("AttributeError",),
    ),
    Bad(
        "Mul",
        _converted("float32"),
        (X > 0.5,),
        error=("AttributeError",),
        staged_error=("AttributeError",),
    ),
    Sample("RealDiv", _image("per_image_standardization"), (X,), **_COARSE),
    Sample("RealDiv", _image("per_image_standardization"), (BYTES,), **_LOOSE),
    Bad("RealDiv", _image("per_image_standardization"), (X[0, 0],), error=("ValueError",)),
    Sample("MatMul", _image("rgb_to_grayscale"), (X,), **_COARSE),
    Sample("MatMul", _image("rgb_to_grayscale"), (BYTES,)),
    Bad("MatMul", _image("rgb_to_grayscale"), (X[..., :2],)),
    *[
        Sample("MatMul", _image(name), (x,), **_LOOSE)
        for name in ("rgb_to_yiq", "yiq_to_rgb", "rgb_to_yuv", "yuv_to_rgb")
        for x in (X, ONE[0])
    ],
    *[
        Bad("MatMul", _image(name), (BYTES,), error=("TypeError",))
        for name in ("rgb_to_yiq", "yiq_to_rgb", "rgb_to_yuv", "yuv_to_rgb")
    ],
    *[
        Sample(
            "StatelessRandomUniformV2",
            _image(name, *range_, seed=(3, 4)),
            (x,),
            gradient=False,
            **_LOOSE,
        )
        for name, range_ in (
            ("stateless_random_brightness", (0.4,)),
            ("stateless_random_contrast", (0.5, 2.0)),
            ("stateless_random_hue", (0.5,)),
            ("stateless_random_saturation", (0.5, 2.0)),
        )
        for x in (X, BYTES)
    ],
    *[
        Bad(op, _image(prefix + name, *range_, **seed), (X,), error=("ValueError",))
        for prefix, seed in (("stateless_random_", {"seed": (3, 4)}), ("random_", {}))
        for op, name, range_ in (
            ("AddV2", "brightness", (-0.4,)),
            ("AdjustContrastv2", "contrast", (2.0, 1.0)),
            ("AdjustContrastv2", "contrast", (-1.0, 1.0)),
            ("AdjustHue", "hue", (0.7,)),
            ("AdjustHue", "hue", (-0.1,)),
            ("AdjustSaturation", "saturation", (2.0, 1.0)),
        )
    ],
]
