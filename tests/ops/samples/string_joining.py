"""Samples of the ops of `ops/strings/string_joining.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

TEXT = np.array([[b"a", b"b", b"c"], [b"d", b"", b"f"]], object)
NONE = np.empty((0, 2), object)
ROWS = np.array([1, 0, 1], np.int32)

SAMPLES = [
    Sample("StringJoin", lambda tf, x, y: tf.strings.join([x, y]), (TEXT, TEXT)),
    Sample("StringJoin", lambda tf, x: tf.strings.join([x, "y", x], "-"), (TEXT,)),
    Sample("StringJoin", lambda tf, x: tf.strings.join([x], "-"), (TEXT[0, 0],)),
    Bad("StringJoin", lambda tf, x: tf.strings.join([x, ["a"]]), (TEXT,)),
    *[
        Sample("ReduceJoin", lambda tf, x, a=a, k=k: tf.strings.reduce_join(x, a, k, "+"), (TEXT,))
        for a in (None, 0, -1, [0, 1], [1, 0], [])
        for k in (False, True)
    ],
    Sample("ReduceJoin", lambda tf, x: tf.strings.reduce_join(x, 0), (NONE,)),
    Sample("ReduceJoin", lambda tf, x: tf.strings.reduce_join(x), (TEXT[0, 0],)),
    Bad(
        "ReduceJoin",
        lambda tf, x: tf.strings.reduce_join(x, 2),
        (TEXT,),
        error=("OutOfRangeError",),
    ),
    Bad("ReduceJoin", lambda tf, x: tf.strings.reduce_join(x, [0, -2]), (TEXT,), match="Duplicate"),
    Sample(
        "UnsortedSegmentJoin",
        lambda tf, x, s: tf.strings.unsorted_segment_join(x, s, 3, ":"),
        (TEXT[0], ROWS),
    ),
    Sample(
        "UnsortedSegmentJoin",
        lambda tf, x, s: tf.strings.unsorted_segment_join(x, s, 2),
        (TEXT, np.array([1, 1], np.int64)),
    ),
    Sample(
        "UnsortedSegmentJoin",
        lambda tf, x, s: tf.strings.unsorted_segment_join(x, s, 2),
        (TEXT, np.array([[0, 1, 0], [1, 1, 0]], np.int32)),
    ),
    Sample(
        "UnsortedSegmentJoin",
        lambda tf, x, s: tf.strings.unsorted_segment_join(x, s, 0),
        (NONE, np.empty(0, np.int32)),
    ),
    Bad(
        "UnsortedSegmentJoin",
        lambda tf, x, s: tf.strings.unsorted_segment_join(x, s, 1),
        (TEXT[0], ROWS),
        match="exceed num_segments",
    ),
    Bad(
        "UnsortedSegmentJoin",
        lambda tf, x, s: tf.strings.unsorted_segment_join(x, s, 2),
        (TEXT, ROWS),
    ),
]
