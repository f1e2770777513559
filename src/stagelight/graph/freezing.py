"""Freezing of a `GraphDef`: handles of variables become constants, wherever they are passed.

A frozen handle is a tensor of the variable's dtype where there was one of dtype `resource`. The change is
propagated forward, from the node of the handle to all that takes it:

    ReadVariableOp(h)           Identity(c)
    ResourceGather(h, i)        GatherV2(c, i, 0)
    Identity(h), Switch(h) ...  the same op, of the variable's dtype
    If(p, h), While(h) ...      the same op, of functions specialized for arguments of that dtype

Functions are specialized once for each set of frozen arguments, so a function that is called with a frozen
handle and with another one has two forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from stagelight.formats import schema
from stagelight.formats.tensor_proto import from_array

# Ops that read a variable -> the op that takes its value, and its outputs' names where they differ.
_READS: dict[str, tuple[str, dict[str, str]]] = {
    "ReadVariableOp": ("Identity", {"value": "output"}),
    "ResourceGather": ("GatherV2", {}),
    "ResourceGatherNd": ("GatherNd", {}),
    "VariableShape": ("Shape", {}),
    "VarIsInitializedOp": ("Const", {"is_initialized": "output"}),
}
# Ops whose outputs are their inputs, of the dtypes in attr `T`: op -> names of the outputs that are.
_FORWARDS = {
    "Identity": "output",
    "IdentityN": "output",
    "Enter": "output",
    "Exit": "output",
    "NextIteration": "output",
    "Switch": "output_false output_true",
    "Merge": "output",
    "While": "output",
    "StatelessWhile": "output",
}
# Ops that call functions with a suffix of their inputs -> the attr with the dtypes of that suffix.
_CALLS = {
    "If": "Tin",
    "StatelessIf": "Tin",
    "Case": "Tin",
    "StatelessCase": "Tin",
    "PartitionedCall": "Tin",
    "StatefulPartitionedCall": "Tin",
    "While": "T",
    "StatelessWhile": "T",
    "MapDataset": "Targuments",
    "ParallelMapDataset": "Targuments",
    "ParallelMapDatasetV2": "Targuments",
    "FilterDataset": "Targuments",
    "FlatMapDataset": "Targuments",
    "InterleaveDataset": "Targuments",
    "TakeWhileDataset": "Targuments",
}


class FrozenValue(NamedTuple):
    """The value of a variable: its array, and its dtype as an enum value of `DataType`."""

    array: np.ndarray
    dtype: int


def freeze_handles(
    graph_def: Any, values: Mapping[str, FrozenValue], keep_writes: bool = False
) -> None:
    """Replaces nodes that give handles of variables by constants, in place, and rewrites what takes them.

    Args:
        graph_def: a `GraphDef` message.
        values: the values, by the names of the nodes that give the handles.
        keep_writes: leaves operations that no value can be given to, such as assignments, as they are,
            instead of raising. No program can import such a graph; some rewrite it further.

    Raises:
        ValueError: an operation that the graph has takes a frozen handle and cannot take a value.
    """
    _Freezer(graph_def, keep_writes).freeze(values)


class _Freezer:
    """Rewrites the nodes of one message and the functions that they call."""

    def __init__(self, graph_def: Any, keep_writes: bool) -> None:
        self._graph_def = graph_def
        self._library = graph_def.library
        self._functions = {x.signature.name: x for x in self._library.function}
        self._keep_writes = keep_writes
        # (function, its frozen arguments with their dtypes) -> the specialized function's name.
        self._specialized: dict[tuple[str, tuple[tuple[int, int], ...]], str] = {}
        self._originals: dict[str, str] = {}  # By the names of specialized functions.

    def freeze(self, values: Mapping[str, FrozenValue]) -> None:
        unfrozen = self._reachable()
        for node in self._graph_def.node:
            if node.name in values:
                set_constant(node, *values[node.name])
        arrays = {name: value.array.shape for name, value in values.items()}
        frozen = {name: value.dtype for name, value in values.items()}
        _NodeList(self, self._graph_def.node, _graph_reference, frozen, arrays).rewrite()
        unused = unfrozen.union(self._originals) - self._reachable()
        kept = [x for x in self._library.function if x.signature.name not in unused]
        del self._library.function[:]
        self._library.function.extend(kept)

    def _reachable(self) -> set[str]:
        """The functions that the graph's nodes lead to."""
        found: set[str] = set()
        waiting = [self._graph_def.node]
        while waiting:
            for node in waiting.pop():
                for name in called_functions(node):
                    if name in self._functions and name not in found:
                        found.add(name)
                        waiting.append(self._functions[name].node_def)
        return found

    def is_function(self, name: str) -> bool:
        """Whether the library has such a function."""
        return name in self._functions

    def count_arguments(self, name: str) -> int:
        """How many arguments a function has."""
        return len(self._functions[name].signature.input_arg)

    def original(self, name: str) -> str:
        """The function that a specialized one was made of; other names as they are.

        A node is rewritten for one handle after another.
        """
        return self._originals.get(name, name)

    def frozen_results(self, name: str) -> dict[int, int]:
        """Those results of a specialized function that are values, with their dtypes."""
        before = self._functions[self._originals[name]].signature.output_arg
        after = self._functions[name].signature.output_arg
        pairs = zip(before, after, strict=True)
        return {i: new.type for i, (old, new) in enumerate(pairs) if new.type != old.type}

    def refuse(self, node: Any) -> None:
        """Raises where a node cannot take a value, unless such nodes are kept."""
        if not self._keep_writes:
            raise ValueError(
                f"Node {node.name!r} ({node.op}) cannot be frozen: it takes the handle of a variable, and a "
                "constant is incompatible with expected resource. Required: variables that are only read. "
                "Leave the variable out of those that become constants, or fetch no results that write to it."
            )

    def specialize(self, name: str, frozen: Mapping[int, int], shapes: Mapping[int, Any]) -> str:
        """The name of a function's form for some arguments that are values, of these dtypes."""
        key = (name, tuple(sorted(frozen.items())))
        known = self._specialized.get(key)
        if known is not None:
            return known
        function = schema.FunctionDef()
        function.CopyFrom(self._functions[name])
        new_name = _unused_name(f"{name}_frozen", self._functions)
        function.signature.name = new_name
        self._specialized[key] = new_name
        self._originals[new_name] = name
        self._functions[new_name] = function
        arguments, argument_shapes = {}, {}
        for position, dtype in frozen.items():
            argument = function.signature.input_arg[position]
            argument.type = dtype
            argument.ClearField("handle_data")
            arguments[argument.name] = dtype
            shape = argument_shapes[argument.name] = shapes.get(position)
            _set_argument_shape(function.arg_attr[position], shape)
        body = _NodeList(self, function.node_def, _body_reference, arguments, argument_shapes)
        body.rewrite()
        for result in function.signature.output_arg:
            function.ret[result.name] = body.renamed(function.ret[result.name])
            frozen_dtype = body.dtype(function.ret[result.name])
            if frozen_dtype is not None:
                result.type = frozen_dtype
                result.ClearField("handle_data")
        # The message in the library is a copy of this one.
        self._functions[new_name] = self._library.function.add()
        self._functions[new_name].CopyFrom(function)
        return new_name


class _NodeList:
    """The nodes of a graph or of a function's body, in which some tensors are frozen handles.

    Args:
        freezer: what knows the functions.
        nodes: the repeated field of nodes.
        reference: (node, output's name, number) -> the text that names a tensor.
        frozen: the dtypes of the handles that are values, by the texts that name them.
        shapes: their shapes, where they are known.
    """

    def __init__(
        self,
        freezer: _Freezer,
        nodes: Any,
        reference: Callable[[str, str, int], str],
        frozen: Mapping[str, int],
        shapes: Mapping[str, Any],
    ) -> None:
        self._freezer = freezer
        self._nodes = nodes
        self._reference = reference
        self._frozen = dict(frozen)
        self._shapes = dict(shapes)
        self._renamed: dict[str, str] = {}
        self._added: list[Any] = []

    def dtype(self, text: str) -> int | None:
        """The dtype of a tensor that is a frozen handle; None for other tensors."""
        return self._frozen.get(_without_zero(text))

    def renamed(self, text: str) -> str:
        """The text that names a tensor whose node has become one of another op."""
        return self._renamed.get(text, text)

    def rewrite(self) -> None:
        """Rewrites all nodes that take a frozen handle, directly or through other nodes."""
        consumers: dict[str, list[Any]] = {}
        for node in self._nodes:
            for text in _data_inputs(node):
                consumers.setdefault(_without_zero(text), []).append(node)
        waiting = list(self._frozen)
        done: set[tuple[str, tuple[int, ...]]] = set()
        for text in waiting:
            for node in consumers.get(text, ()):
                frozen = {
                    i: dtype
                    for i, each in enumerate(_data_inputs(node))
                    if (dtype := self.dtype(each)) is not None
                }
                state = (node.name, tuple(frozen))
                if state not in done:
                    done.add(state)
                    waiting += self._rewrite_node(node, frozen)
        for node in self._nodes:
            for i, text in enumerate(node.input):
                node.input[i] = self.renamed(text)
        self._nodes.extend(self._added)

    def _rewrite_node(self, node: Any, frozen: Mapping[int, int]) -> Iterable[str]:
        """Rewrites one node, of whose inputs these are frozen; returns outputs that are frozen now."""
        if node.op in _READS:
            self._rewrite_read(node, frozen[0])
            return ()
        found = None
        if node.op in _CALLS or self._freezer.is_function(node.op):
            found = self._rewrite_call(node, frozen)
        if node.op in _FORWARDS:
            found = list(self._forward(node, frozen))
        if found is None:
            self._freezer.refuse(node)
        return found or ()

    def _rewrite_read(self, node: Any, dtype: int) -> None:
        op, names = _READS[node.op]
        for old, new in names.items():
            self._renamed[f"{node.name}:{old}:0"] = f"{node.name}:{new}:0"
        attrs = {
            key: schema.AttrValue.FromString(x.SerializeToString()) for key, x in node.attr.items()
        }
        _clear(node, op)
        if "_output_shapes" in attrs:
            node.attr["_output_shapes"].CopyFrom(attrs["_output_shapes"])
        if op == "GatherV2":
            axis = attrs["batch_dims"].i if "batch_dims" in attrs else 0
            self._added.append(_integer_constant(f"{node.name}/axis", axis))
            added = self._reference(f"{node.name}/axis", "output", 0)
            node.input.insert(2, added)
            node.attr["batch_dims"].i = axis
            node.attr["Taxis"].type = schema.DataType.Value("DT_INT32")
        if op in ("GatherV2", "GatherNd"):
            node.attr["Tparams"].type = dtype
            node.attr["Tindices"].CopyFrom(attrs["Tindices"])
        elif op == "Const":
            set_constant(node, np.array(True), schema.DataType.Value("DT_BOOL"))
            node.input[:] = [text for text in node.input if text.startswith("^")]
        else:
            node.attr["T"].type = dtype
            if op == "Shape" and "out_type" in attrs:
                node.attr["out_type"].CopyFrom(attrs["out_type"])

    def _rewrite_call(self, node: Any, frozen: Mapping[int, int]) -> list[str] | None:
        """Makes a node call specialized functions, and returns its outputs that are frozen by that.

        None where its inputs are no arguments of functions.
        """
        texts = list(_data_inputs(node))
        attr = _CALLS.get(node.op)
        taken = len(texts) if attr is None else len(node.attr[attr].list.type)
        first = len(texts) - taken
        if min(frozen) < first:
            return None
        if attr is not None:
            for i, dtype in frozen.items():
                node.attr[attr].list.type[i - first] = dtype
        results: dict[int, int] = {}

        def specialized(name: str) -> str:
            name = self._freezer.original(name)
            count = self._freezer.count_arguments(name)
            offset = count - len(texts)
            shapes = {i + offset: self._shapes.get(_without_zero(texts[i])) for i in frozen}
            arguments = {i + offset: dtype for i, dtype in frozen.items()}
            made = self._freezer.specialize(name, arguments, shapes)
            results.update(self._freezer.frozen_results(made))
            return made

        if attr is None:
            node.op = specialized(node.op)
            return []
        for function in _functions_among(node):
            function.name = specialized(function.name)
        return self._freeze_results(node, results) if "Tout" in node.attr else []

    def _freeze_results(self, node: Any, results: Mapping[int, int]) -> list[str]:
        """Sets the dtypes of those outputs of a call that are values of variables now."""
        found = []
        for i, dtype in results.items():
            node.attr["Tout"].list.type[i] = dtype
            text = _without_zero(self._reference(node.name, "output", i))
            if text not in self._frozen:
                self._frozen[text] = dtype
                found.append(text)
        return found

    def _forward(self, node: Any, frozen: Mapping[int, int]) -> Iterator[str]:
        """Sets the dtypes of an op that passes its inputs on, and gives its outputs that are frozen."""
        is_list = node.op in ("IdentityN", "While", "StatelessWhile")
        texts = list(_data_inputs(node))
        for i, dtype in frozen.items():
            if is_list:
                node.attr["T"].list.type[i] = dtype
            else:
                node.attr["T"].type = dtype
            for number, name in enumerate(_FORWARDS[node.op].split()):
                is_body = self._reference is _body_reference
                index = i if is_list else 0 if is_body else number
                text = _without_zero(self._reference(node.name, name, index))
                if text not in self._frozen:
                    self._frozen[text] = dtype
                    self._shapes[text] = self._shapes.get(_without_zero(texts[i]))
                    yield text


def called_functions(node: Any) -> Iterator[str]:
    """The names of the functions that a node may call: its op, and those among its attrs."""
    yield node.op
    for function in _functions_among(node):
        yield function.name


def _functions_among(node: Any) -> Iterator[Any]:
    """The functions among a node's attrs."""
    for value in node.attr.values():
        field = value.WhichOneof("value")
        if field == "func":
            yield value.func
        elif field == "list":
            yield from value.list.func


def set_constant(node: Any, array: np.ndarray, dtype: int) -> None:
    """Makes a node a `Const` with a value."""
    _clear(node, "Const")
    node.attr["dtype"].type = dtype
    node.attr["value"].tensor.CopyFrom(from_array(array, dtype))


def _integer_constant(name: str, value: int) -> Any:
    node = schema.NodeDef(name=name)
    set_constant(node, np.array(value, np.int32), schema.DataType.Value("DT_INT32"))
    return node


def _clear(node: Any, op: str) -> None:
    """Makes a node one of another op, without attrs."""
    node.op = op
    for key in list(node.attr):
        del node.attr[key]


def _set_argument_shape(attrs: Any, shape: Any) -> None:
    """Notes the shape of an argument that is a value now."""
    for key in list(attrs.attr):
        if key.startswith("_handle") or key == "_output_shapes":
            del attrs.attr[key]
    if shape is not None:
        told = attrs.attr["_output_shapes"].list.shape.add()
        for size in shape:
            told.dim.add(size=size)


def _data_inputs(node: Any) -> Iterator[str]:
    """The texts of the inputs that are tensors."""
    return (text for text in node.input if not text.startswith("^"))


def _graph_reference(node: str, output: str, number: int) -> str:
    return f"{node}:{number}" if number else node


def _body_reference(node: str, output: str, number: int) -> str:
    return f"{node}:{output}:{number}"


def _without_zero(text: str) -> str:
    """One text for each tensor: in a graph "node:0" is "node"."""
    return text.removesuffix(":0") if text.count(":") == 1 else text


def _unused_name(name: str, used: Mapping[str, Any]) -> str:
    if name not in used:
        return name
    number = 1
    while f"{name}_{number}" in used:
        number += 1
    return f"{name}_{number}"
