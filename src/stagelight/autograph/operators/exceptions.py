"""`assert` statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.dispatch import ASSERT


@generated_name("assert_stmt")
def assert_stmt(test: Any, message: Callable[[], Any] | None = None) -> None:
    """`assert test, message()`.

    Raises:
        AssertionError: the test is a false Python value, and Python runs with asserts.
    """
    overload = ASSERT.overload(test)
    if overload is not None:
        overload(test, message)
    elif __debug__ and not test:
        raise AssertionError() if message is None else AssertionError(message())
