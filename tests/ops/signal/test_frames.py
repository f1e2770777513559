"""Signals in frames: what is refused, and that spectra give the signal back."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def test_sizes_are_scalars_and_signals_have_axes():
    with pytest.raises(ValueError, match="frame_length must be a scalar"):
        tf.signal.frame(tf.zeros([2, 20]), [6], 4)
    with pytest.raises(ValueError, match="rank"):
        tf.signal.overlap_and_add(tf.zeros([4]), 2)
    with pytest.raises(ValueError, match="floating dtype"):
        tf.signal.hann_window(4, dtype=tf.int32)


def test_spectra_give_the_signal_back():
    signal = np.sin(np.arange(64, dtype=np.float32))
    spectra = tf.signal.stft(signal, 16, 4)
    window = tf.signal.inverse_stft_window_fn(4)
    again = tf.signal.inverse_stft(spectra, 16, 4, window_fn=window).numpy()
    np.testing.assert_allclose(again[16:48], signal[16:48], atol=1e-5)


def test_functions_of_unknown_sizes_are_staged():
    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([], tf.int32)])
    def spectra(x, length):
        return tf.signal.stft(x, length, 4)

    signal = np.sin(np.arange(40, dtype=np.float32))
    found = spectra(signal, tf.constant(12)).numpy()
    np.testing.assert_allclose(found, tf.signal.stft(signal, 12, 4).numpy(), atol=1e-5)
