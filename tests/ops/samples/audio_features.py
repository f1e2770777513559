"""Samples of spectrograms and mel-frequency cepstral coefficients."""

from __future__ import annotations

from tests.ops.samples import Bad, Sample, random

SOUND = random.floats(700, 2)
ENERGY = abs(random.floats(2, 5, 129)) + 0.1
# The transforms sum in another order.
_LOOSE = {"rtol": 1e-4, "atol": 1e-3}


def _spectrogram(window, stride, squared=False):
    return lambda tf, x: tf.raw_ops.AudioSpectrogram(
        input=x, window_size=window, stride=stride, magnitude_squared=squared
    )


def _coefficients(rate=8000, **attrs):
    return lambda tf, x: tf.raw_ops.Mfcc(spectrogram=x, sample_rate=rate, **attrs)


SAMPLES = [
    *[
        Sample(
            "AudioSpectrogram",
            _spectrogram(window, stride, squared),
            (SOUND,),
            gradient=False,
            **_LOOSE,
        )
        for window, stride in ((2, 1), (64, 64), (100, 37), (480, 160), (700, 1), (701, 1))
        for squared in (False, True)
    ],
    *[
        Bad("AudioSpectrogram", _spectrogram(window, stride), (SOUND,))
        for window, stride in ((1, 1), (0, 1), (4, 0))
    ],
    *[
        Sample("Mfcc", _coefficients(**attrs), (ENERGY,), gradient=False, **_LOOSE)
        for attrs in (
            {"upper_frequency_limit": 3999.0},
            {"lower_frequency_limit": 0.0, "rate": 16000},
            {"filterbank_channel_count": 20, "dct_coefficient_count": 20, "rate": 16000},
            {"filterbank_channel_count": 300, "dct_coefficient_count": 10, "rate": 16000},
        )
    ],
    Sample("Mfcc", _coefficients(16000), (ENERGY[:, :0],), gradient=False),
    Sample("Mfcc", _coefficients(16000), (ENERGY * 0.0,), gradient=False, **_LOOSE),
    *[
        Bad("Mfcc", _coefficients(**attrs), (ENERGY,))
        for attrs in (
            {"filterbank_channel_count": 5},
            {"filterbank_channel_count": 0},
            {"dct_coefficient_count": 0},
            {"lower_frequency_limit": -1.0},
            {"lower_frequency_limit": 5000.0},
            {"rate": 0},
        )
    ],
    Bad("Mfcc", _coefficients(), (ENERGY[0],)),
]
