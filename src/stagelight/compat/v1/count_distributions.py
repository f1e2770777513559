"""Distributions over counts of classes of TensorFlow 1: `Multinomial` and `DirichletMultinomial`."""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.derived_seeds import gen_new_seed
from stagelight.compat.v1.distribution import (
    NOT_REPARAMETERIZED,
    Distribution,
    after,
    floating_parameters,
    prepend_count,
)
from stagelight.compat.v1.older_random import multinomial
from stagelight.control_flow.functional import map_fn
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.debugging.assertions import (
    assert_equal,
    assert_near,
    assert_non_negative,
    assert_positive,
)
from stagelight.ops.elementwise.gamma_functions import lbeta
from stagelight.ops.nn.softmax import log_softmax
from stagelight.ops.random.gamma_ops import random_gamma
from stagelight.public import public
from stagelight.types.dtypes import int32


def counts_of_classes(counts: Any) -> Tensor:
    """Numbers, checked to be counts."""
    numbers = convert_to_tensor(counts)
    numbers = after(
        assert_non_negative(numbers, message=f"'{numbers}' must be non-negative."), numbers
    )
    if numbers.dtype.is_integer:
        return numbers
    message = f"'{numbers}' cannot contain fractional components."
    return after(assert_equal(numbers, raw.Floor(numbers), message=message), numbers)


class _Counts(Distribution):
    """A distribution of how often each class occurs in `total_count` trials."""

    def __init__(self, total_count: Any, parameter: Tensor, given: dict[str, Any]) -> None:
        checks = given["validate_args"]
        self._total_count: Any = convert_to_tensor(total_count)
        if checks:
            self._total_count = counts_of_classes(self._total_count)
        allows_nan, kind = given["allow_nan_stats"], NOT_REPARAMETERIZED
        super().__init__(parameter.dtype, kind, checks, allows_nan, given, name=given["name"])

    @property
    def total_count(self) -> Tensor:
        """The number of trials of one sample."""
        return self._total_count

    def _checked(self, counts: Any, message: str) -> Any:
        """The counts of a sample; where arguments are checked, ones that sum to the number of trials."""
        if not self.validate_args:
            return counts
        numbers = counts_of_classes(counts)
        sums = assert_equal(self._total_count, raw.Sum(numbers, [-1]), message=message)
        return after(sums, numbers)

    def _log_combinations(self, counts: Any) -> Any:
        """The logarithm of the number of orders in which trials give the counts."""
        return raw.Lgamma(self._total_count + 1.0) - raw.Sum(raw.Lgamma(counts + 1.0), [-1])


def _as_columns(x: Any) -> Any:
    return raw.ExpandDims(x, -1)


def _outer(columns: Any, rows: Any) -> Any:
    """Products of the elements of vectors: `out[..., i, j] = columns[..., i] * rows[..., j]`."""
    return raw.ExpandDims(columns, -1) * raw.ExpandDims(rows, -2)


@public("compat.v1.distributions.Multinomial")
class Multinomial(_Counts):
    """The multinomial distribution: how often each class is drawn in independent trials.

    Args:
        total_count: floating tensor `[...]`, the number of trials.
        logits: floating tensor `[..., classes]`, log-probabilities up to a constant.
        probs: the probabilities, instead.
        validate_args: whether parameters and counts are checked.
        allow_nan_stats: whether statistics that do not exist are NaN.
        name: its name.

    Raises:
        ValueError: both or neither of `logits` and `probs` are given.

    >>> tf.compat.v1.distributions.Multinomial(4.0, probs=[0.25, 0.75]).mean().numpy()
    array([1., 3.], dtype=float32)
    """

    def __init__(
        self,
        total_count: Any,
        logits: Any = None,
        probs: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Multinomial",
    ) -> None:
        given = dict(locals())
        if (logits is None) == (probs is None):
            raise ValueError("Must pass probs or logits, but not both.")
        (own,) = floating_parameters(probs if logits is None else logits)
        if validate_args and logits is None:
            own = _checked_probabilities(own)
        self._logits: Any = raw.Log(own) if logits is None else own
        self._probs: Any = own if logits is None else raw.Softmax(own)
        super().__init__(total_count, own, given)
        self._mean_counts: Any = _as_columns(self._total_count) * self._probs

    @property
    def logits(self) -> Tensor:
        """The logits of the classes."""
        return self._logits

    @property
    def probs(self) -> Tensor:
        """The probabilities of the classes."""
        return self._probs

    def _batch_shape_tensor(self) -> Tensor:
        return raw.StridedSlice(raw.Shape(self._mean_counts), [0], [-1], [1], begin_mask=1)

    def _event_shape_tensor(self) -> Tensor:
        return raw.StridedSlice(raw.Shape(self._mean_counts), [-1], [0], [1], end_mask=1)

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        batch, event = self._batch_shape_tensor(), self._event_shape_tensor()
        classes = raw.Squeeze(event, squeeze_dims=[0])
        shape = raw.ConcatV2([batch, event], 0)
        logits = raw.Reshape(raw.BroadcastTo(self._logits, shape), raw.Pack([-1, classes]))
        trials = raw.BroadcastTo(raw.Cast(self._total_count, DstT=int32), batch)

        def draw(row: Any) -> Tensor:
            own_logits, trials_of_all = row
            drawn = multinomial(raw.ExpandDims(own_logits, 0), trials_of_all, seed)
            return _count(raw.Reshape(drawn, raw.Pack([n, -1])), classes, self.dtype)

        trials_of_all = n * raw.Reshape(trials, [-1])
        samples: Any = map_fn(draw, [logits, trials_of_all], dtype=self.dtype)
        ordered = raw.Transpose(samples, [1, 0, 2])
        return raw.Reshape(ordered, prepend_count(n, shape))

    def _log_prob(self, counts: Any) -> Tensor:
        own = self._checked(counts, "counts must sum to `self.total_count`")
        return raw.Sum(own * log_softmax(self._logits), [-1]) + self._log_combinations(own)

    def _mean(self) -> Any:
        return raw.Identity(self._mean_counts)

    def _probs_of_all(self) -> Any:
        return self._probs * _as_columns(raw.OnesLike(self._total_count))

    def _variance(self) -> Any:
        return self._mean_counts - self._mean_counts * self._probs_of_all()

    def _covariance(self) -> Tensor:
        outer = _outer(self._mean_counts, self._probs_of_all())
        return raw.MatrixSetDiag(raw.Neg(outer), self._variance())


def _checked_probabilities(probs: Any) -> Tensor:
    """Probabilities of classes, checked to be positive and to sum to 1."""
    positive = assert_non_negative(probs, message="probs has components less than 0.")
    probs = after(positive, probs)
    one = convert_to_tensor(1.0, probs.dtype)
    near = assert_near(raw.Sum(probs, [-1]), one, message="probs does not sum to 1.")
    return after(near, probs)


def _count(drawn: Any, classes: Tensor, dtype: Any) -> Tensor:
    """How often each class occurs along the last axis."""
    on, off = convert_to_tensor(1.0, dtype), convert_to_tensor(0.0, dtype)
    return raw.Sum(raw.OneHot(drawn, classes, on, off), [-2])


@public("compat.v1.distributions.DirichletMultinomial")
class DirichletMultinomial(_Counts):
    """The multinomial distribution whose probabilities are of a Dirichlet distribution.

    Args:
        total_count: floating tensor `[...]`, the number of trials.
        concentration: positive floating tensor `[..., classes]`.
        validate_args: whether parameters and counts are checked.
        allow_nan_stats: whether statistics that do not exist are NaN.
        name: its name.

    >>> tf.compat.v1.distributions.DirichletMultinomial(4.0, [1.0, 3.0]).mean().numpy()
    array([1., 3.], dtype=float32)
    """

    def __init__(
        self,
        total_count: Any,
        concentration: Any,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "DirichletMultinomial",
    ) -> None:
        given = dict(locals())
        (own,) = floating_parameters(concentration)
        if validate_args:
            message = "Concentration parameter must be positive."
            own = after(assert_positive(own, message=message), own)
        self._concentration: Any = own
        self._total_concentration: Any = raw.Sum(own, [-1])
        super().__init__(total_count, own, given)

    @property
    def concentration(self) -> Tensor:
        """The concentrations of the classes."""
        return self._concentration

    @property
    def total_concentration(self) -> Tensor:
        """The sum of the concentrations."""
        return self._total_concentration

    def _batch_shape_tensor(self) -> Tensor:
        return raw.Shape(self._total_concentration)

    def _event_shape_tensor(self) -> Tensor:
        return raw.StridedSlice(raw.Shape(self._concentration), [-1], [0], [1], end_mask=1)

    def _sample_n(self, n: Tensor, seed: int | None) -> Tensor:
        trials = raw.Cast(self._total_count, DstT=int32)
        classes = raw.Squeeze(self._event_shape_tensor(), squeeze_dims=[0])
        count = raw.Reshape(n, [1])
        numbers = random_gamma(count, self._concentration, None, self.dtype, seed)
        logits = raw.Reshape(raw.Log(numbers), raw.Pack([-1, classes]))
        drawn = multinomial(logits, trials, gen_new_seed(seed, "dirichlet_multinomial"))
        shape = prepend_count(n, raw.Shape(self._concentration))
        return raw.Reshape(_count(drawn, classes, self.dtype), shape)

    def _log_prob(self, counts: Any) -> Tensor:
        own = self._checked(counts, "counts last-dimension must sum to `self.total_count`")
        ordered: Any = lbeta(self._concentration + own)
        return ordered - lbeta(self._concentration) + self._log_combinations(own)

    def _mean(self) -> Any:
        return self._total_count * (self._concentration / _as_columns(self._total_concentration))

    def _spread(self) -> Any:
        """How far probabilities vary, as the factor of a standard deviation."""
        total = _as_columns(self._total_concentration)
        return raw.Sqrt((1.0 + total / self._total_count) / (1.0 + total))

    def _variance(self) -> Any:
        spread = self._spread()
        x = spread * self._mean()
        return x * (self._total_count * spread - x)

    def _covariance(self) -> Tensor:
        x = self._spread() * self._mean()
        return raw.MatrixSetDiag(raw.Neg(_outer(x, x)), self._variance())
