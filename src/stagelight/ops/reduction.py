"""Reductions: sums, means, products, extremes and logical folds over axes.

`tf.reduce_sum(x, axis=None, keepdims=False)` and its kin. `axis` is None (all axes), an integer,
several, or an integer tensor; negative axes count from the last. What is made of these ops
(variances, moments, norms) is in `moments` and `norms`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.inference import Inferred, constant_value, invalid
from stagelight.core.op_def import OpDef, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.public import public
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


def _kernel(fold: Fold) -> Callable[..., Any]:
    """The kernel of `fold(xp, x, axes, keep_dims)`."""

    def kernel(
        xp: ModuleType,
        input: np.ndarray,
        reduction_indices: np.ndarray,
        *,
        keep_dims: bool = False,
    ) -> Any:
        axes = _axes_of(reduction_indices, input.ndim)
        return fold(xp, input, axes, keep_dims) if axes else input

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
            return np.asarray(sizes, np.int32)
        is_kept = np.asarray([axis not in reduced for axis in range(rank)], np.int32)
        return raw.AddV2(raw.Mul(raw.Shape(x), is_kept), 1 - is_kept)
    shape = raw.Shape(x)
    count = raw.Rank(x)
    axes = raw.Reshape(indices, np.asarray([-1], np.int32))
    axes = raw.FloorMod(raw.Cast(axes, DstT=dtypes.int32), count)
    ones = raw.OnesLike(axes)
    return raw.DynamicStitch([raw.Range(0, count, 1), axes], [shape, ones])


def _with_kept_axes(op: Any, value: Tensor) -> Tensor:
    """A value of the output's shape with the reduced axes put back, of size 1."""
    if op.get_attr("keep_dims"):
        return value
    return raw.Reshape(value, _kept_shape(op))


def _shape_of(x: Tensor) -> Any:
    if x.shape.is_fully_defined():
        return np.asarray(x.shape.as_list(), np.int32)
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
    return [raw.RealDiv(_spread(op, dy), count), None]


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
    return (total / wide.type(count)).astype(x.dtype, copy=False)


def _integer_mean(xp: ModuleType, x: np.ndarray, axes: Any, keep_dims: bool, count: int) -> Any:
    """Divided as C divides, towards zero; an empty mean is zero."""
    is_signed = x.dtype.kind == "i"
    wide = np.int64 if is_signed else np.uint64
    total = xp.sum(x, axis=axes, keepdims=keep_dims, dtype=wide)
    quotient = xp.abs(total) // wide(count)
    return (quotient * xp.sign(total) if is_signed else quotient).astype(x.dtype)


def _extreme(name: str, lowest: bool) -> Fold:
    def fold(xp: ModuleType, x: np.ndarray, axes: Any, keep_dims: bool) -> Any:
        function = getattr(xp, name)
        if x.size:
            return function(x, axis=axes, keepdims=keep_dims)
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

_SUM = _define("Sum", _SUMMABLE, _sum, _sum_gradient)
_MEAN = _define("Mean", _SUMMABLE, _mean, _mean_gradient)
_PROD = _define("Prod", _SUMMABLE, _folded_as_float("prod"), _product_gradient)
_MAX = _define("Max", _ORDERED, _extreme("max", lowest=True), _extreme_gradient)
_MIN = _define("Min", _ORDERED, _extreme("min", lowest=False), _extreme_gradient)
_ALL = _define("All", None, lambda xp, x, axes, keep: xp.all(x, axis=axes, keepdims=keep))
_ANY = _define("Any", None, lambda xp, x, axes, keep: xp.any(x, axis=axes, keepdims=keep))
_EUCLIDEAN_NORM = _define("EuclideanNorm", _SUMMABLE, _euclidean_norm, _norm_gradient)

# ---------------------------------------------------------------------------- public functions

# The axes of eager reductions that come again and again, as tensors: by rank for None, by axis
# else.
_ALL_AXES = [EagerTensor(np.arange(rank, dtype=np.int32), dtypes.int32) for rank in range(8)]
_ONE_AXIS = {axis: EagerTensor(np.asarray(axis, np.int32), dtypes.int32) for axis in range(-8, 8)}
# Op -> names of the dtypes it takes.
_ALLOWED = {
    op_def.name: frozenset(dtype.name for dtype in allowed)
    for op_def, allowed in (
        *((op_def, dtypes.NUMERIC) for op_def in (_SUM, _MEAN, _PROD, _EUCLIDEAN_NORM)),
        *((op_def, dtypes.REAL) for op_def in (_MAX, _MIN)),
        *((op_def, (dtypes.bool_,)) for op_def in (_ALL, _ANY)),
    )
}


def _reduce(
    op_def: OpDef, input_tensor: Any, axis: Any, keepdims: bool | None, name: str | None
) -> Tensor:
    attrs = {"keep_dims": True} if keepdims else {}
    if type(input_tensor) is EagerTensor and CONTEXT.stage is None:
        axes = None
        if axis is None and input_tensor._array.ndim < len(_ALL_AXES):
            axes = _ALL_AXES[input_tensor._array.ndim]
        elif type(axis) is int:
            axes = _ONE_AXIS.get(axis)
        if axes is not None and input_tensor._dtype.name in _ALLOWED[op_def.name]:
            return apply(op_def, (input_tensor, axes), attrs)
    x = input_tensor
    if not isinstance(x, Tensor):
        wanted = dtypes.bool_ if op_def in (_ALL, _ANY) else None
        x = convert_to_tensor(x, wanted, name="input_tensor")
    if axis is None:
        axis = _all_axes(x)
    elif isinstance(axis, float):
        raise TypeError(f"Required: integers for `axis`. Received: {axis!r}")
    return getattr(raw, op_def.name)(x, axis, **attrs, name=name)


def _all_axes(x: Tensor) -> Tensor:
    if x.shape.rank is None:
        return raw.Range(0, raw.Rank(x), 1, name="range")
    return convert_to_tensor(np.arange(x.shape.rank, dtype=np.int32))


@public("math.reduce_sum", "reduce_sum")
def reduce_sum(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """The sum over axes; zero over none of their elements.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> x = tf.constant([[1, 1, 1], [1, 1, 1]])
    >>> tf.reduce_sum(x, axis=0).numpy()
    array([2, 2, 2], dtype=int32)
    """
    return _reduce(_SUM, input_tensor, axis, keepdims, name)


@public("math.reduce_mean", "reduce_mean")
def reduce_mean(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """The mean over axes. For integers it is rounded towards zero.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_mean([[1.0, 1.0], [2.0, 2.0]], axis=1).numpy()
    array([1., 2.], dtype=float32)
    """
    return _reduce(_MEAN, input_tensor, axis, keepdims, name)


@public("math.reduce_prod", "reduce_prod")
def reduce_prod(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """The product over axes; one over none of their elements.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_prod([[1, 2], [3, 4]], axis=0).numpy()
    array([3, 8], dtype=int32)
    """
    return _reduce(_PROD, input_tensor, axis, keepdims, name)


@public("math.reduce_max", "reduce_max")
def reduce_max(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """The maximum over axes; NaN where one is NaN, the dtype's lowest value where there is none.

    Args:
        input_tensor: real tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes. Equal maxima share the gradient.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_max([[1, 5], [3, 4]], axis=1).numpy()
    array([5, 4], dtype=int32)
    """
    return _reduce(_MAX, input_tensor, axis, keepdims, name)


@public("math.reduce_min", "reduce_min")
def reduce_min(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """The minimum over axes; NaN where one is NaN, the dtype's highest value where there is none.

    Args:
        input_tensor: real tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes. Equal minima share the gradient.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_min([[1, 5], [3, 4]], axis=1).numpy()
    array([1, 3], dtype=int32)
    """
    return _reduce(_MIN, input_tensor, axis, keepdims, name)


@public("math.reduce_all", "reduce_all")
def reduce_all(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """Whether all elements along axes are True; True where there is none.

    Args:
        input_tensor: bool tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Bool tensor without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_all([[True, True], [False, True]], axis=1).numpy()
    array([ True, False])
    """
    return _reduce(_ALL, input_tensor, axis, keepdims, name)


@public("math.reduce_any", "reduce_any")
def reduce_any(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """Whether an element along axes is True; False where there is none.

    Args:
        input_tensor: bool tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Bool tensor without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_any([[True, True], [False, False]], axis=1).numpy()
    array([ True, False])
    """
    return _reduce(_ANY, input_tensor, axis, keepdims, name)


@public("math.reduce_euclidean_norm")
def reduce_euclidean_norm(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """`sqrt(sum(|x|^2))` over axes, in the tensor's dtype.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.math.reduce_euclidean_norm([3.0, 4.0]).numpy()
    np.float32(5.0)
    """
    return _reduce(_EUCLIDEAN_NORM, input_tensor, axis, keepdims, name)


@public("math.reduce_logsumexp", "reduce_logsumexp")
def reduce_logsumexp(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """`log(sum(exp(x)))` over axes, without overflow.

    Args:
        input_tensor: floating tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes; -inf where there is no element.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_logsumexp([1000.0, 1000.0]).numpy()
    np.float32(1000.69314)
    """
    with op_scope(name or "ReduceLogSumExp") as scope:
        x = convert_to_tensor(input_tensor)
        peak = reduce_max(x, axis, keepdims=True)
        # An infinite peak would make NaN of the differences; zero leaves the infinity in the sum.
        peak = raw.StopGradient(raw.SelectV2(raw.IsFinite(peak), peak, 0.0))
        result = raw.Log(reduce_sum(raw.Exp(raw.Sub(x, peak)), axis, keepdims=keepdims))
        if not keepdims:
            peak = raw.Reshape(peak, raw.Shape(result))
        return raw.AddV2(result, peak, name=scope)
