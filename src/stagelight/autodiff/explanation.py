"""`tape.explain`: whether a target depends on a source, and if not, where the path between them ends.

A tape follows tensors of floating and complex dtypes through operations that have gradients. What it
follows from the source, and did not lead on, are the ends of the path: a cast to integers, a comparison,
`tf.stop_gradient`, a value that Python took out by `.numpy()`. Those within staged functions are found in
their graphs.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stagelight.autodiff.backward import Application, is_differentiable_dtype, origins_of
from stagelight.autodiff.graph_breaks import breaks_within
from stagelight.core.op_def import Trait
from stagelight.graph.origins import Origins, lines_of

_STOPS = ("StopGradient", "PreventGradient")
_SHAPES = ("OnesLike", "ZerosLike", "Shape", "ShapeN", "Size", "Rank")
# Of a line of source, as much is shown.
_WIDEST = 100


@dataclass(frozen=True)
class GradientBreak:
    """An end of the path from a source.

    Attributes:
        cause: `unwatched`, `not read`, `integer source`, `integer cast`, `integer result`, `boolean result`,
            `text result`, `shape only`, `random draw`, `assignment`, `stop_gradient`, `custom gradient`,
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
            source = source if len(source) <= _WIDEST else f"{source[:_WIDEST]}..."
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


class GradientExplanations(tuple[GradientExplanation, ...]):
    """What is said of several sources, in their order; as text, one after the other."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(f"source {i}: {each}" for i, each in enumerate(self))


_ADVICE = {
    "unwatched": "Call tape.watch(source) before it is used; only trainable variables are watched.",
    "not read": "Nothing read the variable while the tape recorded: read it inside of the `with`.",
    "integer source": "Only floating and complex tensors have gradients: tf.cast the source first.",
    "integer cast": "Do not cast what a gradient shall go through; round with a custom gradient.",
    "integer result": "Indices and counts have no gradient; use a smooth function.",
    "boolean result": "Comparisons have no gradient; use a smooth function, such as tf.sigmoid.",
    "text result": "Texts have no gradient.",
    "shape only": "Only the shape is used here: the result is the same for all values.",
    "random draw": "Draw first, and compute with what was drawn: mean + deviation * tf.random.normal(...).",
    "assignment": "A variable that is assigned is a new source: compute with the value that is assigned.",
    "stop_gradient": "Leave tf.stop_gradient out, if the gradient is wanted.",
    "custom gradient": "The function of tf.custom_gradient gave None for it.",
    "non-differentiable op": "Use an op that has a gradient, or tf.custom_gradient.",
    ".numpy()": "Compute with tensors all the way: what NumPy computes no tape sees.",
    "not used": "No recorded operation leads from the source to the target. Compute the target from "
    "the source inside of the `with`.",
}


class Ends:
    """What a tape notes for explanations: where followed values leave what it follows."""

    def __init__(self) -> None:
        self.applications: list[Application] = []
        self.values: list[tuple[Any, Origins]] = []


def explained(
    target: Any,
    key: Any,
    source: Any,
    followed: Mapping[int, Any],
    applications: Sequence[Application],
    ends: Ends,
    gradients_of: Callable[[Sequence[Any]], Sequence[Any]],
    watches_variables: bool = True,
) -> GradientExplanation:
    """Why a gradient is there, or is not.

    Args:
        target: the tensor to differentiate.
        key: the tensor by which the source is followed.
        source: what the user gave.
        followed: what the tape follows, by identity.
        applications: what it recorded, in order.
        ends: what it noted.
        gradients_of: the target's gradients by tensors.
        watches_variables: whether the tape watches trainable variables that are read.
    """
    if target is key:
        return GradientExplanation(True, ())
    dtype = getattr(source, "dtype", None)
    if dtype is not None and not is_differentiable_dtype(dtype) and dtype.name != "resource":
        return _broken([_break("integer source")])
    if id(key) not in followed:
        is_unread = getattr(source, "trainable", False) and watches_variables
        return _broken([_break("not read" if is_unread else "unwatched")])
    reached = {id(key)}
    for application in applications:
        if not _stops(application) and _touches(application.inputs, reached):
            reached.update(id(x) for x in application.outputs if id(x) in followed)
    if id(target) in reached:
        if gradients_of([key])[0] is not None:
            return GradientExplanation(True, ())
        breaks = _silent_rules(applications, reached, gradients_of)
    else:
        at = [a for a in ends.applications if _touches(a.inputs, reached)]
        breaks = [found for application in at for found in _breaks_at(application, reached)]
        calls = [a for a in applications if _gives_others(a) and _touches(a.inputs, reached)]
        breaks += [found for call in calls for found in _breaks_within(call, reached)]
        breaks += [_break(".numpy()", None, place) for x, place in ends.values if id(x) in reached]
    return _broken(breaks or [_break("not used")])


def _stops(application: Any) -> bool:
    return application.type in _STOPS


def _gives_others(application: Any) -> bool:
    """Whether a call gives tensors without gradients besides those with."""
    is_call = application.op_def.has(Trait.CALLS)
    return is_call and not all(is_differentiable_dtype(y.dtype) for y in application.outputs)


def _silent_rules(
    applications: Sequence[Application], reached: set[int], gradients_of: Any
) -> list[GradientBreak]:
    """The applications on the path whose gradient rules give nothing, such as that of `tf.round`."""
    found = []
    for application in applications:
        inputs = [x for x in application.inputs if id(x) in reached]
        outputs = [x for x in application.outputs if id(x) in reached]
        if inputs and outputs and any(x is not None for x in gradients_of(outputs)):
            if all(x is None for x in gradients_of(inputs)):
                found += _breaks_at(application, reached)
    return found


def _breaks_at(application: Any, reached: set[int]) -> list[GradientBreak]:
    """The ends of the path at an application, or within the graphs that it runs."""
    if not application.op_def.has(Trait.CALLS):
        return [_break(_cause(application), application.type, origins_of(application))]
    found = _breaks_within(application, reached)
    return found or [_break("not used", None, origins_of(application))]


def _breaks_within(application: Any, reached: set[int]) -> list[GradientBreak]:
    return [
        _break(_cause(operation), operation.type, operation.origins)
        for operation in breaks_within(application, reached, _stops)
    ]


def _touches(tensors: Sequence[Any], reached: set[int]) -> bool:
    return any(id(tensor) in reached for tensor in tensors)


def _cause(application: Any) -> str:
    name, op_def = application.type, application.op_def
    dtypes = [x.dtype for x in application.outputs]
    if name in _STOPS:
        return "stop_gradient"
    if name in _SHAPES:
        return "shape only"
    if op_def.has(Trait.WRITES):
        return "assignment"
    if op_def.has(Trait.RANDOM):
        return "random draw"
    if application.attrs.get("_gradient_function") is not None:
        return "custom gradient"
    if any(map(is_differentiable_dtype, dtypes)):
        return "non-differentiable op"
    if any(dtype.name == "string" for dtype in dtypes):
        return "text result"
    if any(dtype.is_bool for dtype in dtypes):
        return "boolean result"
    return "integer cast" if name == "Cast" else "integer result"


def _break(cause: str, operation: str | None = None, origins: Origins = ()) -> GradientBreak:
    place = next(iter(lines_of(origins)), (None, 0, ""))
    return GradientBreak(cause, operation, place[0], place[1], _ADVICE[cause])


def _broken(breaks: Sequence[GradientBreak]) -> GradientExplanation:
    return GradientExplanation(False, tuple(dict.fromkeys(breaks)))
