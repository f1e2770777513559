"""Samples of the ops of `ops/files/sounds.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

AUDIO = np.array([[0.0, 0.5], [-1.0, 1.0], [0.25, -0.25], [3.0, -7.0], [1e-5, 1.6e-5]], np.float32)


def _encoded(tf, audio, rate=8000):
    return tf.audio.encode_wav(audio, rate)


def _decoded(tf, audio, **options):
    return tuple(tf.audio.decode_wav(_encoded(tf, audio), **options))


SAMPLES = [
    Sample("EncodeWav", _encoded, (AUDIO,), gradient=False),
    Sample("EncodeWav", _encoded, (AUDIO[:1, :1],), gradient=False),
    Bad("EncodeWav", _encoded, (AUDIO[0],)),
    Bad("EncodeWav", lambda tf: _encoded(tf, AUDIO, [8000])),
    Sample("DecodeWav", _decoded, (AUDIO,), gradient=False),
    Sample(
        "DecodeWav", lambda tf, x: _decoded(tf, x, desired_channels=1), (AUDIO,), gradient=False
    ),
    Sample(
        "DecodeWav",
        lambda tf, x: _decoded(tf, x, desired_channels=3, desired_samples=7),
        (AUDIO,),
        gradient=False,
    ),
    Sample("DecodeWav", lambda tf, x: _decoded(tf, x, desired_samples=2), (AUDIO,), gradient=False),
    Bad("DecodeWav", lambda tf: tuple(tf.audio.decode_wav("junk")), match="RIFF|short"),
    Bad("DecodeWav", lambda tf: tuple(tf.audio.decode_wav(b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0"))),
    Bad("DecodeWav", lambda tf: tuple(tf.audio.decode_wav(["junk"]))),
]
