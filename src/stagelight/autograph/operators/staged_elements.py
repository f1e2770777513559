"""The elements of lists whose length only the graph knows: their form, and the lists of their leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.autograph.operators.staged_forms import Form, Leaf
from stagelight.autograph.operators.staged_joints import Joint, Words, form_of
from stagelight.autograph.operators.staged_structures import held
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

WORDS = Words("in the list", "in what is put into it", "Use tf.cast to make them agree.")

# The shape of elements is kept beside the tensor lists, where it may become less specific.
UNKNOWN_SHAPE = np.asarray(-1, np.int32)

_NOTHING = Leaf(dtypes.bool_, TensorShape([]))


def leaves_of(element: Form) -> list[Leaf]:
    """The leaves of an element; a list of elements without leaves still has a length."""
    return element.leaf_forms() or [_NOTHING]


def leaf_values(element: Form, value: Any) -> list[Any]:
    return element.leaves(value) or [True]


class _Elements:
    """One leaf of all elements of a Python list, to become a tensor list in whichever graph."""

    def __init__(self, leaves: Sequence[Any], form: Leaf) -> None:
        self._leaves = leaves
        self._form = form

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        element_dtype = self._form.dtype
        flow = raw.EmptyTensorList(UNKNOWN_SHAPE, np.int32(-1), element_dtype=element_dtype)
        for leaf in self._leaves:
            flow = raw.TensorListPushBack(flow, leaf, element_dtype=element_dtype)
        return flow


def flows_of(items: Sequence[Any], element: Form) -> list[Any]:
    rows = [leaf_values(element, item) for item in items]
    forms = leaves_of(element)
    return [_Elements([row[i] for row in rows], form) for i, form in enumerate(forms)]


def element_form(items: Sequence[Any]) -> Form:
    forms = [form_of(held(item)).by_value() for item in items]
    if not forms:
        raise ValueError(
            "The elements of an empty list are not known. Use a list to which something is appended. (AG205)"
        )
    return joined_elements(forms, items)


def joined_elements(forms: Sequence[Form], items: Any) -> Form:
    result = forms[0]
    for form in forms[1:]:
        result = Joint("an element", WORDS, items, items).join(result, form)
    return result
