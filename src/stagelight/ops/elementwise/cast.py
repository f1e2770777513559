"""Changes of dtype: `tf.cast`, `tf.saturate_cast` by value, `tf.bitcast` by bits.

Floats become integers by one rule, on every executor. The fraction is cut off, and the result is that of
the processor's conversion to a signed integer of 32 bits, or of 64 for uint32 and integers of 64 bits: the
least such integer for NaN and what is out of its range. Where the dtype is smaller, its lower bits are kept.
Values from 2**63 to 2**64 are themselves in uint64. So it is in TensorFlow for scalars; its vectors have
other results, which depend on the processor.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import ml_dtypes
import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.inference import Inferred, invalid, known_dims
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.errors import UnimplementedError
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- Cast


def _infer_cast(x: Tensor, *, DstT: DType, Truncate: bool = False) -> Inferred:
    return Inferred(x.shape, DstT)


def _cast(xp: ModuleType, x: np.ndarray, *, DstT: DType, Truncate: bool = False) -> np.ndarray:
    target = DstT.numpy_dtype
    if x.dtype == target:
        return x
    if x.dtype.hasobject or target.hasobject:
        source = "string" if x.dtype.hasobject else x.dtype.name
        raise UnimplementedError(None, None, f"Cast {source} to {DstT.name} is not supported")
    if x.dtype.names:  # a quantized dtype: its integers
        x = x.view(x.dtype[0])
    if target.names:
        return x.astype(target[0]).view(target)
    if x.dtype.kind == "c" and target.kind != "c":
        x = x.real
    if Truncate:
        x = _without_lower_bits(x, target)
    if target in _LARGE_UNSIGNED and dtypes.from_numpy(x.dtype).is_floating:
        return _large_unsigned(x, target)
    return x.astype(target)


_LARGE_UNSIGNED = (np.dtype(np.uint32), np.dtype(np.uint64))


def _large_unsigned(x: np.ndarray, target: np.dtype[Any]) -> np.ndarray:
    """Floats as unsigned integers by the rule above; NumPy's loops follow it for all other integers."""
    if target == np.uint32:
        return x.astype(np.int64).astype(np.uint32)
    is_moved = (x >= 2.0**63) & (x < 2.0**64)
    if not is_moved.any():
        return x.astype(np.int64).astype(np.uint64)
    moved = np.where(is_moved, x.astype(np.float64) - 2.0**63, x).astype(np.int64).astype(np.uint64)
    return np.where(is_moved, moved | np.uint64(1 << 63), moved)


def _without_lower_bits(x: np.ndarray, target: np.dtype[Any]) -> np.ndarray:
    """The floats with those bits of the mantissa cleared that the target cannot hold."""
    from_numpy = dtypes.from_numpy
    if not (from_numpy(x.dtype).is_floating and from_numpy(target).is_floating):
        return x
    surplus = ml_dtypes.finfo(x.dtype).nmant - ml_dtypes.finfo(target).nmant
    if surplus <= 0:
        return x
    bits = x.view(f"u{x.dtype.itemsize}")
    return (bits >> surplus << surplus).view(x.dtype)


def _cast_gradient(op: Any, dy: Tensor) -> Tensor | None:
    (x,) = op.inputs
    if x.dtype in dtypes.INEXACT and dy.dtype in dtypes.INEXACT:
        return raw.Cast(dy, DstT=x.dtype)
    return None


def _cast_dims(op: Any) -> list[int | None] | None:
    (x,) = op.inputs
    return known_dims(x) if x.dtype.is_integer and op.attrs["DstT"].is_integer else None


define(
    "Cast",
    "x: SrcT",
    "y: DstT",
    {"SrcT": types(), "DstT": types(), "Truncate": False},
    infer=_infer_cast,
    kernel=_cast,
    gradient=_cast_gradient,
    dims=_cast_dims,
    traits=Trait.ELEMENTWISE,
)


@public("cast", "dtypes.cast")
def cast(x: Any, dtype: Any, name: str | None = None) -> Any:
    """The values of a tensor in another dtype.

    Floats lose their fraction on the way to integers, complex numbers their imaginary part on the
    way to real ones; what is not zero becomes True.

    Args:
        x: numeric or bool tensor, `IndexedSlices`, or a sparse or ragged tensor.
        dtype: the dtype wanted.
        name: name of the operation.

    Returns:
        Like `x`, in that dtype; `x` itself if it has it already.

    Raises:
        TypeError: `dtype` is no dtype.
        UnimplementedError: a cast from or to string.

    >>> tf.cast([1.8, -2.2], tf.int32).numpy()
    array([ 1, -2], dtype=int32)
    """
    dtype = as_dtype(dtype)
    if isinstance(x, Tensor):
        if x.dtype is dtype:
            return x
    elif isinstance(x, IndexedSlices):
        return IndexedSlices(cast(x.values, dtype, name), x.indices, x.dense_shape)
    elif hasattr(x, "with_flat_values"):
        return x.with_flat_values(cast(x.flat_values, dtype, name))
    elif hasattr(x, "with_values"):
        return x.with_values(cast(x.values, dtype, name))
    else:
        x = convert_to_tensor(x, name="x")
        if x.dtype is dtype:
            return x
    return raw.Cast(x, DstT=dtype, name=name)


@public("saturate_cast", "dtypes.saturate_cast")
def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Tensor:
    """The values of a tensor in another dtype, held within that dtype's range.

    Args:
        value: numeric tensor; of a complex one the real part counts where `dtype` is real.
        dtype: the dtype wanted.
        name: name of the operation.

    Returns:
        Tensor of that dtype; values beyond its range become its least or greatest.

    Raises:
        TypeError: one of the dtypes has no range: bool, string.

    >>> tf.saturate_cast([-1.0, 300.0], tf.uint8).numpy()
    array([  0, 255], dtype=uint8)
    """
    with op_scope(name or "saturate_cast") as scope:
        value = convert_to_tensor(value, name="value")
        dtype = as_dtype(dtype)
        if value.dtype.is_complex and not dtype.is_complex:
            value = raw.Real(value, Tout=value.dtype.real_dtype)
        if dtype.is_complex:
            return cast(value, dtype, scope)
        source = value.dtype
        low, high = _ends(source)
        least, most = _ends(dtype)
        # Floats are always held, within their own range too: what is infinite becomes finite.
        if source.is_floating or low < least:
            value = raw.Maximum(value, _inner_limit(max(low, least), source))
        if source.is_floating or high > most:
            value = raw.Minimum(value, _inner_limit(min(high, most), source))
        return cast(value, dtype, scope)


def _ends(dtype: DType) -> tuple[Any, Any]:
    """The least and the greatest value of a dtype, as Python's numbers: they compare without rounding."""
    number = int if dtype.is_integer else float
    return number(dtype.min), number(dtype.max)


def _inner_limit(limit: Any, source: DType) -> np.ndarray:
    """The end of a dtype's range in another dtype, not beyond it: 2**31 - 1 is no float32."""
    kind = source.numpy_dtype.type
    rounded = kind(float(limit)) if source.is_floating else kind(limit)
    if source.is_floating and abs(float(rounded)) > abs(float(limit)):
        rounded = np.nextafter(rounded, kind(0))
    return np.asarray(rounded, source.numpy_dtype)


# ---------------------------------------------------------------------------- Bitcast

_BITS = (*dtypes.NUMERIC, *dtypes.QUANTIZED)


def _size(dtype: DType) -> int:
    return dtype.numpy_dtype.itemsize


def _infer_bitcast(input: Tensor, *, type: DType) -> Inferred:
    source, target = _size(input.dtype), _size(type)
    shape = input.shape
    if shape.rank is None or source == target:
        return Inferred(shape, type)
    if source > target:
        return Inferred(shape.concatenate([source // target]), type)
    ratio = target // source
    if shape.rank == 0 or shape[-1] not in (None, ratio):
        raise invalid(
            f"Cannot bitcast from {input.dtype.name} to {type.name}: the last axis must have size "
            f"{ratio}. Received shape: {shape}"
        )
    return Inferred(TensorShape(shape.as_list()[:-1]), type)


def _bitcast(xp: ModuleType, input: np.ndarray, *, type: DType) -> np.ndarray:
    target = type.numpy_dtype
    source_size, target_size = input.dtype.itemsize, target.itemsize
    shape = input.shape
    if source_size > target_size:
        shape = (*shape, source_size // target_size)
    elif source_size < target_size:
        ratio = target_size // source_size
        if not shape or shape[-1] != ratio:
            raise invalid(
                f"Cannot bitcast to {type.name}: the last axis must have size {ratio}. Received "
                f"shape: {list(shape)}"
            )
        shape = shape[:-1]
    contiguous = np.ascontiguousarray(input).reshape(-1)
    return contiguous.view(target).reshape(shape)


define(
    "Bitcast",
    "input: T",
    "output: type",
    {"T": types(_BITS), "type": types(_BITS)},
    infer=_infer_bitcast,
    kernel=_bitcast,
)


@public("bitcast")
def bitcast(input: Any, type: Any, name: str | None = None) -> Tensor:
    """The same bits as another dtype.

    Where the new dtype is smaller by a factor `k` there is one more axis, of size `k`; where it is
    greater, the last axis has size `k` and goes.

    Args:
        input: numeric tensor.
        type: the dtype wanted.
        name: name of the operation.

    Returns:
        Tensor of that dtype.

    Raises:
        InvalidArgumentError: the last axis does not have the size that makes one new element.

    >>> tf.bitcast(tf.constant(1.0), tf.uint32).numpy()
    np.uint32(1065353216)
    """
    return raw.Bitcast(input, type=as_dtype(type), name=name)
