"""Guards: straight-line code that asks whether arguments are what a specialization was made for.

What was specialized for one kind of arguments (a plan of calls, a replayed tape, a region compiled for
known shapes) begins with guards: a row of conditions, of which none may hold. `Guards` writes them from
data, as one function whose names are all generated; `generated_code` checks the text and compiles it. For
the arguments of `f({"a": x, "n": 2})`, where `x` has three floats, and a body that returns `x`,

    def f(args):
        try:
            (x0, ) = args
            if type(x0) is not c0 or len(x0) != 2: return MISS
            x1 = x0[c1]; x2 = x0[c2]
            if type(x1) is not EagerTensor or x1._dtype is not c3 or x1._array.shape != (3,): return MISS
            if type(x2) is not int or x2 != c4: return MISS
        except UNLIKE:
            return MISS
        return x1
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from stagelight.containers import TreeSpec
from stagelight.core.generated_code import define_function


class NoGuard(Exception):
    """Something that guards cannot ask about, such as a container of another class."""


class Guards:
    """Writes the function that runs a body where no guard rejects its arguments.

    Args:
        parameters: the names of the function's parameters.
        miss: the expression that is returned for other arguments.
        namespace: the globals of the function; constants are added to it.
        errors: what reading arguments of another form raises: they are rejected, too.
    """

    def __init__(
        self,
        parameters: Sequence[str],
        miss: str,
        namespace: dict[str, Any],
        errors: tuple[type[Exception], ...] = (),
    ) -> None:
        self.namespace = namespace
        self._parameters = parameters
        self._miss = miss
        self._errors = errors
        self._lines: list[str] = []
        self._numbers = itertools.count()
        self._constants: dict[int, str] = {}  # Names by the ids of objects.

    def constant(self, value: Any) -> str:
        """The name of an object in the namespace; one object has one name."""
        name = self._constants.get(id(value))
        if name is None:
            name = self._constants[id(value)] = f"c{len(self.namespace)}"
            self.namespace[name] = value  # Which also keeps its id.
        return name

    def literal(self, value: Any) -> str:
        """The text of a value that is compared: of a shape its sizes, of other values a name."""
        if type(value) is tuple and all(type(size) is int for size in value):
            return repr(value)
        return self.constant(value)

    def is_not(self, expression: str, value: Any) -> str:
        """The condition that an expression is another object; None, True and False are themselves."""
        text = repr(value) if value is None or type(value) is bool else self.constant(value)
        return f"{expression} is not {text}"

    def differs(self, expression: str, value: Any) -> str:
        """The condition that an expression has another value."""
        return f"{expression} != {self.literal(value)}"

    def reject(self, *conditions: str) -> None:
        """Rejects arguments for which one of the conditions holds; they are asked in order."""
        if conditions:
            self._lines.append(f"if {' or '.join(conditions)}: return {self._miss}")

    def assign(self, target: str, expression: str) -> None:
        """Names a part of the arguments; a target of several names takes it apart."""
        self._lines.append(f"{target} = {expression}")

    def take_apart(self, expression: str, spec: TreeSpec) -> list[str]:
        """Guards the form of a container, and gives the names of its leaves.

        The class of the container itself is not asked about, those of containers in it are.

        Raises:
            NoGuard: a container is no list, tuple, named tuple or dict of texts.
        """
        if spec is None:
            return [expression]
        cls, keys, children = spec
        names = [f"x{next(self._numbers)}" for _ in children]
        if cls is dict and all(type(key) is str for key in keys):
            for name, key in zip(names, keys, strict=True):
                self.assign(name, f"{expression}[{self.constant(key)}]")
        elif cls is list or (issubclass(cls, tuple) and (cls is tuple or keys is not None)):
            self.assign(row(names), expression)
        else:
            raise NoGuard
        leaves: list[str] = []
        for name, child in zip(names, children, strict=True):
            if child is not None:
                self.reject(*self._of_container(name, child))
            leaves += self.take_apart(name, child)
        return leaves

    def _of_container(self, name: str, spec: Any) -> list[str]:
        cls, _, children = spec
        conditions = [f"type({name}) is not {self.constant(cls)}"]
        return [*conditions, f"len({name}) != {len(children)}"] if cls is dict else conditions

    def compiled(self, name: str, filename: str, body: Iterable[str]) -> Callable[..., Any]:
        """The function: the guards, and then the lines of a body."""
        guards = self._lines
        if self._errors:
            self.namespace["UNLIKE"] = self._errors
            guards = [
                "try:",
                *(f" {line}" for line in guards or ["pass"]),
                "except UNLIKE:",
                f" return {self._miss}",
            ]
        lines = [f"def {name}({', '.join(self._parameters)}):"]
        lines += [f" {line}" for line in (*guards, *body)]
        return define_function(name, "\n".join(lines), filename, self.namespace)


def row(names: Sequence[str]) -> str:
    """A tuple of names, as a target or a value."""
    return "(" + "".join(f"{name}, " for name in names) + ")"
