"""Assertions on ranks and shapes: `tf.debugging.assert_rank`, `assert_shapes`, `assert_scalar`.

What is known while tracing is checked then and raises ValueError. A rank or size that is known only
when the graph runs is checked by an `Assert` operation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.ops.debugging.assert_operation import (
    add_assert,
    described,
    heading,
    name_of,
    settled,
)
from stagelight.ops.debugging.type_assertions import assert_type
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- rank


def _rank_value(rank: Any) -> tuple[int | None, Tensor]:
    """A required rank, if it is known, and as a tensor."""
    tensor = convert_to_tensor(rank, name="rank")
    assert_type(tensor, dtypes.int32)
    if tensor.shape.rank not in (0, None):
        raise ValueError("Rank must be a scalar.")
    known = constant_value(tensor)
    return (None if known is None else int(known)), tensor


def _check_rank(
    function_name: str,
    x: Any,
    ranks: Sequence[Any],
    requirement: str,
    is_allowed: Callable[[int, Sequence[int]], bool],
    runtime_test: Callable[[Tensor, Tensor], Tensor],
    message: str | None,
    data: Sequence[Any] | None,
    summarize: int | None,
    name: str | None,
) -> Any:
    """The rank of `x` must be allowed by one of `ranks`; at once if both are known."""
    with op_scope(name or function_name):
        if not is_composite(x):
            x = convert_to_tensor(x, name="x")
        values = [_rank_value(rank) for rank in ranks]
        known = [value for value, _ in values if value is not None]
        rank = x.shape.rank
        if rank is not None and len(known) == len(values):
            if is_allowed(rank, known):
                return settled()
            shown = f"{requirement} {known[0]}" if len(known) == 1 else f"in {tuple(known)}"
            raise ValueError(
                f"{heading(message)}Tensor {name_of(x)} must have rank {shown.strip()}.  "
                f"Received rank {rank}, shape {x.shape}"
            )
        actual = raw.Rank(x)
        tests = [runtime_test(actual, tensor) for _, tensor in values]
        condition = tests[0]
        for test in tests[1:]:
            condition = raw.LogicalOr(condition, test)
        words = "in" if function_name == "assert_rank_in" else requirement
        if data is None:
            data = [
                heading(message),
                f"Tensor {described(x)} must have rank {words}".strip(),
                *(tensor for _, tensor in values),
                "Received shape: ",
                raw.Shape(x),
            ]
        return add_assert(condition, data, summarize)


@public("debugging.assert_rank", "assert_rank")
def assert_rank(x: Any, rank: Any, message: str | None = None, name: str | None = None) -> Any:
    """Fails unless the tensor has that number of axes.

    Args:
        x: tensor.
        rank: int32 of rank 0.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, an operation in a graph.

    Raises:
        ValueError: another rank, where it is known while tracing.
        InvalidArgumentError: the same, when the graph runs.

    >>> tf.debugging.assert_rank(tf.constant([1, 2]), 1)
    """
    return _check_rank(
        "assert_rank",
        x,
        [rank],
        "",
        lambda r, known: r == known[0],
        raw.Equal,
        message,
        None,
        None,
        name,
    )


@public("debugging.assert_rank_at_least")
def assert_rank_at_least(
    x: Any, rank: Any, message: str | None = None, name: str | None = None
) -> Any:
    """Fails unless the tensor has that number of axes or more.

    Args:
        x: tensor.
        rank: int32 of rank 0.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, an operation in a graph.

    Raises:
        ValueError: fewer axes, where that is known while tracing.
        InvalidArgumentError: the same, when the graph runs.

    >>> tf.debugging.assert_rank_at_least(tf.constant([[1, 2]]), 1)
    """
    return _check_rank(
        "assert_rank_at_least",
        x,
        [rank],
        "at least",
        lambda r, known: r >= known[0],
        raw.GreaterEqual,
        message,
        None,
        None,
        name,
    )


@public("debugging.assert_rank_in")
def assert_rank_in(
    x: Any, ranks: Iterable[Any], message: str | None = None, name: str | None = None
) -> Any:
    """Fails unless the tensor has one of these numbers of axes.

    Args:
        x: tensor.
        ranks: int32 numbers or tensors of rank 0.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, an operation in a graph.

    Raises:
        ValueError: another rank, where it is known while tracing.
        InvalidArgumentError: the same, when the graph runs.

    >>> tf.debugging.assert_rank_in(tf.constant([1, 2]), (0, 1))
    """
    return _check_rank(
        "assert_rank_in",
        x,
        list(ranks),
        "",
        lambda r, known: r in known,
        raw.Equal,
        message,
        None,
        None,
        name,
    )


@public("debugging.assert_scalar")
def assert_scalar(tensor: Any, message: str | None = None, name: str | None = None) -> None:
    """Fails unless the tensor has no axes, as far as that is known while tracing.

    Args:
        tensor: tensor.
        message: what the error begins with.
        name: name of the operation.

    Raises:
        ValueError: it has axes, or its rank is not known.

    >>> tf.debugging.assert_scalar(3)
    """
    with op_scope(name or "assert_scalar"):
        tensor = convert_to_tensor(tensor, name="tensor")
    if tensor.shape.rank != 0:
        of_which = "" if isinstance(tensor, EagerTensor) else f" for {tensor.name}"
        raise ValueError(
            f"{heading(message)}Expected scalar shape{of_which}, saw shape: {tensor.shape}."
        )


# ---------------------------------------------------------------------------- shapes


@public("debugging.assert_shapes")
def assert_shapes(
    shapes: Any,
    data: Sequence[Any] | None = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """Fails unless the tensors have the shapes given, with equal sizes where letters are equal.

    A shape is a sequence of sizes: a number, None or "." for any, another value as a name for one
    size throughout. `...` or "*" in the first place stands for any number of axes. A string is the
    sequence of its letters. A tensor of rank 0 counts as one of shape [1].

    Args:
        shapes: list of pairs (tensor, shape), or a dict; a shape of None may be any.
        data: the tensors to show on failure; the shape if None.
        summarize: how many elements of each are shown; 3 if None, all if -1.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, an operation in a graph.

    Raises:
        ValueError: a rank or size differs, where it is known while tracing; a shape is not a
        sequence.
        InvalidArgumentError: one differs when the graph runs.

    >>> x, y = tf.zeros([2, 3]), tf.zeros([3])
    >>> tf.debugging.assert_shapes([(x, ("N", "D")), (y, ("D",))])
    """
    pairs = list(shapes.items() if isinstance(shapes, Mapping) else shapes)
    with op_scope(name or "assert_shapes"):
        checks = [_ShapeCheck(x, shape, message) for x, shape in pairs if shape is not None]
        added = [check.rank(data, summarize) for check in checks]
        sizes: dict[Any, tuple[Any, str]] = {}
        for check in checks:
            for axis, wanted in check.axes():
                if wanted is None or wanted == ".":
                    continue
                if isinstance(wanted, int):
                    required, source = wanted, "Specified explicitly"
                elif wanted not in sizes:
                    place = f"Specified by tensor {described(check.tensor)} dimension {axis}"
                    sizes[wanted] = check.size(axis), place
                    continue
                else:
                    required, source = sizes[wanted]
                added.append(check.require_size(axis, required, source, data, summarize))
        operations = [each for each in added if each is not None]
        if CONTEXT.stage is None:
            return None
        return operations[-1] if operations else settled()


class _ShapeCheck:
    """One tensor with the shape that it must have."""

    def __init__(self, x: Any, shape: Any, message: str | None) -> None:
        self.tensor: Any = x if is_composite(x) else convert_to_tensor(x)
        self._message = message
        if not hasattr(shape, "__iter__") and not hasattr(shape, "__getitem__"):
            raise ValueError(
                f"{heading(message)}Tensor {described(self.tensor)}.  "
                "Specified shape must be an iterable.  "
                "An iterable has the attribute `__iter__` or `__getitem__`.  "
                f"Received specified shape: {shape}"
            )
        sizes = [_plain_size(size) for size in shape]
        self._has_rest = bool(sizes) and (sizes[0] is ... or sizes[0] == "*")
        self._sizes = sizes[1:] if self._has_rest else sizes or [1]
        # TF: a tensor without axes may stand for one element.
        self._may_be_scalar = len(self._sizes) == 1

    def rank(self, data: Sequence[Any] | None, summarize: int | None) -> Any:
        """Checks the number of axes."""
        count = len(self._sizes)
        least = [0, count] if self._may_be_scalar else [count]
        if self._has_rest:
            return _check_rank(
                "assert_rank_at_least", self.tensor, [min(least)], "at least",
                lambda rank, known: rank >= known[0], raw.GreaterEqual,
                self._message, data, summarize, None,
            )  # fmt: skip
        return _check_rank(
            "assert_rank_in" if self._may_be_scalar else "assert_rank", self.tensor, least, "",
            lambda rank, known: rank in known, raw.Equal,
            self._message, data, summarize, None,
        )  # fmt: skip

    def axes(self) -> list[tuple[int, Any]]:
        """The axes with the sizes wanted; counted from the back where outer ones are left open."""
        first = -len(self._sizes) if self._has_rest else 0
        return [(first + i, size) for i, size in enumerate(self._sizes)]

    def size(self, axis: int) -> Any:
        """The size of an axis: a number where it is known, else a tensor."""
        shape = self.tensor.shape
        if shape.rank == 0:
            return 1
        if shape.rank is not None and shape[axis] is not None:
            return shape[axis]
        sizes = raw.Shape(self.tensor)
        if self._may_be_scalar and shape.rank is None:
            # A leading 1 stands in for the axis that a scalar does not have.
            sizes = raw.ConcatV2([np.ones(1, np.int32), sizes], 0)
            axis = -1
        return raw.GatherV2(sizes, raw.FloorMod(np.int32(axis), raw.Size(sizes)), 0)

    def require_size(
        self,
        axis: int,
        required: Any,
        source: str,
        data: Sequence[Any] | None,
        summarize: int | None,
    ) -> Any:
        """Checks the size of one axis."""
        actual = self.size(axis)
        if isinstance(actual, int) and isinstance(required, int):
            if actual == required:
                return None
            raise ValueError(
                f"{heading(self._message)}{source}.  "
                f"Tensor {described(self.tensor)} dimension {axis} must have size {required}.  "
                f"Received size {actual}, shape {self.tensor.shape}"
            )
        if data is None:
            data = [
                heading(self._message),
                source,
                f"Tensor {described(self.tensor)} dimension",
                axis,
                "must have size",
                required,
                "Received shape: ",
                raw.Shape(self.tensor),
            ]
        condition = raw.Equal(convert_to_tensor(actual, dtypes.int32), required)
        return add_assert(condition, data, summarize)


def _plain_size(size: Any) -> Any:
    """A size as an int, a name or None; a constant tensor is its value."""
    if isinstance(size, Tensor):
        known = constant_value(size)
        return size.ref() if known is None else int(known)
    if isinstance(size, (int, np.integer)) or (isinstance(size, str) and size.isdigit()):
        return int(size)
    return size
