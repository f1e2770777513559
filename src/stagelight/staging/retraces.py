"""Why a function was traced again: what `explain_traces` tells, and the warning.

Each trace is compared with the earlier one that is most like it. What differs are its causes:

    trace 2, for the call at program.py:12
      argument x, axis 0: 32 -> 33
        Use reduce_retracing=True, or an input_signature with None for this axis.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.staging.trace_types import IdentityKey, MethodKey, is_tensor_key

_log = logging.getLogger("stagelight")

# A function is warned of once, when as many traces one after the other have the same cause.
_TRACES_OF_A_STORM = 5

_FIXES = {
    "axis": "Use reduce_retracing=True, or an input_signature with None for this axis.",
    "rank": "Give the argument one rank, or use an input_signature with an unknown shape.",
    "dtype": "Convert the argument to one dtype before the call, with tf.cast.",
    "value": "Pass a tensor, tf.constant(value), if the value is only computed with.",
    "data": "It is only used as data: pass a tensor, tf.constant(value), and one trace serves all.",
    "type": "Pass arguments of one class, or a tensor.",
    "structure": "Keep the structure of the argument the same, or put it into one tensor.",
    "object": "Make the object once, outside of the loop, and pass the same one to each call.",
    "graph": "A function that captures tensors of another one is traced for each trace of that.",
}


@dataclass(frozen=True)
class RetraceCause:
    """One difference between the arguments of two traces.

    Attributes:
        argument: Which argument, such as `x` or `config['size']`.
        kind: `axis`, `rank`, `dtype`, `value`, `data` (a Python number that only makes constants of
            the graph), `type`, `structure`, `object` or `graph`.
        before, after: What differs.
        axis: Which axis, for `axis`.
    """

    argument: str
    kind: str
    before: Any
    after: Any
    axis: int | None = None

    @property
    def fix(self) -> str:
        """What to do so that the trace is not made."""
        return _FIXES[self.kind]

    def __str__(self) -> str:
        axis = "" if self.axis is None else f", axis {self.axis}"
        note = " (a Python number that is only used as data)" if self.kind == "data" else ""
        return f"argument {self.argument}{axis}: {self.before} -> {self.after}{note}"


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


def explained(names: Sequence[str], traces: Mapping[Any, ConcreteFunction]) -> TraceReports:
    """A report for each trace of a function.

    Args:
        names: the parameters.
        traces: the traces by key, in the order in which they were made.
    """
    reports: list[TraceReport] = []
    made = [*traces.items()]
    for i, (key, concrete) in enumerate(made):
        place = next(iter(concrete.called_from), (None, 0, ""))
        causes = _causes(names, key, concrete, made[:i])
        signature = concrete.pretty_printed_signature(verbose=False)
        reports.append(TraceReport(i + 1, place[0], place[1], causes, signature))
    return TraceReports(reports)


def warn_of_storm(name: str, names: Sequence[str], traces: Mapping[Any, ConcreteFunction]) -> None:
    """Warns if the newest traces were all made for one reason; to be called after each trace."""
    if len(traces) != _TRACES_OF_A_STORM:
        return
    reports = explained(names, traces)
    shared = set.intersection(*[{(c.argument, c.kind) for c in r.causes} for r in reports[1:]])
    if not shared:
        return
    causes = [cause for cause in reports[-1].causes if (cause.argument, cause.kind) in shared]
    told = "\n".join(f"  {cause}\n    {cause.fix}" for cause in causes)
    place = f" The last one is for the call at {reports[-1].filename}:{reports[-1].lineno}."
    _log.warning(
        "%d out of the last %d traces of %s were made for the same cause.%s\n%s\n"
        "See %s.explain_traces().",
        len(traces),
        len(traces),
        name,
        place if reports[-1].filename else "",
        told,
        name,
    )


def _causes(
    names: Sequence[str],
    key: Any,
    concrete: ConcreteFunction,
    earlier: Sequence[tuple[Any, ConcreteFunction]],
) -> tuple[RetraceCause, ...]:
    """What differs from the trace most like it, of those the newest one."""
    compared = [
        (tuple(_differences(names, other_key, key)), other)
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


def _differences(names: Sequence[str], a: Any, b: Any) -> Iterator[RetraceCause]:
    if isinstance(a[1], IdentityKey) or isinstance(b[1], IdentityKey):
        # A key with the function around for which the trace was made.
        if isinstance(a[1], IdentityKey) and isinstance(b[1], IdentityKey):
            yield from _differences(names, a[0], b[0])
        if a[1] != b[1]:
            yield RetraceCause("of the function around", "graph", "one trace", "another trace")
        return
    if len(a[0]) != len(b[0]):
        before, after = f"{len(a[0])} arguments", f"{len(b[0])} arguments"
        yield RetraceCause("list", "structure", before, after)
        return
    labels = [*names, *[f"args[{i}]" for i in range(len(a[0]))]]
    for name, first, second in zip(labels, a[0], b[0], strict=False):
        yield from _different(name, first, second)
    before_names, after_names = [name for name, _ in a[1]], [name for name, _ in b[1]]
    if before_names != after_names:
        yield RetraceCause("names", "structure", before_names, after_names)
        return
    for (name, first), (_, second) in zip(a[1], b[1], strict=True):
        yield from _different(name, first, second)


def _different(name: str, a: Any, b: Any) -> Iterator[RetraceCause]:
    if a == b:
        return
    if is_tensor_key(a) and is_tensor_key(b):
        yield from _different_tensors(name, a, b)
    elif isinstance(a, (IdentityKey, MethodKey)) and isinstance(b, (IdentityKey, MethodKey)):
        yield RetraceCause(name, "object", repr(a), repr(b))
    elif not isinstance(a, tuple) or not isinstance(b, tuple) or a[0] is not b[0]:
        yield RetraceCause(name, "type", _described(a), _described(b))
    elif a[0] in (list, tuple):
        if len(a) != len(b):
            before, after = f"{len(a) - 1} elements", f"{len(b) - 1} elements"
            yield RetraceCause(name, "structure", before, after)
            return
        for i, (first, second) in enumerate(zip(a[1:], b[1:], strict=True)):
            yield from _different(f"{name}[{i}]", first, second)
    elif a[0] is dict:
        count = (len(a) - 1) // 2
        if a[1 : count + 1] != b[1 : count + 1] or len(a) != len(b):
            yield RetraceCause(name, "structure", _keys(a), _keys(b))
            return
        for key, first, second in zip(a[1:], a[count + 1 :], b[count + 1 :], strict=False):
            yield from _different(f"{name}[{key!r}]", first, second)
    elif len(a) == len(b) and isinstance(a[0], type) and len(a) in (2, 3):
        yield RetraceCause(name, "value", a[1], b[1])
    else:
        yield RetraceCause(name, "structure", _described(a), _described(b))


def _different_tensors(name: str, a: Any, b: Any) -> Iterator[RetraceCause]:
    if a[1] != b[1]:
        yield RetraceCause(name, "dtype", a[1], b[1])
    before, after = a[2], b[2]
    if before == after:
        return
    if before is None or after is None or len(before) != len(after):
        yield RetraceCause(name, "rank", before, after)
        return
    for axis, (first, second) in enumerate(zip(before, after, strict=True)):
        if first != second:
            yield RetraceCause(name, "axis", first, second, axis)


def _keys(key: Any) -> str:
    return f"keys {sorted(map(str, key[1 : (len(key) - 1) // 2 + 1]))}"


def _described(key: Any) -> str:
    if is_tensor_key(key):
        return f"a {key[1]} tensor"
    if isinstance(key, tuple) and key and isinstance(key[0], type):
        return f"{key[0].__name__} {key[1]!r}" if len(key) in (2, 3) else f"a {key[0].__name__}"
    return repr(key)
