"""Errors of a running graph, told in the user's terms: the line that made the operation, first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight import config, errors
from stagelight.core.dispatch import refusal
from stagelight.core.memory_errors import out_of_memory
from stagelight.core.tensor import EagerTensor
from stagelight.graph.operation import Operation
from stagelight.graph.origins import gradient_lines
from stagelight.graph.source_places import SourcePlace, shown_places

# Arrays up to this size are shown with their values.
_MOST_SHOWN = 8
_PLAIN_KINDS = "biuf"
# A message of more lines shows by itself what was received.
_FEW_LINES = 4


def step_error(
    error: Exception, operation: Operation, arrays: Sequence[np.ndarray | None] = ()
) -> Exception:
    """The error of a step, of TensorFlow's class, with the operation and the user's line.

    Errors that have been told already (of an inner graph) pass as they are. One that knows no line of its
    own, from the gradient of a function or branch, gets the line of what runs that.

    Args:
        error: what the kernel raised.
        operation: what was run.
        arrays: what it was given; None where that is gone.
    """
    unplaced: _Told | None = getattr(error, "_stagelight_unplaced", None)
    if unplaced is not None and operation.places:
        return unplaced.error(operation.places)
    if getattr(error, "is_located", False):
        return error
    exhausted = out_of_memory(error)
    refuses = exhausted is None and isinstance(
        error, (ValueError, TypeError, IndexError, OverflowError, ArithmeticError)
    )
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
    elif exhausted is not None:
        kind = errors.ResourceExhaustedError
    else:
        return error
    message = (
        error.message if isinstance(error, errors.OpError) else f"{operation.type}: {exhausted}."
    )
    # So it ends where the operation ran by itself, for a debugger.
    message = message.removesuffix(f" [Op:{operation.type}]")
    lines = [line for line in message.split("\n") if line.strip()]
    if len(lines) < _FEW_LINES and operation.outputs:  # An assertion says what it received.
        lines += _shown(operation, arrays)
    told = _Told(kind, operation.name, tuple(gradient_lines(operation.origins, "  ")), tuple(lines))
    return told.error(operation.places)


def cause_of(error: Exception) -> BaseException | None:
    """What the error of a step names as its cause: the kernel's, or what the user's code raised there."""
    return error.__cause__ if config.current.traceback_filtering else error


@dataclass(frozen=True)
class _Told:
    """What is told of a step, apart from the places where it was made.

    Attributes:
        kind: the class of the error.
        node: the operation's name.
        gradient: of what it is the gradient, in lines.
        message: what is wrong, in lines.
    """

    kind: Any
    node: str
    gradient: tuple[str, ...]
    message: tuple[str, ...]

    def error(self, places: Sequence[SourcePlace]) -> Exception:
        """The error with these places, outer first."""
        shown = shown_places(places, 4 + len(self.gradient) + len(self.message), "  ")
        where = " defined at (most recent call last):" if shown else ":"
        head = ["Graph execution error:", "", f"Detected at node '{self.node}'{where}"]
        node = f"\t [[{{{{node {self.node}}}}}]]"
        lines = [*head, *shown, *self.gradient, *self.message, node]
        error: Exception = self.kind(None, None, "\n".join(lines))
        error.is_located = True  # type: ignore[attr-defined]
        if not places:
            error._stagelight_unplaced = self  # type: ignore[attr-defined]
        return error


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
