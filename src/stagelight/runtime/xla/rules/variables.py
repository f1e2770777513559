"""Rules of ops on variables and generators."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.runtime.xla.engine import jax, jnp
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers
from stagelight.runtime.xla.rules.arrays import (
    SCATTERS,
    index_columns,
    places,
    taken,
)
from stagelight.runtime.xla.values import Cell


@lowers("ReadVariableOp")
def _read(lowering: Lowering, operation: Operation, variable: Cell) -> Any:
    return variable.value


@lowers("VariableShape")
def _shape(lowering: Lowering, operation: Operation, variable: Cell) -> Any:
    return np.asarray(variable.value.shape, operation.outputs[0].dtype.numpy_dtype)


@lowers("VarIsInitializedOp")
def _is_initialized(lowering: Lowering, operation: Operation, variable: Cell) -> Any:
    return np.asarray(True)  # A program runs with values alone.


@lowers("AssignVariableOp")
def _assign(lowering: Lowering, operation: Operation, variable: Cell, value: Any) -> None:
    variable.assign(value)


@lowers("AssignAddVariableOp")
def _assign_add(lowering: Lowering, operation: Operation, variable: Cell, value: Any) -> None:
    variable.assign(jnp.add(variable.value, value))


@lowers("AssignSubVariableOp")
def _assign_sub(lowering: Lowering, operation: Operation, variable: Cell, value: Any) -> None:
    variable.assign(jnp.subtract(variable.value, value))


@lowers("ResourceGather")
def _gather(lowering: Lowering, operation: Operation, variable: Cell, indices: Any) -> Any:
    batch = int(operation.attrs.get("batch_dims", 0))

    def one(params: Any, indices: Any) -> Any:
        return taken(params, indices, 0)

    for _ in range(batch):
        one = jax.vmap(one)
    return one(variable.value, jnp.asarray(indices))


@lowers(*[f"ResourceScatter{word}" for word in SCATTERS])
def _scatter(
    lowering: Lowering, operation: Operation, variable: Cell, indices: Any, updates: Any
) -> None:
    value = variable.value
    at = value.at[places(indices, value.shape[0])]
    word = operation.type.removeprefix("ResourceScatter")
    variable.assign(SCATTERS[word](at, jnp.asarray(updates, value.dtype)))


@lowers(*[f"ResourceScatterNd{word}" for word in ("Add", "Sub", "Min", "Max", "Update")])
def _scatter_nd(
    lowering: Lowering, operation: Operation, variable: Cell, indices: Any, updates: Any
) -> None:
    value = variable.value
    word = operation.type.removeprefix("ResourceScatterNd")
    variable.assign(SCATTERS[word](value.at[index_columns(indices, value.shape)], updates))
