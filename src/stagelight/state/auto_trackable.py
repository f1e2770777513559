"""Objects that learn of their children when attributes are set.

Lists and dicts that are set become containers that are trackable themselves (`state/data_structures.py`), so
that what is in them is found too.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from stagelight.public import public
from stagelight.state.data_structures import tracked, wrap
from stagelight.state.trackable import (
    NoDependency,
    Trackable,
    is_worth_wrapping,
    staged_functions_of,
)

Method = TypeVar("Method", bound=Callable[..., Any])


@public("__internal__.tracking.AutoTrackable")
class AutoTrackable(Trackable):
    """Tracks what its attributes are set to.

    >>> holder = tf.__internal__.tracking.AutoTrackable()
    >>> holder.weights = [tf.Variable(1.0)]
    >>> list(holder._trackable_children())
    ['weights']
    """

    def _no_dependency(self, value: Any) -> Any:
        return NoDependency(value)

    def __setattr__(self, name: str, value: Any) -> None:
        if type(value) is NoDependency:
            self._own_children().pop(name, None)
            value = value.value
        elif type(value) not in _UNTRACKED and self.__dict__.get("_self_setattr_tracking", True):
            value = tracked(value)
            if isinstance(value, Trackable):
                self._track_trackable(value, name, overwrite=True)
            elif is_worth_wrapping(value):
                self._own_children()[name] = value
                self._handle_deferred_dependencies(name, value)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        self._own_children().pop(name, None)
        super().__delattr__(name)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        children = super()._trackable_children(save_type, **kwargs)
        return {**children, **staged_functions_of(self)} if save_type == "savedmodel" else children


# Classes of values, set often, that are not looked at.
_UNTRACKED = frozenset({bool, int, float, str, type(None)})


@contextmanager
def switched_off(obj: Any, switch: str) -> Iterator[None]:
    """An attribute of an object that is True unless it is set is False inside."""
    before = getattr(obj, switch, True)
    setattr(obj, switch, False)
    try:
        yield
    finally:
        setattr(obj, switch, before)


@public("__internal__.tracking.no_automatic_dependency_tracking")
def no_automatic_dependency_tracking(method: Method) -> Method:
    """Decorator: attributes that a method sets are not tracked.

    >>> class Holder(tf.__internal__.tracking.AutoTrackable):
    ...     @tf.__internal__.tracking.no_automatic_dependency_tracking
    ...     def remember(self, value):
    ...         self.value = value
    >>> holder = Holder()
    >>> holder.remember(tf.Variable(1.0))
    >>> holder._trackable_children()
    {}
    """

    @functools.wraps(method)
    def untracked(self: Any, *args: Any, **kwargs: Any) -> Any:
        with switched_off(self, "_self_setattr_tracking"):
            return method(self, *args, **kwargs)

    return untracked  # type: ignore[return-value]


@public("__internal__.tracking.sticky_attribute_assignment")
def sticky_attribute_assignment(trackable: Any, name: str, value: Any) -> Any:
    """The value that an attribute is set to, which becomes a child if it is trackable.

    >>> holder = tf.__internal__.tracking.AutoTrackable()
    >>> value = tf.__internal__.tracking.sticky_attribute_assignment(holder, "pair", [1, 2])
    >>> value, list(holder._trackable_children())
    (ListWrapper([1, 2]), ['pair'])
    """
    if type(value) is NoDependency:
        return value.value
    value = wrap(value)
    if isinstance(value, Trackable):
        trackable._track_trackable(value, name, overwrite=True)
    return value
