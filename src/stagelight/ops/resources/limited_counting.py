"""`ResourceCountUpTo`: a variable that counts, and says when its limit is reached."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import SCALAR, Inferred, invalid
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.resources.resource_variables import VariableResource
from stagelight.types import dtypes
from stagelight.types.dtypes import DType


def _infer(resource: Tensor, *, limit: int, T: DType) -> Inferred:
    return Inferred(SCALAR, T)


def _count(xp: ModuleType, resource: Any, *, limit: int, T: DType) -> np.ndarray:
    variable: VariableResource = resource[()]
    with variable.lock:
        value = variable.value
        if value is None:
            raise errors.FailedPreconditionError(
                None, None, f"ResourceCountUpTo: the variable {variable.name} is not initialized."
            )
        if value.ndim or variable.dtype is not T:
            raise invalid(
                f"ResourceCountUpTo: the counter must be a scalar of {T.name}. Received "
                f"{variable.dtype.name} of shape {list(value.shape)}"
            )
        if value >= limit:
            raise errors.OutOfRangeError(None, None, f"Reached limit of {limit}")
        variable.value = np.asarray(value + 1, value.dtype)
        return value


define(
    "ResourceCountUpTo",
    "resource: resource",
    "output: T",
    {"limit": attr("int"), "T": types((dtypes.int32, dtypes.int64))},
    infer=_infer,
    kernel=_count,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES | Trait.READS,
)
