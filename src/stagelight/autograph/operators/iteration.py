"""Values that come one by one: comprehensions, generator expressions, generators.

A `Lazy` can be run from the inside: it gives its values to a function, `emit`, whose body is that of
the loop over it. So a generator's own loops become the loops of the graph, and what the consumer
changes is part of their state. Python's own way, to ask for the next value, is there for everybody
else.

An `emit` that may want no more values has `goes_on`, a function without arguments that says so, and
returns whether it has had enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType
from typing import Any

from stagelight.autograph.conversion import CannotEmit, Emission, convert_function
from stagelight.autograph.converters.generators import EMIT
from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.conditionals import if_stmt
from stagelight.autograph.operators.dispatch import BUILTINS, FOR_STMT, ROWS, surroundings
from stagelight.autograph.operators.late_bindings import MadeTogether, made_together
from stagelight.autograph.operators.logical import not_, or_
from stagelight.autograph.operators.loops import for_stmt
from stagelight.autograph.operators.python_iterators import (
    PYTHON_ITERATORS,
    TakenAhead,
    refused_iterator,
    with_inner,
)
from stagelight.autograph.operators.refusing import APPLIES_OPERATORS, refusal_here
from stagelight.autograph.operators.replaced_lists import current
from stagelight.autograph.operators.subscripts import item
from stagelight.autograph.operators.unpacking import bound
from stagelight.autograph.options import ConversionOptions
from stagelight.autograph.refusals import SourceNotFound

Emit = Callable[..., Any]
GoesOn = Callable[[], Any] | None


class Lazy(TakenAhead):
    """Values that come one by one, each once; only the graph may know how many."""

    def __init__(self) -> None:
        self._iterator: Iterator[Any] | None = None
        self._graph = surroundings.graph()  # in which it was made
        # What the graph knows of it: a bool, or a tensor of one.
        self._is_exhausted: Any = False
        self._is_interrupted: Any = False
        # Where there are such: an iterator that makes each value when it is taken; a value by its position.
        self.stepwise: Callable[[], Iterator[Any]] | None = None
        self.value_at: Callable[[Any], Any] | None = None

    @property
    def has_pythons_way(self) -> bool:
        """Whether Python can take the values one by one, as far as is known."""
        return True

    @property
    def is_started(self) -> bool:
        """Whether something takes its values one by one."""
        return self._iterator is not None

    def run(self, emit: Emit) -> None:
        """Gives a function all values that are left.

        Raises:
            ConversionError: a loop may have ended before all values were there (AG213).
        """
        if self._iterator is not None:
            each(self._iterator, None, emit, emit)
            return
        if self._is_interrupted is not False:
            raise refused_iterator("a generator that another loop may have left before its end")
        where(not_(self._is_exhausted), partial(self._run_once, emit))

    def leave_to_graph(self) -> None:
        self._is_interrupted = True
        if isinstance(self._iterator, TakenAhead):
            self._iterator.leave_to_graph()
        else:
            PYTHON_ITERATORS.leave_to_graph(with_inner(self._iterator))

    def require_own_graph(self) -> None:
        """Checks that its first value is taken where it was made.

        Raises:
            ConversionError: it is not (AG213).
        """
        if surroundings.graph() is not self._graph:
            raise refused_iterator("a generator that was made outside")

    def _run_once(self, emit: Emit) -> None:
        self._is_exhausted = True
        self._is_interrupted = goes_on_of(emit) is not None
        self._run(emit)

    def settled(self) -> Iterator[Any]:
        """An iterator that code may advance step by step, unless Python has begun.

        It makes its values one by one where it can, else it goes over a list of all.

        Raises:
            ConversionError: it was made in another graph (AG213).
        """
        if self._iterator is None:
            self.require_own_graph()
            self._iterator = self._made_together() if self.stepwise is None else self.stepwise()
            PYTHON_ITERATORS.note(self._iterator, self._graph)
        return self._iterator

    def _run(self, emit: Emit) -> None:
        raise NotImplementedError

    def _made_together(self) -> Iterator[Any]:
        values, bindings = made_together(partial(collected, self), self.functions, self.value_at)
        overload = BUILTINS["iter"].overload(values)
        if overload is None:
            return MadeTogether(values, bindings)
        made: Iterator[Any] = overload(values, bindings)
        return made

    @property
    def functions(self) -> tuple[Any, ...]:
        """What makes the values."""
        raise NotImplementedError

    def _in_python(self) -> Iterator[Any]:
        """Python's own iterator over the values."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        if self._iterator is None:
            if self._is_exhausted is not False:
                raise refused_iterator("a generator that staged code has run")
            return self.begun_in_python()
        return self._iterator

    def begun_in_python(self) -> Iterator[Any]:
        """Python's own iterator over the values, which goes on wherever one is asked for from now on."""
        self._iterator = iterator = self._in_python()
        PYTHON_ITERATORS.note(iterator, self._graph)
        return iterator

    def __next__(self) -> Any:
        return next(iter(self))

    def __getattr__(self, name: str) -> Any:
        if name in ("send", "throw", "close", "gi_frame", "gi_running", "gi_code"):
            return getattr(iter(self), name)
        raise AttributeError(f"'generator' object has no attribute {name!r}")


class Generated(Lazy):
    """What the call of a generator function gives."""

    def __init__(
        self,
        function: FunctionType,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        options: ConversionOptions,
    ) -> None:
        super().__init__()
        self._call = partial(function, *args, **kwargs)
        self._options = options

    def _in_python(self) -> Iterator[Any]:
        iterator: Iterator[Any] = self._call()
        return iterator

    def _run(self, emit: Emit) -> None:
        emission = Emission.ALL if goes_on_of(emit) is None else Emission.STOPPING
        try:
            converted = convert_function(self._call.func, self._options, emission)  # type: ignore[arg-type]
        except (CannotEmit, SourceNotFound):
            each(self.begun_in_python(), None, emit, emit)
            return
        converted(*self._call.args, **self._call.keywords, **{EMIT: emit})

    @property
    def functions(self) -> tuple[Any, ...]:
        return (self._call,)


class Derived(Lazy):
    """Values that a function gives: those of a generator expression, or made of another `Lazy`'s.

    Args:
        run: Gives the values to a function; a partial object, by whose arguments branches and loops find what
            it changes.
        python: Makes Python's own iterator over them; by default it is one over a list of them.
    """

    def __init__(
        self, run: Callable[[Emit], None], python: Callable[[], Iterator[Any]] | None = None
    ) -> None:
        super().__init__()
        self._run_through = run
        self._python = python

    def _run(self, emit: Emit) -> None:
        self._run_through(emit)

    @property
    def has_pythons_way(self) -> bool:
        return self._python is not None

    def _in_python(self) -> Iterator[Any]:
        return self.settled() if self._python is None else self._python()

    @property
    def functions(self) -> tuple[Any, ...]:
        return (self._run_through,)


# ---------------------------------------------------------------------------- what runs them


def goes_on_of(emit: Emit) -> GoesOn:
    """What says whether an `emit` wants more values; None if it wants them all."""
    return getattr(emit, "goes_on", None)


def with_goes_on(made: Any, emit: Emit) -> Emit:
    """An `emit` made of another one, which wants values as long as that does."""
    goes_on = goes_on_of(emit)
    if goes_on is not None:
        made.goes_on = goes_on
    return made


def stopping(emit: Emit, goes_on: GoesOn) -> Emit:
    """An `emit` that wants values as long as `goes_on()` is true."""
    if goes_on is None:
        return emit
    made = partial(_emit_and_ask, emit, goes_on)
    made.goes_on = goes_on  # type: ignore[attr-defined]
    return made


def _emit_and_ask(emit: Emit, goes_on: Callable[[], Any], *values: Any) -> Any:
    emit(*values)
    return not_(goes_on())


@generated_name("each")
def each(iterable: Any, pattern: Any, body: Callable[..., Any], emit: Emit) -> None:
    """Runs `body` for each value of an iterable, taken apart by a pattern.

    Args:
        iterable: What is iterated over.
        pattern: That of the loop's target; see `unpacking`.
        body: A round; it changes no names of its function.
        emit: What the values are for; it may say that no more are wanted.
    """
    taking = body if pattern is None else partial(bound, body, pattern)
    for_stmt(iterable, goes_on_of(emit), taking, _no_state, _set_no_state, (), {})


@generated_name("where")
def where(condition: Any, body: Callable[[], Any]) -> None:
    """Runs `body` if a condition holds."""
    if_stmt(condition, body, _nothing, _no_state, _set_no_state, (), 0)


def _nothing() -> None:
    pass


def _no_state() -> tuple[Any, ...]:
    return ()


def _set_no_state(_: tuple[Any, ...]) -> None:
    pass


def collected(iterable: Any) -> Any:
    """The values of an iterable as a list, or as what stands for one."""
    return listed(_give, iterable)


def _give(emit: Emit, iterable: Any) -> None:
    """Gives all values of an iterable to a function."""
    if isinstance(iterable, Lazy):
        iterable.run(emit)
    else:
        each(iterable, None, emit, emit)


def _append(values: list[Any], value: Any) -> None:
    current(values).append(value)


# ---------------------------------------------------------------------------- comprehensions


@generated_name("listed")
def listed(chain: Callable[..., None], first: Any) -> Any:
    """A list comprehension: `chain(emit, first)` gives its elements."""
    values: list[Any] = []
    chain(partial(_append, values), first)
    return current(values)


@generated_name("set_listed")
def set_listed(chain: Callable[..., None], first: Any) -> Any:
    """A set comprehension.

    Raises:
        ConversionError: only the graph knows how many elements there are.
    """
    values = listed(chain, first)
    if type(values) is not list:
        raise refusal_here(
            "AG201",
            "a set whose elements only the graph knows",
            "use tf.unique of a tensor of the elements.",
        )
    return set(values)


@generated_name("dict_listed")
def dict_listed(chain: Callable[..., None], first: Any) -> Any:
    """A dict comprehension.

    Raises:
        ConversionError: only the graph knows how many entries there are.
    """
    overload = ROWS.overload(first)
    pairs = listed(chain, first if overload is None else overload(first))
    if type(pairs) is not list:
        raise refusal_here(
            "AG202",
            "a dict whose keys only the graph knows",
            "keep keys and values in two lists, or use tf.lookup.experimental.DenseHashTable.",
        )
    return dict(pairs)


APPLIES_OPERATORS.update((set_listed.__code__, dict_listed.__code__))


@generated_name("generator")
def generator(
    chain: Callable[..., None], first: Any, python: Callable[..., Any], is_map: bool = False
) -> Derived:
    """A generator expression: its first iterable is evaluated at once.

    Args:
        chain: Gives its values.
        first: The first iterable.
        python: Python's own generator expression over the iterable.
        is_map: Whether there is one value for each element.
    """
    made = Derived(partial(_run_chain, chain, first), partial(python, first))
    if is_map and type(first) in (list, tuple, range):
        made.value_at = partial(_value_at, chain, first)
    elif is_map and BUILTINS["iter"].overload(first) is not None:
        made.stepwise = partial(_mapped, chain, first)
    return made


def _value_at(chain: Callable[..., None], first: Any, position: Any) -> Any:
    """What a generator expression makes of the element at a position."""
    return _value_of(chain, item(first, position))


def _value_of(chain: Callable[..., None], element: Any) -> Any:
    values: list[Any] = []
    chain(values.append, [element])
    return values[0]


def _mapped(chain: Callable[..., None], first: Any) -> Any:
    iterator = first.settled() if isinstance(first, Lazy) else first
    overload = BUILTINS["map"].overload(iterator) or map
    return overload(partial(_value_of, chain), iterator)


def _run_chain(chain: Callable[..., None], first: Any, emit: Emit) -> None:
    chain(emit, first)


# ---------------------------------------------------------------------------- consumers


def for_lazy(
    iter_: Lazy,
    extra_test: GoesOn,
    body: Callable[[Any], Any],
    get_state: Any,
    set_state: Any,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `for` statement over values that come one by one; see `loops.for_stmt`."""
    if iter_.is_started:
        for_stmt(iter_.settled(), extra_test, body, get_state, set_state, symbol_names, opts)
    else:
        iter_.run(stopping(body, extra_test))


def any_of(values: Any) -> Any:
    """`any` of values that come one by one."""
    return _until(values, False, or_)


def all_of(values: Any) -> Any:
    """`all` of values that come one by one."""
    return not_(_until(values, False, lambda found, value: or_(found, lambda: not_(value()))))


def _until(values: Any, start: bool, combine: Callable[..., Any]) -> Any:
    found: list[Any] = [start]
    goes_on = partial(_is_open, found)
    _give(stopping(partial(_combine, found, combine), goes_on), values)
    return current(found)[0]


def _is_open(found: list[Any]) -> Any:
    return not_(found[0])


def _combine(found: list[Any], combine: Callable[..., Any], value: Any) -> None:
    found[0] = combine(lambda: found[0], lambda: _truth(value))


def _truth(value: Any) -> Any:
    return not_(not_(value))


def of_collected(function: Any) -> Callable[..., Any]:
    """The builtin applied to the collected values."""

    def apply(values: Any, *args: Any, **kwargs: Any) -> Any:
        values = collected(values)
        operator = BUILTINS[function.__name__]
        overload = operator.overload(values)
        if overload is None and function in (min, max, sorted) and type(values) is list:
            overload = operator.overload_of_any(values)  # which are compared
        return (overload or function)(values, *args, **kwargs)

    return apply


def next_of_lazy(values: Lazy, *default: Any) -> Any:
    """`next` of values that come one by one: Python's own way where it can go it."""
    if not values.is_started and values.has_pythons_way:
        values.require_own_graph()
        # As a partial object: what it leaves begun is found through its arguments, and put back.
        first = surroundings.attempt(partial(_next_in_python, values, *default))
        if first is not NotImplemented:
            return first
    iterator = values.settled()
    PYTHON_ITERATORS.check(iterator)
    return (BUILTINS["next"].overload(iterator) or next)(iterator, *default)


def _next_in_python(values: Lazy, *default: Any) -> Any:
    return next(iter(values), *default)


FOR_STMT.register(Lazy, for_lazy)
BUILTINS["iter"].register(Lazy, lambda values: values)
BUILTINS["next"].register(Lazy, next_of_lazy)
BUILTINS["list"].register(Lazy, collected)
BUILTINS["any"].register(Lazy, any_of)
BUILTINS["all"].register(Lazy, all_of)
for _function in (tuple, sum, min, max, sorted):
    BUILTINS[_function.__name__].register(Lazy, of_collected(_function))
