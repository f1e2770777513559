"""Refusals of ops that no public function calls with such arguments: older forms, and gradients' ops.

Their good samples stand in the files of their families.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.ops.samples import Bad


def _ones(*shape: int) -> np.ndarray:
    return np.ones(shape, np.float32)


def _raw(op: str, **arguments: Any) -> Callable[..., Any]:
    """A call of a raw op, with arrays as tensors; lists of arrays are lists of tensors."""

    def call(tf: Any) -> Any:
        def tensor(value: Any) -> Any:
            if isinstance(value, np.ndarray):
                return tf.constant(value)
            if isinstance(value, list) and value and isinstance(value[0], np.ndarray):
                return [tf.constant(item) for item in value]
            return value

        given = {key: tensor(value) for key, value in arguments.items()}
        return getattr(tf.raw_ops, op)(**given)

    return call


def _bad(op: str, **arguments: Any) -> Bad:
    return Bad(op, _raw(op, **arguments))


_image, _volume = _ones(1, 4, 4, 2), _ones(1, 4, 4, 4, 2)
_complex = np.ones((2, 3), np.complex64)
_matrix, _unsorted = _ones(3, 2), np.array([1, 0, 1], np.int32)
_pool = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
_pool3 = {"ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 2, 2, 1], "padding": "VALID"}
_step = {"strides": [1, 1, 1, 1], "padding": "SAME"}
_step3 = {"strides": [1, 1, 1, 1, 1], "padding": "SAME"}
_spread = {"strides": [1, 1, 1, 1], "rates": [1, 1, 1, 1], "padding": "SAME"}
_pooled, _pooled3 = _ones(1, 2, 2, 2), _ones(1, 2, 2, 2, 2)
_statistics = {"scale": _ones(2), "offset": _ones(3), "mean": _ones(0), "variance": _ones(0)}
_reserved = {"scale": _ones(2), "reserve_space_1": _ones(3), "reserve_space_2": _ones(3)}
_cells = np.array([0, 2, 4], np.int64)
_outside = np.array([[7]], np.int32)

SAMPLES = [
    # products, sums, convolutions
    Bad(
        "AccumulateNV2",
        lambda tf, x, y: tf.math.accumulate_n([x, y]),
        (_matrix, _ones(2, 3)),
        error=("ValueError", "InvalidArgumentError"),
    ),
    _bad("BatchMatMul", x=_ones(2, 2, 3), y=_ones(2, 2, 3)),
    _bad("BatchMatMulV3", x=_ones(2, 2, 3), y=_ones(2, 2, 3), Tout=np.float32),
    _bad("BiasAddV1", value=_image, bias=_ones(3)),
    _bad(
        "Conv2DBackpropFilter",
        input=_image,
        filter_sizes=[2, 2, 2, 3],
        out_backprop=_ones(1, 3, 4, 3),
        **_step,
    ),
    _bad("Conv3D", input=_image, filter=_ones(2, 2, 2, 2, 3), **_step3),
    _bad(
        "Conv3DBackpropFilterV2",
        input=_volume,
        filter_sizes=[2, 2, 2, 2, 3],
        out_backprop=_ones(1, 4, 3, 4, 3),
        **_step3,
    ),
    _bad(
        "Conv3DBackpropInputV2",
        input_sizes=[1, 4, 4, 4, 2],
        filter=_ones(2, 2, 2, 2, 3),
        out_backprop=_ones(1, 4, 3, 4, 3),
        **_step3,
    ),
    _bad(
        "DepthwiseConv2dNativeBackpropFilter",
        input=_image,
        filter_sizes=[2, 2, 2, 1],
        out_backprop=_ones(1, 3, 4, 2),
        **_step,
    ),
    _bad(
        "DepthwiseConv2dNativeBackpropInput",
        input_sizes=[1, 4, 4, 2],
        filter=_ones(2, 2, 2, 1),
        out_backprop=_ones(1, 3, 4, 2),
        **_step,
    ),
    _bad("Dilation2D", input=_image, filter=_ones(2, 2, 3), **_spread),
    _bad(
        "Dilation2DBackpropFilter",
        input=_image,
        filter=_ones(2, 2, 2),
        out_backprop=_ones(1, 3, 4, 2),
        **_spread,
    ),
    _bad(
        "Dilation2DBackpropInput",
        input=_image,
        filter=_ones(2, 2, 2),
        out_backprop=_ones(1, 3, 4, 2),
        **_spread,
    ),
    # pooling
    _bad("AvgPool3D", input=_image, **_pool3),
    _bad("AvgPool3DGrad", orig_input_shape=[1, 4, 4, 2], grad=_pooled3, **_pool3),
    _bad("AvgPoolGrad", orig_input_shape=[1, 4, 4], grad=_pooled, **_pool),
    _bad("MaxPoolGrad", orig_input=_image, orig_output=_pooled, grad=_ones(1, 3, 2, 2), **_pool),
    _bad(
        "MaxPoolGradGrad", orig_input=_image, orig_output=_pooled, grad=_ones(1, 3, 2, 2), **_pool
    ),
    _bad(
        "MaxPool3DGrad",
        orig_input=_volume,
        orig_output=_pooled3,
        grad=_ones(1, 3, 2, 2, 2),
        **_pool3,
    ),
    _bad(
        "MaxPool3DGradGrad",
        orig_input=_volume,
        orig_output=_pooled3,
        grad=_ones(1, 3, 2, 2, 2),
        **_pool3,
    ),
    _bad("MaxPoolV2", input=_image, ksize=[1, 2, 2], strides=[1, 2, 2, 1], padding="VALID"),
    _bad("MaxPoolGradV2", orig_input=_image, orig_output=_pooled, grad=_ones(1, 3, 2, 2), **_pool),
    _bad(
        "MaxPoolGradGradV2", orig_input=_image, orig_output=_pooled, grad=_ones(1, 3, 2, 2), **_pool
    ),
    _bad(
        "MaxPoolGradWithArgmax",
        input=_image,
        grad=_ones(1, 3, 2, 2),
        argmax=np.zeros((1, 2, 2, 2), np.int64),
        **_pool,
    ),
    Bad(
        "MaxPoolGradGradWithArgmax",
        _raw(
            "MaxPoolGradGradWithArgmax",
            input=_image,
            grad=_ones(1, 3, 2, 2),
            argmax=np.zeros((1, 2, 2, 2), np.int64),
            **_pool,
        ),
        error=("InvalidArgumentError", "NotFoundError"),  # TF has no kernel for CPUs.
    ),
    _bad(
        "FractionalMaxPoolGrad",
        orig_input=_ones(4, 4, 2),
        orig_output=_pooled,
        out_backprop=_pooled,
        row_pooling_sequence=_cells,
        col_pooling_sequence=_cells,
    ),
    _bad(
        "FractionalAvgPoolGrad",
        orig_input_tensor_shape=np.array([1, 4, 4], np.int64),
        out_backprop=_pooled,
        row_pooling_sequence=_cells,
        col_pooling_sequence=_cells,
    ),
    # normalization
    _bad("FusedBatchNorm", x=_ones(1, 2, 2, 3), **_statistics),
    _bad("FusedBatchNormV2", x=_ones(1, 2, 2, 3), **_statistics),
    _bad("FusedBatchNormGrad", y_backprop=_ones(1, 2, 2, 3), x=_ones(1, 2, 2, 3), **_reserved),
    _bad("FusedBatchNormGradV2", y_backprop=_ones(1, 2, 2, 3), x=_ones(1, 2, 2, 3), **_reserved),
    _bad(
        "FusedBatchNormGradV3",
        y_backprop=_ones(1, 2, 2, 3),
        x=_ones(1, 2, 2, 3),
        reserve_space_3=_ones(0),
        **_reserved,
    ),
    _bad("LRNGrad", input_grads=_image, input_image=_image, output_image=_ones(1, 4, 3, 2)),
    # shapes and places
    _bad("BatchToSpace", input=_ones(4, 2, 2, 1), crops=[[0, 0]], block_size=2),
    _bad("SpaceToBatch", input=_ones(1, 2, 2, 1), paddings=[[0, -1], [0, 0]], block_size=2),
    _bad("Concat", concat_dim=5, values=[_matrix, _matrix]),
    _bad("ConcatOffset", concat_dim=5, shape=[np.array([2, 3], np.int32)] * 2),
    _bad("ConjugateTranspose", x=_complex, perm=[0, 0]),
    _bad("Empty", shape=[-1], dtype=np.float32),
    _bad("Gather", params=_matrix, indices=[3]),
    _bad("MirrorPadGrad", input=_ones(3), paddings=[[3, 3]], mode="REFLECT"),
    _bad("ParallelDynamicStitch", indices=[np.array([0, 1], np.int32)], data=[_ones(3)]),
    _bad("Reverse", tensor=_matrix, dims=[True]),
    Bad(
        "Select",
        lambda tf, c, x: tf.compat.v1.where(c, x, x),
        (np.array([True, False, True]), _ones(2, 2)),
    ),
    _bad("TopK", input=_matrix, k=3),
    _bad("UniqueWithCounts", x=_matrix),
    _bad("UniqueWithCountsV2", x=_matrix, axis=[2]),
    _bad("ScatterNdNonAliasingAdd", input=_ones(3), indices=_outside, updates=_ones(1)),
    _bad("TensorScatterMax", tensor=_ones(3), indices=_outside, updates=_ones(1)),
    _bad("TensorScatterMin", tensor=_ones(3), indices=_outside, updates=_ones(1)),
    _bad("TensorScatterSub", tensor=_ones(3), indices=_outside, updates=_ones(1)),
    # segments and counts
    _bad("Bincount", arr=np.array([-1], np.int32), size=3, weights=_ones(0)),
    _bad("Bucketize", input=_matrix, boundaries=[3.0, 1.0]),
    _bad("SegmentMean", data=_matrix, segment_ids=_unsorted),
    _bad("SegmentMin", data=_matrix, segment_ids=_unsorted),
    _bad("SegmentProd", data=_matrix, segment_ids=_unsorted),
    _bad("SparseSegmentSqrtN", data=_matrix, indices=[0, 5, 1], segment_ids=[0, 0, 1]),
    _bad(
        "SparseSegmentMeanWithNumSegments",
        data=_matrix,
        indices=[0, 5, 1],
        segment_ids=[0, 0, 1],
        num_segments=2,
    ),
    _bad(
        "SparseSegmentSqrtNWithNumSegments",
        data=_matrix,
        indices=[0, 5, 1],
        segment_ids=[0, 0, 1],
        num_segments=2,
    ),
    _bad("UnsortedSegmentMin", data=_matrix, segment_ids=[0, 1, 5], num_segments=2),
    _bad("UnsortedSegmentProd", data=_matrix, segment_ids=[0, 1, 5], num_segments=2),
    Bad(
        "ParallelConcat",
        _raw("ParallelConcat", values=[_ones(1, 2), _ones(1, 3)], shape=[2, 2]),
        error=("InvalidArgumentError", "FailedPreconditionError", "ValueError"),
    ),
    # matrices and signals
    Bad("MatrixExponential", lambda tf, x: tf.linalg.expm(x), (_matrix,)),
    _bad("MatrixDiag", diagonal=_ones()),
    _bad("MatrixDiagV2", diagonal=_ones(2), k=0, num_rows=1, num_cols=1, padding_value=0.0),
    _bad("MatrixDiagPart", input=_ones(2)),
    _bad("MatrixDiagPartV2", input=_matrix, k=5, padding_value=0.0),
    _bad("MatrixSetDiag", input=_matrix, diagonal=_ones(3)),
    _bad("MatrixSetDiagV2", input=_matrix, diagonal=_ones(3), k=0),
    _bad("MatrixSolveLs", matrix=_matrix, rhs=_ones(2, 1), l2_regularizer=np.float64(0)),
    _bad("FFT3D", input=_complex),
    _bad("IFFT", input=np.complex64(1) * np.ones((), np.complex64)),
    _bad("IFFT2D", input=_complex[0]),
    _bad("IFFT3D", input=_complex),
    _bad("IRFFT", input=_complex, fft_length=[4, 4]),
    _bad("IRFFT2D", input=_complex, fft_length=[4]),
    _bad("IRFFT3D", input=np.ones((2, 2, 2), np.complex64), fft_length=[4]),
    _bad("RFFT3D", input=_ones(2, 2, 2), fft_length=[4]),
    # lists
    Bad("TensorListConcatLists", lambda tf: _joined(tf, element_dtype=np.int32)),
    *[
        Bad(op, lambda tf, op=op, more=more: _of_list(tf, op, **more))
        for op, more in (
            ("TensorListConcat", {"element_dtype": np.int32}),
            ("TensorListPushBackBatch", {"tensor": _ones(3, 2)}),
            (
                "TensorListConcatV2",
                {
                    "element_dtype": np.int32,
                    "element_shape": [-1],
                    "leading_dims": np.zeros(0, np.int64),
                },
            ),
        )
    ],
]


def _of_list(tf: Any, op: str, **arguments: Any) -> Any:
    """An op on a list of floats."""
    handle = tf.raw_ops.TensorListFromTensor(tensor=_matrix, element_shape=[2])
    given = "input_handles" if op == "TensorListPushBackBatch" else "input_handle"
    return getattr(tf.raw_ops, op)(**{given: handle}, **arguments)


def _joined(tf: Any, **arguments: Any) -> Any:
    """Two lists of floats as one."""
    handle = tf.raw_ops.TensorListFromTensor(tensor=_matrix, element_shape=[2])
    return tf.raw_ops.TensorListConcatLists(input_a=handle, input_b=handle, **arguments)
