"""Containers at the joints of staged blocks: tuples, dicts, objects, composite tensors.

A tuple is taken apart wherever it is. A list, dict or object that Python code may change is more than
its parts, since others may hold it too: it stays what it is as long as both ways have the same one,
and what is changed in it is the business of the heap. Only where there is another one on each way is
a new one made of the parts of both.

`held` keeps what lists, dicts and objects have at the end of one way, before the other way changes them.
"""

from __future__ import annotations

import copy
import dataclasses
import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from stagelight import nest
from stagelight.autograph.operators import heap, replaced_lists
from stagelight.autograph.operators.replaced_lists import Replacement
from stagelight.autograph.operators.staged_forms import Constant, Form, Leaf
from stagelight.autograph.operators.staged_joints import (
    Joint,
    form_of,
    is_read_as,
    register_form,
)
from stagelight.autograph.operators.variables import Holder, Undefined
from stagelight.core.composite import CompositeTensor
from stagelight.state.tensor_array import TensorArray
from stagelight.state.variable import Variable

Take = Callable[[Any], Sequence[Any]]
Make = Callable[[list[Any]], Any]


class Structure(Form):
    """A container with a form for each of its parts.

    Attributes:
        kind: What it is, with its keys; equal for containers that can be joined part by part.
        parts: The forms.
    """

    is_contents = True

    def __init__(self, kind: Any, parts: Sequence[Form], take: Take, make: Make) -> None:
        self.kind = kind
        self.parts = list(parts)
        self._take = take
        self._make = make

    @property
    def signature(self) -> Any:
        return "structure", self.kind, *[part.signature for part in self.parts]

    @property
    def can_be_staged(self) -> bool:
        return all(part.can_be_staged for part in self.parts)

    def joined(self, other: Form, joint: Joint) -> Form | None:
        if not isinstance(other, Structure) or self.kind != other.kind:
            return None
        parts = [joint.join(a, b) for a, b in zip(self.parts, other.parts, strict=True)]
        return type(self)(self.kind, parts, self._take, self._make)

    def leaves(self, value: Any) -> list[Any]:
        children = self._take(value)
        return [
            leaf
            for part, child in zip(self.parts, children, strict=True)
            for leaf in part.leaves(child)
        ]

    def leaf_forms(self) -> list[Leaf]:
        return [leaf for part in self.parts for leaf in part.leaf_forms()]

    def on_one_way(self, joint: Joint) -> Form:
        form = copy.copy(self)
        form.parts = [part.on_one_way(joint) for part in self.parts]
        return form

    def by_value(self) -> Form:
        parts = [part.by_value() for part in self.parts]
        return Structure(self.kind, parts, self._take, self._make)

    def build(self, tensors: Iterator[Any]) -> Any:
        return self._make([part.build(tensors) for part in self.parts])


# ---------------------------------------------------------------------------- tuples and composites


def _tuple(value: tuple[Any, ...]) -> Form:
    cls: Any = type(value)
    fields = getattr(cls, "_fields", None)

    def make(parts: list[Any]) -> Any:
        return cls(*parts) if fields else cls(parts)

    key = (cls.__name__, fields or len(value))
    return Structure(key, [form_of(item) for item in value], lambda v: v, make)


class _Composite(Structure):
    """A composite tensor, by its type spec.

    Args:
        value: One of this form.
        spec: That of all values of this form, where it is more general than the spec of `value`.
    """

    def __init__(self, value: Any, spec: Any = None) -> None:
        self._value = value
        self._spec = value._type_spec if spec is None else spec
        self._general = spec
        components = nest.flatten(value, expand_composites=True)
        super().__init__(
            ("composite", type(self._spec).__name__, len(components)),
            [form_of(component) for component in components],
            lambda v: nest.flatten(v, expand_composites=True),
            self._pack,
        )

    def _pack(self, parts: list[Any]) -> Any:
        if self._general is None:
            return nest.pack_sequence_as(self._value, parts, expand_composites=True)
        form = self._value._type_spec._to_components(self._value)
        components = nest.pack_sequence_as(form, parts, expand_composites=True)
        return self._general._from_components(components)

    @property
    def signature(self) -> Any:
        return (*super().signature, self._general)

    def joined(self, other: Form, joint: Joint) -> Form | None:
        if not isinstance(other, _Composite) or self.kind != other.kind:
            return None
        common = self._spec.most_specific_common_supertype([other._spec])
        if common is None:
            return None
        if isinstance(self._value, TensorArray):
            # All states of an array share what is known of it.
            self._value.merge_element_shape(other._value.element_shape)
            result = _Composite(self._value)
        else:
            is_general = self._general is not None or common != self._spec
            result = _Composite(self._value, common if is_general else None)
        result.parts = [joint.join(a, b) for a, b in zip(self.parts, other.parts, strict=True)]
        return result


def _nested(value: Any) -> Form:
    """Containers that only `nest` knows: attrs classes, custom classes, further mappings."""
    if not nest.is_nested(value):
        return Constant(value)
    paths = tuple(path for path, _ in nest.flatten_with_paths(value))
    return Structure(
        ("nested", type(value), paths),
        [form_of(leaf) for leaf in nest.flatten(value)],
        nest.flatten,
        lambda parts: nest.pack_sequence_as(value, parts),
    )


# ---------------------------------------------------------------------------- what may change


class Kept(Form):
    """A list, dict or object that both ways have; if they have one each, made of the parts of both.

    Attributes:
        container: The object.
    """

    def __init__(self, container: Any, parts: Callable[[], Form]) -> None:
        self.container = container
        self.parts = parts

    @property
    def signature(self) -> Any:
        return "kept", id(self.container)

    @property
    def can_be_staged(self) -> bool:
        return self.parts().can_be_staged

    def joined(self, other: Form, joint: Joint) -> Form | None:
        if isinstance(other, Kept):
            if other.container is self.container:
                return self
            if self._is_known(joint) and other._is_known(joint):
                return None
            return joint.join(self.parts(), other.parts())
        if other.is_contents:
            own = self.parts()
            return own.joined(other, joint) or other.joined(own, joint)
        return None

    def _is_known(self, joint: Joint) -> bool:
        """Whether it is an object, other than plain data, that others may hold."""
        is_data = isinstance(self.container, list | dict | Replacement)
        is_data = is_data or dataclasses.is_dataclass(self.container)
        return not is_data and joint.existed(self.container)

    def leaves(self, value: Any) -> list[Any]:
        return []

    def leaf_forms(self) -> list[Leaf]:
        return []

    def on_one_way(self, joint: Joint) -> Form:
        return self if joint.existed(self.container) else self.parts().on_one_way(joint)

    def by_value(self) -> Form:
        return self.parts().by_value()

    def build(self, tensors: Iterator[Any]) -> Any:
        return replaced_lists.current(self.container)


@dataclasses.dataclass(frozen=True)
class Held:
    """A list, dict or object, with what it had in it at some time.

    Attributes:
        container: The list, dict or object itself.
        contents: A copy, in which lists, dicts and objects are held too; of an object its attributes.
    """

    container: Any
    contents: Any

    def told_as(self) -> str:
        """What messages call it."""
        contents = self.contents
        if not isinstance(self.container, list | dict | Replacement):
            return f"{type(self.container).__name__} {self.container!r}"
        if isinstance(contents, dict):
            return f"a dict with the keys {list(contents)}"
        if isinstance(contents, list):
            return f"a list of length {len(contents)}"
        return "a list whose length only the graph knows"


def held(value: Any, known: dict[int, Any] | None = None) -> Any:
    """The value with the present contents of the lists, dicts and objects in it.

    Args:
        value: The value.
        known: What is held already, by identity: objects may refer to each other.
    """
    value = replaced_lists.current(value)
    if isinstance(value, Replacement):
        return Held(replaced_lists.identity(value), value.copied())
    known = {} if known is None else known
    if isinstance(value, list | dict) or _is_object(value):
        found = known.get(id(value))
        return _hold(value, known) if found is None else found
    if isinstance(value, Holder):
        copied = copy.copy(value)
        copied.held = held(value.held, known)
        return copied
    if isinstance(value, tuple):
        parts = [held(item, known) for item in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


def _hold(value: Any, known: dict[int, Any]) -> Held:
    if isinstance(value, list):
        items: list[Any] = []
        known[id(value)] = made = Held(value, items)
        items += [held(item, known) for item in value]
        return made
    entries: dict[Any, Any] = {}
    known[id(value)] = made = Held(value, entries)
    own = dict.items(value) if isinstance(value, dict) else heap.attributes_of(value).items()
    entries.update((key, held(item, known)) for key, item in own)
    return made


def contents_of(value: Any) -> Any:
    """What a list, dict or object has, or had when it was held."""
    return value.contents if isinstance(value, Held) else value


def parts_of(value: Any) -> Form:
    """The form of the contents of a list, dict or object, apart from which object it is."""
    contents = contents_of(value)
    if isinstance(value, Held) and _is_object(value.container):
        return _fields(value)
    if isinstance(contents, dict):
        empty = copy.copy(value.container if isinstance(value, Held) else value)
        dict.clear(empty)
        return _Dict(empty, {key: form_of(item) for key, item in dict.items(contents)})
    return _list_reader[-1](contents)


# The form of the contents of a list, which is for `staged_lists` to say.
_list_reader: list[Callable[[Any], Form]] = []


def register_lists(reader: Callable[[Any], Form]) -> None:
    """Says what form the contents of lists have."""
    _list_reader.append(reader)


# ---------------------------------------------------------------------------- dicts and objects


class _Dict(Structure):
    """The contents of a dict. An entry on one way only may be missing."""

    def __init__(self, empty: dict[Any, Any], parts: Mapping[Any, Form]) -> None:
        keys = tuple(parts)

        def make(items: list[Any]) -> Any:
            made = copy.copy(empty)
            dict.update(made, zip(keys, items, strict=True))
            return made

        super().__init__(
            ("dict", type(empty), keys),
            list(parts.values()),
            lambda v: [contents_of(v).get(key, _missing(key)) for key in keys],
            make,
        )
        self._empty = empty
        self._keys = keys

    def joined(self, other: Form, joint: Joint) -> Form | None:
        if not isinstance(other, _Dict) or type(self._empty) is not type(other._empty):
            return None
        own, others = (dict(zip(form._keys, form.parts, strict=True)) for form in (self, other))
        return _Dict(
            self._empty,
            {
                key: joint.join(
                    own.get(key, Constant(_missing(key))),
                    others.get(key, Constant(_missing(key))),
                )
                for key in {**own, **others}
            },
        )


def _missing(key: Any) -> Undefined:
    return Undefined(f"[{key!r}]", KeyError(key))


def _object(value: Any) -> Form:
    """An object of a dataclass or of a plain class of the user's; others are constants."""
    if hasattr(type(value), "_type_spec") and not getattr(type(value), "_is_nest_leaf", False):
        return _Composite(value)
    if _is_object(value):
        return Kept(value, lambda: _fields(value))
    return _nested(value)


def _is_object(value: Any) -> bool:
    """Whether a value is an object that counts by its attributes where another one may stand for it."""
    if hasattr(type(value), "_type_spec") and not getattr(type(value), "_is_nest_leaf", False):
        return False
    if isinstance(value, type | enum.Enum) or not is_read_as(type(value), _object):
        return False
    return dataclasses.is_dataclass(value) or heap.is_followed(value)


def _fields(value: Any) -> Form:
    attributes = _attributes(value)
    names = tuple(attributes)
    cls: Any = type(value.container if isinstance(value, Held) else value)
    base: Any = next(base for base in cls.__mro__ if base in (SimpleNamespace, object))

    def make(items: list[Any]) -> Any:
        made = base.__new__(cls)
        heap.set_attributes(made, dict(zip(names, items, strict=True)))
        return made

    return Structure(
        ("object", cls, names),
        [form_of(item) for item in attributes.values()],
        lambda v: [_attributes(v)[name] for name in names],
        make,
    )


def _attributes(value: Any) -> dict[str, Any]:
    return value.contents if isinstance(value, Held) else heap.attributes_of(value)


def _kept(value: Held) -> Form:
    return Kept(value.container, lambda: parts_of(value))


register_form([object], _object)
register_form([tuple], _tuple)
register_form([CompositeTensor], _Composite)
# A composite as well; what ways have in common of it is its value, where they have not the same one.
register_form([Variable], Constant)
register_form([list, dict], lambda value: _kept(held(value)))
register_form([Held], _kept)
