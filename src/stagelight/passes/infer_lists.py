"""Infers what tensor lists hold: the shape of their elements, how many there are, and one value in all."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight.core.inference import ListsOf, constant_value, list_data
from stagelight.graph.cloning import clone_graph
from stagelight.graph.effects import called_graphs, graphs_within
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.rewriting import (
    hands_on_inputs,
    is_call,
    is_loop,
    make_constant,
    replace_graphs,
)
from stagelight.passes.specialize import infer_again
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

# What one try finds may show more to the next.
_MOST_TRIES = 3

# These put the last input into the list that is the first.
_PUT_IN = frozenset({"TensorListPushBack", "TensorListSetItem"})
# With these alone a list holds what was pushed, and nothing else.
_KEEP_CONSTANTS = frozenset(
    {"EmptyTensorList", "TensorListPushBack", "TensorListPopBack", "TensorListLength", "Identity",
     "Placeholder"}
)  # fmt: skip
# These give a list whose elements are like those of the lists that they take.
_ALIKE = frozenset({"Identity", "ZerosLike", "AddN", "TensorListPopBack", "TensorListResize"})
_READERS = frozenset(
    {"TensorListGetItem", "TensorListStack", "TensorListGather", "TensorListLength",
     "TensorListElementShape"}
)  # fmt: skip


@dataclass(frozen=True)
class InferLists:
    """Says of lists made without an element shape which one all elements have that are put in.

    before:  xs = reserve(shape=?, 10); while: xs = set(xs, i, x: float32[3]);  stack(xs): float32[?, ...]
    after:   the same, with xs a list of float32[3];  stack(xs, num_elements=10): float32[10, 3]

    Shapes of what is read from the lists follow, and so on. Gradients of loops keep shapes in lists, too:
    what is taken from a list on which only one constant was pushed is that constant.
    """

    name: str = "infer_lists"
    switches: tuple[str, ...] = ("shape_optimization",)

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place."""
        if not _has_list(graph):
            return
        _copy_inner(graph)
        for _ in range(_MOST_TRIES):
            lists = _Lists()
            lists.visit(graph)
            if not lists.tell():
                return
            infer_again(graph)


INFER_LISTS = InferLists()


def _has_list(graph: FuncGraph) -> bool:
    return any(
        x.dtype is dtypes.variant and x.handle_data
        for each in graphs_within(graph)
        for operation in each.operations
        for x in operation.outputs
    )


def _is_unknown(tensor: SymbolicTensor) -> bool:
    """Whether it is a list of which the shape of elements is not known."""
    if tensor.dtype is not dtypes.variant or tensor.handle_data is None:
        return False
    shape, dtype = tensor.handle_data
    return dtype is not dtypes.variant and not shape.is_fully_defined()


def _copy_inner(graph: FuncGraph) -> None:
    """Gives operations copies of their graphs, which may be rewritten."""
    for operation in graph.operations:
        if is_call(operation.op_def):
            replace_graphs(operation, _copied)


def _copied(graph: FuncGraph) -> FuncGraph:
    copy, _ = clone_graph(graph)
    _copy_inner(copy)
    return copy


class _Lists:
    """The lists of a graph and the graphs inside, in groups whose elements are alike."""

    def __init__(self) -> None:
        self._tensors: dict[int, SymbolicTensor] = {}
        self._parents: dict[int, int] = {}
        # By id of the tensor that stands for its group: the shapes of elements; None if anything may be.
        self._shapes: dict[int, set[tuple[int, ...]] | None] = {}
        # In the same way, by their bytes, the constants that are all that was pushed; None if not all.
        self._constants: dict[int, dict[Any, np.ndarray] | None] = {}
        # Of lists of lists, one that was put in or taken out: all that were are in its group.
        self._elements: dict[int, SymbolicTensor] = {}
        self._open: set[int] = set()  # groups in which anything else may be, too
        self._opaque: set[int] = set()  # groups with a variant from elsewhere, which may be no list
        self._stacks: list[tuple[Operation, int]] = []
        self._pops: list[Operation] = []

    # Groups.

    def _root(self, tensor: SymbolicTensor) -> int:
        key = id(tensor)
        if key not in self._parents:
            self._tensors[key], self._parents[key] = tensor, key
            self._shapes[key], self._constants[key] = set(), {}
        while self._parents[key] != key:
            key = self._parents[key]
        return key

    def _join(self, tensors: Iterable[SymbolicTensor]) -> None:
        handles = [x for x in tensors if x.dtype is dtypes.variant]
        for one, other in itertools.pairwise(handles):
            self._join_groups(self._root(one), self._root(other))

    def _join_groups(self, first: int, other: int) -> None:
        if first == other:
            return
        mine, more = self._shapes[first], self._shapes.pop(other)
        self._shapes[first] = None if mine is None or more is None else mine | more
        constants, added = self._constants[first], self._constants.pop(other)
        is_known = constants is not None and added is not None
        self._constants[first] = {**constants, **added} if is_known else None  # type: ignore[dict-item]
        self._parents[other] = first
        if other in self._open:
            self._open.add(first)
        if other in self._opaque:
            self._opaque.add(first)
        element = self._elements.pop(other, None)
        if element is not None:
            self._hold(first, element)

    def _hold(self, root: int, element: SymbolicTensor) -> None:
        """Says that an element is one of a group of lists of lists."""
        known = self._elements.setdefault(root, element)
        if root in self._open:
            self._put_anything([element])
        self._join([known, element])

    def _put(self, handle: SymbolicTensor, shape: TensorShape) -> None:
        root = self._root(handle)
        shapes = self._shapes[root]
        if shapes is not None and shape.is_fully_defined():
            shapes.add(tuple(int(size) for size in shape.as_list() if size is not None))
        else:
            self._shapes[root] = None

    def _push(self, handle: SymbolicTensor, tensor: SymbolicTensor) -> None:
        root = self._root(handle)
        constants = self._constants[root]
        value = None if constants is None else constant_value(tensor)
        if constants is None or value is None or value.dtype.hasobject:
            self._constants[root] = None
        else:
            constants[value.shape, value.tobytes()] = value

    def _put_anything(self, tensors: Iterable[SymbolicTensor]) -> None:
        for tensor in tensors:
            if tensor.dtype is dtypes.variant:
                root = self._root(tensor)
                self._constants[root] = None
                is_news = root not in self._open
                self._open.add(root)
                if tensor.handle_data is None:
                    self._opaque.add(root)
                if is_news and root in self._elements:
                    self._put_anything([self._elements[root]])
                if tensor.handle_data is None or _is_unknown(tensor):
                    self._shapes[root] = None
                else:
                    self._put(tensor, tensor.handle_data[0])

    # Graphs.

    def visit(self, graph: FuncGraph) -> None:
        """Looks at a graph that is called from nowhere: what comes in may hold anything."""
        self._put_anything(graph.inputs)
        self._visit(graph, {})

    def _visit(self, graph: FuncGraph, given: dict[int, int]) -> dict[int, int]:
        """Groups the lists of a graph; gives their lengths by id of tensor, as far as they are known.

        Args:
            graph: the graph.
            given: the lengths of its inputs.
        """
        lengths = dict(given)
        for operation in graph.operations:
            name, outputs = operation.op_def.name, operation.outputs
            lists = [x for x in (*operation.inputs, *outputs) if x.dtype is dtypes.variant]
            if hands_on_inputs(operation.op_def):
                self._visit_call(operation, lengths)
            elif is_call(operation.op_def):
                self._put_anything(lists)
                for inner in called_graphs(operation):
                    self.visit(inner)
            elif not lists:
                continue
            elif _has_list_of_lists(operation):
                self._visit_list_of_lists(operation, lists)
            elif name in _PUT_IN:
                self._join(lists)
                self._put(outputs[0], operation.inputs[-1].shape)
                if name == "TensorListPushBack":
                    self._push(outputs[0], operation.inputs[1])
            elif name in _ALIKE:
                self._join(lists)
                if name == "TensorListPopBack":
                    self._pops.append(operation)
            elif name == "TensorListFromTensor":
                rows = operation.inputs[0].shape
                self._put(outputs[0], rows[1:] if rows.rank else TensorShape(None))
            elif name not in ("EmptyTensorList", "TensorListReserve", "Placeholder", *_READERS):
                self._put_anything(lists)
            if lists and name not in _KEEP_CONSTANTS and not is_call(operation.op_def):
                for tensor in lists:
                    self._constants[self._root(tensor)] = None
            length = _length_after(operation, lengths)
            if length is not None:
                lengths[id(outputs[0])] = length
            if name == "TensorListStack" and id(operation.inputs[0]) in lengths:
                self._stacks.append((operation, lengths[id(operation.inputs[0])]))
        return lengths

    def _visit_list_of_lists(self, operation: Operation, lists: Sequence[SymbolicTensor]) -> None:
        name, inputs, outputs = operation.op_def.name, operation.inputs, operation.outputs
        if name in ("TensorListPushBack", "TensorListPopBack"):
            self._join([inputs[0], outputs[0]])
            element = inputs[1] if name == "TensorListPushBack" else outputs[1]
            self._hold(self._root(inputs[0]), element)
        elif name not in ("EmptyTensorList", "TensorListLength"):
            self._put_anything(lists)

    def _visit_call(self, operation: Operation, lengths: dict[int, int]) -> None:
        graphs = called_graphs(operation)
        given = operation.inputs[len(operation.inputs) - len(graphs[0].inputs) :]
        for graph in graphs:
            for pair in zip(given, graph.inputs, strict=True):
                self._join(pair)
            if graph is not operation.attrs.get("cond"):
                for pair in zip(operation.outputs, graph.outputs, strict=True):
                    self._join(pair)
        if is_loop(operation.op_def):
            after = self._visit_loop(operation, lengths)
        else:
            all_after = []
            for graph in graphs:
                inside = self._visit(graph, _renamed(given, graph.inputs, lengths))
                all_after.append([inside.get(id(x)) for x in graph.outputs])
            after = [row[0] if len(set(row)) == 1 else None for row in zip(*all_after, strict=True)]
        for tensor, length in zip(operation.outputs, after, strict=True):
            if length is not None:
                lengths[id(tensor)] = length

    def _visit_loop(self, operation: Operation, lengths: dict[int, int]) -> list[int | None]:
        cond: FuncGraph = operation.attrs["cond"]
        body: FuncGraph = operation.attrs["body"]
        known = [lengths.get(id(x)) for x in operation.inputs]
        while True:
            count = len(self._stacks)
            inside = self._visit(body, _named(body.inputs, known))
            after = [inside.get(id(x)) for x in body.outputs]
            kept = [x if x == y else None for x, y in zip(known, after, strict=True)]
            if kept == known:
                break
            del self._stacks[count:]  # They were seen with lengths that change.
            known = kept
        self._visit(cond, _named(cond.inputs, known))
        return known

    # What was found.

    def tell(self) -> bool:
        """Writes down what was found; returns whether any of it is new."""
        is_new = bool([x for x in self._pops if self._tell_constant(x)])
        is_new = self._tell_dtypes() or is_new
        for tensor in self._tensors.values():
            shapes = self._shapes[self._root(tensor)]
            if shapes is not None and len(shapes) == 1 and _is_unknown(tensor):
                (sizes,) = shapes
                shape, dtype = tensor.handle_data
                if shape.is_compatible_with(sizes):
                    tensor.handle_data = (TensorShape(sizes), dtype)
                    is_new = True
        while [x for x in self._tensors.values() if self._tell_elements(x)]:
            is_new = True
        for operation, length in self._stacks:
            if operation.attrs.get("num_elements", -1) == -1:
                operation.attrs["num_elements"] = length
                is_new = True
        return is_new

    def _tell_dtypes(self) -> bool:
        """Writes down the element dtype of handles of which nothing is known; returns whether there are any.

        A GraphDef does not say what its lists hold: the placeholders of loaded branches and bodies are such.
        """
        unknown = [x for x in self._tensors.values() if x.handle_data is None]
        if not unknown:
            return False
        dtypes_of: dict[int, set[DType]] = {}
        for tensor in self._tensors.values():
            if tensor.handle_data is not None:
                dtypes_of.setdefault(self._root(tensor), set()).add(tensor.handle_data[1])
        is_new = False
        for tensor in unknown:
            root = self._root(tensor)
            found = dtypes_of.get(root, set())
            if len(found) == 1 and root not in self._opaque:
                (dtype,) = found
                if dtype is not dtypes.variant:
                    tensor.handle_data = list_data(TensorShape(None), dtype)
                    is_new = True
        return is_new

    def _tell_elements(self, tensor: SymbolicTensor) -> bool:
        """Writes down what the lists in a list of lists hold; returns whether it is new."""
        element = self._elements.get(self._root(tensor))
        if element is None or element.handle_data is None or _is_unknown(element):
            return False
        data = ListsOf(dtypes.variant, element.handle_data)
        if tensor.handle_data is None:
            if self._root(tensor) in self._opaque:
                return False
        elif tensor.handle_data == data:
            return False
        tensor.handle_data = data
        return True

    def _tell_constant(self, pop: Operation) -> bool:
        """Lets the one constant that was pushed stand for what an operation pops."""
        constants = self._constants[self._root(pop.inputs[0])]
        popped, graph = pop.outputs[1], pop.graph
        if not constants or len(constants) > 1 or not _is_taken(graph, popped):
            return False
        ((value),) = constants.values()
        name = graph.unique_name(f"{pop.name}/constant")
        constant = make_constant(pop, name, value, popped.dtype)
        place = graph.operations.index(pop)
        graph.operations.insert(place, constant)
        for operation in graph.operations:
            operation.inputs = [constant.outputs[0] if x is popped else x for x in operation.inputs]
        graph.outputs = [constant.outputs[0] if x is popped else x for x in graph.outputs]
        graph.replace_operations(lambda _: True)
        return True


def _has_list_of_lists(operation: Operation) -> bool:
    """Whether an op on a list puts a list in, or takes one out."""
    if operation.op_def.name in _PUT_IN:
        return operation.inputs[-1].dtype is dtypes.variant
    return operation.attrs.get("element_dtype") is dtypes.variant


def _is_taken(graph: FuncGraph, tensor: SymbolicTensor) -> bool:
    taken = (*graph.outputs, *(x for operation in graph.operations for x in operation.inputs))
    return any(x is tensor for x in taken)


def _length_after(operation: Operation, lengths: dict[int, int]) -> int | None:
    """How many elements the list has that an operation gives, if that is known."""
    name, inputs = operation.op_def.name, operation.inputs
    if name in ("EmptyTensorList", "TensorListReserve"):
        count = constant_value(inputs[1])
        return 0 if name == "EmptyTensorList" else None if count is None else int(count)
    if name == "TensorListFromTensor":
        return inputs[0].shape.as_list()[0] if inputs[0].shape.rank else None
    if name == "TensorListSetItem" and operation.attrs.get("resize_if_index_out_of_bounds"):
        return None
    if name in ("TensorListSetItem", "Identity", "ZerosLike", "AddN"):
        return lengths.get(id(inputs[0]))
    before = lengths.get(id(inputs[0])) if inputs else None
    if before is not None and name == "TensorListPushBack":
        return before + 1
    return None


def _named(tensors: Sequence[SymbolicTensor], lengths: Sequence[int | None]) -> dict[int, int]:
    pairs = zip(tensors, lengths, strict=True)
    return {id(tensor): length for tensor, length in pairs if length is not None}


def _renamed(
    outside: Sequence[SymbolicTensor], inside: Sequence[SymbolicTensor], lengths: dict[int, int]
) -> dict[int, int]:
    return _named(inside, [lengths.get(id(x)) for x in outside])
