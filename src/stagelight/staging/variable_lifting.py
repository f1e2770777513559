"""Variables made while a function is traced: they are lifted out, so that they outlive the call.

A `tf.function` may make variables on its first call only. Each is made eagerly, outside of the graph. An
initial value is computed in the graph, as all that the function computes; to be there at once, the part
of the graph that leads to it is run, on the arguments of that call.

What has effects runs once, when the function runs:

    v.assign_add(1)
    if w is None:
        w = tf.Variable(v + 0)    # While tracing it has no value. The trace sets it, if it has none yet.

The first call runs that trace, and later ones the second trace, in which nothing is made.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.control_flow.conditionals import cond
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, evaluate
from stagelight.core.op_def import STATEFUL, Trait
from stagelight.core.tensor import EagerTensor
from stagelight.graph.effect_order import order_effects
from stagelight.graph.effects import effects_of_operation
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import needed_operations, part_of
from stagelight.graph.scopes import init_scope
from stagelight.runtime.host_plan import HostPlan
from stagelight.state.variable import Variable

SINGLETON_RULE = (
    "tf.function only supports singleton tf.Variables created on the first call. Make sure the "
    "tf.Variable is only created once or created outside tf.function. See "
    "https://www.tensorflow.org/guide/function#creating_tfvariables for more information. (AG401)"
)


def refuse_creation(next_creator: Callable[..., Any], **kwargs: Any) -> Any:
    """The creator of traces after the first one: no variable may be made.

    Raises:
        ValueError: always.
    """
    raise ValueError(SINGLETON_RULE)


class LiftingCreator:
    """The creator of a first trace: makes variables outside of the graph, and remembers them."""

    def __init__(self) -> None:
        self.created: list[Callable[[], Any]] = []

    def __call__(self, next_creator: Callable[..., Any], **kwargs: Any) -> Any:
        initial_value = kwargs.get("initial_value")
        if isinstance(CONTEXT.stage, FuncGraph):
            # TF: the graph that is traced has a scope of that name, so that the next one has another name.
            CONTEXT.stage.unique_name(kwargs.get("name") or "Variable")
        with init_scope():
            is_eager_outside = CONTEXT.stage is None
            if callable(initial_value) and not is_eager_outside:
                initial_value = initial_value()
        if is_eager_outside:
            initial_value = _without_symbolic_tensors(initial_value, kwargs.get("dtype"))
            if isinstance(initial_value, SymbolicTensor):
                variable = _made_for_value_of_run(next_creator, kwargs, initial_value)
                self.created.append(weakref.ref(variable))
                return variable
        with init_scope():
            variable = next_creator(**{**kwargs, "initial_value": initial_value})
        self.created.append(weakref.ref(variable))
        return variable


def _without_symbolic_tensors(initial_value: Any, dtype: Any) -> Any:
    """An initial value, as one eager tensor where it was symbolic; a symbolic one if only the run has it."""
    if callable(initial_value):
        initial_value = initial_value()
    if not any(isinstance(leaf, SymbolicTensor) for leaf in nest.flatten(initial_value)):
        return initial_value
    tensor = convert_to_tensor(initial_value, dtype)
    try:
        return EagerTensor(_value_now(tensor), tensor.dtype)
    except _EffectsBehindValue:
        return tensor


class _EffectsBehindValue(Exception):
    """A value cannot be computed without effects, which belong to the run."""


# ---------------------------------------------------------------------------- values of the run

_INITIALIZES = "variables have no value before it runs"
_IS_ONLY_TRACED = "no call follows"


def initializes_variables(graph: FuncGraph) -> bool:
    """Whether variables that were made in a trace have no value before it runs."""
    return _INITIALIZES in graph.attached


def _made_for_value_of_run(
    next_creator: Callable[..., Any], kwargs: dict[str, Any], value: SymbolicTensor
) -> Any:
    """A variable that the graph being traced gives its value, unless it has one."""
    graph: Any = CONTEXT.stage
    while graph is not None:
        if _IS_ONLY_TRACED in graph.attached:
            raise ValueError(
                "A variable's initial value depends on what the function does, which it does when it "
                "is called, not while it is only traced. Call the function once. (AG402)"
            )
        graph.attached[_INITIALIZES] = True
        graph = getattr(graph, "enclosing_graph", None)
    shape = value.shape if kwargs.get("shape") is None else kwargs["shape"]
    sizes = [size or 0 for size in value.shape.as_list()] if value.shape.rank is not None else []
    zeros = EagerTensor(np.zeros(sizes, value.dtype.as_numpy_dtype), value.dtype)
    with init_scope():
        variable = next_creator(**{**kwargs, "initial_value": zeros, "shape": shape})
    for each in [variable] if isinstance(variable, Variable) else variable.values:
        each.forget_value()
        cond(each.is_initialized(), _leave, partial(_assign, each, value))
    return variable


def _leave() -> None:
    pass


def _assign(variable: Variable, value: SymbolicTensor) -> None:
    variable.assign(value)


# ---------------------------------------------------------------------------- values while tracing

_ARGUMENTS = "arguments of the call that is traced"


@contextmanager
def argument_values(
    graph: FuncGraph, arguments: Sequence[Any], is_only_traced: bool = False
) -> Iterator[None]:
    """Says, while a graph is traced, what the tensors are that its arguments stand for.

    Args:
        graph: the graph that is traced.
        arguments: the tensors.
        is_only_traced: whether no call follows.
    """
    graph.attached[_ARGUMENTS] = arguments
    if is_only_traced:
        graph.attached[_IS_ONLY_TRACED] = True
    try:
        yield
    finally:
        del graph.attached[_ARGUMENTS]  # A trace must not keep them.
        graph.attached.pop(_IS_ONLY_TRACED, None)


def _value_now(tensor: Any) -> np.ndarray:
    """What a tensor of a graph that is being traced is in the call for which it is traced."""
    if isinstance(tensor, EagerTensor):
        return tensor._array
    pure = _pure_operations_behind(tensor)
    if pure is not None:
        return _evaluated(tensor, pure)
    graph = tensor.graph
    order_effects(graph)
    needed = needed_operations(part_of(graph, graph.inputs, [tensor]))
    if any(effects_of_operation(operation).must_run for operation in needed):
        raise _EffectsBehindValue
    used = {id(x) for operation in needed for x in operation.inputs} | {id(tensor)}
    inputs = [placeholder for placeholder in graph.inputs if id(placeholder) in used]
    arrays = [_value_of_input(graph, placeholder) for placeholder in inputs]
    (value,) = HostPlan(part_of(graph, inputs, [tensor]))(*arrays)
    return np.asarray(value)


# What runs graphs, or does anything beside giving its outputs.
_NOT_PURE = STATEFUL | Trait.CALLS | Trait.ITERATES


def _pure_operations_behind(tensor: SymbolicTensor) -> list[Operation] | None:
    """The operations that lead to a tensor, inputs first; None if one of them has effects or runs graphs.

    A model's optimizer makes two variables for each of the model's: to look at the whole graph for each
    would take time that grows with the square of the model.
    """
    found: dict[Operation, None] = {}
    begun: set[Operation] = set()
    waiting = [tensor.op]
    while waiting:
        operation = waiting[-1]
        if operation in begun:
            found[waiting.pop()] = None  # A second time changes nothing.
            continue
        if operation.op_def.traits & _NOT_PURE or operation.control_inputs:
            return None
        begun.add(operation)
        waiting += [x.op for x in operation.inputs if x.op not in begun]
    return list(found)


def _evaluated(tensor: SymbolicTensor, operations: Sequence[Operation]) -> np.ndarray:
    """The value of a tensor by its operations, one after the other."""
    values: dict[int, EagerTensor] = {}
    for operation in operations:
        outputs = operation.outputs
        if operation.op_def.name == "Placeholder":
            array = _value_of_input(operation.graph, outputs[0])
            values[id(outputs[0])] = EagerTensor(array, outputs[0].dtype)
            continue
        inputs = [values[id(x)] for x in operation.inputs]
        result = evaluate(operation.op_def, inputs, operation.attrs)
        results = [result] if operation.op_def.has_one_output else result
        values.update((id(x), value) for x, value in zip(outputs, results, strict=True))
    return values[id(tensor)]._array


def _value_of_input(graph: FuncGraph, placeholder: SymbolicTensor) -> np.ndarray:
    for outside, inside in graph.captures:
        if inside is placeholder:
            return _value_now(outside)
    if _ARGUMENTS not in graph.attached:
        raise ValueError(
            f"A variable's initial value depends on {placeholder.op.name!r}, which is another in each "
            "round of a loop. Make the variable outside of the loop. (AG402)"
        )
    arguments = graph.attached[_ARGUMENTS]
    position = next(i for i, x in enumerate(graph.inputs) if x is placeholder)
    value = arguments[position] if position < len(arguments) else None
    if isinstance(value, (EagerTensor, SymbolicTensor)):
        return _value_now(value)
    raise ValueError(
        f"A variable's initial value depends on the argument {placeholder.op.name!r}, which has no "
        "value while the function is only traced. Call the function once, or make the initial value "
        "without the argument. (AG402)"
    )
