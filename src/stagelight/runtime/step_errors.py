"""Errors of a running graph, told in the user's terms: the line that made the operation, first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight import config, errors
from stagelight.core.dispatch import refusal
from stagelight.core.tensor import EagerTensor
from stagelight.graph.operation import Operation
from stagelight.graph.source_places import shown_places

# Arrays up to this size are shown with their values.
_MOST_SHOWN = 8
_PLAIN_KINDS = "biuf"
# A message of more lines shows by itself what was received.
_FEW_LINES = 4


def step_error(
    error: Exception, operation: Operation, arrays: Sequence[np.ndarray | None] = ()
) -> Exception:
    """The error of a step, of TensorFlow's class, with the operation and the user's line.

    Errors that have been told already (of an inner graph) pass as they are.

    Args:
        error: what the kernel raised.
        operation: what was run.
        arrays: what it was given; None where that is gone.
    """
    if getattr(error, "is_located", False):
        return error
    refuses = isinstance(error, (ValueError, TypeError, IndexError, OverflowError, ArithmeticError))
    if refuses and not isinstance(error, errors.OpError):
        inputs = [
            tensor if array is None else EagerTensor(array, tensor.dtype)
            for tensor, array in zip(
                operation.inputs, arrays or [None] * len(operation.inputs), strict=False
            )
        ]
        error = refusal(error, operation.op_def, inputs, operation.attrs)
    if isinstance(error, errors.OpError):
        kind: Any = type(error)
    elif isinstance(error, MemoryError):
        kind = errors.ResourceExhaustedError
        error = MemoryError(f"not enough memory. {error}".strip())
    else:
        return error
    message = error.message if isinstance(error, errors.OpError) else f"{operation.type}: {error}."
    told = kind(None, None, _located_message(message, operation, _shown(operation, arrays)))
    told.is_located = True
    return told


def cause_of(error: Exception) -> BaseException | None:
    """What the error of a step names as its cause: the kernel's, or what the user's code raised there."""
    return error.__cause__ if config.current.traceback_filtering else error


def _located_message(message: str, operation: Operation, received: list[str]) -> str:
    node = f"\t [[{{{{node {operation.name}}}}}]]"
    told = [line for line in message.split("\n") if line.strip()]
    if len(told) < _FEW_LINES and operation.outputs:  # An assertion says what it received.
        told += received
    places = shown_places(operation.places, 4 + len(told), "  ")
    where = "defined at (most recent call last):"
    head = ["Graph execution error:", "", f"Detected at node '{operation.name}' {where}"]
    return "\n".join([*head, *places, *told, node])


def _shown(operation: Operation, arrays: Sequence[np.ndarray | None]) -> list[str]:
    """A line of what the operation received: dtypes, shapes, and values if they are few."""
    parts = []
    for tensor, array in zip(operation.inputs, arrays, strict=False):
        if array is None:
            return []
        text = f"{tensor.dtype.name}[{', '.join(map(str, array.shape))}]"
        if array.size <= _MOST_SHOWN and array.dtype.kind in _PLAIN_KINDS:
            text += " " + np.array2string(array, separator=", ").replace("\n", "")
        parts.append(text)
    return [f"{operation.type} received: {'; '.join(parts)}"] if parts else []
