"""Samples of the ops of `ops/strings/string_splitting.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

TEXT = np.array([b"a,b c", b" x  y ", b"", b"a,,b", b"::a::b", b","], object)
NONE = np.empty(0, object)

SAMPLES = [
    *[
        Sample(
            "StringSplitV2",
            lambda tf, x, s=separator, m=most: list(
                tf.raw_ops.StringSplitV2(input=x, sep=s, maxsplit=m)
            ),
            (TEXT,),
        )
        for separator in ("", ",", " ", "::")
        for most in (-1, 0, 1)
    ],
    Sample(
        "StringSplitV2", lambda tf, x: list(tf.raw_ops.StringSplitV2(input=x, sep=" ")), (NONE,)
    ),
    Bad(
        "StringSplitV2",
        lambda tf, x: tf.raw_ops.StringSplitV2(input=x, sep=" ").values,
        (TEXT.reshape(2, 3),),
        match="must be a vector",
    ),
    Bad(
        "StringSplitV2",
        lambda tf, x: tf.raw_ops.StringSplitV2(input=x, sep=x).values,
        (TEXT,),
        match="must be a scalar",
    ),
    *[
        Sample(
            "StringSplit",
            lambda tf, x, d=delimiter, s=skip: list(
                tf.raw_ops.StringSplit(input=x, delimiter=d, skip_empty=s)
            ),
            (TEXT,),
        )
        for delimiter in ("", ",", " ,", "::")
        for skip in (True, False)
    ],
    Bad(
        "StringSplit",
        lambda tf, x: tf.raw_ops.StringSplit(input=x, delimiter=" ").values,
        (TEXT[0],),
        match="must be a vector",
    ),
]
