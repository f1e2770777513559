"""Samples of the ops of `ops/strings/base64_text.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

DATA = np.array([[b"", b"a", b"ab"], [b"abc", b"\xff\xfe\xfd", b"\x00" * 10]], object)
TEXT = np.array([b"", b"YQ", b"YWI=", b"YWJj", b"__79", b"YR"], object)

SAMPLES = [
    *[
        Sample("EncodeBase64", lambda tf, x, p=pad: tf.io.encode_base64(x, pad=p), (array,))
        for pad in (False, True)
        for array in (DATA, DATA[0, 1])
    ],
    Sample("DecodeBase64", lambda tf, x: tf.io.decode_base64(x), (TEXT,)),
    Sample("DecodeBase64", lambda tf, x: tf.io.decode_base64(x), (TEXT[1],)),
    *[
        Bad("DecodeBase64", lambda tf, t=text: tf.io.decode_base64(t), match="ase64")
        for text in ("a", "+/+/", "Y Q=", "YQ=", "\u00e9\u00e9")
    ],
]
