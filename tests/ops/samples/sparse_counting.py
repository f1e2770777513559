"""Samples of the ops of `ops/sparse/counting.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

PLACES = np.array([[0, 0], [0, 1], [0, 2], [2, 1]], np.int64)
NUMBERS = np.array([1, 2, 2, 3], np.int32)
MATRIX = np.array([[1, 2, 2], [0, 3, 0]], np.int32)
SPLITS = np.array([0, 3, 3, 4], np.int64)
WEIGHTS = random.floats(4)
NONE = np.zeros(0, np.int32)


def _parts(sparse):
    return sparse.indices, sparse.values, sparse.dense_shape


def _dense(tf, numbers, weights=None, **options):
    return _parts(tf.sparse.bincount(numbers, weights, **options))


def _sparse(tf, numbers, weights=None, **options):
    weights = None if weights is None else tf.SparseTensor(PLACES, weights, [3, 3])
    return _parts(tf.sparse.bincount(tf.SparseTensor(PLACES, numbers, [3, 3]), weights, **options))


def _ragged(tf, splits, numbers, weights, **options):
    return tf.raw_ops.RaggedCountSparseOutput(
        splits=splits, values=numbers, weights=weights, binary_output=False, **options
    )


def _sparse_bins(tf, numbers, weights, size=4, **options):
    return tf.raw_ops.SparseBincount(
        indices=PLACES, values=numbers, dense_shape=[3, 3], size=size, weights=weights, **options
    )


def _ragged_bins(tf, splits, numbers, weights, **options):
    return tf.raw_ops.RaggedBincount(
        splits=splits, values=numbers, size=4, weights=weights, **options
    )


OPTIONS = (
    {},
    {"axis": -1},
    {"axis": -1, "minlength": 6},
    {"axis": -1, "maxlength": 3},
    {"binary_output": True},
)

SAMPLES = [
    *(
        Sample("DenseCountSparseOutput", lambda tf, x, o=options: _dense(tf, x, **o), (MATRIX,))
        for options in OPTIONS
    ),
    *(
        Sample("SparseCountSparseOutput", lambda tf, x, o=options: _sparse(tf, x, **o), (NUMBERS,))
        for options in OPTIONS[1:4]
    ),
    Sample("DenseCountSparseOutput", _dense, (NUMBERS, WEIGHTS), gradient=False),
    Sample("DenseCountSparseOutput", _dense, (NONE,)),
    Sample(
        "SparseCountSparseOutput",
        lambda tf, x, w: _sparse(tf, x, w, axis=-1),
        (NUMBERS, WEIGHTS),
        gradient=False,
    ),
    Sample("RaggedCountSparseOutput", _ragged, (SPLITS, NUMBERS, NONE)),
    Sample("RaggedCountSparseOutput", _ragged, (SPLITS, NUMBERS, WEIGHTS), gradient=False),
    Sample("SparseBincount", _sparse_bins, (NUMBERS, NONE)),
    Sample(
        "SparseBincount", lambda tf, *a: _sparse_bins(tf, *a, binary_output=True), (NUMBERS, NONE)
    ),
    Sample("SparseBincount", _sparse_bins, (NUMBERS, WEIGHTS), gradient=False),
    Sample("RaggedBincount", _ragged_bins, (SPLITS, NUMBERS, NONE)),
    Sample("RaggedBincount", _ragged_bins, (SPLITS, NUMBERS, WEIGHTS), gradient=False),
    Sample("SparseBincount", _sparse_bins, (NUMBERS, WEIGHTS[:, None]), gradient=False),
    Sample("RaggedBincount", _ragged_bins, (SPLITS, NUMBERS, WEIGHTS[None]), gradient=False),
    Bad("DenseCountSparseOutput", _dense, (-NUMBERS,)),
    Bad("DenseCountSparseOutput", lambda tf, x: _dense(tf, x, axis=-1), (MATRIX[None],)),
    Bad("SparseCountSparseOutput", lambda tf, x: _sparse(tf, x, axis=-1), (-NUMBERS,)),
    Bad("RaggedCountSparseOutput", _ragged, (SPLITS[:2], NUMBERS, NONE)),
    Bad("SparseBincount", lambda tf, *a: _sparse_bins(tf, *a, size=-1), (NUMBERS, NONE)),
    Bad("RaggedBincount", _ragged_bins, (SPLITS[1:], NUMBERS, NONE)),
]
