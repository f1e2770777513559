"""Computes beforehand what depends on constants alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight.core.inference import constant_value
from stagelight.errors import OpError
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.rewriting import Redirection, is_fixed, is_handle, make_constant

# What kernels raise: an operation that fails stays, and fails when it runs, if it runs.
_FAILURES = (
    OpError,
    ValueError,
    TypeError,
    IndexError,
    ArithmeticError,
    MemoryError,
    RuntimeWarning,
)


@dataclass(frozen=True)
class FoldConstants:
    """Replaces pure operations whose inputs are known by constants.

    Known are constants, eager values that the function captured, and what follows from static
    shapes (`tf.shape` of a tensor whose shape is known). The operation's own kernel runs, now
    instead of later, so the value is the same bit for bit. Where it raises an error the operation
    is left alone.

    Attributes:
        most_bytes: larger results are not kept in the graph.
    """

    name: str = "fold_constants"
    switches: tuple[str, ...] = ("constant_folding", "shape_optimization")
    most_bytes: int = 10 * 1024 * 1024

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place."""
        known = _known_inputs(graph)
        redirection = Redirection()
        operations: list[Operation] = []
        for operation in graph.operations:
            redirection.redirect(operation)
            op_def = operation.op_def
            if op_def.name == "Const":
                known[id(operation.outputs[0])] = operation.attrs["value"]._array
            elif not is_fixed(op_def) and not operation.control_inputs:
                arrays = self._values(operation, known)
                if arrays is not None:
                    constants = _constants(operation, arrays)
                    redirection.put(operation, [x.outputs[0] for x in constants], constants[0])
                    known.update(
                        (id(x.outputs[0]), array)
                        for x, array in zip(constants, arrays, strict=True)
                    )
                    operations += constants
                    continue
            operations.append(operation)
        if redirection:
            graph.operations = operations
            redirection.redirect_outputs(graph)
            graph.replace_operations(lambda operation: True)

    def _values(
        self, operation: Operation, known: dict[int, np.ndarray]
    ) -> Sequence[np.ndarray] | None:
        """The values of all outputs, None where they are not known or not kept."""
        outputs = operation.outputs
        for tensor in operation.inputs:
            if id(tensor) not in known:
                is_shape = operation.op_def.dims is not None and outputs[0].dtype.is_integer
                return _value_by_shapes(outputs[0]) if is_shape and len(outputs) == 1 else None
        if not outputs or any(map(is_handle, outputs)):
            return None
        room = self.most_bytes
        for output in outputs:
            size = output.shape.num_elements()
            if size is None:
                return None
            room -= size * output.dtype.size
        if room < 0:
            return None
        arrays = [known[id(tensor)] for tensor in operation.inputs]
        try:
            with np.errstate(all="ignore"):
                result: Any = operation.op_def.kernel(np, *arrays, **operation.attrs)
        except _FAILURES:
            return None
        values = [result] if operation.op_def.has_one_output else result
        return _fitting([np.asarray(x) for x in values], outputs)


def _constants(operation: Operation, arrays: Sequence[np.ndarray]) -> list[Operation]:
    """Constants in the place of an operation; the first has its name."""
    name = operation.name
    names = [name, *(operation.graph.unique_name(f"{name}/output") for _ in arrays[1:])]
    return [
        make_constant(operation, name, array, output.dtype)
        for name, array, output in zip(names, arrays, operation.outputs, strict=True)
    ]


def _known_inputs(graph: FuncGraph) -> dict[int, np.ndarray]:
    """The values of captured eager tensors, by the placeholders."""
    known = {}
    for _, placeholder in graph.captures:
        value = graph.captured_constant(placeholder)
        if value is not None:
            known[id(placeholder)] = value._array
    return known


def _value_by_shapes(output: SymbolicTensor) -> Sequence[np.ndarray] | None:
    array = constant_value(output)
    return None if array is None else _fitting([array], [output])


def _fitting(
    arrays: Sequence[np.ndarray], outputs: Sequence[SymbolicTensor]
) -> Sequence[np.ndarray] | None:
    """The arrays, if they are what the outputs were said to be."""
    for array, output in zip(arrays, outputs, strict=True):
        if array.dtype != output.dtype.numpy_dtype:
            return None
        if not output.shape.is_compatible_with(array.shape):
            return None
    return arrays


FOLD_CONSTANTS = FoldConstants()
