"""Samples of products of matrices, `tensordot` and `matvec`."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.ops.samples import Bad, Sample, random

_a, _b = random.floats(2, 3), random.floats(3, 4)
_batch_a, _batch_b = random.floats(2, 1, 2, 3), random.floats(4, 3, 2)
_integers = random.integers(3, 3)


def _complex(*shape):
    return (random.floats(*shape) + 1j * random.floats(*shape)).astype(np.complex64)


_ca, _cb = _complex(2, 3), _complex(3, 2)
_cba, _cbb = _complex(2, 2, 3), _complex(2, 3, 2)


def _matmul(**options):
    return lambda tf, a, b: tf.matmul(a, b, **options)


def _flipped(x, do):
    return np.ascontiguousarray(np.swapaxes(x, -1, -2)) if do else x


_OPTIONS = [(False, False), (True, False), (False, True), (True, True)]

SAMPLES = [
    *[
        Sample(
            "MatMul",
            _matmul(transpose_a=ta, transpose_b=tb),
            (_flipped(_a, ta), _flipped(_b, tb)),
        )
        for ta, tb in _OPTIONS
    ],
    *[
        Sample(
            "MatMul", _matmul(adjoint_a=ta, adjoint_b=tb), (_flipped(_ca, ta), _flipped(_cb, tb))
        )
        for ta, tb in _OPTIONS
    ],
    Sample("MatMul", _matmul(transpose_a=True), (_flipped(_ca, True), _cb)),
    Sample("MatMul", lambda tf, a, b: a @ b, (_a, _b)),
    Sample("MatMul", _matmul(a_is_sparse=True), (_a, _b)),
    *[
        Sample("MatMul", _matmul(), (_integers.astype(dtype), _integers.astype(dtype)))
        for dtype in (np.int32, np.int64, np.float64)
    ],
    Sample("MatMul", _matmul(), (np.full((2, 2), 2**30, np.int32), _integers[:2, :2])),
    *[
        Sample("MatMul", _matmul(), (_a.astype(dtype), _b.astype(dtype)), gradient=False, rtol=2e-2)
        for dtype in (np.float16, ml_dtypes.bfloat16)
    ],
    *[
        Sample("MatMul", _matmul(), (np.zeros(first, np.float32), np.zeros(second, np.float32)))
        for first, second in (((0, 3), (3, 2)), ((2, 0), (0, 3)), ((2, 3), (3, 0)))
    ],
    *[
        Sample(
            "BatchMatMulV2",
            _matmul(transpose_a=ta, transpose_b=tb),
            (_flipped(_batch_a, ta), _flipped(_batch_b, tb)),
        )
        for ta, tb in _OPTIONS
    ],
    *[
        Sample(
            "BatchMatMulV2",
            _matmul(adjoint_a=ta, adjoint_b=tb),
            (_flipped(_cba, ta), _flipped(_cbb, tb)),
        )
        for ta, tb in _OPTIONS
    ],
    Sample("BatchMatMulV2", _matmul(), (_batch_a, _b)),
    Sample("BatchMatMulV2", _matmul(), (_a, _batch_b)),
    Sample("BatchMatMulV2", lambda tf, a, b: a @ b, (_batch_a[:, 0], _batch_b[:2])),
    Sample(
        "BatchMatMulV2", _matmul(), (np.zeros((0, 2, 3), np.float32), np.zeros((3, 2), np.float32))
    ),
    Sample(
        "BatchMatMulV2", _matmul(), (np.ones((2, 1, 2), np.int16), np.ones((2, 2, 1), np.int16))
    ),
    Sample(
        "BatchMatMul",
        lambda tf, a, b: tf.raw_ops.BatchMatMul(x=a, y=b, adj_y=True),
        (_batch_b, _batch_b),
    ),
    Sample("BatchMatMul", lambda tf, a, b: tf.raw_ops.BatchMatMul(x=a, y=b), (_cba, _cbb)),
    *[
        Bad(
            "BatchMatMul",
            lambda tf, a, b: tf.raw_ops.BatchMatMul(x=a, y=b),
            (np.ones(a, np.float32), np.ones(b, np.float32)),
        )
        for a, b in (
            ([1, 2, 2], [3, 2, 2]),
            ([3, 2, 2], [1, 2, 2]),
            ([2, 2], [1, 2, 2]),
            ([1, 3, 2, 2], [2, 3, 2, 2]),
        )
    ],
    Sample(
        "BatchMatMulV3",
        _matmul(output_type=np.int32),
        (np.array([[100, 100]], np.int8), np.array([[100], [100]], np.int8)),
    ),
    Sample(
        "BatchMatMulV3",
        lambda tf, a, b: tf.raw_ops.BatchMatMulV3(x=a, y=b, Tout=tf.float32),
        (_batch_b, _flipped(_batch_b, True)),
    ),
    Sample("MatMul", lambda tf, a, b: tf.linalg.matvec(a, b), (_a, _b[:, 0])),
    Sample("BatchMatMulV2", lambda tf, a, b: tf.linalg.matvec(a, b), (_batch_a, _b[:, 0])),
    Sample("MatMul", lambda tf, a, b: tf.linalg.matvec(a, b, transpose_a=True), (_b, _b[:, 0])),
    Sample("MatMul", lambda tf, a, b: tf.linalg.matvec(a, b, adjoint_a=True), (_cb, _cb[:, 0])),
    *[
        Sample("MatMul", lambda tf, a, b, axes=axes: tf.tensordot(a, b, axes), (a, b))
        for a, b, axes in (
            (_a, _b, 1),
            (_a, _b, 0),
            (_a, _a, 2),
            (_a, _a, [[0], [0]]),
            (_a, _a, [[0, 1], [0, 1]]),
            (_batch_a, _batch_b, [[3], [1]]),
            (_batch_a, _batch_b, [[2, 3], [2, 1]]),
            (_batch_a, _batch_b, [-1, -2]),
            (_integers, _integers, 1),
            (_b[:, 0], _b, 1),
            (np.zeros((0, 3), np.float32), _b, 1),
        )
    ],
    Bad(
        "MatMul",
        _matmul(),
        (np.ones((1, 2), np.float32), np.ones((3, 1), np.float32)),
        match=r"Matrix size-incompatible: In\[0\]: \[1,2\], In\[1\]: \[3,1\]",
    ),
    Bad("MatMul", _matmul(), (_a, _b.astype(np.float64)), match="expected to be a float tensor"),
    Bad("MatMul", _matmul(), (_b[0], _b), match=r"different ndims: \[4\] vs. \[3,4\]"),
    Bad("MatMul", _matmul(), (_b[0], _b[0])),
    Bad("MatMul", _matmul(), (_a.astype(np.int8), _b.astype(np.int8))),
    Bad("MatMul", _matmul(transpose_a=True, adjoint_a=True), (_a, _b), error=("ValueError",)),
    Bad("BatchMatMulV2", _matmul(), (_batch_a, _batch_a), match="Matrix size-incompatible"),
    Bad(
        "BatchMatMulV2",
        _matmul(),
        (_batch_b, np.ones((3, 2, 1), np.float32)),
        match="compatible batch dimensions",
    ),
    Bad("BatchMatMulV2", _matmul(), (_batch_b, _b[0]), match="ndims must be >= 2"),
    *[
        Bad("MatMul", lambda tf, a, b, axes=axes: tf.tensordot(a, b, axes), (_a, _b), error=error)
        for axes, error in (
            (-1, ("ValueError",)),
            (3, ("ValueError",)),
            ([[0, 1], [0]], ("ValueError",)),
            ([[0], [0]], ("InvalidArgumentError",)),
        )
    ],
]
