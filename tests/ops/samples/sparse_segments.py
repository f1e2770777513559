"""Samples of the ops of `ops/reductions/sparse_segments.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(4, 2)
ROWS = np.array([0, 3, 3, 1], np.int32)
IDS = np.array([0, 0, 1, 3], np.int32)

SAMPLES = [
    *(
        Sample(op, lambda tf, x, name=name: getattr(tf.sparse, name)(x, ROWS, IDS), (X,))
        for op, name in (
            ("SparseSegmentSum", "segment_sum"),
            ("SparseSegmentMean", "segment_mean"),
            ("SparseSegmentSqrtN", "segment_sqrt_n"),
        )
    ),
    *(
        Sample(
            op,
            lambda tf, x, name=name: getattr(tf.sparse, name)(x, ROWS, IDS, num_segments=5),
            (X,),
        )
        for op, name in (
            ("SparseSegmentSumWithNumSegments", "segment_sum"),
            ("SparseSegmentMeanWithNumSegments", "segment_mean"),
            ("SparseSegmentSqrtNWithNumSegments", "segment_sqrt_n"),
        )
    ),
    *(
        Sample(
            op,
            lambda tf, x, name=name: getattr(tf.sparse, name)(
                x, tf.constant([1], tf.int64), tf.constant([0], tf.int64)
            ),
            (X,),
        )
        for op, name in (
            ("SparseSegmentMean", "segment_mean"),
            ("SparseSegmentSqrtN", "segment_sqrt_n"),
        )
    ),
    *(
        Sample(
            op, lambda tf, name=name: getattr(tf.sparse, name)([[1.0, 2.0]], [], [], num_segments=2)
        )
        for op, name in (
            ("SparseSegmentSumWithNumSegments", "segment_sum"),
            ("SparseSegmentMeanWithNumSegments", "segment_mean"),
            ("SparseSegmentSqrtNWithNumSegments", "segment_sqrt_n"),
        )
    ),
    Sample(
        "SparseSegmentSum", lambda tf: tf.sparse.segment_sum([[1, 2], [3, 4]], [0, 1, 0], [0, 0, 1])
    ),
    Bad(
        "SparseSegmentSum",
        lambda tf, x: tf.sparse.segment_sum(x, [0, 4], [0, 0]),
        (X,),
        match="out of range",
    ),
    Bad("SparseSegmentSum", lambda tf, x: tf.sparse.segment_sum(x, [0, 1], [0]), (X,)),
    Bad(
        "SparseSegmentSumWithNumSegments",
        lambda tf, x: tf.sparse.segment_sum(x, [0, 1], [0, 2], 1),
        (X,),
    ),
    Bad("SparseSegmentMean", lambda tf, x: tf.sparse.segment_mean(x, [0, 1], [1, 0]), (X,)),
]
