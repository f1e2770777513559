"""`tape.explain`: whether a target depends on a source, and if not, where the path between them ends.

A tape follows tensors of floating and complex dtypes through operations that have gradients. What it
follows from the source, and did not lead on, are the ends of the path: a cast to integers, a comparison,
`tf.stop_gradient`, a value that Python took out by `.numpy()`.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stagelight.autodiff.backward import Application, is_differentiable_dtype
from stagelight.core.tensor import Tensor
from stagelight.graph.origins import Origins, lines_of

_STOPS = ("StopGradient", "PreventGradient")


@dataclass(frozen=True)
class GradientBreak:
    """An end of the path from a source.

    Attributes:
        cause: `unwatched`, `integer cast`, `integer result`, `stop_gradient`,
            `non-differentiable op`, `.numpy()`, or `not used`.
        operation: The op's name, None where there is none.
        filename, lineno: The user's line; None and 0 where it is not known.
        advice: What to do instead.
    """

    cause: str
    operation: str | None
    filename: str | None
    lineno: int
    advice: str

    def __str__(self) -> str:
        what = self.cause if self.operation is None else f"{self.cause} ({self.operation})"
        place = ""
        if self.filename is not None:
            source = linecache.getline(self.filename, self.lineno).strip()
            place = f" at {self.filename}:{self.lineno}: {source}"
        return f"{what}{place}\n    {self.advice}"


@dataclass(frozen=True)
class GradientExplanation:
    """Whether a target depends on a source.

    Attributes:
        is_connected: Whether there is a gradient.
        breaks: If not, the ends of the path.
    """

    is_connected: bool
    breaks: tuple[GradientBreak, ...]

    def __str__(self) -> str:
        if self.is_connected:
            return "the target depends on the source"
        return "\n".join(["the path from the source to the target ends:", *map(str, self.breaks)])


_ADVICE = {
    "unwatched": "Call tape.watch(source) before it is used; only trainable variables are watched.",
    "integer source": "Only floating and complex tensors have gradients: tf.cast the source first.",
    "integer cast": "Do not cast what a gradient shall go through; round with a custom gradient.",
    "integer result": "Comparisons, indices and counts have no gradient; use a smooth function.",
    "stop_gradient": "Leave tf.stop_gradient out, if the gradient is wanted.",
    "non-differentiable op": "Use an op that has a gradient, or tf.custom_gradient.",
    ".numpy()": "Compute with tensors all the way: what NumPy computes no tape sees.",
    "not used": "No recorded operation leads from the source to the target. Compute the target from "
    "the source inside of the `with`.",
}


class Ends:
    """What a tape notes for explanations: where followed values leave what it follows."""

    def __init__(self) -> None:
        self.applications: list[tuple[Application, Origins]] = []
        self.values: list[tuple[Any, Origins]] = []


def explained(
    target: Any,
    key: Any,
    followed: Mapping[int, Any],
    applications: Iterable[Application],
    ends: Ends,
    gradients_of: Callable[[Sequence[Any]], Sequence[Any]],
) -> GradientExplanation:
    """Why a gradient is there, or is not.

    Args:
        target: the tensor to differentiate.
        key: the tensor by which the source is followed.
        followed: what the tape follows, by identity.
        applications: what it recorded, in order.
        ends: what it noted.
        gradients_of: the target's gradients by tensors.
    """
    applications = list(applications)
    if target is key:
        return GradientExplanation(True, ())
    if id(key) not in followed:
        is_integer = isinstance(key, Tensor) and not is_differentiable_dtype(key.dtype)
        is_integer = is_integer and key.dtype.name != "resource"
        return _broken([_break("integer source" if is_integer else "unwatched", None, ())])
    reached = {id(key)}
    for application in applications:
        if application.op_def.name not in _STOPS and _touches(application.inputs, reached):
            reached.update(id(x) for x in application.outputs if id(x) in followed)
    if id(target) in reached:
        if gradients_of([key])[0] is not None:
            return GradientExplanation(True, ())
        return _broken([*_silent_rules(applications, reached, gradients_of)])
    breaks = [
        _break(_cause(application), application.op_def.name, origins)
        for application, origins in ends.applications
        if _touches(application.inputs, reached)
    ]
    breaks += [_break(".numpy()", None, origins) for x, origins in ends.values if id(x) in reached]
    return _broken(breaks or [_break("not used", None, ())])


def _silent_rules(
    applications: Sequence[Application], reached: set[int], gradients_of: Any
) -> Iterator[GradientBreak]:
    """The ops on the path whose gradient rules give nothing, such as that of `tf.round`."""
    for application in applications:
        inputs = [x for x in application.inputs if id(x) in reached]
        outputs = [x for x in application.outputs if id(x) in reached]
        if inputs and outputs and any(x is not None for x in gradients_of(outputs)):
            if all(x is None for x in gradients_of(inputs)):
                yield _break("non-differentiable op", application.op_def.name, ())


def _touches(tensors: Sequence[Any], reached: set[int]) -> bool:
    return any(id(tensor) in reached for tensor in tensors)


def _cause(application: Application) -> str:
    if application.op_def.name in _STOPS:
        return "stop_gradient"
    if application.op_def.name == "Cast":
        return "integer cast"
    if any(is_differentiable_dtype(x.dtype) for x in application.outputs):
        return "non-differentiable op"
    return "integer result"


def _break(cause: str, operation: str | None, origins: Origins) -> GradientBreak:
    place = next(iter(lines_of(origins)), (None, 0, ""))
    shown = "unwatched" if cause == "integer source" else cause
    return GradientBreak(shown, operation, place[0], place[1], _ADVICE[cause])


def _broken(breaks: Sequence[GradientBreak]) -> GradientExplanation:
    return GradientExplanation(False, tuple(dict.fromkeys(breaks)))
