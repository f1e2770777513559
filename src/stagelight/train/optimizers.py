"""`tf.optimizers`: SGD and Adam for custom training loops, with Keras's names and formulas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from stagelight.autodiff.tape import GradientTape
from stagelight.boundary import guarded
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.state.auto_trackable import AutoTrackable
from stagelight.state.variable import Variable
from stagelight.train.update_rules import adam, adam_step_size, descend, descend_with_momentum
from stagelight.types.dtypes import int64


@public("optimizers.Optimizer")
class Optimizer(AutoTrackable):
    """The base of optimizers: counts steps, keeps slots, applies gradients to variables.

    Args:
        learning_rate: a number, or a function without arguments that gives it at each step.
        name: the optimizer's name.
    """

    def __init__(self, learning_rate: Any, name: str) -> None:
        self.name = name
        self._schedule = learning_rate if callable(learning_rate) else None
        self._learning_rate = None
        if self._schedule is None:
            self._learning_rate = Variable(
                float(learning_rate), trainable=False, name="learning_rate"
            )
        self.iterations = Variable(0, dtype=int64, trainable=False, name="iterations")
        # Beside each slot its variable, which lives as long: its id stays its own.
        # Checkpoints save and restore slots by their variables, whatever the order in which they were made.
        self._slots: dict[tuple[int, str], tuple[Variable, Variable]] = self._no_dependency({})

    @property
    @guarded
    def learning_rate(self) -> Any:
        """The learning rate; may be assigned to."""
        return self._learning_rate if self._schedule is None else self._schedule()

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        if self._learning_rate is None:
            raise TypeError("This optimizer was made with a schedule; its rate cannot be set.")
        self._learning_rate.assign(value)

    @property
    def variables(self) -> list[Variable]:
        """The step count, learning rate and slots."""
        rate = [self._learning_rate] if self._learning_rate is not None else []
        return [self.iterations, *rate, *(slot for _, slot in self._slots.values())]

    def _slot(self, variable: Variable, name: str) -> Variable:
        """A variable of zeros that goes with another, made at its first use."""
        key = (id(variable), name)
        found = self._slots.get(key)
        if found is None:
            slot = Variable(
                lambda: raw.ZerosLike(variable.read_value()), trainable=False, name=name
            )
            found = self._slots[key] = variable, slot
        return found[1]

    def get_slot(self, variable: Variable, name: str) -> Variable | None:
        """The slot of that name which goes with a variable; None if there is none."""
        found = self._slots.get((id(variable), name))
        return None if found is None else found[1]

    def get_slot_names(self) -> list[str]:
        """The names of slots."""
        return sorted({name for _, name in self._slots})

    def _create_or_restore_slot_variable(
        self, slot_variable_position: Any, slot_name: str, variable: Variable
    ) -> Variable:
        """The slot of that name which a checkpoint has; it is made if there is none yet."""
        return self._slot(variable, slot_name)

    def apply_gradients(self, grads_and_vars: Iterable[tuple[Any, Variable]]) -> Variable:
        """Updates each variable by its gradient.

        Args:
            grads_and_vars: pairs; those whose gradient is None are left out.

        Returns:
            The step count.

        Raises:
            ValueError: no gradients at all.
        """
        pairs = [(g, v) for g, v in grads_and_vars if g is not None]
        if not pairs:
            raise ValueError("No gradients provided for any variable.")
        self.iterations.assign_add(1)
        for gradient, variable in pairs:
            self._update(gradient, variable)
            if variable.constraint is not None:
                variable.assign(variable.constraint(variable))
        return self.iterations

    def minimize(
        self, loss: Any, var_list: Sequence[Variable], tape: GradientTape | None = None
    ) -> Any:
        """Computes gradients of the loss and applies them.

        Args:
            loss: a function without arguments, or a tensor with the tape that recorded it.
            var_list: the variables to update.
            tape: the tape, if `loss` is a tensor.
        """
        if callable(loss):
            with GradientTape() as tape:
                loss = loss()
        elif tape is None:
            raise ValueError("`tape` is required when a Tensor loss is passed.")
        gradients = tape.gradient(loss, list(var_list))
        return self.apply_gradients(zip(gradients, var_list, strict=True))

    def _update(self, gradient: Any, variable: Variable) -> None:
        raise NotImplementedError


@public("optimizers.SGD")
class SGD(Optimizer):
    """Gradient descent: `w -= learning_rate * g`, with momentum if asked for.

    Args:
        learning_rate: the step size.
        momentum: in [0, 1): how much of the last step is kept.
        nesterov: whether to use Nesterov's momentum.
        name: the optimizer's name.

    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.optimizers.SGD(learning_rate=0.1)
    >>> _ = optimizer.apply_gradients([(tf.constant(2.0), w)])
    >>> round(float(w), 3)
    0.8
    """

    def __init__(
        self,
        learning_rate: Any = 0.01,
        momentum: float = 0.0,
        nesterov: bool = False,
        name: str = "SGD",
    ) -> None:
        if not 0 <= momentum <= 1:
            raise ValueError(f"`momentum` must be a float between [0, 1]. Received: {momentum}")
        super().__init__(learning_rate, name)
        self.momentum = momentum
        self.nesterov = nesterov

    def _update(self, gradient: Any, variable: Variable) -> None:
        rate = convert_to_tensor(self.learning_rate)
        if not self.momentum:
            descend(variable, gradient, rate)
            return
        velocity = self._slot(variable, "momentum")
        descend_with_momentum(variable, gradient, velocity, rate, self.momentum, self.nesterov)


@public("optimizers.Adam")
class Adam(Optimizer):
    """Adam (Kingma & Ba 2014, https://arxiv.org/abs/1412.6980).

    Args:
        learning_rate: the step size.
        beta_1: decay of the mean of gradients.
        beta_2: decay of the mean of their squares.
        epsilon: added to the denominator ("epsilon hat" of the paper).
        name: the optimizer's name.

    >>> w = tf.Variable(1.0)
    >>> _ = tf.optimizers.Adam(0.1).apply_gradients([(tf.constant(2.0), w)])
    >>> round(float(w), 3)
    0.9
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        name: str = "adam",
    ) -> None:
        super().__init__(learning_rate, name)
        self.beta_1 = beta_1
        self.beta_2 = beta_2
        self.epsilon = epsilon

    def _update(self, gradient: Any, variable: Variable) -> None:
        mean, square_mean = self._slot(variable, "m"), self._slot(variable, "v")
        adam(
            variable, gradient, mean, square_mean, self._step_size(),
            self.beta_1, self.beta_2, self.epsilon,
        )  # fmt: skip

    def _step_size(self) -> Tensor:
        step = raw.Cast(self.iterations, DstT="float32")
        powers = raw.Pow(self.beta_1, step), raw.Pow(self.beta_2, step)
        return adam_step_size(self.learning_rate, *powers)
