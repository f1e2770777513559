"""Tracing: a Python function is run once over placeholders, and the graph of what it does is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.autograph.api import convert
from stagelight.autograph.context import ControlStatus, Status
from stagelight.core.dispatch import CONTEXT
from stagelight.graph.effects import hold_outputs_for_effects
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor
from stagelight.graph.tracing import trace_into
from stagelight.staging.call_signature import CallSignature
from stagelight.staging.concrete_function import ConcreteFunction, next_function_number
from stagelight.staging.trace_types import replace_tensors, weakened
from stagelight.staging.variable_lifting import (
    LiftingCreator,
    argument_values,
    refuse_creation,
)
from stagelight.state.variable_creation import variable_creator_scope
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec


class Tracer:
    """Makes the traces of one function. The first one may make variables.

    Args:
        python_function: What is traced.
        signature: Its parameters.
        instance: Gives the object whose method it is, None for a function.
        converts: Whether Python's control flow over tensors is converted.
        optional_features: Those of AutoGraph.
        must_compile: Whether what cannot be compiled is an error.

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
    ) -> None:
        self._python_function = python_function
        self._signature = signature
        self._instance = instance
        self._converts = converts
        self._optional_features = optional_features
        self._must_compile = must_compile
        self._has_begun = False
        self.count = 0

    def trace(
        self,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        shapes: Sequence[TensorShape],
        tensors: Sequence[Any],
    ) -> ConcreteFunction:
        """The trace for bound arguments.

        Args:
            args, kwargs: The arguments.
            shapes: For each tensor in them the shape that the trace is for.
            tensors: The tensors in them.

        Raises:
            ValueError: it is not the first trace, and the function makes a variable.
            Exception: what the function raises.
        """
        if self._has_begun:
            return self._traced(args, kwargs, shapes, refuse_creation)
        self._has_begun = True
        try:
            return self._first_trace(args, kwargs, shapes, tensors)
        except BaseException:
            self._has_begun = bool(self.count)
            raise

    def _first_trace(
        self,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        shapes: Sequence[TensorShape],
        tensors: Sequence[Any],
    ) -> ConcreteFunction:
        """The first trace may make variables; then a second one shows that calls will make no more."""
        graph = self._new_graph()
        creator = LiftingCreator()
        with argument_values(graph, tensors):
            concrete = self._traced(args, kwargs, shapes, creator, graph)
        if creator.created:
            concrete = self._traced(args, kwargs, shapes, refuse_creation)
        return concrete

    def _new_graph(self) -> FuncGraph:
        number = next_function_number()
        return FuncGraph(f"__inference_{self._signature.name}_{number}", CONTEXT.stage)

    def _traced(
        self,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        shapes: Sequence[TensorShape],
        creator: Callable[..., Any],
        graph: FuncGraph | None = None,
    ) -> ConcreteFunction:
        graph = graph or self._new_graph()
        graph.name_stack = ""
        graph.must_compile = self._must_compile
        remaining = iter(shapes)
        specs: dict[int, TensorSpec] = {}

        def with_placeholders(value: Any, parameter: str) -> Any:
            def placeholder(tensor: Any, name: str) -> SymbolicTensor:
                shape = next(remaining)
                given = getattr(tensor, "_name", None)
                symbolic = graph.add_input(tensor.dtype, shape, given or parameter)
                specs[id(symbolic)] = TensorSpec(shape, tensor.dtype, given or name)
                symbolic.op.attrs["_user_specified_name"] = (given or parameter).encode()
                return symbolic

            return replace_tensors(value, placeholder, parameter)

        with graph.as_default():
            names = self._signature.argument_names(len(args))
            traced_args = [*map(with_placeholders, args, names)]
            traced_kwargs = {k: with_placeholders(kwargs[k], k) for k in sorted(kwargs)}

        def described(value: Any) -> Any:
            # Objects are held weakly here as in the key: a trace must not keep them alive.
            return replace_tensors(
                value, lambda x, _: specs[id(x)], "", weakened, lambda x: x._type_spec
            )

        graph.structured_input_signature = (
            tuple(map(described, traced_args)),
            {key: described(value) for key, value in traced_kwargs.items()},
        )
        function = self._converted()
        if self._instance is not None:
            traced_args = [self._instance(), *traced_args]
        with variable_creator_scope(creator):
            trace_into(graph, function, traced_args, traced_kwargs)
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
