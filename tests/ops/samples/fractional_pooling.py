"""Samples of pooling by ratios that are no whole numbers."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

_x = random.floats(2, 7, 5, 3)
_NAMES = {"FractionalMaxPool": "fractional_max_pool", "FractionalAvgPool": "fractional_avg_pool"}
# Windows of TF's own that a draw could have given.
_rows, _columns = np.array([0, 2, 3, 5, 7], np.int64), np.array([0, 2, 3, 5], np.int64)
_dy = random.floats(2, 4, 3, 3)


def _pool(name, *arguments, **options):
    return lambda tf, x: getattr(tf.nn, name)(x, *arguments, **options)


def _of_max(overlapping):
    def call(tf, x, dy, rows, columns):
        return tf.raw_ops.FractionalMaxPoolGrad(
            orig_input=x,
            orig_output=dy,
            out_backprop=dy,
            row_pooling_sequence=rows,
            col_pooling_sequence=columns,
            overlapping=overlapping,
        )

    return call


def _of_mean(overlapping):
    def call(tf, dy, rows, columns):
        return tf.raw_ops.FractionalAvgPoolGrad(
            orig_input_tensor_shape=[2, 7, 5, 3],
            out_backprop=dy,
            row_pooling_sequence=rows,
            col_pooling_sequence=columns,
            overlapping=overlapping,
        )

    return call


SAMPLES = [
    *[
        Sample(op, _pool(name, [1.0, 2.0, 2.0, 1.0]), (random.floats(1, 4, 6, 2),), gradient=False)
        for op, name in _NAMES.items()
    ],
    *[
        Sample(op, _pool(name, ratio, pseudo_random=smooth, overlapping=shared), (_x,), random=True)
        for op, name in _NAMES.items()
        for ratio in ([1.0, 1.5, 1.5, 1.0], [1.0, 1.2, 1.6, 1.0])
        for smooth in (False, True)
        for shared in (False, True)
    ],
    # TF compares with the output that the draw gave, so only its own draws have gradients there.
    *[
        Sample(
            "FractionalMaxPoolGrad",
            _of_max(shared),
            (_x, _dy, _rows, _columns),
            gradient=False,
            oracle=False,
        )
        for shared in (False, True)
    ],
    *[
        Sample("FractionalAvgPoolGrad", _of_mean(shared), (_dy, _rows, _columns), gradient=False)
        for shared in (False, True)
    ],
    *[
        Bad("FractionalAvgPoolGrad", _of_mean(False), (_dy, rows, columns), match=match)
        for rows, columns, match in (
            (_rows[:-1], _columns, "row_seq_tensor must have at least"),
            (_rows, _columns[:0], "col_seq_tensor must have at least"),
            (_rows - 9, _columns, "Row sequence tensor values must not be negative"),
            (_rows, _columns * 0, "Column sequence tensor values must not be negative"),
        )
    ],
    *[
        Bad(
            op,
            _pool(name, [1.0, 0.5, 0.5, 1.0]),
            (_x,),
            error=("ValueError", "InvalidArgumentError"),
        )
        for op, name in _NAMES.items()
    ],
    *[Bad(op, _pool(name, [1.0, 1.5, 1.5, 1.0]), (_x[0],)) for op, name in _NAMES.items()],
]
