"""`compat.v1.train` optimizers: in graphs they add an update operation, eagerly they update."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.autodiff.graph_gradients import gradients
from stagelight.autodiff.tape import GradientTape
from stagelight.compat.v1.variables import trainable_variables
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.train.update_rules import adam, adam_step_size, dense, descend


@public("compat.v1.train.Optimizer")
class Optimizer:
    """The base of TensorFlow 1's optimizers."""

    def __init__(self, use_locking: bool, name: str) -> None:
        self._name = name
        self._slots: dict[tuple[int, str], tuple[Any, Variable]] = {}

    def get_name(self) -> str:
        """The optimizer's name."""
        return self._name

    def minimize(
        self,
        loss: Any,
        global_step: Variable | None = None,
        var_list: Sequence[Variable] | None = None,
        **options: Any,
    ) -> Any:
        """Computes gradients of the loss and applies them.

        Args:
            loss: a tensor of the graph, or eagerly a function without arguments.
            global_step: a variable to add 1 to.
            var_list: the variables; all trainable ones that the loss depends on if None.

        Returns:
            The update operation in a graph, None eagerly.
        """
        return self.apply_gradients(self.compute_gradients(loss, var_list), global_step)

    def compute_gradients(
        self, loss: Any, var_list: Sequence[Variable] | None = None, **options: Any
    ) -> list[tuple[Any, Variable]]:
        """Pairs of (gradient, variable)."""
        if callable(loss):
            with GradientTape() as tape:
                if var_list is not None:
                    tape.watch(list(var_list))
                value = loss()
            variables = list(tape.watched_variables() if var_list is None else var_list)
            return list(zip(tape.gradient(value, variables), variables, strict=True))
        if CONTEXT.stage is None:
            raise RuntimeError(
                "`loss` passed to Optimizer.compute_gradients should be a function when "
                "eager execution is enabled."
            )
        variables = list(trainable_variables() if var_list is None else var_list)
        return list(zip(gradients(loss, variables), variables, strict=True))

    def apply_gradients(
        self,
        grads_and_vars: Sequence[tuple[Any, Variable]],
        global_step: Variable | None = None,
        name: str | None = None,
    ) -> Any:
        """Updates each variable by its gradient.

        Raises:
            ValueError: no gradients for any variable.
        """
        pairs = [(g, v) for g, v in grads_and_vars if g is not None]
        if not pairs:
            names = [v.name for _, v in grads_and_vars]
            raise ValueError(f"No gradients provided for any variable: {names}.")
        stage = CONTEXT.stage
        before = len(stage.operations) if stage is not None else 0
        self._prepare(pairs)
        for gradient, variable in pairs:
            self._update(gradient, variable)
        self._finish(pairs)
        if global_step is not None:
            global_step.assign_add(1)
        if stage is None:
            return None
        # Among the operations are the first values of slots, which the initializer sets, not a step.
        first_values = {id(v.initializer) for v in stage.own_variables}
        updates = [
            op
            for op in stage.operations[before:]
            if op.op_def.is_stateful and not op.outputs and id(op) not in first_values
        ]
        with stage.control_dependencies(updates):
            return raw.NoOp(name=name or self._name)

    def _prepare(self, pairs: Sequence[tuple[Any, Variable]]) -> None:
        """Before the updates of a step."""

    def _finish(self, pairs: Sequence[tuple[Any, Variable]]) -> None:
        """After the updates of a step."""

    def _update(self, gradient: Any, variable: Variable) -> None:
        raise NotImplementedError

    def _slot(self, key: Any, name: str, value: Callable[[], Any]) -> Variable:
        """A variable that goes with another (which lives as long, so that its id stays its own)."""
        found = self._slots.get((id(key), name))
        if found is None:
            found = key, Variable(value, trainable=False, name=name)
            self._slots[id(key), name] = found
        return found[1]


@public("compat.v1.train.GradientDescentOptimizer")
class GradientDescentOptimizer(Optimizer):
    """`w -= learning_rate * g`.

    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.GradientDescentOptimizer(0.1)
    >>> optimizer.apply_gradients([(tf.constant(2.0), w)])
    >>> round(float(w), 3)
    0.8
    """

    def __init__(
        self, learning_rate: Any, use_locking: bool = False, name: str = "GradientDescent"
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate

    def _update(self, gradient: Any, variable: Variable) -> None:
        descend(variable, gradient, _value(self._learning_rate))


@public("compat.v1.train.MomentumOptimizer")
class MomentumOptimizer(Optimizer):
    """`m = momentum * m + g; w -= learning_rate * m`.

    >>> w = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9)
    >>> optimizer.apply_gradients([(tf.constant(2.0), w)])
    >>> round(float(w), 3)
    0.8
    """

    def __init__(
        self,
        learning_rate: Any,
        momentum: Any,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._momentum = momentum
        self._use_nesterov = use_nesterov

    def _update(self, gradient: Any, variable: Variable) -> None:
        rate, momentum = _value(self._learning_rate), _value(self._momentum)
        slot = self._slot(variable, "Momentum", lambda: raw.ZerosLike(_initial(variable)))
        g = dense(gradient)
        slot.assign(raw.AddV2(raw.Mul(slot, momentum), g))
        step = raw.AddV2(g, raw.Mul(slot, momentum)) if self._use_nesterov else slot
        descend(variable, convert_to_tensor(step), rate)


@public("compat.v1.train.AdamOptimizer")
class AdamOptimizer(Optimizer):
    """Adam (Kingma & Ba 2014), with TensorFlow 1's epsilon of 1e-8.

    >>> w = tf.Variable(1.0)
    >>> tf.compat.v1.train.AdamOptimizer(0.1).apply_gradients([(tf.constant(2.0), w)])
    >>> round(float(w), 3)
    0.9
    """

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._beta1, self._beta2, self._epsilon = beta1, beta2, epsilon

    def _prepare(self, pairs: Sequence[tuple[Any, Variable]]) -> None:
        self._step = self._slot(self, "step", lambda: 0)
        self._step.assign_add(1)

    def _update(self, gradient: Any, variable: Variable) -> None:
        mean = self._slot(variable, "m", lambda: raw.ZerosLike(_initial(variable)))
        square_mean = self._slot(variable, "v", lambda: raw.ZerosLike(_initial(variable)))
        size = adam_step_size(_value(self._learning_rate), self._step, self._beta1, self._beta2)
        adam(variable, gradient, mean, square_mean, size, self._beta1, self._beta2, self._epsilon)


def _value(rate: Any) -> Any:
    return rate() if callable(rate) and not isinstance(rate, Variable) else rate


def _initial(variable: Variable) -> Any:
    """A value of the variable's shape: in a graph the initial one, which needs no session."""
    return variable.read_value() if variable.initial_value is None else variable.initial_value
