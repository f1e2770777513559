"""Traces in the format of TensorBoard's profile plugin: `XSpace` messages.

    XSpace   planes = 1, hostnames = 4
    XPlane   id = 1, name = 2, lines = 3, event_metadata = 4 (a map of XEventMetadata)
    XLine    id = 1, name = 2, timestamp_ns = 3, events = 4
    XEvent   metadata_id = 1, offset_ps = 2, duration_ps = 3

Source: `xplane.proto` of the TSL library.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from stagelight.formats.varints import varint

# Name, begin and duration in nanoseconds.
Event = tuple[str, int, int]


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
    start = min((begin for _, begin, _ in every), default=0)
    numbers = {name: i for i, name in enumerate(dict.fromkeys(e[0] for e in every), 1)}
    plane = [_number(1, 1), _bytes(2, b"/host:CPU")]
    plane += [
        _bytes(3, _line(i, name, start, events, numbers))
        for i, (name, events) in enumerate(lines.items(), 1)
    ]
    for name, number in numbers.items():
        described = _number(1, number) + _bytes(2, name.encode())
        plane.append(_bytes(4, _number(1, number) + _bytes(2, described)))
    return _bytes(1, b"".join(plane)) + _bytes(4, host.encode())


def _line(
    number: int, name: str, start: int, events: Iterable[Event], numbers: Mapping[str, int]
) -> bytes:
    parts = [_number(1, number), _bytes(2, name.encode()), _number(3, start)]
    for event, begin, duration in events:
        offset = _number(2, (begin - start) * 1000) + _number(3, duration * 1000)
        parts.append(_bytes(4, _number(1, numbers[event]) + offset))
    return b"".join(parts)
