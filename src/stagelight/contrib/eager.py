"""`contrib.eager` of 2017: `Network` and `Iterator`; its gradient functions are in `autodiff.functional`."""

from __future__ import annotations

from collections.abc import Iterator as AbstractIterator
from typing import Any

from stagelight.compat.v1.base_layer import Layer
from stagelight.public import names_are_complete, public, publish
from stagelight.state.variable import Variable

publish("contrib.eager.Variable", Variable)


@public("contrib.eager.Network")
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

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name=name)
        self._layers: list[Layer] = []

    def track_layer(self, layer: Layer) -> Layer:
        """Makes a layer's variables part of this network's; returns the layer.

        Raises:
            TypeError: it is no layer.
        """
        if not isinstance(layer, Layer):
            raise TypeError(f"Network.track_layer() takes layers. Received: {layer!r}")
        self._layers.append(layer)
        return layer

    @property
    def layers(self) -> list[Layer]:
        """The layers, in the order in which they were tracked."""
        return list(self._layers)

    @property
    def variables(self) -> list[Any]:
        """The variables of all layers, each once."""
        found: dict[int, Any] = {}
        for layer in self._layers:
            for variable in layer.variables:
                found.setdefault(id(variable), variable)
        return list(found.values())


@public("contrib.eager.Iterator")
class Iterator:
    """Iterates over a dataset; `next(iterator)` gives the next element.

    >>> import stagelight.contrib.eager as tfe
    >>> [int(x) for x in tfe.Iterator(tf.data.Dataset.range(2))]
    [0, 1]
    """

    def __init__(self, dataset: Any) -> None:
        self._iterator = iter(dataset)

    def __iter__(self) -> AbstractIterator[Any]:
        return self

    def __next__(self) -> Any:
        return next(self._iterator)

    def next(self) -> Any:
        """The next element.

        Raises:
            StopIteration: there is none.
        """
        return next(self._iterator)


names_are_complete()
