"""Computes beforehand what depends on constants alone."""

from __future__ import annotations

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
        operations = graph.operations
        for position, operation in enumerate(operations):
            redirection.redirect(operation)
            op_def = operation.op_def
            if op_def.name == "Const":
                known[id(operation.outputs[0])] = operation.attrs["value"]._array
                continue
            if is_fixed(op_def) or operation.control_inputs or not op_def.has_one_output:
                continue
            array = self._value(operation, known)
            if array is None:
                continue
            output = operation.outputs[0]
            constant = make_constant(operation, operation.name, array, output.dtype)
            operations[position] = constant
            redirection.put(operation, constant.outputs, constant)
            known[id(constant.outputs[0])] = array
        if redirection:
            redirection.redirect_outputs(graph)
            graph.replace_operations(lambda operation: True)

    def _value(self, operation: Operation, known: dict[int, np.ndarray]) -> np.ndarray | None:
        output = operation.outputs[0]
        for tensor in operation.inputs:
            if id(tensor) not in known:
                is_shape = operation.op_def.dims is not None and output.dtype.is_integer
                return _value_by_shapes(output) if is_shape else None
        size = output.shape.num_elements()
        if size is None or size * output.dtype.size > self.most_bytes or is_handle(output):
            return None
        arrays = [known[id(tensor)] for tensor in operation.inputs]
        try:
            with np.errstate(all="ignore"):
                result: Any = operation.op_def.kernel(np, *arrays, **operation.attrs)
        except _FAILURES:
            return None
        return _fitting(np.asarray(result), output)


def _known_inputs(graph: FuncGraph) -> dict[int, np.ndarray]:
    """The values of captured eager tensors, by the placeholders."""
    known = {}
    for _, placeholder in graph.captures:
        value = graph.captured_constant(placeholder)
        if value is not None:
            known[id(placeholder)] = value._array
    return known


def _value_by_shapes(output: SymbolicTensor) -> np.ndarray | None:
    array = constant_value(output)
    return None if array is None else _fitting(array, output)


def _fitting(array: np.ndarray, output: SymbolicTensor) -> np.ndarray | None:
    """The array, if it is what the output was said to be."""
    if array.dtype != output.dtype.numpy_dtype or not output.shape.is_compatible_with(array.shape):
        return None
    return array


FOLD_CONSTANTS = FoldConstants()
