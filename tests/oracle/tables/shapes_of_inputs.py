"""Inputs whose rank an op requires: scalars for vectors and the other way round."""

from __future__ import annotations

PROGRAMS = {
    "fill a scalar shape": lambda tf: tf.fill(3, 7),
    "fill a vector value": lambda tf: tf.fill([3], [7, 8]),
    "tile": lambda tf: tf.tile(tf.ones([2]), 3),
    "tile by a matrix": lambda tf: tf.tile(tf.ones([2]), [[3]]),
    "tile beyond sizes": lambda tf: tf.tile(tf.ones([2, 2, 2]), [10**8] * 3),
    "scatter_nd": lambda tf: tf.scatter_nd([[0]], [1.0], 3),
    "slice": lambda tf: tf.slice(tf.ones([4]), 0, 3),
    "slice with a matrix": lambda tf: tf.slice(tf.ones([4]), [[0]], [[3]]),
    "broadcast_to": lambda tf: tf.raw_ops.BroadcastTo(input=tf.constant(1.0), shape=tf.constant(3)),
    "transpose": lambda tf: tf.transpose(tf.ones([4]), 0),
    "transpose by a matrix": lambda tf: tf.transpose(tf.ones([4]), [[0]]),
    "pad by a vector": lambda tf: tf.pad(tf.ones([4]), [1, 1]),
    "pad with a vector": lambda tf: tf.pad(
        tf.ones([2, 2]), [[1, 0], [0, 0]], constant_values=[5.0]
    ),
    "gather along a vector": lambda tf: tf.raw_ops.GatherV2(
        params=tf.ones([2, 2]), indices=[0], axis=tf.constant([0])
    ),
    "concat along a vector": lambda tf: tf.raw_ops.ConcatV2(
        values=[tf.ones([2, 2])] * 2, axis=tf.constant([0])
    ),
    "concat of old along a vector": lambda tf: tf.raw_ops.Concat(
        values=[tf.ones([2, 2])] * 2, concat_dim=tf.constant([0])
    ),
    "offsets of concat": lambda tf: tf.raw_ops.ConcatOffset(
        concat_dim=tf.constant([0]), shape=[tf.constant([2, 2])] * 2
    ),
    "split along a vector": lambda tf: tf.raw_ops.Split(
        axis=tf.constant([0]), value=tf.ones([2, 2]), num_split=2
    ),
    "split into sizes along a vector": lambda tf: tf.raw_ops.SplitV(
        value=tf.ones([2, 2]), size_splits=[1, 1], axis=tf.constant([0]), num_split=2
    ),
    "argmax along a vector": lambda tf: tf.raw_ops.ArgMax(
        input=tf.ones([2, 2]), dimension=tf.constant([0])
    ),
    "cumsum along a vector": lambda tf: tf.raw_ops.Cumsum(x=tf.ones([2, 2]), axis=tf.constant([0])),
    "one_hot of a vector of depths": lambda tf: tf.one_hot([1], tf.constant([3])),
    "one_hot with a vector": lambda tf: tf.one_hot([1], 3, on_value=tf.constant([1.0])),
    "unsorted segments": lambda tf: tf.math.unsorted_segment_sum(
        [1.0, 2.0], [0, 1], tf.constant([2])
    ),
    "top_k": lambda tf: tf.raw_ops.TopKV2(input=tf.ones([2, 2]), k=tf.constant([1])),
    "bins": lambda tf: tf.raw_ops.Bincount(
        arr=tf.constant([1]), size=tf.constant([3]), weights=tf.constant([1.0])
    ),
    "a range of vectors": lambda tf: tf.raw_ops.Range(
        start=tf.constant([0]), limit=tf.constant([3]), delta=tf.constant([1])
    ),
    "linspace of vectors": lambda tf: tf.raw_ops.LinSpace(
        start=tf.constant([0.0]), stop=tf.constant([1.0]), num=tf.constant(3)
    ),
    "band of a vector": lambda tf: tf.raw_ops.MatrixBandPart(
        input=tf.ones([2, 2]), num_lower=tf.constant([0]), num_upper=tf.constant([0])
    ),
    "diagonal with a vector": lambda tf: tf.raw_ops.MatrixDiagV3(
        diagonal=tf.ones([2]), k=0, num_rows=-1, num_cols=-1, padding_value=tf.constant([0.0])
    ),
    "set_diag of no rows": lambda tf: tf.linalg.set_diag(tf.zeros([0, 2]), [1.0]),
    "set_diag of no columns": lambda tf: tf.linalg.set_diag(tf.zeros([2, 0]), [1.0]),
    "set_diag with one number too many": lambda tf: tf.linalg.set_diag(tf.zeros([2, 2]), [1.0] * 3),
    "roll of nothing": lambda tf: tf.roll(tf.ones([0], tf.int32), [1, 2], [0, 1]),
    "roll along another axis": lambda tf: tf.roll(tf.ones([2, 2]), 1, 2),
    "reverse a scalar": lambda tf: tf.reverse(tf.constant(2.0), [-2]),
    "hue by a vector": lambda tf: tf.image.adjust_hue(tf.ones([1, 1, 3]), tf.constant([0.1])),
    "saturation by a vector": lambda tf: tf.raw_ops.AdjustSaturation(
        images=tf.ones([1, 1, 3]), scale=tf.constant([0.1])
    ),
    "space_to_batch of a matrix": lambda tf: tf.raw_ops.SpaceToBatch(
        input=tf.ones([2, 2]), paddings=[[0, 0], [0, 0]], block_size=2
    ),
    "space_to_batch of five axes": lambda tf: tf.raw_ops.SpaceToBatch(
        input=tf.ones([1, 2, 2, 1, 1]), paddings=[[0, 0], [0, 0]], block_size=2
    ),
    "a list of a vector of elements": lambda tf: tf.raw_ops.TensorListLength(
        input_handle=tf.raw_ops.EmptyTensorList(
            element_shape=[2], max_num_elements=tf.constant([1]), element_dtype=tf.float32
        )
    ),
    "integers between vectors": lambda tf: tf.raw_ops.RandomUniformInt(
        shape=[2], minval=tf.constant([0]), maxval=tf.constant([3])
    ),
    "a sparse split beyond its shape": lambda tf: tf.raw_ops.SparseSplit(
        split_dim=tf.constant(0, tf.int64),
        indices=tf.constant([[5, 1]], tf.int64),
        values=[1.0],
        shape=tf.constant([2, 2], tf.int64),
        num_split=2,
    ),
    "frames filled with a vector": lambda tf: tf.signal.frame(
        [1], 1, 1, pad_end=True, pad_value=[1]
    ),
    "a depthwise convolution of no images": lambda tf: tf.nn.depthwise_conv2d(
        tf.zeros([0, 4, 4, 2]), tf.ones([2, 2, 2, 2]), [1, 1, 1, 1], "SAME"
    ),
    "a sound of no samples": lambda tf: tf.audio.encode_wav(tf.zeros([0, 2]), 8000),
    "gamma numbers of no shape": lambda tf: tf.random.stateless_gamma([0, 0], [1, 2], [1.0] * 4),
    "weights of ragged bins": lambda tf: tf.raw_ops.RaggedBincount(
        splits=tf.constant([0, 2, 4], tf.int64),
        values=[1, 2, 0, 1],
        size=4,
        weights=[[1.0, 2.0], [3.0, 4.0]],
    ),
    "images of no channels": lambda tf: tf.image.resize(tf.zeros([1, 4, 4, 0]), [2, 2]),
    "statistics of two axes": lambda tf: tf.raw_ops.FusedBatchNorm(
        x=tf.ones([1, 2, 2, 3]),
        scale=tf.ones([3]),
        offset=tf.ones([3]),
        mean=tf.ones([1, 0]),
        variance=tf.ones([0]),
    )[0],
    "a strided slice by a matrix": lambda tf: tf.raw_ops.StridedSlice(
        input=tf.ones([3]), begin=[[0]], end=[1], strides=[1]
    ),
}


def _gradient_ops(names, first, second, shapes):
    """Programs that give gradient ops a cotangent of another shape."""

    def program(name, one, other):
        return lambda tf: getattr(tf.raw_ops, name)(
            **{first: tf.fill(one, 0.5), second: tf.fill(other, 0.25)}
        )

    return {
        f"{name} of {one} and {other}": program(name, one, other)
        for name in names
        for one, other in shapes
    }


_SHAPES = (
    ([2, 3], [2, 3]), ([], [2, 3]), ([2, 3], []), ([1, 3], [2, 3]), ([3], [2, 3]), ([0, 3], [0, 3]),
)  # fmt: skip
PROGRAMS |= _gradient_ops(
    ["ReluGrad", "Relu6Grad", "LeakyReluGrad", "SoftplusGrad", "SoftsignGrad"],
    "gradients",
    "features",
    _SHAPES,
)
PROGRAMS |= _gradient_ops(["EluGrad", "SeluGrad"], "gradients", "outputs", _SHAPES)
PROGRAMS |= _gradient_ops(
    ["TanhGrad", "SigmoidGrad", "SqrtGrad", "RsqrtGrad", "ReciprocalGrad", "InvGrad"],
    "y",
    "dy",
    (*_SHAPES, ([2, 3], [1, 2, 3])),
)
