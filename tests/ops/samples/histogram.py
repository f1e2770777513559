"""Samples of the ops of `ops/reductions/histogram.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

V = np.array([-1.0, 0.0, 1.5, 2.0, 5.0, 15.0], np.float32)

SAMPLES = [
    Sample("HistogramFixedWidth", lambda tf: tf.histogram_fixed_width(V, [0.0, 5.0], nbins=5)),
    Sample(
        "HistogramFixedWidth",
        lambda tf: tf.histogram_fixed_width([[1, 7], [3, 9]], [0, 10], 4, tf.int64),
    ),
    Sample(
        "HistogramFixedWidth", lambda tf: tf.histogram_fixed_width(tf.zeros([0]), [0.0, 1.0], 3)
    ),
    Sample("Floor", lambda tf: tf.histogram_fixed_width_bins(V, [0.0, 5.0], nbins=5)),
    Sample(
        "DenseBincount",
        lambda tf: [tf.math.bincount([1, 1, 2, 5]), tf.math.bincount([], dtype=tf.int64)],
    ),
    Sample(
        "DenseBincount", lambda tf: tf.math.bincount([1, 1, 2, 5], weights=[1.0, 2.0, 3.0, 4.0])
    ),
    Sample(
        "DenseBincount",
        lambda tf: [tf.math.bincount([1, 5], minlength=8), tf.math.bincount([1, 5], maxlength=3)],
    ),
    Sample(
        "DenseBincount",
        lambda tf: [tf.math.bincount([[1, 1], [2, 5]], axis=a) for a in (-1, 0, None)],
    ),
    Sample(
        "DenseBincount", lambda tf: tf.math.bincount([[1, 1], [2, 5]], axis=-1, binary_output=True)
    ),
    Sample(
        "DenseBincount",
        lambda tf: tf.math.bincount(tf.constant([1, 2], tf.int64), dtype=tf.float32),
    ),
    Sample("Bincount", lambda tf: tf.raw_ops.Bincount(arr=[1, 1, 3], size=3, weights=[1, 2, 3])),
    Sample("Bincount", lambda tf: tf.raw_ops.Bincount(arr=[[1, 1]], size=3, weights=tf.zeros([0]))),
    Bad("HistogramFixedWidth", lambda tf: tf.histogram_fixed_width([1.0], [5.0, 0.0], nbins=5)),
    Bad("HistogramFixedWidth", lambda tf: tf.histogram_fixed_width([1.0], [0.0, 5.0], nbins=0)),
    Bad("DenseBincount", lambda tf: tf.math.bincount([-1, 1]), match="non-negative"),
    Bad("DenseBincount", lambda tf: tf.math.bincount([1, 2], weights=[1.0])),
    Bad("DenseBincount", lambda tf: tf.math.bincount([1, 2], axis=2), error=("ValueError",)),
]
