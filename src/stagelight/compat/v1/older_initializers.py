"""The initializers of TensorFlow 1: they keep a dtype from when they are made."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.constant import constant
from stagelight.ops.arrays.creation import eye, ones, zeros
from stagelight.ops.random.normal_ops import random_normal, random_truncated_normal
from stagelight.ops.random.uniform_ops import random_uniform
from stagelight.public import public
from stagelight.state.initializers import Initializer, checked_value, floating
from stagelight.types import dtypes
from stagelight.types.dtypes import as_dtype

# The deviation of a standard normal that is cut at -2 and 2.
_TRUNCATED_DEVIATION = 0.87962566103423978


def needs_no_arguments(initializer: Callable[..., Any]) -> bool:
    """Whether a function gives an initial value by itself, and with it the variable's shape and dtype."""
    if isinstance(initializer, type):
        return False
    return all(
        parameter.default is not parameter.empty
        or parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        for parameter in inspect.signature(initializer).parameters.values()
    )


class _WithDtype(Initializer):
    """An initializer that keeps the dtype for calls that name none."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = as_dtype(dtype)

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal initializer."""
        return {**super().get_config(), "dtype": self.dtype.name}

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        """A tensor of that shape; of the initializer's dtype if `dtype` is None."""
        dtype = self.dtype if dtype is None else as_dtype(dtype)
        return self._made(shape, dtype, getattr(partition_info, "full_shape", shape))

    def _made(self, shape: Any, dtype: Any, full_shape: Any) -> Tensor:
        """The tensor; `full_shape` is that of the variable of which it is a part."""
        raise NotImplementedError


@public("compat.v1.zeros_initializer", "compat.v1.initializers.zeros")
class Zeros(_WithDtype):
    """Makes zeros.

    >>> tf.compat.v1.zeros_initializer()([2]).numpy()
    array([0., 0.], dtype=float32)
    """

    def __init__(self, dtype: Any = dtypes.float32) -> None:
        super().__init__(dtype)

    def _made(self, shape: Any, dtype: Any, full_shape: Any) -> Tensor:
        return zeros(shape, dtype)


@public("compat.v1.ones_initializer", "compat.v1.initializers.ones")
class Ones(_WithDtype):
    """Makes ones.

    >>> tf.compat.v1.ones_initializer()([2]).numpy()
    array([1., 1.], dtype=float32)
    """

    def __init__(self, dtype: Any = dtypes.float32) -> None:
        super().__init__(dtype)

    def _made(self, shape: Any, dtype: Any, full_shape: Any) -> Tensor:
        return ones(shape, dtype)


@public("compat.v1.constant_initializer", "compat.v1.initializers.constant")
class Constant(_WithDtype):
    """Makes tensors of a value.

    Args:
        value: a number, which fills the shape, or as many numbers as it holds.
        dtype: the dtype of what is made.
        verify_shape: whether the value must have the shape asked for.

    >>> tf.compat.v1.constant_initializer(2.0)([2]).numpy()
    array([2., 2.], dtype=float32)
    """

    _arguments = ("value",)

    def __init__(
        self, value: Any = 0, dtype: Any = dtypes.float32, verify_shape: bool = False
    ) -> None:
        super().__init__(dtype)
        self.value = checked_value(value)
        self._verify_shape = verify_shape

    def __call__(
        self,
        shape: Any,
        dtype: Any = None,
        partition_info: Any = None,
        verify_shape: bool | None = None,
    ) -> Tensor:
        """The value in that shape.

        Raises:
            TypeError: `verify_shape` is set and the value has another shape, or it has too many
            parts.
        """
        dtype = self.dtype if dtype is None else dtype
        if self._verify_shape if verify_shape is None else verify_shape:
            own = np.shape(self.value)
            if list(own) != list(shape):
                raise TypeError(f"Expected Tensor's shape: {tuple(shape)}, got {own}.")
        return constant(self.value, dtype, shape)


@public("compat.v1.random_uniform_initializer", "compat.v1.initializers.random_uniform")
class RandomUniform(_WithDtype):
    """Makes numbers that are equally likely everywhere in `[minval, maxval)`.

    >>> tf.compat.v1.random_uniform_initializer(seed=1)([2, 3]).shape
    TensorShape([2, 3])
    """

    _arguments = ("minval", "maxval", "seed")

    def __init__(
        self,
        minval: Any = 0.0,
        maxval: Any = None,
        seed: int | None = None,
        dtype: Any = dtypes.float32,
    ) -> None:
        super().__init__(dtype)
        self.minval = minval
        self.maxval = maxval
        self.seed = seed

    def _made(self, shape: Any, dtype: Any, full_shape: Any) -> Tensor:
        return random_uniform(shape, self.minval, self.maxval, dtype, self.seed)


@public("compat.v1.random_normal_initializer", "compat.v1.initializers.random_normal")
class RandomNormal(_WithDtype):
    """Makes numbers of a normal distribution.

    >>> tf.compat.v1.random_normal_initializer(stddev=0.1)([2, 3]).shape
    TensorShape([2, 3])
    """

    _arguments = ("mean", "stddev", "seed")

    def __init__(
        self,
        mean: Any = 0.0,
        stddev: Any = 1.0,
        seed: int | None = None,
        dtype: Any = dtypes.float32,
    ) -> None:
        super().__init__(floating(dtype))
        self.mean = mean
        self.stddev = stddev
        self.seed = seed

    def _made(self, shape: Any, dtype: Any, full_shape: Any) -> Tensor:
        return random_normal(shape, self.mean, self.stddev, dtype, self.seed)


@public("compat.v1.truncated_normal_initializer", "compat.v1.initializers.truncated_normal")
class TruncatedNormal(RandomNormal):
    """Makes normal numbers less than two deviations from the mean.

    >>> tf.compat.v1.truncated_normal_initializer(stddev=0.1)([2, 3]).shape
    TensorShape([2, 3])
    """

    def _made(self, shape: Any, dtype: Any, full_shape: Any) -> Tensor:
        return random_truncated_normal(shape, self.mean, self.stddev, dtype, self.seed)


@public("compat.v1.uniform_unit_scaling_initializer", "compat.v1.initializers.uniform_unit_scaling")
class UniformUnitScaling(_WithDtype):
    """Makes uniform numbers within `factor * sqrt(3 / inputs)`; inputs are all axes but the last.

    >>> tf.compat.v1.uniform_unit_scaling_initializer()([2, 3]).shape
    TensorShape([2, 3])
    """

    _arguments = ("factor", "seed")

    def __init__(
        self, factor: float = 1.0, seed: int | None = None, dtype: Any = dtypes.float32
    ) -> None:
        super().__init__(floating(dtype))
        self.factor = factor
        self.seed = seed

    def _made(self, shape: Any, dtype: Any, full_shape: Any) -> Tensor:
        inputs = max(math.prod(float(size) for size in full_shape[:-1]), 1.0)
        limit = math.sqrt(3 / inputs) * self.factor
        return random_uniform(shape, -limit, limit, dtype, self.seed)


@public("compat.v1.variance_scaling_initializer", "compat.v1.initializers.variance_scaling")
class VarianceScaling(_WithDtype):
    """Makes numbers of variance `scale / n`, so that signals neither grow nor fade through layers.

    Args:
        scale: a positive factor.
        mode: what n is: "fan_in", the inputs of a unit, "fan_out", its outputs, or "fan_avg".
        distribution: "truncated_normal" (or "normal"), "untruncated_normal" or "uniform".
        seed: an integer that, with the global seed, chooses the numbers.
        dtype: the floating dtype of what is made.

    Raises:
        ValueError: another mode or distribution, or a scale that is not positive.

    >>> tf.compat.v1.variance_scaling_initializer(mode="fan_avg")([2, 3]).shape
    TensorShape([2, 3])
    """

    _arguments: tuple[str, ...] = ("scale", "mode", "distribution", "seed")

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        dtype: Any = dtypes.float32,
    ) -> None:
        super().__init__(floating(dtype))
        if scale <= 0.0:
            raise ValueError(f"Argument `scale` must be a positive float. Received: {scale}")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(
                "Argument `mode` should be one of ('fan_in', 'fan_out', 'fan_avg'). "
                f"Received: {mode}"
            )
        distribution = distribution.lower()
        known = ("normal", "uniform", "truncated_normal", "untruncated_normal")
        if distribution not in known:
            raise ValueError(
                f"Argument `distribution` should be one of {known}. Received: {distribution}"
            )
        self.scale = scale
        self.mode = mode
        self.distribution = distribution
        self.seed = seed

    def _made(self, shape: Any, dtype: Any, full_shape: Any) -> Tensor:
        inputs, outputs = fans(full_shape)
        units = {"fan_in": inputs, "fan_out": outputs, "fan_avg": (inputs + outputs) / 2.0}
        variance = self.scale / max(1.0, units[self.mode])
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * variance)
            return random_uniform(shape, -limit, limit, dtype, self.seed)
        deviation = math.sqrt(variance)
        if self.distribution == "untruncated_normal":
            return random_normal(shape, 0.0, deviation, dtype, self.seed)
        deviation /= _TRUNCATED_DEVIATION
        return random_truncated_normal(shape, 0.0, deviation, dtype, self.seed)


def fans(shape: Any) -> tuple[int, int]:
    """How many inputs and outputs a unit has whose weights have this shape.

    The last two axes are inputs and outputs; those before are places, which all feed each unit.
    """
    sizes = [int(size) for size in shape]
    if len(sizes) < 2:
        return (sizes[0], sizes[0]) if sizes else (1, 1)
    places = math.prod(sizes[:-2])
    return sizes[-2] * places, sizes[-1] * places


@public("compat.v1.glorot_uniform_initializer", "compat.v1.initializers.glorot_uniform")
class GlorotUniform(VarianceScaling):
    """Makes uniform numbers within `sqrt(6 / (inputs + outputs))` (Glorot and Bengio, 2010).

    >>> tf.compat.v1.glorot_uniform_initializer()([2, 3]).shape
    TensorShape([2, 3])
    """

    _arguments = ("seed",)

    def __init__(self, seed: int | None = None, dtype: Any = dtypes.float32) -> None:
        super().__init__(mode="fan_avg", distribution="uniform", seed=seed, dtype=dtype)


@public("compat.v1.glorot_normal_initializer", "compat.v1.initializers.glorot_normal")
class GlorotNormal(VarianceScaling):
    """Makes truncated normals of variance `2 / (inputs + outputs)` (Glorot and Bengio, 2010).

    >>> tf.compat.v1.glorot_normal_initializer()([2, 3]).shape
    TensorShape([2, 3])
    """

    _arguments = ("seed",)

    def __init__(self, seed: int | None = None, dtype: Any = dtypes.float32) -> None:
        super().__init__(mode="fan_avg", seed=seed, dtype=dtype)


@public("compat.v1.initializers.lecun_normal")
def lecun_normal(seed: int | None = None) -> VarianceScaling:
    """Truncated normal numbers of variance `1 / inputs` (LeCun et al., 1998).

    >>> tf.compat.v1.initializers.lecun_normal()([2, 3]).shape
    TensorShape([2, 3])
    """
    return VarianceScaling(seed=seed)


@public("compat.v1.initializers.lecun_uniform")
def lecun_uniform(seed: int | None = None) -> VarianceScaling:
    """Uniform numbers of variance `1 / inputs` (LeCun et al., 1998).

    >>> tf.compat.v1.initializers.lecun_uniform()([2, 3]).shape
    TensorShape([2, 3])
    """
    return VarianceScaling(distribution="uniform", seed=seed)


@public("compat.v1.initializers.he_normal")
def he_normal(seed: int | None = None) -> VarianceScaling:
    """Truncated normal numbers of variance `2 / inputs` (He et al., 2015).

    >>> tf.compat.v1.initializers.he_normal()([2, 3]).shape
    TensorShape([2, 3])
    """
    return VarianceScaling(scale=2.0, seed=seed)


@public("compat.v1.initializers.he_uniform")
def he_uniform(seed: int | None = None) -> VarianceScaling:
    """Uniform numbers of variance `2 / inputs` (He et al., 2015).

    >>> tf.compat.v1.initializers.he_uniform()([2, 3]).shape
    TensorShape([2, 3])
    """
    return VarianceScaling(scale=2.0, distribution="uniform", seed=seed)


@public("compat.v1.orthogonal_initializer", "compat.v1.initializers.orthogonal")
class Orthogonal(_WithDtype):
    """Makes orthogonal matrices: all axes but the last are taken for rows.

    The columns are orthonormal, or the rows where there are fewer rows than columns.

    Raises:
        ValueError: a shape of less than two axes.

    >>> q = tf.compat.v1.orthogonal_initializer()([3, 3])
    >>> bool(tf.reduce_max(tf.abs(tf.matmul(q, q, transpose_a=True) - tf.eye(3))) < 1e-5)
    True
    """

    _arguments = ("gain", "seed")

    def __init__(
        self, gain: float = 1.0, seed: int | None = None, dtype: Any = dtypes.float32
    ) -> None:
        super().__init__(floating(dtype))
        self.gain = gain
        self.seed = seed

    def _made(self, shape: Any, dtype: Any, full_shape: Any) -> Tensor:
        if len(shape) < 2:
            raise ValueError(
                "The tensor to initialize, specified by argument `shape` must be at least "
                f"two-dimensional. Received shape={shape}"
            )
        rows, columns = math.prod(int(size) for size in shape[:-1]), int(shape[-1])
        longer, shorter = max(rows, columns), min(rows, columns)
        q, r = raw.Qr(random_normal((longer, shorter), dtype=dtype, seed=self.seed))
        # Signs make the distribution uniform over all orthogonal matrices.
        q = raw.Mul(q, raw.Sign(raw.DiagPart(r)))
        if rows < columns:
            q = raw.Transpose(q, [1, 0])
        return raw.Mul(raw.Reshape(q, [int(size) for size in shape]), self.gain)


@public("compat.v1.initializers.identity")
class Identity(_WithDtype):
    """Makes identity matrices, times `gain`.

    Raises:
        ValueError: a shape that has not two axes.

    >>> tf.compat.v1.initializers.identity()([2, 2]).numpy()
    array([[1., 0.],
           [0., 1.]], dtype=float32)
    """

    _arguments = ("gain",)

    def __init__(self, gain: float = 1.0, dtype: Any = dtypes.float32) -> None:
        super().__init__(floating(dtype))
        self.gain = gain

    def _made(self, shape: Any, dtype: Any, full_shape: Any) -> Tensor:
        if len(full_shape) != 2:
            raise ValueError(
                "The tensor to initialize, specified by argument `shape` must be two-dimensional. "
                f"Received shape={shape}"
            )
        rows, columns = (int(size) for size in full_shape)
        return raw.Mul(eye(rows, columns, dtype=dtype), self.gain)
