"""Conversions of TensorFlow 1 that leave sparse values as they are."""

from __future__ import annotations

from typing import Any

from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.ops.sparse.sparse_tensor import SparseTensor, SparseTensorValue, as_sparse
from stagelight.public import public
from stagelight.types.dtypes import as_dtype


@public("compat.v1.convert_to_tensor_or_sparse_tensor")
def convert_to_tensor_or_sparse_tensor(
    value: Any, dtype: Any = None, name: str | None = None
) -> Any:
    """A sparse tensor, or the value of one, as a sparse tensor; everything else as a tensor.

    Args:
        value: the value.
        dtype: the dtype that the result has; None: that of the value.
        name: the name of a tensor's operation.

    Raises:
        RuntimeError: a sparse tensor of another dtype.
        ValueError: a tensor of another dtype.

    >>> tf.compat.v1.convert_to_tensor_or_sparse_tensor([1, 2]).numpy()
    array([1, 2], dtype=int32)
    """
    if not isinstance(value, (SparseTensor, SparseTensorValue)):
        return convert_to_tensor(value, dtype, name=name)
    sparse = as_sparse(value)
    if dtype is not None and sparse.dtype != as_dtype(dtype):
        raise RuntimeError(
            f"Sparse dtype mismatch. Requested: {as_dtype(dtype).name},  Actual: {sparse.dtype.name}"
        )
    return sparse


@public("compat.v1.convert_to_tensor_or_indexed_slices")
def convert_to_tensor_or_indexed_slices(
    value: Any, dtype: Any = None, name: str | None = None
) -> Any:
    """`IndexedSlices` and other values of several tensors as they are; everything else as a tensor.

    Args:
        value: the value.
        dtype: the dtype that the result has; None: that of the value.
        name: the name of a tensor's operation.

    Raises:
        ValueError: the value has another dtype.

    >>> slices = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))
    >>> tf.compat.v1.convert_to_tensor_or_indexed_slices(slices) is slices
    True
    """
    if not isinstance(value, CompositeTensor):
        return convert_to_tensor(value, dtype, name=name)
    own = getattr(value, "dtype", None)
    if dtype is not None and own is not None and own != as_dtype(dtype):
        raise ValueError(
            f"Incompatible tensor conversion requested to `dtype` {as_dtype(dtype).name} for `value` "
            f"({value}) with dtype {own.name}."
        )
    return value
