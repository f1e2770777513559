"""How a range of floats is scaled to integers, one range or one along an axis, and how halves are rounded."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stagelight.core.inference import first_known, invalid
from stagelight.core.tensor import Tensor
from stagelight.types.shapes import TensorShape


def half_to_even(x: np.ndarray) -> np.ndarray:
    """The nearest integers; of two the even one."""
    return np.rint(x)


def half_up(x: np.ndarray) -> np.ndarray:
    """The nearest integers; of two the greater one."""
    return np.floor(x + x.dtype.type(0.5))


def half_away_from_zero(x: np.ndarray) -> np.ndarray:
    """The nearest integers; of two the one further from zero."""
    whole = np.trunc(x)
    return np.where(np.abs(x - whole) >= 0.5, whole + np.sign(x), whole).astype(x.dtype)


class ScaledRange(NamedTuple):
    """A range made to fit: `x * factor` are integers in bounds for x in [low, high]; `step` undoes it."""

    low: np.ndarray
    high: np.ndarray
    factor: np.ndarray
    step: np.ndarray


def scaled_range(
    low: np.ndarray, high: np.ndarray, num_bits: int, signed: bool, narrow: bool
) -> ScaledRange:
    """The greatest factor that keeps both ends among the integers of `num_bits` bits."""
    number = low.dtype.type
    least = number((-(1 << (num_bits - 1)) + narrow) if signed else 0)
    most = number((1 << (num_bits - 1)) - 1 if signed else (1 << num_bits) - 1)
    largest = np.finfo(low.dtype).max if low.dtype.kind == "f" else number(3.3895314e38)
    with np.errstate(all="ignore"):
        from_low = np.where(least * low > 0, least / low, largest).astype(low.dtype)
        from_high = np.where(most * high > 0, most / high, largest).astype(low.dtype)
        by_low = from_low < from_high
        step = np.where(by_low, low / least, high / most).astype(low.dtype)
    return ScaledRange(
        np.where(by_low, low, least * step).astype(low.dtype),
        np.where(by_low, most * step, high).astype(low.dtype),
        np.where(by_low, from_low, from_high).astype(low.dtype),
        step,
    )


def infer_ends(x: Tensor, low: Tensor, high: Tensor, axis: int) -> TensorShape:
    """The shape of both ends: scalar, or a vector along the axis.

    Raises:
        InvalidArgumentError: they have another shape.
    """
    if axis < -1:
        raise invalid(f"axis should be at least -1, got {axis}")
    rank = 0 if axis == -1 else 1
    for what, end in (("min_range", low), ("max_range", high)):
        if end.shape.rank not in (None, rank):
            raise invalid(f"Shape must be rank {rank} but is rank {end.shape.rank} for {what!r}")
    shape = first_known(TensorShape([None] * rank), low.shape, high.shape)
    if axis != -1 and x.shape.rank is not None:
        if axis >= x.shape.rank:
            raise invalid(f"axis {axis} is not below the rank of the input, {x.shape.rank}")
        shape = first_known(shape, TensorShape([x.shape[axis]]))
    return shape


def check_ends(x: np.ndarray, low: np.ndarray, high: np.ndarray, axis: int) -> None:
    if axis < -1:
        raise invalid(f"Axis must be at least -1. Found {axis}")
    if axis == -1:
        if low.ndim or high.ndim:
            raise invalid("The ends of the range must be scalars where there is no axis.")
        return
    if axis >= x.ndim:
        raise invalid(f"Axis must be less than the rank of the input, {x.ndim}. Found {axis}")
    for what, end in (("min_range", low), ("max_range", high)):
        if end.shape != (x.shape[axis],):
            raise invalid(f"{what} must have size {x.shape[axis]}. Received: {list(end.shape)}")


def as_scalar(end: np.ndarray, what: str) -> np.ndarray:
    """An end of the range where there is no axis. TF: some ops take one number in any shape.

    Raises:
        InvalidArgumentError: it has another number of elements.
    """
    if end.size != 1:
        raise invalid(
            f"If axis is not specified, {what} must contain a single float element, but it contains "
            f"{end.size} elements"
        )
    return end.reshape(())


def along(end: Any, x: np.ndarray, axis: int) -> Any:
    """An end in the shape in which it broadcasts with the input."""
    if axis == -1:
        return np.asarray(end).reshape(())
    shape = [1] * x.ndim
    shape[axis] = -1
    return np.asarray(end).reshape(shape)


def axis_from_front(axis: int | None, x: Tensor) -> int:
    """The axis as the ops take it: -1 for none."""
    if axis is None:
        return -1
    if axis < 0:
        if x.shape.rank is None:
            raise ValueError("input should have known rank to use negative axis.")
        axis %= x.shape.rank
    return axis
