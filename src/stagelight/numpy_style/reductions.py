"""NumPy's reductions: sums, means, extremes, of all elements or along axes, and running ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.tensor import Tensor
from stagelight.numpy_style import lattice
from stagelight.numpy_style.promotion import (
    as_array,
    as_float,
    chosen,
    default_float,
    is_inexact,
    promote_types,
    result_type,
)
from stagelight.numpy_style.shapes import known_rank, ravel
from stagelight.ops.arrays.broadcasting import broadcast_to
from stagelight.ops.arrays.gather import gather
from stagelight.ops.arrays.shape import shape as shape_of
from stagelight.ops.arrays.shape import size as size_of
from stagelight.ops.debugging.assert_operation import assert_true
from stagelight.ops.elementwise import comparison
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.complex_numbers import conj, real
from stagelight.ops.elementwise.exponential import square
from stagelight.ops.elementwise.floating_point import is_nan
from stagelight.ops.elementwise.logic import logical_not
from stagelight.ops.elementwise.select import where
from stagelight.ops.linalg.tensordot import tensordot
from stagelight.ops.reductions import cumulative, moments, reduction_functions
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

Function = Callable[..., Any]


class Reduction(NamedTuple):
    """What a reduction does with the dtypes that it is given.

    Attributes:
        function: that of tensors.
        working_dtype: the dtype in which integers and booleans are reduced.
        for_booleans: what is done where the dtype asked for is bool.
        keeps_booleans: whether so also where none is asked for.
    """

    function: Function
    working_dtype: Callable[[DType], DType]
    for_booleans: Function | None = None
    keeps_booleans: bool = False

    def __call__(self, a: Any, axis: Any, dtype: Any = None, keepdims: Any = None) -> Any:
        asked = chosen(dtype)
        x = as_array(a, asked)
        keepdims = bool(keepdims)
        if self.for_booleans and x.dtype.is_bool and (asked is not None or self.keeps_booleans):
            return self.for_booleans(x, axis=axis, keepdims=keepdims)
        if asked is None and not is_inexact(x):
            x = cast(x, self.working_dtype(x.dtype))
        if isinstance(axis, Tensor) and axis.dtype not in (dtypes.int32, dtypes.int64):
            axis = cast(axis, dtypes.int64)
        return self.function(x, axis=axis, keepdims=keepdims)


def _wide(dtype: DType) -> DType:
    """At least the size of NumPy's int, 32 bits where Python's integers have that; signed for booleans."""
    smallest = dtypes.int32 if lattice.is_in_use() else dtypes.int64
    if dtype.is_bool:
        return smallest
    if dtype.size >= smallest.size:
        return dtype
    return as_dtype(f"u{smallest.name}") if dtype.is_unsigned else smallest


def _refuse_out(out: Any) -> None:
    if out is not None:
        raise ValueError("Setting out is not supported.")


_SUM = Reduction(reduction_functions.reduce_sum, _wide, reduction_functions.reduce_any)
_PROD = Reduction(reduction_functions.reduce_prod, _wide, reduction_functions.reduce_all)
_MEAN = Reduction(reduction_functions.reduce_mean, lambda _: default_float())
_MAX = Reduction(
    reduction_functions.reduce_max, lambda dtype: dtype, reduction_functions.reduce_any, True
)
_MIN = Reduction(
    reduction_functions.reduce_min, lambda dtype: dtype, reduction_functions.reduce_all, True
)
_STD = Reduction(moments.reduce_std, lambda _: default_float())


@public("experimental.numpy.sum")
def sum(a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = None) -> Tensor:
    """The sum over axes. Integers become int64 or uint64 at least, booleans int64.

    Args:
        a: an array.
        axis: the axes: None for all, an integer, or several.
        dtype: that of the result, in which the elements are added.
        keepdims: whether the axes stay, with size 1.

    >>> tf.experimental.numpy.sum([[1, 2], [3, 4]], axis=0).numpy()
    array([4, 6])
    """
    return _SUM(a, axis, dtype, keepdims)


@public("experimental.numpy.prod")
def prod(a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = None) -> Tensor:
    """The product over axes. Integers become int64 or uint64 at least, booleans int64.

    Args:
        a, axis, dtype, keepdims: as for `sum`.

    >>> tf.experimental.numpy.prod([[1, 2], [3, 4]]).numpy()
    np.int64(24)
    """
    return _PROD(a, axis, dtype, keepdims)


@public("experimental.numpy.mean")
def mean(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = None
) -> Tensor:
    """The mean over axes. Integers and booleans become float64.

    Args:
        a, axis, dtype, keepdims: as for `sum`.
        out: None.

    Raises:
        ValueError: `out` is given.

    >>> tf.experimental.numpy.mean([1, 2]).numpy()
    np.float64(1.5)
    """
    _refuse_out(out)
    return _MEAN(a, axis, dtype, keepdims)


@public("experimental.numpy.amax")
def amax(a: Any, axis: Any = None, out: Any = None, keepdims: Any = None) -> Tensor:
    """The largest element over axes; for booleans whether any is true.

    Args:
        a, axis, keepdims: as for `sum`.
        out: None.

    Raises:
        ValueError: `out` is given.

    >>> tf.experimental.numpy.amax([[1, 4], [3, 2]], axis=1).numpy()
    array([4, 3])
    """
    _refuse_out(out)
    return _MAX(a, axis, None, keepdims)


@public("experimental.numpy.amin")
def amin(a: Any, axis: Any = None, out: Any = None, keepdims: Any = None) -> Tensor:
    """The smallest element over axes; for booleans whether all are true.

    Args:
        a, axis, keepdims: as for `sum`.
        out: None.

    Raises:
        ValueError: `out` is given.

    >>> tf.experimental.numpy.amin([[1, 4], [3, 2]], axis=1).numpy()
    array([1, 2])
    """
    _refuse_out(out)
    return _MIN(a, axis, None, keepdims)


@public("experimental.numpy.max")
def max(a: Any, axis: Any = None, keepdims: Any = None) -> Tensor:
    """As `amax`.

    >>> tf.experimental.numpy.max([1, 4]).numpy()
    np.int64(4)
    """
    return _MAX(a, axis, None, keepdims)


@public("experimental.numpy.min")
def min(a: Any, axis: Any = None, keepdims: Any = None) -> Tensor:
    """As `amin`.

    >>> tf.experimental.numpy.min([1, 4]).numpy()
    np.int64(1)
    """
    return _MIN(a, axis, None, keepdims)


@public("experimental.numpy.ptp")
def ptp(a: Any, axis: Any = None, keepdims: Any = None) -> Tensor:
    """The largest element less the smallest, over axes.

    >>> tf.experimental.numpy.ptp([1, 5, 3]).numpy()
    np.int64(4)
    """
    return _MAX(a, axis, None, keepdims) - _MIN(a, axis, None, keepdims)


@public("experimental.numpy.all")
def all(a: Any, axis: Any = None, keepdims: Any = None) -> Tensor:
    """Whether all elements over axes are true, that is, not 0.

    >>> tf.experimental.numpy.all([[1, 0], [1, 1]], axis=1).numpy()
    array([False,  True])
    """
    return reduction_functions.reduce_all(as_array(a, dtypes.bool_), axis, bool(keepdims))


@public("experimental.numpy.any")
def any(a: Any, axis: Any = None, keepdims: Any = None) -> Tensor:
    """Whether any element over axes is true, that is, not 0.

    >>> tf.experimental.numpy.any([[1, 0], [0, 0]], axis=1).numpy()
    array([ True, False])
    """
    return reduction_functions.reduce_any(as_array(a, dtypes.bool_), axis, bool(keepdims))


@public("experimental.numpy.count_nonzero")
def count_nonzero(a: Any, axis: Any = None) -> Tensor:
    """How many elements are not 0, over axes.

    >>> tf.experimental.numpy.count_nonzero([[1, 0], [2, 3]], axis=0).numpy()
    array([2, 1])
    """
    return moments.count_nonzero(as_array(a), axis)


# ---------------------------------------------------------------------------- spread


@public("experimental.numpy.std")
def std(a: Any, axis: Any = None, keepdims: Any = None) -> Tensor:
    """The standard deviation over axes: the root of `var`.

    >>> tf.experimental.numpy.std([1, 3]).numpy()
    np.float64(1.0)
    """
    return _STD(a, axis, None, keepdims)


@public("experimental.numpy.var")
def var(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: int = 0,
    keepdims: Any = None,
) -> Tensor:
    """The variance over axes: the mean of the squared distances from the mean.

    Args:
        a, axis, keepdims: as for `sum`.
        dtype: that of the result.
        out: None.
        ddof: what is taken from the number of elements before it divides.

    Raises:
        ValueError: `out` is given.

    >>> tf.experimental.numpy.var([1, 2, 3], ddof=1).numpy()
    np.float64(1.0)
    """
    _refuse_out(out)
    working = result_type(a, dtype) if dtype else None
    function = (
        moments.reduce_variance
        if ddof == 0
        else lambda x, axis, keepdims: _variance(x, axis, ddof, keepdims)
    )
    result = Reduction(function, lambda _: default_float())(a, axis, working, keepdims)
    # TF: here `float` is TensorFlow's, float32.
    return cast(result, dtype) if dtype else result


def _variance(x: Any, axis: Any, ddof: int, keepdims: bool) -> Tensor:
    distance = x - reduction_functions.reduce_mean(x, axis, True)
    squared = (
        cast(real(distance * conj(distance)), x.dtype) if x.dtype.is_complex else square(distance)
    )
    if axis is None:
        count = size_of(x)
    else:
        axes = [each % known_rank(x, "var") for each in np.atleast_1d(axis)]
        count = reduction_functions.reduce_prod(gather(shape_of(x), axes))
    return reduction_functions.reduce_sum(squared, axis, keepdims) / cast(count - ddof, x.dtype)


@public("experimental.numpy.average")
def average(a: Any, axis: int | None = None, weights: Any = None, returned: bool = False) -> Any:
    """The mean, or the weighted one: `sum(a * weights) / sum(weights)`.

    Args:
        a: an array.
        axis: an axis, or None for all.
        weights: of the array's shape, or a vector along the axis.
        returned: whether the sum of the weights is returned, too.

    Raises:
        ValueError: `axis` is no integer.
        InvalidArgumentError: `weights` have another shape.

    >>> tf.experimental.numpy.average([1, 2, 3], weights=[1, 1, 2]).numpy()
    np.float64(2.25)
    """
    if axis is not None and not isinstance(axis, int):
        raise ValueError(
            f"Argument `axis` must be an integer. Received axis={axis} (of type {type(axis)})"
        )
    if weights is None:
        x = as_float(a)
        result = reduction_functions.reduce_mean(x, axis)
        total = cast(size_of(x) if axis is None else shape_of(x)[axis], x.dtype)
    else:
        result, total = _weighted(as_array(a), weights, axis)
    return (result, broadcast_to(total, shape_of(result))) if returned else result


def _weighted(x: Any, weights: Any, axis: int | None) -> tuple[Any, Any]:
    floats = [] if is_inexact(x) else [default_float()]
    dtype = result_type(x.dtype, weights, *floats)
    x, w = as_array(x, dtype), as_array(weights, dtype)
    if axis is None or known_rank(x, "average") == known_rank(w, "average"):
        same = reduction_functions.reduce_all(comparison.equal(shape_of(x), shape_of(w)))
        assert_true(same, [shape_of(x), shape_of(w)])
        total = reduction_functions.reduce_sum(w, axis)
        return reduction_functions.reduce_sum(x * w, axis) / total, total
    assert_true(w.shape.rank == 1, [w.shape.rank])
    total = reduction_functions.reduce_sum(w)
    return tensordot(x, w, [[axis], [0]]) / total, total


# ---------------------------------------------------------------------------- without NaNs


def _replaced(a: Any, number: int) -> Tensor:
    x = as_array(a)
    return where(is_nan(x), as_array(number, x.dtype), x) if x.dtype.is_floating else x


@public("experimental.numpy.nansum")
def nansum(a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False) -> Tensor:
    """The sum over axes, where NaNs count as 0.

    >>> tf.experimental.numpy.nansum([1.0, float("nan")]).numpy()
    np.float64(1.0)
    """
    return _SUM(_replaced(a, 0), axis, dtype, keepdims)


@public("experimental.numpy.nanprod")
def nanprod(a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False) -> Tensor:
    """The product over axes, where NaNs count as 1.

    >>> tf.experimental.numpy.nanprod([2.0, float("nan")]).numpy()
    np.float64(2.0)
    """
    return _PROD(_replaced(a, 1), axis, dtype, keepdims)


@public("experimental.numpy.nanmean")
def nanmean(a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = None) -> Tensor:
    """The mean over axes of what is not NaN.

    >>> tf.experimental.numpy.nanmean([1.0, float("nan")]).numpy()
    np.float64(1.0)
    """
    x = as_array(a)
    if not is_inexact(x):
        return _MEAN(x, axis, dtype, keepdims)
    dtype = dtype or x.dtype
    count = _SUM(logical_not(is_nan(x)), axis, dtype, keepdims)
    return nansum(x, axis, dtype, keepdims) / count


# ---------------------------------------------------------------------------- running


def _running(function: Function, a: Any, axis: int | None, dtype: Any) -> Tensor:
    x = as_array(a, chosen(dtype))
    if dtype is None and x.dtype.is_integer and promote_types(x.dtype, int) != x.dtype:
        # TF: uint64, for which NumPy has no integer together with int, becomes floating.
        x = cast(x, result_type(float if x.dtype is dtypes.uint64 else int))
    if axis is None:
        return function(ravel(x), 0)
    return function(x, axis)


@public("experimental.numpy.cumsum")
def cumsum(a: Any, axis: int | None = None, dtype: Any = None) -> Tensor:
    """The sums of all elements up to each, along an axis or of all as one row.

    >>> tf.experimental.numpy.cumsum([1, 2, 3]).numpy()
    array([1, 3, 6])
    """
    return _running(cumulative.cumsum, a, axis, dtype)


@public("experimental.numpy.cumprod")
def cumprod(a: Any, axis: int | None = None, dtype: Any = None) -> Tensor:
    """The products of all elements up to each, along an axis or of all as one row.

    >>> tf.experimental.numpy.cumprod([1, 2, 3]).numpy()
    array([1, 2, 6])
    """
    return _running(cumulative.cumprod, a, axis, dtype)


@public("experimental.numpy.diff")
def diff(a: Any, n: int = 1, axis: int = -1) -> Tensor:
    """Each element less the one before it, n times; for booleans whether they differ.

    Args:
        a: an array.
        n: how often.
        axis: along which axis.

    Raises:
        ValueError: `n` is negative, `axis` out of range, or the rank is not known.

    >>> tf.experimental.numpy.diff([1, 4, 9]).numpy()
    array([3, 5])
    """
    x = as_array(a)
    rank = known_rank(x, "diff")
    if not -rank <= axis < rank:
        raise ValueError(
            f"Argument `axis` (received axis={axis}) is out of bounds for input {a} of rank {rank}."
        )
    if n < 0:
        raise ValueError(f"Argument `n` must be a non-negative integer. Received: {n}")
    before = (slice(None),) * (axis % rank)
    for _ in range(n):
        later, earlier = x[(*before, slice(1, None))], x[(*before, slice(None, -1))]
        x = comparison.not_equal(later, earlier) if x.dtype.is_bool else later - earlier
    return x
