"""What TensorFlow 1 asks of a `tf.Graph` besides its operations: what may be fed and fetched, and places."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from stagelight.boundary import guarded
from stagelight.core.dispatch import CONTEXT
from stagelight.core.placement import device_text
from stagelight.graph.graph import Graph
from stagelight.graph.library_functions import functions_of
from stagelight.graph.operation import SymbolicTensor
from stagelight.types.devices import merge_names

_NOT_FED = "not fed"
_NOT_FETCHED = "not fetched"


def prevent_feeding(self: Graph, tensor: Any) -> None:
    """Makes a tensor one that sessions refuse to be fed."""
    self.attached.setdefault(_NOT_FED, set()).add(tensor)


def is_feedable(self: Graph, tensor: Any) -> bool:
    """Whether sessions may be fed a tensor."""
    return tensor not in self.attached.get(_NOT_FED, ())


def prevent_fetching(self: Graph, op: Any) -> None:
    """Makes an operation one that sessions refuse to run for its values."""
    self.attached.setdefault(_NOT_FETCHED, set()).add(op)


def is_fetchable(self: Graph, tensor_or_op: Any) -> bool:
    """Whether sessions may be asked for a tensor or operation."""
    is_tensor = isinstance(tensor_or_op, SymbolicTensor)
    op = tensor_or_op.op if is_tensor else tensor_or_op
    return op not in self.attached.get(_NOT_FETCHED, ())


def get_name_scope(self: Graph) -> str:
    """The name scope that stands, without a slash at its end."""
    return self.name_stack


def colocate_with(
    self: Graph, op: Any, ignore_existing: bool = False
) -> AbstractContextManager[None]:
    """Places the operations made inside where another one is; None for no place."""
    return self.device(None if op is None else op.device)


def _apply_device_functions(self: Graph, op: Any) -> None:
    """Gives an object the device of the operations that are made now: Keras 2 learns it by one of its own."""
    device = CONTEXT.device
    for place, outer in self._device_functions:
        device = merge_names(outer, device_text(place(op)))
    op._set_device_from_string(device)


for _method in (
    *(
        _apply_device_functions,
        colocate_with,
        get_name_scope,
        is_feedable,
        is_fetchable,
        prevent_feeding,
    ),
    prevent_fetching,
):
    setattr(Graph, _method.__name__, guarded(_method))

Graph.building_function = property(lambda self: self.is_function)  # type: ignore[attr-defined]
Graph._functions = property(functions_of)  # type: ignore[attr-defined]
Graph.version = property(lambda self: len(self.operations))  # type: ignore[attr-defined]
