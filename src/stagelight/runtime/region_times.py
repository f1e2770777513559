"""How long regions take: `tf.profiler.experimental.region_times`.

While `Settings.times_regions` is on, what a compiled graph calls for a region measures its calls, and so does
what runs the graph as a whole. Graphs that were compiled before are not measured: nothing is asked for at
their calls.
"""

from __future__ import annotations

import atexit
import os
import statistics
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from stagelight import config
from stagelight.fork_safety import renewed_in_child
from stagelight.formats.text_table import text_table
from stagelight.graph.effects import called_graphs
from stagelight.graph.operation import Operation
from stagelight.public import public
from stagelight.runtime.executors import Run

# The median is that of so many last calls.
_RECENT = 1001


@dataclass
class RegionTime:
    """The calls of a region, or of a graph as a whole.

    Attributes:
        graph: the name of the graph.
        number: of the region in the graph, from 0 on; None for the whole graph.
        operations: how many operations it has; those of branches and bodies count too.
        lines: the user's lines that made them, such as "model.py:12-17".
        calls: how often it was called.
        total: nanoseconds in all calls.
        recent: those of each of the last calls.
    """

    graph: str
    number: int | None
    operations: int
    lines: str
    calls: int = 0
    total: int = 0
    recent: deque[int] = field(default_factory=lambda: deque(maxlen=_RECENT), repr=False)

    @property
    def name(self) -> str:
        """The graph's name, and the number of the region in it."""
        return self.graph if self.number is None else f"{self.graph}[{self.number}]"

    @property
    def median(self) -> float:
        """Nanoseconds of the median of the last calls; 0 before the first."""
        return statistics.median(self.recent or (0,))


class RegionTimes(tuple[RegionTime, ...]):
    """What was measured; as text it is a table."""

    __slots__ = ()

    def __str__(self) -> str:
        rows = [
            (
                float(each.total),
                (
                    each.name,
                    each.lines,
                    str(each.operations),
                    str(each.calls),
                    f"{each.total / 1e6:.3f}",
                    f"{each.median / 1e3:.1f}",
                ),
            )
            for each in self
        ]
        return text_table(("region", "lines", "ops", "calls", "total ms", "median us"), rows)


class _Measured:
    """What is measured in this process."""

    lock = renewed_in_child(threading.Lock())
    times: list[RegionTime] = []


@public("profiler.experimental.region_times")
def region_times(clear: bool = False) -> RegionTimes:
    """How long the regions of graphs took, and the graphs as wholes. TensorFlow has no such function.

    Only what was compiled while `tf.config.experimental.set_region_times` was on is measured. What a graph
    takes beyond its regions are the steps of the host. A region that is compiled for the sizes that come is
    compiled by its first calls: then the total is much more than the calls times the median.

    Args:
        clear: Whether to begin anew after that: measured calls go back to none.

    Returns:
        A tuple of what was measured: `name`, `lines`, `operations`, `calls`, and in nanoseconds `total` and
        `median`. As text it is a table.

    >>> earlier = tf.profiler.experimental.region_times(clear=True)
    >>> tf.config.experimental.set_region_times(True)
    >>> double = tf.function(lambda x: tf.tanh(x) * 2.0)
    >>> y = double(tf.ones([3]))
    >>> tf.config.experimental.set_region_times(False)
    >>> [each.calls for each in tf.profiler.experimental.region_times(clear=True) if each.number == 0]
    [1]
    """
    with _Measured.lock:
        found = RegionTimes(replace(x, recent=x.recent.copy()) for x in _Measured.times if x.calls)
        if clear:
            for each in _Measured.times:
                each.calls = each.total = 0
                each.recent.clear()
    return found


def timed(run: Run, graph: str, number: int | None, operations: Iterable[Operation]) -> Run:
    """A function that does the same, and measures its calls; the function itself while nothing is measured.

    Args:
        run: the function over arrays.
        graph, number: what it runs, see `RegionTime`.
        operations: those that it runs.
    """
    if not config.current.times_regions:
        return run
    everything = list(_with_inner(operations, set()))
    entry = RegionTime(graph, number, len(everything), _lines_of(everything))
    with _Measured.lock:
        if not _Measured.times:
            atexit.register(_print_at_exit)
        _Measured.times.append(entry)

    def measured(*arrays: Any) -> Any:
        begin = time.perf_counter_ns()
        try:
            return run(*arrays)
        finally:
            duration = time.perf_counter_ns() - begin
            with _Measured.lock:
                entry.calls += 1
                entry.total += duration
                entry.recent.append(duration)

    return measured


def _print_at_exit() -> None:
    """Tells what was measured if nobody has switched it off."""
    if config.current.times_regions:
        sys.stderr.write(f"{region_times()}\n")


def _with_inner(operations: Iterable[Operation], seen: set[int]) -> Iterator[Operation]:
    """The operations that compute something, and those of their graphs, each graph's once.

    Args:
        operations: where to look.
        seen: ids of the graphs that were looked at.
    """
    for operation in operations:
        if operation.op_def.name not in ("Const", "Placeholder"):
            yield operation
            for graph in called_graphs(operation):
                if id(graph) not in seen:
                    seen.add(id(graph))
                    yield from _with_inner(graph.operations, seen)


def _lines_of(operations: Iterable[Operation]) -> str:
    """The user's lines that made operations: the innermost, from the first to the last of each file."""
    found: dict[str, set[int]] = {}
    for operation in operations:
        for place in operation.places[-1:]:
            found.setdefault(os.path.basename(place.filename), set()).add(place.lineno)
    return ", ".join(
        f"{file}:{min(lines)}" + (f"-{max(lines)}" if len(lines) > 1 else "")
        for file, lines in found.items()
    )
