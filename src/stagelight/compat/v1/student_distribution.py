"""`tf.compat.v1.distributions.StudentT`."""

from __future__ import annotations

import math
from typing import Any

from stagelight.compat.v1.derived_seeds import gen_new_seed
from stagelight.compat.v1.distribution import (
    FULLY_REPARAMETERIZED,
    Distribution,
    after,
    broadcast_shape,
    floating_parameters,
    prepend_count,
)
from stagelight.compat.v1.scalar_distributions import nan_unless
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.debugging.assertions import assert_positive
from stagelight.ops.random.gamma_ops import random_gamma
from stagelight.ops.random.normal_ops import random_normal
from stagelight.public import public


@public("compat.v1.distributions.StudentT")
class StudentT(Distribution):
    """Student's t-distribution: `loc + scale * x / sqrt(z / df)`, `x` normal and `z` chi-squared.

    Args:
        df: positive floating tensor, the degrees of freedom.
        loc: the location; the mean where there is one.
        scale: its width.
        validate_args: whether `df` is checked to be positive.
        allow_nan_stats: whether a mean or variance that does not exist is NaN instead of an error.
        name: its name.

    >>> student = tf.compat.v1.distributions.StudentT(4.0, 0.0, [1.0, 2.0])
    >>> student.variance().numpy()
    array([2., 8.], dtype=float32)
    """

    def __init__(
        self,
        df: Any,
        loc: Any,
        scale: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "StudentT",
    ) -> None:
        given = dict(locals())
        if validate_args:
            df = after(assert_positive(df), df)
        self._df: Any
        self._loc: Any
        self._scale: Any
        self._df, self._loc, self._scale = floating_parameters(df, loc, scale)
        kind = FULLY_REPARAMETERIZED
        super().__init__(self._scale.dtype, kind, validate_args, allow_nan_stats, given, name=name)

    @property
    def df(self) -> Tensor:
        """The degrees of freedom."""
        return self._df

    @property
    def loc(self) -> Tensor:
        """The location parameter."""
        return self._loc

    @property
    def scale(self) -> Tensor:
        """The scale parameter."""
        return self._scale

    def _batch_shape_tensor(self) -> Tensor:
        return broadcast_shape(self._df, self._loc, self._scale)

    def _filled(self, x: Any) -> Any:
        return raw.BroadcastTo(x, self._batch_shape_tensor())

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        shape = prepend_count(n, self._batch_shape_tensor())
        normal = random_normal(shape, dtype=self.dtype, seed=seed)
        df = self._filled(self._df)
        count, own_seed = raw.Reshape(n, [1]), gen_new_seed(seed, "student_t")
        gamma: Any = random_gamma(count, 0.5 * df, 0.5, self.dtype, own_seed)
        return normal * raw.Rsqrt(gamma / df) * self._scale + self._loc

    def _log_prob(self, x: Any) -> Tensor:
        y = (x - self._loc) / self._scale
        return -0.5 * (self._df + 1.0) * raw.Log1p(raw.Square(y) / self._df) - (
            self._log_normalization()
        )

    def _log_normalization(self) -> Any:
        df = self._df
        widths = raw.Log(raw.Abs(self._scale)) + 0.5 * raw.Log(df) + 0.5 * math.log(math.pi)
        return widths + raw.Lgamma(0.5 * df) - raw.Lgamma(0.5 * (df + 1.0))

    def _cdf(self, x: Any) -> Tensor:
        y = (x - self._loc) / raw.Abs(self._scale)
        a, bounds = 0.5 * self._df, self._df / (raw.Square(y) + self._df)
        shape = broadcast_shape(a, bounds)
        half = convert_to_tensor(0.5, self.dtype)
        operands = (raw.BroadcastTo(t, shape) for t in (a, half, bounds))
        tail = 0.5 * raw.Betainc(*operands)
        return raw.SelectV2(raw.Less(y, raw.ZerosLike(y)), tail, 1.0 - tail)

    def _entropy(self) -> Tensor:
        df, next_df = self._filled(self._df), self._filled(self._df) + 1.0
        log_beta = raw.Lgamma(0.5 * df) + math.lgamma(0.5) - raw.Lgamma(0.5 * next_df)
        widths = raw.Log(raw.Abs(self._scale)) + 0.5 * raw.Log(df) + log_beta
        return widths + 0.5 * next_df * (raw.Digamma(0.5 * next_df) - raw.Digamma(0.5 * df))

    def _exists(self, statistic: str, value: Any) -> Tensor:
        """A statistic, which exists where there is more than one degree of freedom."""
        message = f"{statistic} not defined for components of df <= 1"
        exists = raw.Greater(self._filled(self._df), 1.0)
        return nan_unless(exists, value, self.allow_nan_stats, message)

    def _mean(self) -> Any:
        return self._exists("mean", self._filled(self._loc))

    def _variance(self) -> Any:
        df = self._filled(self._df)
        is_finite = raw.Greater(df, 2.0)
        # The quotient is finite everywhere, so that gradients are.
        rest = raw.SelectV2(is_finite, df - 2.0, raw.OnesLike(df))
        variance = raw.Square(self._scale) * df / rest
        infinity = convert_to_tensor(math.inf, self.dtype)
        return self._exists("variance", raw.SelectV2(is_finite, variance, infinity))

    def _mode(self) -> Tensor:
        return raw.Identity(self._loc)
