"""Samples of the ops of `ops/strings/raw_bytes.py`."""

import gzip
import zlib

import numpy as np

from tests.ops.samples import Bad, Sample

DATA = np.array([[b"abcdefgh", b"\x00\x00\x80?\x00\x00\x00@"]], object)
SHORT = np.array([b"ab", b"", b"abcdef"], object)
DTYPES = ("uint8", "int16", "uint16", "int32", "int64", "float16", "bfloat16", "float32", "float64")

SAMPLES = [
    *[
        Sample(
            "DecodeRaw",
            lambda tf, x, d=dtype, e=e: tf.io.decode_raw(x, getattr(tf, d), little_endian=e),
            (DATA,),
        )
        for dtype in (*DTYPES, "complex64")
        for e in (True, False)
    ],
    Sample("DecodeRaw", lambda tf, x: tf.io.decode_raw(x, tf.bool), (np.array(b"\0\1\1", object),)),
    Sample("DecodeRaw", lambda tf, x: tf.io.decode_raw(x, tf.int32), (np.empty((0, 2), object),)),
    Bad("DecodeRaw", lambda tf: tf.io.decode_raw("abc", tf.int16), match="multiple of 2"),
    Bad("DecodeRaw", lambda tf, x: tf.io.decode_raw(x, tf.uint8), (SHORT,), match="same size"),
    *[
        Sample(
            "DecodePaddedRaw",
            lambda tf, x, d=dtype, e=e: tf.io.decode_raw(x, getattr(tf, d), e, fixed_length=4),
            (SHORT,),
        )
        for dtype in ("uint8", "int16", "int32", "float32")
        for e in (True, False)
    ],
    *[
        Bad(
            "DecodePaddedRaw",
            lambda tf, n=n: tf.io.decode_raw("ab", tf.int16, fixed_length=n),
            match="fixed_length",
        )
        for n in (0, -1, 3)
    ],
    Sample("DecodeCompressed", lambda tf, x: tf.io.decode_compressed(x), (SHORT,)),
    Sample(
        "DecodeCompressed",
        lambda tf, x: tf.io.decode_compressed(x, "ZLIB"),
        (np.array([[zlib.compress(b"text")]], object),),
    ),
    Sample(
        "DecodeCompressed",
        lambda tf, x: tf.io.decode_compressed(x, "GZIP"),
        (np.array([gzip.compress(b"text" * 99)], object),),
    ),
    Bad(
        "DecodeCompressed",
        lambda tf: tf.io.decode_compressed("ab", "ZLIB"),
        error=("DataLossError",),
    ),
    Bad("DecodeCompressed", lambda tf: tf.io.decode_compressed("ab", "RAR"), match="supported"),
]
