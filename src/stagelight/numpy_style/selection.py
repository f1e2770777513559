"""NumPy's functions that choose elements, by conditions and places, and put them in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import normalized_axis
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.numpy_style.promotion import as_array, promoted, result_type
from stagelight.numpy_style.shapes import atleast_1d, known_rank, moveaxis, ravel
from stagelight.ops.arrays import searching, sorting
from stagelight.ops.arrays.broadcasting import broadcast_dynamic_shape
from stagelight.ops.arrays.creation import zeros
from stagelight.ops.arrays.gather import gather
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.masking import boolean_mask
from stagelight.ops.arrays.reshaping import reshape
from stagelight.ops.arrays.shape import shape as shape_of
from stagelight.ops.arrays.splitting import unstack
from stagelight.ops.elementwise import select as choices
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.elementwise.clipping import clip_by_value
from stagelight.ops.elementwise.division import floormod
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- by conditions


@public("experimental.numpy.where")
def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """Elements of `x` where the condition is true, of `y` else; or the places where it is true.

    Args:
        condition: an array; what is not 0 is true.
        x, y: arrays, which broadcast with the condition; both or none.

    Returns:
        An array; without `x` and `y` what `nonzero` gives.

    Raises:
        ValueError: only one of `x` and `y` is given.

    >>> tf.experimental.numpy.where([True, False], 1, 2.5).numpy()
    array([1. , 2.5])
    """
    condition = as_array(condition, dtypes.bool_)
    if x is None and y is None:
        return nonzero(condition)
    if x is None or y is None:
        raise ValueError("Both x and y must be ndarrays, or both must be None.")
    return choices.where(condition, *promoted(x, y))


@public("experimental.numpy.select")
def select(condlist: Sequence[Any], choicelist: Sequence[Any], default: Any = 0) -> Tensor:
    """Each element from the first choice whose condition is true.

    Args:
        condlist: conditions.
        choicelist: as many arrays, which broadcast with the conditions.
        default: where no condition is true.

    Raises:
        ValueError: the lists have different lengths, or none.

    >>> tf.experimental.numpy.select([[True, False], [True, True]], [[1, 2], [3, 4]]).numpy()
    array([1, 4])
    """
    if len(condlist) != len(choicelist):
        raise ValueError(
            f"There must be a choice for each condition. Received: {len(condlist)} conditions, "
            f"{len(choicelist)} choices"
        )
    if not condlist:
        raise ValueError("condlist must be non-empty")
    result, *arrays = promoted(default, *choicelist)
    for condition, choice in reversed(list(zip(condlist, arrays, strict=True))):
        result = where(condition, choice, result)
    return result


@public("experimental.numpy.nonzero")
def nonzero(a: Any) -> list[Tensor]:
    """The places of elements that are not 0: an int64 vector of indices for each axis.

    Raises:
        ValueError: the number of axes is not known.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.nonzero([[0, 1], [2, 0]])]
    [[0, 1], [1, 0]]
    """
    x = atleast_1d(a)
    return unstack(raw.Where(cast(x, dtypes.bool_)), known_rank(x, "nonzero"), axis=1)


@public("experimental.numpy.compress")
def compress(condition: Any, a: Any, axis: int | None = None) -> Tensor:
    """The parts along an axis for which a condition is true.

    Args:
        condition: a vector; elements that it lacks at the end count as false.
        a: an array.
        axis: the axis; None: the elements as one row.

    Raises:
        ValueError: the condition is no vector.

    >>> tf.experimental.numpy.compress([False, True], [[1, 2], [3, 4]], axis=0).numpy()
    array([[3, 4]])
    """
    mask, x = as_array(condition, dtypes.bool_), as_array(a)
    if mask.shape.rank != 1:
        raise ValueError(f"condition must be a 1-d array. Received shape: {mask.shape}")
    if axis is None or x.shape.rank == 0:
        x, axis = ravel(x), 0
    axis = normalized_axis(axis, known_rank(x, "compress"))
    given, size = mask.shape[0], x.shape[axis]
    if given is not None and size is not None and given < size:
        mask = concat([mask, zeros([size - given], dtypes.bool_)], 0)
    return boolean_mask(x, mask, axis=axis)


@public("experimental.numpy.ix_")
def ix_(*args: Any) -> list[Tensor]:
    """Indices that together take a grid: each vector along an axis of its own.

    Args:
        *args: integer vectors, or boolean ones, which stand for the places where they are true.

    Raises:
        ValueError: an array is no vector, or of another dtype.

    >>> [x.shape.as_list() for x in tf.experimental.numpy.ix_([0, 1], [0, 2, 4])]
    [[2, 1], [1, 3]]
    """
    indices = []
    for place, arg in enumerate(args):
        x = as_array(arg)
        rank = known_rank(x, "ix_")
        if rank != 1:
            raise ValueError(f"Arguments must be 1-d, got arg {place} of rank {rank}")
        if x.dtype.is_bool:
            x = nonzero(x)[0]
        elif not x.dtype.is_integer:
            raise ValueError(f"Only integer and bool dtypes are supported, got {x.dtype!r}")
        sizes = [1] * len(args)
        sizes[place] = -1
        indices.append(reshape(x, sizes))
    return indices


# ---------------------------------------------------------------------------- by places


@public("experimental.numpy.take")
def take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: str = "clip") -> Tensor:
    """The elements, or parts along an axis, at some places.

    Args:
        a: an array.
        indices: integers of any shape.
        axis: the axis; None: the elements as one row.
        out: None.
        mode: what is done with places out of bounds: "clip" takes the nearest, "wrap" goes around.

    Raises:
        ValueError: `out` is given, or there is no such mode.

    >>> tf.experimental.numpy.take([1, 2, 3], [0, 5]).numpy()
    array([1, 3])
    """
    if out is not None:
        raise ValueError("out argument is not supported in take.")
    if mode not in ("clip", "wrap"):
        raise ValueError(
            f"The {mode!r} mode to take is not supported. Use 'clip' or 'wrap'."
            if mode == "raise"
            else f"Invalid mode '{mode}' for take"
        )
    x, places = as_array(a), as_array(indices)
    if axis is None:
        x, axis = ravel(x), 0
    size = shape_of(x, places.dtype)[axis]
    places = clip_by_value(places, 0, size - 1) if mode == "clip" else floormod(places, size)
    return gather(x, places, axis=axis)


@public("experimental.numpy.take_along_axis")
def take_along_axis(arr: Any, indices: Any, axis: int | None) -> Tensor:
    """For each row along an axis its elements at the row's own places, as `argsort` gives them.

    Args:
        arr: an array.
        indices: integers; they broadcast with the array but along the axis.
        axis: the axis; None: the elements as one row.

    >>> tf.experimental.numpy.take_along_axis([[3, 1], [2, 4]], [[1, 0], [0, 1]], 1).numpy()
    array([[1, 3],
           [2, 4]])
    """
    x, places = as_array(arr), as_array(indices)
    if axis is None:
        x, axis = ravel(x), 0
    rank = known_rank(x, "take_along_axis")
    x, places = moveaxis(x, axis, -1), moveaxis(places, axis, -1)
    size, count = shape_of(x)[-1:], shape_of(places)[-1:]
    rows = broadcast_dynamic_shape(shape_of(x)[:-1], shape_of(places)[:-1])
    x = raw.BroadcastTo(x, concat([rows, size], 0))
    places = raw.BroadcastTo(places, concat([rows, count], 0))
    places = choices.where(places < 0, places + cast(size, places.dtype), places)
    return moveaxis(gather(x, places, batch_dims=rank - 1), -1, axis)


# ---------------------------------------------------------------------------- in order


def _refuse_order(kind: str, kinds: Sequence[str], order: Any) -> None:
    if kind not in kinds:
        raise ValueError(
            f"Invalid value for argument `kind`. Required: one of {list(kinds)}. Received: kind={kind}"
        )
    if order is not None:
        raise ValueError("The `order` argument is not supported. Pass order=None")


@public("experimental.numpy.sort")
def sort(a: Any, axis: int | None = -1, kind: str = "quicksort", order: Any = None) -> Tensor:
    """The elements in ascending order along an axis; None: all as one row.

    Raises:
        ValueError: `kind` is not "quicksort", or `order` is given.

    >>> tf.experimental.numpy.sort([3, 1, 2]).numpy()
    array([1, 2, 3])
    """
    _refuse_order(kind, ("quicksort",), order)
    x = as_array(a)
    return sorting.sort(ravel(x), 0) if axis is None else sorting.sort(x, axis)


@public("experimental.numpy.argsort")
def argsort(a: Any, axis: int | None = -1, kind: str = "quicksort", order: Any = None) -> Tensor:
    """The places of the elements in ascending order along an axis; None: of all as one row.

    Raises:
        ValueError: `kind` is neither "quicksort" nor "stable", or `order` is given.
        TypeError: the array is complex.

    >>> tf.experimental.numpy.argsort([3, 1, 2]).numpy()
    array([1, 2, 0])
    """
    _refuse_order(kind, ("quicksort", "stable"), order)
    x = as_array(a)
    if x.dtype.is_complex:
        raise TypeError(
            f"argsort does not support complex64/complex128 dtypes. Received dtype: {x.dtype}"
        )
    if x.shape.rank == 0:
        places = convert_to_tensor([0])
    elif axis is None:
        places = sorting.argsort(ravel(x), 0, stable=kind == "stable")
    else:
        places = sorting.argsort(x, axis, stable=kind == "stable")
    return cast(places, result_type(int))


def _place_of_extreme(function: Any, a: Any, axis: Any) -> Tensor:
    x = as_array(a)
    return function(ravel(x) if axis is None else atleast_1d(x), axis or 0)


@public("experimental.numpy.argmax")
def argmax(a: Any, axis: Any = None) -> Tensor:
    """The place of the first largest element along an axis; None: of all as one row.

    >>> tf.experimental.numpy.argmax([[1, 2], [4, 3]]).numpy()
    np.int64(2)
    """
    return _place_of_extreme(searching.argmax, a, axis)


@public("experimental.numpy.argmin")
def argmin(a: Any, axis: Any = None) -> Tensor:
    """The place of the first smallest element along an axis; None: of all as one row.

    >>> tf.experimental.numpy.argmin([[1, 2], [4, 0]]).numpy()
    np.int64(3)
    """
    return _place_of_extreme(searching.argmin, a, axis)
