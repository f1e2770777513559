"""Features of sounds."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

TONE = np.sin(2.0 * np.pi * 1000.0 / 16000.0 * np.arange(4800))[:, None].astype(np.float32)


def test_a_tone_is_one_frequency():
    spectrogram = tf.raw_ops.AudioSpectrogram(input=TONE, window_size=512, stride=160)
    assert spectrogram.shape == [1, 27, 257]
    assert set(spectrogram.numpy().argmax(-1).reshape(-1)) == {1000 * 512 // 16000}


def test_sizes_are_known_as_far_as_those_of_the_sound_are():
    def spectrogram(x):
        return tf.raw_ops.AudioSpectrogram(input=x, window_size=480, stride=160)

    for shape, expected in (
        ([4800, 1], [1, 28, 257]),
        ([None, 2], [2, None, 257]),
        (None, [None, None, 257]),
    ):
        found = tf.function(spectrogram).get_concrete_function(tf.TensorSpec(shape))
        assert found.outputs[0].shape.as_list() == expected


def test_frequencies_beyond_the_spectrogram_are_refused():
    spectrogram = tf.raw_ops.AudioSpectrogram(
        input=TONE, window_size=480, stride=160, magnitude_squared=True
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"9000.*half the sample_rate 16000"):
        tf.raw_ops.Mfcc(spectrogram=spectrogram, sample_rate=16000, upper_frequency_limit=9000.0)
