"""Errors of a running graph, told in the user's terms: the line that made the operation, first."""

from __future__ import annotations

from typing import Any

from stagelight import errors
from stagelight.graph.operation import Operation


def step_error(error: Exception, operation: Operation) -> Exception:
    """The error of a step, of TensorFlow's class, with the operation and the user's line.

    Errors that have been told already (of an inner graph) pass as they are.
    """
    if getattr(error, "is_located", False):
        return error
    message = error.message if isinstance(error, errors.OpError) else _reason(error, operation)
    located = _located_message(message, operation)
    if isinstance(error, errors.OpError):
        told: Any = type(error)(None, None, located)
    elif isinstance(error, MemoryError):
        told = errors.ResourceExhaustedError(None, None, located)
    elif isinstance(error, (ValueError, TypeError, IndexError, OverflowError, ArithmeticError)):
        told = errors.InvalidArgumentError(None, None, located)
    else:
        return error
    told.is_located = True
    return told


def _reason(error: Exception, operation: Operation) -> str:
    received = ", ".join(f"{x.dtype.name}{x.shape}" for x in operation.inputs)
    return f"{operation.type}: {error}. Inputs: {received}."


def _located_message(message: str, operation: Operation) -> str:
    lines = [
        f'  File "{file}", line {line}, in {function}'
        for file, line, function in reversed(operation.frames)
    ]
    where = "\n".join(["defined at (most recent call last):", *lines])
    return (
        f"Graph execution error:\n\nDetected at node '{operation.name}' {where}\n"
        f"{message}\n\t [[{{{{node {operation.name}}}}}]]"
    )
