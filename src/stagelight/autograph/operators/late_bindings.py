"""What generators read when a value is taken, where staged code has made all values before.

    pairs = zip(xs, (v + s for v in numbers() if v > s))
    s = s + 1                       Python: the values of the generator are made with the `s` of now
    next(pairs)

So the variables, and the objects behind them, that a generator's code reads by name are noted when its values
are made. Where one has changed by the time that a value is taken, taking it is refused (AG213).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from stagelight.autograph.allow_list import runs_as_it_is
from stagelight.autograph.operators.dispatch import surroundings
from stagelight.autograph.operators.heap import Heap, is_followed, open_classes, reachable
from stagelight.autograph.operators.python_iterators import (
    PYTHON_ITERATORS,
    IteratorOfPython,
    TakenAhead,
    refused_iterator,
    with_inner,
)


def made_together(
    make: Callable[[], Any],
    functions: Iterable[Any],
    value_at: Callable[[Any], Any] | None = None,
) -> tuple[Any, LateBindings]:
    """What `make()` gives, all values of a generator, and what these are made of.

    Args:
        make: Makes the values.
        functions: What makes them.
        value_at: Makes the value at a position anew, if there is such a function.
    """
    roots = [*functions]
    attributes = _attributes_read(roots)
    advanced = [
        x for value, _ in reachable(roots, attributes=attributes) for x in with_inner(value)
    ]
    before = Heap(roots, attributes=attributes)
    count = surroundings.operation_count()
    values = make()
    PYTHON_ITERATORS.leave_to_graph(advanced)
    for owner in [*before.changed_owners()]:
        if isinstance(owner, TakenAhead):
            owner.leave_to_graph()
    return values, LateBindings(roots, value_at, *surroundings.resources_since(count))


open_classes.add(TakenAhead)


class LateBindings:
    """The variables and objects that some functions read, as they are when it is made.

    Args:
        functions: The functions, and objects that lead to them.
        value_at: Makes a value anew, if there is such a function.
        reads: Whether they read the graph's variables, which may change without a trace here.
        writes: Whether they write these, which they do only once.
    """

    def __init__(
        self,
        functions: Iterable[Any],
        value_at: Callable[[Any], Any] | None = None,
        reads: bool = False,
        writes: bool = False,
    ) -> None:
        roots = [*functions]
        self._heap = Heap(roots, attributes=_attributes_read(roots))
        self._value_at = None if writes else value_at
        self._uses_resources = reads or writes

    def value(self, position: Any, made: Callable[[], Any]) -> Any:
        """The value at a position: `made()`, unless what it is made of may have changed.

        Raises:
            ConversionError: it has, and only all values can be made (AG213).
        """
        if not self._uses_resources and not self._heap.has_changed():
            return made()
        if self._value_at is None:
            raise refused_iterator(
                "a generator whose values were made together: what they are made of has changed, or is a "
                "variable"
            )
        return self._value_at(position)


class MadeTogether(IteratorOfPython):
    """An iterator over a list of values that were made together.

    Attributes:
        position: That of the next value.
        bindings: What the values are made of.
    """

    def __init__(self, values: list[Any], bindings: LateBindings) -> None:
        self._values = values
        self.position = 0
        self.bindings = bindings

    def __next__(self) -> Any:
        position = self.position
        if position >= len(self._values):
            raise StopIteration
        self.position += 1
        return self.bindings.value(position, lambda: self._values[position])


def _attributes_read(roots: list[Any]) -> frozenset[str]:
    """The names that the code of functions has, and of the methods that these may be."""
    names: frozenset[str] = frozenset()
    while True:
        found = set(names)
        for value, _ in reachable(roots, attributes=names):
            if isinstance(value, FunctionType):
                if not runs_as_it_is(value):
                    found |= _names_of(value.__code__)
            elif is_followed(value):
                for name in names:
                    method = getattr(type(value), name, None)
                    method = method.fget if isinstance(method, property) else method
                    if isinstance(method, FunctionType):
                        found |= _names_of(method.__code__)
        if found == names:
            return names
        names = frozenset(found)


@lru_cache(maxsize=4096)
def _names_of(code: CodeType) -> frozenset[str]:
    inner = [_names_of(part) for part in code.co_consts if isinstance(part, CodeType)]
    return frozenset(code.co_names).union(*inner)
