"""Where values other than Python's own change what an operator means.

Each operator has a table from classes to implementations, empty in this half of the package. The
files that know tensors fill it:

    dispatch.IF_STMT.register(SymbolicTensor, staged_if)
    dispatch.FOR_STMT.register(Dataset, for_dataset, when=is_staging)

`register(cls, implementation, when=None)`: values of `cls` and its subclasses go to
`implementation`, which is called exactly as the operator is; `when`, if given, is asked with the
value and can decline. The operator dispatches on the value named in the table below.

    IF_STMT, IF_EXP         the condition                 WHILE_STMT   the value of the first test
    FOR_STMT                what is iterated over         NOT          the operand
    AND, OR                 the value of the left side: `implementation(left_value, right_thunk)`
    EQ, NOT_EQ              either side                   ASSERT       the condition
    IN                      the container: `implementation(element, container)`
    IS                      the left side
    UNPACK                  what is taken apart: `implementation(value, before, after)` gives a list;
                            `after` is None if no target has a star
    ROWS                    what is iterated over: a list of what it has, if Python can know that
    TEXT                    a value in a text: `implementation(write, values, parts)`, where
                            `write(*values)` makes the text of Python values; for the parts see
                            `text.py`, None if the template has none
    TEXT_METHOD             a text that a method or operator of `str` takes, also within a list:
                            `implementation(name, text, args, kwargs)`
    TEXT_ARGUMENT           a text that a builtin function takes, where the table of the function has
                            nothing: `implementation(function, args, kwargs)`
    ITEM                    an index of a Python list: `implementation(owner, index)`
    SET_ITEM                likewise of an element that is assigned: `implementation(owner, index, value)`
    KEY                     a key that a dict is asked for: `implementation(method, owner, key, *default)`,
                            `method` one of `__getitem__`, `__contains__` and `get`; NotImplemented if the
                            dict is to answer itself
    LIST_METHOD             what a method of a Python list compares, or the index it is given:
                            `implementation(owner, method_name, *args, **kwargs)`
    STORED                  an entry of a dict that is asked for by `get` or `pop`:
                            `implementation(entry, default)`, a list of one or none
    ENTRIES                 any entry of a dict that is asked for all by `items`, `keys` or `values`:
                            `implementation(owner, method_name)`
    one per builtin         any positional argument: called with the builtin's own arguments
    one per function of `FUNCTIONS`, likewise
    FOR_UNTIL               the value of a Python loop's stop condition, once it is no Python value:
                            `implementation(stop, rest, extra_test, body, get_state, set_state,
                            symbol_names, opts)`, where `rest` iterates over what is left
    WHILE_CHANGED           the value of the test of a loop that Python has run so far: as
                            WHILE_STMT, with that value before the other arguments
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, NoReturn

Implementation = Callable[..., Any]
Condition = Callable[[Any], bool]


class Operator:
    """The table of one operator."""

    __slots__ = ("_by_type", "_registered", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self._registered: dict[type, list[tuple[Implementation, Condition | None]]] = {}
        self._by_type: dict[type, tuple[tuple[Implementation, Condition | None], ...]] = {}

    def register(
        self, cls: type, implementation: Implementation, when: Condition | None = None
    ) -> None:
        """Gives the operator another meaning for values of a class."""
        self._registered.setdefault(cls, []).insert(0, (implementation, when))
        self._by_type.clear()

    def overload(self, value: Any) -> Implementation | None:
        """The implementation for a value, None where Python's own meaning holds."""
        kind = type(value)
        candidates = self._by_type.get(kind)
        if candidates is None:
            found = [c for base in kind.__mro__ for c in self._registered.get(base, ())]
            candidates = self._by_type[kind] = tuple(found)
        for implementation, when in candidates:
            if when is None or when(value):
                return implementation
        return None

    def overload_of_any(self, values: Any) -> Implementation | None:
        """The implementation for the first value that has one."""
        for value in values:
            implementation = self.overload(value)
            if implementation is not None:
                return implementation
        return None


IF_STMT = Operator("if statement")
IF_EXP = Operator("conditional expression")
WHILE_STMT = Operator("while statement")
WHILE_CHANGED = Operator("while statement that began in Python")
FOR_STMT = Operator("for statement")
FOR_UNTIL = Operator("end of a for statement that began in Python")
AND = Operator("and")
OR = Operator("or")
NOT = Operator("not")
EQ = Operator("==")
NOT_EQ = Operator("!=")
IN = Operator("in")
IS = Operator("is")
STORED = Operator("entry of a dict")
ENTRIES = Operator("all entries of a dict")
ASSERT = Operator("assert statement")
UNPACK = Operator("unpacking")
ROWS = Operator("rows that Python can count")
TEXT = Operator("text")
TEXT_METHOD = Operator("method of a text")
TEXT_ARGUMENT = Operator("builtin function of a text")
ITEM = Operator("element of a list")
SET_ITEM = Operator("assignment to an element of a list")
KEY = Operator("key of a dict")
LIST_METHOD = Operator("method of a list")

BUILTINS: dict[str, Operator] = {
    name: Operator(name)
    for name in (
        "abs", "all", "any", "bool", "enumerate", "filter", "float", "int", "isinstance", "iter", "len",
        "list", "map", "max", "min", "next", "print", "range", "reduce", "reversed", "sorted", "sum",
        "tuple", "type", "zip",
    )
}  # fmt: skip

# Functions of libraries that mean something else for some arguments: `f -> its operator`.
FUNCTIONS: dict[Any, Operator] = {}

# Functions of libraries that call the functions they are given while a graph is traced: these are converted.
HIGHER_ORDER: set[Any] = set()


def function_operator(function: Any) -> Operator:
    """The operator of a function, made on first need."""
    return FUNCTIONS.setdefault(function, Operator(function.__name__))


class Surroundings:
    """What staging does around user code that Python runs; the tensor half replaces these.

    Attributes:
        first_test: `first_test(test, get_state, set_state)` evaluates a loop's test to see what kind
            of loop it is. While staging it must leave no trace if the test has to be evaluated again.
        recursion: `recursion(function, converted, args, kwargs, error)` gives the result of a call
            that did not end while tracing, or raises the error.
        name_scope: Makes the context manager for the feature NAME_SCOPES.
        graph: The graph that is traced, None if there is none.
        attempt: `attempt(function)` gives what a function gives; `NotImplemented` if it asked the graph for
            a Python value, with everything put back.
        operation_count: How many operations the graph that is traced has.
        resources_since: `resources_since(count)` tells whether operations that the graph has beyond that
            many read, and whether they write, variables and other resources.
        control_dependencies: Makes that for the feature AUTO_CONTROL_DEPS; it has a
            `mark_as_return(value)`.
    """

    first_test: Callable[..., Any]
    recursion: Callable[..., Any]
    name_scope: Callable[[str], Any]
    graph: Callable[[], Any]
    attempt: Callable[[Callable[[], Any]], Any]
    operation_count: Callable[[], int]
    resources_since: Callable[[int], tuple[bool, bool]]
    control_dependencies: Callable[[], Any] | None

    def __init__(self) -> None:
        self.first_test = lambda test, get_state, set_state: test()
        self.recursion = _raise
        self.name_scope = lambda name: contextlib.nullcontext()
        self.graph = lambda: None
        self.attempt = lambda function: function()
        self.operation_count = lambda: 0
        self.resources_since = lambda count: (False, False)
        self.control_dependencies = None


def _raise(
    function: Any, converted: Any, args: Any, kwargs: Any, error: RecursionError
) -> NoReturn:
    raise error


surroundings = Surroundings()
