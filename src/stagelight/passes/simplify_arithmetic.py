"""Removes and shortens operations where the value stays the same bit for bit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.rewriting import (
    Redirection,
    is_commutative,
    make_constant,
    value_of_constant,
)
from stagelight.types.dtypes import DType


@dataclass(frozen=True)
class SimplifyArithmetic:
    """Removes operations that give one of their inputs, and joins pairs of operations.

    - `Identity` and its kin; `Cast` to the same dtype; `AddN` of one tensor
    - `x + 0`, `x - 0`, `x * 1`, `x / 1`, `x & true`, `x | false`; for floats 0 is the zero that
      keeps the sign of zeros: -0.0 is added, +0.0 subtracted
    - `-(-x)`, `not not x` and other operations that undo themselves
    - `Reshape`, `BroadcastTo` and `Tile` that keep the shape; a reshape of a reshape
    - `Transpose` that moves nothing; a transpose of a transpose

    Nothing is done that rounds, overflows or treats NaN otherwise, or that hides a run-time error.
    An operation with control inputs stays, since its value must wait.
    """

    name: str = "simplify_arithmetic"
    switches: tuple[str, ...] = ("arithmetic_optimization", "remapping")

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place."""
        redirection = Redirection()
        made: list[tuple[Operation, Operation]] = []
        for operation in graph.operations:
            redirection.redirect(operation)
            rule = _RULES.get(operation.op_def.name)
            if rule is None or operation.control_inputs:
                continue
            tensor = rule(operation, made)
            if tensor is not None and tensor.dtype is operation.outputs[0].dtype:
                redirection.put(operation, (tensor,), tensor.op)
        if redirection:
            redirection.redirect_outputs(graph)
        if made:
            _insert(graph, made)


SIMPLIFY_ARITHMETIC = SimplifyArithmetic()

# A rule gives the input that stands for the operation's output, or None. It may change the
# operation's inputs, and note constants that are to stand before it: (operation, constant).
_Made = list[tuple[Operation, Operation]]
_Rule = Callable[[Operation, _Made], SymbolicTensor | None]


def _insert(graph: FuncGraph, made: _Made) -> None:
    before = {id(operation): constant for operation, constant in made}
    operations = []
    for operation in graph.operations:
        if id(operation) in before:
            operations.append(before[id(operation)])
        operations.append(operation)
    graph.operations = operations
    graph.replace_operations(lambda operation: True)


def _input(operation: Operation, made: _Made) -> SymbolicTensor | None:
    return operation.inputs[0]


def _only_input(operation: Operation, made: _Made) -> SymbolicTensor | None:
    return operation.inputs[0] if len(operation.inputs) == len(operation.outputs) == 1 else None


def _same_dtype(operation: Operation, made: _Made) -> SymbolicTensor | None:
    x = operation.inputs[0]
    return x if x.dtype is operation.outputs[0].dtype else None


# ---------------------------------------------------------------------------- neutral elements


def _neutral(of_integers: Any, of_floats: Any) -> _Rule:
    """The rule of `x op neutral = x`, and of `neutral op x` for commutative ops."""

    def rule(operation: Operation, made: _Made) -> SymbolicTensor | None:
        x, y = operation.inputs
        if _is_all(y, of_integers, of_floats) and _keeps_shape(operation, x, y):
            return x
        if is_commutative(operation.op_def) and _is_all(x, of_integers, of_floats):
            if _keeps_shape(operation, y, x):
                return y
        return None

    return rule


def _is_all(tensor: SymbolicTensor, of_integers: Any, of_floats: Any) -> bool:
    """Whether the tensor is a constant of nothing but the neutral element."""
    array = value_of_constant(tensor)
    if array is None or array.size != 1:
        return False
    neutral = _neutral_of(tensor.dtype, of_integers, of_floats)
    if neutral is None:
        return False
    value = array.reshape(())[()]
    if value != neutral:
        return False
    return (
        neutral != 0
        or not tensor.dtype.is_floating
        or bool(np.signbit(value) == np.signbit(neutral))
    )


def _neutral_of(dtype: DType, of_integers: Any, of_floats: Any) -> Any:
    """The neutral element; None for complex numbers, whose products mix signs and NaN."""
    if dtype.is_integer or dtype.is_bool:
        return of_integers
    return of_floats if dtype.is_floating else None


def _keeps_shape(operation: Operation, x: SymbolicTensor, neutral: SymbolicTensor) -> bool:
    """Whether the result has `x`'s shape, whatever that is when the graph runs."""
    if neutral.shape.rank == 0:
        return True
    shape = x.shape
    return shape.is_fully_defined() and shape == operation.outputs[0].shape


# ---------------------------------------------------------------------------- pairs


def _undoes_itself(operation: Operation, made: _Made) -> SymbolicTensor | None:
    inner = _inner(operation)
    return None if inner is None else inner.inputs[0]


def _inner(operation: Operation) -> Operation | None:
    """The operation of the same op that makes the first input and waits for nothing."""
    inner = operation.inputs[0].op
    return inner if inner.op_def is operation.op_def and not inner.control_inputs else None


def _keeping_shape(operation: Operation, made: _Made) -> SymbolicTensor | None:
    x = operation.inputs[0]
    shape = x.shape
    if shape.is_fully_defined() and shape == operation.outputs[0].shape:
        return x
    return None


def _to_shape(operation: Operation, made: _Made) -> SymbolicTensor | None:
    x, shape = operation.inputs
    if shape.op.op_def.name == "Shape" and shape.op.inputs[0] is x:
        return x
    return _keeping_shape(operation, made)


def _reshape(operation: Operation, made: _Made) -> SymbolicTensor | None:
    unchanged = _to_shape(operation, made)
    if unchanged is not None:
        return unchanged
    inner = _inner(operation)
    # The inner reshape could fail; where all sizes are known, it was seen that it does not.
    if inner is not None and inner.outputs[0].shape.is_fully_defined():
        if inner.inputs[0].shape.is_fully_defined():
            operation.inputs[0] = inner.inputs[0]
            return _keeping_shape(operation, made)
    return None


def _transpose(operation: Operation, made: _Made) -> SymbolicTensor | None:
    x, perm_tensor = operation.inputs
    perm = _permutation(perm_tensor)
    if perm is None:
        return None
    if _moves_nothing(perm):
        return x
    inner = _inner(operation)
    inner_perm = None if inner is None else _permutation(inner.inputs[1])
    if inner is None or inner_perm is None or len(inner_perm) != len(perm):
        return None
    joined = inner_perm[perm]
    if _moves_nothing(joined):
        return inner.inputs[0]
    name = operation.graph.unique_name(f"{operation.name}/joined_perm")
    constant = make_constant(operation, name, joined, perm_tensor.dtype)
    operation.inputs[:] = [inner.inputs[0], constant.outputs[0]]
    made.append((operation, constant))
    return None


def _permutation(tensor: SymbolicTensor) -> np.ndarray | None:
    array = value_of_constant(tensor)
    if array is None or array.ndim != 1:
        return None
    array = np.where(array < 0, array + array.size, array).astype(array.dtype)
    return array if sorted(array.tolist()) == list(range(array.size)) else None


def _moves_nothing(perm: np.ndarray) -> bool:
    return perm.tolist() == list(range(perm.size))


_RULES: dict[str, _Rule] = {
    "Identity": _input,
    "StopGradient": _input,
    "PreventGradient": _input,
    "Snapshot": _input,
    "IdentityN": _only_input,
    "AddN": _only_input,
    "Cast": _same_dtype,
    "Add": _neutral(0, -0.0),
    "AddV2": _neutral(0, -0.0),
    "Sub": _neutral(0, 0.0),
    "Mul": _neutral(1, 1.0),
    "Div": _neutral(1, 1.0),
    "RealDiv": _neutral(1, 1.0),
    "LogicalAnd": _neutral(True, None),
    "LogicalOr": _neutral(False, None),
    "BitwiseOr": _neutral(0, None),
    "BitwiseXor": _neutral(0, None),
    "Neg": _undoes_itself,
    "LogicalNot": _undoes_itself,
    "Invert": _undoes_itself,
    "Conj": _undoes_itself,
    "Reshape": _reshape,
    "BroadcastTo": _to_shape,
    "Tile": _keeping_shape,
    "Transpose": _transpose,
}
