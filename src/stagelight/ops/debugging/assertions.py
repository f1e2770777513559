"""Assertions on values: `tf.debugging.assert_equal`, `assert_positive`, `assert_near`, ...

Executing eagerly a false condition raises at once. In a graph it fails when it runs (see
`assert_operation`); a condition that constants make false raises while tracing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from stagelight.core.convert import convert_to_tensor, make_constant
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import constant_value, invalid
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.ops.debugging.assert_operation import (
    SHOWN,
    add_assert,
    assert_true,
    described,
    first_elements,
    heading,
)
from stagelight.public import public

# ---------------------------------------------------------------------------- two operands


def _compare(
    symbol: str,
    function_name: str,
    holds: Callable[[Any, Any], Tensor],
    x: Any,
    y: Any,
    message: str | None,
    summarize: int | None,
    name: str | None,
) -> Any:
    """`assert_<...>(x, y)`: the test `holds` must be true of each pair of elements."""
    with op_scope(name or function_name):
        x = _operand(x, getattr(y, "dtype", None), "x")
        y = _operand(y, x.dtype, "y")
        test = holds(x, y)
        if CONTEXT.stage is None:
            if not test._array.all():  # type: ignore[attr-defined]
                raise invalid(_difference_text(symbol, x, y, test, message, summarize))
            return None
        data = [
            *([] if message is None else [message]),
            f"Condition x {symbol} y did not hold element-wise:",
            f"x ({x.name}) = ",
            x,
            f"y ({y.name}) = ",
            y,
        ]
        return _require_all(test, data, summarize)


def _operand(value: Any, dtype_hint: Any, name: str) -> Tensor:
    """The value as a tensor of the current stage, with a name in a graph, which is told."""
    tensor = convert_to_tensor(value, dtype_hint=dtype_hint, name=name)
    return make_constant(tensor, name) if isinstance(tensor, EagerTensor) else tensor


def _require_all(test: Tensor, data: Sequence[Any], summarize: int | None) -> Any:
    """In a graph: an `Assert` that all elements are true.

    Raises:
        InvalidArgumentError: constants make one false.
    """
    known = constant_value(test)
    if known is not None and not known.all():
        raise invalid("\n".join(map(_static_text, data)))
    rank = test.shape.rank
    axes = raw.Range(0, raw.Rank(test), 1) if rank is None else np.arange(rank, dtype=np.int32)
    return add_assert(raw.All(test, axes), data, summarize)


def _static_text(item: Any) -> str:
    if not isinstance(item, Tensor):
        return str(item)
    value = constant_value(item)
    return str(item) if value is None else str(value)


def _difference_text(
    symbol: str, x: Tensor, y: Tensor, test: Tensor, message: str | None, summarize: int | None
) -> str:
    """What differs, with values."""
    lines = [] if message is None else [str(message)]
    lines.append(f"Condition x {symbol} y did not hold.")
    most = SHOWN if summarize is None else summarize
    if x.shape == y.shape and x.shape.rank:
        differing = np.argwhere(~test._array)  # type: ignore[attr-defined]
        differing = differing if most < 0 else differing[:most]
        places = tuple(differing.T)
        lines += [f"Indices of first {len(differing)} different values:", str(differing)]
        for letter, tensor in (("x", x), ("y", y)):
            values = tensor._array[places]  # type: ignore[attr-defined]
            lines += [f"Corresponding {letter} values:", str(values)]
    for letter, tensor in (("x", x), ("y", y)):
        elements, _ = first_elements(tensor, most)
        if elements.size:
            lines += [f"First {elements.size} elements of {letter}:", str(elements)]
    return "\n".join(lines)


@public("debugging.assert_equal", "assert_equal")
def assert_equal(
    x: Any,
    y: Any,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Fails unless `x == y` for each pair of elements, after broadcasting.

    Args:
        x: tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_equal(tf.constant([1, 2]), [1, 2])
    """
    return _compare("==", "assert_equal", raw.Equal, x, y, message, summarize, name)


@public("debugging.assert_none_equal")
def assert_none_equal(
    x: Any,
    y: Any,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """Fails unless `x != y` for each pair of elements, after broadcasting.

    Args:
        x: tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        summarize: how many elements are shown; 3 if None, all if -1.
        message: what the error begins with.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_none_equal(tf.constant([1, 2]), 0)
    """
    return _compare("!=", "assert_none_equal", raw.NotEqual, x, y, message, summarize, name)


@public("debugging.assert_less", "assert_less")
def assert_less(
    x: Any,
    y: Any,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Fails unless `x < y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_less(tf.constant([1, 2]), 3)
    """
    return _compare("<", "assert_less", raw.Less, x, y, message, summarize, name)


@public("debugging.assert_less_equal")
def assert_less_equal(
    x: Any,
    y: Any,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Fails unless `x <= y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_less_equal(tf.constant([1, 2]), 2)
    """
    return _compare("<=", "assert_less_equal", raw.LessEqual, x, y, message, summarize, name)


@public("debugging.assert_greater", "assert_greater")
def assert_greater(
    x: Any,
    y: Any,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Fails unless `x > y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_greater(tf.constant([1, 2]), 0)
    """
    return _compare(">", "assert_greater", raw.Greater, x, y, message, summarize, name)


@public("debugging.assert_greater_equal")
def assert_greater_equal(
    x: Any,
    y: Any,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Fails unless `x >= y` for each pair of elements, after broadcasting.

    Args:
        x: real numeric tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_greater_equal(tf.constant([1, 2]), 1)
    """
    return _compare(">=", "assert_greater_equal", raw.GreaterEqual, x, y, message, summarize, name)


# ---------------------------------------------------------------------------- one operand and zero


def _compare_with_zero(
    symbol: str,
    function_name: str,
    holds: Callable[[Any, Any], Tensor],
    x: Any,
    message: str | None,
    summarize: int | None,
    name: str | None,
) -> Any:
    """`assert_positive(x)` and its like."""
    with op_scope(name or function_name):
        x = _operand(x, None, "x")
        test = holds(x, 0)
        condition = f"Condition x {symbol} 0 did not hold element-wise:"
        head = heading(message)
        if CONTEXT.stage is not None:
            return _require_all(test, [head, condition, f"x ({x.name}) = ", x], summarize)
        if test._array.all():  # type: ignore[attr-defined]
            return None
        elements, are_all = first_elements(x, summarize)
        rows = [*map(str, elements), *([] if are_all else ["..."])]
        shown = rows[0] if x.shape.rank == 0 and rows else rows
        place = f"x (shape={x.shape} dtype={x.dtype.name}) = "
        raise invalid("\n".join([head, condition, place, str(shown)]))


@public("debugging.assert_positive")
def assert_positive(
    x: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Fails unless `x > 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_positive(tf.constant([1, 2]))
    """
    return _compare_with_zero(">", "assert_positive", raw.Greater, x, message, summarize, name)


@public("debugging.assert_negative")
def assert_negative(
    x: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Fails unless `x < 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_negative(tf.constant([-1, -2]))
    """
    return _compare_with_zero("<", "assert_negative", raw.Less, x, message, summarize, name)


@public("debugging.assert_non_negative")
def assert_non_negative(
    x: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Fails unless `x >= 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_non_negative(tf.constant([0, 2]))
    """
    return _compare_with_zero(
        ">=", "assert_non_negative", raw.GreaterEqual, x, message, summarize, name
    )


@public("debugging.assert_non_positive")
def assert_non_positive(
    x: Any, message: str | None = None, summarize: int | None = None, name: str | None = None
) -> Any:
    """Fails unless `x <= 0` for each element.

    Args:
        x: real numeric tensor.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.

    >>> tf.debugging.assert_non_positive(tf.constant([0, -2]))
    """
    return _compare_with_zero(
        "<=", "assert_non_positive", raw.LessEqual, x, message, summarize, name
    )


# ---------------------------------------------------------------------------- near


@public("debugging.assert_near")
def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """Fails unless `|x - y| <= atol + rtol * |y|` for each pair of elements.

    Args:
        x: floating or complex tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        rtol: relative tolerance; ten times the dtype's precision if None.
        atol: absolute tolerance; the same if None.
        message: what the error begins with.
        summarize: how many elements are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition does not hold.
        ValueError: the dtype is not floating or complex.

    >>> tf.debugging.assert_near(tf.constant([1.0, 2.0]), [1.0, 2.0000001])
    """
    with op_scope(name or "assert_near"):
        x = convert_to_tensor(x, dtype_hint=getattr(y, "dtype", None), name="x")
        y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
        real = x.dtype.real_dtype
        if not real.is_floating:
            raise ValueError(
                f"assert_near: `x` and `y` must be floating or complex. Received: {x.dtype.name}. "
                "Use tf.debugging.assert_equal for integers."
            )
        default = 10 * float(ml_dtypes.finfo(real.numpy_dtype).eps)
        rtol = convert_to_tensor(default if rtol is None else rtol, real, name="rtol")
        atol = convert_to_tensor(default if atol is None else atol, real, name="atol")
        distance, size = _magnitude(raw.Sub(x, y)), _magnitude(y)
        test = raw.LessEqual(distance, raw.AddV2(atol, raw.Mul(rtol, size)))
        data = [
            heading(message),
            f"x and y not equal to tolerance rtol = {rtol!s}, atol = {atol!s}",
            f"x ({described(x)}) = ",
            x,
            f"y ({described(y)}) = ",
            y,
        ]
        if CONTEXT.stage is None:
            return assert_true(raw.All(test, np.arange(test.shape.rank)), data, summarize)
        return _require_all(test, data, summarize)


def _magnitude(x: Tensor) -> Tensor:
    return raw.ComplexAbs(x, Tout=x.dtype.real_dtype) if x.dtype.is_complex else raw.Abs(x)
