"""What gradient rules of elementwise ops share: conjugates, and the sums that undo broadcasting."""

from __future__ import annotations

from typing import Any

from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.broadcasting import sum_to_shape_of


def conj(x: Tensor) -> Tensor:
    """The factor of a complex gradient; real tensors are their own."""
    return raw.Conj(x) if x.dtype.is_complex else x


def for_operands(op: Any, dx: Tensor | None, dy: Tensor | None) -> list[Tensor | None]:
    """Gradients of both operands, summed back to the operands' shapes."""
    x, y = op.inputs
    return [
        None if dx is None else sum_to_shape_of(dx, x),
        None if dy is None else sum_to_shape_of(dy, y),
    ]
