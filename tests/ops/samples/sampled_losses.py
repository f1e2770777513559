"""Samples of the op and the functions of `ops/nn/sampled_losses.py`, and of `ops/nn/embeddings.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

TRUE = np.array([[3, 7], [1, 1]], np.int64)
DRAWN = np.array([3, 1, 1, 7], np.int64)
W, B, X = random.floats(10, 4), random.floats(10), random.floats(2, 4)
COUNTS = np.full((2, 2), 0.5, np.float32), np.full(4, 0.25, np.float32)


def _hits(tf, true, drawn, num_true=2):
    return tf.nn.compute_accidental_hits(true, drawn, num_true)


def _softmax(tf, w, b, x, **options):
    values = (tf.constant(DRAWN), tf.constant(COUNTS[0]), tf.constant(COUNTS[1]))
    return tf.nn.sampled_softmax_loss(w, b, TRUE, x, 4, 10, 2, sampled_values=values, **options)


def _nce(tf, w, b, x, **options):
    values = (tf.constant(DRAWN), tf.constant(COUNTS[0]), tf.constant(COUNTS[1]))
    return tf.nn.nce_loss(w, b, TRUE, x, 4, 10, 2, sampled_values=values, **options)


def _parts(tf, w, strategy, **options):
    parts = [w[:4], w[4:7], w[7:]]
    ids = tf.constant([[0, 9], [4, 6]])
    if strategy == "div":
        return tf.nn.embedding_lookup(parts, ids, **options)
    return tf.compat.v1.nn.embedding_lookup(parts, ids, strategy, **options)


SAMPLES = [
    Sample("ComputeAccidentalHits", _hits, (TRUE, DRAWN)),
    Sample("ComputeAccidentalHits", _hits, (TRUE, DRAWN[:0])),
    Sample("ComputeAccidentalHits", _softmax, (W, B, X), rtol=1e-5),
    Sample(
        "ComputeAccidentalHits", lambda tf, *a: _nce(tf, *a, remove_accidental_hits=True), (W, B, X)
    ),
    Sample(
        "Log",
        lambda tf, *a: _softmax(tf, *a, remove_accidental_hits=False),
        (W, B, X),
        rtol=1e-5,
    ),
    Sample("Log", _nce, (W, B, X)),
    Sample("GatherV2", lambda tf, w: tf.nn.embedding_lookup(w, [[1, 0], [1, 9]]), (W,)),
    Sample("GatherV2", lambda tf, w: tf.nn.embedding_lookup(w, [1, 0], max_norm=1.0), (W,)),
    Sample("DynamicStitch", lambda tf, w: _parts(tf, w, "div"), (W,), static="call"),
    Sample("DynamicStitch", lambda tf, w: _parts(tf, w, "mod"), (W,), static="call"),
    Sample("DynamicStitch", lambda tf, w: _parts(tf, w, "div", max_norm=1.0), (W,), static="call"),
    Bad("ComputeAccidentalHits", lambda tf, t, d: _hits(tf, t, d, 3), (TRUE, DRAWN)),
    Bad("ComputeAccidentalHits", _hits, (TRUE, TRUE)),
]
