"""Samples of the ops of `ops/reductions/segments.py` and `ops/reductions/unsorted_segments.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(5, 2)
WITH_ZEROS = np.array([[1.5, 0.0], [0.0, 2.0], [0.5, 0.0], [0.0, -1.5], [-2.0, 1.0]], np.float32)
IDS = np.array([2, 0, -1, 2, 0], np.int32)
FULL = np.array([1, 0, -1, 1, 0], np.int32)
SORTED = np.array([0, 0, 2, 2, 3], np.int64)

SAMPLES = [
    *(
        Sample(op, lambda tf, x, name=name: getattr(tf.math, name)(x, IDS, 4), (X,))
        for op, name in (
            ("UnsortedSegmentSum", "unsorted_segment_sum"),
            ("UnsortedSegmentProd", "unsorted_segment_prod"),
            ("UnsortedSegmentSum", "unsorted_segment_mean"),
            ("UnsortedSegmentSum", "unsorted_segment_sqrt_n"),
        )
    ),
    *(
        # Without empty segments, whose extremes are too large to differentiate by numbers.
        Sample(op, lambda tf, x, name=name: getattr(tf.math, name)(x, FULL, 2), (X,))
        for op, name in (
            ("UnsortedSegmentMax", "unsorted_segment_max"),
            ("UnsortedSegmentMin", "unsorted_segment_min"),
        )
    ),
    *(
        Sample(op, lambda tf, x, name=name: getattr(tf.math, name)(x, IDS, 4), (X,), gradient=False)
        for op, name in (
            ("UnsortedSegmentMax", "unsorted_segment_max"),
            ("UnsortedSegmentMin", "unsorted_segment_min"),
        )
    ),
    *(
        Sample(
            op,
            lambda tf, x, i, name=name: getattr(tf.math, name)(x, i, tf.constant(3, tf.int64)),
            (random.integers(2, 3), np.array([[0, 2, 0], [-1, 2, 2]], np.int64)),
        )
        for op, name in (
            ("UnsortedSegmentSum", "unsorted_segment_sum"),
            ("UnsortedSegmentProd", "unsorted_segment_prod"),
            ("UnsortedSegmentMax", "unsorted_segment_max"),
            ("UnsortedSegmentMin", "unsorted_segment_min"),
        )
    ),
    *(
        Sample(op, lambda tf, x, name=name: getattr(tf.math, name)(x, SORTED), (X,))
        for op, name in (
            ("SegmentSum", "segment_sum"),
            ("SegmentMean", "segment_mean"),
            ("SegmentProd", "segment_prod"),
            ("SegmentMax", "segment_max"),
            ("SegmentMin", "segment_min"),
        )
    ),
    *(
        Sample(op, lambda tf, name=name: getattr(tf.math, name)([5, -2, 4, 3], [0, 0, 1, 3]))
        for op, name in (
            ("SegmentSum", "segment_sum"),
            ("SegmentMean", "segment_mean"),
            ("SegmentProd", "segment_prod"),
            ("SegmentMax", "segment_max"),
            ("SegmentMin", "segment_min"),
        )
    ),
    Sample(
        "UnsortedSegmentProd",
        lambda tf, x: tf.math.unsorted_segment_prod(x, IDS, 3),
        (WITH_ZEROS,),
        gradient=False,
    ),
    Sample(
        "UnsortedSegmentMax",
        lambda tf: tf.math.unsorted_segment_max(tf.constant([1.0, 2.0], tf.bfloat16), [0, 0], 2),
    ),
    Sample("UnsortedSegmentSum", lambda tf: tf.math.unsorted_segment_sum(3.0, 1, 2)),
    Sample(
        "UnsortedSegmentSum",
        lambda tf: tf.math.unsorted_segment_sum(tf.zeros([0, 2]), tf.zeros([0], tf.int32), 2),
    ),
    Sample("SegmentSum", lambda tf: tf.math.segment_sum(tf.zeros([0, 2]), tf.zeros([0], tf.int32))),
    Bad(
        "UnsortedSegmentSum",
        lambda tf: tf.math.unsorted_segment_sum([1, 2, 4], [0, -1, 5], 3),
        match=r"segment_ids\[2\] = 5 is out of range \[0, 3\)",
    ),
    Bad("UnsortedSegmentSum", lambda tf: tf.math.unsorted_segment_sum([1, 2, 4], [0, -1], 3)),
    Bad("UnsortedSegmentSum", lambda tf: tf.math.unsorted_segment_sum([1, 2], [0, 1], -3)),
    Bad(
        "UnsortedSegmentMax",
        lambda tf: tf.math.unsorted_segment_max([1j], [0], 3),
        error=("InvalidArgumentError", "TypeError"),
    ),
    Bad("SegmentSum", lambda tf: tf.math.segment_sum([1, 2, 4], [1, 0, 3]), match="not increasing"),
    Bad("SegmentSum", lambda tf: tf.math.segment_sum([1, 2, 4], [-1, 0, 3])),
    Bad("SegmentMax", lambda tf: tf.math.segment_max([1, 2, 4], [0, 0])),
]
