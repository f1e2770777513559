"""Rules of sparse operands whose results are dense, and of counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.runtime.xla.engine import jnp
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers
from stagelight.runtime.xla.rules.arrays import index_columns, places, taken
from stagelight.runtime.xla.rules.convolutions import wide
from stagelight.runtime.xla.values import known, known_sizes


@lowers("SparseTensorDenseMatMul")
def _sparse_product(
    lowering: Lowering, operation: Operation, indices: Any, values: Any, shape: Any, b: Any
) -> Any:
    rows, columns = known_sizes(shape, "the shape of a sparse matrix")
    at = jnp.asarray(indices)
    row, column = at[:, 0], at[:, 1]
    values, b = jnp.asarray(values), jnp.asarray(b)
    if operation.attrs.get("adjoint_a"):
        rows, columns, row, column, values = columns, rows, column, row, jnp.conj(values)
    if operation.attrs.get("adjoint_b"):
        b = jnp.conj(b.T)
    products = wide(values)[:, None] * wide(taken(b, column, 0))
    zeros = jnp.zeros((rows, b.shape[1]), products.dtype)
    return zeros.at[places(row, rows)].add(products, mode="drop").astype(values.dtype)


@lowers("SparseToDense")
def _to_dense(
    lowering: Lowering, operation: Operation, indices: Any, shape: Any, values: Any, default: Any
) -> Any:
    sizes = known_sizes(shape)
    values, indices = jnp.asarray(values), jnp.asarray(indices)
    if indices.ndim == 0:
        indices = indices.reshape(1, 1)
    elif indices.ndim == 1:
        indices = indices[:, None]
    full = jnp.full(sizes, default, values.dtype)
    spread = jnp.broadcast_to(values, indices.shape[:1])
    return full.at[index_columns(indices, sizes)].set(spread, mode="drop")


@lowers("Bincount", "DenseBincount")
def _count(lowering: Lowering, operation: Operation, x: Any, size: Any, weights: Any) -> Any:
    bins = int(known(size, "the number of bins"))
    x, weights = jnp.asarray(x), jnp.asarray(weights)
    is_one = operation.type == "Bincount" or x.ndim < 2
    rows = x.reshape(1, -1) if is_one else x
    amounts = weights.reshape(rows.shape) if weights.size else jnp.ones(rows.shape, weights.dtype)
    zeros = jnp.zeros((rows.shape[0], bins), weights.dtype)
    row = np.arange(rows.shape[0])[:, None]
    at = zeros.at[row, places(rows, bins)]
    if operation.attrs.get("binary_output"):
        counts = at.set(jnp.ones((), weights.dtype), mode="drop")
    else:
        counts = at.add(amounts, mode="drop")
    return counts[0] if is_one else counts
