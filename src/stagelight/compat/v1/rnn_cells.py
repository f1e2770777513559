"""`tf.compat.v1.nn.rnn_cell`: cells of recurrent networks, a step of which makes an output and a state.

Cells around cells are in `rnn_cell_wrappers`; what runs them over a sequence is in `recurrences`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from stagelight import nest
from stagelight.boundary import guarded
from stagelight.compat.v1.older_initializers import Constant, Zeros
from stagelight.compat.v1.variable_scopes import get_variable, variable_scope
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.creation import zeros
from stagelight.ops.elementwise.clipping import clip_by_value
from stagelight.public import public
from stagelight.types.shapes import as_shape


def _sizes(size: Any) -> list[int]:
    """The shape of a row of a state or output, told as a number or a shape."""
    return [size] if isinstance(size, int) else [int(dim) for dim in as_shape(size).as_list()]  # type: ignore[arg-type]


def zeros_of(size: Any, batch: Any, dtype: Any) -> Any:
    """Zeros `[batch, size]` in the structure of sizes."""

    def one(each: Any) -> Tensor:
        rows = raw.Reshape(convert_to_tensor(batch, "int32"), [1])
        made = zeros(raw.ConcatV2([rows, convert_to_tensor(_sizes(each), "int32")], 0), dtype)
        made.set_shape([batch if isinstance(batch, int) else None, *_sizes(each)])
        return made

    return nest.map_structure(one, size)


@public("compat.v1.nn.rnn_cell.RNNCell")
class RNNCell:
    """The base of cells: `call(inputs, state)` gives the output and the next state, `build` makes variables.

    Args:
        trainable: whether its variables are.
        name: the name of its variable scope; that of the class if None.
        dtype: the dtype of its variables; that of the inputs if None.

    >>> class Sums(tf.compat.v1.nn.rnn_cell.RNNCell):
    ...     state_size = output_size = 2
    ...     def call(self, inputs, state):
    ...         return inputs + state, inputs + state
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     outputs, state = tf.compat.v1.nn.dynamic_rnn(Sums(), tf.ones([1, 3, 2]), dtype=tf.float32)
    ...     print(session.run(state))
    [[3. 3.]]
    """

    def __init__(
        self,
        trainable: bool = True,
        name: str | None = None,
        dtype: Any = None,
        _reuse: Any = None,
        **options: Any,
    ) -> None:
        self.trainable = trainable
        self.dtype = dtype
        self.built = False
        self._given_name = name
        self._reuse = _reuse
        self._scope: Any = None
        self._variables: list[Any] = []

    @property
    def name(self) -> str:
        """The name of its scope."""
        words = re.sub(r"([A-Z]+)([A-Z][a-z])|([a-z])([A-Z])", r"\1\3_\2\4", type(self).__name__)
        return self._given_name or words.lower()

    @property
    @guarded
    def state_size(self) -> Any:
        """The size of the state, or sizes in its structure."""
        raise NotImplementedError("Abstract method")

    @property
    @guarded
    def output_size(self) -> Any:
        """The size of the output."""
        raise NotImplementedError("Abstract method")

    @property
    def variables(self) -> list[Any]:
        """Its variables."""
        return list(self._variables)

    weights = variables

    @property
    def trainable_variables(self) -> list[Any]:
        """Those that are trainable."""
        return [v for v in self.variables if v.trainable]

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """A state of zeros for a batch."""
        return zeros_of(self.state_size, batch_size, dtype)

    get_initial_state: Any = None

    def add_variable(self, name: str, shape: Sequence[int], initializer: Any = None) -> Any:
        """Makes or shares a variable in its scope."""
        variable = get_variable(name, shape, self.dtype, initializer, trainable=self.trainable)
        self._variables.append(variable)
        return variable

    def build(self, inputs_shape: Any) -> None:
        """Makes the variables; called with the shape of the first inputs."""

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output and the next state."""
        raise NotImplementedError("Abstract method")

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> tuple[Any, Any]:
        inputs = nest.map_structure(convert_to_tensor, inputs)
        if self._scope is None and scope is None:
            entered = variable_scope(self._given_name, self.name, reuse=self._reuse)
        else:
            entered = variable_scope(self._scope or scope, reuse=self._reuse)
        with entered as own:
            self._scope = self._scope or own
            if not self.built:
                first = nest.flatten(inputs)[0]
                self.dtype = self.dtype or first.dtype
                self.build(first.shape)
                self.built = True
            return self.call(inputs, state)


def _depth(inputs_shape: Any) -> int:
    if inputs_shape[-1] is None:
        raise ValueError(
            f"Expected inputs.shape[-1] to be known, saw shape: {inputs_shape.as_list()}"
        )
    return int(inputs_shape[-1])


def _linear(parts: Sequence[Any], kernel: Any, bias: Any) -> Tensor:
    return raw.BiasAdd(
        raw.MatMul(raw.ConcatV2(list(parts), 1), kernel.read_value()), bias.read_value()
    )


@public("compat.v1.nn.rnn_cell.BasicRNNCell")
class BasicRNNCell(RNNCell):
    """`output = state = activation([inputs, state] @ kernel + bias)`.

    Args:
        num_units: the size of the state.
        activation: tanh if None.
        reuse, name, dtype: as for `RNNCell`.

    >>> with tf.Graph().as_default():
    ...     cell = tf.compat.v1.nn.rnn_cell.BasicRNNCell(3)
    ...     output, state = cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))
    ...     output.shape, [v.name for v in cell.variables]
    (TensorShape([2, 3]), ['basic_rnn_cell/kernel:0', 'basic_rnn_cell/bias:0'])
    """

    def __init__(
        self,
        num_units: int,
        activation: Callable[[Any], Any] | None = None,
        reuse: Any = None,
        name: str | None = None,
        dtype: Any = None,
        **options: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **options)
        self._num_units = num_units
        self._activation = activation or raw.Tanh

    @property
    def state_size(self) -> Any:
        """The size of the state."""
        return self._num_units

    output_size = state_size

    def build(self, inputs_shape: Any) -> None:
        """Makes the kernel `[inputs + units, units]` and the bias."""
        units = self._num_units
        self._kernel = self.add_variable("kernel", [_depth(inputs_shape) + units, units])
        self._bias = self.add_variable("bias", [units], Zeros())

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output and the next state, which are the same."""
        output = self._activation(_linear([inputs, state], self._kernel, self._bias))
        return output, output


@public("compat.v1.nn.rnn_cell.GRUCell")
class GRUCell(RNNCell):
    """`state = u * state + (1 - u) * c` with gates `r, u = sigmoid([inputs, state] @ kernel + bias)`.

    `c = activation([inputs, r * state] @ candidate_kernel + candidate_bias)`; the output is the state.

    Args:
        num_units: the size of the state.
        activation: tanh if None.
        kernel_initializer: that of `get_variable` if None.
        bias_initializer: ones for the gates and zeros for the candidate if None.
        reuse, name, dtype: as for `RNNCell`.

    >>> with tf.Graph().as_default():
    ...     cell = tf.compat.v1.nn.rnn_cell.GRUCell(3)
    ...     output, state = cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))
    ...     output.shape, cell.variables[0].name
    (TensorShape([2, 3]), 'gru_cell/gates/kernel:0')
    """

    def __init__(
        self,
        num_units: int,
        activation: Callable[[Any], Any] | None = None,
        reuse: Any = None,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: str | None = None,
        dtype: Any = None,
        **options: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **options)
        self._num_units = num_units
        self._activation = activation or raw.Tanh
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    @property
    def state_size(self) -> Any:
        """The size of the state."""
        return self._num_units

    output_size = state_size

    def build(self, inputs_shape: Any) -> None:
        """Makes the kernels and biases of the gates and the candidate."""
        units, rows = self._num_units, _depth(inputs_shape) + self._num_units
        kernel, bias = self._kernel_initializer, self._bias_initializer
        self._gates = (
            self.add_variable("gates/kernel", [rows, 2 * units], kernel),
            self.add_variable("gates/bias", [2 * units], bias or Constant(1.0)),
        )
        self._candidate = (
            self.add_variable("candidate/kernel", [rows, units], kernel),
            self.add_variable("candidate/bias", [units], bias or Zeros()),
        )

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output and the next state, which are the same."""
        gates = raw.Sigmoid(_linear([inputs, state], *self._gates))
        reset, update = raw.Split(1, gates, num_split=2)
        candidate = self._activation(_linear([inputs, raw.Mul(reset, state)], *self._candidate))
        state = update * state + (1 - update) * candidate
        return state, state


@public("compat.v1.nn.rnn_cell.LSTMStateTuple")
class LSTMStateTuple(NamedTuple):
    """The state of LSTM cells: what they remember, and their last output.

    >>> tf.compat.v1.nn.rnn_cell.LSTMStateTuple(1, 2).h
    2
    """

    c: Any
    h: Any

    @property
    def dtype(self) -> Any:
        """The dtype of both."""
        return self.c.dtype


@public("compat.v1.nn.rnn_cell.LSTMCell")
class LSTMCell(RNNCell):
    """`c = sigmoid(f + forget_bias) * c + sigmoid(i) * activation(j)`, `h = sigmoid(o) * activation(c)`.

    `i, j, f, o = [inputs, h] @ kernel + bias`; the output is `h`.

    Args:
        num_units: the size of `c`.
        use_peepholes: whether the gates see `c`.
        cell_clip: the greatest `|c|`.
        initializer: that of `get_variable` if None.
        num_proj: the size to which `h` is projected.
        proj_clip: the greatest `|h|` after that.
        num_unit_shards, num_proj_shards: accepted for compatibility.
        forget_bias: see the formula.
        state_is_tuple: whether the state is an `LSTMStateTuple`; else both side by side.
        activation: tanh if None.
        reuse, name, dtype: as for `RNNCell`.

    >>> with tf.Graph().as_default():
    ...     cell = tf.compat.v1.nn.rnn_cell.LSTMCell(3, num_proj=2)
    ...     output, state = cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))
    ...     output.shape, state.c.shape
    (TensorShape([2, 2]), TensorShape([2, 3]))
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        num_unit_shards: Any = None,
        num_proj_shards: Any = None,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Callable[[Any], Any] | None = None,
        reuse: Any = None,
        name: str | None = None,
        dtype: Any = None,
        **options: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **options)
        self._num_units = num_units
        self._has_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._initializer = initializer
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._forget_bias = forget_bias
        self._is_tuple = state_is_tuple
        self._activation = activation or raw.Tanh

    @property
    def output_size(self) -> Any:
        """The size of `h`."""
        return self._num_proj or self._num_units

    @property
    def state_size(self) -> Any:
        """The sizes of `c` and `h`."""
        both = LSTMStateTuple(self._num_units, self.output_size)
        return both if self._is_tuple else sum(both)

    def build(self, inputs_shape: Any) -> None:
        """Makes the kernel and the bias of all gates, peepholes and the projection."""
        units, initializer = self._num_units, self._initializer
        rows = _depth(inputs_shape) + self.output_size
        self._kernel = self.add_variable("kernel", [rows, 4 * units], initializer)
        self._bias = self.add_variable("bias", [4 * units], Zeros())
        if self._has_peepholes:
            self._peepholes = [
                self.add_variable(f"w_{gate}_diag", [units], initializer) for gate in "fio"
            ]
        if self._num_proj is not None:
            self._projection = self.add_variable(
                "projection/kernel", [units, self._num_proj], initializer
            )

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output `h` and the next state."""
        if self._is_tuple:
            c, h = state
        else:
            # Converters of models look for slices.
            c = raw.Slice(state, [0, 0], [-1, self._num_units])
            h = raw.Slice(state, [0, self._num_units], [-1, self.output_size])
        i, j, f, o = raw.Split(1, _linear([inputs, h], self._kernel, self._bias), num_split=4)
        f = f + convert_to_tensor(self._forget_bias, f.dtype)
        if self._has_peepholes:
            of_f, of_i, of_o = (each.read_value() for each in self._peepholes)
            f, i = f + of_f * c, i + of_i * c
        c = raw.Sigmoid(f) * c + raw.Sigmoid(i) * self._activation(j)
        if self._cell_clip is not None:
            c = clip_by_value(c, -self._cell_clip, self._cell_clip)
        if self._has_peepholes:
            o = o + of_o * c
        h = raw.Sigmoid(o) * self._activation(c)
        if self._num_proj is not None:
            h = raw.MatMul(h, self._projection.read_value())
            if self._proj_clip is not None:
                h = clip_by_value(h, -self._proj_clip, self._proj_clip)
        return h, LSTMStateTuple(c, h) if self._is_tuple else raw.ConcatV2([c, h], 1)


@public("compat.v1.nn.rnn_cell.BasicLSTMCell")
class BasicLSTMCell(LSTMCell):
    """`LSTMCell` without its options.

    Args:
        num_units: the size of the state's parts.
        forget_bias, state_is_tuple, activation, reuse, name, dtype: as for `LSTMCell`.

    >>> with tf.Graph().as_default():
    ...     cell = tf.compat.v1.nn.rnn_cell.BasicLSTMCell(3)
    ...     output, state = cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))
    ...     [v.name for v in cell.variables]
    ['basic_lstm_cell/kernel:0', 'basic_lstm_cell/bias:0']
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Callable[[Any], Any] | None = None,
        reuse: Any = None,
        name: str | None = None,
        dtype: Any = None,
        **options: Any,
    ) -> None:
        super().__init__(
            num_units,
            forget_bias=forget_bias,
            state_is_tuple=state_is_tuple,
            activation=activation,
            reuse=reuse,
            name=name,
            dtype=dtype,
            **options,
        )
