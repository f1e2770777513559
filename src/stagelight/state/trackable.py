"""Objects that hold others: what a checkpoint or a saved model follows from attribute to attribute.

A `Trackable` knows its children by name. An `AutoTrackable` learns of them when its attributes are set;
lists and dicts that are set become containers that are trackable themselves, so that what is in them
is found too.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from stagelight.public import public

# What the names of the library's modules begin with.
_PACKAGE = f"{__name__.partition('.')[0]}."

Method = TypeVar("Method", bound=Callable[..., Any])


@public("__internal__.tracking.Trackable")
class Trackable:
    """An object with named children, each a `Trackable` too."""

    # What saved models call the kind of object.
    _object_identifier = "_generic_user_object"

    def _track_trackable(self, trackable: Trackable, name: str, overwrite: bool = False) -> Any:
        """Makes an object a child.

        Args:
            trackable: the child.
            name: its name.
            overwrite: whether it may take the place of another child of that name.

        Returns:
            The child.

        Raises:
            TypeError: the child is no `Trackable`.
            ValueError: the name is taken by another one.
        """
        if not isinstance(trackable, Trackable):
            raise TypeError(
                f"Trackable._track_trackable() can only be used to track objects of type Trackable. "
                f"Got type {type(trackable)}."
            )
        children = self._own_children()
        if not overwrite and children.get(name, trackable) is not trackable:
            raise ValueError(
                f"Called Trackable._track_trackable() with name='{name}', but a Trackable with this "
                "name is already declared as a dependency. Names must be unique (or overwrite=True)."
            )
        children[name] = trackable
        self._handle_deferred_dependencies(name, trackable)
        return trackable

    def _add_variable_with_custom_getter(
        self,
        name: str,
        *args: Any,
        getter: Callable[..., Any],
        overwrite: bool = False,
        **kwargs: Any,
    ) -> Any:
        """Makes a variable and lets it be a child.

        Args:
            name: of both.
            *args, **kwargs: for the function.
            getter: makes the variable.
            overwrite: whether it may take the place of another child, or be none if it is no `Trackable`.
        """
        variable = getter(name, *args, **kwargs)
        if not getattr(self, "_manual_tracking", True):
            return variable
        if overwrite and not isinstance(variable, Trackable):
            return variable
        return self._track_trackable(variable, name, overwrite)

    def _delete_tracking(self, name: str) -> None:
        """Makes a child none any more."""
        self._own_children().pop(name, None)

    def _maybe_initialize_trackable(self) -> None:
        """Prepares for children: nothing is to be done."""

    @property
    def _self_unconditional_dependency_names(self) -> dict[str, Any]:
        """The children by name, as TensorFlow calls them."""
        return self._own_children()

    def _handle_deferred_dependencies(self, name: str, trackable: Any) -> None:
        """Tells those who wait for a child of this name (`wait_for_child`) that it is there."""
        tell_those_who_wait(self, name, trackable)

    def _serialize_to_tensors(self) -> dict[str, Any]:
        """The tensors that this object itself has, by name.

        Raises:
            NotImplementedError: it has none.
        """
        raise NotImplementedError

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        """Takes the tensors that `_serialize_to_tensors` gave when they were saved.

        Raises:
            NotImplementedError: it has none.
        """
        raise NotImplementedError

    def _no_dependency(self, value: Any) -> Any:
        """A value to be set as an attribute that is no child, whatever it is."""
        return value

    def _own_children(self) -> dict[str, Any]:
        """The children by name; made when it is first asked for, as subclasses have own `__init__`s."""
        try:
            children: dict[str, Any] = self.__dict__["__children__"]
        except KeyError:
            children = self.__dict__["__children__"] = {}
        return children

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """The children by name, as a checkpoint (`save_type="checkpoint"`) or a saved model sees them."""
        return dict(self._own_children())

    def _lookup_dependency(self, name: str, cached_dependencies: Any = None) -> Any:
        """The child of a name, or None."""
        found = cached_dependencies if cached_dependencies is not None else self._own_children()
        return found.get(name)


def is_trackable(value: Any) -> bool:
    """Whether a value can have a place among the objects of a checkpoint."""
    kind = type(value)
    if is_staged_function(kind):
        return False  # Checkpoints have none.
    if isinstance(value, tuple) and not isinstance(value, Trackable):
        return _is_worth_wrapping(value)
    return isinstance(value, (Trackable, list, dict)) or hasattr(kind, "_trackable_children")


def is_staged_function(kind: type) -> bool:
    """Whether a class is one of staged functions, which saved models have and checkpoints do not."""
    return getattr(kind, "_is_saved_with_objects", False)


def children_among(items: Iterable[tuple[str, Any]], save_type: str) -> dict[str, Any]:
    """Those of the named values that are children: what is trackable; in saved models functions too."""
    with_functions = save_type == "savedmodel"
    return {
        name: value
        for name, value in items
        if is_trackable(value) or (with_functions and is_staged_function(type(value)))
    }


# Who waits for children of an object is kept with it, under this name.
_WAITING = "_self_waiting_for_children"


def wait_for_child(parent: Any, name: str, call: Callable[[Any], None]) -> None:
    """Calls a function with the child of that name when the object gets one.

    Objects without attributes of their own are not waited for.
    """
    attributes = getattr(parent, "__dict__", None)
    if attributes is not None:
        attributes.setdefault(_WAITING, {}).setdefault(name, []).append(call)


def tell_those_who_wait(parent: Any, name: str, child: Any) -> None:
    """Says that an object has got a child."""
    waiting = parent.__dict__.get(_WAITING)
    if waiting:
        for call in waiting.pop(name, ()):
            call(child)


def _is_own_property(kind: type, name: str) -> bool:
    """Whether a name of a class is a property that the library defines: none of these gives functions.

    Some take long, such as those that look for all variables of a module.
    """
    for base in kind.__mro__:
        if name in base.__dict__:
            return type(base.__dict__[name]) is property and base.__module__.startswith(_PACKAGE)
    return False


def staged_functions_of(value: Any) -> dict[str, Any]:
    """The staged functions among the attributes of an object: a saved model has them, too.

    A class of such functions says so by `_is_saved_with_objects`.
    """
    found = {}
    with warnings.catch_warnings(action="ignore"):  # A property may tell that it is old.
        for name in dir(value):
            if _is_own_property(type(value), name):
                continue
            try:
                attribute = getattr(value, name)
            except Exception:  # noqa: BLE001 - a property may refuse in any way
                continue
            if is_staged_function(type(attribute)):
                found[name] = attribute
    return found


class NoDependency:
    """A value on its way into an attribute that is no child."""

    def __init__(self, value: Any) -> None:
        self.value = value


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
            value = _tracked(value)
            if isinstance(value, Trackable):
                self._track_trackable(value, name, overwrite=True)
            elif _is_worth_wrapping(value):
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


def _tracked(value: Any) -> Any:
    """The value itself, but lists and dicts become containers that are trackable."""
    if type(value) is list:
        return ListWrapper(value)
    return _DictWrapper(value) if type(value) is dict else value


@public("__internal__.tracking.wrap")
def wrap(value: Any) -> Any:
    """The value as an object has it that tracks its attributes: lists and dicts are trackable.

    So are tuples that hold something trackable.

    >>> type(tf.__internal__.tracking.wrap([1])).__name__
    'ListWrapper'
    """
    if type(value) is NoDependency:
        return value.value
    return _made_tuple(type(value), value) if _is_worth_wrapping(value) else _tracked(value)


def _is_worth_wrapping(value: Any) -> bool:
    """Whether a value is a plain tuple with something in it that is trackable, or becomes so."""
    return (
        isinstance(value, tuple)
        and not isinstance(value, Trackable)
        and any(
            is_trackable(item) or is_staged_function(type(item)) or type(item) is NoDependency
            for item in value
        )
    )


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


@public("__internal__.tracking.TrackableDataStructure")
class TrackableDataStructure(Trackable):
    """A container that is trackable. It has the variables of what is in it, as layers do."""

    _self_trainable = True

    @property
    def _values(self) -> Iterable[Any]:
        """What is in it."""
        return self  # type: ignore[return-value]

    @property
    def trainable(self) -> bool:
        """Whether its variables are trained."""
        return self._self_trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self._self_trainable = value
        for part in self._parts():
            part.trainable = value

    @property
    def trainable_weights(self) -> list[Any]:
        """The variables that are trained."""
        return self._variables(is_trained=True) if self._self_trainable else []

    @property
    def non_trainable_weights(self) -> list[Any]:
        """The other variables."""
        fixed = self._variables(is_trained=False)
        return fixed if self._self_trainable else self._variables(is_trained=True) + fixed

    @property
    def weights(self) -> list[Any]:
        """All variables, those that are trained first."""
        return self.trainable_weights + self.non_trainable_weights

    trainable_variables = trainable_weights
    non_trainable_variables = non_trainable_weights
    variables = weights

    @property
    def losses(self) -> list[Any]:
        """The losses of the layers in it."""
        return [loss for part in self._parts() for loss in getattr(part, "losses", ())]

    def _parts(self) -> list[Any]:
        return [value for value in self._values if hasattr(type(value), "trainable_weights")]

    def _variables(self, is_trained: bool) -> list[Any]:
        found: list[Any] = []
        for value in self._values:
            if hasattr(type(value), "trainable_weights"):
                found += value.trainable_weights if is_trained else value.non_trainable_weights
            elif hasattr(value, "handle") and getattr(value, "trainable", None) is is_trained:
                found.append(value)
        return found


class ListWrapper(TrackableDataStructure, list[Any]):
    """A list that is trackable: its children are the trackable items, named by their positions."""

    _object_identifier = "trackable_list_wrapper"

    def __init__(self, items: Any = ()) -> None:
        super().__init__(map(_tracked, items))

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return children_among(((str(i), item) for i, item in enumerate(self)), save_type)

    def append(self, value: Any) -> None:
        """Adds an item."""
        super().append(_tracked(value))
        tell_those_who_wait(self, str(len(self) - 1), self[-1])

    def extend(self, values: Any) -> None:
        """Adds items."""
        for value in values:
            self.append(value)

    def insert(self, index: Any, value: Any) -> None:
        """Puts an item before the one at the index."""
        super().insert(index, _tracked(value))

    def __setitem__(self, index: Any, value: Any) -> None:
        tracked = list(map(_tracked, value)) if isinstance(index, slice) else _tracked(value)
        super().__setitem__(index, tracked)

    def __iadd__(self, values: Any) -> ListWrapper:  # type: ignore[misc]
        self.extend(values)
        return self

    def __repr__(self) -> str:
        return f"ListWrapper({list.__repr__(self)})"

    def __reduce_ex__(self, protocol: Any) -> Any:
        return ListWrapper, (list(self),)

    __hash__ = object.__hash__  # type: ignore[assignment]


class _DictWrapper(TrackableDataStructure, dict[Any, Any]):
    """A dict that is trackable: its children are the trackable values under keys that are strings."""

    _object_identifier = "trackable_dict_wrapper"

    def __init__(self, items: Any = ()) -> None:
        super().__init__({key: _tracked(value) for key, value in dict(items).items()})

    @property
    def _values(self) -> Iterable[Any]:
        return list(self.values())

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        items = ((key, value) for key, value in self.items() if isinstance(key, str))
        return children_among(items, save_type)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, _tracked(value))
        tell_those_who_wait(self, key, self[key])

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Sets values."""
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """The value of a key, set if there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _DictWrapper, (dict(self),)

    __hash__ = object.__hash__  # type: ignore[assignment]


class TupleWrapper(TrackableDataStructure):
    """What trackable tuples have: their children are the trackable items, named by their positions."""

    _object_identifier = "trackable_tuple_wrapper"

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return children_among(((str(i), item) for i, item in enumerate(self._values)), save_type)


# The classes of trackable tuples by those of the plain ones: `tuple`, and classes of named tuples.
_tuple_classes: dict[type, Any] = {}


def _made_tuple(kind: type, values: Any) -> Any:
    if kind not in _tuple_classes:
        own = {"__hash__": object.__hash__, "__class__": property(lambda _: kind)}
        _tuple_classes[kind] = type(kind.__name__, (TupleWrapper, kind), own)
    return tuple.__new__(_tuple_classes[kind], map(wrap, values))
