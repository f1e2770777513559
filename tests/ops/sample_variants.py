"""Variants of samples: their arguments in other sizes, other dtypes, and with other values in some places.

What a variant should give is what the eager call gives; one that the eager call refuses is none.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np

import stagelight as tf
from stagelight.graph.effects import graphs_within
from tests.ops.sample_runs import staged, tensors_of
from tests.ops.samples import Sample

# Axes of arguments: (position of the argument, axis).
Axes = tuple[tuple[int, int], ...]

DTYPES = (
    np.float16, ml_dtypes.bfloat16, np.float32, np.float64, np.complex64, np.bool_,
    np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64,
)  # fmt: skip

# More show nothing new of lanes, tiles and threads, take long, and make rounding errors of sums large.
_MOST_ELEMENTS = 1 << 14

# What spreads through sums and products, and zero that has a sign.
SPECIAL = (np.nan, np.inf, -np.inf, -0.0)

# Ops in which NaN may spread through other products with zero, or through other steps of elimination, than
# eagerly: where either result is NaN or infinite, nothing is compared. Op -> why.
SPREADING = {
    "Conv2D": "products with the zeros around an image are left out or not",
    "Conv2DBackpropInput": "as for Conv2D",
    "Conv3D": "as for Conv2D",
    "DepthwiseConv2dNative": "as for Conv2D",
    "DepthwiseConv2dNativeBackpropFilter": "as for Conv2D",
    "DepthwiseConv2dNativeBackpropInput": "as for Conv2D",
    "LogMatrixDeterminant": "as for MatrixInverse",
    "MatrixInverse": "LAPACK takes another pivot among NaNs",
    "MatrixSolve": "as for MatrixInverse",
}


# Ops of which the last digits of arguments decide whether some variants have a result. Op -> why.
UNSTABLE = {
    "Cholesky": "a matrix that has a row twice is positive definite or not by rounding",
}


def _batch_norm_of_doubles(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any,
    variance: Any,
    *,
    epsilon: float = 1e-4,
    exponential_avg_factor: float = 1.0,
    data_format: str = "NHWC",
    is_training: bool = True,
) -> list[Any]:
    axis = 1 if data_format.startswith("NC") else x.shape.rank - 1
    others = [i for i in range(x.shape.rank) if i != axis]
    sizes = [x.shape[axis] if i == axis else 1 for i in range(x.shape.rank)]
    center, spread = tf.nn.moments(x, others) if is_training else (mean, variance)
    wide = [tf.reshape(values, sizes) for values in (center, spread, offset, scale)]
    kept = [center, spread, center, spread]
    if is_training:
        count = np.prod(x.shape) / max(x.shape[axis], 1)
        kept[1] = spread * (count / max(count - 1, 1))
        if exponential_avg_factor != 1:
            kept[0] = mean + (kept[0] - mean) * exponential_avg_factor
            kept[1] = variance + (kept[1] - variance) * exponential_avg_factor
    return [tf.nn.batch_normalization(x, *wide, epsilon), *kept]


# What ops compute that have no kernel for doubles. A mean of constants is off by more than they differ.
_IN_DOUBLES = {"FusedBatchNormV3": _batch_norm_of_doubles}
_NAMES_OF_DOUBLES = SimpleNamespace(raw_ops=SimpleNamespace(**_IN_DOUBLES), constant=tf.constant)


def arrays_of(sample: Sample) -> list[np.ndarray]:
    return [np.asarray(tensor.numpy()) for tensor in tensors_of(sample.arrays)]


def axes_of(arrays: Sequence[np.ndarray]) -> list[Axes]:
    """The axes that are given other sizes together: each alone, and all that have one size."""
    each = [(i, axis) for i, array in enumerate(arrays) for axis in range(array.ndim)]
    sizes = {arrays[i].shape[axis] for i, axis in each}
    tied = [tuple(x for x in each if arrays[x[0]].shape[x[1]] == size) for size in sorted(sizes)]
    return list(dict.fromkeys([*tied, *[(x,) for x in each]]))


def resized(arrays: Sequence[np.ndarray], axes: Axes, size: int) -> list[np.ndarray]:
    """The arrays with some axes of another size; elements are repeated, or left out."""
    result = list(arrays)
    for position, axis in axes:
        array = result[position]
        old = array.shape[axis]
        if old:
            result[position] = np.take(array, np.arange(size) % old, axis)
            if size > old and _may_be_huge_shape(result[position]):
                result[position][old:] = 1
        else:
            shape = [*array.shape[:axis], size, *array.shape[axis + 1 :]]
            result[position] = np.zeros(shape, array.dtype)
    return result


def sizes_that_fit(arrays: Sequence[np.ndarray], axes: Axes, sizes: Iterable[int]) -> list[int]:
    """Those of the sizes with which no resized array has more than `_MOST_ELEMENTS` elements."""
    fixed = []
    for position in {position for position, _ in axes}:
        resized_axes = {axis for i, axis in axes if i == position}
        shape = arrays[position].shape
        kept = math.prod(size for axis, size in enumerate(shape) if axis not in resized_axes)
        fixed.append((kept, len(resized_axes)))
    return [n for n in sizes if all(kept * n**count <= _MOST_ELEMENTS for kept, count in fixed)]


def _may_be_huge_shape(array: np.ndarray) -> bool:
    """Whether a tensor of this shape, if it is one, would fill the memory."""
    if array.ndim != 1 or array.dtype.kind not in "iu":
        return False
    return math.prod(max(1, abs(x)) for x in array.tolist()) > _MOST_ELEMENTS


def open_specs(arrays: Sequence[np.ndarray], axes: Axes) -> list[Any]:
    """Specs in which some axes are open."""
    return [
        tf.TensorSpec(
            [None if (i, axis) in axes else size for axis, size in enumerate(array.shape)],
            tf.as_dtype(array.dtype),
        )
        for i, array in enumerate(arrays)
    ]


def with_value(array: np.ndarray, place: int, value: float) -> np.ndarray:
    """The array with another value in one place."""
    changed = np.array(array)
    changed.reshape(-1)[place] = value
    return changed


def is_floating(array: np.ndarray) -> bool:
    return tf.as_dtype(array.dtype).is_floating


def as_dtypes(arrays: Sequence[np.ndarray]) -> Iterator[list[np.ndarray]]:
    """The arrays of each dtype, all of one dtype as another."""
    for old in dict.fromkeys(array.dtype for array in arrays):
        if old.hasobject or old.kind == "S":
            continue
        for new in DTYPES:
            if np.dtype(new) != old:
                with np.errstate(all="ignore"), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    yield [x.astype(new) if x.dtype == old else x for x in arrays]


def eager(sample: Sample, arrays: Sequence[np.ndarray], library: Any = tf) -> Any:
    """What the eager call gives; None where it refuses the arguments."""
    try:
        return sample.call(library, *[tf.constant(x) for x in arrays])
    except (
        tf.errors.OpError, ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError,
        TypeError, ValueError,
    ):  # fmt: skip
        return None


def in_double_precision(sample: Sample, arrays: Sequence[np.ndarray]) -> Any:
    """What the eager call gives for the same numbers as doubles; None where it refuses them."""
    library = _NAMES_OF_DOUBLES if sample.op in _IN_DOUBLES else tf
    return eager(sample, [_as_double(array) for array in arrays], library)


def in_other_digits(sample: Sample, arrays: Sequence[np.ndarray]) -> list[Any]:
    """What the eager call gives for arguments with other last digits; None where it refuses them."""
    found = []
    for seed in range(8):
        random = np.random.RandomState(seed)
        moved = [
            x
            + x
            * (random.choice([-1, 0, 1], x.shape) * ml_dtypes.finfo(x.dtype).eps).astype(x.dtype)
            if is_floating(x)
            else x
            for x in arrays
        ]
        found.append(eager(sample, moved))
    return found


def _as_double(array: np.ndarray) -> np.ndarray:
    if is_floating(array):
        return array.astype(np.float64)
    return array.astype(np.complex128) if array.dtype.kind == "c" else array


class StagedSample:
    """A sample that is staged once, and called with arguments of many sizes."""

    def __init__(self, sample: Sample, specs: list[Any]) -> None:
        self._call = staged(sample.call, specs)

    def __call__(self, arrays: Sequence[np.ndarray]) -> Any:
        return self._call(*[tf.constant(x) for x in arrays])

    def precision(self, arrays: Sequence[np.ndarray]) -> float:
        """The spacing of numbers next to 1 in the narrowest dtype that floats are cast to; or 0."""
        graph = self._call.get_concrete_function(*[tf.constant(x) for x in arrays]).graph
        narrowed = [
            op.outputs[0].dtype
            for each in graphs_within(graph)
            for op in each.operations
            if op.type == "Cast"
            and op.inputs[0].dtype.is_floating
            and op.outputs[0].dtype.is_floating
        ]
        return max([float(ml_dtypes.finfo(x.as_numpy_dtype).eps) for x in narrowed], default=0.0)
