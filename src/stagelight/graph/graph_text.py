"""Graphs as readable text, one operation a line: what passes are tested by and people look at.

    double(%x: float32[2, ?])
      %y: float32[] = Const {value=2.0}
      %mul: float32[2, ?] = Mul(%x, %y)
      return %mul

`%split:1` is the second output of `split`. The graphs among an operation's attrs stand indented
under it, by the attrs' names. Attrs are shown where they differ from the default and where the
outputs' types do not show them. The text is for reading; nothing parses it.
"""

from __future__ import annotations

import html
import linecache
import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from stagelight.core.op_def import OpDef, Trait
from stagelight.core.tensor import EagerTensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.origins import differentiated_origins, places_of
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

_MOST_ELEMENTS = 8
_STEP = "  "


def graph_text(graph: Graph) -> str:
    """The graph as text."""
    return "\n".join(_lines(graph, graph.name or "graph")) + "\n"


def text_beside_source(graph: Graph) -> str:
    """The graph as text, with the user's line beside each operation."""
    lines = [*_lines(graph, graph.name or "graph", _source_of)]
    widths = [len(line.partition(_BESIDE)[0]) for line in lines]
    wide = min(max(widths), _WIDEST)
    shown = []
    for line in lines:
        text, _, source = line.partition(_BESIDE)
        shown.append(f"{text:{wide}}  | {source}" if source else text)
    return "\n".join(shown) + "\n"


def html_beside_source(graph: Graph) -> str:
    """The same as a table for notebooks: a row for each operation, with the user's line."""
    rows = []
    for line in _lines(graph, graph.name or "graph", _source_of):
        cells = line.partition(_BESIDE)[::2]
        rows.append("".join(f"<td><pre>{html.escape(cell)}</pre></td>" for cell in cells))
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


_BESIDE = "\0"

# Longer lines push their source to the right.
_WIDEST = 80


def _source_of(operation: Operation) -> str:
    """The line that made an operation; of a gradient that serves whoever asks, what it differentiates."""
    for place in places_of(operation.origins or differentiated_origins(operation.origins))[:1]:
        text = linecache.getline(place.filename, place.lineno).strip()
        return f"{_BESIDE}{_short_name(place.filename)}:{place.lineno}: {text}"
    return ""


def _short_name(file: str) -> str:
    """A file's name; in a library that is installed with its place there."""
    _, _, installed = file.replace(os.sep, "/").rpartition("/site-packages/")
    return installed if installed != file.replace(os.sep, "/") else os.path.basename(file)


def _nothing(operation: Operation) -> str:
    return ""


def _lines(
    graph: Graph, title: str, beside: Callable[[Operation], str] = _nothing
) -> Iterator[str]:
    inputs = graph.inputs if isinstance(graph, FuncGraph) else []
    if not isinstance(graph, FuncGraph):
        yield title
    else:
        yield from _head(title, [*map(_typed, inputs)], beside is not _nothing)
    arguments_ops = {id(tensor.op) for tensor in inputs}
    for operation in graph.operations:
        if id(operation) not in arguments_ops:
            for line in _operation_lines(operation, beside):
                yield _STEP + line
    if isinstance(graph, FuncGraph):
        results = ", ".join(map(_reference, graph.outputs))
        always = "".join(f" after ^{op.name}" for op in graph.control_outputs)
        yield f"{_STEP}return {results}".rstrip() + always


def _head(title: str, arguments: list[str], is_wrapped: bool) -> Iterator[str]:
    """The line of a graph's arguments; to be read, one for each argument where they are many."""
    line = f"{title}({', '.join(arguments)})"
    if not is_wrapped or len(line) <= _WIDEST:
        yield line
        return
    yield f"{title}("
    for argument in arguments:
        yield f"{_STEP * 2}{argument},"
    yield ")"


def _operation_lines(operation: Operation, beside: Callable[[Operation], str]) -> Iterator[str]:
    results = ", ".join(map(_typed, operation.outputs)) or f"^{operation.name}"
    inputs = ", ".join(map(_reference, operation.inputs))
    is_value = not operation.inputs and operation.op_def.has_one_output
    call = operation.type if is_value else f"{operation.type}({inputs})"
    after = "".join(f" after ^{control.name}" for control in operation.control_inputs)
    device = f" on {operation.device}" if operation.device else ""
    yield f"{results} = {call}{_attrs_text(operation)}{device}{after}{beside(operation)}"
    if operation.op_def.has(Trait.CALLS):
        for key in sorted(operation.attrs):
            value = operation.attrs[key]
            if isinstance(value, FuncGraph):
                graphs = [(key, value)]
            elif isinstance(value, (list, tuple)) and value and isinstance(value[0], FuncGraph):
                graphs = [(f"{key}[{i}]", graph) for i, graph in enumerate(value)]
            else:
                continue
            for title, graph in graphs:
                for line in _lines(graph, title, beside):
                    yield _STEP + line


def _reference(tensor: SymbolicTensor) -> str:
    index = f":{tensor.value_index}" if tensor.value_index else ""
    return f"%{tensor.op.name}{index}"


def _typed(tensor: SymbolicTensor) -> str:
    return f"{_reference(tensor)}: {tensor.dtype.name}{_shape_text(tensor.shape)}"


def _shape_text(shape: TensorShape) -> str:
    if shape.rank is None:
        return "[...]"
    return f"[{', '.join('?' if size is None else str(size) for size in shape.as_list())}]"


def _attrs_text(operation: Operation) -> str:
    hidden = _attrs_in_types(operation.op_def)
    shown = []
    for key in sorted(operation.attrs):
        value = operation.attrs[key]
        definition = operation.op_def.attrs.get(key)
        if definition is None or key in hidden or "func" in definition.kind:
            continue
        if not isinstance(value, EagerTensor) and value == definition.default:
            continue
        shown.append(f"{key}={_value_text(value)}")
    return f" {{{', '.join(shown)}}}" if shown else ""


def _attrs_in_types(op_def: OpDef) -> set[str | None]:
    """The attrs that the outputs' types show."""
    return {
        "output_shapes",
        *(arg.type_attr for arg in op_def.outputs),
        *(arg.types_attr for arg in op_def.outputs),
    }


def _value_text(value: Any) -> str:
    if isinstance(value, EagerTensor):
        return _array_text(value._array)
    if isinstance(value, DType):
        return value.name
    if isinstance(value, TensorShape):
        return _shape_text(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value_text, value))}]"
    return repr(value)


def _array_text(array: np.ndarray) -> str:
    if array.size > _MOST_ELEMENTS:
        return f"<{array.size} elements>"
    return str(array.tolist()).replace("\n", " ")
