"""Samples of losses."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_logits = random.floats(3, 4)
_cube = random.floats(2, 3, 4)
_weights = random.floats(3, 4, low=0.1)
_labels = (_weights / _weights.sum(axis=1, keepdims=True)).astype(np.float32)
_cube_labels = np.full((2, 3, 4), 1 / 3, np.float32)
_classes = np.array([0, 3, 1], np.int32)
_probability = random.floats(3, 4, low=0.0, high=1.0)


def _dense(labels, **options):
    def loss(tf, logits):
        constant = tf.constant(labels, logits.dtype)
        return tf.nn.softmax_cross_entropy_with_logits(constant, logits, **options)

    return loss


def _sparse(classes):
    return lambda tf, logits: tf.nn.sparse_softmax_cross_entropy_with_logits(classes, logits)


def _sigmoid(tf, labels, logits):
    return tf.nn.sigmoid_cross_entropy_with_logits(labels, logits)


def _weighted(tf, labels, logits):
    return tf.nn.weighted_cross_entropy_with_logits(labels, logits, 2.5)


def _poisson(tf, targets, log_input):
    return tf.nn.log_poisson_loss(targets, log_input, compute_full_loss=True)


def _both_outputs(tf, logits):
    labels = tf.constant(_labels, logits.dtype)
    return tuple(tf.raw_ops.SoftmaxCrossEntropyWithLogits(features=logits, labels=labels))


_DENSE = "SoftmaxCrossEntropyWithLogits"
_SPARSE = "SparseSoftmaxCrossEntropyWithLogits"

SAMPLES = [
    Sample(_DENSE, _dense(_labels), (_logits,)),
    Sample(_DENSE, _dense(_labels[:1]), (_logits,)),
    Sample(_DENSE, _dense(_labels[0]), (_logits[0],)),
    Sample(_DENSE, _dense(np.stack([_labels, _labels])), (_cube,)),
    Sample(_DENSE, _dense(_cube_labels, axis=1), (_cube,)),
    Sample(_DENSE, _dense(_labels.T, axis=0), (_logits.T.copy(),)),
    Sample(_DENSE, _dense(_labels[:0]), (_logits[:0],)),
    Sample(
        _DENSE,
        _dense(np.eye(3, 4)),
        (np.float32([[1e4, 0, -1e4, 0], [-np.inf, 0, 0, 0], [0, 0, 0, 0]]),),
        gradient=False,
    ),
    Sample(_DENSE, _dense(_labels), (_logits.astype(np.float16),), gradient=False, rtol=2e-3),
    Sample(
        _DENSE, _dense(_labels), (_logits.astype(ml_dtypes.bfloat16),), gradient=False, rtol=2e-2
    ),
    # The gradient of the second output differs: TensorFlow leaves out that of the labels.
    Sample(_DENSE, _both_outputs, (_logits,)),
    Bad(_DENSE, _dense(_labels[:, :3]), (_logits,)),
    Bad(_DENSE, _dense(np.float32(1)), (np.float32(1),)),
    Sample(_SPARSE, _sparse(_classes), (_logits,)),
    Sample(_SPARSE, _sparse(np.int64(2)), (_logits[0],)),
    Sample(_SPARSE, _sparse(np.stack([_classes, _classes])), (_cube,)),
    Sample(_SPARSE, _sparse(_classes[:0]), (_logits[:0],)),
    Sample(_SPARSE, _sparse(_classes), (_logits.astype(np.float16),), gradient=False, rtol=2e-3),
    Bad(_SPARSE, _sparse(np.int32([0, 4, 1])), (_logits,), match="outside the valid range"),
    Bad(_SPARSE, _sparse(_classes[:2]), (_logits,), error=("ValueError",)),
    Bad(_SPARSE, _sparse(_classes), (_cube,), error=("ValueError",)),
    Bad(_SPARSE, _sparse(np.int32(0)), (np.float32(1),), error=("ValueError",)),
    Bad(
        _SPARSE,
        _sparse(np.float32([0, 1, 2])),
        (_logits,),
        error=("InvalidArgumentError", "TypeError"),
    ),
    Sample("Log1p", _sigmoid, (_probability, _logits)),
    Sample("Log1p", _sigmoid, (_probability, _logits * 100)),
    Bad("Log1p", _sigmoid, (_probability[0], _logits), error=("ValueError",)),
    Sample("Log1p", _weighted, (_probability, _logits)),
    Bad("Log1p", _weighted, (_probability[0], _logits), error=("ValueError",)),
    Sample("Exp", _poisson, (_weights + 1.2, _logits)),
    Sample("Exp", _poisson, (np.float32([0, 0.5, 1, 3]), _logits[0]), gradient=False),
    Bad("Exp", _poisson, (_weights[0], _logits), error=("ValueError",)),
    Sample("L2Loss", lambda tf, x: tf.nn.l2_loss(x), (_logits,)),
    Sample(
        "L2Loss",
        lambda tf, x: tf.nn.l2_loss(x),
        (_logits.astype(ml_dtypes.bfloat16),),
        gradient=False,
        rtol=2e-2,
    ),
    Sample("L2Loss", lambda tf, x: tf.nn.l2_loss(x), (_logits[:0],)),
    Bad("L2Loss", lambda tf, x: tf.nn.l2_loss(x), (np.array([1], np.int32),)),
]
