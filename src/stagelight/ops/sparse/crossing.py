"""Crossed features: `tf.sparse.cross`, `tf.sparse.cross_hashed`.

Row by row, each combination of one value of every input becomes one value: their strings joined, or a
number made of their hashes. The last input changes fastest.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.index_arrays import check_parts, infer_parts, inferred_parts
from stagelight.ops.sparse.sparse_tensor import SparseTensor, SparseTensorValue, as_sparse
from stagelight.ops.strings.hashes import fingerprint64
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

_MASK64 = (1 << 64) - 1
_FACTOR = 0xC6A4A7935BD1E995
_DEFAULT_HASH_KEY = 0xDECAFCAFFE

Row = list[Any]


def _mixed(value: int) -> int:
    return value ^ value >> 47


def _joined_hash(first: int, second: int) -> int:
    """One fingerprint of two."""
    result = first ^ _FACTOR
    result = (result ^ _mixed(second * _FACTOR & _MASK64) * _FACTOR) & _MASK64
    result = result * _FACTOR & _MASK64
    result = _mixed(result) * _FACTOR & _MASK64
    return _mixed(result)


def _rows_of(arrays: Sequence[np.ndarray], sparse_count: int) -> tuple[list[list[Row]], int]:
    """The rows of each input, sparse ones first, and how many rows there are."""
    sparse = list(
        zip(
            arrays[:sparse_count],
            arrays[sparse_count : 2 * sparse_count],
            arrays[2 * sparse_count : 3 * sparse_count],
            strict=True,
        )
    )
    dense = arrays[3 * sparse_count :]
    batches = set()
    for number, (indices, values, shape) in enumerate(sparse):
        check_parts(indices, values, shape)
        if len(shape) != 2:
            raise invalid(f"Expected D2 of index to be 2 got {len(shape)} at position {number}")
        batches.add(int(shape[0]))
    for number, array in enumerate(dense):
        if array.ndim != 2:
            raise invalid(f"Dense inputs should be a matrix but received {array.shape} at {number}")
        batches.add(len(array))
    if len(batches) > 1:
        raise invalid(f"Expected one batch size for all inputs. Received: {sorted(batches)}")
    if not batches:
        return [], 0
    batch = batches.pop()
    found: list[list[Row]] = []
    for indices, values, _ in sparse:
        rows: list[Row] = [[] for _ in range(batch)]
        for row, value in zip(indices[:, 0].tolist(), values.tolist(), strict=True):
            if not 0 <= row < batch:
                raise invalid(f"Expected the row index {row} to be in [0, {batch}).")
            rows[row].append(value)
        found.append(rows)
    found += [array.tolist() for array in dense]
    return found, batch


def _crossed(
    rows: list[list[Row]], batch: int, cross: Callable[[tuple[Any, ...]], Any], dtype: DType
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    places, values, widest = [], [], 0
    for row in range(batch):
        combined = [cross(c) for c in itertools.product(*(column[row] for column in rows))]
        widest = max(widest, len(combined))
        places += [(row, i) for i in range(len(combined))]
        values += combined
    array = np.empty(len(values), dtype.numpy_dtype)
    array[:] = values
    return (
        np.array(places, np.int64).reshape(-1, 2),
        array,
        np.array([batch, widest], np.int64),
    )


def _hashing(start: int, num_buckets: int) -> Callable[[tuple[Any, ...]], int]:
    def cross(values: tuple[Any, ...]) -> int:
        result = start
        for value in values:
            own = fingerprint64(value) if isinstance(value, bytes) else value & _MASK64
            result = _joined_hash(result, own)
        return result % (num_buckets if num_buckets > 0 else (1 << 63) - 1)

    return cross


def _joining(separator: bytes) -> Callable[[tuple[Any, ...]], bytes]:
    return lambda values: separator.join(
        value if isinstance(value, bytes) else str(value).encode() for value in values
    )


def _infer(
    dtype: DType, inputs: Sequence[Tensor], sparse_types: Sequence[DType]
) -> tuple[Inferred, Inferred, Inferred]:
    count = len(sparse_types)
    sparse = zip(*(inputs[i * count : (i + 1) * count] for i in range(3)), strict=True)
    for parts in sparse:
        if infer_parts(*parts)[1] not in (None, 2):
            raise invalid("Sparse inputs of a cross must be matrices.")
    for dense in inputs[3 * count :]:
        if dense.shape.rank not in (None, 2):
            raise invalid(f"Dense inputs should be a matrix but received {dense.shape}")
    return inferred_parts(2, dtype)


_LISTS = {
    "N": attr("int"),
    "sparse_types": attr("list(type)"),
    "dense_types": attr("list(type)"),
}
_INPUTS = "indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types"
_INT_OR_STRING = (dtypes.int64, dtypes.string)


def _cross(
    xp: ModuleType,
    *arrays: np.ndarray,
    sparse_types: Any,
    hashed_output: bool,
    num_buckets: int,
    hash_key: int,
    out_type: DType,
    **_: Any,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows, batch = _rows_of(arrays, len(sparse_types))
    if hashed_output:
        return _crossed(rows, batch, _hashing(hash_key, num_buckets), out_type)
    return _crossed(rows, batch, _joining(b"_X_"), out_type)


define(
    "SparseCross",
    _INPUTS,
    "output_indices: int64, output_values: out_type, output_shape: int64",
    {
        **_LISTS,
        "hashed_output": attr("bool"),
        "num_buckets": attr("int"),
        "hash_key": attr("int"),
        "out_type": types(_INT_OR_STRING),
        "internal_type": types(_INT_OR_STRING),
    },
    infer=lambda *inputs, out_type, sparse_types, **_: _infer(out_type, inputs, sparse_types),
    kernel=_cross,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _cross_v2(
    xp: ModuleType, *arrays: np.ndarray, sparse_types: Any, **_: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows, batch = _rows_of(arrays[:-1], len(sparse_types))
    return _crossed(rows, batch, _joining(arrays[-1].item()), dtypes.string)


define(
    "SparseCrossV2",
    f"{_INPUTS}, sep: string",
    "output_indices: int64, output_values: string, output_shape: int64",
    _LISTS,
    infer=lambda *inputs, sparse_types, **_: _infer(dtypes.string, inputs[:-1], sparse_types),
    kernel=_cross_v2,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


# ---------------------------------------------------------------------------- public functions


def _taken_apart(inputs: Any) -> tuple[list[Tensor], list[Tensor], list[Tensor], list[Tensor]]:
    """The parts of sparse inputs in three lists, and the dense ones."""
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("Inputs must be a list")
    sparse = [as_sparse(x) for x in inputs if isinstance(x, (SparseTensor, SparseTensorValue))]
    dense = [
        _int64_or_string(convert_to_tensor(x))
        for x in inputs
        if not isinstance(x, (SparseTensor, SparseTensorValue))
    ]
    values = [_int64_or_string(x.values) for x in sparse]
    return [x.indices for x in sparse], values, [x.dense_shape for x in sparse], dense


def _int64_or_string(x: Tensor) -> Tensor:
    return x if x.dtype in _INT_OR_STRING else raw.Cast(x, DstT=dtypes.int64)


@public("sparse.cross")
def cross(inputs: Any, name: str | None = None, separator: str | None = None) -> SparseTensor:
    """The values of each row of several inputs, combined and joined as strings.

    Args:
        inputs: a list of matrices, sparse or dense, of strings or integers, with as many rows.
        name: the operation's name.
        separator: what stands between the values; "_X_" if None.

    Returns:
        A sparse matrix of strings.

    Raises:
        InvalidArgumentError: an input is no matrix, or the numbers of rows differ.

    >>> tf.sparse.cross([tf.constant([["a", "b"]]), tf.constant([[1]])]).values.numpy()
    array([b'a_X_1', b'b_X_1'], dtype=object)
    """
    between = convert_to_tensor("_X_" if separator is None else separator)
    return SparseTensor(*raw.SparseCrossV2(*_taken_apart(inputs), between, name=name))


@public("sparse.cross_hashed")
def cross_hashed(
    inputs: Any, num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> SparseTensor:
    """The values of each row of several inputs, combined and hashed to numbers.

    Args:
        inputs: a list of matrices, sparse or dense, of strings or integers, with as many rows.
        num_buckets: how many numbers there are; if 0 all that are not negative.
        hash_key: another key gives other numbers.
        name: the operation's name.

    Returns:
        A sparse int64 matrix.

    Raises:
        InvalidArgumentError: an input is no matrix, or the numbers of rows differ.

    >>> crossed = tf.sparse.cross_hashed([tf.constant([["a"]]), tf.constant([[1]])], num_buckets=100)
    >>> crossed.dense_shape.numpy()
    array([1, 1])
    """
    indices, values, shapes, dense = _taken_apart(inputs)
    has_strings = any(x.dtype is dtypes.string for x in (*values, *dense))
    result = raw.SparseCross(
        indices,
        values,
        shapes,
        dense,
        hashed_output=True,
        num_buckets=num_buckets,
        hash_key=_DEFAULT_HASH_KEY if hash_key is None else hash_key,
        out_type=dtypes.int64,
        internal_type=dtypes.string if has_strings else dtypes.int64,
        name=name,
    )
    return SparseTensor(*result)
