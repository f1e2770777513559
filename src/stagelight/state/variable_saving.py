"""A variable in a checkpoint, where it has one value, its own, and in a saved model."""

from __future__ import annotations

from typing import Any

from stagelight.errors import InvalidArgumentError
from stagelight.graph.attr_values import set_shape
from stagelight.graph.operation import SymbolicTensor

VALUE = "VARIABLE_VALUE"


class SavedValue:
    """What checkpoints and saved models ask of a variable."""

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {VALUE: self.read_value()}  # type: ignore[attr-defined]

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        value = restored_tensors[VALUE]
        variable: Any = self
        if not variable.shape.is_compatible_with(value.shape):
            raise ValueError(
                f"Received incompatible tensor with shape {value.shape} when attempting to restore "
                f"variable with shape {variable.shape} and name {variable.name}."
            )
        if value.dtype is not variable.dtype:
            raise InvalidArgumentError(
                None,
                None,
                f"Received a tensor of dtype {value.dtype.name} when attempting to restore variable "
                f"of dtype {variable.dtype.name} and name {variable.name}.",
            )
        assignment = variable.assign(value, read_value=False)
        if variable.initializer is None and isinstance(variable.handle, SymbolicTensor):
            variable._initializer = assignment  # In a graph: it has no other first value.

    def _write_object_proto(self, proto: Any, options: Any) -> None:
        """Describes the variable in the `SavedObject` of a saved model."""
        variable: Any = self
        message = proto.variable
        message.name = variable.name.partition(":")[0]
        message.trainable = variable.trainable
        message.dtype = variable.dtype.as_datatype_enum
        message.synchronization = variable.synchronization.value
        message.aggregation = variable.aggregation.value
        set_shape(message.shape, variable.shape)
