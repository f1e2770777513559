"""Which tensors a compiled program can have: their dtypes, sizes and handle data.

A tensor is *static* here if all its sizes are known. The obstacles say why a tensor
cannot be in a program: as the graph stands, or once the sizes of its inputs are known (`static=False`).
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import numpy as np

from stagelight.codegen.lowering.values import Sizes
from stagelight.core.inference import ListsOf
from stagelight.graph.operation import SymbolicTensor
from stagelight.passes.rewriting import is_handle
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

# Dtypes that machine code computes with.
SUPPORTED = frozenset(
    {
        dtypes.bool_, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64, dtypes.uint8, dtypes.uint16,
        dtypes.uint32, dtypes.uint64, dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64,
    }
)  # fmt: skip

# Ops whose outputs may be the handles that they are given.
_FORWARDS_HANDLES = frozenset({"Identity", "While", "StatelessWhile"})


def known_array(tensor: SymbolicTensor) -> np.ndarray | None:
    """The value of a constant of the graph."""
    return tensor.op.attrs["value"]._array if tensor.op.op_def.name == "Const" else None


def data_of_arrays(data: Any) -> Any:
    """Of a list's handle data, those of the arrays that it, or the lists in it, hold."""
    while isinstance(data, ListsOf):
        data = data.elements
    return data


def depth_of_list(tensor: SymbolicTensor) -> int:
    """1 for a list of arrays, 2 for a list of these, and so on; 0 for what is no list."""
    if tensor.dtype is not dtypes.variant:
        return 0
    depth, data = 1, tensor.handle_data
    while isinstance(data, ListsOf):
        depth, data = depth + 1, data.elements
    return depth


def sizes_of(tensor: SymbolicTensor) -> Sizes:
    """The static sizes; of a handle, those of the variable's value, or of the list's arrays."""
    shape = data_of_arrays(tensor.handle_data)[0] if is_handle(tensor) else tensor.shape
    return tuple(shape.as_list())


def dtype_of(tensor: SymbolicTensor) -> DType:
    """The dtype; of a handle, that of the variable's value, or of the list's arrays."""
    return data_of_arrays(tensor.handle_data)[1] if is_handle(tensor) else tensor.dtype


def are_alike(x: SymbolicTensor, y: SymbolicTensor) -> bool:
    """Whether two tensors have one dtype and static sizes, and lists one depth."""
    return (
        x.dtype is y.dtype
        and dtype_of(x) is dtype_of(y)
        and sizes_of(x) == sizes_of(y)
        and depth_of_list(x) == depth_of_list(y)
    )


def is_forwarded_handle(tensor: SymbolicTensor) -> bool:
    """Whether it may be a handle that its operation was given."""
    return tensor.dtype is dtypes.resource and tensor.op.op_def.name in _FORWARDS_HANDLES


# ---------------------------------------------------------------------------- reasons


def array_obstacle(tensor: SymbolicTensor, *, static: bool = True) -> str:
    """Why a tensor cannot be an array of a program; "" if it can."""
    if tensor.dtype not in SUPPORTED:
        return f"{tensor.name} is of dtype {tensor.dtype.name}"
    if static and not tensor.shape.is_fully_defined():
        return f"{tensor.name} has the shape {tensor.shape}, of which not all sizes are known"
    return ""


def list_obstacle(tensor: SymbolicTensor, *, static: bool = True) -> str:
    """Why a tensor cannot be a tensor list of a program; "" if it can. Arrays of a list are not empty."""
    if tensor.dtype is not dtypes.variant:
        return f"{tensor.name} is of dtype {tensor.dtype.name}"
    if tensor.handle_data is None:
        return f"{tensor.name} is a variant of which is not known that it is a tensor list, and of what"
    if tensor.shape.rank != 0:
        return f"{tensor.name} is a tensor of several lists"
    shape, dtype = data_of_arrays(tensor.handle_data)
    if dtype not in SUPPORTED:
        return f"{tensor.name} is a list of tensors of dtype {dtype.name}"
    if static and (not shape.is_fully_defined() or 0 in shape.as_list()):
        return f"{tensor.name} is a list of tensors of shape {shape}"
    return ""


def variable_obstacle(tensor: SymbolicTensor, supported: Set[DType] = SUPPORTED) -> str:
    """Why a tensor cannot be the handle of a variable of a program, in one of these dtypes; "" if it can."""
    if tensor.dtype is not dtypes.resource or tensor.handle_data is None:
        return f"{tensor.name} is the handle of no variable, or of an unknown one"
    shape, dtype = tensor.handle_data
    if dtype not in supported:
        return f"{tensor.name} is a variable of dtype {dtype.name}"
    if not shape.is_fully_defined():
        return f"{tensor.name} is a variable of shape {shape}"
    return ""


def result_obstacle(tensor: SymbolicTensor, *, static: bool = True) -> str:
    """Why a program cannot return a tensor, an array or a list of arrays; "" if it can."""
    kind = list_obstacle if tensor.dtype is dtypes.variant else array_obstacle
    return kind(tensor, static=static)


def value_obstacle(tensor: SymbolicTensor, *, static: bool = True) -> str:
    """Why a tensor cannot be in a program, as a result or as a variable; "" if it can."""
    if tensor.dtype is dtypes.resource:
        return variable_obstacle(tensor)
    return result_obstacle(tensor, static=static)


# ---------------------------------------------------------------------------- predicates


def is_static_array(tensor: SymbolicTensor) -> bool:
    """Whether the dtype and all sizes are ones that code can be made for."""
    return not array_obstacle(tensor)


def is_variable(tensor: SymbolicTensor) -> bool:
    """Whether it is the handle of a variable whose value is a static array."""
    return tensor.dtype is dtypes.resource and not variable_obstacle(tensor)


def is_list(tensor: SymbolicTensor) -> bool:
    """Whether it is the handle of a tensor list whose arrays are static, and not empty."""
    return tensor.dtype is dtypes.variant and not list_obstacle(tensor)


def is_static_result(tensor: SymbolicTensor) -> bool:
    """Whether a program can return it: a static array, or a list of such arrays."""
    return not result_obstacle(tensor)


def is_static_value(tensor: SymbolicTensor) -> bool:
    """Whether a program can have it: what it can return, or a variable."""
    return not value_obstacle(tensor)
