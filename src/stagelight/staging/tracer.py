"""Tracing: a Python function is run once over placeholders, and the graph of what it does is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stagelight.autograph.api import convert
from stagelight.autograph.context import ControlStatus, Status
from stagelight.core.dispatch import CONTEXT
from stagelight.graph.effect_order import hold_outputs_for_effects
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import trace_into
from stagelight.staging.argument_mutations import ArgumentSnapshot
from stagelight.staging.call_signature import CallSignature
from stagelight.staging.concrete_function import ConcreteFunction, next_function_number
from stagelight.staging.placeholders import Placeholders
from stagelight.staging.variable_lifting import (
    LiftingCreator,
    argument_values,
    initializes_variables,
    refuse_creation,
)
from stagelight.state.variable_creation import variable_creator_scope
from stagelight.types.shapes import TensorShape
from stagelight.types.trace_type import TraceType


class Tracer:
    """Makes the traces of one function. The first one may make variables.

    Args:
        python_function: What is traced.
        signature: Its parameters.
        instance: Gives the object whose method it is, None for a function.
        converts: Whether Python's control flow over tensors is converted.
        optional_features: Those of AutoGraph.
        must_compile: Whether what cannot be compiled is an error.
        attributes: What `tf.function` was given as `experimental_attributes`.

    Attributes:
        count: How many traces were made so far.
    """

    def __init__(
        self,
        python_function: Callable[..., Any],
        signature: CallSignature,
        instance: Callable[[], Any] | None,
        *,
        converts: bool,
        optional_features: Any,
        must_compile: bool,
        attributes: Mapping[str, Any],
    ) -> None:
        self._python_function = python_function
        self._signature = signature
        self._instance = instance
        self._converts = converts
        self._optional_features = optional_features
        self._must_compile = must_compile
        self._attributes = attributes
        self._has_begun = False
        self.count = 0

    def trace(
        self,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        types: Sequence[TensorShape | TraceType],
        tensors: Sequence[Any],
        is_only_traced: bool = False,
    ) -> ConcreteFunction:
        """The trace for bound arguments.

        Args:
            args, kwargs: The arguments.
            types: What the trace is for: the shape of each tensor in them, the type of each object that
                says its own.
            tensors: The tensors in them.
            is_only_traced: Whether no call follows.

        Raises:
            ValueError: it is not the first trace, and the function makes a variable.
            Exception: what the function raises.
        """
        if self._has_begun:
            return self._traced(args, kwargs, types, refuse_creation)
        self._has_begun = True
        try:
            return self._first_trace(args, kwargs, types, tensors, is_only_traced)
        except BaseException:
            self._has_begun = bool(self.count)
            raise

    def _first_trace(
        self,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        types: Sequence[TensorShape | TraceType],
        tensors: Sequence[Any],
        is_only_traced: bool,
    ) -> ConcreteFunction:
        """The first trace may make variables; then a second one shows that calls will make no more.

        The first one runs at the first call where variables have no value before.
        """
        graph = self._new_graph()
        creator = LiftingCreator()
        with argument_values(graph, tensors, is_only_traced):
            first = self._traced(args, kwargs, types, creator, graph)
        if not creator.created:
            return first
        concrete = self._traced(args, kwargs, types, refuse_creation)
        if initializes_variables(graph):
            concrete.for_first_call = first
        return concrete

    def _new_graph(self) -> FuncGraph:
        number = next_function_number()
        return FuncGraph(f"__inference_{self._signature.name}_{number}", CONTEXT.stage)

    def _traced(
        self,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        types: Sequence[TensorShape | TraceType],
        creator: Callable[..., Any],
        graph: FuncGraph | None = None,
    ) -> ConcreteFunction:
        graph = graph or self._new_graph()
        graph.name_stack = ""
        graph.must_compile = self._must_compile
        graph.attributes = self._attributes
        placeholders = Placeholders(graph, types)
        with graph.as_default():
            names = self._signature.argument_names(len(args))
            positional = [*map(placeholders.of_argument, args, names)]
            named = {k: placeholders.of_argument(kwargs[k], k) for k in sorted(kwargs)}
        _put_captures_last(graph)
        graph.argument_types = (
            tuple([argument.typed for argument in positional]),
            {key: argument.typed for key, argument in named.items()},
        )
        graph.structured_input_signature = (
            tuple([argument.described for argument in positional]),
            {key: argument.described for key, argument in named.items()},
        )
        traced_args = [argument.value for argument in positional]
        traced_kwargs = {key: argument.value for key, argument in named.items()}
        function = self._converted()
        snapshot = ArgumentSnapshot(self._signature, traced_args, traced_kwargs)
        if self._instance is not None:
            traced_args = [self._instance(), *traced_args]
        with variable_creator_scope(creator):
            trace_into(graph, function, traced_args, traced_kwargs)
        snapshot.check()
        hold_outputs_for_effects(graph)
        self.count += 1
        return ConcreteFunction(graph, self._signature)

    def _converted(self) -> Callable[..., Any]:
        if not self._converts:
            return self._python_function
        return convert(
            self._python_function,
            optional_features=self._optional_features,
            status=ControlStatus(Status.ENABLED),
        )


def _put_captures_last(graph: FuncGraph) -> None:
    """Orders inputs as calls give them: arguments, then captures.

    An object that is made for an argument may take tensors from outside before the next argument has its own.
    """
    captured = {id(inside) for inside in graph.internal_captures}
    if captured:
        graph.take_as_inputs([x for x in graph.inputs if id(x) not in captured])
