"""How many elements must change to make one sequence of another: `tf.edit_distance`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, constant_value, invalid
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.index_arrays import check_parts, infer_parts
from stagelight.ops.sparse.sparse_tensor import SparseTensor, as_sparse
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _check_ranks(hypothesis: int | None, truth: int | None) -> None:
    if hypothesis is not None and truth is not None and hypothesis != truth:
        raise invalid(
            "Expected truth and hypothesis to have matching ranks, but their ranks are "
            f"{truth} and {hypothesis}"
        )
    for name, rank in (("truth_shape", truth), ("hypothesis_shape", hypothesis)):
        if rank is not None and rank < 2:
            raise invalid(
                f"Input SparseTensors must have rank at least 2, but {name} rank is {rank}"
            )


def _infer(
    hypothesis_indices: Tensor,
    hypothesis_values: Tensor,
    hypothesis_shape: Tensor,
    truth_indices: Tensor,
    truth_values: Tensor,
    truth_shape: Tensor,
    *,
    normalize: bool = True,
) -> Inferred:
    _, rank = infer_parts(hypothesis_indices, hypothesis_values, hypothesis_shape)
    _, other = infer_parts(truth_indices, truth_values, truth_shape)
    _check_ranks(rank, other)
    sizes = constant_value(hypothesis_shape), constant_value(truth_shape)
    if sizes[0] is not None and sizes[1] is not None:
        shape = TensorShape(np.maximum(sizes[0], sizes[1])[:-1].tolist())
    else:
        rank = other if rank is None else rank
        shape = TensorShape(None if rank is None else [None] * (rank - 1))
    return Inferred(shape, dtypes.float32)


def _distance(one: np.ndarray, other: np.ndarray) -> int:
    """The Levenshtein distance, row by row of the table of distances between beginnings.

    Insertions along a row are a running minimum: `row[j] = min over i <= j of cost[i] + (j - i)`.
    """
    steps = np.arange(len(other) + 1)
    row = steps
    for place, element in enumerate(one, 1):
        cost = np.empty_like(row)
        cost[0] = place
        cost[1:] = np.minimum(row[:-1] + (other != element), row[1:] + 1)
        row = np.minimum.accumulate(cost - steps) + steps
    return int(row[-1])


def _sequences(indices: np.ndarray, values: np.ndarray) -> dict[tuple[int, ...], np.ndarray]:
    """The elements of each row that has some."""
    rows: dict[tuple[int, ...], list[int]] = {}
    for place, index in enumerate(indices[:, :-1].tolist()):
        rows.setdefault(tuple(index), []).append(place)
    return {row: values[places] for row, places in rows.items()}


def _edit_distance(
    xp: ModuleType,
    hypothesis_indices: np.ndarray,
    hypothesis_values: np.ndarray,
    hypothesis_shape: np.ndarray,
    truth_indices: np.ndarray,
    truth_values: np.ndarray,
    truth_shape: np.ndarray,
    *,
    normalize: bool = True,
) -> np.ndarray:
    check_parts(hypothesis_indices, hypothesis_values, hypothesis_shape)
    check_parts(truth_indices, truth_values, truth_shape)
    _check_ranks(len(hypothesis_shape), len(truth_shape))
    shape = np.maximum(hypothesis_shape, truth_shape)[:-1]
    result = np.zeros(shape, np.float32)
    hypotheses = _sequences(hypothesis_indices, hypothesis_values)
    truths = _sequences(truth_indices, truth_values)
    for row in {*hypotheses, *truths}:
        if any(not 0 <= place < size for place, size in zip(row, shape, strict=True)):
            raise invalid(f"Index {list(row)} lies outside of the shape {shape.tolist()}")
        one, other = hypotheses.get(row), truths.get(row)
        if one is None or other is None:
            distance = len(one if other is None else other)  # type: ignore[arg-type]
        else:
            distance = _distance(one, other)
        if not normalize:
            result[row] = distance
        else:
            # TF: infinity for what is not in the truth at all.
            result[row] = np.inf if other is None else np.float32(distance) / len(other)
    return result


define(
    "EditDistance",
    "hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, "
    "truth_indices: int64, truth_values: T, truth_shape: int64",
    "output: float32",
    {"normalize": True, "T": types(None)},
    infer=_infer,
    kernel=_edit_distance,
    differentiable=False,
)


@public("edit_distance")
def edit_distance(
    hypothesis: Any, truth: Any, normalize: bool = True, name: str = "edit_distance"
) -> Tensor:
    """The Levenshtein distance of sequences: how many elements are inserted, removed or replaced at least.

    Args:
        hypothesis: a `tf.SparseTensor` of at least two axes; the last one is along the sequences.
        truth: a `tf.SparseTensor` of the same dtype and rank.
        normalize: whether distances are divided by the lengths of the true sequences. It is infinity
            where there is a hypothesis and no truth.
        name: the operation's name.

    Returns:
        float32 tensor, a distance for each sequence.

    Raises:
        TypeError: something else than sparse tensors.
        InvalidArgumentError: the ranks differ or are less than two.

    >>> found = tf.sparse.from_dense([[1, 2, 3]])
    >>> true = tf.sparse.from_dense([[1, 3]])
    >>> tf.edit_distance(found, true).numpy()
    array([0.5], dtype=float32)
    """
    parts: list[Any] = []
    for what, given in (("Hypothesis", hypothesis), ("Truth", truth)):
        try:
            sparse: SparseTensor = as_sparse(given)
        except TypeError:
            raise TypeError(f"{what} must be a SparseTensor. Received: {given!r}") from None
        parts += [sparse.indices, sparse.values, sparse.dense_shape]
    return raw.EditDistance(*parts, normalize=normalize, name=name)
