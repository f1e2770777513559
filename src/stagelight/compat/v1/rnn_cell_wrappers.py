"""`tf.compat.v1.nn.rnn_cell`: cells around cells: on top of each other, with dropout, with a way past."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from stagelight import nest
from stagelight.compat.v1.rnn_cells import LSTMStateTuple, RNNCell
from stagelight.compat.v1.variable_scopes import variable_scope
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.ops.nn.dropout import dropout
from stagelight.public import public


@public("compat.v1.nn.rnn_cell.MultiRNNCell")
class MultiRNNCell(RNNCell):
    """Cells on top of each other: each gets the output of the one below.

    Args:
        cells: the cells, the lowest first.
        state_is_tuple: whether the state is a tuple of theirs; else all side by side.

    Raises:
        ValueError: there are none, or states are tuples where they may not be.

    >>> with tf.Graph().as_default():
    ...     cells = [tf.compat.v1.nn.rnn_cell.GRUCell(size) for size in (3, 2)]
    ...     cell = tf.compat.v1.nn.rnn_cell.MultiRNNCell(cells)
    ...     output, state = cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))
    ...     [part.shape for part in state]
    [TensorShape([2, 3]), TensorShape([2, 2])]
    """

    def __init__(self, cells: Sequence[RNNCell], state_is_tuple: bool = True) -> None:
        super().__init__()
        if not cells:
            raise ValueError("Must specify at least one cell for MultiRNNCell.")
        if not nest.is_nested(cells):
            raise TypeError(f"cells must be a list or tuple, but saw: {cells}.")
        self._cells = list(cells)
        self._is_tuple = state_is_tuple
        if not state_is_tuple and any(nest.is_nested(cell.state_size) for cell in cells):
            raise ValueError(
                "Some cells return tuples of states, but the flag state_is_tuple is not set. State "
                f"sizes are: {[cell.state_size for cell in cells]}"
            )

    @property
    def state_size(self) -> Any:
        """The sizes of the cells' states."""
        sizes = tuple(cell.state_size for cell in self._cells)
        return sizes if self._is_tuple else sum(sizes)

    @property
    def output_size(self) -> Any:
        """The output size of the last cell."""
        return self._cells[-1].output_size

    @property
    def variables(self) -> list[Any]:
        """The variables of all cells."""
        return [variable for cell in self._cells for variable in cell.variables]

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The last output and the next states."""
        if not self._is_tuple:
            sizes = [cell.state_size for cell in self._cells]
            state = raw.SplitV(state, sizes, 1, num_split=len(sizes))
        states = []
        for number, (cell, own) in enumerate(zip(self._cells, state, strict=True)):
            with variable_scope(f"cell_{number}"):
                inputs, following = cell(inputs, own)
            states.append(following)
        return inputs, tuple(states) if self._is_tuple else raw.ConcatV2(states, 1)


class _Wrapper(RNNCell):
    """A cell that changes what another takes or gives; it has no scope of its own."""

    def __init__(self, cell: RNNCell) -> None:
        super().__init__()
        self.cell = cell

    @property
    def state_size(self) -> Any:
        """The size of the inner cell's state."""
        return self.cell.state_size

    @property
    def output_size(self) -> Any:
        """The size of the inner cell's output."""
        return self.cell.output_size

    @property
    def variables(self) -> list[Any]:
        """The variables of the inner cell."""
        return self.cell.variables

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """A state of zeros of the inner cell."""
        return self.cell.zero_state(batch_size, dtype)

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> tuple[Any, Any]:
        return self.call(nest.map_structure(convert_to_tensor, inputs), state)


@public("compat.v1.nn.rnn_cell.DropoutWrapper")
class DropoutWrapper(_Wrapper):
    """Drops elements of the inputs, outputs and states of a cell, at each step others.

    Args:
        cell: the cell.
        input_keep_prob, output_keep_prob, state_keep_prob: the parts that are kept.
        seed: the seed.

    >>> with tf.Graph().as_default():
    ...     cell = tf.compat.v1.nn.rnn_cell.DropoutWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(3), 0.5)
    ...     output, state = cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))
    ...     output.shape
    TensorShape([2, 3])
    """

    def __init__(
        self,
        cell: RNNCell,
        input_keep_prob: Any = 1.0,
        output_keep_prob: Any = 1.0,
        state_keep_prob: Any = 1.0,
        seed: int | None = None,
    ) -> None:
        super().__init__(cell)
        for what, part in (
            ("input", input_keep_prob),
            ("output", output_keep_prob),
            ("state", state_keep_prob),
        ):
            if isinstance(part, (int, float)) and not 0 <= part <= 1:
                raise ValueError(f"Parameter {what}_keep_prob must be between 0 and 1: {part}")
        self._keeps = {
            "input": input_keep_prob,
            "output": output_keep_prob,
            "state": state_keep_prob,
        }
        self._seed = seed

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output and the next state, both with elements left out."""
        output, following = self.cell(self._dropped("input", inputs), state)
        # TF: what an LSTM remembers is never dropped.
        return self._dropped("output", output), self._dropped_state(following)

    def _dropped_state(self, state: Any) -> Any:
        if isinstance(state, LSTMStateTuple):
            return LSTMStateTuple(state.c, self._dropped("state", state.h))
        if isinstance(state, tuple):
            return tuple(self._dropped_state(part) for part in state)
        return self._dropped("state", state)

    def _dropped(self, what: str, values: Any) -> Any:
        keep = self._keeps[what]
        if isinstance(keep, (int, float)) and keep == 1:
            return values
        number = iter(range(len(nest.flatten(values))))
        return nest.map_structure(
            lambda x: dropout(x, rate=1 - keep, seed=self._seed_of(f"{what}_{next(number)}")),
            values,
        )

    def _seed_of(self, what: str) -> int | None:
        """A seed of its own for each place."""
        if self._seed is None:
            return None
        text = f"{self._seed}{what}".encode()
        return int(hashlib.md5(text).hexdigest()[:8], 16) & 0x7FFFFFFF


@public("compat.v1.nn.rnn_cell.ResidualWrapper")
class ResidualWrapper(_Wrapper):
    """Adds the inputs to the outputs of a cell.

    Args:
        cell: the cell.
        residual_fn: what is done of inputs and outputs instead.

    >>> with tf.Graph().as_default():
    ...     cell = tf.compat.v1.nn.rnn_cell.ResidualWrapper(tf.compat.v1.nn.rnn_cell.GRUCell(3))
    ...     output, state = cell(tf.ones([2, 3]), cell.zero_state(2, tf.float32))
    ...     output.shape
    TensorShape([2, 3])
    """

    def __init__(self, cell: RNNCell, residual_fn: Callable[..., Any] | None = None) -> None:
        super().__init__(cell)
        self._residual = residual_fn

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The sum, and the next state."""
        output, following = self.cell(inputs, state)
        if self._residual is not None:
            return self._residual(inputs, output), following
        return nest.map_structure(raw.AddV2, inputs, output), following
