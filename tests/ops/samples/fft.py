"""Samples of Fourier transforms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.ops.samples import Bad, Sample, random


def _complex(*shape):
    return (random.floats(*shape) + 1j * random.floats(*shape)).astype(np.complex64)


def _call(name, *arguments):
    return lambda tf, x: getattr(tf.signal, name)(x, *arguments)


def _raw(op, *lengths):
    """The op itself, which takes no more of an axis than there is; `tf.signal` fills it with zeros before."""
    return lambda tf, x: getattr(tf.raw_ops, op)(input=x, fft_length=list(lengths))


_c, _r = _complex(2, 3, 4), random.floats(2, 3, 5)
# The algorithms round otherwise.
_LOOSE = {"rtol": 1e-4, "atol": 1e-4}


def _apart(sample):
    """TF has no gradient of this on CPUs: the values are compared, our gradient is checked."""
    return [replace(sample, gradient=False), replace(sample, oracle=False)]


def _with_lengths(name, lengths, x):
    """TF's gradients do not undo how lengths cut or fill the input."""
    sample = Sample(name.upper(), _call(name, *lengths), (x,), **_LOOSE)
    return _apart(sample) if lengths else [sample]


SAMPLES = [
    *[
        Sample(name.upper(), _call(name), (x,), **_LOOSE)
        for name in ("fft", "ifft", "fft2d", "ifft2d", "fft3d", "ifft3d")
        for x in (_c, _complex(2, 2, 3, 5), _c.astype(np.complex128))
    ],
    *[Sample(name.upper(), _call(name), (_c[0, 0],), **_LOOSE) for name in ("fft", "ifft")],
    *[
        sample
        for suffix, all_lengths in (
            ("", ((), ([6],), ([3],), ([4],))),
            ("2d", ((), ([4, 6],), ([2, 3],))),
            ("3d", ((), ([2, 4, 6],), ([2, 2, 3],))),
        )
        for lengths in all_lengths
        for x in (_r, _r[:, :, :4].astype(np.float64))
        for sample in _with_lengths(f"rfft{suffix}", lengths, x)
    ],
    *[
        sample
        for suffix, all_lengths in (
            ("", ((), ([6],), ([5],), ([9],))),
            ("2d", ((), ([4, 6],), ([2, 5],))),
            ("3d", ((), ([2, 4, 6],), ([2, 2, 3],))),
        )
        for lengths in all_lengths
        for x in (_c, _c.astype(np.complex128))
        for sample in _with_lengths(f"irfft{suffix}", lengths, x)
    ],
    Sample("FFT", _call("fft"), (np.zeros((0, 4), np.complex64),), **_LOOSE),
    Sample("RFFT", _call("rfft"), (np.zeros((0, 4), np.float32),), **_LOOSE),
    *[
        Sample("Roll", _call(name, *axes), (x,))
        for name in ("fftshift", "ifftshift")
        for axes in ((), (1,), ([-1, 0],))
        for x in (_r, random.integers(4, 3))
    ],
    Bad("FFT", _call("fft"), (random.floats(3),)),
    Bad("FFT2D", _call("fft2d"), (_c[0, 0],), match="rank at least 2"),
    Bad("RFFT2D", _call("rfft2d"), (_r[0, 0],), error=("ValueError",)),
    Bad("RFFT", _call("rfft"), (random.integers(3),), error=("ValueError", "InvalidArgumentError")),
    Bad(
        "RFFT",
        _raw("RFFT", 6),
        (_r,),
        error=("InvalidArgumentError",),
        match="at least 6 but got: 5",
    ),
    Bad("RFFT2D", _raw("RFFT2D", 4, 2), (_r,), error=("InvalidArgumentError",), match="at least 4"),
    Bad(
        "IRFFT",
        _raw("IRFFT", 8),
        (_c,),
        error=("InvalidArgumentError",),
        match="at least 5 but got: 4",
    ),
    Bad("RFFT", _call("rfft", [2, 2]), (_r,), error=("ValueError", "InvalidArgumentError")),
]
