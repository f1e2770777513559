"""What stands for the arguments of a function while it is traced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor
from stagelight.staging.trace_types import replace_tensors, weakened
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec
from stagelight.types.trace_type import (
    PlaceholderContext,
    TraceType,
    TracingContext,
    own_trace_type,
)


class _Own:
    """An object of a type of its own: what stands for it, and its type."""

    __slots__ = ("kind", "value")

    def __init__(self, value: Any, kind: TraceType) -> None:
        self.value = value
        self.kind = kind


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
        self._has_own = False

    def of_argument(self, value: Any, parameter: str) -> Any:
        """The argument with its tensors replaced by inputs; objects of their own type are covered."""

        def placeholder(tensor: Any, name: str) -> SymbolicTensor:
            shape: Any = next(self._types)
            spec = TensorSpec(shape, tensor.dtype, getattr(tensor, "_name", None))
            return self._new(spec, parameter, name)

        def own(value: Any, name: str) -> _Own:
            kind: Any = next(self._types)
            known = TracingContext()
            own_trace_type(value, known)
            return self._of_own_type(kind, parameter, name, known.get_placeholder_mapping())

        return replace_tensors(value, placeholder, parameter, own=own)

    def _new(self, spec: TensorSpec, parameter: str, name: str) -> SymbolicTensor:
        given = spec.name or parameter
        symbolic = self._graph.add_input(spec.dtype, spec.shape, given)
        self._specs[id(symbolic)] = spec, TensorSpec(spec.shape, spec.dtype, spec.name or name)
        symbolic.op.attrs["_user_specified_name"] = given.encode()
        return symbolic

    def _of_own_type(
        self, kind: TraceType, parameter: str, name: str, variables: Mapping[Any, Any]
    ) -> _Own:
        """What the type says stands for its objects; its inputs in the order of `to_tensors`."""
        self._has_own = True
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
        return _Own(value, kind)

    def uncovered(self, value: Any) -> Any:
        """An argument as the function gets it."""
        if not self._has_own:
            return value
        return replace_tensors(
            value, lambda x, _: x, "", lambda x: x.value if isinstance(x, _Own) else x, lambda x: x
        )

    def typed(self, value: Any) -> Any:
        """An argument with the types of objects, and tensors' specs, in their place."""
        return replace_tensors(
            value,
            lambda x, _: self._specs[id(x)][0],
            "",
            lambda x: x.kind if isinstance(x, _Own) else weakened(x),
            lambda x: x._type_spec,
        )

    def described(self, value: Any) -> Any:
        """An argument with specs in the place of its tensors."""
        # Objects are held weakly here as in the key: a trace must not keep them alive.
        return replace_tensors(value, self._named_spec, "", weakened, lambda x: x._type_spec)

    def _named_spec(self, tensor: Any, _: str) -> TensorSpec:
        known = self._specs.get(id(tensor))
        return TensorSpec.from_tensor(tensor) if known is None else known[1]
