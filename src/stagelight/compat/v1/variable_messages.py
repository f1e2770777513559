"""Variables of graphs as `VariableDef` messages: `to_proto`, `from_proto`, and in collections."""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.collection_messages import MessageForm, register_message_form
from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.graph_collections import GraphKeys
from stagelight.compat.v1.scoped_names import is_within, with_scope, without_scope
from stagelight.core.dispatch import CONTEXT
from stagelight.formats import schema
from stagelight.graph.graph import Graph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.public import publish_method
from stagelight.state.variable import Variable
from stagelight.state.variable_replication import VariableAggregation, VariableSynchronization

VARIABLE_COLLECTIONS = (
    GraphKeys.GLOBAL_VARIABLES,
    GraphKeys.TRAINABLE_VARIABLES,
    GraphKeys.MOVING_AVERAGE_VARIABLES,
    GraphKeys.LOCAL_VARIABLES,
    GraphKeys.MODEL_VARIABLES,
    GraphKeys.GLOBAL_STEP,
    GraphKeys.METRIC_VARIABLES,
)


def to_proto(self: Variable, export_scope: str | None = None) -> Any:
    """The variable of a graph as a `VariableDef`.

    Args:
        export_scope: what is left out of the names.

    Returns:
        The message; None if the variable is not in that scope.

    Raises:
        RuntimeError: the variable is not one of a graph.
    """
    if not isinstance(self.handle, SymbolicTensor) or CONTEXT.stage is None:
        raise RuntimeError(
            "This operation is not supported when eager execution is enabled. (AG409)"
        )
    if not is_within(self.handle.name, export_scope):
        return None
    message = schema.VariableDef(
        variable_name=without_scope(self.handle.name, export_scope),
        snapshot_name=without_scope(self._as_graph_element().name, export_scope),
        is_resource=True,
        trainable=self.trainable,
        synchronization=self.synchronization.value,
        aggregation=self.aggregation.value,
    )
    if self.initializer is not None:
        message.initializer_name = without_scope(self.initializer.name, export_scope)
    info = getattr(self, "_save_slice_info", None)
    if info is not None:
        message.save_slice_info_def.CopyFrom(info)
        full_name = without_scope(info.full_name, export_scope)
        message.save_slice_info_def.full_name = full_name
    initial: Any = self.initial_value
    if initial is not None:
        message.initial_value_name = without_scope(initial.name, export_scope)
    return message


def from_proto(variable_def: Any, import_scope: str | None = None) -> Variable:
    """The variable of the default graph that a `VariableDef` tells of.

    Args:
        variable_def: the message.
        import_scope: the scope in which its names are.

    Raises:
        KeyError: the graph lacks the variable.
        TypeError: what has its name is no variable.
    """
    return GraphVariable(get_default_graph(), variable_def, import_scope)


class GraphVariable(Variable):
    """A variable whose operations are in the graph already.

    Args:
        graph: the graph.
        message: a `VariableDef`.
        scope: the scope in which its names are.
    """

    def __init__(self, graph: Graph, message: Any, scope: str | None) -> None:
        handle = _operation(graph, message.variable_name, scope)
        if handle.type == "ReadVariableOp":  # One of a reference dtype, rewritten.
            handle = handle.inputs[0].op
        if handle.type != "VarHandleOp":
            raise TypeError(f"{handle.name!r} is no variable, but a {handle.type}.")
        self._given = handle.outputs[0]
        self.synchronization = VariableSynchronization(message.synchronization)
        self._set_up(
            handle.name, handle.attrs["dtype"], handle.attrs["shape"], message.trainable, None
        )
        self._name = with_scope(message.variable_name.partition(":")[0], scope)
        self.aggregation = VariableAggregation(message.aggregation)
        self._initializer = _found(graph, message.initializer_name, scope)
        self._initial_value = _first_output(_found(graph, message.initial_value_name, scope))
        self._graph_value = _first_output(_found(graph, message.snapshot_name, scope))

        self._save_slice_info: Any = None  # Of which whole it is a part.
        if message.HasField("save_slice_info_def"):
            info = schema.SaveSliceInfoDef()
            info.CopyFrom(message.save_slice_info_def)
            info.full_name = with_scope(info.full_name, scope)
            self._save_slice_info = info

    def _handle_operation(self, name: str) -> Any:
        return self._given


def _operation(graph: Graph, name: str, scope: str | None) -> Operation:
    element = graph.as_graph_element(with_scope(name, scope))
    found: Operation = element.op if isinstance(element, SymbolicTensor) else element
    return found


def _found(graph: Graph, name: str, scope: str | None) -> Any:
    """What has a name; None if nothing has: it may have been left out."""
    try:
        return graph.as_graph_element(with_scope(name, scope)) if name else None
    except KeyError:
        return None


def _first_output(element: Any) -> Any:
    return element.outputs[0] if isinstance(element, Operation) else element


publish_method(Variable, "to_proto", to_proto)
publish_method(Variable, "from_proto", staticmethod(from_proto))

register_message_form(VARIABLE_COLLECTIONS, MessageForm("VariableDef", to_proto, from_proto))
