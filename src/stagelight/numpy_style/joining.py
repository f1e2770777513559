"""NumPy's functions that join arrays and split them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.numpy_style.promotion import as_array, promoted, promoted_arrays
from stagelight.numpy_style.shapes import (
    atleast_1d,
    atleast_2d,
    atleast_3d,
    known_rank,
    ravel,
    swapaxes,
)
from stagelight.ops.arrays import joining, splitting
from stagelight.public import public


@public("experimental.numpy.concatenate")
def concatenate(arys: Any, axis: Any = 0) -> Tensor:
    """Arrays one after the other along an axis, in the dtype that they take together.

    Raises:
        ValueError: there are none.

    >>> tf.experimental.numpy.concatenate([[1], [2.5]]).numpy()
    array([1. , 2.5])
    """
    if not isinstance(arys, (list, tuple)):
        arys = [arys]
    if not arys:
        raise ValueError(
            f"Need at least one array to concatenate. Received empty input: arys={arys}"
        )
    return joining.concat(promoted(*arys), axis)


@public("experimental.numpy.append")
def append(arr: Any, values: Any, axis: Any = None) -> Tensor:
    """Two arrays one after the other, along an axis or as one row.

    >>> tf.experimental.numpy.append([[1]], [2, 3]).numpy()
    array([1, 2, 3])
    """
    if axis is None:
        return joining.concat([ravel(each) for each in promoted_arrays(arr, values)], 0)
    return concatenate([arr, values], axis)


@public("experimental.numpy.stack")
def stack(arrays: Any, axis: int = 0) -> Tensor:
    """Arrays of one shape along a new axis, in the dtype that they take together.

    >>> tf.experimental.numpy.stack([[1, 2], [3, 4]], axis=1).numpy()
    array([[1, 3],
           [2, 4]])
    """
    if isinstance(arrays, Tensor):
        return arrays if axis == 0 else swapaxes(arrays, 0, axis)
    return joining.stack(promoted(*arrays), axis)


@public("experimental.numpy.hstack")
def hstack(tup: Sequence[Any]) -> Tensor:
    """Arrays side by side: along the second axis, vectors along their only one.

    >>> tf.experimental.numpy.hstack([1, [2, 3]]).numpy()
    array([1, 2, 3])
    """
    arrays = [atleast_1d(each) for each in promoted_arrays(*tup)]
    return joining.concat(arrays, 0 if known_rank(arrays[0], "hstack") == 1 else 1)


@public("experimental.numpy.vstack")
def vstack(tup: Sequence[Any]) -> Tensor:
    """Arrays one below the other; vectors are rows.

    >>> tf.experimental.numpy.vstack([[1, 2], [3, 4]]).numpy()
    array([[1, 2],
           [3, 4]])
    """
    return joining.concat([atleast_2d(each) for each in promoted_arrays(*tup)], 0)


@public("experimental.numpy.dstack")
def dstack(tup: Sequence[Any]) -> Tensor:
    """Arrays along the third axis.

    >>> tf.experimental.numpy.dstack([[1, 2], [3, 4]]).numpy()
    array([[[1, 3],
            [2, 4]]])
    """
    return joining.concat([atleast_3d(each) for each in promoted_arrays(*tup)], 2)


# ---------------------------------------------------------------------------- splitting


@public("experimental.numpy.split")
def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Tensor]:
    """Parts of an array along an axis.

    Args:
        ary: an array.
        indices_or_sections: how many equal parts, or the places where parts begin but the first.
        axis: the axis.

    Raises:
        ValueError: the places are not in order, or the parts are not equal.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.split([1, 2, 3], [1])]
    [[1], [2, 3]]
    """
    x = as_array(ary)
    if isinstance(indices_or_sections, int):
        return splitting.split(x, indices_or_sections, axis)
    return splitting.split(x, _sizes_between(x, indices_or_sections, axis), axis)


def _sizes_between(x: Tensor, places: Sequence[int], axis: int) -> list[int]:
    if axis >= known_rank(x, "split"):
        raise ValueError(f"axis {axis} is out of bound for shape {x.shape}")
    left = x.shape[axis]
    if left is None:
        raise ValueError(
            f"`split` at places needs to know the size of axis {axis}. Received: {x.shape}"
        )
    sizes: list[int] = []
    before = 0
    for number, place in enumerate(places):
        if place < before:
            raise ValueError(
                f"The {number}-th boundary {place} is smaller than the previous boundary {before}"
            )
        sizes.append(min(place - before, left))
        left -= sizes[-1]
        before = place
    return [*sizes, left]


def _split_along(axis: int, ary: Any, indices_or_sections: Any) -> list[Tensor]:
    x = as_array(ary)
    if isinstance(indices_or_sections, int):
        rank = x.shape.rank
        if indices_or_sections <= 0 or (rank is not None and rank <= axis):
            raise ValueError(
                f"array split is into 1 part or more, along one of {rank} axes. "
                f"Received: {indices_or_sections} parts along axis {axis}"
            )
        size = x.shape[axis]
        if size is not None and size % indices_or_sections:
            raise ValueError(
                "array split does not result in an equal division: "
                f"{indices_or_sections} parts of size {size}"
            )
    return split(x, indices_or_sections, axis)


@public("experimental.numpy.vsplit")
def vsplit(ary: Any, indices_or_sections: Any) -> list[Tensor]:
    """Parts of an array along the first axis, see `split`.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.vsplit([[1, 2], [3, 4]], 2)]
    [[[1, 2]], [[3, 4]]]
    """
    return _split_along(0, ary, indices_or_sections)


@public("experimental.numpy.hsplit")
def hsplit(ary: Any, indices_or_sections: Any) -> list[Tensor]:
    """Parts of an array along the second axis, of a vector along its only one; see `split`.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.hsplit([[1, 2], [3, 4]], 2)]
    [[[1], [3]], [[2], [4]]]
    """
    x = as_array(ary)
    return _split_along(0 if known_rank(x, "hsplit") == 1 else 1, x, indices_or_sections)


@public("experimental.numpy.dsplit")
def dsplit(ary: Any, indices_or_sections: Any) -> list[Tensor]:
    """Parts of an array along the third axis, see `split`.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.dsplit([[[1, 2]]], 2)]
    [[[[1]]], [[[2]]]]
    """
    return _split_along(2, ary, indices_or_sections)
