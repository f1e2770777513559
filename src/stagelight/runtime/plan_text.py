"""The text of a plan in the making: its lines, the globals that they name, and names for more."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.op_def import OpDef
from stagelight.graph.operation import Operation
from stagelight.runtime.number_steps import SCALAR_TYPES
from stagelight.runtime.threads import submit

# Attrs of these kinds are written as they are. Texts are not: they may come from a model.
_LITERALS = frozenset({bool, int, type(None)})
_PLAIN = _LITERALS | {str}


class Value:
    """What stands for a tensor in the text: the name of its array, of its NumPy scalar, or both."""

    __slots__ = ("array", "constant", "number")

    def __init__(self, array: str | None = None, number: str | None = None) -> None:
        self.array = array
        self.number = number
        self.constant: np.ndarray | None = None

    def copy(self) -> Value:
        """The same names, for a block of its own: what is made there is not there afterwards."""
        return self if self.constant is not None else Value(self.array, self.number)


class PlanText:
    """A plan's lines, its globals, and which operation each line belongs to, with what it takes.

    Args:
        states: what operations go on with from run to run; those that have nothing yet get it here.
    """

    def __init__(self, states: dict[Operation, Any]) -> None:
        self.lines: list[str] = []
        self.operation_at_line: dict[int, tuple[Operation, Sequence[Value | None]]] = {}
        self.namespace: dict[str, Any] = {
            "__name__": "stagelight.runtime.plan",  # where dispatch's filter of warnings looks
            "xp": np,
            "asarray": np.asarray,
            "submit": submit,
            **SCALAR_TYPES,
        }
        # The names of keyword arguments: attrs that ops declare.
        self.keywords: set[str] = {"out", "_state"}
        self._states = states
        self._numbers = itertools.count()
        self._name_of: dict[int, str] = {}
        self._constants: dict[int, Value] = {}

    def emit(
        self, line: str, operation: Operation | None = None, inputs: Sequence[Value | None] = ()
    ) -> None:
        """Adds a line, which belongs to an operation; `inputs` is what stands for its inputs."""
        self.lines.append(line)
        if operation is not None:
            self.operation_at_line[len(self.lines)] = operation, inputs

    def new_name(self, letter: str) -> str:
        """A name that is not in use."""
        return f"{letter}{next(self._numbers)}"

    def name_of(self, value: Any, letter: str) -> str:
        """The name of a global."""
        name = self._name_of.get(id(value))
        if name is None:
            name = self._name_of[id(value)] = self.new_name(letter)
            self.namespace[name] = value
        return name

    def constant(self, operation: Operation) -> Value:
        """The value of a `Const`."""
        array = operation.attrs["value"]._array
        found = self._constants.get(id(array))
        if found is None:
            found = self._constants[id(array)] = Value()
            found.constant = array
        return found

    def kernel(self, op_def: OpDef) -> str:
        """The name of an op's kernel."""
        self.namespace[op_def.name] = op_def.kernel
        return op_def.name

    def ufunc(self, op_def: OpDef) -> str:
        """The name of an op's NumPy function."""
        name = f"np_{op_def.name}"
        self.namespace[name] = op_def.ufunc
        return name

    def attrs(self, operation: Operation) -> list[str]:
        """An operation's attrs and state as keyword arguments; the kernel's own defaults are left out.

        Attrs that the op declares are written by name; others, whose names a file may have chosen, are
        passed as one dictionary.
        """
        op_def = operation.op_def
        arguments = []
        others = {}
        defaults = getattr(op_def.kernel, "__kwdefaults__", None) or {}
        for key, value in operation.attrs.items():
            if key not in op_def.attrs:
                others[key] = value
                continue
            self.keywords.add(key)
            if key in defaults and type(value) in _PLAIN and _is_same(value, defaults[key]):
                continue
            is_literal = type(value) in _LITERALS
            arguments.append(
                f"{key}={value!r}" if is_literal else f"{key}={self.name_of(value, 'p')}"
            )
        if others:
            arguments.append(f"**{self.name_of(others, 'p')}")
        if op_def.make_state is not None:
            if operation not in self._states:
                self._states[operation] = op_def.make_state(**operation.attrs)
            arguments.append(f"_state={self.name_of(self._states[operation], 's')}")
        return arguments


def _is_same(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and a == b)
