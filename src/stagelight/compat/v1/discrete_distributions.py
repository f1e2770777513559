"""Discrete distributions of TensorFlow 1: `tf.compat.v1.distributions.Bernoulli` and `Categorical`."""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.distribution import (
    NOT_REPARAMETERIZED,
    Distribution,
    RegisterKL,
    after,
    floating_parameters,
    prepend_count,
)
from stagelight.compat.v1.older_random import multinomial
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.debugging.assertions import assert_less_equal, assert_non_negative
from stagelight.ops.nn.losses import (
    sigmoid_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from stagelight.ops.nn.softmax import log_softmax
from stagelight.ops.random.uniform_ops import random_uniform
from stagelight.public import public
from stagelight.types.dtypes import int32


class _OfLogits(Distribution):
    """A distribution that is given by logits, or by probabilities."""

    def __init__(self, logits: Any, probs: Any, given: dict[str, Any]) -> None:
        if (logits is None) == (probs is None):
            raise ValueError("Must pass probs or logits, but not both.")
        (own,) = floating_parameters(probs if logits is None else logits)
        if given["validate_args"] and logits is None:
            own = after(assert_non_negative(own, message="probs has components less than 0."), own)
            one = convert_to_tensor(1.0, own.dtype)
            most = assert_less_equal(own, one, message="probs has components greater than 1.")
            own = after(most, own)
        self._logits: Any = self._logits_of(own) if logits is None else own
        self._probs: Any = own if logits is None else self._probs_of(own)
        checks, allows_nan = given["validate_args"], given["allow_nan_stats"]
        kind = NOT_REPARAMETERIZED
        super().__init__(given["dtype"], kind, checks, allows_nan, given, name=given["name"])

    def _logits_of(self, probs: Any) -> Tensor:
        raise NotImplementedError

    def _probs_of(self, logits: Any) -> Tensor:
        raise NotImplementedError

    @property
    def logits(self) -> Tensor:
        """The logits."""
        return self._logits

    @property
    def probs(self) -> Tensor:
        """The probabilities."""
        return self._probs


@public("compat.v1.distributions.Bernoulli")
class Bernoulli(_OfLogits):
    """The Bernoulli distribution, over 0 and 1.

    Args:
        logits: floating tensor, the log-odds of 1.
        probs: the probability of 1, instead.
        dtype: the dtype of samples.
        validate_args: whether `probs` is checked to be between 0 and 1.
        allow_nan_stats: whether statistics that do not exist are NaN.
        name: its name.

    Raises:
        ValueError: both or neither are given.

    >>> tf.compat.v1.distributions.Bernoulli(probs=0.25).prob([0, 1]).numpy()
    array([0.75, 0.25], dtype=float32)
    """

    def __init__(
        self,
        logits: Any = None,
        probs: Any = None,
        dtype: Any = int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Bernoulli",
    ) -> None:
        super().__init__(logits, probs, dict(locals()))

    def _logits_of(self, probs: Any) -> Tensor:
        return raw.Log(probs) - raw.Log1p(raw.Neg(probs))

    def _probs_of(self, logits: Any) -> Tensor:
        return raw.Sigmoid(logits)

    def _batch_shape_tensor(self) -> Tensor:
        return raw.Shape(self._logits)

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        shape = prepend_count(n, self._batch_shape_tensor())
        numbers = random_uniform(shape, dtype=self._probs.dtype, seed=seed)
        return raw.Cast(raw.Less(numbers, self._probs), DstT=self.dtype)

    def _log_prob(self, event: Any) -> Tensor:
        labels = raw.Cast(event, DstT=self._logits.dtype)
        shape = raw.BroadcastArgs(raw.Shape(labels), raw.Shape(self._logits))
        labels, logits = raw.BroadcastTo(labels, shape), raw.BroadcastTo(self._logits, shape)
        return raw.Neg(sigmoid_cross_entropy_with_logits(labels, logits))

    def _entropy(self) -> Tensor:
        return raw.Softplus(self._logits) - self._logits * self._probs

    def _mean(self) -> Any:
        return raw.Identity(self._probs)

    def _variance(self) -> Any:
        return self._probs * (1.0 - self._probs)

    def _mode(self) -> Tensor:
        return raw.Cast(raw.Greater(self._probs, 0.5), DstT=self.dtype)


@RegisterKL(Bernoulli, Bernoulli)
def _kl_of_bernoullis(a: Any, b: Any, name: str | None = None) -> Tensor:
    ones = raw.Softplus(raw.Neg(b.logits)) - raw.Softplus(raw.Neg(a.logits))
    zeros = raw.Softplus(b.logits) - raw.Softplus(a.logits)
    return raw.Sigmoid(a.logits) * ones + raw.Sigmoid(raw.Neg(a.logits)) * zeros


@public("compat.v1.distributions.Categorical")
class Categorical(_OfLogits):
    """The categorical distribution, over `0, ..., classes - 1`.

    Args:
        logits: floating tensor `[..., classes]`, log-probabilities up to a constant.
        probs: the probabilities, instead.
        dtype: the dtype of samples.
        validate_args: whether `probs` is checked to be between 0 and 1.
        allow_nan_stats: whether statistics that do not exist are NaN.
        name: its name.

    Raises:
        ValueError: both or neither are given.

    >>> tf.compat.v1.distributions.Categorical(probs=[0.25, 0.75]).mode().numpy()
    np.int32(1)
    """

    def __init__(
        self,
        logits: Any = None,
        probs: Any = None,
        dtype: Any = int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Categorical",
    ) -> None:
        super().__init__(logits, probs, dict(locals()))

    @property
    def event_size(self) -> Tensor:
        """The number of classes."""
        return raw.Squeeze(raw.StridedSlice(raw.Shape(self._logits), [-1], [0], [1], end_mask=1))

    def _logits_of(self, probs: Any) -> Tensor:
        return raw.Log(probs)

    def _probs_of(self, logits: Any) -> Tensor:
        return raw.Softmax(logits)

    def _batch_shape_tensor(self) -> Tensor:
        return raw.StridedSlice(raw.Shape(self._logits), [0], [-1], [1], begin_mask=1)

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        rows = raw.Reshape(self._logits, raw.Pack([-1, self.event_size]))
        drawn = raw.Transpose(multinomial(rows, n, seed), [1, 0])
        shape = prepend_count(n, self._batch_shape_tensor())
        return raw.Cast(raw.Reshape(drawn, shape), DstT=self.dtype)

    def _log_prob(self, k: Any) -> Tensor:
        shape = raw.BroadcastArgs(raw.Shape(k), self._batch_shape_tensor())
        labels = raw.Cast(raw.BroadcastTo(k, shape), DstT=int32)
        full = raw.ConcatV2([shape, raw.Reshape(self.event_size, [1])], 0)
        logits = raw.BroadcastTo(self._logits, full)
        return raw.Neg(sparse_softmax_cross_entropy_with_logits(labels, logits))

    def _cdf(self, k: Any) -> Tensor:
        classes = raw.Range(0, self.event_size, 1)
        # TF: the probability of a class below this one.
        below = raw.Less(classes, raw.ExpandDims(raw.Cast(k, DstT=int32), -1))
        return raw.Sum(raw.MulNoNan(self._probs, raw.Cast(below, DstT=self._probs.dtype)), [-1])

    def _entropy(self) -> Tensor:
        return raw.Neg(raw.Sum(raw.MulNoNan(log_softmax(self._logits), self._probs), [-1]))

    def _mode(self) -> Tensor:
        return raw.Cast(raw.ArgMax(self._logits, -1), DstT=self.dtype)


@RegisterKL(Categorical, Categorical)
def _kl_of_categoricals(a: Any, b: Any, name: str | None = None) -> Tensor:
    own: Any = log_softmax(a.logits)
    return raw.Sum(raw.Softmax(a.logits) * (own - log_softmax(b.logits)), [-1])
