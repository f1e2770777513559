"""Iterators of staged code: `iter`, `zip`, `enumerate`, `map` and `reversed` of what the graph has.

As Python's they yield each element once. How far an iterator is, its position, is a number as long as
Python knows it, else a tensor; branches and loops carry it as they carry every attribute of an object
(`heap.py`), so an iterator that a loop leaves early goes on there:

    pairs = zip(xs, ys)
    for x, y in pairs:
        if x > y:               the loop's counter is the position of `pairs` afterwards
            break
    rest = list(pairs)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from stagelight.autograph.operators.dispatch import BUILTINS, FOR_STMT, IN, ROWS, UNPACK
from stagelight.autograph.operators.exceptions import HANDLERS
from stagelight.autograph.operators.heap import open_classes
from stagelight.autograph.operators.iteration import (
    Derived,
    Emit,
    Generated,
    Lazy,
    all_of,
    any_of,
    collected,
    each,
    of_collected,
    with_goes_on,
)
from stagelight.autograph.operators.late_bindings import LateBindings
from stagelight.autograph.operators.logical import eq, not_
from stagelight.autograph.operators.loops import change_while_iterated
from stagelight.autograph.operators.python_iterators import TakenAhead, refused_iterator
from stagelight.autograph.operators.refusing import refusal_here
from stagelight.autograph.operators.staged_conditionals import either
from stagelight.autograph.operators.staged_lists import StagedList
from stagelight.autograph.operators.staged_loops import both, for_count, staged_while
from stagelight.autograph.operators.staged_sequences import (
    StagedSequence,
    add_counts,
    unpacked,
)
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops.host.python_exceptions import fail_unless


class StagedIterator(TakenAhead):
    """An iterator whose position may be a tensor of the graph."""

    @abstractmethod
    def has(self, count: int = 1) -> Any:
        """Whether so many elements are left: a bool if Python knows it, else a bool tensor."""

    @abstractmethod
    def take(self) -> Any:
        """The next element, which must be there."""

    @abstractmethod
    def skip_if(self, condition: Any) -> None:
        """Takes an element, which nobody wants, if a condition holds."""

    @abstractmethod
    def position_to_graph(self) -> None:
        """From here on only the graph knows how far it is."""

    def leave_to_graph(self) -> None:
        """See `TakenAhead`."""

    def end(self, is_at_end: Any) -> None:
        """Takes what an attempt to get another element takes, if there is none."""

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        has_next = self.has()
        if not isinstance(has_next, bool):
            raise refusal_here(
                "AG204",
                "an iterator whose number of elements only the graph knows, in code that AutoGraph did not "
                "convert",
                "iterate in the staged function, or pass tf.stack of the elements.",
            )
        if not has_next:
            raise StopIteration
        return self.take()


class SequenceIterator(StagedIterator):
    """An iterator over the elements of a sequence."""

    def __init__(self, sequence: StagedSequence) -> None:
        self._sequence = sequence
        self._position: Any = 0

    def has(self, count: int = 1) -> Any:
        known = self._sequence.known_size
        if known is not None and isinstance(self._position, int):
            return self._position + count <= known
        last = add_counts(self._position, count - 1)
        return raw.Less(convert_to_tensor(last), self._sequence.size)

    def take(self) -> Any:
        position = self._position
        self._position = add_counts(position, 1)
        return self._sequence.element_at(position)

    def skip_if(self, condition: Any) -> None:
        if isinstance(condition, bool):
            self._position = add_counts(self._position, int(condition))
            return
        position = convert_to_tensor(self._position)
        self._position = raw.AddV2(position, raw.Cast(condition, DstT=position.dtype))

    def position_to_graph(self) -> None:
        self._position = convert_to_tensor(self._position)

    def leave_to_graph(self) -> None:
        self._sequence = _LeftSequence()

    def rest(self) -> StagedSequence:
        """A sequence of the elements that are left; the iterator is at its end then."""
        sequence, start = self._sequence, self._position
        self._position = sequence.size
        if isinstance(start, int) and start == 0:
            return sequence
        known = sequence.known_size
        if known is not None and isinstance(start, int):
            left: Any = max(known - start, 0)
        else:
            left = raw.Maximum(raw.Sub(sequence.size, start), 0)
        return StagedSequence(
            left, lambda i: sequence.element_at(add_counts(start, i)), sequence.lists
        )

    def run(self, extra_test: Any, body: Any, *loop: Any) -> None:
        """A `for` statement over what is left, whose counter is the position.

        Raises:
            _IsAdvanced: the body takes elements, too.
        """
        sequence, start = self._sequence, self._position
        known = sequence.known_size if isinstance(start, int) else None
        size = None if known is None else max(known - start, 0)
        following: list[Any] = []
        (end,) = for_count(
            convert_to_tensor(sequence.size),
            lambda i: i,
            extra_test,
            partial(self._iterate, body, start, following),
            *loop,
            start=start,
            step=lambda _: following[0],
            size=size,
        )
        self._position = end if size is None or extra_test is not None else start + size
        if not all(values.has_contents_of(before) for values, before in sequence.lists):
            raise change_while_iterated()

    def _iterate(self, body: Any, start: Any, following: list[Any], i: Any) -> None:
        """One iteration of the loop at the position i; the counter after it goes into `following`."""
        position = raw.AddV2(i, 1)
        following[:] = [position]
        self._position = position
        try:
            body(self._sequence.element_at(i))
            if self._position is not position:
                raise _IsAdvanced
        finally:
            self._position = start


class _LeftSequence(StagedSequence):
    """In the place of a sequence of which staged code has taken more elements than Python by then."""

    lists = ()

    def __init__(self) -> None:
        pass

    @property
    def size(self) -> Any:
        raise refused_iterator("an iterator whose elements another one has taken together")


class _IsAdvanced(BaseException):
    """The body of a loop over an iterator takes elements from it."""


class ZippedIterator(StagedIterator):
    """What `zip`, `enumerate` and `map` make of iterators that other code may advance, too.

    Args:
        parts: The iterators; one may be there several times.
        combine: Makes the element of theirs.
    """

    def __init__(self, parts: Sequence[StagedIterator], combine: Callable[..., Any]) -> None:
        self._parts = tuple(parts)
        self._combine = combine

    def has(self, count: int = 1) -> Any:
        counts: dict[StagedIterator, int] = {}
        for part in self._parts:
            counts[part] = counts.get(part, 0) + count
        found: Any = True
        for part, needed in counts.items():
            found = _and(found, part.has(needed))
        return found

    def take(self) -> Any:
        return self._combine(*[part.take() for part in self._parts])

    def skip_if(self, condition: Any) -> None:
        for part in self._parts:
            part.skip_if(condition)

    def position_to_graph(self) -> None:
        for part in self._parts:
            part.position_to_graph()

    def end(self, is_at_end: Any) -> None:
        # `zip` asks one iterator after the other, and drops what it has when one is at its end.
        goes_on = is_at_end
        for part in self._parts:
            has_next = part.has()
            part.end(_and(goes_on, not_(has_next)))
            goes_on = _and(goes_on, has_next)
            part.skip_if(goes_on)


def _and(a: Any, b: Any) -> Any:
    """`a and b` of bools and tensors, both of which are known already."""
    if isinstance(a, bool):
        return b if a else False
    if isinstance(b, bool):
        return a if b else False
    return raw.LogicalAnd(a, b)


open_classes.update((StagedIterator, SequenceIterator, ZippedIterator, Lazy, Generated, Derived))


def staged_iter(value: Any, bindings: LateBindings | None = None) -> StagedIterator:
    """`iter(value)`.

    Args:
        value: What is iterated over.
        bindings: What its elements are made of, if other code may make them anew.
    """
    if isinstance(value, StagedIterator):
        return value
    sequence = StagedSequence.of(value)
    return SequenceIterator(sequence if bindings is None else sequence.guarded(bindings))


# ---------------------------------------------------------------------------- statements


def _for_iterator(iterator: StagedIterator, extra_test: Any, body: Any, *loop: Any) -> None:
    """A `for` statement over what is left of an iterator."""
    if isinstance(iterator, SequenceIterator):
        try:
            iterator.run(extra_test, body, *loop)
        except _IsAdvanced:
            pass
        else:
            return
    iterator.position_to_graph()
    # As partial objects: what they change is found through their arguments.
    staged_while(partial(_goes_on, iterator, extra_test), partial(_iterate, iterator, body), *loop)
    if isinstance(iterator, ZippedIterator):
        is_at_end = not_(iterator.has())
        iterator.end(is_at_end if extra_test is None else both(is_at_end, extra_test))


def _goes_on(iterator: StagedIterator, extra_test: Any) -> Any:
    return both(iterator.has(), extra_test)


def _iterate(iterator: StagedIterator, body: Any) -> None:
    body(iterator.take())


def staged_next(iterator: StagedIterator, *default: Any) -> Any:
    """`next(iterator)`, or `next(iterator, default)`.

    Raises:
        StopIteration: there is no next element, and Python knows it.
        ConversionError: only the graph knows, and Python is to catch it (AG103).
    """
    has_next = iterator.has()
    if has_next is True:
        return iterator.take()
    if default:
        if has_next is False:
            iterator.end(True)
            return default[0]
        return either(
            has_next, iterator.take, partial(_end_with, iterator, default[0]), "the value of 'next'"
        )
    if HANDLERS.catch(StopIteration):
        if has_next is False:
            raise StopIteration
        raise refusal_here(
            "AG103",
            "`next` of an iterator over a tensor whose size only the graph knows, with a handler of "
            "StopIteration",
            "use a loop over the iterator, or `next(iterator, default)`.",
        )
    iterator.position_to_graph()
    check = fail_unless(convert_to_tensor(has_next), StopIteration, "there is no next element")
    with CONTEXT.stage.control_dependencies([check]):
        return iterator.take()


def _end_with(iterator: StagedIterator, default: Any) -> Any:
    iterator.end(True)
    return default


def _rows(iterator: StagedIterator) -> Any:
    """A Python list of the elements, if their number is known; else the iterator as it is."""
    return iterator if not isinstance(iterator.has(), bool) else list(iterator)


def _contains(element: Any, values: Any) -> Any:
    """`element in values`, which takes elements up to that one."""

    def run(emit: Emit) -> None:
        each(values, None, with_goes_on(partial(_emit_equality, element, emit), emit), emit)

    return any_of(Derived(run))


def _emit_equality(element: Any, emit: Emit, value: Any) -> Any:
    return emit(eq(value, element))


for _class in (SymbolicTensor, StagedList, StagedSequence, StagedIterator):
    BUILTINS["iter"].register(_class, staged_iter)
BUILTINS["next"].register(StagedIterator, staged_next)
for _name, _overload in (
    ("list", collected),
    ("any", any_of),
    ("all", all_of),
    *(
        (_function.__name__, of_collected(_function))
        for _function in (sum, min, max, sorted, tuple)
    ),
):
    BUILTINS[_name].register(StagedIterator, _overload)
IN.register(StagedIterator, _contains)
IN.register(Lazy, _contains)
FOR_STMT.register(StagedIterator, _for_iterator)
ROWS.register(StagedIterator, _rows)
UNPACK.register(StagedIterator, unpacked)
