"""`compat.v1.train` optimizers: in graphs they add an update operation, eagerly they update."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from stagelight.autodiff.graph_gradients import gradients
from stagelight.autodiff.tape import GradientTape
from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collection
from stagelight.compat.v1.partitioned_variables import note_slice_of_slot
from stagelight.compat.v1.variable_scopes import get_variable_scope
from stagelight.compat.v1.variables import trainable_variables
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.effect_order import keep_order
from stagelight.public import public
from stagelight.state.trackable import Trackable
from stagelight.state.variable import Variable
from stagelight.train.update_rules import adam, adam_step_size, descend, in_dtype


@public("compat.v1.train.Optimizer")
class Optimizer(Trackable):
    """The base of TensorFlow 1's optimizers."""

    GATE_NONE, GATE_OP, GATE_GRAPH = 0, 1, 2

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
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Any:
        """Computes gradients of the loss and applies them.

        Args:
            loss: a tensor of the graph, or eagerly a function without arguments.
            global_step: a variable to add 1 to.
            var_list: the variables; all trainable ones that the loss depends on if None.
            gate_gradients, aggregation_method, colocate_gradients_with_ops: accepted for compatibility: how
                TensorFlow schedules gradients.
            name: the update operation's name.
            grad_loss: the gradient of the loss; ones if None.

        Returns:
            The update operation in a graph, None eagerly.
        """
        pairs = self.compute_gradients(loss, var_list, grad_loss=grad_loss)
        return self.apply_gradients(pairs, global_step, name)

    def compute_gradients(
        self,
        loss: Any,
        var_list: Sequence[Variable] | None = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> list[tuple[Any, Variable]]:
        """Pairs of (gradient, variable); see `minimize`."""
        if callable(loss):
            with GradientTape() as tape:
                if var_list is not None:
                    tape.watch(list(var_list))
                value = loss()
            variables = list(tape.watched_variables() if var_list is None else var_list)
            return list(zip(tape.gradient(value, variables, grad_loss), variables, strict=True))
        if CONTEXT.stage is None:
            raise RuntimeError(
                "`loss` passed to Optimizer.compute_gradients should be a function when "
                "eager execution is enabled."
            )
        variables = list(trainable_variables() if var_list is None else var_list)
        return list(zip(gradients(loss, variables, grad_loss), variables, strict=True))

    def apply_gradients(
        self,
        grads_and_vars: Sequence[tuple[Any, Variable]],
        global_step: Variable | None = None,
        name: str | None = None,
        skip_gradients_aggregation: bool = False,
    ) -> Any:
        """Updates each variable by its gradient.

        Raises:
            ValueError: no gradients for any variable.
            RuntimeError: a variable with a constraint has a gradient of slices.
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
            _constrain(gradient, variable)
        self._finish(pairs)
        if global_step is not None:
            global_step.assign_add(1)
        if stage is None:
            return None
        # Among the operations are the first values of slots, which the initializer sets, not a step.
        of_variables = {id(x) for v in stage.own_variables for x in _setting_up(v)}
        added = [op for op in stage.operations[before:] if id(op) not in of_variables]
        keep_order(added)
        updates = [op for op in added if op.op_def.is_stateful and not op.outputs]
        with stage.control_dependencies(updates):
            step = raw.NoOp(name=name or self._name)
        add_to_collection(GraphKeys.TRAIN_OP, step)
        return step

    def _prepare(self, pairs: Sequence[tuple[Any, Variable]]) -> None:
        """Before the updates of a step."""

    def _finish(self, pairs: Sequence[tuple[Any, Variable]]) -> None:
        """After the updates of a step."""

    def _update(self, gradient: Any, variable: Variable) -> None:
        raise NotImplementedError

    def get_slot(self, var: Variable, name: str) -> Variable | None:
        """The variable of that name which goes with another; None if there is none."""
        found = self._slots.get((id(var), name))
        return None if found is None else found[1]

    def get_slot_names(self) -> list[str]:
        """The names of such variables."""
        return sorted({name for key, name in self._slots if self._slots[key, name][0] is not self})

    def variables(self) -> list[Variable]:
        """All variables of the optimizer, by their names."""
        return sorted((variable for _, variable in self._slots.values()), key=lambda v: v.name)

    # In checkpoints.

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        numbers = {name: own for (_, name), (key, own) in self._slots.items() if key is self}
        return {**super()._trackable_children(save_type, **kwargs), **numbers}

    def _create_or_restore_slot_variable(
        self, slot_variable_position: Any, slot_name: str, variable: Variable
    ) -> Variable:
        """The slot variable of that name which a checkpoint has; it is made if there is none yet."""
        return self._slot(variable, slot_name, lambda: raw.ZerosLike(first_value(variable)))

    def _slot(
        self, variable: Variable, name: str, value: Callable[[], Any], called: str | None = None
    ) -> Variable:
        """A variable that goes with another: in its name follows what it is called, or the optimizer's."""
        full_name = f"{variable.name.rpartition(':')[0]}/{called or self._name}"
        if scope := get_variable_scope().name:
            full_name = f"{scope}/{full_name}"
        slot = self._kept(variable, name, full_name, value)
        note_slice_of_slot(slot, variable, slot.name.rpartition(":")[0].rpartition("/")[2])
        return slot

    def _number(self, name: str, value: Callable[[], Any]) -> Variable:
        """A number of the optimizer's own, that changes from step to step."""
        return self._kept(self, name, name, value)

    def _kept(self, key: Any, name: str, full_name: str, value: Callable[[], Any]) -> Variable:
        """The variable that goes with `key` (which lives as long, so that its id stays its own)."""
        found = self._slots.get((id(key), name))
        if found is None:
            # TF: whatever the name scope.
            with nullcontext() if CONTEXT.stage is None else CONTEXT.stage.name_scope(None):
                if CONTEXT.stage is None:
                    full_name = self._unused(full_name)
                found = key, Variable(value, trainable=False, name=full_name)
            self._slots[id(key), name] = found
            if key is self:
                self._handle_deferred_dependencies(name, found[1])
        return found[1]

    def _unused(self, name: str) -> str:
        """A name that none of the optimizer's variables has: "w/Adam", then "w/Adam_1"."""
        taken = {variable.name.rpartition(":")[0] for _, variable in self._slots.values()}
        names = itertools.chain([name], (f"{name}_{i}" for i in itertools.count(1)))
        return next(x for x in names if x not in taken)


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
        descend(variable, gradient, number_for(variable, self._learning_rate))


@public("compat.v1.train.MomentumOptimizer")
class MomentumOptimizer(Optimizer):
    """`m = momentum * m + g; w -= learning_rate * m`, where slices have a gradient.

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
        numbers = self._learning_rate, self._momentum
        rate, momentum = (number_for(variable, x) for x in numbers)
        slot = self._slot(variable, "momentum", lambda: raw.ZerosLike(first_value(variable)))
        rows, g = rows_with_gradient(gradient, variable), whole(gradient, variable)
        moved = set_rows(slot, raw.AddV2(raw.Mul(slot, momentum), g), rows)
        step = raw.AddV2(g, raw.Mul(moved, momentum)) if self._use_nesterov else moved
        set_rows(variable, raw.Sub(variable, raw.Mul(step, rate)), rows)


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
        self._powers = [
            self._number("beta1_power", lambda: float(value_now(self._beta1))),
            self._number("beta2_power", lambda: float(value_now(self._beta2))),
        ]

    def _update(self, gradient: Any, variable: Variable) -> None:
        mean = self._slot(variable, "m", lambda: raw.ZerosLike(first_value(variable)))
        square_mean = self._slot(variable, "v", lambda: raw.ZerosLike(first_value(variable)))
        numbers = self._learning_rate, self._beta1, self._beta2, self._epsilon
        rate, beta1, beta2, epsilon = (number_for(variable, x) for x in numbers)
        # TF: 1 - beta is taken in the variable's dtype, as the powers' is.
        size = adam_step_size(rate, *(in_dtype(power, variable.dtype) for power in self._powers))
        g = whole(gradient, variable)
        adam(variable, g, mean, square_mean, size, beta1, beta2, epsilon)

    def _finish(self, pairs: Sequence[tuple[Any, Variable]]) -> None:
        for power, beta in zip(self._powers, (self._beta1, self._beta2), strict=True):
            power.assign(raw.Mul(power, value_now(beta)))


def value_now(rate: Any) -> Any:
    """A number that may be given by a function."""
    return rate() if callable(rate) and not isinstance(rate, Variable) else rate


def first_value(variable: Variable) -> Any:
    """A value of the variable's shape: in a graph the initial one, which needs no session."""
    return variable.read_value() if variable.initial_value is None else variable.initial_value


def number_for(variable: Variable, value: Any) -> Tensor:
    """A number in a variable's dtype. TF: one of Python's is a float32 before that."""
    return in_dtype(convert_to_tensor(value_now(value)), variable.dtype)


def whole(gradient: Any, variable: Variable) -> Tensor:
    """The gradient in the shape of its variable, whatever shape slices say that they are of."""
    if not isinstance(gradient, IndexedSlices):
        return convert_to_tensor(gradient)
    return raw.UnsortedSegmentSum(gradient.values, gradient.indices, _row_count(variable))


def rows_with_gradient(gradient: Any, variable: Variable) -> Tensor | None:
    """Which rows slices have a gradient of, to be broadcast over the variable; None for all."""
    if not isinstance(gradient, IndexedSlices):
        return None
    ones = raw.OnesLike(gradient.indices)
    counts = raw.UnsortedSegmentSum(ones, gradient.indices, _row_count(variable))
    shape = raw.Shape(variable.read_value())
    ones = raw.OnesLike(raw.StridedSlice(shape, [1], [0], [1], end_mask=1))
    rows = raw.ConcatV2([raw.Shape(counts), ones], 0)
    return raw.Reshape(raw.Greater(counts, raw.ZerosLike(counts)), rows)


def _row_count(variable: Variable) -> Tensor:
    shape = raw.Shape(variable.read_value())
    return raw.StridedSlice(shape, [0], [1], [1], shrink_axis_mask=1)


def set_rows(variable: Variable, value: Tensor, rows: Tensor | None) -> Tensor:
    """Sets a variable, where slices have a gradient; returns its value."""
    if rows is not None:
        value = raw.SelectV2(rows, value, variable.read_value())
    variable.assign(value)
    return value


def _setting_up(variable: Variable) -> tuple[Any, ...]:
    """The operations that set a variable's first value, and that sessions fetch."""
    return variable.initializer, getattr(variable._graph_value, "op", None)


def _constrain(gradient: Any, variable: Any) -> None:
    """Applies the variable's own constraint after its update."""
    if variable.constraint is None:
        return
    if isinstance(gradient, IndexedSlices):
        raise RuntimeError("Cannot use a constraint function on a sparse variable.")
    variable.assign(variable.constraint(variable))
