"""Operations on rows: what a rule for one more axis is given (see `vectorization`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.dispatch import apply
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw


class NotVectorizable(Exception):
    """An operation has no rule for a further axis."""


class Value(NamedTuple):
    """A tensor, with the rows along its first axis where it is batched.

    `rank` is that of one row, None when unknown.
    """

    tensor: Any
    is_batched: bool
    rank: int | None


class Step:
    """An operation on one row, and what its inputs are for all rows."""

    def __init__(self, operation: Any, inputs: Sequence[Value], count: Any) -> None:
        self.operation = operation
        self.inputs = inputs
        self.count = count  # of rows

    @property
    def tensors(self) -> list[Any]:
        """The inputs' tensors."""
        return [value.tensor for value in self.inputs]

    def attr(self, name: str) -> Any:
        """An attr of the operation, given or by default."""
        attrs = self.operation.attrs
        return attrs[name] if name in attrs else self.operation.op_def.attrs[name].default

    def applied(self, tensors: Sequence[Any], attrs: Mapping[str, Any] | None = None) -> list[Any]:
        """The outputs of the operation's op for other inputs."""
        op_def = self.operation.op_def
        result = apply(op_def, tensors, self.operation.attrs if attrs is None else attrs)
        return [result] if op_def.has_one_output else list(result or ())

    def constant(self, position: int) -> np.ndarray:
        """The value of an input that must be the same for all rows and known."""
        value = self.inputs[position]
        known = None if value.is_batched else constant_value(self.operation.inputs[position])
        if known is None and not value.is_batched:
            known = constant_value(value.tensor)
        if known is None:
            raise NotVectorizable(f"{self.operation.type}: input {position} is not a constant")
        return known

    def require_same_for_all(self, *positions: int) -> None:
        """Refuses batched inputs at these positions."""
        if any(self.inputs[i].is_batched for i in positions):
            raise NotVectorizable(f"{self.operation.type}: an input differs between rows")

    def rank(self, position: int) -> int:
        """The rank of one row of an input."""
        rank = self.inputs[position].rank
        if rank is None:
            raise NotVectorizable(f"{self.operation.type}: the rank of an input is unknown")
        return rank

    def batched(self, position: int) -> Any:
        """An input with rows: those that are the same for all are repeated."""
        value = self.inputs[position]
        return value.tensor if value.is_batched else repeated(value.tensor, self.count)

    def aligned(self, positions: Sequence[int]) -> list[Any]:
        """Inputs that broadcast with one another, row by row."""
        most = max(self.rank(i) for i in positions)
        return [
            with_axes(self.inputs[i].tensor, most - self.rank(i))
            if self.inputs[i].is_batched
            else self.inputs[i].tensor
            for i in positions
        ]


def repeated(tensor: Any, count: Any) -> Any:
    """A tensor once for each row."""
    shape = raw.ConcatV2([raw.Pack([count], axis=0), raw.Shape(tensor)], 0)
    return raw.BroadcastTo(tensor, shape)


def with_axes(tensor: Any, number: int) -> Any:
    """Rows with further axes of size 1 before their own."""
    for _ in range(number):
        tensor = raw.ExpandDims(tensor, 1)
    return tensor
