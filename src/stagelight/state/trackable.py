"""`Trackable`: an object that knows its children by name, which checkpoints and saved models follow.

`state/auto_trackable.py` has the objects that learn of their children when attributes are set,
`state/data_structures.py` the lists, dicts and tuples that are trackable.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import Any

from stagelight.public import public

# What the names of the library's modules begin with.
# Of classes of the library: those that libraries recognise by name say `tensorflow.` under the alias.
_OWN_MODULES = (f"{__name__.partition('.')[0]}.", "tensorflow.")


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
        return is_worth_wrapping(value)
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


def wait_for_child(parent: Any, name: str, position: Any) -> None:
    """Restores a place of a checkpoint (`CheckpointPosition`) when the object gets a child of that name.

    Objects without attributes of their own are not waited for.
    """
    attributes = getattr(parent, "__dict__", None)
    if attributes is not None:
        attributes.setdefault(_WAITING, {}).setdefault(name, []).append(position)


def tell_those_who_wait(parent: Any, name: str, child: Any) -> None:
    """Says that an object has got a child. The latest restoration goes first."""
    waiting = parent.__dict__.get(_WAITING)
    if waiting:
        positions = waiting.pop(name, ())
        for position in sorted(positions, key=lambda x: x.restore_uid, reverse=True):
            position.restore(child)


def _is_own_property(kind: type, name: str) -> bool:
    """Whether a name of a class is a property that the library defines: none of these gives functions.

    Some take long, such as those that look for all variables of a module.
    """
    for base in kind.__mro__:
        if name in base.__dict__:
            return type(base.__dict__[name]) is property and base.__module__.startswith(
                _OWN_MODULES
            )
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


def is_worth_wrapping(value: Any) -> bool:
    """Whether a value is a plain tuple with something in it that is trackable, or becomes so."""
    return (
        isinstance(value, tuple)
        and not isinstance(value, Trackable)
        and any(
            is_trackable(item) or is_staged_function(type(item)) or type(item) is NoDependency
            for item in value
        )
    )
