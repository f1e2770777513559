"""The mel scale, on which equal steps sound equal: `tf.signal.linear_to_mel_weight_matrix` and MFCCs."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.signal.cosine_transforms import dct, last_size
from stagelight.public import public
from stagelight.types.dtypes import DType, as_dtype, float32, int32

# `mel = 1127 ln(1 + hertz / 700)`.
_BREAK_HERTZ, _HIGH_FREQUENCY = 700.0, 1127.0


def _mel(hertz: Any) -> Any:
    return _HIGH_FREQUENCY * raw.Log(1.0 + hertz / _BREAK_HERTZ)


def _check(bins: Any, rate: Any, lower: Any, upper: Any, dtype: DType) -> None:
    if bins <= 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {bins}")
    if lower < 0.0:
        raise ValueError(f"lower_edge_hertz must be non-negative. Got: {lower}")
    if lower >= upper:
        raise ValueError(f"lower_edge_hertz {lower:.1f} >= upper_edge_hertz {upper:.1f}")
    if not isinstance(rate, Tensor):
        if rate <= 0.0:
            raise ValueError(f"sample_rate must be positive. Got: {rate}")
        if upper > rate / 2:
            raise ValueError(
                "upper_edge_hertz must not be larger than the Nyquist frequency (sample_rate / 2). "
                f"Got {upper} for sample_rate: {rate}"
            )
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Got: {dtype}")


@public("signal.linear_to_mel_weight_matrix")
def linear_to_mel_weight_matrix(
    num_mel_bins: int = 20,
    num_spectrogram_bins: int = 129,
    sample_rate: Any = 8000,
    lower_edge_hertz: float = 125.0,
    upper_edge_hertz: float = 3800.0,
    dtype: Any = float32,
    name: str | None = None,
) -> Tensor:
    """The matrix that makes magnitudes by frequency into magnitudes by bands of the mel scale.

    `mel = 1127 ln(1 + hertz / 700)`. The bands are triangles of equal width on that scale, each with its top
    where the one before ends.

    Args:
        num_mel_bins: the number of bands.
        num_spectrogram_bins: the number of frequencies, from 0 to half of the sample rate.
        sample_rate: samples a second, a number or a scalar tensor.
        lower_edge_hertz: where the first band begins.
        upper_edge_hertz: where the last band ends.
        dtype: a floating dtype.
        name: name of the operation.

    Returns:
        Tensor of shape `[num_spectrogram_bins, num_mel_bins]`, to multiply spectrograms with from the right.

    Raises:
        ValueError: a number is not in its range, or the dtype not floating.

    >>> spectrogram = tf.ones([3, 129])
    >>> tf.matmul(spectrogram, tf.signal.linear_to_mel_weight_matrix()).shape
    TensorShape([3, 20])
    """
    dtype = as_dtype(dtype)
    with op_scope(name or "linear_to_mel_weight_matrix") as scope:
        if isinstance(sample_rate, Tensor):
            known = constant_value(sample_rate)
            sample_rate = sample_rate if known is None else known[()]
        _check(num_mel_bins, sample_rate, lower_edge_hertz, upper_edge_hertz, dtype)
        highest = cast(sample_rate, dtype) / 2.0
        zero = convert_to_tensor(0.0, dtype)
        bins = convert_to_tensor(num_spectrogram_bins, int32)
        # Frequency 0 belongs to no band.
        at = raw.ExpandDims(_mel(raw.LinSpace(zero, highest, bins)[1:]), 1)
        edges = raw.LinSpace(
            _mel(convert_to_tensor(lower_edge_hertz, dtype)),
            _mel(convert_to_tensor(upper_edge_hertz, dtype)),
            convert_to_tensor(num_mel_bins + 2, int32),
        )
        lower, top, upper = edges[None, :-2], edges[None, 1:-1], edges[None, 2:]
        rising, falling = (at - lower) / (top - lower), (upper - at) / (upper - top)
        weights = raw.Maximum(zero, raw.Minimum(rising, falling))
        return raw.Pad(weights, np.array([[1, 0], [0, 0]], np.int32), name=scope)


@public("signal.mfccs_from_log_mel_spectrograms")
def mfccs_from_log_mel_spectrograms(log_mel_spectrograms: Any, name: str | None = None) -> Tensor:
    """The mel-frequency cepstral coefficients: `dct(x) / sqrt(2 bands)`.

    Args:
        log_mel_spectrograms: floating tensor of shape `[..., bands]`: logarithms of magnitudes by bands.
        name: name of the scope.

    Returns:
        Tensor of the same shape; most uses take the first 13 or so.

    Raises:
        ValueError: there are no bands.

    >>> tf.signal.mfccs_from_log_mel_spectrograms(tf.ones([2, 8]))[..., 0].numpy()
    array([4., 4.], dtype=float32)
    """
    with op_scope(name or "mfccs_from_log_mel_spectrograms"):
        spectrograms = convert_to_tensor(log_mel_spectrograms)
        bands = last_size(spectrograms)
        if isinstance(bands, int) and bands == 0:
            raise ValueError(f"num_mel_bins must be positive. Got shape: {spectrograms.shape}")
        cepstrum = dct(spectrograms, type=2)
        return cepstrum * raw.Rsqrt(cast(bands, cepstrum.dtype) * 2.0)
