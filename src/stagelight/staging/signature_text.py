"""How the signatures of concrete functions print.

    double(a)
      Args:
        a: int32 Tensor, shape=()
      Returns:
        int32 Tensor, shape=()

Structures stand in one line with numbers for their tensors, which follow:

    x: {'a': <1>, 'b': [<2>]}
      <1>: float32 Tensor, shape=()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.types.specs import TensorSpec


def tensor_text(spec: Any) -> str:
    """`float32 Tensor, shape=(2,)`."""
    shape = "<unknown>" if spec.shape.rank is None else str(spec.shape)
    return f"{spec.dtype.name} Tensor, shape={shape}"


def summary(name: str, arguments: Sequence[tuple[str, Any]], with_values: bool = True) -> str:
    """`pow(a, b=2)`: parameters by name, those with a Python value with it."""
    parts = [
        argument if _has_tensor(value) or not with_values else f"{argument}={_python_text(value)}"
        for argument, value in arguments
    ]
    return f"{name}({', '.join(parts)})"


def pretty_printed(name: str, arguments: Sequence[tuple[str, Any]], outputs: Any) -> str:
    """The whole signature."""
    lines = [summary(name, arguments)]
    tensors = [(argument, value) for argument, value in arguments if _has_tensor(value)]
    if tensors:
        lines.append("  Args:")
        for argument, value in tensors:
            lines.extend(_described(value, f"    {argument}: ", "      "))
    lines.append("  Returns:")
    lines.extend(_described(outputs, "    ", "      "))
    return "\n".join(lines)


def _has_tensor(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(_has_tensor(item) for item in value.values())
    if isinstance(value, (list, tuple)):
        return any(_has_tensor(item) for item in value)
    return isinstance(value, (Tensor, TensorSpec)) or hasattr(value, "_component_specs")


def _described(value: Any, start: str, indent: str) -> list[str]:
    if isinstance(value, (Tensor, TensorSpec)):
        return [start + tensor_text(value)]
    tensors: list[Any] = []
    lines = [start + _with_numbers(value, tensors)]
    lines.extend(f"{indent}<{i}>: {tensor_text(t)}" for i, t in enumerate(tensors, start=1))
    return lines


def _with_numbers(value: Any, tensors: list[Any]) -> str:
    if isinstance(value, (Tensor, TensorSpec)):
        tensors.append(value)
        return f"<{len(tensors)}>"
    if isinstance(value, Mapping):
        items = ", ".join(f"{key!r}: {_with_numbers(value[key], tensors)}" for key in value)
        return "{" + items + "}"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        fields = zip(value._fields, value, strict=True)
        return (
            type(value).__name__
            + "("
            + ", ".join(f"{field}={_with_numbers(item, tensors)}" for field, item in fields)
            + ")"
        )
    if isinstance(value, list):
        return "[" + ", ".join(_with_numbers(item, tensors) for item in value) + "]"
    if isinstance(value, tuple):
        inner = ", ".join(_with_numbers(item, tensors) for item in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return _python_text(value)


def _python_text(value: Any) -> str:
    return repr(value)
