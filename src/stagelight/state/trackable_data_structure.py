"""`TrackableDataStructure`: what trackable lists, dicts and tuples have in common with layers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stagelight.public import public
from stagelight.state.trackable import Trackable


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

    def _lookup_dependency(self, name: str, cached_dependencies: Any = None) -> Any:
        """The child of a name, or None: its children are what is in it, which `_own_children` has not."""
        found = self._trackable_children() if cached_dependencies is None else cached_dependencies
        return found.get(name)

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
