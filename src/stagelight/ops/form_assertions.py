"""Assertions on ranks, shapes and dtypes: `tf.debugging.assert_rank`, `assert_shapes`, ...

What is known while tracing is checked then and raises ValueError or TypeError. A rank or size that
is known only when the graph runs is checked by an `Assert` operation. Assertions on values are in
`assertions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype


def _name(tensor: Any) -> str:
    """A tensor's name, nothing for one without."""
    return "" if isinstance(tensor, EagerTensor) else str(tensor.name)


def _named(tensor: Any) -> str:
    """A tensor's name, or what can be said of one without."""
    if isinstance(tensor, EagerTensor):
        return f"shape={tensor.shape} dtype={tensor.dtype.name}"
    return str(tensor.name)


def _head(message: str | None) -> str:
    return f"{message}.  " if message else ""


def _no_operation(name: str = "static_checks_determined_all_ok") -> Any:
    """What an assertion returns that was settled while tracing."""
    return None if CONTEXT.stage is None else raw.NoOp(name=name)


def _add_assert(condition: Tensor, data: Sequence[Any], summarize: int | None = None) -> Any:
    return raw.Assert(
        condition, list(data), summarize=3 if summarize is None else summarize, name="Assert"
    )


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
        if not isinstance(x, CompositeTensor):
            x = convert_to_tensor(x, name="x")
        values = [_rank_value(rank) for rank in ranks]
        known = [value for value, _ in values if value is not None]
        rank = x.shape.rank
        if rank is not None and len(known) == len(values):
            if is_allowed(rank, known):
                return _no_operation()
            shown = f"{requirement} {known[0]}" if len(known) == 1 else f"in {tuple(known)}"
            raise ValueError(
                f"{_head(message)}Tensor {_name(x)} must have rank {shown.strip()}.  "
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
                _head(message),
                f"Tensor {_named(x)} must have rank {words}".strip(),
                *(tensor for _, tensor in values),
                "Received shape: ",
                raw.Shape(x),
            ]
        return _add_assert(condition, data, summarize)


@public("debugging.assert_rank")
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
            f"{_head(message)}Expected scalar shape{of_which}, saw shape: {tensor.shape}."
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
        shapes: list of pairs (tensor, shape), or a dict.
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
        checks = [_ShapeCheck(x, shape, message) for x, shape in pairs]
        added = [check.rank(data, summarize) for check in checks]
        sizes: dict[Any, tuple[Any, str]] = {}
        for check in checks:
            for axis, wanted in check.axes():
                if wanted is None or wanted == ".":
                    continue
                if isinstance(wanted, int):
                    required, source = wanted, "Specified explicitly"
                elif wanted not in sizes:
                    place = f"Specified by tensor {_named(check.tensor)} dimension {axis}"
                    sizes[wanted] = check.size(axis), place
                    continue
                else:
                    required, source = sizes[wanted]
                added.append(check.require_size(axis, required, source, data, summarize))
        operations = [each for each in added if each is not None]
        if CONTEXT.stage is None:
            return None
        return operations[-1] if operations else _no_operation()


class _ShapeCheck:
    """One tensor with the shape that it must have."""

    def __init__(self, x: Any, shape: Any, message: str | None) -> None:
        self.tensor: Any = x if isinstance(x, CompositeTensor) else convert_to_tensor(x)
        self._message = message
        if not hasattr(shape, "__iter__") and not hasattr(shape, "__getitem__"):
            raise ValueError(
                f"{_head(message)}Tensor {_named(self.tensor)}.  "
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
        self, axis: int, required: Any, source: str, data: Sequence[Any] | None, summarize: int |
        None
    ) -> Any:
        """Checks the size of one axis."""
        actual = self.size(axis)
        if isinstance(actual, int) and isinstance(required, int):
            if actual == required:
                return None
            raise ValueError(
                f"{_head(self._message)}{source}.  "
                f"Tensor {_named(self.tensor)} dimension {axis} must have size {required}.  "
                f"Received size {actual}, shape {self.tensor.shape}"
            )
        if data is None:
            data = [
                _head(self._message),
                source,
                f"Tensor {_named(self.tensor)} dimension",
                axis,
                "must have size",
                required,
                "Received shape: ",
                raw.Shape(self.tensor),
            ]
        condition = raw.Equal(convert_to_tensor(actual, dtypes.int32), required)
        return _add_assert(condition, data, summarize)


def _plain_size(size: Any) -> Any:
    """A size as an int, a name or None; a constant tensor is its value."""
    if isinstance(size, Tensor):
        known = constant_value(size)
        return size.ref() if known is None else int(known)
    if isinstance(size, (int, np.integer)) or (isinstance(size, str) and size.isdigit()):
        return int(size)
    return size


# ---------------------------------------------------------------------------- dtypes


@public("debugging.assert_type")
def assert_type(
    tensor: Any, tf_type: Any, message: str | None = None, name: str | None = None
) -> Any:
    """Fails unless the tensor has that dtype.

    Args:
        tensor: tensor.
        tf_type: the dtype.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, an operation in a graph.

    Raises:
        TypeError: another dtype.

    >>> tf.debugging.assert_type(tf.constant(1.0), tf.float32)
    """
    tf_type = as_dtype(tf_type)
    with op_scope(name or "assert_type"):
        if not isinstance(tensor, CompositeTensor):
            tensor = convert_to_tensor(tensor, name="tensor")
        if tensor.dtype is not tf_type:
            what = _name(tensor) or "tensor"
            raise TypeError(
                f"{_head(message)}{what} must be of type {tf_type!r}; got {tensor.dtype!r}"
            )
        return _no_operation("statically_determined_correct_type")


@public("debugging.assert_integer")
def assert_integer(x: Any, message: str | None = None, name: str | None = None) -> None:
    """Fails unless the tensor's dtype is an integer one.

    Args:
        x: tensor.
        message: what the error begins with.
        name: name of the operation.

    Raises:
        TypeError: another dtype.

    >>> tf.debugging.assert_integer(tf.constant([1, 2]))
    """
    x = convert_to_tensor(x, name="x")
    if not x.dtype.is_integer:
        raise TypeError(
            f'{_head(message)}Expected "x" to be integer type.  '
            f"Found: {_name(x) or 'tensor'} of dtype {x.dtype}"
        )


@public("debugging.assert_same_float_dtype")
def assert_same_float_dtype(tensors: Any = None, dtype: Any = None) -> DType:
    """The floating dtype that all of the tensors have.

    Args:
        tensors: tensors; None among them are passed over.
        dtype: the dtype wanted; None takes that of the tensors.

    Returns:
        The dtype; float32 if there are no tensors and `dtype` is None.

    Raises:
        ValueError: the dtypes differ, or are not floating.

    >>> tf.debugging.assert_same_float_dtype([tf.constant(1.0), tf.constant([2.0])])
    tf.float32
    """
    wanted = None if dtype is None else as_dtype(dtype)
    first = None
    for tensor in tensors or ():
        if tensor is None:
            continue
        if wanted is None:
            wanted, first = tensor.dtype, tensor
        elif tensor.dtype is not wanted:
            like = "" if first is None else f" as {_shown(first)}"
            raise ValueError(
                f"{_shown(tensor)}, type={tensor.dtype}, must be of the same type ({wanted}){like}."
            )
    if wanted is None:
        return dtypes.float32
    if not wanted.is_floating:
        raise ValueError(f"Expected floating point type, got {wanted}.")
    return wanted


def _shown(tensor: Any) -> str:
    return str(tensor) if isinstance(tensor, EagerTensor) else str(tensor.name)


@public("debugging.assert_proper_iterable")
def assert_proper_iterable(values: Any) -> None:
    """Fails for what is not meant to be iterated over, as tensors, arrays and strings.

    Args:
        values: any object.

    Raises:
        TypeError: it is one of those.

    >>> tf.debugging.assert_proper_iterable([1, 2])
    """
    if isinstance(values, (Tensor, CompositeTensor, np.ndarray, bytes, str)):
        raise TypeError(
            f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}'
        )
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


@public("debugging.is_numeric_tensor")
def is_numeric_tensor(tensor: Any) -> bool:
    """Whether an object is a tensor of numbers.

    Args:
        tensor: any object.

    Returns:
        False for tensors of bool and string, and for what is no tensor.

    >>> tf.debugging.is_numeric_tensor(tf.constant(1)), tf.debugging.is_numeric_tensor(1)
    (True, False)
    """
    return isinstance(tensor, Tensor) and tensor.dtype.is_numeric
