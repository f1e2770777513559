"""Transforms over any axes give what NumPy's do."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

_REAL = np.random.default_rng(0).normal(size=(2, 3, 4))
_COMPLEX = _REAL + 1j * _REAL[::-1]
_FORMS = [
    {},
    {"axes": [0, 2]},
    {"axes": [2, 0]},
    {"fft_length": [5]},
    {"fft_length": [3, 2], "axes": [2, 0]},
    {"fft_length": [5, 3, 7]},
    {"norm": "ortho"},
    {"norm": "forward"},
]


@pytest.mark.parametrize("name", ["fftnd", "ifftnd", "rfftnd", "irfftnd"])
@pytest.mark.parametrize("options", _FORMS, ids=str)
def test_transforms_over_axes_are_those_of_numpy(name, options):
    x = _REAL if name == "rfftnd" else _COMPLEX
    lengths = options.get("fft_length")
    axes = options.get("axes", None if lengths is None else list(range(-len(lengths), 0)))
    expected = getattr(np.fft, name[:-1])(x, lengths, axes, options.get("norm"))

    def transform(x):
        return getattr(tf.signal, name)(x, **options)

    unknown = tf.function(transform, input_signature=[tf.TensorSpec([None] * 3, x.dtype)])
    for call in (transform, unknown):
        found = call(tf.constant(x))
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-12)


def test_axes_and_lengths_must_fit():
    x = tf.ones([2, 3], tf.complex64)
    for options in ({"axes": [2]}, {"axes": [0, -2]}, {"fft_length": [1], "axes": [0, 1]}):
        with pytest.raises(ValueError, match="axes"):
            tf.signal.fftnd(x, **options)
    with pytest.raises(ValueError, match="positive"):
        tf.signal.fftnd(x, [0])
    with pytest.raises(ValueError, match="norm"):
        tf.signal.fftnd(x, norm="other")
    with pytest.raises(ValueError, match="complex"):
        tf.signal.fftnd(tf.constant([1.0]))
