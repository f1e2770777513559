"""The rows over which `tf.map_fn` and its like go, of all kinds of tensors, and how results are joined.

Rows of tensors are held in tensor arrays, so that gradients add to one row a round, not to all of them. A row
of a ragged or sparse tensor is a slice of it. Results of unequal lengths are joined: the values one after the
other, and their lengths, make a ragged tensor. Sparse results are kept as bytes until all are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.extension_types.batching import encoded, unbatched
from stagelight.extension_types.extension_type import ExtensionType
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.state.tensor_array import TensorArray
from stagelight.types.dtypes import int32, int64, string
from stagelight.types.ragged_spec import RaggedTensorSpec
from stagelight.types.shapes import TensorShape
from stagelight.types.sparse_spec import SparseTensorSpec
from stagelight.types.specs import TensorSpec

_SLICED = (RaggedTensor, SparseTensor)  # of which a row is a slice


class Rows:
    """The rows of nested tensors that have the same number of them.

    Attributes:
        count: how many there are: a number where it is known, else a scalar tensor.
        static_count: the number, None where it is unknown.
    """

    def __init__(self, elems: Any, task: str) -> None:
        self._structure = encoded(elems, minimum_rank=1)
        leaves = nest.flatten(self._structure)
        flat = [
            x
            for leaf in leaves
            for x in (
                [leaf]
                if isinstance(leaf, _SLICED)
                else map(convert_to_tensor, nest.flatten(leaf, expand_composites=True))
            )
        ]
        if not flat:
            raise ValueError(f"{task}: elems must hold at least one tensor. Received: {elems!r}")
        self.static_count = _known_count(flat, task)
        self.count: Any = self.static_count
        if self.count is None:
            self.count = raw.StridedSlice(_sizes(flat[0]), [0], [1], [1], shrink_axis_mask=1)
        self._rows = [
            x
            if isinstance(x, _SLICED)
            else TensorArray(
                x.dtype, size=self.count, clear_after_read=False, element_shape=_row_shape(x)
            ).unstack(x)
            for x in flat
        ]

    def at(self, index: Any) -> Any:
        """One row of each tensor, in their structure."""
        left = [_row(rows, index) for rows in self._rows]
        packed = []
        for leaf in nest.flatten(self._structure):
            count = 1
            if not isinstance(leaf, _SLICED):
                count = len(nest.flatten(leaf, expand_composites=True))
            taken, left = left[:count], left[count:]
            packed.append(
                taken[0]
                if isinstance(leaf, _SLICED)
                else nest.pack_sequence_as(leaf, taken, expand_composites=True)
            )
        return nest.pack_sequence_as(self._structure, packed)


def _known_count(flat: Sequence[Any], task: str) -> int | None:
    known: int | None = None
    for x in flat:
        if x.shape.rank == 0:
            raise ValueError(
                f"{task}: elements in elems must be 1+ dimensional Tensors, not scalars. "
                f"Received: {x!r}"
            )
        size = None if x.shape.rank is None else x.shape[0]
        if known is not None and size is not None and size != known:
            raise ValueError(
                f"{task}: elements in elems must have the same number of rows. "
                f"Received: {known} and {size}"
            )
        known = size if known is None else known
    return known


def _row_shape(x: Tensor) -> TensorShape:
    return TensorShape(None) if x.shape.rank is None else x.shape[1:]


def _sizes(x: Any) -> Tensor:
    """A vector that begins with how many rows there are."""
    if isinstance(x, SparseTensor):
        return raw.Cast(x.dense_shape, DstT=int32)
    return raw.Shape(x.row_starts() if isinstance(x, RaggedTensor) else x)


def _row(rows: Any, index: Any) -> Any:
    if isinstance(rows, RaggedTensor):
        return _ragged_row(rows, index)
    return _sparse_row(rows, index) if isinstance(rows, SparseTensor) else rows.read(index)


def _sparse_row(sparse: SparseTensor, index: Any) -> SparseTensor:
    shape, place = sparse.dense_shape, raw.Pack([raw.Cast(index, DstT=int64)])
    inner = raw.StridedSlice(shape, [1], [0], [1], end_mask=1)
    start, size = raw.ConcatV2([place, raw.ZerosLike(inner)], 0), raw.ConcatV2([[1], inner], 0)
    indices, values, _ = raw.SparseSlice(sparse.indices, sparse.values, shape, start, size)
    return SparseTensor(
        raw.StridedSlice(indices, [0, 1], [0, 0], [1, 1], end_mask=3), values, inner
    )


def _ragged_row(ragged: RaggedTensor, index: Any) -> Any:
    """A row: a tensor, or a ragged tensor where the rows have ragged rows themselves."""
    start, limit = ragged.row_splits[index], ragged.row_splits[index + 1]
    values = ragged.values
    if not isinstance(values, RaggedTensor):
        return values[start:limit]
    splits = values.row_splits[start : limit + 1]
    inner = values.values
    first, last = splits[0], splits[-1]
    if isinstance(inner, RaggedTensor):
        rows = _ragged_row(RaggedTensor(inner, raw.Pack([first, last])), 0)
    else:
        rows = inner[first:last]
    return RaggedTensor(rows, splits - first)


def spec_of_row(x: Any) -> Any:
    """What a row of a tensor is: its dtype, for a ragged tensor the axes that are left too."""
    if isinstance(x, (ExtensionType, *_SLICED)):
        return unbatched(x._type_spec)
    return TensorSpec(None, convert_to_tensor(x).dtype)


def parts_of_spec(spec: Any) -> Any:
    """The specs of `parts_of_row`."""
    if isinstance(spec, SparseTensorSpec):
        return (TensorSpec([3], string),)
    if not isinstance(spec, RaggedTensorSpec):
        return spec
    lengths = [TensorSpec([]), *[TensorSpec([None])] * spec.ragged_rank]
    return (
        TensorSpec(None, spec.dtype),
        *(TensorSpec(length.shape, spec.row_splits_dtype) for length in lengths),
    )


def parts_of_row(spec: Any, value: Any) -> Any:
    """One result, as what is kept of it.

    A ragged one is its values, how many rows it has, and the lengths of the rows of each further axis; a
    sparse one is its bytes.
    """
    if isinstance(spec, SparseTensorSpec) and isinstance(value, SparseTensor):
        return (
            raw.SerializeSparse(value.indices, value.values, value.dense_shape, out_type=string),
        )
    if not isinstance(spec, RaggedTensorSpec):
        # Gradients may be slices; of their rows there is no tensor but the dense one.
        is_dense = isinstance(spec, TensorSpec) and isinstance(value, IndexedSlices)
        return value.to_dense() if is_dense else value
    kind = spec.row_splits_dtype
    if isinstance(value, RaggedTensor):
        lengths = [raw.Cast(rows, DstT=kind) for rows in value.nested_row_lengths()]
        return value.flat_values, value.nrows(kind), *lengths
    value = convert_to_tensor(value)
    return value, raw.Shape(value, out_type=kind)[0]


def joined_rows(spec: Any, arrays: Sequence[TensorArray]) -> Any:
    """The ragged or sparse tensor whose rows are the results."""
    if isinstance(spec, SparseTensorSpec):
        return SparseTensor(*raw.DeserializeSparse(arrays[0].stack(), dtype=spec.dtype))
    values, counts, *lengths = arrays
    return RaggedTensor.from_nested_row_lengths(
        values.concat(), [counts.stack(), *(rows.concat() for rows in lengths)], validate=False
    )
