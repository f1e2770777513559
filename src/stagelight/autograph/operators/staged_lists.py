"""Lists whose length only the graph knows: what becomes of a list that staged code appends to.

    values = []
    for i in tf.range(n):
        values.append(i)          afterwards `values` is a `StagedList`

A `StagedList` has Python's interface of lists. It is made of tensor lists (`ops/lists/tensor_list.py`), one
for each leaf of its elements, which must be of one form: tensors of one dtype, or tuples of such.
Its length is a tensor. As a tensor it is its elements along a new first axis; what a staged function
returns of it is a Python list again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from stagelight.autograph.operators.dispatch import BUILTINS
from stagelight.autograph.operators.element_copies import ELEMENT_COPIES
from stagelight.autograph.operators.replaced_lists import Replacement
from stagelight.autograph.operators.staged_element_copies import note_elements
from stagelight.autograph.operators.staged_elements import (
    UNKNOWN_SHAPE,
    WORDS,
    element_form,
    flows_of,
    leaf_values,
    leaves_of,
)
from stagelight.autograph.operators.staged_forms import Form, Leaf, Optional
from stagelight.autograph.operators.staged_joints import Joint, form_of
from stagelight.autograph.operators.staged_structures import (
    held,
)
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops.host.python_exceptions import fail_unless
from stagelight.ops.lists.list_handles import shape_vector
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec


class StagedList(Replacement, CompositeTensor):
    """A list whose length only the graph knows.

    Args:
        flows: the tensor lists, one for each leaf of an element.
        element: the form of an element.
    """

    def __init__(self, flows: Sequence[Any], element: Form) -> None:
        self._flows = list(flows)
        self._element = element

    @classmethod
    def of(cls, items: Iterable[Any], element: Form | None = None) -> StagedList:
        """A staged list of a Python list's elements."""
        items = list(items)
        form = element_form(items) if element is None else element
        return cls([convert_to_tensor(leaf) for leaf in flows_of(items, form)], form)

    # As a replacement of a Python list.

    def copied(self) -> StagedList:
        return StagedList(self._flows, self._element)

    def assign(self, other: Any) -> None:
        if not isinstance(other, StagedList):
            note_elements(other)
            other = StagedList.of(other)
        self._flows = list(other._flows)
        self._element = other._element

    def has_contents_of(self, other: Any) -> bool:
        return len(self._flows) == len(other._flows) and all(
            a is b for a, b in zip(self._flows, other._flows, strict=True)
        )

    def belongs_to(self, graph: Any) -> bool:
        return any(isinstance(x, SymbolicTensor) and x.graph is graph for x in self._flows)

    # What it is.

    @property
    def element(self) -> Form:
        """The form of an element."""
        return self._element

    @property
    def flows(self) -> list[Any]:
        """The tensor lists."""
        return list(self._flows)

    @property
    def dtype(self) -> Any:
        """The dtype of the elements, if they are tensors."""
        return leaves_of(self._element)[0].dtype

    @property
    def shape(self) -> TensorShape:
        """The shape of the elements along a new first axis, as far as it is known."""
        return TensorShape([None]).concatenate(leaves_of(self._element)[0].shape)

    @property
    def _type_spec(self) -> StagedListSpec:
        return StagedListSpec(self._element)

    def length(self) -> Any:
        """The number of elements, an int32 scalar."""
        return raw.TensorListLength(self._flows[0])

    def stacked(self) -> Any:
        """The elements along a new first axis, in their own form."""
        return self._element.build(iter(self._stacks()))

    def _stacks(self) -> list[Any]:
        return [
            raw.TensorListStack(flow, shape_vector(leaf.shape), element_dtype=leaf.dtype)
            for flow, leaf in zip(self._flows, leaves_of(self._element), strict=True)
        ]

    def _with_stacks(self, stacks: Sequence[Any]) -> StagedList:
        flows = [raw.TensorListFromTensor(stack, UNKNOWN_SHAPE) for stack in stacks]
        return StagedList(flows, self._element)

    def concatenated(self, axis: int) -> Any:
        """The elements joined along an axis that they have."""
        (leaf,) = leaves_of(self._element)
        if axis == 0:
            shape = leaf.shape
            if shape.rank:
                shape = TensorShape([None, *shape[1:]])
            return raw.TensorListConcatV2(
                self._flows[0],
                shape_vector(shape),
                np.zeros([0], np.int64),
                element_dtype=leaf.dtype,
            )[0]
        if leaf.shape.rank is None:
            raise ValueError(
                "tf.concat of a staged list along an axis other than the first requires that the "
                "rank of its elements is known. Use tf.ensure_shape on the elements. (AG204)"
            )
        rank = leaf.shape.rank
        axis %= rank
        order = [*range(1, axis + 1), 0, *range(axis + 1, rank + 1)]
        moved = raw.Transpose(self._stacks()[0], order)
        sizes = raw.Shape(moved)
        ends = [sizes[:axis], [-1], sizes[axis + 2 :]]
        return raw.Reshape(moved, raw.ConcatV2([convert_to_tensor(end) for end in ends], 0))

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        stacks = self._stacks()
        if isinstance(self._element, Optional):
            raise ValueError(
                "Can't convert a list whose elements may be None to a tensor. Replace None by a number "
                f"where it is put into the list. Received {self!r}. (AG204)"
            )
        if len({stack.dtype for stack in stacks}) > 1:
            raise ValueError(
                "Can't convert a list of elements of several dtypes to a tensor. Received elements "
                f"of {[stack.dtype.name for stack in stacks]}. (AG204)"
            )
        tensor = stacks[0] if len(stacks) == 1 else raw.Pack(stacks, axis=1)
        return convert_to_tensor(tensor, dtype, name=name)

    # Elements.

    def _taken_apart(self, values: Sequence[Any]) -> list[list[Any]]:
        """The leaves of new elements; the form of the elements becomes that of these too."""
        ELEMENT_COPIES.check()
        for value in values:
            ELEMENT_COPIES.note(value, "put into")
        values = [held(value) for value in values]
        for value in values:
            joint = Joint("an element", WORDS, self._element, value)
            form = joint.join(self._element, form_of(value).by_value())
            if form != self._element:
                raise joint.mismatch()
            self._element = form
        return [leaf_values(self._element, value) for value in values]

    def append(self, value: Any) -> None:
        """Adds an element at the end."""
        (leaves,) = self._taken_apart([value])
        self._flows = [
            raw.TensorListPushBack(flow, leaf, element_dtype=form.dtype)
            for flow, leaf, form in zip(self._flows, leaves, leaves_of(self._element), strict=True)
        ]

    def extend(self, values: Any) -> None:
        """Adds the elements of a list, a staged list or a tensor at the end."""
        if isinstance(values, (list, tuple)):
            for value in values:
                self.append(value)
            return
        added = values if isinstance(values, StagedList) else staged_list_of(values)
        form = Joint("an element", WORDS, self, added).join(self._element, added._element)
        self._element = form
        self._flows = self._with_stacks(
            [raw.ConcatV2([a, b], 0) for a, b in zip(self._stacks(), added._stacks(), strict=True)]
        )._flows

    def pop(self, index: Any = None) -> Any:
        """Removes an element, the last one by default, and gives it."""
        if index is not None and not (isinstance(index, int) and index == -1):
            value = self[index]
            del self[index]
            return value
        popped = [
            raw.TensorListPopBack(flow, shape_vector(leaf.shape), element_dtype=leaf.dtype)
            for flow, leaf in zip(self._flows, leaves_of(self._element), strict=True)
        ]
        self._flows = [flow for flow, _ in popped]
        ELEMENT_COPIES.check()
        element = self._element.build(iter([tensor for _, tensor in popped]))
        ELEMENT_COPIES.note(element, "read from")
        return element

    def _position(self, index: Any) -> Any:
        """An index as a tensor that is not negative."""
        if isinstance(index, int) and not isinstance(index, bool):
            return index if index >= 0 else raw.AddV2(self.length(), index)
        index = raw.Cast(convert_to_tensor(index), DstT=dtypes.int32)
        return raw.SelectV2(raw.Less(index, 0), raw.AddV2(self.length(), index), index)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return self._with_stacks([stack[key] for stack in self._stacks()])
        ELEMENT_COPIES.check()
        element = self.element_at(self._position(key))
        ELEMENT_COPIES.note(element, "read from")
        return element

    def element_at(self, position: Any) -> Any:
        """A copy of the element at a position, an integer or a tensor that is not negative."""
        items = []
        for flow, leaf in zip(self._flows, leaves_of(self._element), strict=True):
            item = raw.TensorListGetItem(
                flow, position, shape_vector(leaf.shape), element_dtype=leaf.dtype
            )
            items.append(item)
        return self._element.build(iter(items))

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, slice):
            raise NotImplementedError(
                "A slice of a list whose length only the graph knows cannot be assigned to. Build "
                "the list anew: `values[:i] + new + values[j:]`. (AG204)"
            )
        (leaves,) = self._taken_apart([value])
        position = self._position(key)
        self._flows = [
            raw.TensorListSetItem(flow, position, convert_to_tensor(leaf, form.dtype))
            for flow, leaf, form in zip(self._flows, leaves, leaves_of(self._element), strict=True)
        ]

    def __delitem__(self, key: Any) -> None:
        position = self._position(key)
        self.assign(self[:position] + self[position + 1 :])

    def insert(self, index: Any, value: Any) -> None:
        """Puts an element before the one at an index."""
        position = raw.Minimum(self._position(index), self.length())
        before, after = self[:position], self[position:]
        before.append(value)
        self.assign(before + after)

    def remove(self, value: Any) -> None:
        """Removes the first element that is equal to a value."""
        del self[self.index(value)]

    def _equal_to(self, value: Any) -> Any:
        if value is None:
            is_there = self._stacks()[0]
            is_optional = isinstance(self._element, Optional)
            return (
                raw.LogicalNot(is_there)
                if is_optional
                else raw.Fill(raw.Shape(is_there)[:1], False)
            )
        if isinstance(self._element, Optional):
            is_there, *held = self._stacks()
            if len(held) == 1:
                (leaf,) = leaves_of(self._element.inner)
                equal = raw.Equal(held[0], convert_to_tensor(value, leaf.dtype))
                return raw.LogicalAnd(is_there, equal)
        if len(leaves_of(self._element)) > 1:
            raise TypeError(
                "Only lists of scalars can be searched where only the graph knows their length. Compare the "
                "elements in a loop. (AG204)"
            )
        (leaf,) = leaves_of(self._element)
        if leaf.shape.rank not in (None, 0):
            raise ValueError(
                "The truth value of an array with more than one element is ambiguous: only lists "
                "of scalars can be searched. Use tf.stack and tensor operations. (AG204)"
            )
        return raw.Equal(self._stacks()[0], convert_to_tensor(value, leaf.dtype))

    def contains(self, value: Any) -> Any:
        """Whether an element is equal to a value, a bool scalar."""
        return raw.Any(self._equal_to(value), 0)

    def index(self, value: Any) -> Any:
        """The position of the first element that is equal to a value."""
        equal = self._equal_to(value)
        check = fail_unless(raw.Any(equal, 0), ValueError, f"{value!r} is not in list")
        with CONTEXT.stage.control_dependencies([check]):
            return raw.ArgMax(raw.Cast(equal, DstT=dtypes.int32), 0, output_type=dtypes.int32)

    def count(self, value: Any) -> Any:
        """How many elements are equal to a value."""
        return raw.Sum(raw.Cast(self._equal_to(value), DstT=dtypes.int32), 0)

    def gathered(self, order: Any) -> StagedList:
        """The elements at the positions in a vector."""
        return self._with_stacks([raw.GatherV2(stack, order, 0) for stack in self._stacks()])

    def sort(self, *, key: Any = None, reverse: bool = False) -> None:
        """Puts the elements in order."""
        ordered = BUILTINS["sorted"].overload(self)
        assert ordered is not None
        self.assign(ordered(self, key=key, reverse=reverse))

    def reverse(self) -> None:
        """Turns the order around."""
        self._flows = self._with_stacks([raw.ReverseV2(s, [0]) for s in self._stacks()])._flows

    def clear(self) -> None:
        """Removes all elements."""
        self._flows = StagedList.of([], self._element)._flows

    def copy(self) -> StagedList:
        """Another list of the same elements."""
        return self.copied()

    def __add__(self, other: Any) -> StagedList:
        result = self.copied()
        result.extend(other)
        return result

    def __radd__(self, other: Any) -> StagedList:
        note_elements(other)
        result = StagedList.of(other, self._element)
        result.extend(self)
        return result

    def __iadd__(self, other: Any) -> StagedList:
        self.extend(other)
        return self

    def __mul__(self, count: Any) -> StagedList:
        stacks = []
        count = raw.Maximum(
            convert_to_tensor(count), 0
        )  # Python: a negative number counts as zero.
        for stack in self._stacks():
            ones = raw.OnesLike(raw.Shape(stack)[1:])
            repeats = raw.ConcatV2([raw.Reshape(count, [1]), ones], 0)
            stacks.append(raw.Tile(stack, repeats))
        return self._with_stacks(stacks)

    __rmul__ = __mul__

    # What only Python could do.

    def _refuse(self, what: str, instead: str) -> NoReturn:
        raise TypeError(
            f"{what} a list whose length only the graph knows is not possible here, in code that "
            f"AutoGraph did not convert. {instead} (AG204)"
        )

    def __iter__(self) -> Iterator[Any]:
        self._refuse("Iterating over", "Iterate in the staged function, or pass tf.stack(values).")

    def __len__(self) -> int:  # noqa: PLE0303, it refuses
        self._refuse("The length of", "Pass tf.stack(values), and take tf.shape of it.")

    def __bool__(self) -> bool:
        self._refuse("The truth of", "Ask for it in the staged function.")

    def __contains__(self, value: Any) -> bool:
        self._refuse("A search in", "Search in the staged function, or in tf.stack(values).")

    def __repr__(self) -> str:
        return f"<staged list of {', '.join(repr(x) for x in self._flows)}>"


class StagedTuple(StagedList):
    """A tuple whose length only the graph knows: a staged list that becomes a tuple."""

    @property
    def _type_spec(self) -> StagedListSpec:
        return StagedListSpec(self._element, is_tuple=True)


class StagedListSpec(TypeSpec):
    """Describes a staged list by the form of its elements."""

    value_type: Any = StagedList

    def __init__(self, element: Form, is_tuple: bool = False) -> None:
        self._element = element
        self._is_tuple = is_tuple

    def _serialize(self) -> tuple[Any, ...]:
        return self._element, self._is_tuple

    @property
    def _component_specs(self) -> list[TensorSpec]:
        return [TensorSpec([], dtypes.variant) for _ in leaves_of(self._element)]

    def _to_components(self, value: StagedList) -> list[Any]:
        return value.flows

    def _from_components(self, components: Sequence[Any]) -> Any:
        kind = StagedTuple if self._is_tuple else StagedList
        staged = kind(components, self._element)
        if CONTEXT.stage is not None or not all(isinstance(x, Tensor) for x in components):
            return staged
        items = [staged[i] for i in range(int(staged.length()))]
        return tuple(items) if self._is_tuple else items


def staged_list_of(value: Any) -> StagedList:
    """The rows of a tensor, or of what becomes one, as a staged list."""
    tensor = convert_to_tensor(value)
    if tensor.shape.rank == 0:
        raise TypeError("Cannot iterate over a scalar tensor.")
    element = Leaf(tensor.dtype, tensor.shape[1:] if tensor.shape.rank else TensorShape(None))
    return StagedList([raw.TensorListFromTensor(tensor, UNKNOWN_SHAPE)], element)
