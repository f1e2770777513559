"""Functions of elements, traced: what `map`, `filter`, `scan` and `reduce` run on each element."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from stagelight import config
from stagelight.autograph.api import convert_callback
from stagelight.autograph.context import ControlStatus, Status
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.tensor import Tensor
from stagelight.data.structure import (
    components_of,
    flat_dtype,
    flat_shape,
    leaves_of,
    normalized,
    packed,
    spec_of,
)
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import trace_into
from stagelight.ops.host.host_call import py_function
from stagelight.public import public
from stagelight.staging.variable_lifting import LiftingCreator
from stagelight.state.variable_creation import variable_creator_scope
from stagelight.types.dtypes import DType

_numbers = itertools.count(1)


class StructuredFunction:
    """A function traced for elements of given specs.

    Attributes:
        graph: its graph; inputs are the elements' components, then captures.
        captures: the tensors it uses from outside: further inputs of the op that runs it.
        output_spec: the spec of what it returns.
        is_debugged: whether the graph calls the Python function for each element.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        name: str,
        result_dtype: DType | None = None,
    ) -> None:
        self.output_spec: Any = None
        self.is_debugged = config.current.debugs_datasets
        converted = convert_callback(function, ControlStatus(Status.ENABLED))

        def result_of(called: Callable[..., Any], args: Sequence[Any]) -> Any:
            value = called(*args)
            return (
                _result(value) if result_dtype is None else convert_to_tensor(value, result_dtype)
            )

        def call(*args: Any) -> Any:
            result = result_of(converted, args)
            self.output_spec = spec_of(result)
            return components_of(result)

        self.graph = self._traced(call, arguments, name)
        if self.is_debugged:
            # The first trace has told what the function returns.
            self.graph = self._traced(
                self._stepping(lambda args: result_of(function, args)), arguments, name
            )
        self.captures: list[Tensor] = list(self.graph.external_captures)

    def _traced(self, call: Callable[..., Any], arguments: tuple[Any, ...], name: str) -> FuncGraph:
        graph = FuncGraph(f"__inference_{name}_{next(_numbers)}", CONTEXT.stage)
        graph.name_stack = ""
        with graph.as_default():
            traced = [_argument(graph, spec) for spec in arguments]
        # A layer may make its variables at its first call, which is this one.
        with variable_creator_scope(LiftingCreator()):
            trace_into(graph, call, traced)
        return graph

    def _stepping(self, step_on: Callable[[Sequence[Any]], Any]) -> Callable[..., Any]:
        """A call of the Python function itself for each element, where a debugger can stop."""
        spec = self.output_spec
        leaves = leaves_of(spec)

        def call(*args: Any) -> Any:
            arguments = [spec_of(arg) for arg in args]
            counts = [len(leaves_of(argument)) for argument in arguments]

            def step(*tensors: Any) -> list[Any]:
                remaining = iter(tensors)
                elements = [
                    packed(argument, list(itertools.islice(remaining, count)))
                    for argument, count in zip(arguments, counts, strict=True)
                ]
                return components_of(step_on(elements))

            inputs = [tensor for arg in args for tensor in components_of(arg)]
            outputs = py_function(step, inputs, [flat_dtype(leaf) for leaf in leaves])
            for output, leaf in zip(outputs, leaves, strict=True):
                output.set_shape(flat_shape(leaf))
            return outputs

        return call


def _argument(graph: FuncGraph, spec: Any) -> Any:
    inputs = [
        graph.add_input(flat_dtype(leaf), flat_shape(leaf), "args") for leaf in leaves_of(spec)
    ]
    return packed(spec, inputs)


def _result(value: Any) -> Any:
    """What a function returned as an element: TensorFlow takes a list for a tuple here.

    Raises:
        TypeError: it is no element.
    """
    if isinstance(value, list):
        value = tuple(value)
    try:
        return normalized(value)
    except (TypeError, ValueError) as error:
        raise TypeError(f"Unsupported return value from function: {value!r}. ({error})") from error


@public("data.experimental.enable_debug_mode")
def enable_debug_mode() -> None:
    """Lets functions of elements, of datasets made from now on, run as Python for each element.

    They run one after the other, in the thread that asks for the element, so that breakpoints and prints
    work.

    Raises:
        ValueError: it is called while a graph is being built.

    >>> tf.data.experimental.enable_debug_mode()
    >>> seen = []
    >>> numbers = tf.data.Dataset.range(2).map(lambda x: seen.append(x) or x)
    >>> len(list(numbers))
    2
    >>> [type(x).__name__ for x in seen]  # the first call tells what the function returns
    ['SymbolicTensor', 'EagerTensor', 'EagerTensor']
    """
    if CONTEXT.stage is not None:
        raise ValueError(
            "`enable_debug_mode()` is only supported in eager mode. Call it outside of tf.function. (AG411)"
        )
    config.change(debugs_datasets=True)
