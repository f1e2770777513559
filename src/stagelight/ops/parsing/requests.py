"""Features that are asked for, in the three forms that ops parse; and what was parsed, in theirs."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.parsing.features import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    RaggedFeature,
    SparseFeature,
    VarLenFeature,
)
from stagelight.ops.parsing.partitions import with_partitions
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.types.dtypes import DType, as_dtype, int64, string
from stagelight.types.shapes import TensorShape, as_shape


class Requests:
    """The keys that are parsed as sparse, dense and ragged tensors, sorted by name.

    Attributes:
        sparse: key -> dtype.
        dense: key -> dtype, shape and default, a tensor.
        ragged: key -> dtype and that of the splits.
    """

    def __init__(self, features: Mapping[str, Any], in_sequence: bool = False) -> None:
        self.sparse: dict[str, DType] = {}
        self.dense: dict[str, tuple[DType, TensorShape, Tensor]] = {}
        self.ragged: dict[str, tuple[DType, DType]] = {}
        for key in sorted(features):
            self._add(key, features[key], in_sequence)

    def _add(self, key: str, feature: Any, in_sequence: bool) -> None:
        if isinstance(feature, VarLenFeature):
            self._add_sparse(key, as_dtype(feature.dtype))
        elif isinstance(feature, SparseFeature) and not in_sequence:
            for index_key in _listed(feature.index_key):
                self._add_sparse(index_key, int64)
            self._add_sparse(feature.value_key, as_dtype(feature.dtype))
        elif isinstance(feature, RaggedFeature):
            splits = feature.row_splits_dtype
            self.ragged[feature.value_key or key] = (feature.dtype, splits)
            for partition in feature.partitions:
                if not isinstance(partition, RaggedFeature.UniformRowLength):
                    self.ragged[partition.key] = (int64, splits)
        elif isinstance(feature, FixedLenFeature) and not in_sequence:
            self.dense[key] = _fixed(key, feature)
        elif isinstance(feature, FixedLenSequenceFeature):
            self.dense[key] = _sequence(key, feature, in_sequence)
        else:
            raise ValueError(f"Unsupported {type(feature).__name__} {feature} for key '{key}'")

    def _add_sparse(self, key: str, dtype: DType) -> None:
        if self.sparse.setdefault(key, dtype) is not dtype:
            raise ValueError(f"Conflicting type {self.sparse[key]} vs {dtype} for feature {key}.")

    def keys(self, form: str) -> Tensor:
        """The keys of a form, as a string vector."""
        return convert_to_tensor(np.array(list(getattr(self, form)), object), string)

    def dense_defaults(self) -> list[Tensor]:
        """The defaults of dense features; empty ones say that there must be values."""
        return [default for _, _, default in self.dense.values()]


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _fixed(key: str, feature: Any) -> tuple[DType, TensorShape, Tensor]:
    dtype, shape = as_dtype(feature.dtype), as_shape(feature.shape)
    if shape.rank and shape[0] is None:
        raise ValueError(
            f"First dimension of shape for feature {key} unknown. Consider using "
            f"FixedLenSequenceFeature. Received feature={feature}."
        )
    if not shape.is_fully_defined():
        raise ValueError(
            f"All dimensions of shape for feature {key} need to be known but received {shape}."
        )
    if feature.default_value is None:
        return dtype, shape, convert_to_tensor(np.zeros(0, dtype.numpy_dtype), dtype)
    default = convert_to_tensor(feature.default_value, dtype)
    return dtype, shape, raw.Reshape(default, np.array(shape.as_list(), np.int32))


def _sequence(key: str, feature: Any, in_sequence: bool) -> tuple[DType, TensorShape, Tensor]:
    dtype = as_dtype(feature.dtype)
    if not feature.allow_missing and not in_sequence:
        raise ValueError("Unsupported: FixedLenSequenceFeature requires allow_missing to be True.")
    shape = (
        as_shape(feature.shape) if in_sequence else TensorShape([None]).concatenate(feature.shape)
    )
    value = feature.default_value
    if value is None:
        value = "" if dtype is string else 0
    return dtype, shape, convert_to_tensor(value, dtype)


def _counted(outputs: Sequence[Any], requests: Requests) -> list[list[Any]]:
    """The outputs, which come in one flat row, by what they are."""
    sparse, ragged = len(requests.sparse), len(requests.ragged)
    remaining = iter(outputs)
    counts = (sparse, sparse, sparse, len(requests.dense), ragged, ragged)
    return [list(itertools.islice(remaining, count)) for count in counts]


def results_of(
    requests: Requests, features: Mapping[str, Any], outputs: Any, is_one: bool
) -> dict[str, Any]:
    """What the features ask for, from the parsed parts of all keys."""
    parts_of = _counted(outputs, requests)
    indices, values, shapes, dense, ragged_values, ragged_splits = parts_of
    found: dict[str, Any] = {}
    for key, *parts in zip(requests.sparse, indices, values, shapes, strict=True):
        found[key] = SparseTensor(parts[0], parts[1], parts[2])
    sparse = dict(found)
    found.update(zip(requests.dense, dense, strict=True))
    ragged = {
        key: value if is_one else RaggedTensor.from_row_splits(value, splits, validate=False)
        for key, value, splits in zip(requests.ragged, ragged_values, ragged_splits, strict=True)
    }
    results = {}
    # TF: sparse features come first, then dense, then ragged ones.
    for kinds in (
        (VarLenFeature, SparseFeature),
        (FixedLenFeature, FixedLenSequenceFeature),
        (RaggedFeature,),
    ):
        for key in sorted(features):
            feature = features[key]
            if not isinstance(feature, kinds):
                continue
            if isinstance(feature, SparseFeature):
                results[key] = _merged(feature, sparse)
            elif isinstance(feature, RaggedFeature):
                results[key] = with_partitions(feature, ragged, key, is_one)
            else:
                results[key] = found[key]
    return results


def _merged(feature: Any, sparse: Mapping[str, Any]) -> SparseTensor:
    """The sparse tensor of the values of one feature at the indices of others."""
    values = sparse[feature.value_key]
    sizes = [int(size) for size in _listed(feature.size)]
    outer = raw.StridedSlice(values.indices, [0, 0], [0, -1], [1, 1], begin_mask=3, end_mask=1)
    columns = [raw.ExpandDims(sparse[key].values, 1) for key in _listed(feature.index_key)]
    indices = raw.ConcatV2([outer, *columns], 1)
    outer_shape = raw.StridedSlice(values.dense_shape, [0], [-1], [1], begin_mask=1)
    shape = raw.ConcatV2([outer_shape, convert_to_tensor(sizes, int64)], 0)
    if feature.already_sorted:
        return SparseTensor(indices, values.values, shape)
    ordered, in_order = raw.SparseReorder(indices, values.values, shape)
    return SparseTensor(ordered, in_order, shape)
