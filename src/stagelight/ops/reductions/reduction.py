"""Reductions: the ops that sum, average, multiply, compare and fold over axes.

`tf.reduce_sum` and its kin are in `reduction_functions`; what is made of them (variances, moments,
norms) is in `moments` and `norms`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import int32_constant
from stagelight.core.inference import Inferred, constant_value, invalid
from stagelight.core.op_def import OpDef, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_SUMMABLE = (*dtypes.NUMERIC, *dtypes.QUANTIZED)
_ORDERED = (*dtypes.REAL, *dtypes.QUANTIZED)

# ---------------------------------------------------------------------------- axes


def _axes_of(reduction_indices: np.ndarray, rank: int) -> tuple[int, ...]:
    """The axes to reduce, counted from the front.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.
    """
    if reduction_indices.ndim == 0:
        return _checked_axes((int(reduction_indices),), rank)
    return _checked_axes(tuple(reduction_indices.reshape(-1).tolist()), rank)


@cache
def _checked_axes(given: tuple[int, ...], rank: int) -> tuple[int, ...]:
    axes: list[int] = []
    for axis in given:
        if not -rank <= axis < rank:
            raise invalid(
                f"Invalid reduction dimension ({axis} for input with {rank} dimension(s))"
            )
        axis %= rank
        if axis in axes:
            raise invalid(f"Invalid reduction arguments: Axes contains duplicate dimension: {axis}")
        axes.append(axis)
    return tuple(axes)


def _infer(input: Tensor, reduction_indices: Tensor, *, keep_dims: bool = False) -> Inferred:
    rank = input.shape.rank
    if (reduction_indices.shape.rank or 0) > 1:
        raise invalid(f"Shape must be at most rank 1 but is rank {reduction_indices.shape.rank}")
    indices = constant_value(reduction_indices)
    if rank is None:
        return Inferred(TensorShape(None), input.dtype)
    if indices is None:
        if keep_dims:
            return Inferred(TensorShape([None] * rank), input.dtype)
        count = reduction_indices.shape.num_elements()
        if count is None or count > rank:
            return Inferred(TensorShape(None), input.dtype)
        return Inferred(TensorShape([None] * (rank - count)), input.dtype)
    axes = _axes_of(indices, rank)
    sizes = input.shape.as_list()
    if keep_dims:
        kept = [1 if axis in axes else size for axis, size in enumerate(sizes)]
    else:
        kept = [size for axis, size in enumerate(sizes) if axis not in axes]
    return Inferred(TensorShape(kept), input.dtype)


Fold = Callable[..., Any]


def _kernel(fold: Fold, keeps_single: bool = True) -> Callable[..., Any]:
    """The kernel of `fold(xp, x, axes, keep_dims)`.

    Args:
        fold: the reduction.
        keeps_single: whether the reduction of a single element is that element.
    """

    def kernel(
        xp: ModuleType,
        input: np.ndarray,
        reduction_indices: np.ndarray,
        *,
        keep_dims: bool = False,
    ) -> Any:
        axes = _axes_of(reduction_indices, input.ndim)
        return fold(xp, input, axes, keep_dims) if axes or not keeps_single else input

    return kernel


def _define(name: str, allowed: Any, fold: Fold, gradient: Any = None, kernel: Any = None) -> OpDef:
    numeric = allowed is not None
    return define(
        name,
        "input: T, reduction_indices: Tidx" if numeric else "input: bool, reduction_indices: Tidx",
        "output: T" if numeric else "output: bool",
        {
            "keep_dims": False,
            **({"T": types(allowed)} if numeric else {}),
            "Tidx": types(dtypes.INDEX, dtypes.int32),
        },
        infer=_infer,
        kernel=kernel or _kernel(fold),
        gradient=gradient,
        differentiable=gradient is not None,
        renamed={"axis": "reduction_indices"},
    )


# ---------------------------------------------------------------------------- gradients


def _kept_shape(op: Any) -> Any:
    """The shape of the output as it is with keep_dims=True."""
    x, indices = op.inputs
    rank = x.shape.rank
    axes = constant_value(indices)
    if rank is not None and axes is not None:
        reduced = set(_axes_of(axes, rank))
        sizes = [1 if axis in reduced else size for axis, size in enumerate(x.shape.as_list())]
        if None not in sizes:
            return int32_constant(sizes)
        is_kept = np.asarray([axis not in reduced for axis in range(rank)], np.int32)
        return raw.AddV2(raw.Mul(raw.Shape(x), is_kept), 1 - is_kept)
    shape = raw.Shape(x)
    count = raw.Rank(x)
    axes = raw.Reshape(indices, np.asarray([-1], np.int32))
    axes = raw.FloorMod(raw.Cast(axes, DstT=dtypes.int32), count)
    ones = raw.OnesLike(axes)
    return raw.DynamicStitch([raw.Range(0, count, 1), axes], [shape, ones])


def _with_kept_axes(op: Any, value: Tensor) -> Tensor:
    """A value of the output's shape, with the reduced axes put back, of size 1.

    A scalar stays one: it broadcasts alike.
    """
    if op.attr_value("keep_dims") or value.shape.rank == 0:
        return value
    return raw.Reshape(value, _kept_shape(op))


def _shape_of(x: Tensor) -> Any:
    if x.shape.is_fully_defined():
        return int32_constant(x.shape.as_list())
    return raw.Shape(x)


def _spread(op: Any, dy: Tensor) -> Tensor:
    """dy repeated along the reduced axes."""
    x = op.inputs[0]
    return raw.BroadcastTo(_with_kept_axes(op, dy), _shape_of(x))


def _sum_gradient(op: Any, dy: Tensor) -> list[Any]:
    return [_spread(op, dy), None]


def _mean_gradient(op: Any, dy: Tensor) -> list[Any]:
    x = op.inputs[0]
    total, kept = x.shape.num_elements(), op.output.shape.num_elements()
    if total is not None and kept is not None:
        # TF: an empty mean has no gradient to spread, so the count is never zero.
        count: Any = max(total, 1) // max(kept, 1)
    else:
        parts = raw.Prod(raw.Shape(op.output), np.asarray([0], np.int32))
        count = raw.FloorDiv(
            raw.Prod(raw.Shape(x), np.asarray([0], np.int32)), raw.Maximum(parts, 1)
        )
        count = raw.Cast(count, DstT=dy.dtype)
    return [_spread(op, raw.RealDiv(dy, count)), None]


def _product_gradient(op: Any, dy: Tensor) -> list[Any]:
    """dy times the product of all others, which holds where elements are zero, too."""
    x, indices = op.inputs
    grad = _with_kept_axes(op, dy)
    if x.shape.rank == 0:
        return [grad, None]
    rank = raw.Maximum(raw.Rank(x), 1) if x.shape.rank is None else np.int32(x.shape.rank)
    axes = raw.Reshape(raw.Cast(indices, DstT=dtypes.int32), np.asarray([-1], np.int32))
    axes = raw.FloorMod(axes, rank)
    others, _ = raw.ListDiff(raw.Range(0, raw.Rank(x), 1), axes)
    order = raw.ConcatV2([axes, others], 0)
    moved = raw.Transpose(x, order)
    shape = raw.Shape(moved)
    zero = np.asarray([0], np.int32)
    reduced_size = raw.Prod(raw.GatherV2(raw.Shape(x), axes, 0), zero, keep_dims=True)
    other_size = raw.Prod(raw.GatherV2(raw.Shape(x), others, 0), zero, keep_dims=True)
    rows = raw.Reshape(moved, raw.ConcatV2([reduced_size, other_size], 0))
    before = raw.Cumprod(rows, np.int32(0), exclusive=True)
    after = raw.Cumprod(rows, np.int32(0), exclusive=True, reverse=True)
    rest = raw.Transpose(raw.Reshape(raw.Mul(before, after), shape), raw.InvertPermutation(order))
    if x.dtype.is_complex:
        rest = raw.Conj(rest)
    return [raw.Reshape(raw.Mul(grad, rest), raw.Shape(x)), None]


def _extreme_gradient(op: Any, dy: Tensor) -> list[Any]:
    """dy shared evenly among the elements that are the extreme."""
    x, indices = op.inputs
    y, grad = _with_kept_axes(op, op.output), _with_kept_axes(op, dy)
    is_extreme = raw.Cast(raw.Equal(x, y), DstT=dy.dtype)
    count = raw.Sum(is_extreme, indices, keep_dims=True)
    return [raw.Mul(raw.RealDiv(is_extreme, count), grad), None]


def _norm_gradient(op: Any, dy: Tensor) -> list[Any]:
    x, y = op.inputs[0], op.output
    if x.dtype.is_complex:
        # The norm is real, and only the real part of its gradient means anything.
        dy = raw.Cast(raw.Real(dy, Tout=x.dtype.real_dtype), DstT=x.dtype)
    y, grad = _with_kept_axes(op, y), _with_kept_axes(op, dy)
    return [raw.Mul(x, raw.RealDiv(grad, y)), None]


# ---------------------------------------------------------------------------- kernels

# NumPy accumulates these in themselves, which would soon stop growing; TF uses float32.
_NARROW_FLOATS = frozenset(dtype.numpy_dtype for dtype in (dtypes.float16, dtypes.bfloat16))


def _folded_as_float(ufunc: str) -> Fold:
    def fold(xp: ModuleType, x: np.ndarray, axes: Any, keep_dims: bool) -> Any:
        if x.dtype in _NARROW_FLOATS:
            wide = x.astype(np.float32)
            return getattr(xp, ufunc)(wide, axis=axes, keepdims=keep_dims).astype(x.dtype)
        # The order in memory must not change the rounding.
        x = np.ascontiguousarray(x) if xp is np else x
        return getattr(xp, ufunc)(x, axis=axes, keepdims=keep_dims, dtype=x.dtype)

    return fold


def _sum(xp: ModuleType, x: np.ndarray, axes: Any, keep_dims: bool) -> Any:
    if xp is np and x.dtype.char in _SUMMED_DIRECTLY:
        return np.add.reduce(x, axes, x.dtype, None, keep_dims)  # type: ignore[call-overload]
    return _wide_sum(xp, x, axes, keep_dims)


_wide_sum = _folded_as_float("sum")


def _mean(xp: ModuleType, x: np.ndarray, axes: Any, keep_dims: bool) -> Any:
    count = 1
    for axis in axes:
        count *= x.shape[axis]
    if x.dtype.kind in "iu":
        return _integer_mean(xp, x, axes, keep_dims, max(count, 1))
    wide = np.dtype(np.float32) if x.dtype in _NARROW_FLOATS else x.dtype
    total = xp.add.reduce(x, axis=axes, dtype=wide, keepdims=keep_dims)
    if x.dtype.kind == "c":
        # TF: of floats alone an empty mean is NaN; of complex numbers it is zero, as of integers.
        count = max(count, 1)
    return (total / wide.type(count)).astype(x.dtype, copy=False)


def _integer_mean(xp: ModuleType, x: np.ndarray, axes: Any, keep_dims: bool, count: int) -> Any:
    """Divided as C divides, towards zero; an empty mean is zero."""
    is_signed = x.dtype.kind == "i"
    wide = np.int64 if is_signed else np.uint64
    total = xp.sum(x, axis=axes, keepdims=keep_dims, dtype=wide)
    quotient = xp.abs(total) // wide(count)
    return (quotient * xp.sign(total) if is_signed else quotient).astype(x.dtype)


def _extreme(name: str, lowest: bool) -> Fold:
    reduce = np.maximum.reduce if lowest else np.minimum.reduce

    def fold(xp: ModuleType, x: np.ndarray, axes: Any, keep_dims: bool) -> Any:
        if x.size:
            if xp is np:
                return reduce(x, axes, None, None, keep_dims)  # type: ignore[call-overload]
            return getattr(xp, name)(x, axis=axes, keepdims=keep_dims)
        dtype = dtypes.from_numpy(x.dtype)
        if dtype.is_floating:
            neutral = -np.inf if lowest else np.inf
        else:
            neutral = dtype.min if lowest else dtype.max
        shape = [1 if i in axes else size for i, size in enumerate(x.shape)]
        if not keep_dims:
            shape = [size for i, size in enumerate(x.shape) if i not in axes]
        return xp.full(shape, neutral, x.dtype)

    return fold


def _euclidean_norm(xp: ModuleType, x: np.ndarray, axes: Any, keep_dims: bool) -> Any:
    wide = x.astype(np.float32) if x.dtype in _NARROW_FLOATS else x
    squares = wide * xp.conj(wide)
    total = xp.sum(squares, axis=axes, keepdims=keep_dims, dtype=wide.dtype)
    return xp.sqrt(total).astype(x.dtype)


# These add up in their own dtype; lookup by type character is quicker than by dtype.
_SUMMED_DIRECTLY = "fdFDilqLQIbBhH"

SUM = _define("Sum", _SUMMABLE, _sum, _sum_gradient)
MEAN = _define("Mean", _SUMMABLE, _mean, _mean_gradient)
PROD = _define("Prod", _SUMMABLE, _folded_as_float("prod"), _product_gradient)
MAX = _define("Max", _ORDERED, _extreme("max", lowest=True), _extreme_gradient)
MIN = _define("Min", _ORDERED, _extreme("min", lowest=False), _extreme_gradient)
ALL = _define("All", None, lambda xp, x, axes, keep: xp.all(x, axis=axes, keepdims=keep))
ANY = _define("Any", None, lambda xp, x, axes, keep: xp.any(x, axis=axes, keepdims=keep))
EUCLIDEAN_NORM = _define(
    "EuclideanNorm",
    _SUMMABLE,
    _euclidean_norm,
    _norm_gradient,
    # Over no axis it is the absolute value.
    kernel=_kernel(_euclidean_norm, keeps_single=False),
)
