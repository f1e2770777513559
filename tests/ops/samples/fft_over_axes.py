"""Samples of Fourier transforms over any axes. TensorFlow has no kernels for them on CPUs; what they give is
compared with NumPy's in tests/ops/signal/test_fft_over_axes.py."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Sample, random

_r = random.floats(2, 3, 4)
_c = (_r + 1j * random.floats(2, 3, 4)).astype(np.complex64)


def _call(name, **options):
    return lambda tf, x: getattr(tf.signal, name)(x, **options)


SAMPLES = [
    *[
        Sample(op, _call(name, **options), (_r if name == "rfftnd" else _c,), oracle=False)
        for op, name in (
            ("FFT", "fftnd"),
            ("IFFT", "ifftnd"),
            ("RFFT", "rfftnd"),
            ("IRFFT", "irfftnd"),
        )
        for options in ({}, {"axes": [2, 0], "norm": "ortho"}, {"fft_length": [2, 6]})
    ],
]
