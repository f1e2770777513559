"""Samples of the ops of `ops/sparse/reduction.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

PLACES = np.array([[0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 1, 1]], np.int64)
X = random.floats(4)


def _reduced(tf, word, x, axis, **options):
    sparse = tf.SparseTensor(PLACES, x, [2, 2, 3])
    result = getattr(tf.sparse, f"reduce_{word.lower()}")(sparse, axis, **options)
    if options.get("output_is_sparse"):
        return result.indices, result.values, result.dense_shape
    return result


CASES = (None, 0, [-1], [0, 2])

SAMPLES = [
    *(
        Sample(
            f"SparseReduce{word}",
            lambda tf, x, w=word, a=axis, k=keep: _reduced(tf, w, x, a, keepdims=k),
            (X,),
            gradient=word == "Sum",
        )
        for word in ("Sum", "Max")
        for axis in CASES
        for keep in (False, True)
    ),
    *(
        Sample(
            f"SparseReduce{word}Sparse",
            lambda tf, x, w=word, a=axis, k=keep: _reduced(
                tf, w, x, a, keepdims=k, output_is_sparse=True
            ),
            (X,),
            gradient=False,
        )
        for word in ("Sum", "Max")
        for axis in CASES
        for keep in (False, True)
    ),
    *(
        Bad(
            f"SparseReduce{word}{kind}",
            lambda tf, x, w=word, k=kind: _reduced(tf, w, x, 3, output_is_sparse=k == "Sparse"),
            (X,),
        )
        for word in ("Sum", "Max")
        for kind in ("", "Sparse")
    ),
]
