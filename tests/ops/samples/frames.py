"""Samples of signals in frames, of windows and of short-time spectra: compositions of ops."""

from __future__ import annotations

from tests.ops.samples import Sample, random

X = random.floats(2, 20)
# The transforms round otherwise.
_LOOSE = {"rtol": 1e-4, "atol": 1e-4}


def _spectra(tf, x, **options):
    return tf.signal.stft(x, 8, 4, **options)


def _again(tf, x):
    window = tf.signal.inverse_stft_window_fn(4)
    return tf.signal.inverse_stft(tf.signal.stft(x, 8, 4), 8, 4, window_fn=window)


SAMPLES = [
    Sample("GatherV2", lambda tf, x: tf.signal.frame(x, 6, 4), (X,)),
    Sample("GatherV2", lambda tf, x: tf.signal.frame(x, 6, 4, pad_end=True, pad_value=2.0), (X,)),
    Sample("GatherV2", lambda tf, x: tf.signal.frame(x, 2, 1, axis=0), (X,)),
    Sample("GatherV2", lambda tf, x: tf.signal.frame(x, 30, 4), (X,)),
    Sample(
        "UnsortedSegmentSum",
        lambda tf, x: tf.signal.overlap_and_add(x, 2),
        (random.floats(2, 3, 4),),
    ),
    Sample(
        "UnsortedSegmentSum",
        lambda tf, x: tf.signal.overlap_and_add(x, 5),
        (random.integers(3, 4),),
    ),
    # TF's gradient of the transform is compared in the samples of `fft`.
    Sample("RFFT", _spectra, (X,), gradient=False, **_LOOSE),
    Sample(
        "RFFT",
        lambda tf, x: _spectra(tf, x, fft_length=16, pad_end=True),
        (X,),
        gradient=False,
        **_LOOSE,
    ),
    Sample("RFFT", lambda tf, x: _spectra(tf, x, window_fn=None), (X,), gradient=False, **_LOOSE),
    Sample("IRFFT", _again, (X,), gradient=False, **_LOOSE),
    *[
        Sample(
            "Cos",
            lambda tf, name=name, periodic=periodic, size=size: getattr(tf.signal, name)(
                size, periodic
            ),
        )
        for name in ("hann_window", "hamming_window")
        for periodic in (True, False)
        for size in (1, 6, 7)
    ],
    Sample("BesselI0", lambda tf: [tf.signal.kaiser_window(n, 5.0) for n in (1, 6, 7)], rtol=1e-5),
    Sample("Sin", lambda tf: tf.signal.vorbis_window(8, tf.float64)),
]
