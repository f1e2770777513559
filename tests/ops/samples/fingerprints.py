"""Samples of the ops of `ops/strings/fingerprints.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

TEXT = np.array([[b"a", b"b"], [b"", b"long" * 30]], object)

SAMPLES = [
    *[
        Sample("Fingerprint", lambda tf, x: tf.fingerprint(x), (array,))
        for array in (
            TEXT,
            TEXT[0],
            np.arange(12, dtype=np.int32).reshape(2, 3, 2),
            np.float32([1.5, -2.5]),
            np.zeros((3, 0), np.int64),
            np.zeros((0, 2), np.float32),
            np.array([True, False]),
        )
    ],
    Bad("Fingerprint", lambda tf: tf.fingerprint(tf.constant("abc")), match="at least one dimension"),
    Bad("Fingerprint", lambda tf: tf.fingerprint([1], "md5"), match="Unsupported fingerprint method"),
]
