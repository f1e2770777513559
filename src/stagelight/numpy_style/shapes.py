"""NumPy's functions about shapes: what an array's is, and the same elements in another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.core.inference import normalized_axis
from stagelight.core.tensor import Tensor
from stagelight.numpy_style.promotion import as_array, chosen
from stagelight.ops.arrays import reshaping
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.padding import pad as pad_tensor
from stagelight.ops.arrays.ranges import range_
from stagelight.ops.arrays.reversing import reverse
from stagelight.ops.arrays.reversing import roll as roll_tensor
from stagelight.ops.arrays.shape import rank as rank_of
from stagelight.ops.arrays.shape import shape as shape_of
from stagelight.ops.arrays.shape import size as size_of
from stagelight.ops.arrays.tiling import repeat as repeat_tensor
from stagelight.ops.arrays.tiling import tile as tile_tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def known_rank(x: Tensor, function: str) -> int:
    """The number of axes.

    Raises:
        ValueError: it is not known while the graph is traced.
    """
    if x.shape.rank is None:
        raise ValueError(
            f"`{function}` needs an array whose number of axes is known when it is traced. Received an "
            "array of unknown rank; give it one, by `x.set_shape` or the input signature."
        )
    return x.shape.rank


# ---------------------------------------------------------------------------- arrays


@public("experimental.numpy.array")
def array(val: Any, dtype: Any = None, copy: bool = True, ndmin: int = 0) -> Tensor:
    """An array of a value: a number, a list, a tensor, an array of NumPy.

    Args:
        val: the value.
        dtype: its dtype; by default that of NumPy, such as int64 for Python's integers.
        copy: has no effect, since tensors do not change.
        ndmin: how many axes there are at least; missing ones come first.

    Raises:
        ValueError: `ndmin` is above 32.

    >>> tf.experimental.numpy.array([1, 2.5], ndmin=2)
    <tf.Tensor: shape=(1, 2), dtype=float64, numpy=array([[1. , 2.5]])>
    """
    del copy
    x = as_array(val, chosen(dtype))
    if ndmin > _MOST_AXES:
        raise ValueError(f"ndmin bigger than allowable number of dimensions: {_MOST_AXES}.")
    return _with_leading_axes(x, ndmin) if ndmin else x


_MOST_AXES = 32


def _with_leading_axes(x: Tensor, rank: int) -> Tensor:
    missing = rank - known_rank(x, "array")
    if missing <= 0:
        return x
    return reshaping.reshape(x, concat([[1] * missing, shape_of(x)], 0))


@public("experimental.numpy.asarray")
def asarray(a: Any, dtype: Any = None) -> Tensor:
    """The value as an array; a tensor of that dtype is given back itself.

    >>> tf.experimental.numpy.asarray([1, 2]).dtype
    tf.int64
    """
    return as_array(a, chosen(dtype))


@public("experimental.numpy.asanyarray")
def asanyarray(a: Any, dtype: Any = None) -> Tensor:
    """As `asarray`.

    >>> tf.experimental.numpy.asanyarray(1.0).dtype
    tf.float64
    """
    return asarray(a, dtype)


@public("experimental.numpy.ascontiguousarray")
def ascontiguousarray(a: Any, dtype: Any = None) -> Tensor:
    """As `asarray`, with at least one axis.

    >>> tf.experimental.numpy.ascontiguousarray(1).numpy()
    array([1])
    """
    return array(a, dtype, ndmin=1)


@public("experimental.numpy.copy")
def copy(a: Any) -> Tensor:
    """The array; a copy is not needed, since tensors do not change.

    >>> tf.experimental.numpy.copy([1]).numpy()
    array([1])
    """
    return as_array(a)


# ---------------------------------------------------------------------------- what it is


@public("experimental.numpy.shape")
def shape(a: Any) -> TensorShape:
    """The static shape.

    >>> tf.experimental.numpy.shape([[1, 2]])
    TensorShape([1, 2])
    """
    return as_array(a).shape


@public("experimental.numpy.ndim")
def ndim(a: Any) -> int | None:
    """The number of axes, None when unknown.

    >>> tf.experimental.numpy.ndim([[1, 2]])
    2
    """
    return as_array(a).shape.rank


@public("experimental.numpy.isscalar")
def isscalar(num: Any) -> bool:
    """Whether it has no axes.

    >>> tf.experimental.numpy.isscalar(3), tf.experimental.numpy.isscalar([3])
    (True, False)
    """
    return ndim(num) == 0


@public("experimental.numpy.size")
def size(x: Any, axis: Any = None) -> Any:
    """How many elements there are: a number, or a tensor where sizes are not known yet.

    Raises:
        NotImplementedError: `axis` is given.

    >>> int(tf.experimental.numpy.size([[1, 2]]))
    2
    """
    if axis is not None:
        raise NotImplementedError(
            "axis argument is not supported in the current `np.size` implementation"
        )
    if isinstance(x, (int, float, np.int32, np.int64, np.float32)):
        return 1
    x = as_array(x)
    if x.shape.is_fully_defined():
        return np.prod(x.shape.as_list(), dtype=int)
    return size_of(x)


# ---------------------------------------------------------------------------- the same elements


@public("experimental.numpy.reshape")
def reshape(a: Any, newshape: Any, order: str = "C") -> Tensor:
    """The elements in another shape.

    Args:
        a: an array.
        newshape: the shape, -1 for one size that follows.
        order: "C": the last axis runs first; "F": the first one.

    Raises:
        ValueError: `order` is neither.

    >>> tf.experimental.numpy.reshape([1, 2, 3, 4], (2, -1), order="F").numpy()
    array([[1, 3],
           [2, 4]])
    """
    if order not in ("C", "F"):
        raise ValueError(f"Unsupported order argument {order}")
    x = as_array(a)
    sizes = [newshape] if isinstance(newshape, int) else newshape
    if order == "C":
        return reshaping.reshape(x, sizes)
    return reshaping.transpose(reshaping.reshape(reshaping.transpose(x), sizes[::-1]))


@public("experimental.numpy.ravel")
def ravel(a: Any) -> Tensor:
    """The elements as a vector.

    >>> tf.experimental.numpy.ravel([[1, 2], [3, 4]]).numpy()
    array([1, 2, 3, 4])
    """
    return reshape(a, -1)


@public("experimental.numpy.flatten")
def flatten(a: Any, order: str = "C") -> Tensor:
    """The elements as a vector.

    Args:
        a: an array.
        order: "C", "A" and "K": the last axis runs first; "F": the first one.

    Raises:
        ValueError: `order` is none of them.

    >>> tf.experimental.numpy.flatten([[1, 2], [3, 4]], order="F").numpy()
    array([1, 3, 2, 4])
    """
    if order not in ("C", "A", "K", "F"):
        raise ValueError("order can only be C, A, K (all row major) or F (column major).")
    return reshape(a, -1, "F" if order == "F" else "C")


@public("experimental.numpy.expand_dims")
def expand_dims(a: Any, axis: Any) -> Tensor:
    """The array with a new axis of size 1.

    >>> tf.experimental.numpy.expand_dims([1, 2], 0).numpy()
    array([[1, 2]])
    """
    return reshaping.expand_dims(as_array(a), axis)


@public("experimental.numpy.squeeze")
def squeeze(a: Any, axis: Any = None) -> Tensor:
    """The array without axes of size 1, all or those given.

    >>> tf.experimental.numpy.squeeze([[1, 2]]).numpy()
    array([1, 2])
    """
    return reshaping.squeeze(as_array(a), axis)


def _at_least(rank: int, arrays: tuple[Any, ...], widened: Callable[[Tensor, int], Tensor]) -> Any:
    results = []
    for each in arrays:
        x = as_array(each)
        known = known_rank(x, f"atleast_{rank}d")
        results.append(x if known >= rank else widened(x, known))
    return results[0] if len(results) == 1 else results


@public("experimental.numpy.atleast_1d")
def atleast_1d(*arys: Any) -> Any:
    """Each array with at least one axis; a list of them for several.

    >>> tf.experimental.numpy.atleast_1d(5).numpy()
    array([5])
    """
    return _at_least(1, arys, lambda x, _: _with_leading_axes(x, 1))


@public("experimental.numpy.atleast_2d")
def atleast_2d(*arys: Any) -> Any:
    """Each array with at least two axes, new ones first; a list of them for several.

    >>> tf.experimental.numpy.atleast_2d([5, 6]).numpy()
    array([[5, 6]])
    """
    return _at_least(2, arys, lambda x, _: _with_leading_axes(x, 2))


@public("experimental.numpy.atleast_3d")
def atleast_3d(*arys: Any) -> Any:
    """Each array with at least three axes; a list of them for several.

    A vector goes along the middle axis, a matrix along the first two.

    >>> tf.experimental.numpy.atleast_3d([5, 6]).shape
    TensorShape([1, 2, 1])
    """

    def widened(x: Tensor, rank: int) -> Tensor:
        for _ in range(2 - rank):
            x = reshaping.expand_dims(x, 0)
        return reshaping.expand_dims(x, -1)

    return _at_least(3, arys, widened)


# ---------------------------------------------------------------------------- the order of axes


@public("experimental.numpy.transpose")
def transpose(a: Any, axes: Any = None) -> Tensor:
    """The array with its axes in another order, reversed by default.

    >>> tf.experimental.numpy.transpose([[1, 2, 3]]).shape
    TensorShape([3, 1])
    """
    return reshaping.transpose(as_array(a), None if axes is None else as_array(axes))


@public("experimental.numpy.swapaxes")
def swapaxes(a: Any, axis1: int, axis2: int) -> Tensor:
    """The array with two axes exchanged.

    >>> tf.experimental.numpy.swapaxes([[[1, 2, 3]]], 0, -1).shape
    TensorShape([3, 1, 1])
    """
    x = as_array(a)
    order = list(range(known_rank(x, "swapaxes")))
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return reshaping.transpose(x, order)


@public("experimental.numpy.moveaxis")
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """The array with axes moved to other places; the others keep their order.

    Args:
        a: an array.
        source: an axis, or several.
        destination: where they go, as many.

    Raises:
        ValueError: there are more of one than of the other.

    >>> tf.experimental.numpy.moveaxis(np.zeros((2, 3, 4)), 0, -1).shape
    TensorShape([3, 4, 2])
    """
    x = as_array(a)
    sources = (source,) if isinstance(source, int) else tuple(source)
    places = (destination,) if isinstance(destination, int) else tuple(destination)
    if len(sources) != len(places):
        raise ValueError("The lengths of source and destination must equal")
    rank = known_rank(x, "moveaxis")
    sources = tuple(normalized_axis(axis, rank, "source") for axis in sources)
    places = tuple(normalized_axis(axis, rank, "destination") for axis in places)
    order = [axis for axis in range(rank) if axis not in sources]
    for place, axis in sorted(zip(places, sources, strict=True)):
        order.insert(place, axis)
    return x if order == list(range(rank)) else reshaping.transpose(x, order)


# ---------------------------------------------------------------------------- turned and repeated


@public("experimental.numpy.flip")
def flip(m: Any, axis: Any = None) -> Tensor:
    """The elements in reverse order along an axis, along all by default.

    >>> tf.experimental.numpy.flip([[1, 2], [3, 4]], 1).numpy()
    array([[2, 1],
           [4, 3]])
    """
    x = as_array(m)
    return reverse(x, range_(rank_of(x)) if axis is None else [axis])


@public("experimental.numpy.flipud")
def flipud(m: Any) -> Tensor:
    """The rows in reverse order.

    >>> tf.experimental.numpy.flipud([[1, 2], [3, 4]]).numpy()
    array([[3, 4],
           [1, 2]])
    """
    return flip(m, 0)


@public("experimental.numpy.fliplr")
def fliplr(m: Any) -> Tensor:
    """The columns in reverse order.

    >>> tf.experimental.numpy.fliplr([[1, 2], [3, 4]]).numpy()
    array([[2, 1],
           [4, 3]])
    """
    return flip(m, 1)


@public("experimental.numpy.rot90")
def rot90(m: Any, k: int = 1, axes: Sequence[int] = (0, 1)) -> Tensor:
    """The array turned by 90 degrees k times, from the first of two axes towards the second.

    >>> tf.experimental.numpy.rot90([[1, 2], [3, 4]]).numpy()
    array([[2, 4],
           [1, 3]])
    """
    x = as_array(m)
    first, second = axes
    if k % 4 == 0:
        return x
    if k % 4 == 2:
        return flip(flip(x, first), second)
    if k % 4 == 1:
        return swapaxes(flip(x, second), first, second)
    return flip(swapaxes(x, first, second), second)


@public("experimental.numpy.roll")
def roll(a: Any, shift: Any, axis: Any = None) -> Tensor:
    """The elements moved along axes; those that leave at the end come back at the front.

    Args:
        a: an array.
        shift: by how many places, for each axis.
        axis: an axis, or several; None: the elements as one row.

    >>> tf.experimental.numpy.roll([1, 2, 3], 1).numpy()
    array([3, 1, 2])
    """
    x = as_array(a)
    if axis is not None:
        return roll_tensor(x, shift, axis)
    return reshaping.reshape(roll_tensor(ravel(x), shift, 0), shape_of(x))


@public("experimental.numpy.tile")
def tile(a: Any, reps: Any) -> Tensor:
    """The array repeated as a whole along each axis.

    Args:
        a: an array.
        reps: how often, for the last axes; more numbers than axes add axes.

    Raises:
        ValueError: the number of axes, or of `reps`, is not known.

    >>> tf.experimental.numpy.tile([1, 2], (2, 2)).numpy()
    array([[1, 2, 1, 2],
           [1, 2, 1, 2]])
    """
    x = as_array(a)
    counts = ravel(as_array(reps, dtypes.int32))
    rank, given = known_rank(x, "tile"), counts.shape[0]
    if given is None:
        raise ValueError("`tile` needs to know how many numbers `reps` has.")
    if given < rank:
        counts = concat([[1] * (rank - given), counts], 0)
    return tile_tensor(_with_leading_axes(x, given), counts)


@public("experimental.numpy.repeat")
def repeat(a: Any, repeats: Any, axis: int | None = None) -> Tensor:
    """Each element repeated in its place.

    Args:
        a: an array.
        repeats: how often, for all or for each.
        axis: along which axis; None: the elements as one row.

    >>> tf.experimental.numpy.repeat([1, 2], [1, 2]).numpy()
    array([1, 2, 2])
    """
    return repeat_tensor(as_array(a), as_array(repeats), axis)


@public("experimental.numpy.pad")
def pad(array: Any, pad_width: Any, mode: str, **kwargs: Any) -> Tensor:
    """The array with elements added at the ends of each axis.

    Args:
        array: an array.
        pad_width: pairs of numbers, before and after, `[rank, 2]`.
        mode: "constant", "reflect" or "symmetric".
        **kwargs: `constant_values`, the number for "constant"; 0 by default.

    Raises:
        ValueError: there is no such mode.

    >>> tf.experimental.numpy.pad([1, 2], [[1, 1]], "constant").numpy()
    array([0, 1, 2, 0])
    """
    if mode not in ("constant", "reflect", "symmetric"):
        raise ValueError(f"Unsupported padding mode: {mode}")
    return pad_tensor(
        as_array(array),
        as_array(pad_width, dtypes.int32),
        mode.upper(),
        kwargs.get("constant_values", 0),
    )
