"""What stands for the arguments of a function while it is traced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor
from stagelight.staging.trace_types import (
    ARGUMENTS,
    is_composite_leaf,
    is_own_typed,
    map_leaves,
    weakened,
)
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec
from stagelight.types.trace_type import (
    PlaceholderContext,
    TraceType,
    TracingContext,
    own_trace_type,
)
from stagelight.types.type_spec import TypeSpec


@dataclass(frozen=True)
class TracedArgument:
    """An argument as the trace sees it.

    Attributes:
        value: what the function is called with: placeholders for tensors.
        typed: the types of objects, and tensors' specs as the program gave them, in their place.
        described: tensors' specs, with the names that they have here, in their place.
    """

    value: Any
    typed: Any
    described: Any


class Placeholders:
    """Makes the inputs of a graph for the arguments of a function.

    Args:
        graph: Gets the inputs.
        types: For each tensor in the arguments the shape, for each object that says its own type that,
            in order.
    """

    def __init__(self, graph: FuncGraph, types: Sequence[TensorShape | TraceType]) -> None:
        self._graph = graph
        self._types = iter(types)
        # Of each input: its spec as the program gave it, and with the name that it has here.
        self._specs: dict[int, tuple[TensorSpec, TensorSpec]] = {}

    def of_argument(self, value: Any, parameter: str) -> TracedArgument:
        """An argument with its tensors replaced by inputs."""
        # By position among the leaves: the types of objects that say their own.
        own_types: dict[int, TraceType] = {}

        def placeholder(leaf: Any, name: str, position: int) -> Any:
            if not is_own_typed(leaf):
                return self._of_leaf(leaf, parameter, name)
            kind: Any = next(self._types)
            known = TracingContext()
            own_trace_type(leaf, known)
            variables = known.get_placeholder_mapping()
            own_types[position] = kind
            return self._of_own_type(kind, parameter, name, variables)

        leaves = self._replaced(value, parameter, placeholder)
        traced = nest.pack_like(value, leaves, ARGUMENTS)
        typed = [
            own_types[i] if i in own_types else self._typed(leaf) for i, leaf in enumerate(leaves)
        ]
        # Objects are held weakly here as in the key: a trace must not keep them alive.
        return TracedArgument(
            traced, nest.pack_like(value, typed, ARGUMENTS), map_leaves(self._described, traced)
        )

    @staticmethod
    def _replaced(value: Any, name: str, replace: Callable[[Any, str, int], Any]) -> list[Any]:
        """What is in the place of each leaf, which is called by the way to it: `x_key_0`."""
        leaves, spec = nest.flatten_with_spec(value, ARGUMENTS)
        names = ["_".join([name, *map(str, path)]) for path in nest.spec_paths(spec)]
        return list(map(replace, leaves, names, range(len(leaves))))

    def _of_leaf(self, leaf: Any, parameter: str, name: str) -> Any:
        """What stands for a leaf: an input for a tensor, several for a composite tensor."""

        def of_components(components: Any) -> Any:
            replaced = self._replaced(
                components, name, lambda part, its, _: self._of_leaf(part, parameter, its)
            )
            return nest.pack_like(components, replaced, ARGUMENTS)

        if isinstance(leaf, (np.ndarray, np.generic)):
            leaf = convert_to_tensor(leaf)
        if isinstance(leaf, (Tensor, TensorSpec)):
            shape: Any = next(self._types)
            spec = TensorSpec(shape, leaf.dtype, getattr(leaf, "_name", None))
            return self._new(spec, parameter, name)
        if is_composite_leaf(leaf):
            spec = leaf._type_spec
            return spec._from_components(of_components(spec._to_components(leaf)))
        if isinstance(leaf, TypeSpec):
            return leaf._from_components(of_components(leaf._component_specs))
        return leaf

    def _new(self, spec: TensorSpec, parameter: str, name: str) -> SymbolicTensor:
        given = spec.name or parameter
        symbolic = self._graph.add_input(spec.dtype, spec.shape, given)
        self._specs[id(symbolic)] = spec, TensorSpec(spec.shape, spec.dtype, spec.name or name)
        symbolic.op.attrs["_user_specified_name"] = given.encode()
        return symbolic

    def _of_own_type(
        self, kind: TraceType, parameter: str, name: str, variables: Mapping[Any, Any]
    ) -> Any:
        """What the type says stands for its objects; its inputs in the order of `to_tensors`."""
        inputs = self._graph.inputs
        start = len(inputs)
        context = PlaceholderContext(
            lambda spec, given: self._new(
                spec, given or parameter, f"{name}_{len(inputs) - start}"
            ),
            parameter,
            variables,
        )
        value = kind.placeholder_value(context)
        tensors = kind.to_tensors(value)
        if sorted(map(id, tensors)) != sorted(map(id, inputs[start:])):
            raise ValueError(
                f"{kind!r}: to_tensors gives other tensors of what stands for an argument than "
                f"placeholder_value made. Made: {inputs[start:]}. Given: {tensors}."
            )
        inputs[start:] = tensors
        return value

    def _typed(self, leaf: Any) -> Any:
        if isinstance(leaf, Tensor):
            return self._specs[id(leaf)][0]
        return leaf._type_spec if is_composite_leaf(leaf) else weakened(leaf)

    def _described(self, leaf: Any) -> Any:
        if isinstance(leaf, (np.ndarray, np.generic)):
            return TensorSpec.from_tensor(convert_to_tensor(leaf))
        if not isinstance(leaf, Tensor):
            return leaf._type_spec if is_composite_leaf(leaf) else weakened(leaf)
        known = self._specs.get(id(leaf))
        return TensorSpec.from_tensor(leaf) if known is None else known[1]
