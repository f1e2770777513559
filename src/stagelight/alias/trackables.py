"""What libraries ask of objects that are saved: `tensorflow.python.trackable.base`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from stagelight.state.auto_trackable import switched_off


class TrackableReference(NamedTuple):
    """A child of an object that is saved, and its name."""

    name: str
    ref: Any


def no_automatic_dependency_tracking_scope(obj: Any) -> AbstractContextManager[None]:
    """Attributes of the object that are set inside are not tracked."""
    return switched_off(obj, "_self_setattr_tracking")
