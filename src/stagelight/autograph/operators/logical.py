"""`and`, `or`, `not`, `==` and `!=`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import AND, EQ, NOT, NOT_EQ, OR


@generated_name("and_")
def and_(a: Callable[[], Any], b: Callable[[], Any]) -> Any:
    """`a() and b()`."""
    left = a()
    overload = AND.overload(left)
    if overload is not None:
        return overload(left, b)
    return left and b()


@generated_name("or_")
def or_(a: Callable[[], Any], b: Callable[[], Any]) -> Any:
    """`a() or b()`."""
    left = a()
    overload = OR.overload(left)
    if overload is not None:
        return overload(left, b)
    return left or b()


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
