"""`compat.v1.layers.Layer`: objects that make variables at their first input, in a variable scope of theirs.

The scope is opened where the layer is used first; what it is called and whether variables are shared there
follows the rules of `variable_scope`. The layers that there are stand in `kernel_layers`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collection
from stagelight.compat.v1.variable_scopes import VariableScope, get_variable, variable_scope
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.graph.scopes import name_scope
from stagelight.public import public
from stagelight.state.auto_trackable import AutoTrackable
from stagelight.state.variable import Variable
from stagelight.types.dtypes import DType, as_dtype


@public("compat.v1.layers.Layer")
class Layer(AutoTrackable):
    """The base of layers: `build(shape)` makes variables once, `call(inputs)` computes.

    Args:
        trainable: whether its variables are.
        name: its name, and that of its scope; if None that of its class, numbered.
        dtype: the dtype of its variables; that of the first input if None.
        activity_regularizer: a function of what it computes that gives a regularization loss, or None.
        _reuse: whether variables of this scope are shared, as for `variable_scope`.
        _scope: the scope, or its name, if that is another one than `name`.

    >>> class Scaled(tf.compat.v1.layers.Layer):
    ...     def build(self, input_shape):
    ...         self.scale = self.add_variable("scale", [input_shape[-1]])
    ...     def call(self, inputs):
    ...         return inputs * self.scale
    >>> layer = Scaled()
    >>> layer(tf.ones([2, 3])).shape, layer.scale.name
    (TensorShape([2, 3]), 'scaled/scale:0')
    """

    def __init__(
        self,
        trainable: bool = True,
        name: str | None = None,
        dtype: Any = None,
        *,
        activity_regularizer: Callable[[Any], Any] | None = None,
        _reuse: Any = None,
        _scope: Any = None,
    ) -> None:
        self.trainable = trainable
        self.built = False
        self.activity_regularizer = activity_regularizer
        self._kind = name or _snake_case(type(self).__name__)
        self.name = name or _numbered(self._kind)
        self._dtype = None if dtype is None else as_dtype(dtype)
        self._reuse = _reuse
        self._wanted_scope = name if _scope is None else _scope
        self._scope: VariableScope | None = None
        self._variables: list[Variable] = []

    @contextmanager
    def _own_scope(self) -> Iterator[None]:
        """The layer's scope, for variables and operations; what it is called is decided the first time."""
        if self._scope is None:
            wanted = self._wanted_scope
            if self._reuse and wanted is None:
                wanted = self._kind  # TF: what is shared is found by its name, without a number.
            with variable_scope(wanted, default_name=self._kind) as scope:
                self._scope = scope
        is_shared = self.built or self._reuse
        with (
            variable_scope(self._scope, reuse=is_shared, auxiliary_name_scope=False),
            name_scope(self._scope.original_name_scope),
        ):
            yield

    def add_variable(
        self,
        name: str,
        shape: Sequence[int],
        dtype: Any = None,
        initializer: Any = None,
        regularizer: Callable[[Any], Any] | None = None,
        trainable: bool = True,
        constraint: Callable[[Any], Any] | None = None,
    ) -> Variable:
        """Makes a variable of this layer, or finds it where variables are shared.

        Args:
            name: its name in the layer's scope.
            shape: its shape.
            dtype: its dtype; that of the layer if None.
            initializer, regularizer, constraint: as for `get_variable`.
            trainable: whether it is trained if the layer is.

        Raises:
            ValueError: it exists and is not to be shared, or the other way round.
        """
        with self._own_scope():
            variable = get_variable(
                name,
                shape,
                self._dtype if dtype is None else dtype,
                initializer,
                regularizer,
                trainable=trainable and self.trainable,
                constraint=constraint,
            )
        self._variables.append(variable)
        return variable

    add_weight = add_variable

    def build(self, input_shape: Any) -> None:
        """Makes the variables; called with the shape of the first input."""

    def call(self, inputs: Any) -> Any:
        """Computes the layer's output."""
        raise NotImplementedError

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        with self._own_scope():
            inputs = convert_to_tensor(inputs)
            if not self.built:
                self._dtype = self._dtype or inputs.dtype
                self.build(inputs.shape)
                self.built = True
            outputs = self.call(inputs, *args, **kwargs)
            self._regularize(outputs)
            return outputs

    apply = __call__

    def _regularize(self, outputs: Any) -> None:
        if self.activity_regularizer is None:
            return
        loss = self.activity_regularizer(outputs)
        if CONTEXT.stage is not None and loss is not None:
            add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)

    @property
    def dtype(self) -> DType | None:
        """The dtype of the layer's variables, as far as it is known."""
        return self._dtype

    @property
    def variables(self) -> list[Any]:
        """The layer's variables."""
        return list(self._variables)

    @property
    def weights(self) -> list[Any]:
        """The layer's variables, by their other name."""
        return self.variables

    @property
    def trainable_variables(self) -> list[Any]:
        """Those that are trainable."""
        return [v for v in self.variables if v.trainable]


def _snake_case(name: str) -> str:
    """`MyConv2D` is `my_conv2d`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])", "_", name).lower()


def _numbered(kind: str) -> str:
    """The name, with a number from the second layer of the graph on."""
    counts: Counter[str] = get_default_graph().attached.setdefault("layers by kind", Counter())
    number = counts[kind]
    counts[kind] += 1
    return f"{kind}_{number}" if number else kind
