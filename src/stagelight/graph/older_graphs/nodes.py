"""The nodes of a graph while it is rewritten, and functions made of some of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

import numpy as np

from stagelight.core import registry
from stagelight.core.op_def import REQUIRED
from stagelight.formats import schema, tensor_proto
from stagelight.graph.node_references import parse_reference
from stagelight.types.dtypes import as_dtype

# Operators with one dtype attr T that hand on what they get, or nothing.
PASSING = frozenset({"Enter", "Exit", "Switch", "Merge", "NextIteration", "Identity"})


class Output(NamedTuple):
    """An output of a node, or an argument of a function."""

    node: str
    number: int = 0

    @property
    def text(self) -> str:
        """As a node's input is written."""
        return f"{self.node}:{self.number}" if self.number else self.node


def output_of(text: str) -> Output:
    """What an input that is no control input refers to."""
    reference = parse_reference(text)
    return Output(reference.node, reference.number)


def inputs_of(node: Any) -> list[Output]:
    """A node's inputs without the control inputs."""
    return [output_of(text) for text in node.input if not text.startswith("^")]


def controls_of(node: Any) -> list[str]:
    """The names of the nodes that a node waits for."""
    return [text[1:] for text in node.input if text.startswith("^")]


def set_inputs(node: Any, inputs: Iterable[Output], controls: Iterable[str]) -> None:
    """Gives a node other inputs; a name among the control inputs is written once."""
    texts = [x.text for x in inputs] + [f"^{name}" for name in dict.fromkeys(controls)]
    del node.input[:]
    node.input.extend(texts)


class Nodes:
    """Nodes by name, in their order.

    Attributes:
        arguments: the numbers of the dtypes of arguments by name, where the nodes are a function's.
    """

    def __init__(self, nodes: Iterable[Any], arguments: Mapping[str, int] | None = None) -> None:
        self._nodes = {node.name: node for node in nodes}
        self.arguments = dict(arguments or {})

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._nodes.values()))

    def __getitem__(self, name: str) -> Any:
        return self._nodes[name]

    def __contains__(self, name: object) -> bool:
        return name in self._nodes

    def get(self, name: str) -> Any:
        """The node of a name; None for an argument."""
        return self._nodes.get(name)

    def unique(self, name: str) -> str:
        """A name that is free."""
        found, number = name, 0
        while found in self._nodes or found in self.arguments:
            number += 1
            found = f"{name}_{number}"
        return found

    def add(
        self,
        op: str,
        name: str,
        inputs: Iterable[Output] = (),
        controls: Iterable[str] = (),
        **dtypes: int,
    ) -> Any:
        """Adds a node, in place of one of that name; attrs that are dtypes are given by their numbers."""
        node = schema.NodeDef(name=name, op=op)
        set_inputs(node, inputs, controls)
        for key, number in dtypes.items():
            node.attr[key].type = number
        self._nodes[name] = node
        return node

    def add_constant(self, name: str, value: Any, after: Iterable[str] = ()) -> Output:
        """Adds a constant, beside the nodes that it waits for."""
        array = np.asarray(value)
        name = self.unique(name)
        dtype = as_dtype(array.dtype)
        node = self.add("Const", name, controls=after, dtype=dtype.as_datatype_enum)
        node.attr["value"].tensor.CopyFrom(tensor_proto.from_array(array, dtype.as_datatype_enum))
        return Output(name)

    def keep(self, names: Iterable[str]) -> None:
        """Takes away all others, and that anything waits for them."""
        kept = set(names)
        self._nodes = {name: node for name, node in self._nodes.items() if name in kept}
        for node in self._nodes.values():
            controls = controls_of(node)
            if any(name not in kept and name not in self.arguments for name in controls):
                remaining = [x for x in controls if x in kept or x in self.arguments]
                set_inputs(node, inputs_of(node), remaining)

    def part(
        self, names: Set[str], known: Mapping[Output, Output], arguments: Mapping[str, int]
    ) -> Nodes:
        """Copies of some nodes, for a function with these arguments.

        Args:
            names: the nodes.
            known: what stands in the function for outputs that the nodes take.
            arguments: the numbers of the dtypes of the function's arguments by name.
        """
        copies = []
        for node in self._nodes.values():
            if node.name in names:
                copy = type(node)()
                copy.CopyFrom(node)
                inputs = [known.get(output, output) for output in inputs_of(node)]
                set_inputs(copy, inputs, [x for x in controls_of(node) if x in names])
                copies.append(copy)
        return Nodes(copies, arguments)

    def users(self) -> dict[str, list[Any]]:
        """By name, the nodes that take something of a node or wait for it."""
        found: dict[str, list[Any]] = {}
        for node in self._nodes.values():
            for text in node.input:
                found.setdefault(parse_reference(text).node, []).append(node)
        return found

    def depending_on(self, names: Iterable[str]) -> set[str]:
        """Nodes, and all that take something of them or wait for them, directly or not."""
        users = self.users()
        found = set(names)
        waiting = list(found)
        while waiting:
            for user in users.get(waiting.pop(), ()):
                if user.name not in found:
                    found.add(user.name)
                    waiting.append(user.name)
        return found

    def leading_to(self, names: Iterable[str]) -> set[str]:
        """Nodes, and all that they take something of or wait for, directly or not."""
        found = {name for name in names if name in self._nodes}
        waiting = list(found)
        while waiting:
            for text in self._nodes[waiting.pop()].input:
                name = parse_reference(text).node
                if name in self._nodes and name not in found:
                    found.add(name)
                    waiting.append(name)
        return found


class Functions:
    """A function library that grows by functions made of nodes."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._by_name = {x.signature.name: x for x in library.function}

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def dtype_of(self, nodes: Nodes, output: Output) -> int:
        """The number of an output's dtype.

        Raises:
            ValueError: there is no such output.
        """
        if output.node in nodes.arguments:
            return nodes.arguments[output.node]
        node = nodes[output.node]
        if node.op in PASSING:
            is_index = node.op == "Merge" and output.number == 1
            return schema.DataType.DT_INT32 if is_index else node.attr["T"].type
        found = self._dtypes(node, output.number + 1)
        if output.number >= len(found):
            raise ValueError(f"{output.text!r}: node {node.name!r} has {len(found)} outputs")
        return found[output.number]

    def _dtypes(self, node: Any, count: int) -> list[int]:
        """The dtypes of the first outputs, at least as many as `count` where there are so many."""
        function = self._by_name.get(node.op)
        if function is not None:
            return [x.type for x in function.signature.output_arg]
        op_def = registry.lookup(node.op)
        found: list[int] = []
        for arg in op_def.outputs:
            if arg.types_attr is not None:
                found += node.attr[arg.types_attr].list.type
                continue
            if arg.dtype is not None:
                number = arg.dtype.as_datatype_enum
            elif arg.type_attr in node.attr:
                number = node.attr[arg.type_attr].type
            else:
                default = op_def.attrs[str(arg.type_attr)].default
                number = 0 if default is REQUIRED else default.as_datatype_enum
            size = 1 if arg.number_attr is None else node.attr[arg.number_attr].i
            found += [number] * min(size, count)
        return found

    def add(self, name: str, nodes: Nodes, results: Sequence[Output]) -> str:
        """Makes a function of nodes, with their arguments, and gives its name."""
        number = len(self._by_name)
        while f"{name}_{number}" in self._by_name:
            number += 1
        function = self._library.function.add()
        function.signature.name = f"{name}_{number}"
        for argument, dtype in nodes.arguments.items():
            function.signature.input_arg.add(name=argument, type=dtype)
        for i, output in enumerate(results):
            result = function.signature.output_arg.add(name=f"result_{i}")
            result.type = self.dtype_of(nodes, output)
            function.ret[result.name] = output.text
        function.node_def.extend(nodes)
        self._by_name[function.signature.name] = function
        return str(function.signature.name)
