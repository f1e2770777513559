"""Spectrograms and mel-frequency cepstral coefficients as TensorFlow's audio ops compute them.

`raw_ops.AudioSpectrogram` and `raw_ops.Mfcc` are what models of spoken words are trained on; `tf.signal` has
the same in parts, with other windows and scales. Both compute in float64 and return float32.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np

from stagelight.core.inference import Inferred, invalid, require_rank
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.types.dtypes import float32
from stagelight.types.shapes import TensorShape

# `mel = 1127 ln(1 + hertz / 700)`.
_HIGH_FREQUENCY, _BREAK_HERTZ = 1127.0, 700.0
# What the logarithm of a band is taken of at least.
_FLOOR = 1e-12


def _require_window(window_size: int, stride: int) -> None:
    if window_size < 2:
        raise invalid(f"Spectrogram window_size must be at least 2. Received: {window_size}")
    if stride < 1:
        raise invalid(f"Spectrogram stride must be at least 1. Received: {stride}")


def _frequencies(window_size: int) -> tuple[int, int]:
    """The length of the transform of a window, a power of two, and the number of its frequencies."""
    length = 1 << (window_size - 1).bit_length()
    return length, length // 2 + 1


def _infer_spectrogram(
    input: Tensor, *, window_size: int, stride: int, magnitude_squared: bool = False
) -> Inferred:
    require_rank(input, 2, "input")
    _require_window(window_size, stride)
    samples, channels = input.shape.as_list() if input.shape.rank is not None else (None, None)
    frames = None if samples is None else max(0, 1 + (samples - window_size) // stride)
    return Inferred(TensorShape([channels, frames, _frequencies(window_size)[1]]), float32)


def _spectrogram(
    xp: ModuleType,
    samples: np.ndarray,
    *,
    window_size: int,
    stride: int,
    magnitude_squared: bool = False,
) -> np.ndarray:
    if samples.ndim != 2:
        raise invalid(f"input must be 2-dimensional. Received shape: {list(samples.shape)}")
    _require_window(window_size, stride)
    length, frequencies = _frequencies(window_size)
    channels = samples.T.astype(np.float64)
    if channels.shape[1] < window_size:
        return np.zeros([channels.shape[0], 0, frequencies], np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(channels, window_size, axis=1)[:, ::stride]
    # A Hann window that is periodic.
    window = 0.5 - 0.5 * np.cos(2.0 * np.pi / window_size * np.arange(window_size))
    spectrum = np.fft.rfft(frames * window, length, axis=-1)
    squared: np.ndarray = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    return squared if magnitude_squared else np.sqrt(squared)


define(
    "AudioSpectrogram",
    "input: float32",
    "spectrogram: float32",
    {"window_size": attr("int"), "stride": attr("int"), "magnitude_squared": False},
    infer=_infer_spectrogram,
    kernel=_spectrogram,
    traits=Trait.HEAVY,
)


def _infer_coefficients(
    spectrogram: Tensor,
    sample_rate: Tensor,
    *,
    upper_frequency_limit: float = 4000.0,
    lower_frequency_limit: float = 20.0,
    filterbank_channel_count: int = 40,
    dct_coefficient_count: int = 13,
) -> Inferred:
    require_rank(spectrogram, 3, "spectrogram")
    require_rank(sample_rate, 0, "sample_rate")
    sizes = [None, None] if spectrogram.shape.rank is None else spectrogram.shape.as_list()[:2]
    return Inferred(TensorShape([*sizes, dct_coefficient_count]), float32)


def _mel(hertz: np.ndarray | float) -> np.ndarray:
    return np.asarray(_HIGH_FREQUENCY * np.log1p(np.asarray(hertz, np.float64) / _BREAK_HERTZ))


def _filter_bank(
    frequencies: int, rate: float, lower: float, upper: float, bands: int
) -> np.ndarray:
    """The matrix `[frequencies, bands]` of overlapping triangles that are equally wide on the mel scale.

    Raises:
        InvalidArgumentError: there can be no such bands.
    """
    if bands < 1 or frequencies < 2 or rate <= 0 or lower < 0 or upper <= lower:
        raise invalid(
            "Mfcc initialization failed: required are a positive sample_rate, at least one band, at least "
            "two frequencies, and 0 <= lower_frequency_limit < upper_frequency_limit. Received: "
            f"sample_rate={rate}, filterbank_channel_count={bands}, {frequencies} frequencies, "
            f"lower_frequency_limit={lower}, upper_frequency_limit={upper}"
        )
    step = 0.5 * rate / (frequencies - 1)
    first, last = int(1.5 + lower / step), int(upper / step)
    if last >= frequencies:
        raise invalid(
            f"The upper_frequency_limit {upper} must be less than that of the spectrogram, which is half the "
            f"sample_rate {rate}"
        )
    lowest, highest = _mel(lower), _mel(upper)
    # The tops of the triangles; a triangle begins where the one before has its top.
    tops = lowest + (highest - lowest) / (bands + 1) * np.arange(bands + 2)
    mel = _mel(step * np.arange(first, last + 1))
    band = np.searchsorted(tops, mel, side="left") - 1  # tops[band] < mel <= tops[band + 1]
    band = np.clip(band, 0, bands)
    falling = (tops[band + 1] - mel) / (tops[band + 1] - tops[band])
    weights = np.zeros([frequencies, bands + 2])
    rows = np.arange(first, last + 1)
    weights[rows, band] += falling
    weights[rows, band + 1] += 1.0 - falling
    return weights[:, 1:-1]


def _coefficients(
    xp: ModuleType,
    spectrogram: np.ndarray,
    sample_rate: np.ndarray,
    *,
    upper_frequency_limit: float = 4000.0,
    lower_frequency_limit: float = 20.0,
    filterbank_channel_count: int = 40,
    dct_coefficient_count: int = 13,
) -> np.ndarray:
    bands, count = filterbank_channel_count, dct_coefficient_count
    if spectrogram.ndim != 3 or sample_rate.ndim:
        raise ValueError("ranks")  # The inference tells what is required.
    if not 0 < count <= bands:
        raise invalid(
            "Mfcc initialization failed: dct_coefficient_count must be positive, and not larger than "
            f"filterbank_channel_count. Received: {count} and {bands}"
        )
    limits = lower_frequency_limit, upper_frequency_limit
    filters = _filter_bank(spectrogram.shape[2], float(sample_rate), *limits, bands)
    with np.errstate(invalid="ignore"):
        energies = np.sqrt(spectrogram.astype(np.float64)) @ filters
    # Not `maximum`, of which a NaN would be left.
    logarithms = np.log(np.where(energies < _FLOOR, _FLOOR, energies))
    angles = np.outer(np.arange(bands) + 0.5, np.arange(count)) * (np.pi / bands)
    cosines = np.sqrt(2.0 / bands) * np.cos(angles)
    return (logarithms @ cosines).astype(np.float32)


define(
    "Mfcc",
    "spectrogram: float32, sample_rate: int32",
    "output: float32",
    {
        "upper_frequency_limit": 4000.0,
        "lower_frequency_limit": 20.0,
        "filterbank_channel_count": 40,
        "dct_coefficient_count": 13,
    },
    infer=_infer_coefficients,
    kernel=_coefficients,
    traits=Trait.HEAVY,
)
