"""`fingerprint`: a text's hash that says all that a part of a graph computes.

Parts with equal fingerprints do the same to the same inputs, in this process or another: the names of
operations, places in source code and devices are left out. Operations and tensors are numbered in the order
in which they come.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from stagelight.core import registry
from stagelight.core.inference import ListsOf
from stagelight.core.op_def import OpDef
from stagelight.core.tensor import EagerTensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

_PACKAGE = __name__.partition(".")[0]


def fingerprint(
    operations: Sequence[Operation],
    inputs: Sequence[SymbolicTensor],
    outputs: Sequence[SymbolicTensor],
) -> str | None:
    """The fingerprint of operations; None if there is something in them that only this process has.

    Args:
        operations: in program order. Constants that they take need not be among them.
        inputs: tensors from outside.
        outputs: what is used after them.
    """
    writer = _Writer()
    try:
        writer.part(operations, inputs, outputs)
    except _OfThisProcessError:
        return None
    return hashlib.sha256("\n".join(writer.lines).encode()).hexdigest()


class _OfThisProcessError(Exception):
    """What a part computes cannot be said in a text."""


class _Writer:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self._tensors: dict[int, int] = {}
        self._operations: dict[int, int] = {}
        self._graphs: dict[int, int] = {}

    def part(
        self,
        operations: Sequence[Operation],
        inputs: Sequence[SymbolicTensor],
        outputs: Sequence[SymbolicTensor],
    ) -> None:
        """Writes operations with what comes in and goes out."""
        self.lines.append("in " + " ".join([self._added(x) for x in inputs]))
        for operation in operations:
            if operation.outputs and id(operation.outputs[0]) in self._tensors:
                continue  # an input's placeholder, or a constant that was written where it was used
            self._operation(operation)
        self.lines.append("out " + " ".join([self._number(x) for x in outputs]))

    def _operation(self, operation: Operation) -> None:
        op_def = operation.op_def
        if not _is_of_package(op_def):
            raise _OfThisProcessError
        inputs = " ".join([self._number(x) for x in operation.inputs])
        # What is not written, as it is left to the host, comes before anyway.
        written = self._operations
        before = " ".join(
            [str(written[id(x)]) for x in operation.control_inputs if id(x) in written]
        )
        attrs = operation.attrs
        told = " ".join([f"{name}={self._value(attrs[name])}" for name in sorted(attrs)])
        self._operations[id(operation)] = len(self._operations)
        outputs = " ".join([self._added(x) for x in operation.outputs])
        self.lines.append(f"{op_def.name}({inputs}; {before}; {told}) {outputs}")

    def _added(self, tensor: SymbolicTensor) -> str:
        """A tensor's form, when it gets its number."""
        self._tensors[id(tensor)] = len(self._tensors)
        data = tensor.handle_data
        form = f"{tensor.dtype.name}{_sizes(tensor.shape)}"
        return form if data is None else f"{form}:{self._value(data)}"

    def _number(self, tensor: SymbolicTensor) -> str:
        found = self._tensors.get(id(tensor))
        if found is None:
            if tensor.op.op_def.name != "Const":
                raise _OfThisProcessError
            self._operation(tensor.op)
            found = self._tensors[id(tensor)]
        return str(found)

    def _value(self, value: Any) -> str:
        kind = type(value)
        if kind in (bool, int, float, str, bytes, type(None)):
            return repr(value)
        if isinstance(value, DType):
            return value.name
        if isinstance(value, TensorShape):
            return _sizes(value)
        if kind is ListsOf:
            return f"lists of {self._value(value.elements)}"
        if kind in (list, tuple):
            return f"[{', '.join(map(self._value, value))}]"
        if kind is EagerTensor and not value._array.dtype.hasobject:
            array = value._array
            data = hashlib.sha256(array.tobytes()).hexdigest()
            return f"{value.dtype.name}{array.shape}{data}"
        if isinstance(value, FuncGraph):
            return self._graph(value)
        raise _OfThisProcessError

    def _graph(self, graph: FuncGraph) -> str:
        known = self._graphs.get(id(graph))
        if known is None:
            known = self._graphs[id(graph)] = len(self._graphs)
            self.lines.append(f"graph {known}")
            self.part(graph.operations, graph.inputs, graph.outputs)
            kept = [str(self._operations[id(x)]) for x in graph.control_outputs]
            self.lines.append(f"end {' '.join(kept)}")
        return f"graph {known}"


def _is_of_package(op_def: OpDef) -> bool:
    """Whether the op is the package's own of that name. Those that only plans have are in no list."""
    name = op_def.name
    if registry.homes.module_of(name) is not None:
        return registry.lookup(name) is op_def
    return op_def.scalar is None and _is_own(op_def.infer) and _is_own(op_def.kernel)


def _is_own(function: Callable[..., Any]) -> bool:
    """Whether a function stands in the package as it is, with nothing that it was given."""
    return (
        isinstance(function, FunctionType)
        and function.__closure__ is None
        and function.__module__.partition(".")[0] == _PACKAGE
    )


def _sizes(shape: TensorShape) -> str:
    return "?" if shape.rank is None else str(shape.as_list())
