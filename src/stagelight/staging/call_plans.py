"""Calls that look like earlier ones, as straight-line code.

To make the key of a call, look its trace up and put the results into their form takes longer than many
traces run. A call that has come some times is written down as Python code, which takes the arguments apart,
asks of each what the key says of it, runs the trace and builds the results. For `f({"a": a, "b": b})`
that returns a pair it is

    def plan(args):
        try:
            (x0,) = args
            if type(x0) is not dict or len(x0) != 2: return OTHER
            x1 = x0[c0]; x2 = x0[c1]
            if type(x1) is not EagerTensor or x1._dtype is not c2 or (a1 := x1._array).shape != (2, 3):
                return OTHER
            if type(x2) is not EagerTensor or x2._dtype is not c2 or (a2 := x2._array).shape != ():
                return OTHER
        except UNLIKE:
            return OTHER
        if not CONTEXT.plain: return call([x1, x2]) if CONTEXT.place is None else OTHER
        (r0, r1) = concrete._run(a1, a2)
        y0 = new(EagerTensor); y0._array = r0; y0._dtype = c3
        y1 = new(EagerTensor); y1._array = r1; y1._dtype = c3
        return (y0, y1,)
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from stagelight.core.dispatch import CONTEXT
from stagelight.core.generated_code import define_function
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.staging.trace_types import IdentityKey, encode

# What a plan answers to calls of another kind.
OTHER = object()

CallPlan = Callable[[Sequence[Any]], Any]

# Longer plans take longer to compile than they are likely to save.
_MOST_TENSORS = 256

# What a plan meets in arguments of another form.
_UNLIKE = (ValueError, TypeError, KeyError)


class _NoPlan(Exception):
    """An argument is of a kind that is asked for by its key alone."""


def call_plan(concrete: ConcreteFunction, args: Sequence[Any]) -> CallPlan | None:
    """The plan of calls like this one; None for arguments that plans do not know.

    Args:
        concrete: the trace that the call has.
        args: the call's arguments by position, all that it has.
    """
    if len(concrete.graph.inputs) + len(concrete.graph.outputs) > _MOST_TENSORS:
        return None
    try:
        return _Writer(concrete, args).compiled()
    except _NoPlan:
        return None


class _Writer:
    """Writes the plan of one kind of call."""

    def __init__(self, concrete: ConcreteFunction, args: Sequence[Any]) -> None:
        self._names: dict[str, Any] = {
            "__name__": __name__,  # Errors on their way to the user leave the library's frames out.
            "CONTEXT": CONTEXT,
            "OTHER": OTHER,
            "UNLIKE": _UNLIKE,
            "EagerTensor": EagerTensor,
            "new": object.__new__,
            "concrete": concrete,
            "call": concrete.call_flat,
            "form": concrete.packed,
            "captured": concrete._captured_arrays,
        }
        self._concrete = concrete
        self._numbers = itertools.count()
        self._tensors: list[str] = []
        self._questions: list[str] = []
        self._ask_items(args, "args")

    def compiled(self) -> CallPlan:
        """The plan."""
        call = f"call([{', '.join(f'x{i}' for i in self._tensors)}])"
        lines = [
            "def plan(args):",
            " try:",
            *[f"  {line}" for line in self._questions],
            " except UNLIKE:",
            "  return OTHER",
            f" if not CONTEXT.plain: return {call} if CONTEXT.place is None else OTHER",
            *[f" {line}" for line in self._results()],
        ]
        return define_function("plan", "\n".join(lines), "<plan of calls>", self._names)

    def _named(self, value: Any) -> str:
        """A name for a value that stays as it is."""
        for name, known in self._names.items():
            if known is value:
                return name
        name = f"c{len(self._names)}"
        self._names[name] = value
        return name

    def _ask(self, *unlike: str) -> None:
        self._questions.append(f"if {' or '.join(unlike)}: return OTHER")

    def _ask_items(self, values: Sequence[Any], whole: str) -> None:
        """Asks what each item of a sequence is; as many items as there are now."""
        numbers = [next(self._numbers) for _ in values]
        self._questions.append(f"({''.join(f'x{i}, ' for i in numbers)}) = {whole}")
        for i, value in zip(numbers, values, strict=True):
            self._ask_value(value, i)

    def _ask_value(self, value: Any, i: int) -> None:
        """Asks of `xi` what the key of this value says, as `trace_types.encode` makes it."""
        kind = type(value)
        x = f"x{i}"
        if kind is EagerTensor:
            self._tensors.append(str(i))
            self._ask(
                f"type({x}) is not EagerTensor",
                f"{x}._dtype is not {self._named(value._dtype)}",
                f"(a{i} := {x}._array).shape != {value._array.shape}",
            )
        elif value is None or kind is bool:
            self._ask(f"{x} is not {value}")
        elif kind in (int, str, bytes) or (kind is float and value and value == value):
            self._ask(f"type({x}) is not {kind.__name__}", f"{x} != {self._named(value)}")
        elif (
            kind is tuple or kind is list or (isinstance(value, tuple) and hasattr(kind, "_fields"))
        ):
            self._ask(f"type({x}) is not {self._named(kind)}")
            self._ask_items(value, x)
        elif kind is dict and all(type(key) is str for key in value):
            self._ask(f"type({x}) is not dict", f"len({x}) != {len(value)}")
            for key in sorted(value):
                number = next(self._numbers)
                self._questions.append(f"x{number} = {x}[{self._named(key)}]")
                self._ask_value(value[key], number)
        elif type(key := encode(value, [])) is IdentityKey:
            self._ask(f"{x} is None", f"{x} is not {self._named(key.value)}()")
        else:
            raise _NoPlan

    def _results(self) -> Iterator[str]:
        """The statements that run the trace and return what it gives."""
        concrete = self._concrete
        arguments = [f"a{i}" for i in self._tensors] + ["*captured"] * bool(self._names["captured"])
        count = len(concrete._dtypes)
        names = "".join(f"r{i}, " for i in range(count))
        yield f"({names}) = concrete._run({', '.join(arguments)})"
        for i, dtype in enumerate(concrete._dtypes):
            yield f"y{i} = new(EagerTensor); y{i}._array = r{i}; y{i}._dtype = {self._named(dtype)}"
        try:
            yield f"return {self._structure(concrete.graph.structured_outputs, itertools.count())}"
        except _NoPlan:
            yield f"return form([{', '.join(f'y{i}' for i in range(count))}])"

    def _structure(self, value: Any, numbers: Iterator[int]) -> str:
        """The expression of a structure of results, whose tensors are numbered as `nest` goes."""
        kind = type(value)
        if value is None:
            return "None"
        if isinstance(value, Tensor):
            return f"y{next(numbers)}"
        if kind is dict and all(type(key) is str for key in value):
            parts = {key: self._structure(value[key], numbers) for key in sorted(value)}
            return "{" + ", ".join(f"{self._named(key)}: {parts[key]}" for key in value) + "}"
        if kind is list or kind is tuple:
            items = "".join(f"{self._structure(item, numbers)}, " for item in value)
            return f"[{items}]" if kind is list else f"({items})"
        raise _NoPlan
