"""Samples of the ops behind ragged tensors."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

V = random.floats(5)
W = random.floats(5, 2)


def _dense(tf, values, shape=None, default=None):
    ragged = tf.RaggedTensor.from_row_splits(values, [0, 3, 3, 5])
    return ragged.to_tensor(default, shape=shape)


def _nested(tf, values):
    ragged = tf.RaggedTensor.from_nested_row_splits(values, [[0, 2, 3], [0, 1, 3, 5]])
    return ragged.to_tensor()


def _dense_by_rows(tf, values, ids=(0, 0, 0, 2, 2), inner=None, kinds=None):
    partitions = [tf.constant(4), tf.constant(ids)]
    if inner is not None:
        partitions.append(tf.constant(inner))
    return tf.raw_ops.RaggedTensorToTensor(
        shape=tf.constant(-1),
        values=values,
        default_value=tf.zeros([], values.dtype),
        row_partition_tensors=partitions,
        row_partition_types=kinds or ["FIRST_DIM_SIZE"] + ["VALUE_ROWIDS"] * (len(partitions) - 1),
    )


def _pairs(tf, text, splits, widths=(2,), pad_width=0, preserve=False):
    return tf.raw_ops.StringNGrams(
        data=text,
        data_splits=splits,
        separator="-",
        ngram_widths=list(widths),
        left_pad="<",
        right_pad=">",
        pad_width=pad_width,
        preserve_short_sequences=preserve,
    )


def _range(tf, starts, limits, deltas, kind="int64"):
    return tf.raw_ops.RaggedRange(
        starts=starts, limits=limits, deltas=deltas, Tsplits=getattr(tf, kind)
    )


ZERO, ENDS = np.array([0, 2, 5], np.int32), np.array([3, 2, 9], np.int32)
STEPS = np.array([1, 1, 3], np.int32)
HALVES = np.array([0.1, 0.3], np.float32)

TEXT = np.array([b"a", b"b", b"c", b"d"], object)
SPLITS = np.array([0, 3, 3, 4])

def _to_tensor_of_shape(tf, x, shape):
    return tf.raw_ops.RaggedTensorToTensor(
        shape=shape,
        values=x,
        default_value=tf.zeros([], x.dtype),
        row_partition_tensors=[tf.constant([0, V.shape[0]], tf.int64)],
        row_partition_types=["ROW_SPLITS"],
    )


SAMPLES = [
    Sample("RaggedTensorToTensor", _dense, (V,)),
    Sample("RaggedTensorToTensor", _dense, (W,)),
    Bad("RaggedTensorToTensor", lambda tf, x: _to_tensor_of_shape(tf, x, 3), (V,), match="-1"),
    Sample("RaggedTensorToTensor", lambda tf, x: _dense(tf, x, [None, 2], 7.0), (V,)),
    Sample("RaggedTensorToTensor", lambda tf, x: _dense(tf, x, [4, 5]), (V,)),
    Sample("RaggedTensorToTensor", _nested, (V,)),
    Sample("RaggedTensorToTensor", _dense_by_rows, (V,)),
    Sample("RaggedTensorToTensor", lambda tf, x: _dense_by_rows(tf, x, [0, 2], [0, 0, 1, 1, 1]), (V,)),
    Bad("RaggedTensorToTensor", lambda tf, x: _dense_by_rows(tf, x, [0, 0, 0, 2, 4]), (V,)),
    Sample("RaggedTensorToTensor", lambda tf: _dense(tf, tf.constant(list("abcde")))),
    Bad(
        "RaggedTensorToTensor",
        lambda tf, x: _dense(tf, x, [4]),
        (V,),
        error=("ValueError", "InvalidArgumentError"),
    ),
    Sample("RaggedRange", _range, (ZERO, ENDS, STEPS)),
    Sample("RaggedRange", lambda tf, x, y, z: _range(tf, x, y, z, "int32"), (ZERO, ENDS, STEPS)),
    Sample("RaggedRange", _range, (ENDS, np.int32(-1), np.int32(-2))),
    # How many numbers there are depends on the arguments, and nothing has a gradient.
    Sample("RaggedRange", _range, (HALVES, np.float32(1.0), HALVES), gradient=False),
    Sample("RaggedRange", _range, (ZERO[:0], ENDS[:0], STEPS[:0])),
    Bad("RaggedRange", _range, (ZERO, ENDS, np.int32(0))),
    Bad("RaggedRange", _range, (ZERO, ENDS[:2], STEPS)),
    Bad("RaggedRange", _range, (ZERO[None], ENDS, STEPS)),
    Sample("StringNGrams", _pairs, (TEXT, SPLITS)),
    Sample("StringNGrams", lambda tf, x, s: _pairs(tf, x, s, (1, 3), 1, True), (TEXT, SPLITS)),
    Sample("StringNGrams", lambda tf, x, s: _pairs(tf, x, s, (3,), -1), (TEXT, SPLITS)),
    Bad("StringNGrams", _pairs, (TEXT, np.array([0, 9]))),
]
