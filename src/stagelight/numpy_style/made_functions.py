"""Public functions that are made from rows of tables, with a docstring and an example each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.public import publish

PREFIX = "experimental.numpy."

_TEXT = """{meaning}

    {rule}

    >>> tf.experimental.numpy.{name}({arguments}){taken}
    {printed}
    """


def publish_function(
    names: str, function: Callable[..., Any], meaning: str, rule: str, example: tuple[str, str]
) -> None:
    """Makes a function the public one of some names.

    Args:
        names: by blanks; the first is the function's own.
        function: made for this alone.
        meaning: the first line of the docstring.
        rule: what the functions of the table share.
        example: arguments as text, and what is printed for them; a tensor is shown by its value.
    """
    arguments, printed = example
    first, *_ = names.split()
    function.__name__ = function.__qualname__ = first
    function.__doc__ = _TEXT.format(
        meaning=meaning,
        rule=rule,
        name=first,
        arguments=arguments,
        taken="" if printed.startswith("(") or printed in ("True", "False") else ".numpy()",
        printed=printed,
    )
    for name in names.split():
        publish(PREFIX + name, function)
