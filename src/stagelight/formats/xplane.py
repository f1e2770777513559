"""Traces in the format of TensorBoard's profile plugin: `XSpace` messages.

    XSpace          planes = 1, hostnames = 4
    XPlane          id = 1, name = 2, lines = 3, event_metadata = 4, stat_metadata = 5 (maps by id)
    XLine           id = 1, name = 2, timestamp_ns = 3, events = 4
    XEvent          metadata_id = 1, offset_ps = 2, duration_ps = 3, stats = 4
    XStat           metadata_id = 1, double_value = 2, int64_value = 4, str_value = 5
    XEventMetadata  id = 1, name = 2; XStatMetadata likewise

Source: `xplane.proto` of the TSL library.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from stagelight.formats.varints import varint

_PICOSECONDS_IN_A_NANOSECOND = 1000


class Event(NamedTuple):
    """An event: begin and duration in nanoseconds, and what else is told of it, by name."""

    name: str
    begin: int
    duration: int
    stats: Mapping[str, Any]


def _number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(value)) + value


def xspace(host: str, lines: Mapping[str, Sequence[Event]]) -> bytes:
    """The bytes of a message with one plane, of the host's processors.

    Args:
        host: the name of the machine.
        lines: events by the name of the thread that they were in.
    """
    every = [event for events in lines.values() for event in events]
    start = min((event.begin for event in every), default=0)
    names = _numbered(event.name for event in every)
    stats = _numbered(name for event in every for name in event.stats)
    plane = [_number(1, 1), _bytes(2, b"/host:CPU")]
    plane += [
        _bytes(3, _line(i, name, start, events, names, stats))
        for i, (name, events) in enumerate(lines.items(), 1)
    ]
    plane += [_metadata(4, name, number) for name, number in names.items()]
    plane += [_metadata(5, name, number) for name, number in stats.items()]
    return _bytes(1, b"".join(plane)) + _bytes(4, host.encode())


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: i for i, name in enumerate(dict.fromkeys(names), 1)}


def _metadata(field: int, name: str, number: int) -> bytes:
    """An entry of the maps that say what numbers stand for."""
    described = _number(1, number) + _bytes(2, name.encode())
    return _bytes(field, _number(1, number) + _bytes(2, described))


def _line(
    number: int,
    name: str,
    start: int,
    events: Iterable[Event],
    names: Mapping[str, int],
    stats: Mapping[str, int],
) -> bytes:
    parts = [_number(1, number), _bytes(2, name.encode()), _number(3, start)]
    for event in events:
        told = [
            _number(1, names[event.name]),
            _number(2, (event.begin - start) * _PICOSECONDS_IN_A_NANOSECOND),
            _number(3, event.duration * _PICOSECONDS_IN_A_NANOSECOND),
        ]
        told += [_bytes(4, _stat(stats[key], value)) for key, value in event.stats.items()]
        parts.append(_bytes(4, b"".join(told)))
    return b"".join(parts)


def _stat(number: int, value: Any) -> bytes:
    if isinstance(value, float):
        told = varint(2 << 3 | 1) + struct.pack("<d", value)
    elif isinstance(value, int) and -(2**63) <= value < 2**63:
        told = _number(4, value % 2**64)  # Below zero as two's complement.
    else:
        told = _bytes(5, str(value).encode(errors="replace"))
    return _number(1, number) + told
