"""Machine code of single ops: of elementwise ones for arrays of any size, of others for one shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import stagelight.codegen.lowering.rules  # noqa: F401 - registers the rules
from stagelight.codegen.array_kernels import ArrayKernel, array_kernel
from stagelight.codegen.lowering.lowerability import lowerability_of
from stagelight.codegen.lowering.programs import lower
from stagelight.codegen.lowering.tensor_forms import is_static_array
from stagelight.codegen.machine.host import host_target
from stagelight.core import buffer_pool
from stagelight.core.op_def import OpDef
from stagelight.core.registry import lookup
from stagelight.core.tensor import EagerTensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.runtime.region_code import compile_static
from stagelight.runtime.regions import Region
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

# A length for the program; the kernel takes any.
_LENGTH = 1 << 16


class ElementwiseKernel:
    """Computes an op on arrays.

    Attributes:
        cost: of an element, in instructions.
    """

    def __init__(self, kernel: ArrayKernel, dtype: DType) -> None:
        self.cost = kernel.cost
        self._kernel = kernel
        self._dtype = dtype.numpy_dtype

    def __call__(self, arrays: Sequence[np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
        """The result, in an array of that shape."""
        result = buffer_pool.empty(shape, self._dtype)
        self._kernel(arrays, result)
        return result


def elementwise_kernel(
    op_def: OpDef, dtypes: Sequence[DType], are_single: Sequence[bool]
) -> ElementwiseKernel | None:
    """The kernel of an op; None if it cannot be lowered to a loop over the elements.

    Args:
        op_def: an op without attrs.
        dtypes: of the inputs.
        are_single: which inputs have one element.
    """
    graph = FuncGraph(f"large_{op_def.name}", None)
    inputs = [
        graph.add_input(dtype, TensorShape([] if is_single else [_LENGTH]), f"x{i}")
        for i, (dtype, is_single) in enumerate(zip(dtypes, are_single, strict=True))
    ]
    if not all(map(is_static_array, inputs)):
        return None
    operation = graph.add(op_def, inputs, {}, op_def.name)
    if not lowerability_of(graph).found[operation].is_resolved:
        return None
    kernel = array_kernel(lower("kernel", [operation], inputs, operation.outputs), host_target())
    return None if kernel is None else ElementwiseKernel(kernel, operation.outputs[0].dtype)


def program_of_op(
    op_def: OpDef,
    inputs: Sequence[EagerTensor],
    attrs: Mapping[str, Any],
    known: Sequence[int],
) -> Callable[..., tuple[np.ndarray, ...]] | None:
    """An op as a function of arrays like some inputs; None if it cannot be lowered.

    Args:
        op_def: the op.
        inputs: examples.
        attrs: its attrs.
        known: positions of inputs whose values are always those of the examples; the function does not
            take them.
    """
    graph = FuncGraph(f"large_{op_def.name}", None)
    given = []
    for i, tensor in enumerate(inputs):
        if i in known:
            value = EagerTensor(tensor._array.copy(), tensor.dtype)
            attrs_of_constant = {"value": value, "dtype": value.dtype}
            given += graph.add(lookup("Const"), (), attrs_of_constant, f"x{i}").outputs
        else:
            given.append(graph.add_input(tensor.dtype, tensor.shape, f"x{i}"))
    operation = graph.add(op_def, given, dict(attrs), op_def.name)
    if not lowerability_of(graph).found[operation].is_resolved:
        return None
    brought = [x for i, x in enumerate(given) if i not in known]
    return compile_static(Region([operation], brought, list(operation.outputs)), graph.name)
