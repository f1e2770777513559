"""The scatter methods of variables: rows by `tf.IndexedSlices`, slices by index vectors."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.types.dtypes import DType


class ScatterUpdates:
    """What `Variable` inherits for updating parts of its value."""

    dtype: DType

    def _apply(
        self, op_name: str, inputs: tuple[Any, ...], name: str | None, read_value: bool = True
    ) -> Any:
        """Applies an op to the variable's handle; given by `Variable`."""
        raise NotImplementedError

    # Scattering: rows by `tf.IndexedSlices`, points by index vectors.

    def _scatter(self, word: str, slices: IndexedSlices, name: str | None) -> Any:
        if not isinstance(slices, IndexedSlices):
            raise TypeError(
                f"Argument `sparse_delta` must be a tf.IndexedSlices. Received: {slices!r}"
            )
        indices = convert_to_tensor(slices.indices)
        values = convert_to_tensor(slices.values, self.dtype)
        return self._apply(f"ResourceScatter{word}", (indices, values), name)

    def scatter_update(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Sets rows."""
        return self._scatter("Update", sparse_delta, name)

    def scatter_add(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Adds to rows."""
        return self._scatter("Add", sparse_delta, name)

    def scatter_sub(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Subtracts from rows."""
        return self._scatter("Sub", sparse_delta, name)

    def scatter_mul(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Multiplies rows."""
        return self._scatter("Mul", sparse_delta, name)

    def scatter_div(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Divides rows."""
        return self._scatter("Div", sparse_delta, name)

    def scatter_min(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Takes the minimum of rows."""
        return self._scatter("Min", sparse_delta, name)

    def scatter_max(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Takes the maximum of rows."""
        return self._scatter("Max", sparse_delta, name)

    def batch_scatter_update(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Sets `v[b..., indices[b..., i], ...] = values[b..., i, ...]` for each batch index `b...`.

        Args:
            sparse_delta: indices of shape `[b..., n]`, values of shape `[b..., n, ...]`.
            use_locking: accepted for compatibility.
            name: the operation's name.

        Raises:
            TypeError: `sparse_delta` is not a `tf.IndexedSlices`.
            ValueError: the rank of the indices is not known.
        """
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(
                f"Argument `sparse_delta` must be a tf.IndexedSlices. Received: {sparse_delta!r}"
            )
        indices = convert_to_tensor(sparse_delta.indices)
        if indices.shape.rank is None:
            raise ValueError("batch_scatter_update requires indices of a known rank.")
        return self.scatter_nd_update(_points(indices), sparse_delta.values, name)

    def _scatter_nd(self, word: str, indices: Any, updates: Any, name: str | None) -> Any:
        index_tensor = convert_to_tensor(indices)
        update_tensor = convert_to_tensor(updates, self.dtype)
        return self._apply(f"ResourceScatterNd{word}", (index_tensor, update_tensor), name)

    def scatter_nd_update(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Sets slices at index vectors."""
        return self._scatter_nd("Update", indices, updates, name)

    def scatter_nd_add(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Adds to slices at index vectors."""
        return self._scatter_nd("Add", indices, updates, name)

    def scatter_nd_sub(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Subtracts from slices at index vectors."""
        return self._scatter_nd("Sub", indices, updates, name)

    def scatter_nd_min(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Takes the minimum at index vectors."""
        return self._scatter_nd("Min", indices, updates, name)

    def scatter_nd_max(self, indices: Any, updates: Any, name: str | None = None) -> Any:
        """Takes the maximum at index vectors."""
        return self._scatter_nd("Max", indices, updates, name)


def _points(indices: Tensor) -> Tensor:
    """Index vectors `[b..., indices[b..., i]]`, of shape `[b..., n, rank]`."""
    rank = indices.shape.rank or 0
    shape = raw.Shape(indices, out_type=indices.dtype)
    columns = []
    for axis in range(rank - 1):
        size = raw.StridedSlice(shape, [axis], [axis + 1], [1], shrink_axis_mask=1)
        positions = raw.Range(convert_to_tensor(0, indices.dtype), size, 1)
        aligned = raw.Reshape(positions, [-1] + [1] * (rank - 1 - axis))
        columns.append(raw.BroadcastTo(aligned, shape))
    return raw.Pack([*columns, indices], axis=rank)
