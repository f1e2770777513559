"""Samples of cosine transforms, and of what is built on them: lapped ones, the mel scale."""

from __future__ import annotations

from tests.ops.samples import Bad, Sample, random

X, EVEN = random.floats(2, 5), random.floats(3, 8)
LONG = random.floats(2, 40)
# The sums are in another order.
_LOOSE = {"rtol": 1e-4, "atol": 1e-4}


def _signal(name, *arguments, **options):
    return lambda tf, x: getattr(tf.signal, name)(x, *arguments, **options)


def _windowed(name, *arguments):
    def call(tf, x):
        def window(length, dtype):
            return tf.signal.kaiser_bessel_derived_window(length, 4.0, dtype)

        return getattr(tf.signal, name)(x, *arguments, window_fn=window)

    return call


SAMPLES = [
    *[
        Sample("RFFT", _signal(name, type=kind, n=n, norm=norm), (x,), **_LOOSE)
        for name in ("dct", "idct")
        for kind in (1, 2, 3, 4)
        for norm in (None, "ortho")
        if (kind, norm) != (1, "ortho")
        for x, n in ((X, None), (EVEN, None), (X, 3), (X, 8))
    ],
    *[
        Bad("Mul", _signal("dct", **options), (X,), error=("ValueError",))
        for options in ({"type": 5}, {"norm": "x"}, {"type": 1, "norm": "ortho"}, {"n": 0})
    ],
    *[
        Sample("RFFT", _signal("mdct", 8, norm=norm, pad_end=pad_end), (LONG,), **_LOOSE)
        for norm in (None, "ortho")
        for pad_end in (False, True)
    ],
    Sample("RFFT", _signal("mdct", 8, window_fn=None), (LONG,), **_LOOSE),
    Sample("RFFT", _windowed("mdct", 8), (LONG,), **_LOOSE),
    *[
        Sample("RFFT", _signal("inverse_mdct", norm=norm), (EVEN,), **_LOOSE)
        for norm in (None, "ortho")
    ],
    Sample("RFFT", _signal("inverse_mdct", window_fn=None), (EVEN,), **_LOOSE),
    Sample("RFFT", _windowed("inverse_mdct"), (EVEN,), **_LOOSE),
    Bad("Mul", _signal("mdct", 6), (LONG,), error=("ValueError",)),
    *[
        Sample(
            "LinSpace", lambda tf, o=options: tf.signal.linear_to_mel_weight_matrix(**o), **_LOOSE
        )
        for options in (
            {},
            {"num_mel_bins": 7, "num_spectrogram_bins": 33, "sample_rate": 16000},
            {"lower_edge_hertz": 0.0, "upper_edge_hertz": 1000.0},
        )
    ],
    *[
        Bad(
            "LinSpace",
            lambda tf, o=options: tf.signal.linear_to_mel_weight_matrix(**o),
            error=("ValueError",),
        )
        for options in (
            {"num_mel_bins": 0},
            {"lower_edge_hertz": -1.0},
            {"lower_edge_hertz": 100.0, "upper_edge_hertz": 10.0},
            {"upper_edge_hertz": 9000.0},
            {"sample_rate": 0},
        )
    ],
    Sample("RFFT", _signal("mfccs_from_log_mel_spectrograms"), (EVEN,), **_LOOSE),
]
