"""What Python makes of tensors and their texts when a graph runs, such as an f-string with a vector in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.core import registry
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.tensor import Tensor
from stagelight.ops.host.host_call import HostFunction, telling
from stagelight.types import dtypes


def python_text(write: Callable[..., str], inputs: Sequence[Tensor]) -> Tensor:
    """A scalar text that a Python function writes of tensors."""
    return python_value(write, inputs, dtypes.string)


def python_value(
    compute: Callable[..., Any], inputs: Sequence[Tensor], dtype: dtypes.DType
) -> Tensor:
    """A scalar that a Python function computes of tensors: a text, or what it says of one."""
    token = HostFunction.of(
        lambda *values: [telling(convert_to_tensor, telling(compute, *values), dtype)], inputs
    )
    token.is_text = True
    attrs = {"token": token, "Tout": [dtype]}
    (value,) = apply(registry.lookup("EagerPyFunc"), inputs, attrs, "EagerPyFunc")
    if CONTEXT.stage is not None:
        value.set_shape([])
    return value


def is_python_text(operation: Any) -> bool:
    """Whether an operation writes or reads a text of the program by Python."""
    return operation.op_def.name == "EagerPyFunc" and getattr(
        operation.attr_value("token"), "is_text", False
    )
