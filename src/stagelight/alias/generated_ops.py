"""Modules such as `tensorflow.python.ops.gen_math_ops`: ops as functions, by their names in snake case.

TensorFlow generates such a module for each file of ops; which op is in which does not matter here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from stagelight.core import registry
from stagelight.core.raw import raw


def is_of_ops(module: str) -> bool:
    """Whether a module below `tensorflow` is one of these, by its name."""
    package, _, name = module.rpartition(".")
    return package.startswith("python.ops") and name.startswith("gen_")


def function_of(module: str, name: str) -> Callable[..., Any]:
    """The function `name` of a module of generated ops, `mat_mul` for instance.

    Raises:
        AttributeError: there is no such op.
    """
    # TF: `_abs`, where another function has the name.
    op = _ops_by_functions().get(name.removeprefix("_"))
    if op is None:
        raise AttributeError(f"module {module!r} has no attribute {name!r} in Stagelight")
    function: Callable[..., Any] = getattr(raw, op)
    return function


@cache
def _ops_by_functions() -> dict[str, str]:
    return {_snake_case(op): op for op in registry.op_names()}


def _snake_case(op: str) -> str:
    """`Conv2DBackpropInput` as `conv2d_backprop_input`, `CTCLoss` as `ctc_loss`."""
    words = re.sub(r"(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])|(?<=\d)(?=[A-Z][a-z])", "_", op)
    return words.lower()
