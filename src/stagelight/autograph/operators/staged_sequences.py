"""What a staged `for` can run over: a size that the graph knows, and how to get each element."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, Set, ValuesView
from typing import Any

from stagelight.autograph.operators.dispatch import BUILTINS, FOR_STMT, ROWS, UNPACK
from stagelight.autograph.operators.iteration import Lazy, all_of, any_of, collected, of_collected
from stagelight.autograph.operators.late_bindings import LateBindings
from stagelight.autograph.operators.loops import change_while_iterated
from stagelight.autograph.operators.staged_lists import StagedList, StagedTuple, staged_list_of
from stagelight.autograph.operators.staged_loops import for_count
from stagelight.autograph.operators.unpacking import require_count, taken_apart
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops.host.python_exceptions import fail_unless


class StagedSequence:
    """Elements by their numbers.

    Attributes:
        size: int32 scalar, or an int.
        element_at: gives an element, or a tuple of them.
        lists: the lists that the elements come from, each with a copy of it as it was.
    """

    def __init__(
        self,
        size: Any,
        element_at: Callable[[Any], Any],
        lists: tuple[tuple[StagedList, StagedList], ...] = (),
    ) -> None:
        self.size = size
        self.element_at = element_at
        self.lists = lists

    @staticmethod
    def of(value: Any) -> StagedSequence:
        """A tensor's rows, the values of an iterable, or a sequence as it is."""
        if isinstance(value, StagedSequence):
            return value
        if isinstance(value, Lazy):
            value = collected(value)
        if isinstance(
            value, str | bytes | Mapping | Set | KeysView | ValuesView | ItemsView | Iterator
        ):
            value = list(value)
        if isinstance(value, list | tuple) and value:
            return _of_pythons(list(value))
        if isinstance(value, StagedList):
            unchanged = value.copied()
            return StagedSequence(value.length(), unchanged.__getitem__, ((value, unchanged),))
        tensor = convert_to_tensor(value)
        return StagedSequence(size_of(tensor), lambda i: raw.GatherV2(tensor, i, 0))

    def guarded(self, bindings: LateBindings, start: int = 0) -> StagedSequence:
        """Its elements as long as what they are made of is as it was, else made anew.

        Args:
            bindings: What they are made of.
            start: Where the first element is there.
        """

        def element_at(i: Any) -> Any:
            return bindings.value(add_counts(i, start), lambda: self.element_at(i))

        return StagedSequence(self.size, element_at, self.lists)

    @property
    def known_size(self) -> int | None:
        """The size, if it is known while tracing."""
        if isinstance(self.size, int):
            return self.size
        value = constant_value(self.size)
        return None if value is None else int(value)


def _of_pythons(items: list[Any]) -> StagedSequence:
    """The elements of a Python list: at a known position the element itself, else a tensor of the graph."""
    staged = StagedList.of(items)
    unchanged = staged.copied()
    return StagedSequence(
        len(items),
        lambda i: items[i] if isinstance(i, int) else unchanged[i],
        ((staged, unchanged),),
    )


def add_counts(a: Any, b: Any) -> Any:
    """`a + b`: a number where Python knows both, else a tensor."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    return a if isinstance(b, int) and b == 0 else raw.AddV2(a, b)


def size_of(tensor: Tensor) -> Any:
    """The size of the first axis: a number where it is known, else a tensor."""
    if tensor.shape.rank == 0:
        raise ValueError(f"len requires a non-scalar tensor, got one of shape {tensor.shape}")
    first = tensor.shape[0] if tensor.shape.rank is not None else None
    if first is not None:
        return first
    return raw.StridedSlice(raw.Shape(tensor), [0], [1], [1], shrink_axis_mask=1)


def _for_sequence(sequence: StagedSequence, *loop: Any) -> None:
    """A `for` statement over a staged sequence; see `loops.for_stmt`."""
    limit = convert_to_tensor(sequence.size)
    for_count(limit, sequence.element_at, *loop, size=sequence.known_size)
    if not all(values.has_contents_of(before) for values, before in sequence.lists):
        raise change_while_iterated()


def _for_list(values: StagedList, *loop: Any) -> None:
    """A `for` statement over a staged list, which may grow or shrink meanwhile, as Python's do."""
    for_count(lambda: values.length(), values.__getitem__, *loop)


def unpacked(value: Any, before: int, after: int | None) -> list[Any]:
    """The first elements, a list of the others, and the last ones; see `dispatch.UNPACK`.

    Raises:
        ValueError: there are too many or too few, in Python's words.
    """
    if not isinstance(value, SymbolicTensor | StagedList):
        value = collected(value)
        if type(value) is list:
            return taken_apart(value, before, after)
    sequence = StagedSequence.of(value)
    size, known = sequence.size, sequence.known_size
    if known is None:
        _fail_unless_count(size, before, after)
    else:
        require_count(known, before, after)
    items = [sequence.element_at(i) for i in range(before)]
    if after is None:
        return items
    end = known - after if known is not None else raw.Sub(size, after)
    elements = value if isinstance(value, StagedList) else staged_list_of(value)
    middle = elements[before:end]
    return [*items, middle, *[sequence.element_at(raw.AddV2(end, i)) for i in range(after)]]


def _fail_unless_count(size: Any, before: int, after: int | None) -> None:
    """`unpacking.require_count` when the graph runs."""
    wanted = before + (after or 0)
    at_least = "" if after is None else "at least "
    text = f"not enough values to unpack (expected {at_least}{wanted})"
    fail_unless(raw.GreaterEqual(size, wanted), ValueError, text)
    if after is None:
        text = f"too many values to unpack (expected {wanted})"
        fail_unless(raw.LessEqual(size, wanted), ValueError, text)


def rows(value: Any) -> Any:
    """A Python list of the elements, if their number is known; else the value as it is."""
    sequence = StagedSequence.of(value)
    known = sequence.known_size
    return value if known is None else [sequence.element_at(i) for i in range(known)]


def staged_tuple(value: Any) -> Any:
    """`tuple(value)`."""
    values = value if isinstance(value, StagedList) else BUILTINS["list"].overload(value)(value)  # type: ignore[misc]
    return StagedTuple(values.flows, values.element)


for _class in (SymbolicTensor, StagedList, StagedSequence):
    ROWS.register(_class, rows)
    UNPACK.register(_class, unpacked)
    BUILTINS["tuple"].register(_class, staged_tuple)
UNPACK.register(Lazy, unpacked)
BUILTINS["list"].register(SymbolicTensor, staged_list_of)
BUILTINS["list"].register(StagedList, lambda values: values.copied())
for _name, _overload in (
    ("list", collected),
    ("any", any_of),
    ("all", all_of),
    ("sum", of_collected(sum)),
):
    BUILTINS[_name].register(StagedSequence, _overload)
FOR_STMT.register(StagedSequence, _for_sequence)
FOR_STMT.register(StagedList, _for_list)
