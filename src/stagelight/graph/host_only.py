"""Operations that only the host can run: what they compute with is no array of numbers."""

from __future__ import annotations

from stagelight.core.op_def import Trait
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types import dtypes


def host_reason(operation: Operation) -> str:
    """Why an operation is one for the host that no compiler could have; "" if it is none."""
    traits = operation.op_def.traits
    if traits & Trait.PYTHON:
        return "it calls Python"
    if any(x.dtype is dtypes.string for x in operation.inputs):
        return "it works on text"
    if any(x.dtype is dtypes.string for x in operation.outputs):
        return "its result is text"
    if not traits & Trait.HOST_ONLY:
        return ""
    if traits & Trait.SIDE_EFFECT:
        return "it does something outside of the graph"
    if any(map(_is_held_by_host, (*operation.inputs, *operation.outputs))):
        return "datasets, tables and other objects that are no tensors stay with Python"
    return ""


def _is_held_by_host(tensor: SymbolicTensor) -> bool:
    """Whether it stands for an object of Python's that is no variable."""
    return tensor.dtype is dtypes.variant or (
        tensor.dtype is dtypes.resource and tensor.handle_data is None
    )
