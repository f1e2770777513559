"""Nested structures: values within lists, tuples, dicts and their like, as `tf.nest` sees them.

A structure is a leaf or a container of structures. Containers are sequences (but not str and
bytes), named tuples, mappings (read in the order of their sorted keys) and their views, attrs
classes, and classes with `__tf_flatten__` and `__tf_unflatten__`. Everything else is a leaf: None,
arrays, tensors, sets, plain dataclasses.

With `expand_composites` a composite tensor is a container of the tensors it is made of. This module
knows composites by protocol only: an object with a `_type_spec`, whose spec takes it apart with
`_to_components(value)` and puts it together with `_from_components(components)`. A spec itself is
the structure `_component_specs`. A class with `_is_nest_leaf = True` is exempt.

Which classes are containers, and how each is read and rebuilt, is said by a `ContainerRegistry`
(`containers.py`): `tf.nest`'s own two, without and with composites, and that of the arguments of staged
functions (`staging/trace_types.py`). The walks are here: `flatten_with_spec` gives the leaves and the
tree definition of a structure, `pack_like` puts leaves into its form, `fold` computes bottom-up. optree is
no alternative: its rules differ where TensorFlow's count (the order of an OrderedDict, subclasses of
containers, mappings that are no dict), and it is slower for the short argument lists of staged calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from stagelight.boundary import guards_itself, leave
from stagelight.containers import (
    COMPOSITE,
    LEAF,
    MAPPING,
    NAMED_TUPLE,
    PROXY,
    SEQUENCE,
    SPEC,
    VIEW,
    ContainerRegistry,
    TreeSpec,
    children_of,
    keys_of,
    mapping_like,
    open_container,
    rebuild,
)
from stagelight.public import public

__all__ = ["mapping_like"]

Structure = Any
Path = tuple[Any, ...]

_plain = ContainerRegistry(expand_composites=False)
_expanded = ContainerRegistry(expand_composites=True)


@public("nest.is_nested")
def is_nested(seq: Any) -> bool:
    """Whether a value is a container: a list, tuple, dict or the like, rather than a leaf.

    >>> import stagelight as tf
    >>> tf.nest.is_nested([1, 2]), tf.nest.is_nested("text"), tf.nest.is_nested(None)
    (True, False, False)
    """
    return _plain[type(seq)] != LEAF


@public("nest.flatten")
@guards_itself
def flatten(structure: Structure, expand_composites: bool = False) -> list[Any]:
    """The leaves of a structure, in order; a mapping's in the order of its sorted keys.

    Args:
        structure: A nested structure; a leaf gives a list of itself.
        expand_composites: Whether composite tensors are taken apart into their tensors.

    Returns:
        The list of leaves.

    Raises:
        TypeError: the keys of a mapping cannot be sorted.

    >>> import stagelight as tf
    >>> tf.nest.flatten({"b": [1, (2, None)], "a": 3})
    [3, 1, 2, None]
    """
    try:
        kinds = _expanded if expand_composites else _plain
        kind = kinds[type(structure)]
        if not kind:
            return [structure]
        flat: list[Any] = []
        _collect(structure, kind, kinds, flat.append)
        return flat
    except BaseException as error:
        leave(error)
        raise


def _collect(
    structure: Any, kind: int, kinds: ContainerRegistry, add: Callable[[Any], None]
) -> None:
    for child in structure if kind == SEQUENCE else children_of(structure, kind):
        child_kind = kinds[type(child)]
        if child_kind:
            _collect(child, child_kind, kinds, add)
        else:
            add(child)


def flatten_with_spec(
    structure: Structure, registry: ContainerRegistry = _plain
) -> tuple[list[Any], TreeSpec]:
    """The leaves of a structure and its tree definition, as JAX's `tree_flatten`.

    Structures of one form have equal definitions, whatever their leaves and the order of the keys of their
    mappings. A definition is hashable where the keys in it are.

    >>> from stagelight import nest
    >>> nest.flatten_with_spec({"b": [1, 2], "a": 3})
    ([3, 1, 2], (<class 'dict'>, ('a', 'b'), (None, (<class 'list'>, None, (None, None)))))
    """
    leaves: list[Any] = []
    return leaves, flatten_into(structure, registry, leaves)


def flatten_into(structure: Structure, registry: ContainerRegistry, leaves: list[Any]) -> TreeSpec:
    """The tree definition of a structure, whose leaves are added to a list."""
    kind = registry[type(structure)]
    if kind == SEQUENCE:
        node, keys, children = type(structure), None, structure
    elif not kind or (kind == PROXY and not (kind := registry[structure.__class__])):
        leaves.append(structure)
        return None
    else:
        node, keys, children = open_container(structure, kind)
    usual = registry.usual_leaf
    for child in children:
        if type(child) is not usual and registry[type(child)]:
            break
    else:  # Most containers have nothing but leaves.
        leaves.extend(children)  # `+=` would ask a tracked list, which adds from the right, too.
        return node, keys, (None,) * len(children)
    specs: list[TreeSpec] = []
    for child in children:
        if registry[type(child)]:
            specs.append(flatten_into(child, registry, leaves))
        else:  # Here, as it saves a call.
            leaves.append(child)
            specs.append(None)
    return node, keys, tuple(specs)


def spec_paths(spec: TreeSpec) -> list[Path]:
    """The keys, indices and names to each leaf of a tree definition, in the order of the leaves."""
    if spec is None:
        return [()]
    _, keys, children = spec
    steps = range(len(children)) if keys is None else keys
    return [
        (step, *path)
        for step, child in zip(steps, children, strict=True)
        for path in spec_paths(child)
    ]


def pack_like(
    structure: Structure, leaves: Iterable[Any], registry: ContainerRegistry = _plain
) -> Structure:
    """A structure like `structure` with other leaves, as many as it has, in the same order."""
    remaining = iter(leaves)
    kind = registry[type(structure)]
    return _pack(structure, kind, registry, remaining) if kind else next(remaining)


def fold(
    structure: Structure,
    of_leaf: Callable[[Any], Any],
    of_container: Callable[[Any, list[Any]], Any],
) -> Any:
    """What is computed of a structure bottom-up: of each leaf, in order, and of each container.

    Args:
        structure: A nested structure.
        of_leaf: Called with each leaf, in the order of `flatten`.
        of_container: Called with each container and what was computed of its children, in the same order.
    """
    kind = _plain[type(structure)]
    if not kind:
        return of_leaf(structure)
    children = [fold(child, of_leaf, of_container) for child in children_of(structure, kind)]
    return of_container(structure, children)


def flatten_with_paths(
    structure: Structure, expand_composites: bool = False
) -> list[tuple[Path, Any]]:
    """The leaves in the order of `flatten`, each with the keys, indices and names to it."""
    kinds = _expanded if expand_composites else _plain
    found: list[tuple[Path, Any]] = []

    def visit(value: Any, path: Path) -> None:
        kind = kinds[type(value)]
        if not kind:
            found.append((path, value))
            return
        for key, child in zip(keys_of(value, kind), children_of(value, kind), strict=True):
            visit(child, (*path, key))

    visit(structure, ())
    return found


def entries(structure: Structure, expand_composites: bool = False) -> dict[Any, Any] | None:
    """What is directly within a container, by index, key or name; None of a leaf."""
    kinds = _expanded if expand_composites else _plain
    kind = kinds[type(structure)]
    if not kind:
        return None
    return dict(zip(keys_of(structure, kind), children_of(structure, kind), strict=True))


def with_children(
    structure: Structure, children: list[Any], expand_composites: bool = False
) -> Structure:
    """A container as `structure` with other structures directly within it."""
    kinds = _expanded if expand_composites else _plain
    return rebuild(structure, kinds[type(structure)], children)


@public("nest.pack_sequence_as")
def pack_sequence_as(
    structure: Structure, flat_sequence: Sequence[Any], expand_composites: bool = False
) -> Structure:
    """A structure like `structure` with the leaves of `flat_sequence`; the inverse of `flatten`.

    Args:
        structure: A nested structure whose leaves do not matter.
        flat_sequence: The new leaves, as many as `structure` has.
        expand_composites: Whether composite tensors are put together from their tensors.

    Returns:
        The new structure.

    Raises:
        TypeError: `flat_sequence` is not a sequence.
        ValueError: it is too short or too long.

    >>> import stagelight as tf
    >>> tf.nest.pack_sequence_as({"b": 0, "a": (0, 0)}, [1, 2, 3])
    {'b': 3, 'a': (1, 2)}
    """
    if _plain[type(flat_sequence)] not in (SEQUENCE, NAMED_TUPLE, VIEW):
        raise TypeError(
            f"Attempted to pack value:\n  {flat_sequence}\ninto a structure, but found "
            f"incompatible type `{type(flat_sequence)}` instead."
        )
    kinds = _expanded if expand_composites else _plain
    kind = kinds[type(structure)]
    if not kind:
        if len(flat_sequence) != 1:
            raise ValueError(
                f"The target structure is of type `{type(structure)}`\n  {structure}\nHowever the "
                f"input is a sequence ({type(flat_sequence)}) of length {len(flat_sequence)}.\n  "
                f"{flat_sequence}\nnest cannot guarantee that it is safe to map one to the other."
            )
        return next(iter(flat_sequence))
    # Counted first: a composite must not be put together from too few tensors.
    count = len(flatten(structure, expand_composites))
    if count != len(flat_sequence):
        raise ValueError(
            f"Could not pack sequence. Structure had {count} atoms, but flat_sequence had "
            f"{len(flat_sequence)} items.  Structure: {structure}, flat_sequence: {flat_sequence}."
        )
    return _pack(structure, kind, kinds, iter(flat_sequence))


def _pack(structure: Any, kind: int, kinds: ContainerRegistry, leaves: Iterator[Any]) -> Any:
    if kind == PROXY and not (kind := kinds[structure.__class__]):
        return next(leaves)
    children = []
    for child in children_of(structure, kind):
        child_kind = kinds[type(child)]
        children.append(_pack(child, child_kind, kinds, leaves) if child_kind else next(leaves))
    return rebuild(structure, kind, children)


Form = Callable[[Sequence[Any]], Any]


def form_like(structure: Structure, leaf: Callable[[Any], Form | None]) -> Form | None:
    """A function that makes structures like `structure` quickly, of rows that hold the leaves.

    Args:
        structure: What the results look like.
        leaf: Is called with each leaf, in the order of `flatten`, and gives the function that takes it from
            the row; None where there is no quick way.

    Returns:
        The function, or None where there is no quick way: for containers other than lists, tuples, named
        tuples and plain dicts, and where `leaf` says so.
    """
    return fold(structure, leaf, _container_form)


def _container_form(structure: Any, children: list[Form | None]) -> Form | None:
    cls: Any = type(structure)
    if None in children:
        return None
    parts: list[Any] = children
    if cls is dict:
        forms = dict(zip(sorted(structure), parts, strict=True))
        items = [(key, forms[key]) for key in structure]
        return lambda row: {key: form(row) for key, form in items}
    if cls is list:
        return lambda row: [form(row) for form in parts]
    if cls is tuple:
        return lambda row: tuple([form(row) for form in parts])
    if _plain[cls] == NAMED_TUPLE:
        return lambda row: cls(*[form(row) for form in parts])
    return None


@public("nest.map_structure")
def map_structure(
    func: Callable[..., Any],
    *structure: Structure,
    check_types: bool = True,
    expand_composites: bool = False,
    **unknown: Any,
) -> Structure:
    """Applies a function to the leaves of structures and packs its results like the first of them.

    Args:
        func: Called with one leaf of each structure, those that stand in the same place.
        *structure: Structures of the same form.
        check_types: Whether the classes of the containers must agree as well.
        expand_composites: Whether composite tensors are taken apart into their tensors.

    Returns:
        The structure of results.

    Raises:
        TypeError: `func` cannot be called, or classes of containers differ.
        ValueError: there is no structure, or they have different forms.

    >>> import stagelight as tf
    >>> tf.nest.map_structure(lambda x, y: x + y, {"a": [1, 2]}, {"a": [10, 20]})
    {'a': [11, 22]}
    """
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    for name in unknown:
        raise ValueError(
            f"Only valid keyword arguments are `check_types` and `expand_composites`, not: `{name}`"
        )
    if not structure:
        raise ValueError("Must provide at least one structure")
    first, *others = structure
    for other in others:
        assert_same_structure(first, other, check_types, expand_composites)
    kinds = _expanded if expand_composites else _plain
    kind = kinds[type(first)]
    if not kind:
        return func(*structure)
    if not others:
        return _map(func, first, kind, kinds)
    flat = [flatten(each, expand_composites) for each in structure]
    return _pack(first, kind, kinds, map(func, *flat))


def _map(func: Callable[[Any], Any], structure: Any, kind: int, kinds: ContainerRegistry) -> Any:
    children = []
    for child in children_of(structure, kind):
        child_kind = kinds[type(child)]
        children.append(_map(func, child, child_kind, kinds) if child_kind else func(child))
    return rebuild(structure, kind, children)


@public("nest.assert_same_structure")
def assert_same_structure(
    nest1: Structure, nest2: Structure, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raises an error unless two structures have the same form, whatever their leaves.

    Args:
        nest1: A structure.
        nest2: A structure.
        check_types: Whether the classes of the containers must agree as well. Lists and their
            subclasses agree, all mappings do, and so do named tuples of one name and fields.
        expand_composites: Whether composite tensors are taken apart into their tensors.

    Raises:
        ValueError: one has more elements, other keys, or a leaf where the other has a container.
        TypeError: the classes of two containers differ.

    >>> import stagelight as tf
    >>> tf.nest.assert_same_structure([1, {"a": 2}], ["x", {"a": None}])
    """
    kinds = _expanded if expand_composites else _plain
    try:
        _compare(nest1, nest2, kinds, check_types)
    except (ValueError, TypeError) as error:
        if type(error) not in (_DifferentForm, _DifferentClass):
            raise
        # Raised anew: the public classes are plain ValueError and TypeError.
        kind = ValueError if isinstance(error, _DifferentForm) else TypeError
        message = (
            "The two structures don't have the same nested structure.\n\n"
            f"First structure: {_describe(nest1)}\n\nSecond structure: {_describe(nest2)}\n\n"
            f"More specifically: {error}\n"
            f"Entire first structure:\n{_outline(nest1)}\n"
            f"Entire second structure:\n{_outline(nest2)}"
        )
    else:
        return
    raise kind(message)


class _DifferentForm(ValueError):
    """Two structures have different forms; carries the place."""


class _DifferentClass(TypeError):
    """Two containers have different classes; carries the place."""


class _Dot:
    """Stands for a leaf in the outline of a structure."""

    def __repr__(self) -> str:
        return "."


_DOT = _Dot()


def _outline(structure: Any) -> str:
    return str(map_structure(lambda leaf: _DOT, structure))


def _describe(value: Any) -> str:
    return f"type={type(value).__name__} str={value!s}"


def _compare(first: Any, second: Any, kinds: ContainerRegistry, check_types: bool) -> None:
    """Raises the first difference in the form of two structures, depth first."""
    kind1, kind2 = kinds[type(first)], kinds[type(second)]
    if not kind1 and not kind2:
        return
    if not kind1 or not kind2:
        container, leaf = (second, first) if not kind1 else (first, second)
        raise _DifferentForm(
            f'Substructure "{_describe(container)}" is a sequence, while substructure '
            f'"{_describe(leaf)}" is not'
        )
    if kind1 in (COMPOSITE, SPEC) or kind2 in (COMPOSITE, SPEC):
        _compare_specs(first, second, kind1, kind2)
    elif check_types:
        _compare_classes(first, second, kind1, kind2)
    children1, children2 = list(children_of(first, kind1)), list(children_of(second, kind2))
    for child1, child2 in zip(children1, children2, strict=False):
        _compare(child1, child2, kinds, check_types)
    if len(children1) != len(children2):
        raise _DifferentForm(
            "The two structures don't have the same number of elements. "
            f"First structure: {_describe(first)}. Second structure: {_describe(second)}"
        )


def _compare_classes(first: Any, second: Any, kind1: int, kind2: int) -> None:
    if kind1 == kind2 == MAPPING:
        keys1, keys2 = list(first), list(second)
        if set(keys1) != set(keys2):
            raise _DifferentForm(
                "The two dictionaries don't have the same set of keys. First structure has keys "
                f"{_describe(keys1)}, while second structure has keys {_describe(keys2)}"
            )
        return
    class1, class2 = first.__class__, second.__class__  # Of a wrapper, that of what it holds.
    if class1 is class2 or (isinstance(first, list) and isinstance(second, list)):
        return
    if kind1 == kind2 == NAMED_TUPLE and class1.__name__ == class2.__name__:
        if first._fields == second._fields:
            return
    raise _DifferentClass(
        "The two namedtuples don't have the same sequence type. "
        f"First structure {_describe(first)} has type {class1.__name__}, "
        f"while second structure {_describe(second)} has type {class2.__name__}"
    )


def _compare_specs(first: Any, second: Any, kind1: int, kind2: int) -> None:
    spec1 = first._type_spec if kind1 == COMPOSITE else first
    spec2 = second._type_spec if kind2 == COMPOSITE else second
    if kind1 in (COMPOSITE, SPEC) and kind2 in (COMPOSITE, SPEC):
        if spec1.most_specific_common_supertype([spec2]) is not None:
            return
    raise _DifferentForm(
        f"Incompatible CompositeTensor TypeSpecs: {_describe(spec1)} vs. {_describe(spec2)}"
    )
