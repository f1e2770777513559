"""Elementwise ops of a sparse and a dense tensor that keep zeros: `sparse * dense`, `sparse / dense`.

The dense operand is broadcast to the shape of the sparse one, not the other way round.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid, shape_text
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.index_arrays import check_bounds, check_parts, infer_parts
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _infer(sp_indices: Tensor, sp_values: Tensor, sp_shape: Tensor, dense: Tensor) -> Inferred:
    count, _ = infer_parts(sp_indices, sp_values, sp_shape)
    return Inferred(TensorShape([count]), sp_values.dtype)


def _picked(indices: np.ndarray, shape: np.ndarray, dense: np.ndarray) -> np.ndarray:
    """The elements of the broadcast dense tensor at the indices."""
    sizes = tuple(shape.tolist())
    if dense.ndim > len(sizes) or any(
        own not in (1, size) for own, size in zip(dense.shape[::-1], sizes[::-1], strict=False)
    ):
        raise invalid(
            "SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: "
            f"[{shape_text(sizes)}] vs. [{shape_text(dense.shape)}]"
        )
    check_bounds(indices, shape)
    found: np.ndarray = np.broadcast_to(dense, sizes)[tuple(indices.T)]
    return found


def _kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    def kernel(
        xp: ModuleType,
        sp_indices: np.ndarray,
        sp_values: np.ndarray,
        sp_shape: np.ndarray,
        dense: np.ndarray,
    ) -> np.ndarray:
        check_parts(sp_indices, sp_values, sp_shape)
        return np.asarray(function(sp_values, _picked(sp_indices, sp_shape, dense)))

    return kernel


def _divide(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    if x.dtype.kind not in "iu":
        return np.divide(x, y)
    if (y == 0).any():
        raise invalid("Integer division by zero")
    quotient = np.trunc(x.astype(np.float64) / y) if x.dtype.itemsize < 8 else None
    if quotient is None:
        quotient = np.where((x < 0) == (y < 0), x // y, -(np.abs(x) // np.abs(y)))
    return quotient.astype(x.dtype)


def _at_places(op: Any) -> tuple[Tensor, Tensor]:
    """Indices into the dense operand for each value, and the dense operand in the sparse one's rank."""
    indices, _, shape, dense = op.inputs
    dense_shape = raw.Shape(dense, out_type=dtypes.int64)
    missing = raw.Sub(raw.Size(shape), raw.Size(dense_shape))
    ones = raw.Fill(raw.Pack([missing]), np.int64(1))
    full_shape = raw.ConcatV2([ones, dense_shape], 0)
    scale = raw.FloorDiv(shape, raw.Maximum(full_shape, np.int64(1)))
    return raw.FloorDiv(indices, raw.Maximum(scale, np.int64(1))), raw.Reshape(dense, full_shape)


def _scattered(op: Any, places: Tensor, full: Tensor, values: Tensor) -> Tensor:
    """The gradients of the picked elements as one of the dense operand."""
    scattered = raw.ScatterNd(places, values, raw.Shape(full, out_type=dtypes.int64))
    return raw.Reshape(scattered, raw.Shape(op.inputs[3]))


def _multiply_gradient(op: Any, dy: Tensor) -> list[Any]:
    places, full = _at_places(op)
    values = op.inputs[1]
    picked = raw.GatherNd(full, places)
    ddense = _scattered(op, places, full, raw.Mul(dy, values))
    return [None, raw.Mul(dy, picked), None, ddense]


def _divide_gradient(op: Any, dy: Tensor) -> list[Any]:
    places, full = _at_places(op)
    values = op.inputs[1]
    picked = raw.GatherNd(full, places)
    slope = raw.RealDiv(raw.Neg(values), raw.Mul(picked, picked))
    ddense = _scattered(op, places, full, raw.Mul(dy, slope))
    return [None, raw.RealDiv(dy, picked), None, ddense]


def _add_gradient(op: Any, dy: Tensor) -> list[Any]:
    places, full = _at_places(op)
    return [None, dy, None, _scattered(op, places, full, dy)]


for _name, _function, _gradient in (
    ("SparseDenseCwiseMul", np.multiply, _multiply_gradient),
    ("SparseDenseCwiseDiv", _divide, _divide_gradient),
    ("SparseDenseCwiseAdd", np.add, _add_gradient),
):
    define(
        _name,
        "sp_indices: int64, sp_values: T, sp_shape: int64, dense: T",
        "output: T",
        {"T": types(dtypes.NUMERIC)},
        infer=_infer,
        kernel=_kernel(_function),
        gradient=_gradient,
    )
