"""A variable in a checkpoint: it has one value, its own."""

from __future__ import annotations

from typing import Any

VALUE = "VARIABLE_VALUE"


class SavedValue:
    """What checkpoints ask of a variable."""

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
            raise ValueError(
                f"Received a tensor of dtype {value.dtype.name} when attempting to restore variable "
                f"of dtype {variable.dtype.name} and name {variable.name}."
            )
        variable.assign(value)
