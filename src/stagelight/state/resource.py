"""Objects around a resource that must be made, and filled, wherever a model is loaded."""

from __future__ import annotations

import itertools
from typing import Any

from stagelight.core.tensor import Tensor
from stagelight.graph.scopes import init_scope
from stagelight.public import public
from stagelight.state.trackable import Trackable

_numbers = itertools.count()


@public("saved_model.experimental.TrackableResource")
class TrackableResource(Trackable):
    """An object around a resource, such as a table.

    A subclass says how the resource is made and how it is filled. Saving stages both, so that loading can
    do them again without the subclass.

    Args:
        device: kept for TensorFlow's signature.

    >>> class Counts(tf.saved_model.experimental.TrackableResource):
    ...     def _create_resource(self):
    ...         return tf.raw_ops.MutableHashTableV2(key_dtype=tf.string, value_dtype=tf.int64)
    ...     def _initialize(self):
    ...         tf.raw_ops.LookupTableInsertV2(
    ...             table_handle=self.resource_handle, keys=["a"], values=[tf.constant(3, tf.int64)])
    >>> counts = Counts()
    >>> counts._initialize()
    >>> tf.raw_ops.LookupTableSizeV2(table_handle=counts.resource_handle).numpy()
    np.int64(1)
    """

    _handle: Tensor | None = None

    def __init__(self, device: str = "") -> None:
        self._resource_device = device

    def _create_resource(self) -> Tensor:
        """Makes the resource and gives its handle.

        Raises:
            NotImplementedError: the subclass does not say how.
        """
        raise NotImplementedError("TrackableResource._create_resource not implemented.")

    def _initialize(self) -> Any:
        """Fills the resource."""

    def _destroy_resource(self) -> Any:
        """Called where TensorFlow gives a resource back; here it goes with the last that refers to it."""

    @property
    def resource_handle(self) -> Tensor:
        """The handle of the resource, which is made at its first use."""
        handle = self._handle
        if handle is None:
            with init_scope():
                handle = self._handle = self._create_resource()
        return handle


def unique_resource_name(kind: str) -> str:
    """A name for a resource: by it TensorFlow tells apart what the same program has made."""
    return f"{kind}_{next(_numbers)}"
