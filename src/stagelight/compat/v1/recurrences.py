"""Cells of recurrent networks over sequences: `dynamic_rnn` and its kin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight import nest
from stagelight.compat.v1.rnn_cells import zeros_of
from stagelight.compat.v1.variable_scopes import variable_scope
from stagelight.control_flow.loops import while_loop
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.state.tensor_array import TensorArray
from stagelight.types.dtypes import int32


def _first_state(cell: Any, state: Any, batch: Any, dtype: Any) -> Any:
    if state is not None:
        return nest.map_structure(convert_to_tensor, state)
    if dtype is None:
        raise ValueError("If there is no initial_state, you must give a dtype.")
    return cell.zero_state(batch, dtype)


def _batch(inputs: Tensor, axis: int) -> Any:
    """The size of the batch: a number, or a scalar tensor."""
    known = None if inputs.shape.rank is None else inputs.shape[axis]
    return raw.GatherV2(raw.Shape(inputs), axis, 0) if known is None else known


def _kept(is_over: Tensor, before: Tensor, after: Tensor) -> Tensor:
    """The rows from before where a row is over, else those after."""
    if before.shape.rank == 0 or after.shape.rank is None:
        return after
    kept = raw.Select(is_over, before, after)
    kept.set_shape(after.shape)
    return kept


def _step(
    cell: Any, time: Any, inputs: Any, state: Any, lengths: Tensor | None, zero_output: Any
) -> tuple[Any, Any]:
    """A step of a cell: rows that are over give zeros and keep their state."""
    output, following = cell(inputs, state)
    nest.assert_same_structure(state, following)
    if lengths is None:
        return output, following
    is_over = raw.GreaterEqual(time, lengths)
    output = nest.map_structure(lambda zero, y: _kept(is_over, zero, y), zero_output, output)
    return output, nest.map_structure(lambda a, b: _kept(is_over, a, b), state, following)


def _swapped(x: Tensor) -> Tensor:
    """With the first two axes exchanged."""
    if x.shape.rank is not None:
        return raw.Transpose(x, [1, 0, *range(2, x.shape.rank)])
    return raw.Transpose(x, raw.ConcatV2([[1, 0], raw.Range(2, raw.Rank(x), 1)], 0))


@public("compat.v1.nn.dynamic_rnn")
def dynamic_rnn(
    cell: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state: Any = None,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Any = None,
) -> tuple[Any, Any]:
    """Runs a cell over a sequence in a loop of the graph.

    Args:
        cell: a cell of `tf.compat.v1.nn.rnn_cell`.
        inputs: `[batch, time, ...]`, or a structure of such.
        sequence_length: int vector `[batch]`, how many steps of each row count: outputs after that are
            zeros, and the state stays. All if None.
        initial_state: the state to begin with; zeros if None.
        dtype: the dtype of the state; needed if there is none to begin with.
        parallel_iterations, swap_memory: as for `tf.while_loop`.
        time_major: whether inputs and outputs are `[time, batch, ...]`.
        scope: the variable scope; "rnn" if None.

    Returns:
        The outputs `[batch, time, size]`, and the last state.

    Raises:
        ValueError: neither a state nor a dtype is given.

    >>> with tf.Graph().as_default():
    ...     cell = tf.compat.v1.nn.rnn_cell.BasicLSTMCell(3)
    ...     outputs, state = tf.compat.v1.nn.dynamic_rnn(cell, tf.ones([2, 5, 4]), dtype=tf.float32)
    ...     outputs.shape, state.h.shape, cell.variables[0].name
    (TensorShape([2, 5, 3]), TensorShape([2, 3]), 'rnn/basic_lstm_cell/kernel:0')
    """
    with variable_scope(scope or "rnn"):
        inputs = nest.map_structure(convert_to_tensor, inputs)
        if not time_major:
            inputs = nest.map_structure(_swapped, inputs)
        first = nest.flatten(inputs)[0]
        batch, count = _batch(first, 1), _batch(first, 0)
        state = _first_state(cell, initial_state, batch, dtype)
        lengths = None if sequence_length is None else raw.Cast(sequence_length, DstT=int32)
        kind = dtype or nest.flatten(state)[0].dtype
        zero_output = zeros_of(cell.output_size, batch, kind)
        arrays = nest.map_structure(
            lambda x: TensorArray(x.dtype, count, element_shape=x.shape[1:]).unstack(x), inputs
        )
        results = nest.map_structure(
            lambda zero: TensorArray(zero.dtype, count, element_shape=zero.shape), zero_output
        )

        def body(time: Tensor, results: Any, state: Any) -> Any:
            now = nest.map_structure(lambda array: array.read(time), arrays)
            output, following = _step(cell, time, now, state, lengths, zero_output)
            results = nest.map_structure(lambda array, y: array.write(time, y), results, output)
            return raw.AddV2(time, 1), results, following

        _, results, state = while_loop(
            lambda time, *_: raw.Less(time, count),
            body,
            (convert_to_tensor(0), results, state),
            parallel_iterations=parallel_iterations or 32,
            swap_memory=swap_memory,
            maximum_iterations=count,
        )
        outputs = nest.map_structure(lambda array: array.stack(), results)
        return (outputs if time_major else nest.map_structure(_swapped, outputs)), state


@public("compat.v1.nn.bidirectional_dynamic_rnn")
def bidirectional_dynamic_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Any = None,
) -> tuple[Any, Any]:
    """Runs a cell over a sequence and another one over it from the end; see `dynamic_rnn`.

    Args:
        cell_fw, cell_bw: the cells, forwards and backwards.
        initial_state_fw, initial_state_bw: the states that they begin with.
        inputs, sequence_length, dtype, parallel_iterations, swap_memory, time_major: as there.
        scope: the variable scope; "bidirectional_rnn" if None.

    Returns:
        Both outputs, at the steps of the inputs, and both last states.

    >>> with tf.Graph().as_default():
    ...     cells = [tf.compat.v1.nn.rnn_cell.GRUCell(3) for _ in range(2)]
    ...     outputs, states = tf.compat.v1.nn.bidirectional_dynamic_rnn(
    ...         *cells, tf.ones([2, 5, 4]), dtype=tf.float32)
    ...     outputs[1].shape, cells[1].variables[0].name
    (TensorShape([2, 5, 3]), 'bidirectional_rnn/bw/gru_cell/gates/kernel:0')
    """
    time_axis, batch_axis = (0, 1) if time_major else (1, 0)

    def reversed_in_time(x: Tensor) -> Tensor:
        if sequence_length is None:
            return raw.ReverseV2(x, [time_axis])
        return raw.ReverseSequence(x, sequence_length, seq_dim=time_axis, batch_dim=batch_axis)

    options = (dtype, parallel_iterations, swap_memory, time_major)
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as own:
            outputs, state = dynamic_rnn(
                cell_fw, inputs, sequence_length, initial_state_fw, *options, scope=own
            )
        with variable_scope("bw") as own:
            backwards = nest.map_structure(lambda x: reversed_in_time(convert_to_tensor(x)), inputs)
            found, last = dynamic_rnn(
                cell_bw, backwards, sequence_length, initial_state_bw, *options, scope=own
            )
        return (outputs, nest.map_structure(reversed_in_time, found)), (state, last)


@public("compat.v1.nn.static_rnn")
def static_rnn(
    cell: Any,
    inputs: Sequence[Any],
    initial_state: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """Runs a cell over a list of inputs, each step as operations of its own.

    Args:
        cell: a cell of `tf.compat.v1.nn.rnn_cell`.
        inputs: a list of tensors `[batch, ...]`, one for each step.
        initial_state, dtype, sequence_length: as for `dynamic_rnn`.
        scope: the variable scope; "rnn" if None.

    Returns:
        The list of outputs, and the last state.

    Raises:
        TypeError: the inputs are no list.
        ValueError: the list is empty, or neither a state nor a dtype is given.

    >>> with tf.Graph().as_default():
    ...     cell = tf.compat.v1.nn.rnn_cell.GRUCell(3)
    ...     outputs, state = tf.compat.v1.nn.static_rnn(cell, [tf.ones([2, 4])] * 5, dtype=tf.float32)
    ...     len(outputs), outputs[0].shape
    (5, TensorShape([2, 3]))
    """
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("inputs must be a sequence")
    if not inputs:
        raise ValueError("inputs must not be empty")
    with variable_scope(scope or "rnn"):
        steps = [nest.map_structure(convert_to_tensor, x) for x in inputs]
        batch = _batch(nest.flatten(steps[0])[0], 0)
        state = _first_state(cell, initial_state, batch, dtype)
        lengths = None if sequence_length is None else raw.Cast(sequence_length, DstT=int32)
        zero_output = zeros_of(cell.output_size, batch, nest.flatten(state)[0].dtype)
        outputs = []
        for time, x in enumerate(steps):
            output, state = _step(cell, time, x, state, lengths, zero_output)
            outputs.append(output)
        return outputs, state


@public("compat.v1.nn.static_bidirectional_rnn")
def static_bidirectional_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Sequence[Any],
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any, Any]:
    """Runs a cell over a list of inputs and another one over it from the end; see `static_rnn`.

    Args:
        cell_fw, cell_bw: the cells, forwards and backwards.
        initial_state_fw, initial_state_bw: the states that they begin with.
        inputs, dtype, sequence_length: as there.
        scope: the variable scope; "bidirectional_rnn" if None.

    Returns:
        The outputs of both side by side, the last state forwards, and that backwards.

    >>> with tf.Graph().as_default():
    ...     cells = [tf.compat.v1.nn.rnn_cell.GRUCell(3) for _ in range(2)]
    ...     outputs, *states = tf.compat.v1.nn.static_bidirectional_rnn(
    ...         *cells, [tf.ones([2, 4])] * 5, dtype=tf.float32)
    ...     outputs[0].shape
    TensorShape([2, 6])
    """
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as own:
            outputs, state = static_rnn(
                cell_fw, inputs, initial_state_fw, dtype, sequence_length, own
            )
        with variable_scope("bw") as own:
            found, last = static_rnn(
                cell_bw,
                _turned(inputs, sequence_length),
                initial_state_bw,
                dtype,
                sequence_length,
                own,
            )
        pairs = zip(outputs, _turned(found, sequence_length), strict=True)
        both = [nest.map_structure(lambda a, b: raw.ConcatV2([a, b], 1), *pair) for pair in pairs]
        return both, state, last


def _turned(steps: Sequence[Any], lengths: Any) -> list[Any]:
    """Steps from the last to the first, of each row only those that count."""
    if lengths is None:
        return list(reversed(steps))
    flat = [nest.flatten(step) for step in steps]
    turned = []
    for parts in zip(*flat, strict=True):
        packed = raw.ReverseSequence(raw.Pack(list(parts)), lengths, seq_dim=0, batch_dim=1)
        turned.append(raw.Unpack(packed, num=len(steps)))
    return [
        nest.pack_sequence_as(step, parts)
        for step, parts in zip(steps, zip(*turned, strict=True), strict=True)
    ]


@public("compat.v1.nn.raw_rnn")
def raw_rnn(
    cell: Any,
    loop_fn: Callable[..., Any],
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """Runs a cell in a loop that a function controls.

    Args:
        cell: a cell of `tf.compat.v1.nn.rnn_cell`.
        loop_fn: `loop_fn(time, cell_output, cell_state, loop_state)` gives: which rows are over (bool
            `[batch]`), the next input, the next state, what is emitted, and the next loop state. At first
            output and states are None, and what is emitted is a structure of what will be; None: the outputs.
        parallel_iterations, swap_memory: as for `tf.while_loop`.
        scope: the variable scope; "rnn" if None.

    Returns:
        A `tf.TensorArray` of what was emitted, the last state, and the last loop state.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     cell = tf.compat.v1.nn.rnn_cell.BasicRNNCell(2)
    ...     def loop(time, output, state, loop_state):
    ...         state = cell.zero_state(1, tf.float32) if output is None else state
    ...         return tf.fill([1], time >= 3), tf.ones([1, 4]), state, output, None
    ...     emitted, state, _ = tf.compat.v1.nn.raw_rnn(cell, loop)
    ...     emitted.stack().shape
    TensorShape([None, 1, 2])
    """
    with variable_scope(scope or "rnn"):
        time = convert_to_tensor(0)
        is_over, inputs, state, emitted, loop_state = loop_fn(time, None, None, None)
        inputs = nest.map_structure(convert_to_tensor, inputs)
        state = nest.map_structure(convert_to_tensor, state)
        batch = _batch(nest.flatten(inputs)[0], 0)
        if emitted is None:
            zero = zeros_of(cell.output_size, batch, nest.flatten(state)[0].dtype)
        else:
            zero = nest.map_structure(lambda x: zeros_of(x.shape, batch, x.dtype), emitted)
        results = nest.map_structure(
            lambda x: TensorArray(x.dtype, 0, dynamic_size=True, element_shape=x.shape), zero
        )
        has_state = loop_state is not None

        def body(time: Tensor, is_over: Any, x: Any, results: Any, state: Any, own: Any) -> Any:
            output, following = cell(x, state)
            over, x, following, emitted, own = loop_fn(
                raw.AddV2(time, 1), output, following, own if has_state else None
            )
            emitted = output if emitted is None else emitted
            emitted = nest.map_structure(lambda a, b: _kept(is_over, a, b), zero, emitted)
            following = nest.map_structure(lambda a, b: _kept(is_over, a, b), state, following)
            results = nest.map_structure(lambda array, y: array.write(time, y), results, emitted)
            own = own if has_state else convert_to_tensor(0)
            return raw.AddV2(time, 1), raw.LogicalOr(is_over, over), x, results, following, own

        first = loop_state if has_state else convert_to_tensor(0)
        _, _, _, results, state, last = while_loop(
            lambda time, is_over, *_: raw.LogicalNot(raw.All(is_over, [0])),
            body,
            (time, is_over, inputs, results, state, first),
            parallel_iterations=parallel_iterations or 32,
            swap_memory=swap_memory,
        )
        return results, state, last if has_state else None
