"""Makes a written graph shorter: transpositions that follow each other, and what nothing needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from stagelight.onnx.protos import onnx

# Operators that do the same to all elements: a transposition may come after them as well as before.
_ELEMENTWISE = frozenset(
    {"Abs", "Ceil", "Elu", "Erf", "Exp", "Floor", "Identity", "LeakyRelu", "Neg", "Reciprocal", "Relu",
     "Round", "Selu", "Sigmoid", "Sign", "Softplus", "Softsign", "Sqrt", "Tanh", "Cast",
     "Add", "Div", "Max", "Min", "Mul", "Pow", "Sub"}
)  # fmt: skip


def used_names(nodes: Iterable[Any]) -> set[str]:
    """All names that operators take, with those in graphs inside."""
    found: set[str] = set()
    for node in nodes:
        found.update(node.input)
        for graph in _inner(node):
            found |= used_names(graph.node)
            found.update(value.name for value in graph.output)
    return found


def _inner(node: Any) -> list[Any]:
    return [x.g for x in node.attribute if x.type == onnx.AttributeProto.GRAPH]


def tidy(nodes: Sequence[Any], outputs: Sequence[str], writer: Any) -> list[Any]:
    """The nodes of a graph without those that are not needed.

    Args:
        nodes: in order.
        outputs: the names of what the graph gives.
        writer: knows the constants, and makes names.
    """
    kept = _with_merged_transposes(list(nodes), set(outputs), writer)
    for node in kept:
        for graph in _inner(node):
            names = [value.name for value in graph.output]
            inner = tidy(graph.node, names, writer)
            del graph.node[:]
            graph.node.extend(inner)
    return _needed(kept, outputs)


def _needed(nodes: Sequence[Any], outputs: Sequence[str]) -> list[Any]:
    needed = set(outputs)
    kept = []
    for node in reversed(nodes):
        if any(name in needed for name in node.output):
            kept.append(node)
            needed |= used_names([node])
    return kept[::-1]


def _with_merged_transposes(nodes: list[Any], outputs: set[str], writer: Any) -> list[Any]:
    """Two transpositions in a row become one, or none; elementwise operators go before them."""
    source: dict[str, tuple[str, tuple[int, ...]]] = {}  # name -> what is transposed, how
    same: dict[str, str] = {}
    result: list[Any] = []
    for node in nodes:
        _rename(node, same)
        if node.op_type == "Transpose":
            taken, name = node.input[0], node.output[0]
            perm = tuple(node.attribute[0].ints)
            if taken in source:
                taken, before = source[taken]
                perm = tuple(before[i] for i in perm)
                node.input[0] = taken
                node.attribute[0].ints[:] = perm
            if perm == tuple(range(len(perm))) and name not in outputs:
                same[name] = taken
                continue
            source[name] = taken, perm
            result.append(node)
        elif node.op_type in _ELEMENTWISE and _moves(node, source, writer):
            result += _moved(node, source, writer)
        else:
            result.append(node)
    return result


def _rename(node: Any, same: dict[str, str]) -> None:
    """Lets a node, and those of graphs inside, take values by other names."""
    for i, name in enumerate(node.input):
        node.input[i] = same.get(name, name)
    for graph in _inner(node):
        for inner in graph.node:
            _rename(inner, same)


def _moves(node: Any, source: dict[str, tuple[str, tuple[int, ...]]], writer: Any) -> bool:
    """Whether all inputs are transposed in one way, or are constants that can be."""
    perms = {source[name][1] for name in node.input if name in source}
    if len(perms) != 1:
        return False
    rank = len(next(iter(perms)))
    return all(
        name in source or (name in writer.constants and writer.constants[name].array.ndim <= rank)
        for name in node.input
    )


def _moved(node: Any, source: dict[str, tuple[str, tuple[int, ...]]], writer: Any) -> list[Any]:
    """The operator on what is transposed, and the transposition behind it."""
    (perm,) = {source[name][1] for name in node.input if name in source}
    for i, name in enumerate(node.input):
        node.input[i] = source[name][0] if name in source else _turned(writer, name, perm)
    name = node.output[0]
    before = writer.unique(name)
    node.output[0] = node.name = before
    source[name] = before, perm
    return [node, onnx.helper.make_node("Transpose", [before], [name], name=name, perm=perm)]


def _turned(writer: Any, name: str, perm: Sequence[int]) -> str:
    """The name of a constant with its axes in the order before the transposition."""
    constant = writer.constants[name]
    array = constant.array
    if array.ndim == 0:
        return name
    whole = array.reshape((1,) * (len(perm) - array.ndim) + array.shape)
    back = sorted(range(len(perm)), key=lambda i: perm[i])
    return str(writer.constant(whole.transpose(back), constant.dtype, name).name)
