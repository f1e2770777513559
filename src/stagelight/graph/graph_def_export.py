"""GraphDef export: a graph as TensorFlow's message, with the functions that it calls.

    node     one for each operation, in program order; its attrs are those given, those that follow
             from the inputs, and the defaults of the op's signature
    library  the function graphs among the attrs, and those that they call, sorted by name

A `FunctionDef` names its arguments and results as TensorFlow does: from the operations' names, in
lower case, with "_" for what stands in no identifier, made unique. Nothing here depends on what ran
before, so equal graphs give equal messages.

Works on anything with `operations`; function graphs have `inputs`, `outputs`, `control_outputs`
too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stagelight.core.op_def import REQUIRED, Trait, inferred_attrs
from stagelight.formats import schema
from stagelight.formats.versions import MIN_CONSUMER, PRODUCER
from stagelight.graph.attr_values import set_attr, set_shape
from stagelight.graph.node_references import output_ranges

# A tensor's name in a node's inputs.
_TensorText = Callable[[Any], str]


def graph_def(
    graph: Any, from_version: int = 0, add_shapes: bool = False, functions: Sequence[Any] = ()
) -> Any:
    """The graph as a `GraphDef`, with further function graphs in its library; see `Graph.as_graph_def`."""
    library = _Library()
    for function in functions:
        library.name_of(function)
    return _graph_def(graph, from_version, add_shapes, library)


def graph_def_with_functions(
    graph: Any, functions: Sequence[Any], notes: Mapping[int, Mapping[str, bytes]]
) -> tuple[Any, list[str], Callable[[Any], tuple[str, str]]]:
    """The graph as a `GraphDef`, with further function graphs in its library, and all shapes told.

    Args:
        graph: the graph.
        functions: the function graphs.
        notes: further attrs of nodes, by the operations' `id`.

    Returns:
        The message, the names of these functions, and what gives for a tensor of a function graph the
        function's and its own name.
    """
    library = _Library(notes)
    names = [library.name_of(function) for function in functions]
    return _graph_def(graph, 0, True, library), names, library.names_of_tensor


def node_def(operation: Any) -> Any:
    """An operation as a `NodeDef`, as it stands in the `GraphDef` of its graph."""
    node = schema.NodeDef()
    _write_graph_node(node, operation, _Library())
    return node


def _graph_def(graph: Any, from_version: int, add_shapes: bool, library: _Library) -> Any:
    message = schema.GraphDef()
    for operation in graph.operations[from_version:]:
        node = message.node.add()
        _write_graph_node(node, operation, library)
        if add_shapes:
            _write_output_shapes(node, operation)
    functions = library.functions(add_shapes)
    if functions:
        message.library.function.extend(functions)
    message.versions.producer = PRODUCER
    message.versions.min_consumer = MIN_CONSUMER
    return message


def function_def(graph: Any, add_shapes: bool = False) -> Any:
    """A function graph as a `FunctionDef`, without the functions that it calls."""
    library = _Library()
    name = library.name_of(graph)
    return _function_def(graph, name, library, add_shapes)


class _Library:
    """The function graphs met so far, each under a name of its own."""

    def __init__(self, notes: Mapping[int, Mapping[str, bytes]] | None = None) -> None:
        self.notes = notes or {}
        self.node_names: dict[int, str] = {}  # Within functions, by the operations' `id`.
        self._names: dict[int, str] = {}
        self._graphs: dict[str, Any] = {}
        self._waiting: list[str] = []
        self._stateful: dict[int, bool] = {}

    def names_of_tensor(self, tensor: Any) -> tuple[str, str]:
        """The name of the function in which a tensor is, and its own there."""
        own = f"{self.node_names[id(tensor.op)]}:{tensor.value_index}"
        return self.name_of(tensor.graph), own

    def name_of(self, graph: Any) -> str:
        """The name of a function graph, which is noted as needed."""
        known = self._names.get(id(graph))
        if known is not None:
            return known
        name = graph.name
        number = 0
        while name in self._graphs:
            number += 1
            name = f"{graph.name}_{number}"
        self._names[id(graph)] = name
        self._graphs[name] = graph
        self._waiting.append(name)
        return name

    def functions(self, add_shapes: bool) -> list[Any]:
        """The `FunctionDef`s of all graphs that are needed, sorted by name."""
        written: dict[str, Any] = {}
        while self._waiting:
            name = self._waiting.pop()
            written[name] = _function_def(self._graphs[name], name, self, add_shapes)
        return [written[name] for name in sorted(written)]

    def is_stateful(self, graph: Any) -> bool:
        """Whether a function graph, or one that it calls, has a stateful operation."""
        known = self._stateful.get(id(graph))
        if known is None:
            known = self._stateful[id(graph)] = any(
                x.op_def.is_stateful
                or (x.op_def.has(Trait.CALLS) and any(map(self.is_stateful, graphs_among(x))))
                for x in graph.operations
            )
        return known


# ---------------------------------------------------------------------------- nodes


def _graph_tensor_text(tensor: Any) -> str:
    name: str = tensor.op.name
    return f"{name}:{tensor.value_index}" if tensor.value_index else name


def _write_graph_node(node: Any, operation: Any, library: _Library) -> None:
    constant = _captured_constant(operation)
    if constant is not None:
        node.name, node.op, node.device = operation.name, "Const", operation.device
        set_attr(node.attr["dtype"], constant.dtype, "type", library.name_of)
        set_attr(node.attr["value"], constant, "tensor", library.name_of)
        return
    control_names = [control.name for control in operation.control_inputs]
    _write_node(node, operation, operation.name, _graph_tensor_text, control_names, library)


def _captured_constant(operation: Any) -> Any:
    """The value of a placeholder of a small captured eager tensor; None for other operations.

    TF: in the graph of a function it stands as a constant, in the library's function as an argument.
    """
    graph = operation.graph
    if operation.op_def.name != "Placeholder" or not graph.is_function:
        return None
    return graph.small_constant(operation.outputs[0])


def _write_node(
    node: Any,
    operation: Any,
    name: str,
    tensor_text: _TensorText,
    control_names: list[str],
    library: _Library,
) -> None:
    node.name = name
    node.op = operation.op_def.name
    node.input.extend([tensor_text(x) for x in operation.inputs])
    node.input.extend([f"^{control}" for control in control_names])
    node.device = operation.device
    op_def = operation.op_def
    values = inferred_attrs(op_def, operation.inputs, operation.attrs) if op_def.inputs else {}
    values.update(operation.attrs)
    for key, definition in op_def.attrs.items():
        if key not in values:
            if definition.default is REQUIRED:
                # Only the dtype of an empty list is missing in a legal operation.
                continue
            values[key] = definition.default
    for key, note in library.notes.get(id(operation), {}).items():
        node.attr[key].s = note
    for key, value in values.items():
        known = op_def.attrs.get(key)
        if known is None and not key.startswith("_"):
            raise ValueError(f"Operation {name!r}: the op {op_def.name} has no attr {key!r}.")
        if value is None or (known is None and callable(value)):
            continue  # Python code stays behind.
        try:
            set_attr(node.attr[key], value, None if known is None else known.kind, library.name_of)
        except ValueError as error:
            raise ValueError(
                f"Operation {name!r} ({op_def.name}) cannot be written to a GraphDef. "
                f"Attr {key!r}: {error}"
            ) from error


def _write_output_shapes(node: Any, operation: Any) -> None:
    if operation.outputs:
        shapes = node.attr["_output_shapes"].list
        shapes.SetInParent()
        for tensor in operation.outputs:
            set_shape(shapes.shape.add(), tensor.shape)


# ---------------------------------------------------------------------------- functions


def _function_def(graph: Any, name: str, library: _Library, add_shapes: bool) -> Any:
    """The `FunctionDef` of a function graph."""
    message = schema.FunctionDef()
    message.signature.name = name
    message.attr["_construction_context"].s = b"kEagerRuntime"
    names = _UniqueNames()
    results = [names.unique(_normalized(tensor.op.name)) for tensor in graph.outputs]
    arguments = {id(x.op): names.unique(_normalized(x.op.name)) for x in graph.inputs}
    body = [operation for operation in graph.operations if id(operation) not in arguments]
    node_names = {id(operation): names.unique(operation.name) for operation in body}
    node_names.update(arguments)
    library.node_names.update(node_names)

    for position, tensor in enumerate(graph.inputs):
        _write_argument(message, position, tensor, arguments[id(tensor.op)])

    def tensor_text(tensor: Any) -> str:
        operation = tensor.op
        if id(operation) in arguments:
            return arguments[id(operation)]
        ranges = output_ranges(operation.op_def, operation.inputs, operation.attrs)
        for output, (start, count) in ranges.items():
            if start <= tensor.value_index < start + count:
                return f"{node_names[id(operation)]}:{output}:{tensor.value_index - start}"
        raise ValueError(f"{tensor} is no output by the signature of {operation.op_def.name}.")

    for operation in body:
        node = message.node_def.add()
        control_names = [node_names[id(control)] for control in operation.control_inputs]
        own_name = node_names[id(operation)]
        _write_node(node, operation, own_name, tensor_text, control_names, library)
        if add_shapes:
            _write_output_shapes(node, operation)
    for result, tensor in zip(results, graph.outputs, strict=True):
        message.signature.output_arg.add(name=result, type=tensor.dtype.as_datatype_enum)
        message.ret[result] = tensor_text(tensor)
    for operation in graph.control_outputs:
        own_name = node_names[id(operation)]
        message.signature.control_output.append(own_name)
        message.control_ret[own_name] = own_name
    if library.is_stateful(graph):
        message.signature.is_stateful = True
    return message


def _write_argument(message: Any, position: int, tensor: Any, name: str) -> None:
    message.signature.input_arg.add(name=name, type=tensor.dtype.as_datatype_enum)
    attrs = message.arg_attr[position].attr
    for key, value in tensor.op.attrs.items():
        if key.startswith("_"):
            set_attr(attrs[key], value, None, lambda graph: str(graph.name))
    if tensor.dtype.name != "resource":
        set_shape(attrs["_output_shapes"].list.shape.add(), tensor.shape)


def graphs_among(operation: Any) -> list[Any]:
    """The function graphs among an operation's attrs."""
    found: list[Any] = []
    for key, definition in operation.op_def.attrs.items():
        if definition.kind == "func" and operation.attrs.get(key) is not None:
            found.append(operation.attrs[key])
        elif definition.kind == "list(func)":
            found.extend(operation.attrs.get(key) or ())
    return found


class _UniqueNames:
    """Names within one function: "x", then "x_0", "x_1"."""

    def __init__(self) -> None:
        self._next: dict[str, int] = {}

    def unique(self, name: str) -> str:
        if name not in self._next:
            self._next[name] = 0
            return name
        while True:
            candidate = f"{name}_{self._next[name]}"
            self._next[name] += 1
            if candidate not in self._next:
                self._next[candidate] = 0
                return candidate


def _normalized(name: str) -> str:
    """The argument's name that TensorFlow makes of an operation's name."""
    letters = [c.lower() if c.isascii() and c.isalnum() else "_" for c in name]
    for position, letter in enumerate(letters):
        if letter.isalpha():
            return "".join(letters[position:])
    return "unknown"
