"""Samples of the ops of `ops/strings/string_parts.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

TEXT = np.array([b"hello", "h\u00e9ll\u00f6".encode(), "\u6771\u4eac!!!".encode()], object)
BROKEN = np.array([b"\xff\xe3a", b"\x80", b""], object)
EMPTY = np.empty((2, 0), object)

SAMPLES = [
    *[
        Sample("StringLength", lambda tf, x, u=unit: tf.strings.length(x, unit=u), (array,))
        for unit in ("BYTE", "UTF8_CHAR")
        for array in (TEXT, BROKEN, EMPTY, TEXT[1])
    ],
    Bad("StringLength", lambda tf: tf.strings.length("a", unit="WORD")),
    *[
        Sample("StringStrip", lambda tf, x: tf.strings.strip(x), (array,))
        for array in (np.array([[b" a b\n", b"\t"], [b"", b"c"]], object), EMPTY)
    ],
    *[
        Sample("Substr", lambda tf, x, u=u, p=p, n=n: tf.strings.substr(x, p, n, unit=u), (TEXT,))
        for u in ("BYTE", "UTF8_CHAR")
        for p, n in ((0, 2), (1, 100), (-2, 1), (5, 3), (-3, 2), (2, -1))
    ],
    Sample(
        "Substr",
        lambda tf, x, p, n: tf.strings.substr(x, p, n),
        (TEXT, np.array([0, 1, 2], np.int64), np.array([3, 2, 1], np.int64)),
    ),
    Sample(
        "Substr",
        lambda tf, x, p, n: tf.strings.substr(x, p, n),
        (np.array(b"thirteen", object), np.array([1, 5], np.int32), np.array([3, 2], np.int32)),
    ),
    Bad("Substr", lambda tf, x: tf.strings.substr(x, 6, 1), (TEXT,), match="pos 6 out of range"),
    Bad("Substr", lambda tf, x: tf.strings.substr(x, -6, 1, "UTF8_CHAR"), (TEXT,)),
    Bad("Substr", lambda tf, x: tf.strings.substr(x, [0, 1], [1, 1]), (TEXT,)),
    Bad("Substr", lambda tf, x: tf.strings.substr(x, [0], [1, 1]), (TEXT,), match="same shape"),
]
