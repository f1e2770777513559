"""What a profiler saw: as tables in the terminal, as a trace for Chrome, and for TensorBoard."""

from __future__ import annotations

import gzip
import html
import json
import os
import socket
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stagelight.formats.atomic_files import replaced
from stagelight.formats.text_table import text_table
from stagelight.formats.xplane import xspace
from stagelight.graph.source_places import SourcePlace

_NANOSECONDS_IN_A_MICROSECOND = 1000


@dataclass(frozen=True)
class ProfileEvent:
    """Something that took time.

    Attributes:
        name: the op's name, that of a staged function, or that of a `Trace`.
        kind: "op", "function" or "trace".
        begin, duration: in nanoseconds.
        thread: the name of its thread.
        place: the user's line that made the op; None if that is not known.
        made: the bytes of the values that it gave.
        details: what else is known of it.
    """

    name: str
    kind: str
    begin: int
    duration: int
    thread: str
    place: SourcePlace | None = None
    made: int = 0
    details: dict[str, Any] = field(default_factory=dict)


@dataclass
class ProfileReport:
    """What a profiler saw. As text it is the table of times.

    Attributes:
        events: in the order in which they ended.
    """

    events: list[ProfileEvent] = field(default_factory=list)

    def time_by_op(self) -> str:
        """A table: for each op how often it ran, and how long; the longest first."""
        rows = []
        total = sum(event.duration for event in self.events if event.kind == "op") or 1
        for name, events in self._grouped(lambda event: event.name).items():
            spent = sum(event.duration for event in events)
            mean = spent / len(events) / 1000
            share = f"{100 * spent / total:.0f}%"
            row = (name, str(len(events)), f"{spent / 1e6:.3f}", f"{mean:.1f}", share)
            rows.append((spent, row))
        return text_table(("op", "calls", "total ms", "mean us", "share"), rows)

    def memory_by_line(self) -> str:
        """A table: for each line of the user's the bytes of the values that it made; most first."""
        rows = []
        for place, events in self._grouped(_line_of).items():
            made = sum(event.made for event in events)
            largest = max(event.made for event in events)
            row = (place, str(len(events)), _size(made), _size(largest))
            rows.append((made, row))
        return text_table(("line", "values", "made", "largest"), rows)

    def _grouped(self, key: Any) -> dict[str, list[ProfileEvent]]:
        groups: dict[str, list[ProfileEvent]] = {}
        for event in self.events:
            if event.kind == "op":
                groups.setdefault(key(event), []).append(event)
        return groups

    def chrome_trace(self) -> dict[str, Any]:
        """The events in the form that `chrome://tracing` and Perfetto read."""
        threads = list(dict.fromkeys(event.thread for event in self.events))
        process = os.getpid()
        told: list[dict[str, Any]] = [
            {"ph": "M", "pid": process, "name": "process_name", "args": {"name": "stagelight"}}
        ]
        for number, name in enumerate(threads):
            args = {"name": name}
            told.append(
                {"ph": "M", "pid": process, "tid": number, "name": "thread_name", "args": args}
            )
        for event in self.events:
            details = dict(event.details)
            if event.place is not None:
                details["line"] = _line_of(event)
            if event.made:
                details["bytes"] = event.made
            told.append(
                {
                    "ph": "X",
                    "pid": process,
                    "tid": threads.index(event.thread),
                    "name": event.name,
                    "cat": event.kind,
                    "ts": event.begin / _NANOSECONDS_IN_A_MICROSECOND,
                    "dur": event.duration / _NANOSECONDS_IN_A_MICROSECOND,
                    "args": details,
                }
            )
        return {"displayTimeUnit": "ns", "traceEvents": told}

    def write(self, logdir: str | os.PathLike[str]) -> Path:
        """Writes the trace where TensorBoard looks for it.

        Args:
            logdir: the folder that TensorBoard is given.

        Returns:
            The folder `logdir/plugins/profile/<time>` with the files `<host>.trace.json.gz` and
            `<host>.xplane.pb`.
        """
        host = socket.gethostname() or "localhost"
        folder = Path(logdir, "plugins", "profile", time.strftime("%Y_%m_%d_%H_%M_%S"))
        folder.mkdir(parents=True, exist_ok=True)
        trace = json.dumps(self.chrome_trace(), default=str).encode()
        lines: dict[str, list[tuple[str, int, int]]] = {}
        for event in self.events:
            lines.setdefault(event.thread, []).append((event.name, event.begin, event.duration))
        with replaced(folder / f"{host}.trace.json.gz") as file:
            file.write(gzip.compress(trace))
        with replaced(folder / f"{host}.xplane.pb") as file:
            file.write(xspace(host, lines))
        return folder

    def __str__(self) -> str:
        return self.time_by_op()

    def _repr_html_(self) -> str:
        text = f"{self.time_by_op()}\n\n{self.memory_by_line()}"
        return f"<pre>{html.escape(text)}</pre>"


def _line_of(event: ProfileEvent) -> str:
    place = event.place
    return "elsewhere" if place is None else f"{Path(place.filename).name}:{place.lineno}"


def _size(count: int) -> str:
    size = float(count)
    for unit in ("B", "KB", "MB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GB"
