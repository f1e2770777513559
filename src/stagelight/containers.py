"""Container registries: which classes are nodes of a structure, and how each is read and rebuilt.

How a class is read is decided once for each class, so a walk costs a dictionary look-up a value. The walks
themselves are in `nest.py`.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Mapping, MappingView, MutableMapping, Sequence
from typing import Any

# The definition of a tree (JAX's treedef): None of a leaf; of a container its class (with its own metadata
# where it has some), the keys of its children (None where they are counted), and their definitions.
TreeSpec = tuple[Any, Any, tuple["TreeSpec", ...]] | None

# How the values of a class are read; 0 so that "is it a container?" is a truth test. `RECORD`: an object
# with fields that is copied with all its other attributes. `LENIENT_MAPPING`: its keys may have no order.
# `PROXY`: it claims another class by `__class__`, and is read as that.
LEAF, SEQUENCE, MAPPING, NAMED_TUPLE, ATTRS, VIEW, CUSTOM, COMPOSITE, SPEC = range(9)
RECORD, LENIENT_MAPPING, PROXY = range(9, 12)


class ContainerRegistry(dict[type, int]):
    """Class -> how its values are read, filled on first sight of a class: `tf.nest`'s rules.

    Attributes:
        usual_leaf: a class that most leaves have, which saves the look-up; None for none.
    """

    usual_leaf: type | None = None

    def __init__(self, *, expand_composites: bool) -> None:
        super().__init__()
        self._expand_composites = expand_composites

    def __missing__(self, cls: type) -> int:
        kind = self[cls] = self.classify(cls)
        return kind

    def classify(self, cls: type) -> int:
        """How values of a class are read."""
        if self._expand_composites and not getattr(cls, "_is_nest_leaf", False):
            if hasattr(cls, "_type_spec"):
                return COMPOSITE
            if hasattr(cls, "_component_specs"):
                return SPEC
        if hasattr(cls, "__tf_flatten__") and hasattr(cls, "__tf_unflatten__"):
            return CUSTOM
        if issubclass(cls, Mapping):
            return MAPPING
        if issubclass(cls, (str, bytes)):
            return LEAF
        if issubclass(cls, tuple) and isinstance(getattr(cls, "_fields", None), tuple):
            return NAMED_TUPLE
        if issubclass(cls, Sequence):
            return SEQUENCE
        if issubclass(cls, MappingView):
            return VIEW
        if hasattr(cls, "__attrs_attrs__"):
            return ATTRS
        return LEAF


def field_names_of(cls: type) -> tuple[str, ...] | None:
    """The fields of an attrs class or dataclass, None for other classes."""
    attributes = getattr(cls, "__attrs_attrs__", None)
    if attributes is None:
        if not dataclasses.is_dataclass(cls):
            return None
        attributes = dataclasses.fields(cls)
    return tuple([attribute.name for attribute in attributes])


def children_of(structure: Any, kind: int) -> Any:
    """The iterable of structures directly within a container."""
    if kind == MAPPING:
        return [structure[key] for key in sorted(structure)]
    if kind == LENIENT_MAPPING:
        return [structure[key] for key in _lenient_order(structure)]
    if kind in (ATTRS, RECORD):
        return [getattr(structure, name) for name in field_names_of(type(structure)) or ()]
    if kind == CUSTOM:
        return structure.__tf_flatten__()[1]
    if kind == COMPOSITE:
        return (structure._type_spec._to_components(structure),)
    if kind == SPEC:
        return (structure._component_specs,)
    return structure


def keys_of(structure: Any, kind: int) -> Any:
    """What leads from a container to each of its children: an index, key or field name."""
    _, keys, children = open_container(structure, kind)
    return range(len(children)) if keys is None else keys


def open_container(structure: Any, kind: int) -> tuple[Any, Any, Any]:
    """The class of a container (with its own metadata if it has some), the keys of its children, and these.

    The keys are None where the children are counted.
    """
    cls = type(structure)
    if kind in (LENIENT_MAPPING, MAPPING):
        keys = sorted(structure) if kind == MAPPING else _lenient_order(structure)
        return cls, tuple(keys), [structure[key] for key in keys]
    children = children_of(structure, kind)
    if kind == NAMED_TUPLE:
        return cls, cls._fields, children
    if kind in (ATTRS, RECORD):
        return cls, field_names_of(cls), children
    if kind in (COMPOSITE, SPEC):
        spec = structure._type_spec if kind == COMPOSITE else structure
        return (cls, spec), (spec.value_type.__name__,), children
    node = (cls, structure.__tf_flatten__()[0]) if kind == CUSTOM else cls
    return node, None, children


def rebuild(structure: Any, kind: int, children: list[Any]) -> Any:
    """A container as `structure` with other children."""
    cls: Any = type(structure)
    if kind == SEQUENCE:
        if cls is list or cls is range:
            return children
        return cls(children)
    if kind == MAPPING:
        return mapping_like(structure, dict(zip(sorted(structure), children, strict=True)))
    if kind in (NAMED_TUPLE, ATTRS):
        return cls(*children)
    if kind == CUSTOM:
        return cls.__tf_unflatten__(structure.__tf_flatten__()[0], tuple(children))
    if kind == COMPOSITE:
        return structure._type_spec._from_components(children[0])
    if kind == SPEC:
        return structure._from_components(children[0])
    if kind == LENIENT_MAPPING:
        return _lenient_mapping_like(structure, children)
    if kind == RECORD:
        return _record_like(structure, children)
    return children


def mapping_like(structure: Any, values: dict[Any, Any]) -> Any:
    """A mapping as `structure`, in its own order of keys, with other values."""
    cls: Any = type(structure)
    if cls is dict:
        return {key: values[key] for key in structure}
    if isinstance(structure, MutableMapping):
        if isinstance(structure, defaultdict):
            mapping = cls(structure.default_factory)
        else:
            mapping = cls()
        for key in structure:
            mapping[key] = values[key]
        return mapping
    try:
        return cls((key, values[key]) for key in structure)
    except TypeError as error:
        raise TypeError(
            f"Error creating an object of type {cls} like {structure}. Note that it must accept a "
            "single positional argument representing an iterable of key-value pairs, in addition "
            f"to self. Cause: {error}"
        ) from error


def _lenient_order(mapping: Mapping[Any, Any]) -> list[Any]:
    """The keys in order; where they cannot be compared, those of one class after those of another.

    Keys of one class that cannot be compared stay as they come.
    """
    try:
        return sorted(mapping)
    except TypeError:
        of_classes: dict[str, list[Any]] = {}
        for key in mapping:
            of_classes.setdefault(type(key).__qualname__, []).append(key)
        return [
            key for _, keys in sorted(of_classes.items()) for key in _sorted_or_as_they_come(keys)
        ]


def _sorted_or_as_they_come(keys: list[Any]) -> list[Any]:
    try:
        return sorted(keys)
    except TypeError:
        return keys


def _lenient_mapping_like(structure: Mapping[Any, Any], children: list[Any]) -> Any:
    """A mapping as `structure`; a plain one where its class cannot be made of pairs."""
    cls: Any = type(structure)
    values = dict(zip(_lenient_order(structure), children, strict=True))
    pairs = {key: values[key] for key in structure}
    if cls is dict:
        return pairs
    if hasattr(structure, "default_factory"):
        return cls(structure.default_factory, pairs)
    try:
        return cls(pairs)
    except TypeError:
        return pairs


def _record_like(structure: Any, children: list[Any]) -> Any:
    """A copy of an object with other values of its fields; it is not initialized anew."""
    cls = type(structure)
    copied = object.__new__(cls)
    fields = dict(zip(field_names_of(cls) or (), children, strict=True))
    for name in set(getattr(structure, "__dict__", ())) - set(fields):
        object.__setattr__(copied, name, getattr(structure, name))
    for name, value in fields.items():
        object.__setattr__(copied, name, value)
    return copied
