"""Public names of `tf.nest`. Written by `scripts/public_stubs.py`."""

from typing import Any
from __future__ import annotations
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from stagelight.boundary import guards_itself, leave
from stagelight.containers import COMPOSITE, LEAF, MAPPING, NAMED_TUPLE, PROXY, SEQUENCE, SPEC, VIEW, ContainerRegistry, TreeSpec, children_of, keys_of, mapping_like, open_container, rebuild
from stagelight.public import public
__all__: Any
Structure = Any
Path = tuple[Any, ...]
_plain: Any
_expanded: Any
def is_nested(seq: Any) -> bool:
    """Whether a value is a container: a list, tuple, dict or the like, rather than a leaf.

    >>> import stagelight as tf
    >>> tf.nest.is_nested([1, 2]), tf.nest.is_nested("text"), tf.nest.is_nested(None)
    (True, False, False)
    """
def flatten(structure: Structure, expand_composites: bool=False) -> list[Any]:
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
def _collect(structure: Any, kind: int, kinds: ContainerRegistry, add: Callable[[Any], None]) -> None:
    ...
def flatten_with_spec(structure: Structure, registry: ContainerRegistry=...) -> tuple[list[Any], TreeSpec]:
    """The leaves of a structure and its tree definition, as JAX's `tree_flatten`.

    Structures of one form have equal definitions, whatever their leaves and the order of the keys of their
    mappings. A definition is hashable where the keys in it are.

    >>> from stagelight import nest
    >>> nest.flatten_with_spec({"b": [1, 2], "a": 3})
    ([3, 1, 2], (<class 'dict'>, ('a', 'b'), (None, (<class 'list'>, None, (None, None)))))
    """
def flatten_into(structure: Structure, registry: ContainerRegistry, leaves: list[Any]) -> TreeSpec:
    """The tree definition of a structure, whose leaves are added to a list."""
def spec_paths(spec: TreeSpec) -> list[Path]:
    """The keys, indices and names to each leaf of a tree definition, in the order of the leaves."""
def pack_like(structure: Structure, leaves: Iterable[Any], registry: ContainerRegistry=...) -> Structure:
    """A structure like `structure` with other leaves, as many as it has, in the same order."""
def fold(structure: Structure, of_leaf: Callable[[Any], Any], of_container: Callable[[Any, list[Any]], Any]) -> Any:
    """What is computed of a structure bottom-up: of each leaf, in order, and of each container.

    Args:
        structure: A nested structure.
        of_leaf: Called with each leaf, in the order of `flatten`.
        of_container: Called with each container and what was computed of its children, in the same order.
    """
def flatten_with_paths(structure: Structure, expand_composites: bool=False) -> list[tuple[Path, Any]]:
    """The leaves in the order of `flatten`, each with the keys, indices and names to it."""
def entries(structure: Structure, expand_composites: bool=False) -> dict[Any, Any] | None:
    """What is directly within a container, by index, key or name; None of a leaf."""
def with_children(structure: Structure, children: list[Any], expand_composites: bool=False) -> Structure:
    """A container as `structure` with other structures directly within it."""
def pack_sequence_as(structure: Structure, flat_sequence: Sequence[Any], expand_composites: bool=False) -> Structure:
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
def _pack(structure: Any, kind: int, kinds: ContainerRegistry, leaves: Iterator[Any]) -> Any:
    ...
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
def _container_form(structure: Any, children: list[Form | None]) -> Form | None:
    ...
def map_structure(func: Callable[..., Any], *structure: Structure, check_types: bool=True, expand_composites: bool=False, **unknown: Any) -> Structure:
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
def _map(func: Callable[[Any], Any], structure: Any, kind: int, kinds: ContainerRegistry) -> Any:
    ...
def assert_same_structure(nest1: Structure, nest2: Structure, check_types: bool=True, expand_composites: bool=False) -> None:
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
class _DifferentForm(ValueError):
    """Two structures have different forms; carries the place."""
class _DifferentClass(TypeError):
    """Two containers have different classes; carries the place."""
class _Dot:
    """Stands for a leaf in the outline of a structure."""

    def __repr__(self) -> str:
        ...
_DOT: Any
def _outline(structure: Any) -> str:
    ...
def _describe(value: Any) -> str:
    ...
def _compare(first: Any, second: Any, kinds: ContainerRegistry, check_types: bool) -> None:
    """Raises the first difference in the form of two structures, depth first."""
def _compare_classes(first: Any, second: Any, kind1: int, kind2: int) -> None:
    ...
def _compare_specs(first: Any, second: Any, kind1: int, kind2: int) -> None:
    ...
