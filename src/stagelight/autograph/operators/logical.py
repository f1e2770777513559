"""`and`, `or`, `not`, `==`, `!=`, `is`, `is not`, `in` and `not in`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import (
    AND,
    BUILTINS,
    EQ,
    IN,
    IS,
    KEY,
    NOT,
    NOT_EQ,
    OR,
    TEXT_METHOD,
)
from stagelight.autograph.operators.refusing import APPLIES_OPERATORS
from stagelight.autograph.operators.variables import Undefined


@generated_name("and_")
def and_(a: Callable[[], Any], b: Callable[[], Any]) -> Any:
    """`a() and b()`."""
    left = a()
    overload = AND.overload(left)
    if overload is not None:
        return overload(left, b)
    return left and b()


@generated_name("both_true")
def both_true(a: Callable[[], Any], b: Callable[[], Any]) -> Any:
    """`a() and b()` in a condition, which asks for its truth only: the operands may be of any kinds."""
    left = a()
    overload = AND.overload(left)
    if overload is not None:
        return overload(truth_value(left), partial(_truth_of_call, b))
    return left and b()


@generated_name("or_")
def or_(a: Callable[[], Any], b: Callable[[], Any]) -> Any:
    """`a() or b()`."""
    left = a()
    overload = OR.overload(left)
    if overload is not None:
        return overload(left, b)
    return left or b()


@generated_name("either_true")
def either_true(a: Callable[[], Any], b: Callable[[], Any]) -> Any:
    """`a() or b()` in a condition; see `both_true`."""
    left = a()
    overload = OR.overload(left)
    if overload is not None:
        return overload(truth_value(left), partial(_truth_of_call, b))
    return left or b()


def truth_value(value: Any) -> Any:
    """`bool(value)`."""
    overload = BUILTINS["bool"].overload(value)
    return bool(value) if overload is None else overload(value)


# As a partial object: what the call changes is found through its argument.
def _truth_of_call(function: Callable[[], Any]) -> Any:
    return truth_value(function())


@generated_name("not_")
def not_(a: Any) -> Any:
    """`not a`."""
    overload = NOT.overload(a)
    if overload is not None:
        return overload(a)
    return not a


@generated_name("eq")
def eq(a: Any, b: Any) -> Any:
    """`a == b`."""
    overload = EQ.overload_of_any((a, b))
    return a == b if overload is None else overload(a, b)


@generated_name("not_eq")
def not_eq(a: Any, b: Any) -> Any:
    """`a != b`."""
    overload = NOT_EQ.overload_of_any((a, b))
    return a != b if overload is None else overload(a, b)


@generated_name("is_")
def is_(a: Any, b: Any) -> Any:
    """`a is b`, where one side is None."""
    if a is None:
        a, b = b, a
    overload = IS.overload(a)
    return a is b if overload is None else overload(a, b)


@generated_name("is_not")
def is_not(a: Any, b: Any) -> Any:
    """`a is not b`, where one side is None."""
    return not_(is_(a, b))


@generated_name("in_")
def in_(element: Any, container: Any) -> Any:
    """`element in container`."""
    overload = IN.overload(container)
    if overload is not None:
        return overload(element, container)
    if isinstance(container, str):
        overload = TEXT_METHOD.overload(element)
        if overload is not None:
            return overload("__contains__", container, (element,), {})
    elif type(container) in (list, tuple):
        if EQ.overload(element) is not None or EQ.overload_of_any(container) is not None:
            return _any_equal(element, container)
    elif type(container) is range:
        if EQ.overload(element) is not None:
            return _is_number_of(element, container)
    elif isinstance(container, dict) and KEY.overload(element) is not None:
        found = KEY.overload(element)("__contains__", container, element)  # type: ignore[misc]
        return element in container if found is NotImplemented else found
    elif isinstance(container, dict) and element in container:
        stored = dict.__getitem__(container, element)
        overload = IN.overload(stored)
        # A tensor that is stored is there, whatever it contains.
        if overload is not None and isinstance(stored, Undefined):
            return overload(element, stored)
    return element in container


def _any_equal(element: Any, items: Any) -> Any:
    found: Any = False
    for item in items:
        found = or_(partial(_same, found), partial(eq, element, item))
    return found


def _is_number_of(element: Any, numbers: range) -> Any:
    """Whether a tensor is one of the numbers of a Python range."""
    if not numbers:
        return False
    low, high = sorted((numbers[0], numbers[-1]))
    is_within = (element >= low) & (element <= high)
    return truth_value(is_within & eq((element - low) % abs(numbers.step), 0))


def _same(value: Any) -> Any:
    return value


APPLIES_OPERATORS.update((eq.__code__, not_eq.__code__, in_.__code__))


@generated_name("not_in")
def not_in(element: Any, container: Any) -> Any:
    """`element not in container`."""
    return not_(in_(element, container))
