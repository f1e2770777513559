"""`tensorflow.experimental.dtensor`: tensors with parts on many devices, which there are none of.

Libraries ask `isinstance` of its classes.
"""

from __future__ import annotations

from typing import Any

UNSHARDED = "unsharded"


class _Unavailable:
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            f"tf.experimental.dtensor.{type(self).__name__} is not available. Use "
            "tf.distribute.MirroredStrategy."
        )


class DTensorDataset(_Unavailable):
    """A dataset of such tensors."""


class DVariable(_Unavailable):
    """A variable with parts on many devices."""


class Layout(_Unavailable):
    """How a tensor is divided."""


class Mesh(_Unavailable):
    """The devices that it is divided among."""
