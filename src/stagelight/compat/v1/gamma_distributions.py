"""The gamma distribution of TensorFlow 1, and those that are made of it: exponential, beta, Dirichlet."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.compat.v1.derived_seeds import gen_new_seed
from stagelight.compat.v1.distribution import (
    FULLY_REPARAMETERIZED,
    Distribution,
    RegisterKL,
    after,
    arguments_of,
    broadcast_shape,
    floating_parameters,
    prepend_count,
)
from stagelight.compat.v1.scalar_distributions import TwoParameters, nan_unless
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.debugging.assertions import assert_positive
from stagelight.ops.elementwise.exponential import xlogy
from stagelight.ops.elementwise.gamma_functions import lbeta
from stagelight.ops.random.gamma_ops import random_gamma
from stagelight.ops.random.uniform_ops import random_uniform
from stagelight.public import public


@public("compat.v1.distributions.Gamma")
class Gamma(TwoParameters):
    """The gamma distribution; gradients flow through the concentration of samples, too.

    Args:
        concentration: positive floating tensor.
        rate: positive; the inverse of the scale.
        validate_args: whether both are checked to be positive.
        allow_nan_stats: whether a mode that does not exist is NaN.
        name: its name.

    >>> tf.compat.v1.distributions.Gamma(2.0, 4.0).mean().numpy()
    np.float32(0.5)
    """

    def __init__(
        self,
        concentration: Any,
        rate: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Gamma",
    ) -> None:
        if validate_args:
            concentration = after(assert_positive(concentration), concentration)
            rate = after(assert_positive(rate), rate)
        super().__init__(concentration, rate, dict(locals()))

    @property
    def concentration(self) -> Tensor:
        """The concentration, also called shape or alpha."""
        return self._first

    @property
    def rate(self) -> Tensor:
        """The rate, the inverse of the scale; also called beta."""
        return self._second

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        return random_gamma(raw.Reshape(n, [1]), self._first, self._second, self.dtype, seed)

    def _log_prob(self, x: Any) -> Tensor:
        normalization = raw.Lgamma(self._first) - self._first * raw.Log(self._second)
        return xlogy(self._first - 1.0, x) - self._second * x - normalization

    def _cdf(self, x: Any) -> Tensor:
        return raw.Igamma(self._first, self._second * x)

    def _entropy(self) -> Tensor:
        a = self._first
        return a - raw.Log(self._second) + raw.Lgamma(a) + (1.0 - a) * raw.Digamma(a)

    def _mean(self) -> Any:
        return self._first / self._second

    def _variance(self) -> Any:
        return self._first / raw.Square(self._second)

    def _stddev(self) -> Tensor:
        return raw.Sqrt(self._first) / self._second

    def _mode(self) -> Tensor:
        exists = raw.BroadcastTo(raw.Greater(self._first, 1.0), self._batch_shape_tensor())
        mode = (self._first - 1.0) / self._second
        return nan_unless(
            exists, mode, self.allow_nan_stats, "mode not defined for concentration <= 1"
        )


@RegisterKL(Gamma, Gamma)
def _kl_of_gammas(a: Any, b: Any, name: str | None = None) -> Tensor:
    more = (a.concentration - b.concentration) * raw.Digamma(a.concentration)
    scaled = b.concentration * (raw.Log(a.rate) - raw.Log(b.rate))
    turned = a.concentration * (b.rate / a.rate - 1.0)
    return more + raw.Lgamma(b.concentration) - raw.Lgamma(a.concentration) + scaled + turned


@public("compat.v1.distributions.Exponential")
class Exponential(Gamma):
    """The exponential distribution.

    Args:
        rate: positive floating tensor; the inverse of the mean.
        validate_args: whether it is checked to be positive.
        allow_nan_stats: whether statistics that do not exist are NaN.
        name: its name.

    >>> tf.compat.v1.distributions.Exponential(2.0).prob(0.0).numpy()
    np.float32(2.0)
    """

    def __init__(
        self,
        rate: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Exponential",
    ) -> None:
        given = arguments_of(locals())
        (own,) = floating_parameters(rate)
        super().__init__(raw.OnesLike(own), own, validate_args, allow_nan_stats, name)
        self._parameters = given

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        shape = prepend_count(n, raw.Shape(self._second))
        least = np.finfo(self.dtype.as_numpy_dtype).tiny
        return (
            raw.Neg(raw.Log(random_uniform(shape, least, 1.0, self.dtype, seed=seed)))
            / self._second
        )

    def _cdf(self, x: Any) -> Tensor:
        return raw.Neg(raw.Expm1(raw.Neg(self._second * x)))


@public("compat.v1.distributions.Beta")
class Beta(TwoParameters):
    """The beta distribution, over numbers between 0 and 1.

    Args:
        concentration1: positive floating tensor, the concentration of successes.
        concentration0: positive, the concentration of failures.
        validate_args: whether both are checked to be positive.
        allow_nan_stats: whether a mode that does not exist is NaN.
        name: its name.

    >>> tf.compat.v1.distributions.Beta(1.0, 3.0).mean().numpy()
    np.float32(0.25)
    """

    def __init__(
        self,
        concentration1: Any = None,
        concentration0: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Beta",
    ) -> None:
        if validate_args:
            concentration1 = after(assert_positive(concentration1), concentration1)
            concentration0 = after(assert_positive(concentration0), concentration0)
        super().__init__(concentration1, concentration0, dict(locals()))

    @property
    def concentration1(self) -> Tensor:
        """The concentration of successes, alpha."""
        return self._first

    @property
    def concentration0(self) -> Tensor:
        """The concentration of failures, beta."""
        return self._second

    @property
    def total_concentration(self) -> Tensor:
        """The sum of both concentrations."""
        return self._first + self._second

    def _log_normalization(self) -> Any:
        a, b = self._first, self._second
        return raw.Lgamma(a) + raw.Lgamma(b) - raw.Lgamma(a + b)

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        count = raw.Reshape(n, [1])
        ones, zeros = self._filled(self._first), self._filled(self._second)
        first: Any = random_gamma(count, ones, None, self.dtype, seed)
        second = random_gamma(count, zeros, None, self.dtype, gen_new_seed(seed, "beta"))
        return first / (first + second)

    def _log_prob(self, x: Any) -> Tensor:
        ones = xlogy(self._first - 1.0, x)
        zeros = (self._second - 1.0) * raw.Log1p(raw.Neg(x))
        return ones + zeros - self._log_normalization()

    def _cdf(self, x: Any) -> Tensor:
        shape = broadcast_shape(self._first, self._second, x)
        a, b, bounds = (raw.BroadcastTo(t, shape) for t in (self._first, self._second, x))
        return raw.Betainc(a, b, bounds)

    def _entropy(self) -> Tensor:
        a, b = self._first, self._second
        total = a + b
        ends = (a - 1.0) * raw.Digamma(a) + (b - 1.0) * raw.Digamma(b)
        return self._log_normalization() - ends + (total - 2.0) * raw.Digamma(total)

    def _mean(self) -> Any:
        return self._first / (self._first + self._second)

    def _variance(self) -> Any:
        mean = self._mean()
        return mean * (1.0 - mean) / (1.0 + (self._first + self._second))

    def _mode(self) -> Tensor:
        one = convert_to_tensor(1.0, self.dtype)
        exists = raw.LogicalAnd(raw.Greater(self._first, one), raw.Greater(self._second, one))
        mode = (self._first - 1.0) / ((self._first + self._second) - 2.0)
        return nan_unless(
            exists, mode, self.allow_nan_stats, "mode undefined for concentration <= 1"
        )


@RegisterKL(Beta, Beta)
def _kl_of_betas(a: Any, b: Any, name: str | None = None) -> Tensor:
    ones = (a.concentration1 - b.concentration1) * raw.Digamma(a.concentration1)
    zeros = (a.concentration0 - b.concentration0) * raw.Digamma(a.concentration0)
    total = (b.total_concentration - a.total_concentration) * raw.Digamma(a.total_concentration)
    return b._log_normalization() - a._log_normalization() + ones + zeros + total


@public("compat.v1.distributions.Dirichlet")
class Dirichlet(Distribution):
    """The Dirichlet distribution, over probabilities that sum to 1.

    Args:
        concentration: positive floating tensor `[..., classes]`.
        validate_args: whether it is checked to be positive.
        allow_nan_stats: whether a mode that does not exist is NaN.
        name: its name.

    >>> tf.compat.v1.distributions.Dirichlet([1.0, 3.0]).mean().numpy()
    array([0.25, 0.75], dtype=float32)
    """

    def __init__(
        self,
        concentration: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Dirichlet",
    ) -> None:
        given = dict(locals())
        (own,) = floating_parameters(concentration)
        self._concentration: Any = own
        if validate_args:
            positive = assert_positive(self._concentration)
            self._concentration = after(positive, self._concentration)
        kind = FULLY_REPARAMETERIZED
        super().__init__(
            self._concentration.dtype, kind, validate_args, allow_nan_stats, given, name=name
        )

    @property
    def concentration(self) -> Tensor:
        """The concentrations of the classes."""
        return self._concentration

    @property
    def total_concentration(self) -> Tensor:
        """The sum of the concentrations."""
        return raw.Sum(self._concentration, [-1])

    def _batch_shape_tensor(self) -> Tensor:
        return raw.StridedSlice(raw.Shape(self._concentration), [0], [-1], [1], begin_mask=1)

    def _event_shape_tensor(self) -> Tensor:
        return raw.StridedSlice(raw.Shape(self._concentration), [-1], [0], [1], end_mask=1)

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        numbers = random_gamma(raw.Reshape(n, [1]), self._concentration, None, self.dtype, seed)
        return numbers / raw.Sum(numbers, [-1], keep_dims=True)

    def _log_prob(self, x: Any) -> Tensor:
        terms = xlogy(self._concentration - 1.0, x)
        return raw.Sum(terms, [-1]) - lbeta(self._concentration)

    def _entropy(self) -> Tensor:
        a: Any = self._concentration
        total = raw.Sum(a, [-1])
        count = raw.Cast(raw.Squeeze(self._event_shape_tensor(), squeeze_dims=[0]), DstT=self.dtype)
        sums = raw.Sum((a - 1.0) * raw.Digamma(a), [-1])
        return lbeta(a) + (total - count) * raw.Digamma(total) - sums

    def _mean(self) -> Any:
        return self._concentration / raw.ExpandDims(self.total_concentration, -1)

    def _variance(self) -> Any:
        mean = self._mean()
        return mean * (1.0 - mean) / (1.0 + raw.ExpandDims(self.total_concentration, -1))

    def _covariance(self) -> Tensor:
        mean = self._mean()
        scale = 1.0 / (1.0 + raw.ExpandDims(self.total_concentration, -1))
        outer = raw.ExpandDims(mean * scale, -1) * raw.ExpandDims(mean, -2)
        return raw.MatrixSetDiag(raw.Neg(outer), self._variance())

    def _mode(self) -> Tensor:
        a: Any = self._concentration
        count = raw.Cast(raw.Squeeze(self._event_shape_tensor(), squeeze_dims=[0]), DstT=self.dtype)
        mode = (a - 1.0) / raw.ExpandDims(self.total_concentration - count, -1)
        least = raw.Min(a, [-1], keep_dims=True)
        exists = raw.BroadcastTo(raw.Greater(least, 1.0), raw.Shape(a))
        return nan_unless(
            exists, mode, self.allow_nan_stats, "mode undefined for concentration <= 1"
        )


@RegisterKL(Dirichlet, Dirichlet)
def _kl_of_dirichlets(a: Any, b: Any, name: str | None = None) -> Tensor:
    own = raw.Digamma(a.concentration) - raw.ExpandDims(raw.Digamma(a.total_concentration), -1)
    weighted = raw.Sum((a.concentration - b.concentration) * own, [-1])
    return weighted - lbeta(a.concentration) + lbeta(b.concentration)
