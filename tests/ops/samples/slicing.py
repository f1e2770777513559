"""Samples of the ops of `ops/arrays/slicing.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

V = random.floats(5)
X = random.floats(3, 4)
T = random.floats(2, 3, 4)
raw = {"begin": [0, 1], "end": [2, 4], "strides": [1, 2]}

SAMPLES = [
    Sample(
        "StridedSlice", lambda tf, x: [x[0], x[-1], x[1:], x[:-1], x[::2], x[::-1], x[3:1:-1]], (V,)
    ),
    Sample(
        "StridedSlice",
        lambda tf, x: [x[1, 2], x[1:, ::2], x[..., -1], x[:, None], x[None, ..., 0]],
        (X,),
    ),
    Sample(
        "StridedSlice",
        lambda tf, x: [x[..., 1:, 0], x[1, ..., None], x[:, 5:], x[-9:9], x[2:1]],
        (T,),
    ),
    Sample(
        "StridedSlice", lambda tf, x, i: [x[i], x[i:], x[:i], x[:, i : i + 1]], (X, np.int32(1))
    ),
    Sample("StridedSlice", lambda tf, x, i: [x[i], x[:, :i]], (X, np.int64(2))),
    Sample("StridedSlice", lambda tf, x: [x[np.int64(1)], x[tf.newaxis], x[()], x[...]], (X,)),
    Sample("StridedSlice", lambda tf: tf.constant(["a", "b", "c"])[1:][0]),
    Sample("StridedSlice", lambda tf: list(tf.constant([[1, 2], [3, 4]])), staged=False),
    Sample("StridedSlice", lambda tf: tf.zeros([0, 3])[:, 1]),
    Sample("StridedSlice", lambda tf, x: tf.strided_slice(x, [0, 1], [3, 4], [1, 2]), (X,)),
    Sample(
        "StridedSlice",
        lambda tf, x: tf.strided_slice(
            x, [1, 1], [2, 3], begin_mask=2, end_mask=1, shrink_axis_mask=0
        ),
        (X,),
    ),
    Sample(
        "StridedSlice",
        lambda tf, x: tf.strided_slice(
            x, [1, 1, 1], [2, 3, 2], new_axis_mask=1, shrink_axis_mask=4
        ),
        (X,),
    ),
    Sample(
        "StridedSlice",
        lambda tf, x: tf.strided_slice(x, tf.constant([0], tf.int16), tf.constant([2], tf.int16)),
        (V,),
    ),
    Sample("Where", lambda tf, x: x[x > 0.0], (X,)),
    Sample("Where", lambda tf, x: x[tf.constant([True, False, True])], (X,)),
    Sample("Where", lambda tf, x: x[np.array([False, False, False])], (X,)),
    Sample(
        "StridedSliceGrad",
        lambda tf, y: tf.raw_ops.StridedSliceGrad(shape=[3, 4], dy=y, **raw),
        (random.floats(2, 2),),
    ),
    Sample(
        "StridedSliceGrad",
        lambda tf: tf.raw_ops.StridedSliceGrad(
            shape=[4], begin=[1], end=[2], strides=[1], dy=5, shrink_axis_mask=1
        ),
    ),
    Sample(
        "TensorStridedSliceUpdate",
        lambda tf, x, y: tf.raw_ops.TensorStridedSliceUpdate(input=x, value=y, **raw),
        (X, random.floats(2, 2)),
    ),
    Sample(
        "TensorStridedSliceUpdate",
        lambda tf, x, y: tf.raw_ops.TensorStridedSliceUpdate(
            input=x, begin=[1], end=[2], strides=[1], value=y, shrink_axis_mask=1
        ),
        (X, random.floats(4)),
    ),
    Sample(
        "TensorStridedSliceUpdate",
        lambda tf: tf.raw_ops.TensorStridedSliceUpdate(
            input=["a", "b"], begin=[1], end=[2], strides=[1], value=["c"]
        ),
    ),
    Sample("Slice", lambda tf, x: tf.slice(x, [0, 1], [2, -1]), (X,)),
    Sample("Slice", lambda tf, x, b: tf.slice(x, b, [1, 2]), (X, np.array([1, 2], np.int64))),
    Sample("Slice", lambda tf, x: tf.slice(x, [1, tf.shape(x)[1] - 2], [-1, 2]), (X,)),
    Sample(
        "Slice",
        lambda tf: [
            tf.slice(["a", "b"], [1], [1]),
            tf.slice(3, tf.zeros([0], tf.int32), tf.zeros([0], tf.int32)),
        ],
    ),
    Bad(
        "StridedSlice", lambda tf, x: x[5], (V,), match="slice index 5 of dimension 0 out of bounds"
    ),
    Bad("StridedSlice", lambda tf, x: x[0, -5], (X,), match="out of bounds"),
    Bad("StridedSlice", lambda tf, x: x[0, 1], (V,), match="out of range"),
    Bad("StridedSlice", lambda tf, x: x[::0], (V,), match="non-zero"),
    Bad("StridedSlice", lambda tf, x: x[..., ...], (X,), match="ellipses"),
    Bad("StridedSlice", lambda tf, x: x[1.5], (V,), error=("TypeError",), match="Only integers"),
    Bad("StridedSlice", lambda tf, x: x["a"], (V,), error=("TypeError",)),
    Bad("StridedSlice", lambda tf, x: x[tf.constant([1])], (V,), error=("TypeError",)),
    Bad("StridedSlice", lambda tf, x: x[np.array([0, 1])], (V,), error=("TypeError",)),
    Bad("StridedSlice", lambda tf, x: tf.strided_slice(x, [0], [1, 1]), (X,)),
    Bad("Where", lambda tf, x: x[True], (V,), error=("ValueError",)),
    Bad("Where", lambda tf, x: x[tf.constant([False] * 6 + [True])], (V,), error=("ValueError",)),
    Bad(
        "TensorStridedSliceUpdate",
        lambda tf, x: tf.raw_ops.TensorStridedSliceUpdate(
            input=x, begin=[0], end=[2], strides=[1], value=[7.0, 8.0, 9.0]
        ),
        (V,),
    ),
    Bad(
        "StridedSliceGrad",
        lambda tf: tf.raw_ops.StridedSliceGrad(
            shape=[4], begin=[1], end=[3], strides=[1], dy=[1.0]
        ),
    ),
    Bad("Slice", lambda tf, x: tf.slice(x, [0, 2], [1, 3]), (X,)),
    Bad("Slice", lambda tf, x: tf.slice(x, [0, 5], [1, -1]), (X,)),
    Bad("Slice", lambda tf, x: tf.slice(x, [0], [1]), (X,)),
    Bad("Slice", lambda tf, x: tf.slice(x, [0, 0], [-2, 1]), (X,)),
]
