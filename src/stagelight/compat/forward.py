"""What programs ask of the version: `tf.compat.forward_compatible`."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager

from stagelight.public import public

_horizon: datetime.date | None = None  # None: now.


@public("compat.forward_compatible")
def forward_compatible(year: int, month: int, day: int) -> bool:
    """Whether a graph may use what came into the format before a day.

    Graphs that are written here can be read by programs of TensorFlow 2.21, and so there is nothing to wait
    for: this is True for days that are past.

    >>> tf.compat.forward_compatible(2020, 1, 1)
    True
    """
    return (_horizon or datetime.datetime.now(datetime.UTC).date()) > datetime.date(
        year, month, day
    )


@public("compat.forward_compatibility_horizon")
@contextmanager
def forward_compatibility_horizon(year: int, month: int, day: int) -> Iterator[None]:
    """Lets `tf.compat.forward_compatible` answer as it does on a day.

    >>> with tf.compat.forward_compatibility_horizon(2019, 1, 1):
    ...     tf.compat.forward_compatible(2020, 1, 1)
    False
    """
    global _horizon  # noqa: PLW0603 - the day is one for the program, as in TensorFlow
    before, _horizon = _horizon, datetime.date(year, month, day)
    try:
        yield
    finally:
        _horizon = before
