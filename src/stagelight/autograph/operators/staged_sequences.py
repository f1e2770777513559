"""What a staged `for` can run over: a size that the graph knows, and how to get each element."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, Set, ValuesView
from functools import partial
from typing import Any

from stagelight.autograph.operators.dispatch import BUILTINS, FOR_STMT, ROWS, UNPACK
from stagelight.autograph.operators.exceptions import HANDLERS
from stagelight.autograph.operators.heap import open_classes
from stagelight.autograph.operators.iteration import Lazy, all_of, any_of, collected, of_collected
from stagelight.autograph.operators.loops import change_while_iterated
from stagelight.autograph.operators.refusing import refusal_here
from stagelight.autograph.operators.staged_conditionals import either
from stagelight.autograph.operators.staged_lists import StagedList, StagedTuple, staged_list_of
from stagelight.autograph.operators.staged_loops import both, for_count, staged_while
from stagelight.autograph.operators.unpacking import require_count, taken_apart
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
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
            value = StagedList.of(value)
        if isinstance(value, StagedList):
            unchanged = value.copied()
            return StagedSequence(value.length(), unchanged.__getitem__, ((value, unchanged),))
        tensor = convert_to_tensor(value)
        return StagedSequence(size_of(tensor), lambda i: raw.GatherV2(tensor, i, 0))

    @property
    def known_size(self) -> int | None:
        """The size, if it is known while tracing."""
        if isinstance(self.size, int):
            return self.size
        value = constant_value(self.size)
        return None if value is None else int(value)


class StagedIterator:
    """What `iter` makes of a tensor: how far it is, is a tensor of the graph."""

    def __init__(self, sequence: StagedSequence) -> None:
        self._sequence = sequence
        self._position: Any = 0  # a number as long as Python knows it

    def has_next(self) -> Any:
        """Whether there is an element left."""
        return raw.Less(convert_to_tensor(self._position), self._sequence.size)

    @property
    def is_at_known_end(self) -> bool | None:
        """Whether there is none left; None where only the graph knows."""
        known = self._sequence.known_size
        if known is None or not isinstance(self._position, int):
            return None
        return self._position >= known

    def take(self) -> Any:
        """The next element, which must be there."""
        position = self._position
        element = self._sequence.element_at(convert_to_tensor(position))
        self._position = position + 1 if isinstance(position, int) else raw.AddV2(position, 1)
        return element

    def position_to_graph(self) -> None:
        """From here on only the graph knows how far it is."""
        self._position = convert_to_tensor(self._position)

    def __iter__(self) -> StagedIterator:
        return self


open_classes.add(StagedIterator)


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


def _for_iterator(
    iterator: StagedIterator,
    extra_test: Any,
    body: Any,
    get_state: Any,
    set_state: Any,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `for` statement over what is left of an iterator."""
    iterator.position_to_graph()
    # As partial objects: what they change is found through their arguments.
    staged_while(
        partial(_goes_on, iterator, extra_test),
        partial(_round, iterator, body),
        get_state,
        set_state,
        symbol_names,
        opts,
    )


def _goes_on(iterator: StagedIterator, extra_test: Any) -> Any:
    return both(iterator.has_next(), extra_test)


def _round(iterator: StagedIterator, body: Any) -> None:
    body(iterator.take())


def staged_next(iterator: StagedIterator, *default: Any) -> Any:
    """`next(iterator)`, or `next(iterator, default)`.

    Raises:
        StopIteration: there is no next element, and Python knows it.
        ConversionError: only the graph knows, and Python is to catch it (AG103).
    """
    is_at_end = iterator.is_at_known_end
    if is_at_end is not None and not (is_at_end and default):
        if not is_at_end:
            return iterator.take()
        if HANDLERS.catch(StopIteration):
            raise StopIteration
    if not default and HANDLERS.catch(StopIteration):
        raise refusal_here(
            "AG103",
            "`next` of an iterator over a tensor whose size only the graph knows, with a handler of "
            "StopIteration",
            "use a loop over the iterator, or `next(iterator, default)`.",
        )
    has_next = iterator.has_next()
    if default:
        position = convert_to_tensor(iterator._position)
        iterator._position = raw.AddV2(position, raw.Cast(has_next, DstT=position.dtype))
        element_at = iterator._sequence.element_at
        return either(
            has_next, lambda: element_at(position), lambda: default[0], "the value of 'next'"
        )
    check = fail_unless(has_next, StopIteration, "there is no next element")
    with CONTEXT.stage.control_dependencies([check]):
        return iterator.take()


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
    middle = staged_list_of(value)[before:end]
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
    BUILTINS["iter"].register(_class, lambda value: StagedIterator(StagedSequence.of(value)))
    BUILTINS["tuple"].register(_class, staged_tuple)
UNPACK.register(Lazy, unpacked)
BUILTINS["iter"].register(StagedIterator, lambda value: value)
BUILTINS["next"].register(StagedIterator, staged_next)
BUILTINS["list"].register(SymbolicTensor, staged_list_of)
BUILTINS["list"].register(StagedList, lambda values: values.copied())
for _name, _overload in (
    ("list", collected),
    ("any", any_of),
    ("all", all_of),
    ("sum", of_collected(sum)),
):
    BUILTINS[_name].register(StagedSequence, _overload)
    BUILTINS[_name].register(StagedIterator, _overload)
FOR_STMT.register(StagedSequence, _for_sequence)
FOR_STMT.register(StagedList, _for_list)
FOR_STMT.register(StagedIterator, _for_iterator)
