"""Steps over single numbers, as Python expressions over NumPy's scalars.

NumPy adds two scalars in a tenth of the time that it takes for two arrays of rank 0. A plan therefore
keeps numbers, tensors of rank 0 of the dtypes below, as scalars where it can. The expressions here give
what the ops' kernels give, bit for bit, for numbers; those of `ARRAY_OPERATORS` for all arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types import dtypes

_SIGNED = (dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64)
_UNSIGNED = (dtypes.uint8, dtypes.uint16, dtypes.uint32, dtypes.uint64)
_FLOATS = (dtypes.float32, dtypes.float64)

NUMBER_DTYPES = (*_SIGNED, *_UNSIGNED, *_FLOATS, dtypes.bool_)

# The constructors of scalars, by the names that expressions call them by.
SCALAR_TYPES: dict[str, Any] = {dtype.name: dtype.as_numpy_dtype for dtype in NUMBER_DTYPES}

# DTypes live as long as the process; their ids are quicker to look up than they are.
_ALL = frozenset(map(id, NUMBER_DTYPES))
_INTEGERS = frozenset(map(id, (*_SIGNED, *_UNSIGNED)))
_NUMERIC = _INTEGERS | frozenset(map(id, _FLOATS))


def is_number(tensor: SymbolicTensor) -> bool:
    """Whether a plan may keep the tensor as a NumPy scalar."""
    return tensor.shape._dims == () and id(tensor.dtype) in _ALL


# Operators of arrays of any shape, of all dtypes that the ops take.
ARRAY_OPERATORS: dict[str, str] = {
    "AddV2": "{0} + {1}",
    "Sub": "{0} - {1}",
    "Mul": "{0} * {1}",
    "RealDiv": "{0} / {1}",
    "Neg": "-{0}",
    "Less": "{0} < {1}",
    "LessEqual": "{0} <= {1}",
    "Greater": "{0} > {1}",
    "GreaterEqual": "{0} >= {1}",
    "LogicalAnd": "{0} & {1}",
    "LogicalOr": "{0} | {1}",
    "LogicalNot": "~{0}",
    "BitwiseAnd": "{0} & {1}",
    "BitwiseOr": "{0} | {1}",
    "BitwiseXor": "{0} ^ {1}",
    "Invert": "~{0}",
}

# NumPy takes one scalar quickly, but two slowly.
_OF_ONE_NUMBER = ("{ufunc}({0})", _ALL)

# Op -> expression, and the dtypes of the last input for which it is right. `{call}` is the call of
# the kernel, which says what is wrong.
_EXPRESSIONS: dict[str, tuple[str, frozenset[int]]] = {
    **{name: (text, _ALL) for name, text in ARRAY_OPERATORS.items()},
    "Equal": ("{0} == {1}", _ALL),
    "NotEqual": ("{0} != {1}", _ALL),
    "Add": ("{0} + {1}", _NUMERIC),
    "FloorDiv": ("{0} // {1} if {1} else {call}", _INTEGERS),
    "FloorMod": ("{0} % {1} if {1} else {call}", _INTEGERS),
    "Maximum": ("{0} if {0} >= {1} else {1}", _INTEGERS),
    "Minimum": ("{0} if {0} <= {1} else {1}", _INTEGERS),
    "Square": ("{0} * {0}", _NUMERIC),
    "Abs": ("abs({0})", _NUMERIC),
    "SelectV2": ("{1} if {0} else {2}", _ALL),
    "Cast": ("{0}", _ALL),  # in a call of the output's dtype
}


def number_expression(operation: Operation) -> str | None:
    """The expression of a step over numbers, None where the kernel has to be called.

    Its fields are the operands' names, by position, and perhaps `call`, the call of the kernel, and
    `ufunc`, the name of the op's NumPy function.
    """
    op_def = operation.op_def
    name = op_def.name
    found = _EXPRESSIONS.get(name)
    if found is None:
        if len(operation.inputs) != 1 or not isinstance(op_def.ufunc, np.ufunc):
            return None
        found = _OF_ONE_NUMBER
    for tensor in (*operation.inputs, *operation.outputs):
        if not is_number(tensor):
            return None
    text, allowed = found
    if id(operation.inputs[-1].dtype) not in allowed:
        return None
    if name == "Cast":
        from_, to = operation.inputs[0].dtype, operation.outputs[0].dtype
        if operation.attrs.get("Truncate") or (from_.is_floating and to.is_integer):
            return None  # NumPy's numbers have no integer for NaN.
        return f"{to.name}({{0}})"
    if "{call}" in text and _is_known(operation.inputs[1]):
        return text.partition(" if ")[0]
    return text


def _is_known(divisor: SymbolicTensor) -> bool:
    """Whether a divisor is a constant other than zero."""
    operation = divisor.op
    return operation.op_def.name == "Const" and bool(operation.attrs["value"]._array)
