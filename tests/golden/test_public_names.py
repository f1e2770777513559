"""The public names, in `tests/golden/api.txt`: each change of them shows in review."""

from __future__ import annotations

import inspect

import stagelight as tf
from stagelight.namespaces import LAZY
from stagelight.public import public_table


def described(value: object) -> str:
    """What a reader of the list wants to know: parameters of a function, kind of anything else."""
    if inspect.isclass(value):
        return "class"
    if callable(value):
        parameters = inspect.signature(value).parameters.values()
        # Annotations and long defaults would only blur what matters: names, order, defaults.
        return "(" + ", ".join(parameter_text(parameter) for parameter in parameters) + ")"
    return type(value).__name__


def parameter_text(parameter: inspect.Parameter) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    if parameter.default is parameter.empty:
        return stars + parameter.name
    default = parameter.default
    simple = default is None or isinstance(default, bool | int | float | str | tuple)
    return f"{parameter.name}={default!r}" if simple else f"{parameter.name}=..."


def test_public_names_are_those_of_the_list(golden):
    for name in LAZY:
        getattr(tf, name)  # Packages that are imported on first use add theirs.
    lines = [f"{name} {described(value)}" for name, value in sorted(public_table().items())]
    golden("api.txt", "\n".join(lines))
