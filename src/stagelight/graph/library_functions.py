"""The functions of a graph's library as messages, and function graphs made of such messages."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

from stagelight.core.dispatch import CONTEXT
from stagelight.formats import schema
from stagelight.graph.freezing import called_functions
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.function_library import FunctionLibrary
from stagelight.graph.graph import Graph
from stagelight.types.shapes import as_shape


class LibraryFunction:
    """A function that operations of a graph call.

    Attributes:
        name: its name in the library.
        definition: its `FunctionDef` message.
    """

    def __init__(self, definition: Any) -> None:
        self.name = definition.signature.name
        self.definition = definition

    @property
    def cached_definition(self) -> Any:
        """The same message."""
        return self.definition

    def __repr__(self) -> str:
        return f"<LibraryFunction {self.name}>"


# TF: functions are known by name in the whole process. Here those are whose graphs were asked for their
# libraries, for as long as anybody holds what the graph returned.
_known: weakref.WeakValueDictionary[str, LibraryFunction] = weakref.WeakValueDictionary()


def functions_of(graph: Graph) -> dict[str, LibraryFunction]:
    """The functions that operations of a graph call, and those that they call, by name."""
    found = {x.signature.name: LibraryFunction(x) for x in graph.as_graph_def().library.function}
    _known.update(found)
    return found


def function_def_to_graph(
    function_def: Any,
    structured_input_signature: Any = None,
    structured_outputs: Any = None,
    input_shapes: Sequence[Any] | None = None,
    propagate_device_spec: bool = False,
    include_library_functions: bool = False,
) -> FuncGraph:
    """The graph of a function, of its message.

    Args:
        function_def: a `FunctionDef`. The functions that it calls are those of the graph that is being
            built, and of graphs whose `_functions` are held.
        structured_input_signature: the specs of its arguments, kept with the graph.
        structured_outputs: the form of its results, kept with the graph.
        input_shapes: the static shapes of the arguments; those of the message if None.
        propagate_device_spec: accepted for compatibility: devices are kept.
        include_library_functions: accepted for compatibility.

    Raises:
        ValueError: the message is broken, it calls a function that is not known, or the shapes do not fit.
        NotImplementedError: it has ops that are not known.
    """
    message = schema.FunctionDef.FromString(function_def.SerializeToString())
    if input_shapes is not None:
        _set_argument_shapes(message, input_shapes)
    library = schema.FunctionDefLibrary(function=[message, *_callees(message)])
    graph = FunctionLibrary(library).graph(message.signature.name)
    graph.structured_input_signature = structured_input_signature
    graph.structured_outputs = structured_outputs
    return graph


def _set_argument_shapes(message: Any, shapes: Sequence[Any]) -> None:
    count = len(message.signature.input_arg)
    if len(shapes) != count:
        raise ValueError(
            f"Length of `input_shapes` must match the number of arguments. Required: {count}. Received: "
            f"{len(shapes)}"
        )
    for position, shape in enumerate(shapes):
        if shape is not None:
            told = message.arg_attr[position].attr["_output_shapes"]
            told.list.ClearField("shape")
            told.list.shape.add().CopyFrom(as_shape(shape).as_proto())


def _callees(message: Any) -> list[Any]:
    """The messages of the functions that a function calls, directly or through others."""
    stage = CONTEXT.stage
    known = functions_of(stage) if isinstance(stage, Graph) else {}
    found: dict[str, Any] = {}
    waiting = [message]
    while waiting:
        for node in waiting.pop().node_def:
            for name in called_functions(node):
                function = known.get(name) or _known.get(name)
                if function is not None and name not in found and name != message.signature.name:
                    found[name] = function.definition
                    waiting.append(function.definition)
    return list(found.values())
