"""Rules of elementwise ops without a scalar form."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.runtime.xla.engine import jnp, lax
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers, lowers_by_kernel
from stagelight.runtime.xla.rules.convolutions import wide
from stagelight.runtime.xla.values import Rows, is_known

lowers_by_kernel(
    "Betainc", "BesselI0", "BesselI0e", "BesselI1", "BesselI1e", "Dawsn", "Div", "FresnelCos", "FresnelSin",
    "LeftShift", "Polygamma", "PopulationCount", "RightShift", "TruncateDiv",
    "Angle", "ApproximateEqual", "Bucketize", "ClipByValue", "ComplexAbs", "Conj", "Elu",
    "EluGrad", "Imag", "LeakyRelu", "LeakyReluGrad", "Real", "Relu", "Relu6", "Relu6Grad", "ReluGrad",
    "Select", "SelectV2", "Selu", "SeluGrad",
)  # fmt: skip


@lowers(
    "Identity",
    "DeepCopy",
    "GuaranteeConst",
    "StopGradient",
    "PreventGradient",
    "Snapshot",
    "EnsureShape",
)
def _identity(lowering: Lowering, operation: Operation, x: Any) -> Any:
    return x


@lowers("IdentityN")
def _identities(lowering: Lowering, operation: Operation, *values: Any) -> Any:
    return values


@lowers("NoOp")
def _nothing(lowering: Lowering, operation: Operation, *values: Any) -> None:
    return None


@lowers("PlaceholderWithDefault")
def _default(lowering: Lowering, operation: Operation, x: Any) -> Any:
    return x


@lowers("AddN", "AccumulateNV2")
def _sum_of_all(lowering: Lowering, operation: Operation, *values: Any) -> Any:
    if isinstance(values[0], Rows):
        room = max(x.room for x in values)
        filled = [x.with_room(room) for x in values if x.rows is not None]
        if not filled:
            return values[0]
        rows = filled[0].rows
        for other in filled[1:]:
            rows = rows + other.rows
        lengths = [x.length for x in values]
        length = next(filter(is_known, lengths), lengths[0])  # They are as long as each other.
        return Rows(rows, length, filled[0].element, filled[0].dtype)
    total = values[0]
    for value in values[1:]:
        total = total + value
    return total


@lowers("ZerosLike", "OnesLike")
def _filled_like(lowering: Lowering, operation: Operation, x: Any) -> Any:
    if isinstance(x, Rows):
        rows = None if x.rows is None else jnp.zeros_like(x.rows)
        return Rows(rows, x.length, x.element, x.dtype)
    return (jnp.zeros if operation.type == "ZerosLike" else jnp.ones)(x.shape, x.dtype)


@lowers("IgammaGradA")
def _igamma_slope(lowering: Lowering, operation: Operation, a: Any, x: Any) -> Any:
    both = jnp.broadcast_arrays(*(wide(each) for each in (a, x)))
    return lax.igamma_grad_a(*both).astype(x.dtype)


@lowers("Cast")
def _cast(lowering: Lowering, operation: Operation, x: Any) -> Any:
    target = np.dtype(operation.attrs["DstT"].numpy_dtype)
    x = jnp.asarray(x)
    if x.dtype.kind == "c" and target.kind != "c":
        x = x.real
    if operation.attrs.get("Truncate") and jnp.issubdtype(target, jnp.floating):
        surplus = jnp.finfo(x.dtype).nmant - jnp.finfo(target).nmant
        if surplus > 0:
            bits = lax.bitcast_convert_type(x, f"uint{8 * x.dtype.itemsize}")
            x = lax.bitcast_convert_type(bits >> surplus << surplus, x.dtype)
    if jnp.issubdtype(x.dtype, jnp.floating) and target.kind in "iu":
        return _integers(x, target)
    return x.astype(target)


def _integers(x: Any, target: np.dtype) -> Any:
    """Floats as integers by the rule of `ops/elementwise/cast.py`; XLA's conversion stops at the ends."""
    signed = np.dtype(np.int32 if target.itemsize < 4 or target == np.int32 else np.int64)
    x = wide(x)
    end = 2.0 ** (8 * signed.itemsize - 1)
    is_within = (x >= -end) & (x < end)
    found = jnp.where(is_within, x, 0).astype(signed)
    found = jnp.where(is_within, found, jnp.iinfo(signed).min).astype(target)
    if target != np.uint64:
        return found
    return jnp.where((x >= end) & (x < 2 * end), x, 0).astype(target) | jnp.where(
        (x >= end) & (x < 2 * end), np.uint64(0), found
    )


@lowers("Complex")
def _complex(lowering: Lowering, operation: Operation, real: Any, imag: Any) -> Any:
    return lax.complex(*jnp.broadcast_arrays(real, imag))


@lowers("Bitcast")
def _bitcast(lowering: Lowering, operation: Operation, x: Any) -> Any:
    dtype = np.dtype(operation.attrs["type"].numpy_dtype)
    if "b" in (x.dtype.kind, dtype.kind):
        return jnp.asarray(x).astype(dtype)
    return lax.bitcast_convert_type(jnp.asarray(x), dtype)
