"""`tf.Module`: an object that owns variables and other modules, and finds them in its attributes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from stagelight import nest
from stagelight.graph.scopes import name_scope
from stagelight.public import public
from stagelight.state.auto_trackable import AutoTrackable
from stagelight.state.data_structures import tracked
from stagelight.state.trackable import NoDependency, children_among, tell_those_who_wait
from stagelight.state.variable import Variable

Method = TypeVar("Method", bound=Callable[..., Any])

_IDENTIFIER = re.compile(r"^[A-Za-z_]\w*$")
_WORD_END = re.compile(r"((?<=[a-z0-9])[A-Z]|(?!^)(?<!_)[A-Z](?=[a-z]))")


# Where a module keeps the names of its attributes that are no children. Classes that set attributes in
# their own way, as the layers of Keras 2 do, have no such set: they say themselves what their children are.
_UNTRACKED = "_self_untracked"
_INTERNAL = ("_self_", "__children__")


@public("Module")
class Module(AutoTrackable):
    """A container of variables, modules and functions of them.

    Subclasses assign variables and modules to attributes, also inside lists, tuples and dicts.

    Args:
        name: a Python identifier; by default the class's name in snake case.

    Raises:
        ValueError: the name is no identifier.

    >>> class Dense(tf.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.w = tf.Variable(tf.ones([2, 3]), name="w")
    >>> [v.name for v in Dense().trainable_variables]
    ['w:0']
    """

    # Attributes in which no variables are looked for.
    _TF_MODULE_IGNORED_PROPERTIES: frozenset[str] = frozenset()

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            name = _snake_case(type(self).__name__)
        elif not _IDENTIFIER.match(name):
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid Python "
                "identifiers (e.g. a valid class name)."
            )
        self._name = name
        with name_scope(name) as scope:
            self._module_scope = name_scope(scope)

    def __setattr__(self, name: str, value: Any) -> None:
        attributes = self.__dict__
        is_tracked = attributes.get("_self_setattr_tracking", True)
        if type(value) is NoDependency:
            is_tracked, value = False, value.value
        elif is_tracked:
            value = tracked(value)
        object.__setattr__(self, name, value)
        untracked = attributes.setdefault(_UNTRACKED, set())
        if is_tracked:
            untracked.discard(name)
            tell_those_who_wait(self, name, value)
        else:
            untracked.add(name)

    def __delattr__(self, name: str) -> None:
        object.__delattr__(self, name)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """What its attributes hold, and in saved models its functions."""
        untracked = self.__dict__.get(_UNTRACKED)
        items = [
            (name, x)
            for name, x in vars(self).items()
            if untracked is not None and name not in untracked and not name.startswith(_INTERNAL)
        ]
        return {
            **children_among(items, "checkpoint"),
            **super()._trackable_children(save_type, **kwargs),
        }

    @property
    def name(self) -> str:
        """The module's name."""
        return self._name

    @property
    def name_scope(self) -> AbstractContextManager[str]:
        """A scope that puts this module's name before those of variables made inside."""
        return self._module_scope

    @classmethod
    def with_name_scope(cls, method: Method) -> Method:
        """Decorator: a method enters the module's name scope."""

        @wraps(method)
        def scoped(self: Module, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return scoped  # type: ignore[return-value]

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables of this module and of those in it, in the order of attribute names."""
        return tuple(
            self._flatten(predicate=lambda x: isinstance(x, Variable), expand_composites=True)
        )

    @property
    def trainable_variables(self) -> tuple[Variable, ...]:
        """The variables that are trainable."""
        return tuple(v for v in self.variables if v.trainable)

    @property
    def non_trainable_variables(self) -> tuple[Variable, ...]:
        """The variables that are not trainable."""
        return tuple(v for v in self.variables if not v.trainable)

    @property
    def submodules(self) -> tuple[Module, ...]:
        """All modules in this one, at any depth."""
        return tuple(self._flatten(predicate=lambda x: isinstance(x, Module)))

    def _flatten(
        self,
        recursive: bool = True,
        predicate: Callable[[Any], bool] | None = None,
        attribute_traversal_key: Callable[[str], Any] | None = None,
        with_path: bool = False,
        expand_composites: bool = False,
    ) -> Iterator[Any]:
        """The values in attributes that satisfy a predicate, each once."""
        test = predicate or (lambda _: True)
        how = _Traversal(test, recursive, attribute_traversal_key, with_path, expand_composites)
        return how.find_in(self, (), {id(self)})


@dataclass(frozen=True)
class _Traversal:
    """How the attributes of a module are gone through: see `Module._flatten`."""

    predicate: Callable[[Any], bool]
    recursive: bool
    sort_key: Callable[[str], Any] | None
    with_path: bool
    expand_composites: bool

    def find_in(self, module: Module, path: tuple[Any, ...], seen: set[int]) -> Iterator[Any]:
        """The values in the attributes of a module that satisfy the predicate and were not seen."""
        inner: list[tuple[tuple[Any, ...], Module]] = []
        attributes = vars(module)
        for name in sorted(attributes, key=self.sort_key):
            if name in module._TF_MODULE_IGNORED_PROPERTIES or name.startswith("_self_"):
                continue
            for leaf_path, leaf in _leaves(name, attributes[name], self.expand_composites):
                if id(leaf) in seen:
                    continue
                where = (*path, name, *leaf_path)
                if self.predicate(leaf):
                    seen.add(id(leaf))
                    yield (where, leaf) if self.with_path else leaf
                if self.recursive and isinstance(leaf, Module):
                    seen.add(id(leaf))
                    inner.append((where, leaf))
        # Modules after the values beside them, as TensorFlow lists them.
        for where, submodule in inner:
            yield from self.find_in(submodule, where, seen)


def _leaves(name: str, value: Any, expands: bool) -> list[tuple[tuple[Any, ...], Any]]:
    """The leaves of an attribute with the ways to them; those of composite tensors if they are expanded."""
    if isinstance(value, (Variable, Module)):
        return [((), value)]
    try:
        found = nest.flatten_with_paths(value, expand_composites=expands)
    except TypeError as error:  # Keys that cannot be sorted.
        raise ValueError(f"Error processing property {name!r} of {value!r}.") from error
    return [(tuple(path), leaf) for path, leaf in found]


def _snake_case(name: str) -> str:
    return _WORD_END.sub(r"_\1", name).lower()
