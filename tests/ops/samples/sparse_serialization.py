"""Samples of the ops of `ops/sparse/serialization.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

AT = np.array([[0, 1], [1, 0], [2, 2]], np.int64)


def _sparse(tf, x, shape=(3, 4)):
    return tf.SparseTensor(AT, x, shape)


def _parts(sparse):
    return sparse.indices, sparse.values, sparse.dense_shape


def _back(tf, x, many):
    if many:
        rows = tf.io.serialize_many_sparse(_sparse(tf, x))
        return _parts(tf.io.deserialize_many_sparse(rows, x.dtype, rank=2))
    row = tf.io.serialize_sparse(_sparse(tf, x))
    return tuple(tf.raw_ops.DeserializeSparse(serialized_sparse=[row, row], dtype=x.dtype))


def _one_back(tf, x):
    row = tf.io.serialize_sparse(_sparse(tf, x))
    return tuple(tf.raw_ops.DeserializeSparse(serialized_sparse=row, dtype=x.dtype))


def _read(tf, serialized):
    return tuple(tf.raw_ops.DeserializeSparse(serialized_sparse=serialized, dtype=tf.int32))


VALUES = [random.floats(3), random.integers(3), np.array([b"a", b"", b"c"], object)]

SAMPLES = [
    *[
        sample
        for x in VALUES
        for sample in (
            Sample(
                "SerializeSparse",
                lambda tf, x: tf.io.serialize_sparse(_sparse(tf, x)),
                (x,),
                gradient=False,
            ),
            Sample(
                "SerializeManySparse",
                lambda tf, x: tf.io.serialize_many_sparse(_sparse(tf, x)),
                (x,),
                gradient=False,
            ),
            Sample("DeserializeSparse", _one_back, (x,), gradient=False),
            Sample("DeserializeSparse", lambda tf, x: _back(tf, x, False), (x,), gradient=False),
            Sample("DeserializeManySparse", lambda tf, x: _back(tf, x, True), (x,), gradient=False),
        )
    ],
    Bad(
        "SerializeSparse",
        lambda tf: tf.raw_ops.SerializeSparse(
            sparse_indices=[1], sparse_values=[1], sparse_shape=[1]
        ),
    ),
    Bad(
        "SerializeManySparse",
        lambda tf: tf.raw_ops.SerializeManySparse(
            sparse_indices=[[1, 1]], sparse_values=[1], sparse_shape=[1]
        ),
    ),
    Bad("DeserializeSparse", lambda tf: _read(tf, ["a", "b"])),
    Bad("DeserializeSparse", lambda tf: _read(tf, ["a", "b", "c"])),
    Bad("DeserializeSparse", lambda tf: _read(tf, tf.zeros([0, 3], tf.string))),
    Bad(
        "DeserializeManySparse",
        lambda tf: _parts(tf.io.deserialize_many_sparse([["a", "b", "c"]], tf.int32)),
    ),
]
