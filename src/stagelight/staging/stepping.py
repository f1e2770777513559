"""Running a trace operation by operation, at the user's lines: for debuggers and for comparisons.

    with tf.debugging.step_through():
        f(x)                        # breakpoints in `f` stop, with the values of this call

Each operation runs in a frame of the user's file, line and function, whose local names are the tensors
computed so far. So whatever works with frames, such as `pdb`, coverage or `sys.settrace`, sees the
staged run in the user's source.
"""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType
from typing import Any

from stagelight.core.dispatch import CONTEXT, Evaluator, apply, evaluate, pushed, set_evaluator
from stagelight.core.op_def import OpDef
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import needed_operations, part_of
from stagelight.passes.inline_calls import CALLS
from stagelight.public import public
from stagelight.runtime.step_errors import cause_of, step_error

Values = list[Any]
# `step(operation, inputs, run)`: calls `run()` for the outputs, and gives them.
Step = Callable[[Operation, Values, Callable[[], Values]], Values]


@public("debugging.step_through")
@contextlib.contextmanager
def step_through() -> Iterator[None]:
    """Staged functions run operation by operation inside the `with`, as debuggers can follow.

    The trace is the one that always runs, not optimized. Breakpoints stop where the operations of a line
    run, with real values; the tensors so far are the frame's local names, as their operations are called.
    All threads step, and functions of datasets; tapes see the same calls as ever.

    >>> @tf.function
    ... def double(x):
    ...     return x + x
    >>> with tf.debugging.step_through():
    ...     print(double(tf.constant(2)))
    tf.Tensor(4, shape=(), dtype=int32)
    """
    before = CONTEXT.evaluator
    set_evaluator(_Stepper(before or evaluate))
    try:
        yield
    finally:
        set_evaluator(before)


class _Stepper:
    """The evaluator of eager ops that runs staged functions at their lines; the rest is another's."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluate = evaluator

    def __call__(self, op_def: OpDef, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> Any:
        """Evaluates an eager op."""
        if op_def.name in CALLS:
            return _run_at_lines(attrs["f"], inputs)
        return self._evaluate(op_def, inputs, attrs)


def _run_at_lines(graph: FuncGraph, inputs: Sequence[Any]) -> Values:
    """The outputs of a graph, each operation run in a frame of the user's."""
    names: dict[str, Any] = {}

    def step(operation: Operation, arguments: Values, run: Callable[[], Values]) -> Values:
        _name(names, operation.inputs, arguments)
        results: list[Values] = []
        names["step__"] = lambda: results.append(run())
        place = next(iter(operation.frames), None)
        if place is None:
            names["step__"]()
        else:
            exec(_call_at(*place), {}, names)
        _name(names, operation.outputs, results[0])
        return results[0]

    return run_in_steps(graph, inputs, step)


def _name(names: dict[str, Any], tensors: Sequence[SymbolicTensor], values: Values) -> None:
    """Makes tensors local names, by what their operations are called."""
    for tensor, value in zip(tensors, values, strict=False):
        names[tensor.op.name.rpartition("/")[2]] = value


@functools.lru_cache(maxsize=4096)
def _call_at(filename: str, line: int, function: str) -> CodeType:
    """Code that calls `step__` at a line of a file."""
    tree = ast.increment_lineno(ast.parse("step__()"), line - 1)
    code = compile(tree, filename, "exec")
    return code.replace(co_name=function, co_qualname=function)


def run_in_steps(graph: FuncGraph, inputs: Sequence[Any], step: Step) -> Values:
    """The outputs of a graph, run operation by operation, also within branches and loops.

    Args:
        graph: a finished graph.
        inputs: eager tensors, captures included.
        step: runs each operation.
    """
    values = {id(tensor): value for tensor, value in zip(graph.inputs, inputs, strict=True)}
    part = part_of(graph, graph.inputs, graph.outputs, graph.control_outputs)
    for operation in needed_operations(part):
        if operation.outputs and id(operation.outputs[0]) in values:
            continue
        arguments = [values[id(tensor)] for tensor in operation.inputs]
        results = _run(operation, arguments, step)
        for tensor, value in zip(operation.outputs, results, strict=False):
            values[id(tensor)] = value
    return [values[id(tensor)] for tensor in graph.outputs]


def _run(operation: Operation, arguments: Values, step: Step) -> Values:
    structured = _STRUCTURED.get(operation.type)
    if structured is not None:
        return structured(operation.attrs, arguments, step)
    with pushed(stage=None, recorders=()):
        return step(operation, arguments, lambda: _applied(operation, arguments))


def _applied(operation: Operation, arguments: Values) -> Values:
    try:
        return values_of(apply(operation.op_def, arguments, operation.attrs))
    except Exception as error:  # noqa: BLE001 - told as an error of a running graph
        arrays = [getattr(argument, "_array", None) for argument in arguments]
        raise step_error(error, operation, arrays) from cause_of(error)


def values_of(result: Any) -> Values:
    """What an op gives, as a list: one value, several, or None for none."""
    if result is None:
        return []
    return list(result) if isinstance(result, (list, tuple)) else [result]


def _if(attrs: dict[str, Any], arguments: Values, step: Step) -> Values:
    condition, *inputs = arguments
    branch = attrs["then_branch"] if bool(condition) else attrs["else_branch"]
    return run_in_steps(branch, inputs, step)


def _case(attrs: dict[str, Any], arguments: Values, step: Step) -> Values:
    index, *inputs = arguments
    branches = attrs["branches"]
    number = int(index)
    return run_in_steps(branches[number if 0 <= number < len(branches) else -1], inputs, step)


def _while(attrs: dict[str, Any], arguments: Values, step: Step) -> Values:
    values = arguments
    while bool(run_in_steps(attrs["cond"], values, step)[0]):
        values = run_in_steps(attrs["body"], values, step)
    return values


def _call(attrs: dict[str, Any], arguments: Values, step: Step) -> Values:
    return run_in_steps(attrs["f"], arguments, step)


_STRUCTURED: dict[str, Callable[[dict[str, Any], Values, Step], Values]] = {
    "If": _if,
    "StatelessIf": _if,
    "Case": _case,
    "StatelessCase": _case,
    "While": _while,
    "StatelessWhile": _while,
    **dict.fromkeys(CALLS, _call),
}
