"""Continuous distributions of TensorFlow 1: the location-scale families `Normal` and `Laplace`; `Uniform`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from stagelight.compat.v1.distribution import RegisterKL, after, prepend_count
from stagelight.compat.v1.scalar_distributions import TwoParameters
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.debugging.assertions import assert_less, assert_positive
from stagelight.ops.random.normal_ops import random_normal
from stagelight.ops.random.uniform_ops import random_uniform
from stagelight.public import public


class _LocationScale(TwoParameters):
    """A location-scale family: `loc + scale * z`, with `z` of the standard distribution."""

    @property
    def loc(self) -> Tensor:
        """The location parameter."""
        return self._first

    @property
    def scale(self) -> Tensor:
        """The scale parameter."""
        return self._second

    def _standardized(self, x: Any) -> Any:
        return (x - self._first) / self._second

    def _mean(self) -> Any:
        return self._filled(self._first)

    _mode = _mean


@public("compat.v1.distributions.Normal")
class Normal(_LocationScale):
    """The normal distribution.

    Args:
        loc: floating tensor, its mean.
        scale: its standard deviation.
        validate_args: whether `scale` is checked to be positive.
        allow_nan_stats: whether statistics that do not exist are NaN.
        name: its name.

    >>> normal = tf.compat.v1.distributions.Normal(0.0, [1.0, 2.0])
    >>> normal.log_prob(0.0).numpy().round(4)
    array([-0.9189, -1.6121], dtype=float32)
    """

    def __init__(
        self,
        loc: Any,
        scale: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Normal",
    ) -> None:
        if validate_args:
            scale = after(assert_positive(scale), scale)
        super().__init__(loc, scale, dict(locals()))

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        shape = prepend_count(n, self._batch_shape_tensor())
        return random_normal(shape, dtype=self.dtype, seed=seed) * self._second + self._first

    def _log_prob(self, x: Any) -> Tensor:
        return -0.5 * raw.Square(self._standardized(x)) - self._log_normalization()

    def _log_normalization(self) -> Any:
        return 0.5 * math.log(2.0 * math.pi) + raw.Log(self._second)

    def _cdf(self, x: Any) -> Tensor:
        z = self._standardized(x) * math.sqrt(0.5)
        # Each form is exact where it is taken.
        tail = 0.5 * raw.Erfc(raw.Abs(z))
        return raw.SelectV2(raw.Greater(z, raw.ZerosLike(z)), 1.0 - tail, tail)

    def _log_cdf(self, x: Any) -> Tensor:
        return log_normal_cdf(self._standardized(x))

    def log_survival_function(self, value: Any, name: str = "log_survival_function") -> Tensor:
        """The logarithm of the probability of a sample that is larger than the value."""
        return log_normal_cdf(raw.Neg(self._standardized(convert_to_tensor(value, self.dtype))))

    def survival_function(self, value: Any, name: str = "survival_function") -> Tensor:
        """The probability of a sample that is larger than the value."""
        return self._cdf(2.0 * self._first - convert_to_tensor(value, self.dtype))

    def _quantile(self, p: Any) -> Tensor:
        return raw.Ndtri(p) * self._second + self._first

    def _entropy(self) -> Tensor:
        return self._filled(0.5 + self._log_normalization())

    def _stddev(self) -> Tensor:
        return self._filled(self._second)


def log_normal_cdf(z: Any) -> Tensor:
    """The logarithm of the standard normal cdf: above 0 by the upper tail, far below by a series.

    The asymptotic series is `phi(z) / -z * (1 - 1/z^2 + 3/z^4 - 15/z^6)`.
    """
    zero = raw.ZerosLike(z)
    bound = convert_to_tensor(-10.0 if z.dtype.size <= 4 else -20.0, z.dtype)
    root = math.sqrt(0.5)
    # Each form is computed of arguments that it can take, so that gradients are finite.
    above = raw.Log1p(-0.5 * raw.Erfc(root * raw.Maximum(z, zero)))
    below = raw.Log(0.5 * raw.Erfc(-root * raw.Minimum(raw.Maximum(z, bound), zero)))
    far = raw.Minimum(z, bound)
    inverse = 1.0 / raw.Square(far)
    series = 1.0 - inverse * (1.0 - inverse * (3.0 - 15.0 * inverse))
    density = -0.5 * raw.Square(far) - 0.5 * math.log(2.0 * math.pi)
    lowest = density - raw.Log(-far) + raw.Log(series)
    return raw.SelectV2(
        raw.Greater(z, zero), above, raw.SelectV2(raw.Greater(z, bound), below, lowest)
    )


@RegisterKL(Normal, Normal)
def _kl_of_normals(a: Any, b: Any, name: str | None = None) -> Tensor:
    ratio = raw.Square(a.scale / b.scale)
    moved = raw.Square((a.loc - b.loc) / b.scale)
    return 0.5 * (moved + (ratio - 1.0 - raw.Log(ratio)))


@public("compat.v1.distributions.Laplace")
class Laplace(_LocationScale):
    """The Laplace distribution, two exponential ones back to back.

    Args:
        loc: floating tensor, its mean.
        scale: its width.
        validate_args: whether `scale` is checked to be positive.
        allow_nan_stats: whether statistics that do not exist are NaN.
        name: its name.

    >>> tf.compat.v1.distributions.Laplace(0.0, 1.0).prob(0.0).numpy()
    np.float32(0.5)
    """

    def __init__(
        self,
        loc: Any,
        scale: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Laplace",
    ) -> None:
        if validate_args:
            scale = after(assert_positive(scale), scale)
        super().__init__(loc, scale, dict(locals()))

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        shape = prepend_count(n, self._batch_shape_tensor())
        least = np.nextafter(self.dtype.as_numpy_dtype(-1.0), self.dtype.as_numpy_dtype(0.0))
        u = random_uniform(shape, least, 1.0, self.dtype, seed=seed)
        return self._first - self._second * raw.Sign(u) * raw.Log1p(raw.Neg(raw.Abs(u)))

    def _log_prob(self, x: Any) -> Tensor:
        return raw.Neg(raw.Abs(self._standardized(x))) - math.log(2.0) - raw.Log(self._second)

    def _cdf(self, x: Any) -> Tensor:
        z = self._standardized(x)
        tail = 0.5 * raw.Exp(raw.Neg(raw.Abs(z)))
        return raw.SelectV2(raw.Greater(z, raw.ZerosLike(z)), 1.0 - tail, tail)

    def _entropy(self) -> Tensor:
        return self._filled(math.log(2.0) + 1.0 + raw.Log(self._second))

    def _stddev(self) -> Tensor:
        return self._filled(math.sqrt(2.0) * self._second)


@public("compat.v1.distributions.Uniform")
class Uniform(TwoParameters):
    """The uniform distribution between two numbers.

    Args:
        low: floating tensor, the lower bound, which belongs to it.
        high: the upper bound, which does not.
        validate_args: whether `low < high` is checked.
        allow_nan_stats: whether statistics that do not exist are NaN.
        name: its name.

    >>> tf.compat.v1.distributions.Uniform(0.0, 4.0).prob([1.0, 4.0]).numpy()
    array([0.25, 0.  ], dtype=float32)
    """

    def __init__(
        self,
        low: Any = 0.0,
        high: Any = 1.0,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Uniform",
    ) -> None:
        if validate_args:
            low = after(assert_less(low, high, "uniform not defined when low >= high."), low)
        super().__init__(low, high, dict(locals()))

    @property
    def low(self) -> Tensor:
        """The lower bound."""
        return self._first

    @property
    def high(self) -> Tensor:
        """The upper bound."""
        return self._second

    def range(self, name: str = "range") -> Tensor:
        """The length of the interval, `high - low`."""
        return self._second - self._first

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        shape = prepend_count(n, self._batch_shape_tensor())
        return self._first + (self._second - self._first) * random_uniform(
            shape, dtype=self.dtype, seed=seed
        )

    def _prob(self, x: Any) -> Tensor:
        density = 1.0 / (self._second - self._first) + raw.ZerosLike(x)
        outside = raw.LogicalOr(raw.Less(x, self._first), raw.GreaterEqual(x, self._second))
        inside = raw.SelectV2(outside, raw.ZerosLike(density), density)
        return raw.SelectV2(raw.IsNan(x), x, inside)

    def _cdf(self, x: Any) -> Tensor:
        return raw.ClipByValue((x - self._first) / (self._second - self._first), 0.0, 1.0)

    def _entropy(self) -> Tensor:
        return raw.Log(self._second - self._first)

    def _mean(self) -> Any:
        return 0.5 * (self._first + self._second)

    def _variance(self) -> Any:
        return raw.Square(self._second - self._first) / 12.0

    def _stddev(self) -> Tensor:
        return (self._second - self._first) / math.sqrt(12.0)
