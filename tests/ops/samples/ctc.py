"""Samples of the losses of connectionist temporal classification.

The gradient's own derivative is refused, in TensorFlow too: tests/ops/nn/test_ctc.py has the first one.
"""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

LOGITS = random.floats(6, 2, 4)
PLACES = np.array([[0, 0], [0, 1], [1, 0], [1, 1], [1, 2]], np.int64)
LABELS = np.array([1, 2, 2, 2, 1], np.int32)


def _sparse(tf, logits, labels=LABELS, places=PLACES, steps=(6, 5), **options):
    sparse = tf.SparseTensor(places, labels, [2, 3])
    return tf.compat.v1.nn.ctc_loss(sparse, logits, list(steps), **options)


def _blank(tf, logits, index):
    return tf.nn.ctc_loss(
        tf.SparseTensor(PLACES, LABELS, [2, 3]), logits, None, [6, 5], blank_index=index
    )


def _dense(tf, logits, lengths=(2, 3), steps=(6, 5), **options):
    labels = [[1, 2, 0], [3, 3, 1]]
    return tf.nn.ctc_loss(labels, logits, list(lengths), list(steps), **options)


SAMPLES = [
    Sample("CTCLoss", _sparse, (LOGITS,), gradient=False),
    Sample("CTCLoss", _sparse, (LOGITS.astype(np.float64),), gradient=False),
    Sample(
        "CTCLoss",
        lambda tf, x: _sparse(tf, x, preprocess_collapse_repeated=True),
        (LOGITS,),
        gradient=False,
    ),
    Sample(
        "CTCLoss", lambda tf, x: _sparse(tf, x, ctc_merge_repeated=False), (LOGITS,), gradient=False
    ),
    Sample(
        "CTCLoss",
        lambda tf, x: _sparse(tf, x, steps=(1, 5), ignore_longer_outputs_than_inputs=True),
        (LOGITS,),
        gradient=False,
    ),
    Sample("CTCLoss", lambda tf, x: _blank(tf, x, 0), (LOGITS,), gradient=False),
    Sample("CTCLoss", lambda tf, x: _blank(tf, x, -1), (LOGITS,), gradient=False),
    Bad("CTCLoss", lambda tf, x: _sparse(tf, x, steps=(1, 5)), (LOGITS,), match="Not enough time"),
    Bad("CTCLoss", lambda tf, x: _sparse(tf, x, -LABELS), (LOGITS,), match="nonnegative"),
    Bad("CTCLoss", lambda tf, x: _sparse(tf, x, steps=(7, 5)), (LOGITS,)),
    Bad("CTCLoss", lambda tf, x: _sparse(tf, x, LABELS[:2], PLACES[:2]), (LOGITS,), match="zero"),
    # The real one has no kernel of this op for CPUs; it computes the same by a chain of other ops.
    Sample("CTCLossV2", _dense, (LOGITS,), gradient=False, rtol=1e-5),
    Sample(
        "CTCLossV2",
        lambda tf, x: _dense(tf, x, logits_time_major=False),
        (LOGITS.transpose(1, 0, 2).copy(),),
        gradient=False,
        rtol=1e-5,
    ),
    Sample("CTCLossV2", lambda tf, x: _dense(tf, x, (0, 3)), (LOGITS,), gradient=False, rtol=1e-5),
    # Labels that are too long for their steps.
    Sample(
        "CTCLossV2",
        lambda tf, x: _dense(tf, x, steps=(1, 2)),
        (LOGITS,),
        gradient=False,
        rtol=1e-5,
    ),
    Sample(
        "CTCLossV2",
        lambda tf, x: tf.nn.ctc_loss([[0, 2]], x, [2], [6], blank_index=-1),
        (LOGITS[:, :1],),
        gradient=False,
        rtol=1e-5,
    ),
    Bad(
        "CTCLossV2",
        lambda tf, x: tf.raw_ops.CTCLossV2(
            inputs=x, labels_indices=PLACES, labels_values=LABELS, sequence_length=[7, 5]
        ),
        (LOGITS,),
        # On CPUs TensorFlow has no kernel of it.
        error=("InvalidArgumentError", "NotFoundError"),
        staged_error=("InvalidArgumentError", "NotFoundError", "ValueError"),
    ),
]
