"""What a profiler saw: as tables in the terminal, as a trace for Chrome, and for TensorBoard."""

from __future__ import annotations

import gzip
import html
import json
import os
import socket
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stagelight.fork_safety import renewed_in_child
from stagelight.formats.atomic_files import replaced
from stagelight.formats.text_table import text_table
from stagelight.formats.xplane import Event, xspace
from stagelight.graph.source_places import SourcePlace

_NANOSECONDS_IN_A_MICROSECOND = 1000
# Viewers show no more, and a loop of small ops has many in a minute.
_MOST_EVENTS = 1_000_000


@dataclass(frozen=True, slots=True)
class ProfileEvent:
    """Something that took time.

    Attributes:
        name: the op's name, that of a staged function, or that of a `Trace`.
        kind: "op", "function" or "trace".
        begin: in nanoseconds since 1970.
        duration: in nanoseconds.
        own: what is left of the duration without the events inside of it.
        thread: the name of its thread.
        place: the user's line that made the op; None if that is not known.
        made: the bytes of the values that it made; views and values of variables are none.
        details: what else is known of it.
    """

    name: str
    kind: str
    begin: int
    duration: int
    own: int
    thread: str
    place: SourcePlace | None = None
    made: int = 0
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class _Total:
    """Of events that belong together."""

    count: int = 0
    own: int = 0
    made: int = 0
    largest: int = 0

    def add(self, event: ProfileEvent) -> None:
        self.count += 1
        self.own += event.own
        self.made += event.made
        self.largest = max(self.largest, event.made)


class ProfileReport:
    """What a profiler saw. As text it is the table of times.

    Attributes:
        events: in the order in which they ended; the first million of them.
        count: how many there were. The tables are made of all.
    """

    def __init__(self) -> None:
        self.events: list[ProfileEvent] = []
        self.count = 0
        # By kind, and the name or the line.
        self._by_name: dict[tuple[str, str], _Total] = {}
        self._by_line: dict[tuple[str, str], _Total] = {}
        self._lock = renewed_in_child(threading.Lock())  # Events come from all threads.

    def add(self, event: ProfileEvent) -> None:
        """Takes an event into the report."""
        with self._lock:
            self.count += 1
            if len(self.events) < _MOST_EVENTS:
                self.events.append(event)
            self._by_name.setdefault((event.kind, event.name), _Total()).add(event)
            self._by_line.setdefault((event.kind, _line_of(event)), _Total()).add(event)

    def time_by_op(self) -> str:
        """A table: for each op how often it ran, and how long without what ran in it; the longest first.

        Where ops are not looked at, the rows are functions.
        """
        totals = self._totals(self._by_name)
        whole = sum(total.own for total in totals.values()) or 1
        rows = []
        for name, total in totals.items():
            mean = total.own / total.count / 1000
            share = f"{100 * total.own / whole:.0f}%"
            row = (name, str(total.count), f"{total.own / 1e6:.3f}", f"{mean:.1f}", share)
            rows.append((total.own, row))
        return text_table(("op", "calls", "total ms", "mean us", "share"), rows)

    def memory_by_line(self) -> str:
        """A table: for each line of the user's the bytes of the values that it made; most first."""
        rows = [
            (total.made, (line, str(total.count), _size(total.made), _size(total.largest)))
            for line, total in self._totals(self._by_line).items()
        ]
        return text_table(("line", "values", "made", "largest"), rows)

    def _totals(self, table: dict[tuple[str, str], _Total]) -> dict[str, _Total]:
        """Those of ops, or of functions if there were no ops."""
        with self._lock:
            totals = dict(table)
        for kind in ("op", "function"):
            found = {name: total for (its, name), total in totals.items() if its == kind}
            if found:
                return found
        return {}

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
        told += [
            {
                "ph": "X",
                "pid": process,
                "tid": threads.index(event.thread),
                "name": event.name,
                "cat": event.kind,
                "ts": event.begin / _NANOSECONDS_IN_A_MICROSECOND,
                "dur": event.duration / _NANOSECONDS_IN_A_MICROSECOND,
                "args": _details_of(event),
            }
            for event in self.events
        ]
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
        folder = _new_folder(Path(logdir, "plugins", "profile"))
        trace = json.dumps(self.chrome_trace(), default=str).encode()
        lines: dict[str, list[Event]] = {}
        for event in self.events:
            told = Event(_node_of(event), event.begin, event.duration, _details_of(event))
            lines.setdefault(event.thread, []).append(told)
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


def _new_folder(parent: Path) -> Path:
    """Makes a folder with the time as its name, which profiles of the same second do not share."""
    name = time.strftime("%Y_%m_%d_%H_%M_%S")
    folder, number = parent / name, 0
    while True:
        try:
            folder.mkdir(parents=True)
            return folder
        except FileExistsError:
            number += 1
            folder = parent / f"{name}_{number}"


def _line_of(event: ProfileEvent) -> str:
    place = event.place
    return "elsewhere" if place is None else f"{os.path.basename(place.filename)}:{place.lineno}"


def _details_of(event: ProfileEvent) -> dict[str, Any]:
    """What a viewer shows of an event besides its name and times."""
    details = dict(event.details)
    if event.place is not None:
        details["source"] = _line_of(event)
    if event.made:
        details["bytes"] = event.made
    return details


def _node_of(event: ProfileEvent) -> str:
    """The name of an event as TensorBoard's tables of ops know it: an op's node, and its type."""
    if event.kind != "op":
        return event.name
    return f"{event.details.get('node', event.name)}:{event.name}"


def _size(count: int) -> str:
    size = float(count)
    for unit in ("B", "KB", "MB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GB"
