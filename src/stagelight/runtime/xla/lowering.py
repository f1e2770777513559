"""The walk over a graph's operations while JAX traces.

All shapes are known then. So a value is a NumPy array where it follows from shapes and constants: an
operation of such values is run by its NumPy kernel there and then, and the arithmetic of sizes and axes never
reaches XLA. All others are traced arrays, `Cell`s and `Rows`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.op_def import STATEFUL, Trait
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import needed_operations
from stagelight.passes.pipeline import optimize
from stagelight.runtime.xla.engine import array_module, jax, jnp
from stagelight.runtime.xla.registry import rule_of
from stagelight.runtime.xla.values import Cell, NotLowered, Rows, is_known
from stagelight.types import dtypes

# Results of more elements are computed by the program: as constants of it they would only take room.
_MOST_KNOWN = 4_096

_NOT_BEFOREHAND = STATEFUL | Trait.CALLS | Trait.PYTHON | Trait.HOST_ONLY


class Lowering:
    """One walk: of a graph and all that it calls.

    Attributes:
        array_module: `jax.numpy`, for kernels.
        loops: how many loops there are around what is being lowered.
    """

    def __init__(self) -> None:
        self.array_module: ModuleType = array_module()
        self.loops = 0

    def lower_graph(self, graph: FuncGraph, inputs: Sequence[Any]) -> list[Any]:
        """The outputs of a graph, for values of its inputs.

        Raises:
            NotLowered: an operation of this graph, which the error names, cannot be in a program.
        """
        graph = optimize(graph)
        values = {id(x): value for x, value in zip(graph.inputs, inputs, strict=True)}
        for operation in needed_operations(graph):
            if operation.op_def.name not in ("Const", "Placeholder"):
                results = self._lower(operation, [self._value(values, x) for x in operation.inputs])
                for tensor, result in zip(operation.outputs, results, strict=True):
                    values[id(tensor)] = result
        return [self._value(values, x) for x in graph.outputs]

    def _value(self, values: dict[int, Any], tensor: SymbolicTensor) -> Any:
        found = values.get(id(tensor))
        if found is None:
            found = values[id(tensor)] = tensor.op.attrs["value"]._array
        return found

    def _lower(self, operation: Operation, values: list[Any]) -> Sequence[Any]:
        try:
            if _is_computed_beforehand(operation, values):
                results = _by_numpy(operation, values)
            else:
                rule = rule_of(operation.op_def)
                if rule is None:
                    raise NotLowered(f"no rule takes {operation.type}")
                with jax.named_scope(operation.name.replace("/", ".")):
                    results = rule(self, operation, *values)
        except NotLowered as error:
            # An operation within a call or a loop: it is that one which cannot be in the program.
            error.operation = operation
            raise
        except _errors_of_data() as error:
            raise NotLowered("a size or a choice depends on data", operation) from error
        if operation.op_def.has_one_output:
            results = [results]
        return [
            _as_declared(result, tensor)
            for result, tensor in zip(results or (), operation.outputs, strict=True)
        ]


def _errors_of_data() -> tuple[type[Exception], ...]:
    """What JAX raises where Python asks for the value of a traced array."""
    found = jax.errors
    return (
        found.ConcretizationTypeError,
        found.TracerArrayConversionError,
        found.TracerBoolConversionError,
        found.TracerIntegerConversionError,
        found.NonConcreteBooleanIndexError,
    )


def _is_computed_beforehand(operation: Operation, values: Sequence[Any]) -> bool:
    if operation.op_def.traits & _NOT_BEFOREHAND or not all(map(is_known, values)):
        return False
    if not values or any(x.dtype is dtypes.variant for x in operation.outputs):
        return False
    counts = [x.shape.num_elements() for x in operation.outputs]
    return all(x is not None and x <= _MOST_KNOWN for x in counts)


def _by_numpy(operation: Operation, values: Sequence[Any]) -> Any:
    with np.errstate(all="ignore"):
        arrays = [np.asarray(x) for x in values]
        results = operation.op_def.kernel(np, *arrays, **operation.attrs)
    if operation.op_def.has_one_output:
        return np.asarray(results)
    return [np.asarray(x) for x in results]


def _as_declared(value: Any, tensor: SymbolicTensor) -> Any:
    """A result in the dtype that its operation says."""
    if isinstance(value, (Cell, Rows)):
        return value
    dtype = tensor.dtype.numpy_dtype
    if is_known(value):
        return np.asarray(value, dtype)
    return value if value.dtype == dtype else jnp.asarray(value, dtype)
