"""`tf.tpu.experimental.embedding.SGD` and its siblings: settings of updates of embedding tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from stagelight.public import public

_PREFIX = "tpu.experimental.embedding."


class EmbeddingOptimizer:
    """The settings that optimizers of embedding tables share.

    Args:
        learning_rate: the rate, or a function that returns it.
        use_gradient_accumulation: whether gradients of one row in a batch are added up before the update.
        clip_weight_min, clip_weight_max: bounds of the weights after an update, None for none.
        weight_decay_factor: the weight decay, None for none.
        multiply_weight_decay_factor_by_learning_rate: whether the decay is scaled by the rate.
        clipvalue: bounds of gradients, a pair or one number for both signs; None for none.
        low_dimensional_packing_status: whether narrow tables are packed.

    Raises:
        ValueError: gradients are to be clipped without being accumulated.
    """

    slot_names: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        learning_rate: float | Callable[[], float],
        use_gradient_accumulation: bool,
        clip_weight_min: float | None,
        clip_weight_max: float | None,
        weight_decay_factor: float | None,
        multiply_weight_decay_factor_by_learning_rate: bool | None,
        clipvalue: float | tuple[float, float] | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        if not use_gradient_accumulation and clipvalue is not None:
            raise ValueError(
                "When `use_gradient_accumulation` is False, gradient clipping cannot be used and `clipvalue` "
                f"should be left as None. Received value {clipvalue} for argument clipvalue."
            )
        if slot_variable_creation_fn is not None and not callable(slot_variable_creation_fn):
            raise ValueError(
                "Argument `slot_variable_creation_fn` must be either None or a callable. Received: "
                f"{type(slot_variable_creation_fn)}"
            )
        if clipvalue is not None and not isinstance(clipvalue, tuple):
            clipvalue = (-clipvalue, clipvalue)
        self.learning_rate = learning_rate
        self.use_gradient_accumulation = use_gradient_accumulation
        self.clip_weight_min = clip_weight_min
        self.clip_weight_max = clip_weight_max
        self.weight_decay_factor = weight_decay_factor
        self.multiply_weight_decay_factor_by_learning_rate = (
            multiply_weight_decay_factor_by_learning_rate
        )
        limits: tuple[float | None, float | None] = clipvalue or (None, None)
        self.clip_gradient_min, self.clip_gradient_max = limits
        self.slot_variable_creation_fn = slot_variable_creation_fn
        self.low_dimensional_packing_status = low_dimensional_packing_status

    def _slot_names(self) -> list[str]:
        return list(self.slot_names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(tuple(vars(self).items()))

    def __repr__(self) -> str:
        listed = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({listed})"


def _require_positive(name: str, value: float) -> None:
    if value <= 0:
        raise ValueError(f"Argument `{name}` must be > 0. Received: {value}")


def _require_nonnegative(name: str, value: float) -> None:
    if value < 0:
        raise ValueError(f"Argument `{name}` must be >= 0. Received: {value}")


@public(f"{_PREFIX}SGD")
class SGD(EmbeddingOptimizer):
    """Stochastic gradient descent.

    Args:
        learning_rate, use_gradient_accumulation, clip_weight_min, clip_weight_max, weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate, clipvalue, low_dimensional_packing_status: as for
            every optimizer of tables.

    >>> tf.tpu.experimental.embedding.SGD(0.1).learning_rate
    0.1
    """

    def __init__(
        self,
        learning_rate: float | Callable[[], float] = 0.01,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        clipvalue: float | tuple[float, float] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation,
            clip_weight_min,
            clip_weight_max,
            weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate,
            clipvalue,
            None,
            low_dimensional_packing_status,
        )


@public(f"{_PREFIX}Adagrad")
class Adagrad(EmbeddingOptimizer):
    """Adagrad: rates are divided by the root of the sum of squared gradients.

    Args:
        initial_accumulator_value: where that sum begins.
        learning_rate, use_gradient_accumulation, clip_weight_min, clip_weight_max, weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate, slot_variable_creation_fn, clipvalue,
            low_dimensional_packing_status: as for every optimizer of tables.

    >>> tf.tpu.experimental.embedding.Adagrad().initial_accumulator_value
    0.1
    """

    slot_names = ("accumulators",)

    def __init__(
        self,
        learning_rate: float | Callable[[], float] = 0.001,
        initial_accumulator_value: float = 0.1,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float, float] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation,
            clip_weight_min,
            clip_weight_max,
            weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate,
            clipvalue,
            slot_variable_creation_fn,
            low_dimensional_packing_status,
        )
        _require_positive("initial_accumulator_value", initial_accumulator_value)
        self.initial_accumulator_value = initial_accumulator_value


@public(f"{_PREFIX}Adam")
class Adam(EmbeddingOptimizer):
    """Adam.

    Args:
        beta_1, beta_2: the decay of the first and of the second moment.
        epsilon: what is added to the root of the second moment.
        lazy_adam: whether only rows that have a gradient are updated.
        sum_inside_sqrt: whether epsilon is added below the root.
        learning_rate, use_gradient_accumulation, clip_weight_min, clip_weight_max, weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate, slot_variable_creation_fn, clipvalue,
            low_dimensional_packing_status: as for every optimizer of tables.

    >>> tf.tpu.experimental.embedding.Adam().beta_2
    0.999
    """

    slot_names = ("momenta", "velocities")

    def __init__(
        self,
        learning_rate: float | Callable[[], float] = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-07,
        lazy_adam: bool = True,
        sum_inside_sqrt: bool = True,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float, float] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation,
            clip_weight_min,
            clip_weight_max,
            weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate,
            clipvalue,
            slot_variable_creation_fn,
            low_dimensional_packing_status,
        )
        for name, beta in (("beta_1", beta_1), ("beta_2", beta_2)):
            if not 0 <= beta < 1:
                raise ValueError(f"Argument `{name}` must be >= 0 and < 1. Received: {beta}.")
        if epsilon <= 0:
            raise ValueError(f"epsilon must be positive; got {epsilon}.")
        if not use_gradient_accumulation and not lazy_adam:
            raise ValueError(
                "When disabling lazy Adam (`lazy_adam=False`), gradient accumulation must be used. Set "
                "`use_gradient_accumulation` to True."
            )
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon
        self.lazy_adam, self.sum_inside_sqrt = lazy_adam, sum_inside_sqrt


@public(f"{_PREFIX}AdagradMomentum")
class AdagradMomentum(EmbeddingOptimizer):
    """Adagrad with momentum.

    Args:
        momentum: the decay of the momentum.
        use_nesterov: whether the momentum is Nesterov's.
        exponent: the exponent of the accumulator.
        beta2: the decay of the accumulator.
        epsilon: what is added to the accumulator.
        learning_rate, use_gradient_accumulation, clip_weight_min, clip_weight_max, weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate, slot_variable_creation_fn, clipvalue,
            low_dimensional_packing_status: as for every optimizer of tables.

    >>> tf.tpu.experimental.embedding.AdagradMomentum(momentum=0.5).momentum
    0.5
    """

    slot_names = ("accumulators", "momenta")

    def __init__(
        self,
        learning_rate: float | Callable[[], float] = 0.001,
        momentum: float = 0.0,
        use_nesterov: bool = False,
        exponent: float = 2,
        beta2: float = 1,
        epsilon: float = 1e-10,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float, float] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation,
            clip_weight_min,
            clip_weight_max,
            weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate,
            clipvalue,
            slot_variable_creation_fn,
            low_dimensional_packing_status,
        )
        _require_positive("epsilon", epsilon)
        _require_positive("exponent", exponent)
        self.momentum, self.use_nesterov = momentum, use_nesterov
        self.exponent, self.beta2, self.epsilon = exponent, beta2, epsilon


@public(f"{_PREFIX}FTRL")
class FTRL(EmbeddingOptimizer):
    """Follow the regularized leader.

    Args:
        learning_rate_power: the exponent of the accumulator in the rate, zero or less.
        l1_regularization_strength, l2_regularization_strength: at least zero.
        beta: what is added to the root of the accumulator.
        initial_accumulator_value: where the accumulator begins.
        multiply_linear_by_learning_rate: whether the linear slot is scaled by the rate.
        allow_zero_accumulator: whether the accumulator may be zero.
        learning_rate, use_gradient_accumulation, clip_weight_min, clip_weight_max, weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate, slot_variable_creation_fn, clipvalue,
            low_dimensional_packing_status: as for every optimizer of tables.

    >>> tf.tpu.experimental.embedding.FTRL().learning_rate_power
    -0.5
    """

    slot_names = ("accumulators", "linears")

    def __init__(
        self,
        learning_rate: float | Callable[[], float] = 0.001,
        learning_rate_power: float = -0.5,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        beta: float = 0.0,
        initial_accumulator_value: float = 0.1,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float, float] | None = None,
        multiply_linear_by_learning_rate: bool = False,
        allow_zero_accumulator: bool = False,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation,
            clip_weight_min,
            clip_weight_max,
            weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate,
            clipvalue,
            slot_variable_creation_fn,
            low_dimensional_packing_status,
        )
        _require_positive("initial_accumulator_value", initial_accumulator_value)
        _require_nonnegative("l1_regularization_strength", l1_regularization_strength)
        _require_nonnegative("l2_regularization_strength", l2_regularization_strength)
        if learning_rate_power > 0:
            raise ValueError(
                f"Argument `learning_rate_power` must be <= 0. Received: {learning_rate_power}."
            )
        self.learning_rate_power = learning_rate_power
        self.initial_accumulator_value = initial_accumulator_value
        self.l1_regularization_strength = l1_regularization_strength
        self.l2_regularization_strength = l2_regularization_strength
        self.beta = beta
        self.multiply_linear_by_learning_rate = multiply_linear_by_learning_rate
        self.allow_zero_accumulator = allow_zero_accumulator
