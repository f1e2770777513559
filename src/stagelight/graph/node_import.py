"""`NodeDef`s as operations: the checks and the adding that graphs and function bodies share."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from stagelight.core import registry
from stagelight.core.dispatch import CONTEXT, pushed
from stagelight.core.op_def import OpDef, Trait
from stagelight.errors import PermissionDeniedError
from stagelight.graph.attr_values import get_dtype
from stagelight.graph.graph import Graph
from stagelight.graph.node_attrs import NodeAttrsReader, handle_data_of
from stagelight.graph.node_references import parse_reference
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.origins import at_one_place
from stagelight.types.devices import merge_names
from stagelight.types.dtypes import DType

_LOOPS = frozenset({"While", "StatelessWhile"})

# Decides by op and attrs whether an operation may be added; returns attrs that take the place of its own.
Admit = Callable[[OpDef, Mapping[str, Any]], Mapping[str, Any]]

_NODE_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*")

# TF 1's control flow, as operations of a graph with cycles.
_CYCLIC_CONTROL_FLOW = frozenset(
    f"{prefix}{name}"
    for prefix in ("", "Ref")
    for name in ("Switch", "Merge", "Enter", "Exit", "NextIteration")
) | {"LoopCond", "ControlTrigger"}


# ---------------------------------------------------------------------------- checks and order


def check_ops_known(node_lists: Sequence[Sequence[Any]], function_names: Container[str]) -> None:
    """Checks that every op is known.

    Raises:
        NotImplementedError: some are not; the message has all of them.
    """
    ops = {node.op for nodes in node_lists for node in nodes}
    missing = {x for x in ops.difference(registry.op_names()) if x not in function_names}
    if not missing:
        return
    cyclic = sorted(missing & _CYCLIC_CONTROL_FLOW)
    message = f"The graph has ops that are not among Stagelight's: {', '.join(sorted(missing))}."
    if cyclic:
        message += (
            f" {', '.join(cyclic)} are the control flow of TensorFlow 1, which is read where it is not "
            "inside of a function. Write the function with functional control flow (If, While), as "
            "tf.function and tf.compat.v1.enable_control_flow_v2() make it."
        )
    raise NotImplementedError(message)


def check_nodes(nodes: Sequence[Any], where: str, arguments: Collection[str] = ()) -> None:
    """Checks names and references.

    Args:
        nodes: the NodeDefs of a graph or of a function's body.
        where: what stands before messages: "" or "Function 'f': ".
        arguments: the names of the function's arguments.

    Raises:
        ValueError: a name is malformed or taken, or a reference leads nowhere.
    """
    names = set(arguments)
    for node in nodes:
        if not _NODE_NAME.fullmatch(node.name):
            raise ValueError(
                f"{where}Node name contains invalid characters: {node.name!r}. Required: letters, "
                "digits, and any of _.\\/>- after the first."
            )
        if node.name in names:
            raise ValueError(f"{where}Node {node.name!r} is not unique")
        names.add(node.name)
    for node in nodes:
        for text in node.input:
            try:
                reference = parse_reference(text)
            except ValueError as error:
                raise ValueError(f"{where}Node {node.name!r}: {error}") from None
            if reference.node not in names:
                raise ValueError(
                    f"{where}Node {node.name!r}: Unknown input node {text!r}: not in the graph."
                )


def in_order(nodes: Sequence[Any], where: str, arguments: Collection[str] = ()) -> list[Any]:
    """The nodes with inputs first, otherwise in the order in which they came.

    Raises:
        ValueError: there is a cycle.
    """
    if _is_in_order(nodes, arguments):
        return list(nodes)
    by_name = {node.name: node for node in nodes}
    done = set(arguments)
    open_nodes: set[str] = set()
    ordered: list[Any] = []
    for root in nodes:
        path: list[tuple[Any, Iterator[str]]] = []
        following: Any = root
        while following is not None or path:
            if following is not None and following.name not in done:
                if following.name in open_nodes:
                    names = [node.name for node, _ in path]
                    cycle = [*names[names.index(following.name) :], following.name]
                    raise ValueError(f"{where}The graph has a cycle: {' <- '.join(cycle[-10:])}")
                open_nodes.add(following.name)
                path.append((following, _needed(following)))
            elif not path:
                break
            node, needed = path[-1]
            name = next((name for name in needed if name not in done), None)
            following = None if name is None else by_name[name]
            if name is None:
                path.pop()
                open_nodes.discard(node.name)
                done.add(node.name)
                ordered.append(node)
    return ordered


def _is_in_order(nodes: Sequence[Any], arguments: Collection[str]) -> bool:
    """Whether each node comes behind its inputs, as most programs write them."""
    done = set(arguments)
    for node in nodes:
        for text in node.input:
            if parse_reference(text).node not in done:
                return False
        done.add(node.name)
    return True


def _needed(node: Any) -> Iterator[str]:
    return iter([parse_reference(text).node for text in node.input])


# ---------------------------------------------------------------------------- adding


class NodeImporter:
    """Adds nodes, inputs first, to a graph.

    Attributes:
        operations: those added, by the nodes' names.
    """

    def __init__(
        self,
        graph: Graph,
        library: Any,
        prefix: str = "",
        where: str = "",
        producer_op_list: Any = None,
        replaced: Mapping[tuple[str, int], SymbolicTensor] | None = None,
        arguments: Mapping[str, SymbolicTensor] | None = None,
    ) -> None:
        """Begins.

        Args:
            graph: takes the operations.
            library: a `FunctionLibrary`.
            prefix: stands before the operations' names.
            where: stands before messages.
            producer_op_list: None, or the `OpList` of who wrote the nodes.
            replaced: tensors in place of outputs of nodes.
            arguments: a function's arguments by name.
        """
        self.operations: dict[str, Operation] = {}
        self._graph = graph
        self._library = library
        self._prefix = prefix
        self._where = where
        self._replaced = replaced or {}
        self._used: set[tuple[str, int]] = set()
        self._arguments = arguments or {}
        self._output_names: dict[str, Mapping[str, tuple[int, int]]] = {}
        self._attrs = (
            library.node_attrs
            if producer_op_list is None
            else NodeAttrsReader(library, producer_op_list)
        )

    def add(self, node: Any) -> None:
        """Adds one node.

        Raises:
            ValueError: it is broken.
            PermissionDeniedError: the source of the graph may not use the op.
        """
        try:
            self.operations[node.name] = self._added(node)
        except (NotImplementedError, PermissionDeniedError):
            raise
        except Exception as error:
            # What a malformed attr makes an op's inference raise can be any class.
            raise ValueError(f"{self._where}Node {node.name!r} ({node.op}): {error}") from error

    def add_all(self, nodes: Iterable[Any]) -> None:
        """Adds nodes, of which each comes behind its inputs.

        Raises:
            ValueError: one is broken.
        """
        with self._graph.name_scope(None), at_one_place():
            for node in nodes:
                self.add(node)

    def check_all_used(self) -> None:
        """Checks that each replaced tensor was an input of some node or is an output of one.

        Raises:
            ValueError: some were not.
        """
        unused = [
            f"{name}:{index}"
            for name, index in self._replaced
            if (name, index) not in self._used and not self._has_output(name, index)
        ]
        if unused:
            raise ValueError(
                f"Attempted to map inputs that were not found in graph_def: [{', '.join(unused)}]"
            )

    def _has_output(self, name: str, index: int) -> bool:
        return name in self.operations and index < len(self.operations[name].outputs)

    def _added(self, node: Any) -> Operation:
        if node.op in self._library:
            return self._added_call(node)
        inputs, control_inputs = self._inputs(node)
        attrs, shapes = self._attrs.read(node, inputs)
        attrs.check_inputs(inputs)
        op_def = attrs.op_def
        explicit = attrs.explicit()
        if self._library.admit is not None:
            explicit.update(self._library.admit(op_def, attrs.all))
            check_called_shapes(op_def, attrs.all, inputs)
            shapes = []  # Inference decides.
        operation = self._applied(node, op_def, inputs, explicit)
        self._wait_for(operation, control_inputs)
        _check_output_dtypes(op_def, operation, attrs.all)
        self._output_names[node.name] = attrs.output_ranges(inputs)
        for shape, tensor in zip(shapes, operation.outputs, strict=False):
            tensor.set_shape(shape)
        if op_def.has(Trait.CALLS | Trait.INPUT):
            operation.attrs.update(attrs.notes())
        return operation

    def _added_call(self, node: Any) -> Operation:
        """A node whose op is a function of the library: a call."""
        inputs, control_inputs = self._inputs(node)
        graph = self._library.graph(node.op, handle_data_of(inputs))
        op_def = registry.lookup("StatefulPartitionedCall")
        if self._library.admit is not None:
            check_called_shapes(op_def, {"f": graph}, inputs)
        received = [tensor.dtype for tensor in inputs]
        required = [tensor.dtype for tensor in graph.inputs]
        if received != required:
            raise ValueError(f"the function takes {_names(required)}. Received {_names(received)}")
        attrs = {"f": graph, "Tout": [tensor.dtype for tensor in graph.outputs]}
        operation = self._applied(node, op_def, inputs, attrs)
        self._wait_for(operation, control_inputs)
        results = self._library.result_names(node.op)
        self._output_names[node.name] = {name: (i, 1) for i, name in enumerate(results)}
        return operation

    def _applied(
        self, node: Any, op_def: OpDef, inputs: list[SymbolicTensor], attrs: dict[str, Any]
    ) -> Operation:
        name = self._prefix + node.name
        graph = self._graph
        graph.unique_name(name)  # Now it is taken.
        if not node.device:
            return graph.add(op_def, inputs, attrs, name + "/")
        with pushed(device=merge_names(CONTEXT.device, node.device)):
            return graph.add(op_def, inputs, attrs, name + "/")

    def _inputs(self, node: Any) -> tuple[list[SymbolicTensor], list[Operation]]:
        inputs: list[SymbolicTensor] = []
        control_inputs: list[Operation] = []
        for text in node.input:
            if text.startswith("^"):
                name = text[1:]
                argument = self._arguments.get(name)
                control_inputs.append(self.operations[name] if argument is None else argument.op)
            else:
                inputs.append(self.tensor(text))
        return inputs, control_inputs

    def tensor(self, text: str) -> SymbolicTensor:
        """The tensor that a reference stands for.

        Raises:
            ValueError: there is none.
        """
        node, output, index, _ = parse_reference(text)
        if node in self._arguments:
            if index or output is not None:
                raise ValueError(f"{text!r}: {node!r} is an argument, which has one output")
            return self._arguments[node]
        if output is None:
            key = (node, index)
            if key in self._replaced:
                self._used.add(key)
                return self._replaced[key]
        operation = self.operations.get(node)
        if operation is None:
            raise ValueError(f"Unknown input {text!r}")
        if output is not None:
            start, count = self._output_names[node].get(output, (0, 0))
            index = start + index if index < count else len(operation.outputs)
        if index >= len(operation.outputs):
            raise ValueError(
                f"Input {text!r}: operation {node!r} ({operation.type}) has "
                f"{len(operation.outputs)} outputs: {list(self._output_names[node])}"
            )
        return operation.outputs[index]

    def _wait_for(self, operation: Operation, control_inputs: list[Operation]) -> None:
        for control in control_inputs:
            if not any(control is known for known in operation.control_inputs):
                operation.control_inputs.append(control)


def check_called_shapes(
    op_def: OpDef, attrs: Mapping[str, Any], inputs: Sequence[SymbolicTensor]
) -> None:
    """Checks that functions can be called with an operation's inputs, and loop bodies with what they return.

    The shapes of a function's arguments are what the file says. Where sizes are not known, machine code
    compares those of the arrays that it is given.

    Raises:
        ValueError: a shape contradicts what a function says of its argument.
    """
    for name, definition in op_def.attrs.items():
        if "func" not in definition.kind:
            continue
        value = attrs[name]
        for graph in value if isinstance(value, (list, tuple)) else [value]:
            count = len(graph.inputs)
            _check_fit(f"{name!r} is called with", inputs[len(inputs) - count :], graph.inputs)
            if op_def.name in _LOOPS and name == "body":
                _check_fit("the body of a loop returns", graph.outputs, graph.inputs)


def _check_fit(
    what: str, given: Sequence[SymbolicTensor], arguments: Sequence[SymbolicTensor]
) -> None:
    for tensor, argument in zip(given, arguments, strict=True):
        if not argument.shape.is_compatible_with(tensor.shape):
            raise ValueError(
                f"{what} a tensor of the shape {tensor.shape}, but its argument {argument.op.name!r} has "
                f"the shape {argument.shape}"
            )
        known, data = argument.handle_data, tensor.handle_data
        if argument.dtype.name == "resource" and known is not None and data != known:
            raise ValueError(
                f"{what} the handle of {data}, but its argument {argument.op.name!r} is one of {known}"
            )


def _check_output_dtypes(op_def: OpDef, operation: Operation, attrs: dict[str, Any]) -> None:
    """Checks what an op with functions gives against its attrs.

    Raises:
        ValueError: the functions give something else.
    """
    if len(op_def.outputs) != 1 or op_def.outputs[0].types_attr is None:
        return
    required = list(attrs[op_def.outputs[0].types_attr])
    received = [tensor.dtype for tensor in operation.outputs]
    if required != received:
        raise ValueError(f"the outputs are {_names(required)} by the attrs, but {_names(received)}")


def _names(dtypes: Sequence[DType]) -> str:
    return f"[{', '.join(dtype.name for dtype in dtypes)}]"


def argument_dtype(argument: Any) -> DType:
    """The dtype of an argument or result of a function's signature.

    Raises:
        ValueError: it has none of its own.
    """
    if argument.type_attr or argument.type_list_attr or argument.number_attr or not argument.type:
        raise ValueError(f"argument {argument.name!r} must have one fixed dtype")
    return get_dtype(argument.type)
