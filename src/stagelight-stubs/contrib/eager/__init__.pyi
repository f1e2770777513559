"""Public names of `tf.contrib.eager`. Written by `scripts/public_stubs.py`."""

from typing import Any
from __future__ import annotations
from collections.abc import Iterator as AbstractIterator
from typing import Any
from stagelight.compat.v1.base_layer import Layer
from stagelight.public import names_are_complete, public, publish
class Network(Layer):
    """A container of layers that is itself a layer.

    Subclasses make layers in `__init__` with `self.track_layer(...)` and use them in `call`.

    >>> import stagelight.contrib.eager as tfe
    >>> class Twice(tfe.Network):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.dense = self.track_layer(tf.compat.v1.layers.Dense(units=2))
    ...     def call(self, x):
    ...         return self.dense(self.dense(x))
    >>> Twice()(tf.ones([1, 2])).shape
    TensorShape([1, 2])
    """

    def __init__(self, name: str | None=None) -> None:
        ...

    def track_layer(self, layer: Layer) -> Layer:
        """Makes a layer's variables part of this network's; returns the layer.

        Raises:
            TypeError: it is no layer.
        """

    @property
    def layers(self) -> list[Layer]:
        """The layers, in the order in which they were tracked."""

    @property
    def variables(self) -> list[Any]:
        """The variables of all layers, each once."""
class Iterator:
    """Iterates over a dataset; `next(iterator)` gives the next element.

    >>> import stagelight.contrib.eager as tfe
    >>> [int(x) for x in tfe.Iterator(tf.data.Dataset.range(2))]
    [0, 1]
    """

    def __init__(self, dataset: Any) -> None:
        ...

    def __iter__(self) -> AbstractIterator[Any]:
        ...

    def __next__(self) -> Any:
        ...

    def next(self) -> Any:
        """The next element.

        Raises:
            StopIteration: there is none.
        """
from stagelight.autodiff.custom_gradient import custom_gradient as custom_gradient
from stagelight.autodiff.functional import gradients_function as gradients_function
from stagelight.autodiff.functional import implicit_gradients as implicit_gradients
from stagelight.autodiff.functional import implicit_value_and_gradients as implicit_value_and_gradients
from stagelight.autodiff.functional import value_and_gradients_function as value_and_gradients_function
from stagelight.autodiff.tape import GradientTape as GradientTape
from stagelight.compat.v1.default_graph import enable_eager_execution as enable_eager_execution
from stagelight.state.variable import Variable as Variable
