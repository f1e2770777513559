"""Quick tests whether values are tensors that fit an op's signature as they are.

Each is made once for an op. What does not fit is converted and checked by `raw`, which tells what is
wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.core.op_def import OpDef
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.types.dtypes import ALL, DType

Fit = Callable[[Sequence[Any]], bool]


def allowed_ids(op_def: OpDef, type_attr: str) -> frozenset[int]:
    """The ids of the dtypes that an attr allows; dtypes live as long as the process."""
    allowed = op_def.attrs[type_attr].allowed
    return frozenset(map(id, ALL if allowed is None else allowed))


def eager_fit(op_def: OpDef) -> Fit:
    """The test for eager tensors, one for each input; lists take the general way."""
    if any(arg.is_list for arg in op_def.inputs):
        return lambda values: False
    fixed = [(i, arg.dtype) for i, arg in enumerate(op_def.inputs) if arg.dtype is not None]
    groups = []
    for key in dict.fromkeys(arg.type_attr for arg in op_def.inputs if arg.type_attr is not None):
        first, *others = [i for i, arg in enumerate(op_def.inputs) if arg.type_attr == key]
        groups.append((first, tuple(others), allowed_ids(op_def, key)))

    def fits(values: Sequence[Any]) -> bool:
        for value in values:
            if type(value) is not EagerTensor:
                return False
        for first, others, ids in groups:
            dtype = values[first]._dtype
            if id(dtype) not in ids:
                return False
            for i in others:
                if values[i]._dtype is not dtype:
                    return False
        return not fixed or all(values[i]._dtype is dtype for i, dtype in fixed)

    return fits


def staged_fit(op_def: OpDef) -> Fit:
    """The test for tensors of any kind, in lists for list inputs, that `check_dtypes` passes."""
    steps = []
    for arg in op_def.inputs:
        key = arg.type_attr
        ids = frozenset() if key is None else allowed_ids(op_def, key)
        steps.append((arg.is_list, arg.dtype, key, ids))

    def fits(values: Sequence[Any]) -> bool:
        known: dict[str, DType] = {}
        for value, (is_list, fixed, key, ids) in zip(values, steps, strict=True):
            if is_list and type(value) is not list:
                return False
            for tensor in value if is_list else (value,):
                if not isinstance(tensor, Tensor):
                    return False
                dtype = tensor.dtype
                if key is None:
                    if fixed is not None and dtype is not fixed:
                        return False
                elif key in known:
                    if dtype is not known[key]:
                        return False
                elif id(dtype) not in ids:
                    return False
                else:
                    known[key] = dtype
        return True

    return fits
