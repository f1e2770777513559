"""What libraries ask of objects that are saved: `tensorflow.python.trackable.base`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple


class TrackableReference(NamedTuple):
    """A child of an object that is saved, and its name."""

    name: str
    ref: Any


@contextmanager
def no_automatic_dependency_tracking_scope(obj: Any) -> Iterator[None]:
    """Attributes of the object that are set inside are not tracked."""
    before = getattr(obj, "_self_setattr_tracking", True)
    obj._self_setattr_tracking = False
    try:
        yield
    finally:
        obj._self_setattr_tracking = before
