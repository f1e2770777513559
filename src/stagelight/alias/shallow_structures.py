"""Structures read down to the leaves of another: what libraries ask of `tensorflow.python.util.nest`.

    flatten_up_to([0, 0], [1, {"a": 2}])      [1, {'a': 2}]: a leaf of the first ends the walk

The first structure is shallow: it has the containers of the second, or ends before them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from stagelight import nest
from stagelight.public import public

Path = tuple[Any, ...]


def assert_shallow_structure(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Refuses a structure that does not have the containers of a shallow one.

    Args:
        shallow_tree: a structure.
        input_tree: one that goes on where its leaves are.
        check_types: whether containers have to be of one class.
        expand_composites: whether composite tensors are containers.

    Raises:
        TypeError: a container stands across from a leaf, or from one of another class.
        ValueError: one has another length, or lacks keys.
    """
    for _ in _walk(shallow_tree, (input_tree,), check_types, expand_composites):
        pass


@public("__internal__.nest.flatten_up_to")
def flatten_up_to(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> list[Any]:
    """What a structure has where a shallow one has its leaves.

    >>> tf.__internal__.nest.flatten_up_to([0, 0], [1, {"a": 2}])
    [1, {'a': 2}]
    """
    walk = _walk(shallow_tree, (input_tree,), check_types, expand_composites)
    return [value for _, (value,) in walk]


def flatten_with_tuple_paths_up_to(
    shallow_structure: Any,
    input_structure: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> list[tuple[Path, Any]]:
    """The same, each with the keys, indices and names that lead to it."""
    walk = _walk(shallow_structure, (input_structure,), check_types, expand_composites)
    return [(path, value) for path, (value,) in walk]


@public("__internal__.nest.map_structure_up_to")
def map_structure_up_to(
    shallow_structure: Any,
    func: Callable[..., Any],
    *structures: Any,
    check_types: bool = True,
    expand_composites: bool = False,
    **kwargs: Any,
) -> Any:
    """A structure as a shallow one, of what a function gives for the parts at its leaves.

    Raises:
        ValueError: no structures.

    >>> tf.__internal__.nest.map_structure_up_to([0, 0], str, [1, (2, 3)])
    ['1', '(2, 3)']
    """
    return map_structure_with_tuple_paths_up_to(
        shallow_structure,
        lambda _, *values: func(*values),
        *structures,
        check_types=check_types,
        expand_composites=expand_composites,
        **kwargs,
    )


def map_structure_with_tuple_paths_up_to(
    shallow_structure: Any,
    func: Callable[..., Any],
    *structures: Any,
    check_types: bool = True,
    expand_composites: bool = False,
    **kwargs: Any,
) -> Any:
    """The same of a function that gets the path first: `func(path, *parts, **kwargs)`."""
    if not structures:
        raise ValueError("Cannot map over no sequences")
    walk = _walk(shallow_structure, structures, check_types, expand_composites)
    results = [func(path, *values, **kwargs) for path, values in walk]
    return nest.pack_sequence_as(shallow_structure, results, expand_composites)


def map_structure_with_tuple_paths(
    func: Callable[..., Any], *structures: Any, **kwargs: Any
) -> Any:
    """`func(path, *leaves)` of each leaf of structures of one form."""
    return map_structure_with_tuple_paths_up_to(structures[0], func, *structures, **kwargs)


def map_structure_with_paths(func: Callable[..., Any], *structures: Any, **kwargs: Any) -> Any:
    """The same with paths as texts, joined by slashes."""
    return map_structure_with_tuple_paths(
        lambda path, *values: func(_joined(path, "/"), *values), *structures, **kwargs
    )


def flatten_with_joined_string_paths(
    structure: Any, separator: str = "/", expand_composites: bool = False
) -> list[tuple[str, Any]]:
    """The leaves, each with the text of its path."""
    found = nest.flatten_with_paths(structure, expand_composites)
    return [(_joined(path, separator), value) for path, value in found]


@public("__internal__.nest.yield_flat_paths")
def yield_flat_paths(structure: Any, expand_composites: bool = False) -> Iterator[Path]:
    """The paths of the leaves.

    >>> list(tf.__internal__.nest.yield_flat_paths({"a": [1, 2]}))
    [('a', 0), ('a', 1)]
    """
    return iter([path for path, _ in nest.flatten_with_paths(structure, expand_composites)])


@public("__internal__.nest.get_traverse_shallow_structure")
def get_traverse_shallow_structure(
    traverse_fn: Callable[[Any], Any], structure: Any, expand_composites: bool = False
) -> Any:
    """The shallow structure whose containers are those that a function agrees to enter.

    Args:
        traverse_fn: what to do with a part: a bool says whether it is entered; a structure of bools like
            the container, which of its children are.
        structure: the structure, True or False in the result where it ends.
        expand_composites: whether composite tensors are containers.

    Raises:
        TypeError: the function gives something else.
        ValueError: its structure is not shallow.

    >>> is_no_tuple = lambda part: not isinstance(part, tuple)
    >>> tf.__internal__.nest.get_traverse_shallow_structure(is_no_tuple, [(1, 2), {"a": 3}])
    [False, {'a': True}]
    """
    entered = traverse_fn(structure)
    children = nest.entries(structure, expand_composites)
    if children is None:
        if not isinstance(entered, bool):
            raise TypeError(f"traverse_fn returned a non-bool for a leaf: {entered!r}.")
        return entered
    if isinstance(entered, bool):
        if not entered:
            return False
        parts = [
            get_traverse_shallow_structure(traverse_fn, x, expand_composites)
            for x in children.values()
        ]
        return nest.with_children(structure, parts, expand_composites)
    choices = nest.entries(entered, expand_composites)
    if choices is None:
        raise TypeError(f"traverse_fn returned neither a bool nor a structure: {entered!r}.")
    assert_shallow_structure(entered, structure, expand_composites=expand_composites)
    parts = []
    for choice, part in zip(choices.values(), children.values(), strict=True):
        if not isinstance(choice, bool):
            raise TypeError(f"traverse_fn didn't return a depth=1 structure of bools: {entered!r}.")
        inner = choice and get_traverse_shallow_structure(traverse_fn, part, expand_composites)
        parts.append(inner)
    return nest.with_children(structure, parts, expand_composites)


def is_namedtuple(instance: Any, strict: bool = False) -> bool:
    """Whether it is a named tuple; strictly, one of a class made by `namedtuple` itself."""
    kind = type(instance)
    is_one = issubclass(kind, tuple) and isinstance(getattr(kind, "_fields", None), tuple)
    return is_one and (not strict or kind.__base__ is tuple)


@public("__internal__.nest.is_mapping")
def is_mapping(obj: Any) -> bool:
    """Whether it is a container with keys.

    >>> tf.__internal__.nest.is_mapping({"a": 1})
    True
    """
    return isinstance(obj, Mapping)


@public("__internal__.nest.is_attrs")
def is_attrs(obj: Any) -> bool:
    """Whether its class is made by `attrs`.

    >>> tf.__internal__.nest.is_attrs([1])
    False
    """
    return hasattr(type(obj), "__attrs_attrs__")


@public("__internal__.nest.list_to_tuple")
def list_to_tuple(structure: Any) -> Any:
    """The structure with tuples in the place of lists.

    >>> tf.__internal__.nest.list_to_tuple([1, {"a": [2]}])
    (1, {'a': (2,)})
    """
    children = nest.entries(structure)
    if children is None:
        return structure
    values = [list_to_tuple(child) for child in children.values()]
    return tuple(values) if isinstance(structure, list) else sequence_like(structure, values)


@public("__internal__.nest.sequence_like")
def sequence_like(instance: Any, args: Any) -> Any:
    """A container as `instance` with other children.

    >>> tf.__internal__.nest.sequence_like((1, 2), [3, 4])
    (3, 4)
    """
    return nest.with_children(instance, list(args))


def sorted_items(iterable: Any) -> Iterator[tuple[Any, Any]]:
    """Keys, indices or names of a container, each with what stands there."""
    return iter((nest.entries(iterable) or {}).items())


def values_of(iterable: Any) -> Iterator[Any]:
    """What is directly within a container."""
    return iter((nest.entries(iterable) or {}).values())


def _joined(path: Path, separator: str) -> str:
    return separator.join(str(part) for part in path)


def _walk(
    shallow: Any, structures: tuple[Any, ...], check_types: bool, expand: bool, path: Path = ()
) -> Iterator[tuple[Path, tuple[Any, ...]]]:
    """The path of each leaf of the shallow structure, and what the others have there."""
    parts = nest.entries(shallow, expand)
    if parts is None:
        yield path, structures
        return
    others = [_matching(shallow, parts, each, check_types, expand) for each in structures]
    for key, part in parts.items():
        yield from _walk(
            part, tuple(each[key] for each in others), check_types, expand, (*path, key)
        )


def _matching(
    shallow: Any, parts: dict[Any, Any], structure: Any, check_types: bool, expand: bool
) -> dict[Any, Any]:
    """What is within a container across from a shallow one, by the keys of that."""
    found = nest.entries(structure, expand)
    if found is None:
        raise TypeError(
            "If shallow structure is a sequence, input must also be a sequence. "
            f"Input has type: {type(structure)}."
        )
    are_mappings = isinstance(shallow, Mapping) and isinstance(structure, Mapping)
    if check_types and not _are_alike(shallow, structure, are_mappings):
        raise TypeError(
            "The two structures don't have the same sequence type. Input structure has type "
            f"{type(structure)}, while shallow structure has type {type(shallow)}."
        )
    if are_mappings:
        missing = parts.keys() - found.keys()
        if missing:
            raise ValueError(
                "The shallow_tree's keys are not a subset of the input_tree's keys. The shallow_tree "
                f"has the following keys that are not in the input_tree: {sorted(missing)}."
            )
        return found
    if len(parts) != len(found):
        raise ValueError(
            "The two structures don't have the same sequence length. Input structure has length "
            f"{len(found)}, while shallow structure has length {len(parts)}."
        )
    return dict(zip(parts, found.values(), strict=True))


def _are_alike(shallow: Any, structure: Any, are_mappings: bool) -> bool:
    if are_mappings or isinstance(structure, shallow.__class__):
        return True
    if isinstance(shallow, list) and isinstance(structure, list):
        return True
    if is_namedtuple(shallow) and is_namedtuple(structure):
        return type(shallow).__name__ == type(structure).__name__ and (
            type(shallow)._fields == type(structure)._fields
        )
    return all(
        hasattr(x, "_type_spec") or hasattr(x, "_component_specs") for x in (shallow, structure)
    )
