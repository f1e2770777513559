"""`tf.compat.v1.distributions.Distribution`: what all probability distributions of TensorFlow 1 have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import known_dims
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public, publish
from stagelight.types.dtypes import DType, as_dtype, int32
from stagelight.types.shapes import TensorShape


@public("compat.v1.distributions.ReparameterizationType")
class ReparameterizationType:
    """Whether gradients flow from the samples of a distribution to its parameters.

    Args:
        rep_type: the name of the type.
    """

    def __init__(self, rep_type: str) -> None:
        self._rep_type = rep_type

    def __repr__(self) -> str:
        return f"<Reparameterization Type: {self._rep_type}>"

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


FULLY_REPARAMETERIZED = ReparameterizationType("FULLY_REPARAMETERIZED")
NOT_REPARAMETERIZED = ReparameterizationType("NOT_REPARAMETERIZED")
publish("compat.v1.distributions.FULLY_REPARAMETERIZED", FULLY_REPARAMETERIZED)
publish("compat.v1.distributions.NOT_REPARAMETERIZED", NOT_REPARAMETERIZED)


def floating_parameters(*values: Any) -> list[Tensor]:
    """Parameters as tensors of one floating dtype.

    Raises:
        ValueError: they are of another dtype, or of several.
    """
    known = next((as_dtype(x.dtype) for x in values if hasattr(x, "dtype")), None)
    tensors = [convert_to_tensor(x, known) for x in values]
    for tensor in tensors:
        if not tensor.dtype.is_floating:
            raise ValueError(f"Expected floating point type, got {tensor.dtype!r}.")
    return tensors


def after(assertion: Any, value: Any) -> Tensor:
    """A value that is known when an assertion has been made; eagerly it has been."""
    with (
        nullcontext() if CONTEXT.stage is None else CONTEXT.stage.control_dependencies([assertion])
    ):
        return raw.Identity(convert_to_tensor(value))


def broadcast_shape(*tensors: Tensor) -> Tensor:
    """The shape of tensors that are broadcast together, as a tensor."""
    shape = raw.Shape(tensors[0])
    for tensor in tensors[1:]:
        shape = raw.BroadcastArgs(shape, raw.Shape(tensor))
    return shape


def prepend_count(n: Tensor, shape: Tensor) -> Tensor:
    """The shape of `n` samples of a distribution, of which one has the given shape."""
    return raw.ConcatV2([raw.Reshape(n, [1]), shape], 0)


def arguments_of(local_names: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a constructor, of all its local names."""
    return {k: v for k, v in local_names.items() if k not in ("self", "__class__")}


@public("compat.v1.distributions.Distribution")
class Distribution:
    """A probability distribution, or a batch of them, over scalars or arrays ("events").

    A subclass has `_sample_n(n, seed)`, `_batch_shape_tensor()`, `_log_prob(x)` or `_prob(x)`, and what else
    it knows: `_cdf` or `_log_cdf`, `_entropy`, `_mean`, `_variance` or `_stddev`, `_mode`, `_quantile`,
    `_covariance`, and `_event_shape_tensor` where events are no scalars.

    Args:
        dtype: the dtype of samples.
        reparameterization_type: whether gradients flow through samples.
        validate_args: whether parameters and arguments are checked when they are used.
        allow_nan_stats: whether statistics that do not exist are NaN instead of an error.
        parameters: the arguments that made it.
        graph_parents: accepted for compatibility.
        name: its name.
    """

    def __init__(
        self,
        dtype: Any,
        reparameterization_type: ReparameterizationType,
        validate_args: bool,
        allow_nan_stats: bool,
        parameters: dict[str, Any] | None = None,
        graph_parents: Any = None,
        name: str | None = None,
    ) -> None:
        self._dtype = as_dtype(dtype)
        self._reparameterization_type = reparameterization_type
        self._validate_args = validate_args
        self._allow_nan_stats = allow_nan_stats
        self._parameters = arguments_of(parameters or {})
        self._name = name or type(self).__name__

    @property
    def name(self) -> str:
        """Its name."""
        return self._name

    @property
    def dtype(self) -> DType:
        """The dtype of samples."""
        return self._dtype

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments that made it."""
        return dict(self._parameters)

    @property
    def reparameterization_type(self) -> ReparameterizationType:
        """Whether gradients flow through samples."""
        return self._reparameterization_type

    @property
    def validate_args(self) -> bool:
        """Whether parameters and arguments are checked."""
        return self._validate_args

    @property
    def allow_nan_stats(self) -> bool:
        """Whether statistics that do not exist are NaN."""
        return self._allow_nan_stats

    def copy(self, **override_parameters_kwargs: Any) -> Any:
        """A distribution of the same class, with some other parameters."""
        return type(self)(**{**self._parameters, **override_parameters_kwargs})

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Tensor:
        """The shape of the batch of distributions, as a tensor."""
        shape: Tensor = self._asked("batch_shape_tensor")()
        return shape

    def event_shape_tensor(self, name: str = "event_shape_tensor") -> Tensor:
        """The shape of one sample of one distribution, as a tensor; `[]` for scalars."""
        return self._event_shape_tensor()

    @property
    def batch_shape(self) -> TensorShape:
        """The shape of the batch of distributions."""
        return _static_shape(self.batch_shape_tensor())

    @property
    def event_shape(self) -> TensorShape:
        """The shape of one sample of one distribution."""
        return _static_shape(self.event_shape_tensor())

    def is_scalar_batch(self, name: str = "is_scalar_batch") -> Tensor:
        """Whether it is one distribution."""
        return raw.Equal(raw.Size(self.batch_shape_tensor()), 0)

    def is_scalar_event(self, name: str = "is_scalar_event") -> Tensor:
        """Whether samples are scalars."""
        return raw.Equal(raw.Size(self.event_shape_tensor()), 0)

    def sample(
        self, sample_shape: Any = (), seed: int | None = None, name: str = "sample"
    ) -> Tensor:
        """Samples, `sample_shape + batch_shape + event_shape`."""
        with op_scope(name):
            shape = raw.Reshape(convert_to_tensor(sample_shape, int32), [-1])
            samples = self._asked("sample_n")(raw.Prod(shape, [0]), seed)
            inner = raw.StridedSlice(raw.Shape(samples), [1], [0], [1], end_mask=1)
            return raw.Reshape(samples, raw.ConcatV2([shape, inner], 0))

    def log_prob(self, value: Any, name: str = "log_prob") -> Tensor:
        """The logarithm of the density (or probability) of values."""
        return self._either(name, value, "log_prob", "prob", raw.Log)

    def prob(self, value: Any, name: str = "prob") -> Tensor:
        """The density (or probability) of values."""
        return self._either(name, value, "prob", "log_prob", raw.Exp)

    def cdf(self, value: Any, name: str = "cdf") -> Tensor:
        """The probability of a sample that is not larger than the value."""
        return self._either(name, value, "cdf", "log_cdf", raw.Exp)

    def log_cdf(self, value: Any, name: str = "log_cdf") -> Tensor:
        """The logarithm of the probability of a sample that is not larger than the value."""
        return self._either(name, value, "log_cdf", "cdf", raw.Log)

    def survival_function(self, value: Any, name: str = "survival_function") -> Tensor:
        """The probability of a sample that is larger than the value."""
        return raw.Sub(1.0, self._cdf_for("survival_function", value))

    def log_survival_function(self, value: Any, name: str = "log_survival_function") -> Tensor:
        """The logarithm of the probability of a sample that is larger than the value."""
        return raw.Log1p(raw.Neg(self._cdf_for("log_survival_function", value)))

    def quantile(self, value: Any, name: str = "quantile") -> Tensor:
        """The number that a sample does not exceed with that probability."""
        with op_scope(name):
            result: Tensor = self._asked("quantile")(convert_to_tensor(value, self._dtype))
            return result

    def entropy(self, name: str = "entropy") -> Tensor:
        """The Shannon entropy in nats."""
        return self._statistic(name, "entropy")

    def mean(self, name: str = "mean") -> Tensor:
        """The mean."""
        return self._statistic(name, "mean")

    def mode(self, name: str = "mode") -> Tensor:
        """The most likely value."""
        return self._statistic(name, "mode")

    def variance(self, name: str = "variance") -> Tensor:
        """The variance of each element."""
        return self._statistic(name, "variance", "stddev", raw.Square)

    def stddev(self, name: str = "stddev") -> Tensor:
        """The standard deviation of each element."""
        return self._statistic(name, "stddev", "variance", raw.Sqrt)

    def covariance(self, name: str = "covariance") -> Tensor:
        """The covariance of the elements of an event."""
        return self._statistic(name, "covariance")

    def cross_entropy(self, other: Distribution, name: str = "cross_entropy") -> Tensor:
        """The cross entropy with another distribution: own entropy plus divergence."""
        return raw.AddV2(self.entropy(), self.kl_divergence(other))

    def kl_divergence(self, other: Distribution, name: str = "kl_divergence") -> Tensor:
        """The Kullback-Leibler divergence from another distribution."""
        return kl_divergence(self, other, self._allow_nan_stats)

    def _cdf_for(self, what: str, value: Any) -> Tensor:
        if not (hasattr(self, "_cdf") or hasattr(self, "_log_cdf")):
            self._asked(what)
        return self.cdf(value)

    def _event_shape_tensor(self) -> Tensor:
        return convert_to_tensor([], int32)

    def _asked(self, what: str) -> Callable[..., Any]:
        """The method of the subclass.

        Raises:
            NotImplementedError: it has none.
        """
        found: Callable[..., Any] | None = getattr(self, f"_{what}", None)
        if found is None:
            raise NotImplementedError(f"{what} is not implemented: {type(self).__name__}")
        return found

    def _either(
        self, name: str, value: Any, what: str, other: str, converted: Callable[[Any], Tensor]
    ) -> Tensor:
        with op_scope(name):
            argument = convert_to_tensor(value, self._dtype)
            if hasattr(self, f"_{what}") or not hasattr(self, f"_{other}"):
                result: Tensor = self._asked(what)(argument)
                return result
            return converted(self._asked(other)(argument))

    def _statistic(
        self,
        name: str,
        what: str,
        other: str = "",
        converted: Callable[[Any], Tensor] = raw.Identity,
    ) -> Tensor:
        with op_scope(name):
            if hasattr(self, f"_{what}") or not hasattr(self, f"_{other}"):
                result: Tensor = self._asked(what)()
                return result
            return converted(self._asked(other)())

    def __repr__(self) -> str:
        return (
            f"<tfp.distributions.{type(self).__name__} '{self._name}' batch_shape={self.batch_shape} "
            f"event_shape={self.event_shape} dtype={self._dtype.name}>"
        )

    def __str__(self) -> str:
        return (
            f'tfp.distributions.{type(self).__name__}("{self._name}", batch_shape={self.batch_shape}, '
            f"event_shape={self.event_shape}, dtype={self._dtype.name})"
        )


def _static_shape(shape: Tensor) -> TensorShape:
    """What is known of a shape that is a tensor."""
    return TensorShape(known_dims(shape))


Divergence = Callable[..., Tensor]
_divergences: dict[tuple[type, type], Divergence] = {}


@public("compat.v1.distributions.RegisterKL")
class RegisterKL:
    """Registers the divergence of two classes of distributions: a decorator of `f(a, b, name=None)`.

    Args:
        dist_cls_a: the class of the first distribution.
        dist_cls_b: the class of the second one.
    """

    def __init__(self, dist_cls_a: type, dist_cls_b: type) -> None:
        self._key = (dist_cls_a, dist_cls_b)

    def __call__(self, kl_fn: Divergence) -> Divergence:
        """Registers it.

        Raises:
            TypeError: it is no function.
            ValueError: there is one for these classes.
        """
        if not callable(kl_fn):
            raise TypeError(f"kl_fn must be callable, received: {kl_fn}")
        if self._key in _divergences:
            names = " and ".join(x.__name__ for x in self._key)
            raise ValueError(
                f"KL({names}) has already been registered to: {_divergences[self._key]}"
            )
        _divergences[self._key] = kl_fn
        return kl_fn


@public("compat.v1.distributions.kl_divergence")
def kl_divergence(
    distribution_a: Distribution,
    distribution_b: Distribution,
    allow_nan_stats: bool = True,
    name: str | None = None,
) -> Tensor:
    """The Kullback-Leibler divergence: the mean of `log a(x) - log b(x)` over samples of `a`.

    Args:
        distribution_a: the distribution that samples are of.
        distribution_b: the other one.
        allow_nan_stats: whether a divergence that does not exist is NaN instead of an error.
        name: the name scope.

    Raises:
        NotImplementedError: none is registered for the two classes or their bases.

    >>> normal = tf.compat.v1.distributions.Normal
    >>> tf.compat.v1.distributions.kl_divergence(normal(0.0, 1.0), normal(1.0, 1.0)).numpy()
    np.float32(0.5)
    """
    kinds = type(distribution_a), type(distribution_b)
    pairs = ((a, b) for a in kinds[0].__mro__ for b in kinds[1].__mro__)
    found = next((_divergences[pair] for pair in pairs if pair in _divergences), None)
    if found is None:
        raise NotImplementedError(
            "No KL(distribution_a || distribution_b) registered for distribution_a type "
            f"{kinds[0].__name__} and distribution_b type {kinds[1].__name__}"
        )
    with op_scope(name or "KullbackLeibler"):
        divergence = found(distribution_a, distribution_b)
        if allow_nan_stats:
            return divergence
        return raw.CheckNumerics(divergence, message="KL computation is not finite")
