"""Functions of elements, traced: what `map`, `filter`, `scan` and `reduce` run on each element."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from stagelight import nest
from stagelight.autograph.api import convert_callback
from stagelight.autograph.context import ControlStatus, Status
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.tensor import Tensor
from stagelight.data.dataset import Dataset, DatasetSpec, components_of, spec_of
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import trace_into
from stagelight.types.dtypes import variant
from stagelight.types.shapes import TensorShape

_numbers = itertools.count(1)


class StructuredFunction:
    """A function traced for elements of given specs.

    Attributes:
        graph: its graph; inputs are the elements' components, then captures.
        captures: the tensors it uses from outside: further inputs of the op that runs it.
        output_spec: the spec of what it returns.
    """

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...], name: str) -> None:
        self.graph = FuncGraph(f"__inference_{name}_{next(_numbers)}", CONTEXT.stage)
        self.graph.name_stack = ""
        with self.graph.as_default():
            traced = [nest.map_structure(self._placeholder, spec) for spec in arguments]
        converted = convert_callback(function, ControlStatus(Status.ENABLED))
        self.output_spec: Any = None

        def call(*args: Any) -> Any:
            result = _normalized(converted(*args))
            self.output_spec = spec_of(result)
            return components_of(result)

        trace_into(self.graph, call, traced)
        self.captures: list[Tensor] = list(self.graph.external_captures)

    def _placeholder(self, spec: Any) -> Any:
        if isinstance(spec, DatasetSpec):
            tensor = self.graph.add_input(variant, TensorShape(()), "args")
            return spec._from_components(tensor)
        return self.graph.add_input(spec.dtype, spec.shape, "args")


def _normalized(result: Any) -> Any:
    """Lists become tensors, as in TensorFlow; tuples and dicts stay structures."""
    if isinstance(result, (Tensor, Dataset)):
        return result
    if isinstance(result, dict):
        return type(result)((key, _normalized(value)) for key, value in result.items())
    if isinstance(result, tuple):
        items = [_normalized(item) for item in result]
        return type(result)(*items) if hasattr(result, "_fields") else tuple(items)
    return convert_to_tensor(result)


def spread(element_spec: Any) -> tuple[Any, ...]:
    """An element as a function's arguments: a tuple is spread over several."""
    if isinstance(element_spec, tuple) and not hasattr(element_spec, "_fields"):
        return element_spec
    return (element_spec,)
