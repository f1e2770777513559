"""Arrays of indices `[n, rank]`: checks, order, and places as numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.inference import (
    Inferred,
    first_known,
    invalid,
    known_dims,
    require_rank,
    shape_text,
)
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape


def infer_parts(
    indices: Tensor, values: Tensor, dense_shape: Tensor
) -> tuple[int | None, int | None]:
    """The number of values and of axes, as far as they are known.

    Raises:
        InvalidArgumentError: the parts do not fit together.
    """
    matrix = require_rank(indices, 2, "indices")
    count = first_known(TensorShape([matrix[0]]), require_rank(values, 1, "values"))
    rank = first_known(TensorShape([matrix[1]]), require_rank(dense_shape, 1, "dense_shape"))
    return count[0], rank[0]


def inferred_parts(
    rank: int | None, dtype: DType, count: int | None = None
) -> tuple[Inferred, Inferred, Inferred]:
    """The inference of an op that gives a sparse tensor."""
    return (
        Inferred(TensorShape([count, rank]), dtypes.int64),
        Inferred(TensorShape([count]), dtype),
        Inferred(TensorShape([rank]), dtypes.int64),
    )


def known_rank(dense_shape: Tensor) -> int | None:
    """How many sizes a shape vector has."""
    dims = known_dims(dense_shape)
    return None if dims is None else len(dims)


def check_ranks(indices: np.ndarray, values: np.ndarray, dense_shape: np.ndarray) -> None:
    """Checks that the parts are a matrix and two vectors.

    Raises:
        InvalidArgumentError: they are not.
    """
    if indices.ndim != 2:
        raise invalid(
            f"Input indices should be a matrix but received shape {shape_text(indices.shape)}"
        )
    if values.ndim != 1:
        raise invalid(
            f"Input values should be a vector but received shape {shape_text(values.shape)}"
        )
    if dense_shape.ndim != 1:
        raise invalid(
            f"Input shape should be a vector but received shape {shape_text(dense_shape.shape)}"
        )


def check_parts(indices: np.ndarray, values: np.ndarray, dense_shape: np.ndarray) -> None:
    """Checks that the parts fit together.

    Raises:
        InvalidArgumentError: they do not.
    """
    check_ranks(indices, values, dense_shape)
    if len(indices) != len(values):
        raise invalid(
            f"Number of values must match first dimension of indices. Got {len(values)} "
            f"values, indices shape: {shape_text(indices.shape)}"
        )
    if indices.shape[1] != len(dense_shape):
        raise invalid(
            f"Number of dimensions must match second dimension of indices. Got {len(dense_shape)} "
            f"dimensions, indices shape: {shape_text(indices.shape)}"
        )
    if (dense_shape < 0).any():
        raise invalid(f"dense_shape must not be negative. Received: {dense_shape.tolist()}")


def check_bounds(indices: np.ndarray, dense_shape: np.ndarray) -> None:
    """Checks that all indices lie in the shape.

    Raises:
        InvalidArgumentError: one does not.
    """
    outside = ((indices < 0) | (indices >= dense_shape)).any(axis=1)
    if outside.any():
        row = int(np.argmax(outside))
        raise invalid(
            f"{_row(indices, row)} is out of bounds: need 0 <= index < "
            f"{shape_text(dense_shape.tolist())}"
        )


def check_order(indices: np.ndarray, dense_shape: np.ndarray) -> None:
    """Checks that indices lie in the shape, in lexicographic order, each once.

    Raises:
        InvalidArgumentError: one does not.
    """
    check_bounds(indices, dense_shape)
    if len(indices) < 2:
        return
    steps = np.diff(places(indices, dense_shape))
    wrong = steps <= 0
    if wrong.any():
        row = int(np.argmax(wrong)) + 1
        if steps[row - 1] == 0:
            raise invalid(f"{_row(indices, row)} is repeated")
        raise invalid(
            f"{_row(indices, row)} is out of order. Many sparse ops require sorted indices.\n"
            "    Use `tf.sparse.reorder` to create a correctly ordered copy.\n\n"
        )


def _row(indices: np.ndarray, row: int) -> str:
    return f"indices[{row}] = {shape_text(indices[row].tolist())}"


def places(indices: np.ndarray, dense_shape: Sequence[int] | np.ndarray) -> np.ndarray:
    """Each row of indices as one number: its place in the flat tensor."""
    sizes = [int(size) for size in dense_shape]
    if math.prod(sizes) >= 2**63:
        raise invalid(f"The shape {shape_text(sizes)} has too many elements.")
    result = np.zeros(len(indices), np.int64)
    for axis, size in enumerate(sizes):
        result = result * size + indices[:, axis]
    return result


def indices_of(flat_places: np.ndarray, dense_shape: Sequence[int] | np.ndarray) -> np.ndarray:
    """The rows of indices that stand at places of the flat tensor; undoes `places`."""
    columns: list[np.ndarray] = []
    rest = flat_places
    for size in [int(size) for size in dense_shape][::-1]:
        columns.append(rest % size if size else rest)
        rest = rest // size if size else rest
    if not columns:
        return np.zeros((len(flat_places), 0), np.int64)
    return np.stack(columns[::-1], axis=1).astype(np.int64)


def lexicographic(indices: np.ndarray) -> np.ndarray:
    """The order that sorts rows of indices; equal ones stay as they are."""
    if not indices.shape[1]:
        return np.arange(len(indices))
    return np.lexsort(tuple(indices[:, axis] for axis in range(indices.shape[1]))[::-1])


def normalized_axes(axes: Any, rank: int) -> list[int]:
    """Axes counted from the front.

    Raises:
        InvalidArgumentError: one is out of range.
    """
    found = []
    for axis in np.asarray(axes).reshape(-1).tolist():
        if not -rank <= axis < rank:
            raise invalid(f"Invalid reduction dimension {axis}, for input with {rank} dimensions.")
        found.append(axis % rank)
    return found
