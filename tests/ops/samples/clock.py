"""Samples of the ops of `ops/host/clock.py`."""

from tests.ops.samples import Sample

SAMPLES = [
    Sample("Timestamp", lambda tf: tf.timestamp(), random=True),
    Sample("Timestamp", lambda tf: tf.timestamp() - 1.0, random=True),
]
