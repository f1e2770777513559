"""`tf.debugging.compare_modes`: a function run eagerly and staged, and where the two differ."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MethodType
from typing import Any

import numpy as np

from stagelight import config, nest
from stagelight.core.dispatch import add_recorder, pushed, remove_recorder
from stagelight.core.op_def import OpDef, Trait
from stagelight.core.tensor import EagerTensor
from stagelight.graph.operation import Operation
from stagelight.graph.origins import lines_of, user_origins
from stagelight.public import public
from stagelight.staging.bound_function import BoundFunction
from stagelight.staging.function import Function
from stagelight.staging.stepping import run_in_steps
from stagelight.staging.tracing_effects import effects_kept

# Where arithmetic is done in another order results differ by rounding.
_RTOL = 1e-4

_Place = tuple[str, int, str]  # file, line, op


@dataclass(frozen=True)
class ModeDifference:
    """The first operation whose values differ.

    Attributes:
        operation: The op's name, or `result` where only results can be compared.
        filename, lineno: The user's line; None and 0 for a result.
        mode: `host` or `native`.
        eager, staged: The values.
        note: What is known of the reason; empty if nothing is.
    """

    operation: str
    filename: str | None
    lineno: int
    mode: str
    eager: Any
    staged: Any
    note: str = ""

    def __str__(self) -> str:
        place = "" if self.filename is None else f" at {self.filename}:{self.lineno}"
        eager, staged = _shortly(self.eager), _shortly(self.staged)
        what = f"{self.operation}{place} differs ({self.mode})"
        note = f"\n    {self.note}" if self.note else ""
        return f"{what}: {eager} eagerly, {staged} staged{note}"


_MOST_SHOWN = 120


def _shortly(values: Any) -> str:
    text = repr(values)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


@dataclass(frozen=True)
class ModeComparison:
    """What a comparison found.

    Attributes:
        difference: The first operation whose values differ, None if none does.
        tracing_only: Python's side effects that happen only while tracing, in words.
    """

    difference: ModeDifference | None
    tracing_only: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether all values are the same."""
        return self.difference is None

    def __str__(self) -> str:
        lines = ["all values agree" if self.difference is None else str(self.difference)]
        lines += [f"only while tracing: {effect}" for effect in self.tracing_only]
        return "\n".join(lines)


@public("debugging.compare_modes")
def compare_modes(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> ModeComparison:
    """Runs a function eagerly, staged by operations, and compiled, and compares the values.

    Variables have their values of before at the beginning of each run, and afterwards. Random operations
    draw anew in each run, so they differ unless what they draw from is a variable, such as the state of a
    `tf.random.Generator`; iterators go on.

    Args:
        fn: a `tf.function`, or a Python function.
        *args: its arguments.
        **kwargs: the same, by name.

    Returns:
        A `ModeComparison`: the first operation whose values differ by more than rounding, with the user's
        line, and the side effects (prints, logs, changes of containers, attributes and global names) that
        happen only while tracing.

    Raises:
        Exception: whatever the function raises.

    >>> def double(x):
    ...     print("doubling")
    ...     return x + x
    >>> print(tf.debugging.compare_modes(double, tf.constant(2)))
    all values agree
    only while tracing: 'doubling' is printed
    """
    python = _python_function(fn)
    staged = Function(python)
    history = _History()
    with effects_kept(python, args, kwargs) as told, config.changed(run_functions_eagerly=False):
        concrete, _ = staged.trace_of(args, kwargs)
        traced = told()
    for variable in concrete.graph.variables:
        history.variable_accessed(variable)
    with _variables_kept(history), _recorded(history), effects_kept(python, args, kwargs):
        expected = python(*args, **kwargs)
    with _variables_kept(history), effects_kept(python, args, kwargs) as told:
        _staged_result(staged, args, kwargs)
        always = told()
    effects = tuple(effect for effect in traced if effect not in always)
    for compared in (partial(_stepwise, history), partial(_compiled, expected)):
        with _variables_kept(history):
            difference = compared(staged, args, kwargs)
        if difference is not None:
            return ModeComparison(difference, effects)
    return ModeComparison(None, effects)


def _python_function(fn: Any) -> Callable[..., Any]:
    """The Python function behind a staged one; of a staged method, the method of its object."""
    if isinstance(fn, BoundFunction):
        return MethodType(fn.__func__, fn.__self__)
    return fn.python_function if isinstance(fn, Function) else fn


def _staged_result(staged: Function, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    with config.changed(run_functions_eagerly=False):
        return staged(*args, **kwargs)


def _stepwise(
    history: _History, staged: Function, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> ModeDifference | None:
    """The first operation that gives other values than the same one did eagerly."""
    concrete, tensors = staged.trace_of(args, kwargs)
    seen: dict[_Place, int] = {}
    found: list[ModeDifference] = []

    def step(operation: Operation, inputs: Any, run: Callable[[], list[Any]]) -> list[Any]:
        outputs = run()
        if not found:
            for file, line, _ in operation.frames[:1]:
                place = (file, line, operation.type)
                number = seen[place] = seen.get(place, -1) + 1
                eager = history.values.get(place, [])
                if number < len(eager) and _differ(eager[number], outputs):
                    values = _plain(eager[number]), _plain(outputs)
                    note = _note_of(operation.op_def)
                    found.append(ModeDifference(operation.type, file, line, "host", *values, note))
        return outputs

    run_in_steps(concrete.graph, [*tensors, *concrete.captured_inputs], step)
    return found[0] if found else None


def _note_of(op_def: OpDef) -> str:
    if op_def.has(Trait.RANDOM):
        return "It draws anew in each run: take a tf.random.Generator, or a stateless operation."
    if op_def.name.startswith("IteratorGetNext"):
        return "The iterator goes on: each run gets the next element."
    return ""


def _compiled(
    expected: Any, staged: Function, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> ModeDifference | None:
    """How the result differs from the expected one."""
    result = _staged_result(staged, args, kwargs)
    first, second = (
        [x for x in nest.flatten(each, expand_composites=True) if x is not None]
        for each in (expected, result)
    )
    if _differ(first, second):
        return ModeDifference("result", None, 0, "native", _plain(first), _plain(second))
    return None


def _differ(first: Sequence[Any], second: Sequence[Any]) -> bool:
    if len(first) != len(second):
        return True
    return any(
        not _is_same(np.asarray(a), np.asarray(b)) for a, b in zip(first, second, strict=True)
    )


def _is_same(a: np.ndarray, b: np.ndarray) -> bool:
    if a.shape != b.shape:
        return False
    if a.dtype.kind not in "fcV" or b.dtype.kind not in "fcV":
        return bool(np.array_equal(a, b))
    a, b = (x.astype(np.complex128 if x.dtype.kind == "c" else np.float64) for x in (a, b))
    return bool(np.allclose(a, b, rtol=_RTOL, atol=1e-6, equal_nan=True))


def _plain(values: Sequence[Any]) -> Any:
    plain = [np.asarray(value).tolist() for value in values]
    return plain[0] if len(plain) == 1 else plain


class _History:
    """A recorder of what is applied eagerly: values by place, and variables as they were."""

    def __init__(self) -> None:
        self.values: dict[_Place, list[list[Any]]] = {}
        self.variables: dict[int, tuple[Any, Any]] = {}

    def record(
        self, op_def: OpDef, inputs: Sequence[Any], attrs: Any, outputs: Sequence[Any]
    ) -> None:
        """Notes the outputs of an application."""
        if not all(isinstance(output, EagerTensor) for output in outputs):
            return
        for file, line, _ in lines_of(user_origins())[:1]:
            self.values.setdefault((file, line, op_def.name), []).append(list(outputs))

    def follows(self, tensors: Sequence[Any]) -> bool:
        """Whether staged calls need to keep what gradients need: never."""
        return False

    def variable_accessed(self, variable: Any) -> None:
        """Notes the value of a variable before it is used."""
        if id(variable) in self.variables:
            return
        with pushed(recorders=()):
            value = variable.read_value() if variable.is_initialized() else None
        self.variables[id(variable)] = (variable, value)


@contextlib.contextmanager
def _recorded(history: _History) -> Iterator[None]:
    """Tells the history of what is applied."""
    add_recorder(history)
    try:
        yield
    finally:
        remove_recorder(history)


@contextlib.contextmanager
def _variables_kept(history: _History) -> Iterator[None]:
    """The variables that the history knows have their values of before afterwards."""
    try:
        yield
    finally:
        for variable, value in history.variables.values():
            if value is not None:
                variable.assign(value)
