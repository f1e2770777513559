"""`tf.train.experimental.PythonState`: what a checkpoint keeps of an object that has no tensors."""

from __future__ import annotations

import abc
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.public import public
from stagelight.state.trackable import Trackable

_STATE = "py_state"


@public("train.experimental.PythonState", "compat.v1.train.experimental.PythonState")
class PythonState(Trackable, abc.ABC):
    """An object of Python that writes its state into checkpoints as text or bytes.

    >>> import os, tempfile
    >>> class Count(tf.train.experimental.PythonState):
    ...     number = 0
    ...     def serialize(self):
    ...         return str(self.number)
    ...     def deserialize(self, state):
    ...         self.number = int(state)
    >>> count = Count()
    >>> count.number = 7
    >>> path = tf.train.Checkpoint(count=count).save(os.path.join(tempfile.mkdtemp(), "training"))
    >>> restored = Count()
    >>> _ = tf.train.Checkpoint(count=restored).restore(path)
    >>> restored.number
    7
    """

    @abc.abstractmethod
    def serialize(self) -> Any:
        """The state, as a string or bytes. Called when a checkpoint is written."""

    @abc.abstractmethod
    def deserialize(self, string_value: Any) -> None:
        """Takes a state that `serialize` gave, as bytes. Called when a checkpoint is restored."""

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {_STATE: convert_to_tensor(self.serialize())}

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        self.deserialize(restored_tensors[_STATE].numpy())
