"""The forms of lists: of a Python list's contents, and of a list whose length only the graph knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from stagelight.autograph.operators.replaced_lists import identity
from stagelight.autograph.operators.staged_element_copies import note_elements
from stagelight.autograph.operators.staged_elements import flows_of, joined_elements, leaves_of
from stagelight.autograph.operators.staged_forms import Form, Leaf
from stagelight.autograph.operators.staged_joints import Joint, form_of, register_form
from stagelight.autograph.operators.staged_lists import StagedList, StagedListSpec
from stagelight.autograph.operators.staged_structures import (
    Kept,
    Structure,
    contents_of,
    register_lists,
)
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


class _PythonList(Structure):
    """The contents of a Python list, which may meet contents of another length."""

    def __init__(self, items: Sequence[Any]) -> None:
        super().__init__(("list", len(items)), [form_of(item) for item in items], contents_of, list)
        self._items = items

    def joined(self, other: Form, joint: Joint) -> Form | None:
        if isinstance(other, _PythonList) and len(other.parts) == len(self.parts):
            result = _PythonList(self._items)
            result.parts = [joint.join(a, b) for a, b in zip(self.parts, other.parts, strict=True)]
            return result
        if not isinstance(other, (_PythonList, Growing)):
            return None
        forms = [part.by_value() for part in self.parts]
        forms += (
            [other.element] if isinstance(other, Growing) else [p.by_value() for p in other.parts]
        )
        return Growing(joined_elements(forms, (joint.first, joint.second)))


class Growing(Form):
    """A list whose length only the graph knows.

    Attributes:
        element: The form of an element.
    """

    is_contents = True

    def __init__(self, element: Form) -> None:
        self.element = element

    @property
    def signature(self) -> Any:
        shapes = [leaf.shape for leaf in self.element.leaf_forms()]
        return (
            "growing",
            self.element.signature,
            *[(s.rank, *(s if s.rank else ())) for s in shapes],
        )

    @property
    def can_be_staged(self) -> bool:
        return self.element.can_be_staged

    def joined(self, other: Form, joint: Joint) -> Form | None:
        if isinstance(other, Growing):
            return Growing(joint.join(self.element, other.element))
        return None

    def leaves(self, value: Any) -> list[Any]:
        contents = contents_of(value)
        if isinstance(contents, StagedList):
            return contents.flows
        note_elements(contents)
        return flows_of(contents, self.element)

    def leaf_forms(self) -> list[Leaf]:
        data = [(TensorShape(None), leaf.dtype) for leaf in leaves_of(self.element)]
        return [Leaf(dtypes.variant, TensorShape([]), handle_data=each) for each in data]

    def build(self, tensors: Iterator[Any]) -> Any:
        flows = [next(tensors) for _ in leaves_of(self.element)]
        return StagedListSpec(self.element)._from_components(flows)


def _form_of_contents(contents: Any) -> Form:
    return Growing(contents.element) if isinstance(contents, StagedList) else _PythonList(contents)


def _staged_list(value: StagedList) -> Form:
    return Kept(identity(value), lambda: Growing(value.element))


register_lists(_form_of_contents)
register_form([StagedList], _staged_list)
