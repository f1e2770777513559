"""Modules of generated ops: each op is found by the name that TensorFlow's generator gives it."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.alias.generated_ops import function_of, is_of_ops


@pytest.mark.parametrize(
    ("name", "op"),
    [
        ("mat_mul", "MatMul"),
        ("conv2d_backprop_input", "Conv2DBackpropInput"),
        ("ctc_loss", "CTCLoss"),
        ("add_v2", "AddV2"),
        ("depthwise_conv2d_native", "DepthwiseConv2dNative"),
        ("irfft3d", "IRFFT3D"),
        ("sparse_matrix_nnz", "SparseMatrixNNZ"),
        ("fused_batch_norm_v3", "FusedBatchNormV3"),
        ("_abs", "Abs"),
    ],
)
def test_functions_by_names(name, op):
    assert function_of("gen_ops", name) is getattr(tf.raw_ops, op)


def test_inputs_and_attrs_come_by_position():
    product = function_of("gen_math_ops", "mat_mul")([[1.0, 2.0]], [[3.0, 4.0]], False, True)
    assert product.numpy() == [[11.0]]


def test_attrs_without_a_default_come_first():
    make = function_of("gen_lookup_ops", "hash_table_v2")
    table = make(tf.string, tf.int64, shared_name="by_position")
    keys, values = function_of("gen_lookup_ops", "lookup_table_export_v2")(
        table, tf.string, tf.int64
    )
    assert (keys.dtype, values.dtype) == (tf.string, tf.int64)


def test_what_is_no_op_is_named():
    with pytest.raises(AttributeError, match=r"'gen_ops' has no attribute 'nothing'"):
        function_of("gen_ops", "nothing")


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        ("python.ops.gen_math_ops", True),
        ("python.ops.linalg.sparse.gen_sparse_csr_matrix_ops", True),
        ("python.ops.math_ops", False),
        ("gen_math_ops", False),
    ],
)
def test_modules_by_their_names(module, expected):
    assert is_of_ops(module) == expected
