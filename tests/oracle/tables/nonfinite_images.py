"""Images with one pixel that is infinite or NaN, in another size: how far it reaches."""

from __future__ import annotations

import numpy as np

_VALUES = (np.nan, np.inf, -np.inf)
_KERNELS = ("box", "triangle", "gaussian", "lanczos1", "lanczos3", "keyscubic", "mitchellcubic")
_PLACES = {
    "edges": {},
    "corners": {"align_corners": True},
    "centers": {"half_pixel_centers": True},
}


def _image(value, row, sizes=(5, 6)):
    image = np.arange(np.prod(sizes), dtype=np.float32).reshape(1, *sizes, 1)
    image[0, row, 2, 0] = value
    return image


def _resized(value, row, method, antialias, size):
    image = _image(value, row)
    return lambda tf: tf.image.resize(image, size, method, antialias=antialias)


def _scaled(value, row, kernel, antialias, scale):
    def program(tf):
        return tf.raw_ops.ScaleAndTranslate(
            images=_image(value, row),
            size=[6, 7],
            scale=[scale, 0.7],
            translation=[-1.0, 1.5],
            kernel_type=kernel,
            antialias=antialias,
        )

    return program


def _gradient(value, row, name, places):
    def program(tf):
        return getattr(tf.raw_ops, f"{name}Grad")(
            grads=_image(value, row), original_image=tf.zeros([1, 8, 4, 1]), **places
        )

    return program


def _forward(value, row, name, places, size):
    def program(tf):
        return getattr(tf.raw_ops, name)(images=_image(value, row), size=size, **places)

    return program


PROGRAMS = {
    f"{value} in row {row}, {method}{' antialias' * antialias} to {size}": (
        _resized(value, row, method, antialias, size)
    )
    for value in _VALUES
    for row in (0, 2)
    for method in ("bilinear", "bicubic", "area", "nearest")
    for antialias in (False, True)
    for size in ((7, 7), (5, 6), (10, 9))
}
PROGRAMS |= {
    f"{value} scaled by {scale}, {kernel}{' antialias' * antialias}": (
        _scaled(value, 2, kernel, antialias, scale)
    )
    for value in _VALUES
    for kernel in _KERNELS
    for antialias in (False, True)
    for scale in (0.4, 1.3)
}
PROGRAMS |= {
    f"{value} in row {row}, {name} of {places} to {size}": (
        _forward(value, row, name, _PLACES[places], size)
    )
    for value in _VALUES
    for row in (0, 4)
    for name in ("ResizeBilinear", "ResizeBicubic")
    for places in _PLACES
    for size in ((3, 9), (5, 6))
}
PROGRAMS |= {
    f"gradient {value} in row {row}, {name} of {places}": (
        _gradient(value, row, name, _PLACES[places])
    )
    for value in _VALUES
    for row in (0, 2)
    for name in ("ResizeBilinear", "ResizeBicubic")
    for places in _PLACES
}
