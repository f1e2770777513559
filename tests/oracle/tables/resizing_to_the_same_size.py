"""Images resized to the size that they have: dtypes, and methods that smooth in any case."""

from __future__ import annotations

import numpy as np

_METHODS = ("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian",
            "mitchellcubic")  # fmt: skip


def _images(dtype):
    return (np.random.default_rng(3).random((1, 4, 6, 3)) * 50 + 150).astype(dtype)


def _resize(dtype, method, antialias, size=(4, 6), **options):
    images = _images(dtype)
    return lambda tf: tf.image.resize(images, size, method, antialias=antialias, **options)


PROGRAMS = {
    f"{dtype} {method}{' antialias' * antialias}": _resize(dtype, method, antialias)
    for dtype in ("uint8", "int32", "float32", "float16")
    for method in _METHODS
    for antialias in (False, True)
}
PROGRAMS |= {
    f"{dtype} within the size": _resize(
        dtype, "bilinear", False, (4, 9), preserve_aspect_ratio=True
    )
    for dtype in ("uint8", "float32")
}
PROGRAMS |= {
    f"{dtype} with padding to {size}": (
        lambda tf, dtype=dtype, size=size: tf.image.resize_with_pad(_images(dtype), *size)
    )
    for dtype in ("uint8", "float32")
    for size in ((4, 6), (8, 6), (4, 9))
}
PROGRAMS |= {
    f"{dtype} by the function of TensorFlow 1": (
        lambda tf, dtype=dtype: tf.compat.v1.image.resize(_images(dtype), [4, 6])
    )
    for dtype in ("uint8", "float32")
}
