"""The function library of a GraphDef: each function's graph, made when it is asked for."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from stagelight.core import registry
from stagelight.core.dispatch import pushed
from stagelight.graph.effect_order import order_effects
from stagelight.graph.effects import Summaries
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.node_attrs import NodeAttrsReader
from stagelight.graph.node_import import (
    Admit,
    NodeImporter,
    argument_dtype,
    check_nodes,
    check_ops_known,
    in_order,
)
from stagelight.graph.operation import SymbolicTensor
from stagelight.graph.origins import at_one_place
from stagelight.types.shapes import UNKNOWN, TensorShape

# How deep functions may call each other. Each level takes some of Python's stack.
_MOST_NESTED = 64


class FunctionLibrary:
    """The functions of a `FunctionDefLibrary` message, by name.

    Args:
        library: the message; None for one without functions.
        when_made: is called with each function's message and graph when the graph was made.
        admit: is called with the op and the attrs of each operation before it is added, and raises an error
            where the source of the library may not use it; None where everything is allowed.

    Attributes:
        node_attrs: reads the attrs of the functions' nodes.
        admit: as given.

    Raises:
        ValueError: two functions have one name, or one has the name of an op.
    """

    def __init__(
        self,
        library: Any = None,
        when_made: Callable[[Any, FuncGraph], None] | None = None,
        admit: Admit | None = None,
    ) -> None:
        self._when_made = when_made
        self.admit = admit
        self._messages: dict[str, Any] = {}
        self._graphs: dict[str, FuncGraph] = {}
        self._argument_attrs: dict[bytes, tuple[TensorShape, dict[str, bytes]]] = {}
        self._effects = Summaries()
        self.node_attrs = NodeAttrsReader(self)
        self._being_made: list[str] = []
        # Functions of which all ops are known, with what they call.
        self._checked: set[str] = set()
        for message in () if library is None else library.function:
            if message.signature.name in self._messages:
                raise ValueError(f"Function {message.signature.name!r} is defined twice.")
            self.add(message)

    def add(self, function_def: Any) -> None:
        """Adds a `FunctionDef`, in place of one of that name.

        Raises:
            ValueError: an op has that name: nodes would mean the one or the other.
        """
        name = function_def.signature.name
        if registry.is_known(name):
            raise ValueError(f"Cannot add function {name!r} because an op has the same name.")
        self._messages[name] = function_def

    def __contains__(self, name: object) -> bool:
        return name in self._messages

    def __iter__(self) -> Iterator[str]:
        return iter(self._messages)

    def result_names(self, name: str) -> list[str]:
        """The names of a function's results."""
        return [result.name for result in self._messages[name].signature.output_arg]

    def check_ops_known(self, nodes: Any) -> None:
        """Checks that the ops of nodes, and of the functions that they lead to, are known.

        Raises:
            NotImplementedError: some are not; the message has all of them.
        """
        check_ops_known(self._node_lists(nodes), self._messages)

    def op_names(self, names: Iterable[str]) -> set[str]:
        """The ops of functions, and of those that they lead to."""
        nodes = [node for name in names for node in self._messages[name].node_def]
        return {x.op for found in self._node_lists(nodes) for x in found} - set(self._messages)

    def _node_lists(self, nodes: Any) -> list[Any]:
        """Nodes, and those of the functions that they lead to."""
        node_lists = [nodes]
        waiting = [nodes]
        met: set[str] = set()
        while waiting:
            for node in waiting.pop():
                if not _may_call(node.op):  # Most often.
                    continue
                for name in _function_names(node):
                    if name in self._messages and name not in met:
                        met.add(name)
                        node_lists.append(self._messages[name].node_def)
                        waiting.append(self._messages[name].node_def)
        return node_lists

    def check_functions_known(self, names: Iterable[str]) -> None:
        """Checks that the ops of functions, and of those that they lead to, are known.

        Raises:
            NotImplementedError: some are not; the message has all of them.
        """
        names = list(names)
        self.check_ops_known([node for name in names for node in self._messages[name].node_def])
        self._checked.update(names)

    def graph(self, name: str, handle_data: Sequence[Any] = ()) -> FuncGraph:
        """A function's graph.

        Args:
            name: the function's name.
            handle_data: what is known of the resources behind the last arguments.

        Raises:
            NotImplementedError: it has ops that are not known.
            ValueError: there is no such function, it is broken, or it calls itself or others too deep.
        """
        found = self._graphs.get(name)
        if found is not None:
            return found
        if name not in self._messages:
            raise ValueError(f"Function {name!r} is not in the library.")
        if name in self._being_made:
            path = " -> ".join([*self._being_made[self._being_made.index(name) :], name])
            raise ValueError(f"Functions that call themselves are not supported: {path}")
        if len(self._being_made) == _MOST_NESTED:
            raise ValueError(
                f"Functions call each other more than {_MOST_NESTED} deep, at {name!r}. Required: at most "
                "so many."
            )
        self._being_made.append(name)
        try:
            found = self._graphs[name] = self._made(self._messages[name], handle_data)
            if self._when_made is not None:
                self._when_made(self._messages[name], found)
        finally:
            self._being_made.pop()
        return found

    def _made(self, message: Any, handle_data: Sequence[Any]) -> FuncGraph:
        signature = message.signature
        where = f"Function {signature.name!r}: "
        names = [argument.name for argument in signature.input_arg]
        if len(set(names)) < len(names):
            raise ValueError(f"{where}two arguments have one name. Received: {names}")
        if signature.name not in self._checked:
            self.check_ops_known(message.node_def)
        check_nodes(message.node_def, where, names)
        ordered = in_order(message.node_def, where, names)
        graph = FuncGraph(signature.name, None)
        # All operations have one origin, which is found once.
        with pushed(stage=graph, recorders=(), callbacks=(), device=""), at_one_place():
            try:
                missing = len(names) - len(handle_data)
                known = [*[None] * missing, *handle_data[max(-missing, 0) :]]
                told = dict(message.arg_attr.items())
                arguments = {
                    names[i]: self._argument(graph, argument, told.get(i), known[i])
                    for i, argument in enumerate(signature.input_arg)
                }
            except ValueError as error:
                raise ValueError(f"{where}{error}") from error
            importer = NodeImporter(graph, self, where=where, arguments=arguments)
            importer.add_all(ordered)
        _set_outputs(message, graph, importer, where)
        order_effects(graph, self._effects)
        _set_control_outputs(message, graph, importer, where)
        return graph

    def _argument(
        self, graph: FuncGraph, argument: Any, told: Any, handle_data: Any
    ) -> SymbolicTensor:
        """The placeholder of an argument, of which the attrs of a function may tell more."""
        shape, private = (UNKNOWN, {}) if told is None else self._read_argument_attrs(told)
        tensor = graph.add_input(argument_dtype(argument), shape, argument.name + "/", handle_data)
        graph.unique_name(argument.name)  # Now it is taken.
        if private:
            tensor.op.attrs.update(private)
        return tensor

    def _read_argument_attrs(self, told: Any) -> tuple[TensorShape, dict[str, bytes]]:
        """The shape of an argument, and notes about it."""
        key = told.SerializeToString()
        found = self._argument_attrs.get(key)
        if found is None:
            shape, private = UNKNOWN, {}
            for name, value in told.attr.items():
                if name == "_output_shapes":
                    shapes = self.node_attrs.plain.get(value, "list(shape)", self.graph)
                    shape = shapes[0] if shapes else shape
                elif name.startswith("_") and value.WhichOneof("value") == "s":
                    private[name] = value.s
            found = self._argument_attrs[key] = shape, private
        return found


def _set_outputs(message: Any, graph: FuncGraph, importer: NodeImporter, where: str) -> None:
    """Finds the tensors of the results."""
    for result in message.signature.output_arg:
        if result.name not in message.ret:
            raise ValueError(f"{where}result {result.name!r} is missing in `ret`")
        try:
            tensor = importer.tensor(message.ret[result.name])
            required = argument_dtype(result)
        except ValueError as error:
            raise ValueError(f"{where}result {result.name!r}: {error}") from error
        if tensor.dtype is not required:
            raise ValueError(
                f"{where}result {result.name!r} is {required.name} by the signature, "
                f"but {tensor.name} is {tensor.dtype.name}"
            )
        graph.outputs.append(tensor)


def _set_control_outputs(
    message: Any, graph: FuncGraph, importer: NodeImporter, where: str
) -> None:
    """Adds those that the message says to those that the effects need."""
    for name in message.signature.control_output:
        operation = importer.operations.get(message.control_ret.get(name, ""))
        if operation is None:
            raise ValueError(f"{where}control output {name!r} leads to no node")
        if not any(operation is known for known in graph.control_outputs):
            graph.control_outputs.append(operation)


@functools.cache
def _may_call(op_name: str) -> bool:
    """Whether an op has functions among its attrs, as far as one knows."""
    try:
        attrs = registry.lookup(op_name).attrs
    except NotImplementedError:
        return True
    return any("func" in attr.kind for attr in attrs.values())


def _function_names(node: Any) -> Iterator[str]:
    """The names of functions that a node may call."""
    yield node.op
    for value in node.attr.values():
        field = value.WhichOneof("value")
        if field == "func":
            yield value.func.name
        elif field == "list":
            for function in value.list.func:
                yield function.name
