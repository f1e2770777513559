"""GraphDef import: the operations of a `GraphDef` message in the current graph.

What comes from outside is checked before anything is added: names, ops, references, cycles. Then
the nodes are added in an order in which inputs come first, as close to the message's as that
allows; an error takes back what was added. Function graphs of the library are made when a node
needs them (`function_library`). Graphs of TensorFlow 1 are rewritten first (`older_graphs`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.formats import schema
from stagelight.garbage_collection import collect_rarely
from stagelight.graph.function_library import FunctionLibrary
from stagelight.graph.graph import Graph
from stagelight.graph.node_import import Admit, NodeImporter, check_nodes, in_order
from stagelight.graph.node_references import parse_reference
from stagelight.graph.older_graphs.rewriting import in_newer_forms
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.public import public


@public("graph_util.import_graph_def", "import_graph_def")
def import_graph_def(
    graph_def: Any,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    producer_op_list: Any = None,
) -> list[Any] | None:
    """Adds the operations of a `GraphDef` to the current graph.

    What only TensorFlow 1 writes is rewritten (decision 29): variables that are tensors of a reference dtype
    become resources, its arrays lists, `Enter`, `Switch`, `Merge` and their like `While` and `If`. What has
    results keeps its name; what stands inside of a loop or of a conditional does not.

    Args:
        graph_def: the message, or one of the real TensorFlow's.
        input_map: tensors that take the place of tensors in `graph_def`, by their names there
            ("x" or "x:0").
        return_elements: names of operations ("x") and tensors ("x:0") in `graph_def` to return.
        name: a prefix for the operations' names, "import" by default; "" for none.
        producer_op_list: an `OpList` of the program that wrote the graph: attrs that are not known
            here are left out where they have their default there.

    Returns:
        The operations and tensors that were asked for; None if none were.

    Raises:
        TypeError: `graph_def` is no GraphDef, or another argument is not of its type.
        NotImplementedError: it has ops that are not known; the message lists them all.
        ValueError: it is broken (names, inputs, cycles, dtypes, attrs, functions), its shapes do
            not fit, or a name in `input_map` or `return_elements` is not in it. Nothing is added
            then.
        RuntimeError: no graph is being built.

    >>> source = tf.Graph()
    >>> with source.as_default():
    ...     three = tf.constant(3, name="three")
    >>> with tf.Graph().as_default() as graph:
    ...     tf.graph_util.import_graph_def(source.as_graph_def(), return_elements=["three:0"])
    [<tf.Tensor 'import/three:0' shape=() dtype=int32>]
    """
    return add_graph_def(graph_def, input_map, return_elements, name, producer_op_list)


def add_graph_def(
    graph_def: Any,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    producer_op_list: Any = None,
    admit: Admit | None = None,
) -> list[Any] | None:
    """As `import_graph_def`, with only those operations that `admit` accepts (see `FunctionLibrary`).

    Raises:
        PermissionDeniedError: `admit` refuses one.
    """
    message = _as_graph_def(graph_def)
    graph = CONTEXT.stage
    if not isinstance(graph, Graph):
        raise RuntimeError(
            "import_graph_def adds to the graph that is being built, and there is none. Call it "
            "within `with tf.Graph().as_default():` or a function that tf.function stages. (AG409)"
        )
    if name is not None and not isinstance(name, str):
        raise TypeError(f"`name` must be a string or None. Received: {name!r}")
    with collect_rarely(), graph.all_or_nothing():
        prefix = _prefix(graph, name)
        message = in_newer_forms(message, _names_in(input_map, return_elements), prefix)
        library = FunctionLibrary(message.library, admit=admit)
        library.check_ops_known(message.node)
        outside = _outside(message, input_map)
        check_nodes(message.node, where="", arguments=outside)
        ordered = in_order(message.node, where="", arguments=outside)
        replaced = _replacements(graph, input_map, prefix)
        _check_names(graph, message.node, prefix)
        importer = NodeImporter(
            graph, library, prefix, producer_op_list=producer_op_list, replaced=replaced
        )
        importer.add_all(ordered)
        importer.check_all_used()
        _name_resources(importer)
        return _elements(return_elements, importer)


def _as_graph_def(graph_def: Any) -> Any:
    if isinstance(graph_def, schema.GraphDef):
        return graph_def
    descriptor = getattr(graph_def, "DESCRIPTOR", None)
    if getattr(descriptor, "name", None) != "GraphDef":
        raise TypeError(
            f"Argument `graph_def` must be a GraphDef proto. Received: {type(graph_def).__name__}"
        )
    return schema.GraphDef.FromString(graph_def.SerializeToString())


def _names_in(input_map: Any, return_elements: Any) -> list[str]:
    """The names in the arguments, which are checked later."""
    return [x for x in [*(input_map or ()), *(return_elements or ())] if isinstance(x, str)]


def _outside(message: Any, input_map: Any) -> set[str]:
    """The nodes of which `input_map` gives tensors, and which are not in the message."""
    names = {x.partition(":")[0] for x in input_map or () if isinstance(x, str)}
    return names - {node.name for node in message.node} if names else names


def _prefix(graph: Graph, name: str | None) -> str:
    """What stands before the names, with a slash, or ""."""
    if name == "":
        return f"{graph.name_stack}/" if graph.name_stack else ""
    with graph.name_scope("import" if name is None else name) as scope:
        return scope


def _replacements(
    graph: Graph, input_map: Mapping[str, Any] | None, prefix: str
) -> dict[tuple[str, int], SymbolicTensor]:
    """The tensors of `input_map`, by node and output."""
    if input_map is None:
        return {}
    if not isinstance(input_map, Mapping) or not all(isinstance(key, str) for key in input_map):
        raise TypeError(
            "Argument `input_map` must be a dictionary from names to tensors. "
            f"Received: {input_map!r}"
        )
    replaced = {}
    with graph.name_scope(f"{prefix}_inputs/"):
        for key, value in input_map.items():
            reference = parse_reference(key)
            if reference.is_control or reference.output is not None:
                raise ValueError(
                    "A name in `input_map` is that of a tensor, 'node' or 'node:1'. "
                    f"Received: {key!r}"
                )
            tensor: Any = convert_to_tensor(value)
            if not isinstance(tensor, SymbolicTensor) or tensor.graph is not graph:
                tensor = graph.capture(tensor)
            replaced[reference.node, reference.number] = tensor
    return replaced


def _name_resources(importer: NodeImporter) -> None:
    """Says by what names sessions keep what operations make: by theirs, where there is no other."""
    for operation in importer.operations.values():
        if operation.attrs.get("shared_name") == "":
            operation.attrs["shared_name"] = operation.name


def _check_names(graph: Graph, nodes: Sequence[Any], prefix: str) -> None:
    taken = {operation.name for operation in graph.operations}
    for node in nodes:
        if prefix + node.name in taken:
            raise ValueError(f"Node name {prefix + node.name!r} already exists in the Graph")


def _elements(return_elements: Sequence[str] | None, importer: NodeImporter) -> list[Any] | None:
    if return_elements is None:
        return None
    found: list[Operation | SymbolicTensor] = []
    for element in return_elements:
        if not isinstance(element, str):
            raise TypeError(f"Argument `return_elements` must be strings. Received: {element!r}")
        operation = importer.operations.get(element.partition(":")[0])
        index = element.partition(":")[2]
        if operation is not None and ":" not in element:
            found.append(operation)
        elif operation is not None and index.isdigit() and int(index) < len(operation.outputs):
            found.append(operation.outputs[int(index)])
        else:
            raise ValueError(f"Requested return_element {element!r} not found in graph_def.")
    return found
