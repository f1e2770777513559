"""NumPy's functions that make arrays: of one value, of numbers in steps, with ones on a diagonal."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.numpy_style.arithmetic import broadcast_together, log10, real, sign
from stagelight.numpy_style.promotion import (
    as_array,
    chosen,
    default_float,
    numpy_float,
    promote_types,
    result_type,
)
from stagelight.numpy_style.shapes import array, atleast_1d, moveaxis
from stagelight.ops.arrays import creation
from stagelight.ops.arrays.broadcasting import broadcast_to as broadcast_tensor
from stagelight.ops.arrays.ranges import linspace as linear
from stagelight.ops.arrays.ranges import meshgrid as mesh
from stagelight.ops.arrays.ranges import range_
from stagelight.ops.arrays.shape import shape as shape_of
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.exponential import pow
from stagelight.ops.elementwise.logic import logical_not
from stagelight.ops.elementwise.rounding import floor
from stagelight.ops.linalg.diagonals import diag as diagonal_matrix
from stagelight.ops.linalg.triangles import band_part
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

# ---------------------------------------------------------------------------- one value


@public("experimental.numpy.zeros")
def zeros(shape: Any, dtype: Any = float) -> Tensor:
    """Zeros, float64 by default.

    >>> tf.experimental.numpy.zeros(2).numpy()
    array([0., 0.])
    """
    return creation.zeros(_sizes(shape), chosen(dtype) or numpy_float())


@public("experimental.numpy.ones")
def ones(shape: Any, dtype: Any = float) -> Tensor:
    """Ones, float64 by default.

    >>> tf.experimental.numpy.ones((1, 2), tf.int8).numpy()
    array([[1, 1]], dtype=int8)
    """
    return creation.ones(_sizes(shape), chosen(dtype) or default_float())


@public("experimental.numpy.empty")
def empty(shape: Any, dtype: Any = float) -> Tensor:
    """As `zeros`: no tensor is without values.

    >>> tf.experimental.numpy.empty(2).numpy()
    array([0., 0.])
    """
    return zeros(shape, dtype)


def _sizes(shape: Any) -> Any:
    return atleast_1d(convert_to_tensor(shape, dtype_hint=dtypes.int32))


@public("experimental.numpy.full")
def full(shape: Any, fill_value: Any, dtype: Any = None) -> Tensor:
    """One value everywhere; an array of values broadcasts to the shape.

    >>> tf.experimental.numpy.full((2, 2), [1, 2]).numpy()
    array([[1, 2],
           [1, 2]])
    """
    return broadcast_tensor(as_array(fill_value, chosen(dtype)), _sizes(shape))


@public("experimental.numpy.broadcast_to")
def broadcast_to(array: Any, shape: Any) -> Tensor:
    """The array repeated along axes of size 1 and new leading ones.

    >>> tf.experimental.numpy.broadcast_to([1, 2], (2, 2)).numpy()
    array([[1, 2],
           [1, 2]])
    """
    return full(shape, array)


@public("experimental.numpy.broadcast_arrays")
def broadcast_arrays(*args: Any, **kwargs: Any) -> Any:
    """Arrays in the shape that they broadcast to.

    Raises:
        ValueError: `subok` is true, or another option is given.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.broadcast_arrays(1, [2, 3])]
    [[1, 1], [2, 3]]
    """
    if kwargs.pop("subok", False):
        raise ValueError("subok=True is not supported.")
    if kwargs:
        raise ValueError(f"Received unsupported arguments {kwargs.keys()}")
    arrays = [as_array(arg) for arg in args]
    return broadcast_together(*arrays) if len(arrays) > 1 else tuple(arrays)


def _dtype_like(a: Any, dtype: Any) -> DType:
    if dtype:
        return result_type(dtype)
    return dtypes.string if isinstance(a, (str, bytes)) else result_type(a)


@public("experimental.numpy.zeros_like")
def zeros_like(a: Any, dtype: Any = None) -> Tensor:
    """Zeros of an array's shape, and of its dtype by default.

    >>> tf.experimental.numpy.zeros_like([1, 2]).numpy()
    array([0, 0])
    """
    dtype = _dtype_like(a, dtype)
    return creation.zeros_like(as_array(a), dtype)


@public("experimental.numpy.ones_like")
def ones_like(a: Any, dtype: Any = None) -> Tensor:
    """Ones of an array's shape, and of its dtype by default.

    >>> tf.experimental.numpy.ones_like([1, 2], float).numpy()
    array([1., 1.])
    """
    dtype = _dtype_like(a, dtype)
    return creation.ones_like(as_array(a), dtype)


@public("experimental.numpy.empty_like")
def empty_like(a: Any, dtype: Any = None) -> Tensor:
    """As `zeros_like`: no tensor is without values.

    >>> tf.experimental.numpy.empty_like([1, 2]).numpy()
    array([0, 0])
    """
    return zeros_like(a, dtype)


@public("experimental.numpy.full_like")
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: str = "K",
    subok: bool = True,
    shape: Any = None,
) -> Tensor:
    """One value in an array's shape, and of its dtype by default.

    Raises:
        ValueError: `order`, `subok` or `shape` is not the default.

    >>> tf.experimental.numpy.full_like([1, 2], 7).numpy()
    array([7, 7])
    """
    if order != "K":
        raise ValueError("Non-standard orders are not supported.")
    if not subok:
        raise ValueError("subok being False is not supported.")
    if shape:
        raise ValueError("Overriding the shape is not supported.")
    x = as_array(a)
    return broadcast_tensor(as_array(fill_value, chosen(dtype) or x.dtype), shape_of(x))


# ---------------------------------------------------------------------------- in steps


@public("experimental.numpy.arange")
def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> Tensor:
    """`start, start + step, ...`, up to `stop`, which is left out; from 0 to `start` without `stop`.

    Args:
        start, stop, step: numbers.
        dtype: by default what the numbers take together.

    Raises:
        ValueError: `step` is 0.

    >>> tf.experimental.numpy.arange(1, 7, 2).numpy()
    array([1, 3, 5])
    """
    if not step:
        raise ValueError("step must be non-zero.")
    given = [x for x in (start, step, stop) if x is not None]
    dtype = chosen(dtype) or result_type(*given)
    first, last = (0, start) if stop is None else (start, stop)
    if (step > 0 and first > last) or (step < 0 and first < last):
        return array([], dtype)
    return cast(range_(start, stop, step), dtype)


@public("experimental.numpy.linspace")
def linspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = float,
    axis: int = 0,
) -> Any:
    """Evenly spaced numbers from `start` to `stop`.

    Args:
        start, stop: numbers, or arrays of one shape.
        num: how many.
        endpoint: whether `stop` is the last one; otherwise it would come next.
        retstep: whether the distance is returned, too.
        dtype: TF: not looked at, since NumPy 2 goes by `start` and `stop`; None goes by them as they are.
        axis: the new axis.

    Raises:
        ValueError: `num` is negative.

    >>> tf.experimental.numpy.linspace(0, 1, 3).numpy()
    array([0. , 0.5, 1. ])
    """
    wanted = result_type([start * 1.0, stop * 1.0]) if dtype else None
    first, last = as_array(start, wanted), as_array(stop, wanted)
    if num < 0:
        raise ValueError(
            f"Argument `num` (number of samples) must be a non-negative integer. Received: num={num}"
        )
    step = convert_to_tensor(np.nan)
    gaps = num - 1 if endpoint else num
    if gaps > 0:
        step = (last - first) / gaps
        if not endpoint and num > 1:
            last = cast(last, step.dtype) - step
            first = cast(first, last.dtype)
    result = linear(first, last, num, axis=axis)
    if wanted is not None:
        result = cast(floor(result) if wanted.is_integer else result, wanted)
    return (result, step) if retstep else result


@public("experimental.numpy.logspace")
def logspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: int = 0,
) -> Tensor:
    """Powers of `base`, the exponents evenly spaced.

    Args:
        start, stop: the first and last exponent.
        num, endpoint, axis: as for `linspace`.
        base: a number.
        dtype: TF: not looked at, since NumPy 2 goes by `start` and `stop`.

    >>> tf.experimental.numpy.logspace(0, 2, 3).numpy()
    array([  1.,  10., 100.])
    """
    del dtype
    wanted = result_type([start * 1.0, stop * 1.0])
    exponents = linspace(start, stop, num, endpoint, dtype=wanted, axis=axis)
    return cast(pow(cast(base, exponents.dtype), exponents), wanted)


@public("experimental.numpy.geomspace")
def geomspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, dtype: Any = None, axis: int = 0
) -> Tensor:
    """Numbers of which each is the one before times a constant.

    Args:
        start, stop: the first and the last number, both positive, or both negative.
        num, endpoint, axis: as for `linspace`.
        dtype: by default what the numbers and a float take together.

    >>> tf.experimental.numpy.geomspace(1, 100, 3).numpy()
    array([  1.,  10., 100.])
    """
    wanted = as_dtype(dtype) if dtype else result_type(start, stop, float(num), numpy_float())
    worked = as_dtype(promote_types(wanted, np.float32))
    first, last = as_array(start, worked), as_array(stop, worked)
    # Both negative: the sign is put aside.
    one: Any = convert_to_tensor(1, worked)
    both = (one - sign(real(first))) * (one - sign(real(last)))
    flip = one - both // convert_to_tensor(2, worked)
    powers = logspace(log10(flip * first), log10(flip * last), num, endpoint)
    return cast(moveaxis(flip * cast(powers, worked), 0, axis), wanted)


@public("experimental.numpy.meshgrid")
def meshgrid(*xi: Any, **kwargs: Any) -> list[Tensor]:
    """Grids of coordinates: for each vector an array with it along its axis.

    Args:
        *xi: vectors.
        **kwargs: `indexing` "xy" or "ij"; `sparse=False` and `copy=True` may be given.

    Raises:
        ValueError: `sparse` is true, or `copy` is false.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.meshgrid([1, 2], [3])]
    [[[1, 2]], [[3, 3]]]
    """
    if kwargs.get("sparse", False):
        raise ValueError("Function `meshgrid` does not support returning sparse arrays yet.")
    if not kwargs.get("copy", True):
        raise ValueError("Function `meshgrid` only supports copy=True.")
    return mesh(*map(as_array, xi), indexing=kwargs.get("indexing", "xy"))


# ---------------------------------------------------------------------------- diagonals and triangles


@public("experimental.numpy.eye")
def eye(N: int, M: int | None = None, k: int = 0, dtype: Any = float) -> Tensor:
    """Ones on a diagonal, zeros else.

    Args:
        N, M: rows and columns; M is N by default.
        k: which diagonal, upwards.
        dtype: float64 by default.

    >>> tf.experimental.numpy.eye(2, 3, k=1).numpy()
    array([[0., 1., 0.],
           [0., 0., 1.]])
    """
    wanted = chosen(dtype) or default_float()
    rows, columns, k = int(N), int(M or N), int(k)
    length = min(rows, columns - k) if k >= 0 else min(columns, rows + k)
    if length <= 0:
        return creation.zeros([rows, columns], wanted)
    return diagonal_matrix(creation.ones([length], wanted), k=k, num_rows=rows, num_cols=columns)


@public("experimental.numpy.identity")
def identity(n: int, dtype: Any = float) -> Tensor:
    """The identity matrix.

    >>> tf.experimental.numpy.identity(2, int).numpy()
    array([[1, 0],
           [0, 1]])
    """
    return eye(n, n, dtype=dtype)


@public("experimental.numpy.tri")
def tri(N: int, M: int | None = None, k: int = 0, dtype: Any = None) -> Tensor:
    """Ones on and below a diagonal, zeros else.

    Args:
        N, M: rows and columns; M is N by default.
        k: which diagonal, upwards.
        dtype: float64 by default.

    >>> tf.experimental.numpy.tri(2, dtype=int).numpy()
    array([[1, 0],
           [1, 1]])
    """
    wanted = chosen(dtype) or default_float()
    columns = N if M is None else M
    everywhere = creation.ones([N, columns], dtypes.bool_)
    if k >= columns:
        return cast(everywhere, wanted)
    if k < -N:
        return creation.zeros([N, columns], wanted)
    if k >= 0:
        return cast(band_part(everywhere, -1, k), wanted)
    # A band holds the main diagonal: what is above the triangle does.
    return cast(logical_not(band_part(everywhere, -k - 1, -1)), wanted)


@public("experimental.numpy.vander")
def vander(x: Any, N: Any = None, increasing: bool = False) -> Tensor:
    """The powers of each element, from the highest: `x**(N-1), ..., x, 1`.

    Args:
        x: a vector.
        N: how many powers; as many as elements by default.
        increasing: whether the highest is last.

    Raises:
        ValueError: N is negative, or `x` is no vector.

    >>> tf.experimental.numpy.vander([2, 3], 3).numpy()
    array([[4, 2, 1],
           [9, 3, 1]])
    """
    points = as_array(x)
    if points.shape.rank != 1:
        raise ValueError(f"x must be a one-dimensional array. Received shape: {points.shape}")
    count = shape_of(points)[0] if N is None else N
    if isinstance(count, builtins.int) and count < 0:
        raise ValueError(f"N must be nonnegative. Received: {count}")
    powers = range_(0, count, 1) if increasing else range_(count - 1, -1, -1)
    return pow(points[:, None], cast(powers, points.dtype))


@public("experimental.numpy.diag_indices")
def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """The indices of the main diagonal of an array whose axes all have size n.

    Raises:
        ValueError: an argument is negative.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.diag_indices(2)]
    [[0, 1], [0, 1]]
    """
    for name, value in (("n", n), ("ndim", ndim)):
        if value < 0:
            raise ValueError(f"{name} argument to diag_indices must be nonnegative, got {value}")
    return (range_(n),) * ndim
