"""Why a function was traced again: what `explain_traces` tells, and the warning.

Each trace is compared with the earlier one that is most like it. What differs are its causes:

    trace 2, for the call at program.py:12
      argument x, axis 0: 32 -> 33
        Use reduce_retracing=True, or an input_signature with None for this axis.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import CodeType
from typing import Any

from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.logs import get_logger
from stagelight.staging.call_signature import CallSignature
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.staging.trace_cache import TraceCache, Use
from stagelight.staging.trace_differences import RetraceCause, differences
from stagelight.tracebacks import is_library_file

# A function is warned of once, when as many traces one after the other have the same cause.
_TRACES_OF_A_STORM = 5


@dataclass(frozen=True)
class TraceReport:
    """One trace of a function, and why it was made.

    Attributes:
        number: Which one, counted from 1.
        filename, lineno: The call that needed it; None and 0 where no user's code called.
        causes: What is different from the trace most like it; of the first trace nothing.
        signature: What it was made for.
    """

    number: int
    filename: str | None
    lineno: int
    causes: tuple[RetraceCause, ...]
    signature: str

    def __str__(self) -> str:
        place = "" if self.filename is None else f", for the call at {self.filename}:{self.lineno}"
        lines = [f"trace {self.number}{place}: {self.signature}"]
        for cause in self.causes:
            lines += [f"  {cause}", f"    {cause.fix}"]
        return "\n".join(lines)


class TraceReports(tuple[TraceReport, ...]):
    """The reports of all traces; as text, one after the other."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def explained(signature: CallSignature, caches: Sequence[TraceCache]) -> TraceReports:
    """A report for each trace of a function.

    Args:
        signature: the parameters.
        caches: the traces, in the order in which they were made; of a method those of each object.
    """
    reports: list[TraceReport] = []
    for cache in caches:
        made = [*cache.by_key.items()]
        for i, (key, concrete) in enumerate(made):
            place = next(iter(concrete.called_from), (None, 0, ""))
            causes = _causes(signature, key, concrete, made[:i])
            if not i and reports:
                causes = (RetraceCause("self", "instance", "one object", "another one"),)
            text = concrete.pretty_printed_signature(verbose=False)
            reports.append(TraceReport(len(reports) + 1, place[0], place[1], causes, text))
    return TraceReports(reports)


def warn_of_storm(
    function: Callable[..., Any], signature: CallSignature, cache: TraceCache
) -> None:
    """Warns if traces are made again and again for one reason; to be called after each trace."""
    if len(cache.by_key) == 1:
        _warn_of_makers(function, signature.name, cache)
    if len(cache.by_key) != _TRACES_OF_A_STORM:
        return
    reports = explained(signature, [cache])
    shared = set.intersection(*[{(c.argument, c.kind) for c in r.causes} for r in reports[1:]])
    if not shared:
        return
    causes = [cause for cause in reports[-1].causes if (cause.argument, cause.kind) in shared]
    told = "\n".join(f"  {cause}\n    {cause.fix}" for cause in causes)
    get_logger().warning(
        "Calls of %s triggered tf.function retracing %d times for the same cause.%s\n%s\n"
        "See %s.explain_traces().",
        signature.name,
        len(reports) - 1,
        _last_call(reports[-1].filename, reports[-1].lineno),
        told,
        signature.name,
    )


def _last_call(filename: str | None, lineno: int) -> str:
    return f" The last one is for the call at {filename}:{lineno}." if filename else ""


# By the code of a Python function: the staged functions that were made of it, and how they were used.
_made: weakref.WeakKeyDictionary[CodeType, list[tuple[weakref.ref[TraceCache], Use]]]
_made = weakref.WeakKeyDictionary()


def _warn_of_makers(function: Callable[..., Any], name: str, cache: TraceCache) -> None:
    """Warns if one Python function is staged anew for each call: each time with a trace that is thrown away.

    Called for the first trace of each staged function. What the library stages for a task of its own, such
    as a signature that is saved, is no program's to keep.
    """
    code = getattr(function, "__code__", None)
    if code is None or is_library_file(code.co_filename):
        return
    earlier = [
        (traces, use) for traces, use in _made.get(code, ()) if traces() is None and not use.again
    ]
    if len(earlier) + 1 == _TRACES_OF_A_STORM:
        (concrete,) = cache.by_key.values()
        place = next(iter(concrete.called_from), (None, 0, ""))
        get_logger().warning(
            "%s was staged %d times and called once each time: each call triggered tf.function retracing.%s\n"
            "  tf.function is applied anew for each call, or to a method of a new object.\n"
            "    Apply tf.function once, outside of the loop, and keep the object whose method is called.",
            name,
            _TRACES_OF_A_STORM,
            _last_call(place[0], place[1]),
        )
    _made[code] = [*earlier[:_TRACES_OF_A_STORM], (weakref.ref(cache), cache.use)]


def _causes(
    signature: CallSignature,
    key: Any,
    concrete: ConcreteFunction,
    earlier: Sequence[tuple[Any, ConcreteFunction]],
) -> tuple[RetraceCause, ...]:
    """What differs from the trace most like it, of those the newest one."""
    compared = [
        (tuple(differences(signature, other_key, key)), other)
        for other_key, other in reversed(earlier)
    ]
    differing = [each for each in compared if each[0]]
    if not differing:
        return ()
    causes, nearest = min(differing, key=lambda each: len(each[0]))
    if len(causes) == 1 and _is_number(causes[0]):
        if _form(nearest.graph) == _form(concrete.graph):
            return (replace(causes[0], kind="data"),)
    return causes


def _is_number(cause: RetraceCause) -> bool:
    values = (cause.before, cause.after)
    return cause.kind == "value" and all(type(x) in (int, float, complex) for x in values)


def _form(graph: Graph) -> list[Any]:
    """What a graph is apart from its constants: numbers that are data leave it the same."""
    return [
        (
            operation.type,
            [(tensor.op.name, tensor.value_index) for tensor in operation.inputs],
            [_form(value) for value in operation.attrs.values() if isinstance(value, FuncGraph)],
        )
        for operation in graph.operations
    ]
