"""Orders of axes, as `Transpose` takes them."""

from __future__ import annotations

from typing import Any

from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor


def swapped_with_last(x: Tensor, axis: int) -> Any:
    """The order in which an axis and the last stand in each other's place: it undoes itself."""
    rank = x.shape.rank
    if rank is not None:
        order = list(range(rank))
        order[axis], order[-1] = order[-1], order[axis]
        return order
    count = raw.Rank(x)
    place = raw.FloorMod(axis, count)
    numbers = raw.Range(0, count, 1)
    last = raw.Sub(count, 1)
    order = raw.SelectV2(raw.Equal(numbers, place), last, numbers)
    return raw.SelectV2(raw.Equal(numbers, last), place, order)
