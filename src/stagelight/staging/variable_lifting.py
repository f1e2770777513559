"""Variables made while a function is traced: they are lifted out, so that they outlive the call.

A `tf.function` may make variables on its first call only. Each is made eagerly, outside of the graph; an
initial value that was computed in the graph is computed once more, at once, by running the part of the
graph that leads to it on the arguments of that call.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.core.dispatch import CONTEXT
from stagelight.core.tensor import EagerTensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor
from stagelight.graph.part import part_of
from stagelight.graph.scopes import init_scope
from stagelight.runtime.host_plan import HostPlan

SINGLETON_RULE = (
    "tf.function only supports singleton tf.Variables created on the first call. Make sure the "
    "tf.Variable is only created once or created outside tf.function. See "
    "https://www.tensorflow.org/guide/function#creating_tfvariables for more information."
)


def refuse_creation(next_creator: Callable[..., Any], **kwargs: Any) -> Any:
    """The creator of traces after the first one: no variable may be made.

    Raises:
        ValueError: always.
    """
    raise ValueError(SINGLETON_RULE)


class LiftingCreator:
    """The creator of a first trace: makes variables outside of the graph, and remembers them.

    Args:
        arguments: the call's tensors, for initial values that depend on them; None where the trace
            is made without values.
    """

    def __init__(self, graph: FuncGraph, arguments: Sequence[Any]) -> None:
        self._graph = graph
        self._arguments = arguments
        self.created: list[Callable[[], Any]] = []

    def __call__(self, next_creator: Callable[..., Any], **kwargs: Any) -> Any:
        initial_value = kwargs.get("initial_value")
        if callable(initial_value):
            with init_scope():
                kwargs["initial_value"] = initial_value()
        elif isinstance(initial_value, SymbolicTensor) and CONTEXT.stage is not None:
            kwargs["initial_value"] = self._computed(initial_value)
        with init_scope():
            variable = next_creator(**kwargs)
        self.created.append(weakref.ref(variable))
        return variable

    def _computed(self, tensor: SymbolicTensor) -> EagerTensor:
        graph: Any = tensor.graph
        if graph is not self._graph:
            raise ValueError(
                "A variable's initial value depends on a tensor inside a conditional or loop of the "
                "function. Pass a function that computes it: tf.Variable(lambda: ...)."
            )
        arrays = [self._array(placeholder, i) for i, placeholder in enumerate(graph.inputs)]
        (value,) = HostPlan(part_of(graph, graph.inputs, [tensor]))(*arrays)
        return EagerTensor(np.asarray(value), tensor.dtype)

    def _array(self, placeholder: SymbolicTensor, position: int) -> Any:
        for outside, inside in self._graph.captures:
            if inside is placeholder:
                return getattr(outside, "_array", None)
        value = self._arguments[position] if position < len(self._arguments) else None
        if not isinstance(value, EagerTensor):
            raise ValueError(
                f"A variable's initial value depends on the argument {placeholder.op.name!r}, which has "
                "no value while the function is only traced. Call the function once, or pass a "
                "function that computes the initial value."
            )
        return value._array
