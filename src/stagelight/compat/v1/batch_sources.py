"""What `train.batch` and its like are given: the tensors of one element, from one source or several.

A queue holds dense tensors: sparse ones are written down before it, and read again behind it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stagelight.compat.v1.queue_runners import QueueRunner, add_queue_runner
from stagelight.control_flow.conditionals import cond
from stagelight.core.convert import convert_to_tensor
from stagelight.ops.arrays.identity import no_op
from stagelight.ops.arrays.masking import boolean_mask
from stagelight.ops.sparse.serialization import (
    deserialize_many_sparse,
    serialize_many_sparse,
    serialize_sparse,
)
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.state.queues import QueueBase
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape, as_shape


class Batches:
    """What all of the functions do.

    Args:
        sources: lists (or dicts) of tensors, of one kind; each is computed by a thread of its own.
        keep_input: whether what was computed is kept: a bool, for rows a vector of them.
        enqueue_many: whether the tensors are rows, each an element.
        shapes: the shapes of an element's parts; those that are known if None.
    """

    def __init__(
        self, sources: Sequence[Any], keep_input: Any, enqueue_many: bool, shapes: Any
    ) -> None:
        if not sources:
            raise ValueError("Expected at least one set of tensors")
        if len({frozenset(source) for source in sources if isinstance(source, Mapping)}) > 1:
            raise ValueError("All dictionaries in tensors_list must have the same keys")
        self._first = sources[0]
        self._is_many = enqueue_many
        lists = [_as_list(source) for source in sources]
        self._parts = [[_as_part(x) for x in each] for each in lists]
        self._sparse = [x if isinstance(x, SparseTensor) else None for x in self._parts[0]]
        self._keep = self._checked_keep(keep_input)
        self.rows = [[self._dense(x) for x in each] for each in self._parts]
        self._check_kinds()
        self.dtypes = [x.dtype for x in self.rows[0]]
        self.shapes = self._shapes() if shapes is None else list(map(as_shape, shapes))

    def _checked_keep(self, keep_input: Any) -> Any:
        keep = convert_to_tensor(keep_input, dtypes.bool_)
        if keep.shape.rank is None:
            raise ValueError("`keep_input` dimensions must be known at graph construction.")
        if keep.shape.rank == 1 and not self._is_many:
            raise ValueError("`keep_input` cannot be a vector when `enqueue_many=False`.")
        if keep.shape.rank > 1:
            raise ValueError("`keep_input` must be 0 or 1 dimensions.")
        return None if isinstance(keep_input, bool) and keep_input else keep

    def _dense(self, part: Any) -> Any:
        """A part as one tensor: sparse ones are written down."""
        if not isinstance(part, SparseTensor):
            return part
        return serialize_many_sparse(part) if self._is_many else serialize_sparse(part)

    def _check_kinds(self) -> None:
        first = self.rows[0]
        for row in self.rows[1:]:
            if len(row) != len(first) or any(
                x.dtype is not y.dtype for x, y in zip(row, first, strict=True)
            ):
                raise TypeError(
                    "Expected types to be consistent: "
                    f"{', '.join(x.dtype.name for x in first)} vs. {', '.join(x.dtype.name for x in row)}."
                )

    def _shapes(self) -> list[TensorShape]:
        shapes = []
        for parts in zip(*self.rows, strict=True):
            for part in parts:
                if part.shape.rank is None:
                    raise ValueError(f"Cannot infer Tensor's rank: {part}")
            each = [x.shape.with_rank_at_least(1)[1:] if self._is_many else x.shape for x in parts]
            shape = each[0]
            for other in each[1:]:
                shape.merge_with(other)
                shape = shape.most_specific_compatible_shape(other)
            shapes.append(shape)
        return shapes

    def fill(self, queue: QueueBase, threads: int) -> None:
        """Lets threads fill the queue."""
        enqueue = queue.enqueue_many if self._is_many else queue.enqueue
        operations = [self._kept(enqueue, row) for row in self.rows]
        add_queue_runner(QueueRunner(queue, operations * threads))

    def _kept(self, enqueue: Any, row: list[Any]) -> Any:
        if self._keep is None:
            return enqueue(row)
        if self._keep.shape.rank == 1:
            return enqueue([boolean_mask(x, self._keep) for x in row])
        return cond(self._keep, lambda: [enqueue(row), True][1], lambda: [no_op(), False][1]).op

    def given(self, parts: Any) -> Any:
        """What came out of the queue, in the form of the first source."""
        found = list(parts) if isinstance(parts, (list, tuple)) else [parts]
        found = [
            dense if sparse is None else self._sparse_again(dense, sparse)
            for dense, sparse in zip(found, self._sparse, strict=True)
        ]
        if isinstance(self._first, Mapping):
            return dict(zip(sorted(self._first), found, strict=True))
        return found if len(found) > 1 else found[0]  # TF: one tensor is no list.

    def _sparse_again(self, dense: Any, sparse: SparseTensor) -> SparseTensor:
        rank = sparse.shape.rank
        if rank is not None and not self._is_many:
            rank += 1  # The axis of the batch.
        return deserialize_many_sparse(dense, sparse.dtype, rank)


def _as_list(tensors: Any) -> list[Any]:
    if isinstance(tensors, Mapping):
        return [tensors[key] for key in sorted(tensors)]
    found = list(tensors) if isinstance(tensors, (list, tuple)) else [tensors]
    if not found:
        raise ValueError("Expected at least one tensor in batch().")
    return found


def _as_part(value: Any) -> Any:
    return value if isinstance(value, SparseTensor) else convert_to_tensor(value)
