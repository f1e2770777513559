"""Samples of the ops of `ops/strings/letter_case.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

TEXT = np.array([[b"aBc 1", "\u00c9\u00df".encode()], [b"", b"\xffA"]], object)

SAMPLES = [
    entry
    for op, name in (("StringLower", "lower"), ("StringUpper", "upper"))
    for entry in (
        Sample(op, lambda tf, x, f=name: getattr(tf.strings, f)(x), (TEXT,)),
        Sample(op, lambda tf, x, f=name: getattr(tf.strings, f)(x), (TEXT[0, 0],)),
        Sample(op, lambda tf, x, f=name: getattr(tf.strings, f)(x, "utf-8"), (TEXT,)),
        Bad(op, lambda tf, x, f=name: getattr(tf.strings, f)(x, "latin1"), (TEXT,), match="utf-8"),
    )
]
