"""`stagelight.onnx.load`: a model of ONNX as a module with a staged function."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.errors import OpError
from stagelight.onnx.importing import arrays as arrays
from stagelight.onnx.importing import control_flow as control_flow
from stagelight.onnx.importing import elementwise as elementwise
from stagelight.onnx.importing import networks as networks
from stagelight.onnx.importing.files import array_in, read_model
from stagelight.onnx.importing.operators import OPERATORS, Node
from stagelight.onnx.protos import dtype_of_number, onnx
from stagelight.public import public
from stagelight.staging.function import Function
from stagelight.state.module import Module
from stagelight.state.variable import Variable
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec

# The oldest and newest versions of ONNX's operators that are read.
_OLDEST, _NEWEST = 13, 23

_FAILURES = (
    ValueError,
    TypeError,
    NotImplementedError,
    LookupError,
    ArithmeticError,
    AttributeError,
    OpError,
)


@public("onnx.Model")
class Model(Module):
    """A model of ONNX that has been loaded.

    Calling it takes the model's inputs, in their order or by name, and gives a dict of its outputs by
    name. Its floating initializers are variables, which can be trained and are saved with it.

    Attributes:
        inputs: their specs by name.
        run: the staged function of the inputs, in their order.
    """

    def __init__(self, model: Any, folder: Path, file: str) -> None:
        super().__init__()
        reader = _Reader(folder, file, _opset_of(model, file))
        reader.require_known(model.graph)
        arrays = {x.name: array_in(x, folder, file) for x in model.graph.initializer}
        self.values = {
            name: Variable(array, name=_plain(name))
            for name, array in arrays.items()
            if array.dtype.kind == "f" and array.ndim
        }
        inputs = [x for x in model.graph.input if x.name not in arrays]
        self.inputs = {x.name: _spec(x, file) for x in inputs}
        names = list(self.inputs)

        def run(*tensors: Any) -> dict[str, Any]:
            known: dict[str, Any] = {**arrays, **self.values}
            known.update(zip(names, tensors, strict=True))
            results = reader.run(model.graph, known)
            return {x.name: y for x, y in zip(model.graph.output, results, strict=True)}

        specs = list(self.inputs.values())
        self.run = Function(run, input_signature=specs, autograph=False)
        self.run.get_concrete_function()  # What cannot be applied is told now.

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        names = list(self.inputs)
        rest = names[len(args) :]
        if sorted(rest) != sorted(kwargs):
            raise TypeError(f"The model takes {names}. Received: {len(args)} and {sorted(kwargs)}")
        return self.run(*args, *[kwargs[name] for name in rest])


@public("onnx.load")
def load(path: str | os.PathLike[str]) -> Model:
    """Reads a model of ONNX as a module with a staged function.

    The function can be called, differentiated, exported again, and saved by `tf.saved_model.save`. Models of
    opsets 13 to 23 are read. Nothing is read but the file and, in its folder, those that it names
    for its tensors.

    Args:
        path: of the file.

    Returns:
        The `tf.onnx.Model`.

    Raises:
        FileNotFoundError: there is no such file.
        ValueError: it is broken, or a node cannot be applied; the message names the file and the node.
        NotImplementedError: it has operators that are not known here, of which all are told, or an input
            that is no tensor.
        ImportError: the package onnx is not installed.

    >>> import stagelight as tf, tempfile, os
    >>> double = tf.function(lambda x: 2.0 * x, input_signature=[tf.TensorSpec([None], tf.float32, "x")])
    >>> path = os.path.join(tempfile.mkdtemp(), "double.onnx")
    >>> _ = tf.onnx.export(double, path)
    >>> tf.onnx.load(path)([1.0, 2.0])["output_0"].numpy().tolist()
    [2.0, 4.0]
    """
    file = Path(path)
    return Model(read_model(file), file.parent, str(file))


def _plain(name: str) -> str:
    """A name of a variable: those of ONNX may have any characters."""
    return re.sub(r"[^\w./-]", "_", name).lstrip("_./-") or "value"


def _opset_of(model: Any, file: str) -> int:
    found = [x.version for x in model.opset_import if x.domain in ("", "ai.onnx")]
    if not found or not _OLDEST <= found[0] <= _NEWEST:
        raise ValueError(f"{file}: opsets from {_OLDEST} to {_NEWEST} are read. Received: {found}")
    return int(found[0])


def _spec(value: Any, file: str) -> TensorSpec:
    kind = value.type.WhichOneof("value")
    if kind != "tensor_type":
        raise NotImplementedError(f"{file}: the input {value.name!r} is no tensor: {kind}")
    told = value.type.tensor_type
    try:
        dtype = dtype_of_number(told.elem_type)
    except ValueError as error:
        raise ValueError(f"{file}: the input {value.name!r}: {error}") from None
    if not told.HasField("shape"):
        return TensorSpec(TensorShape(None), dtype, _plain(value.name))
    sizes = [x.dim_value if x.HasField("dim_value") else None for x in told.shape.dim]
    if any(size is not None and size < 0 for size in sizes):
        raise ValueError(f"{file}: the input {value.name!r} has a negative size: {sizes}")
    return TensorSpec(sizes, dtype, _plain(value.name))


class _Reader:
    """Applies the nodes of a model's graphs, in the function that is being traced."""

    def __init__(self, folder: Path, file: str, opset: int) -> None:
        self._folder, self._file, self._opset = folder, file, opset

    def require_known(self, graph: Any) -> None:
        """Refuses a model with operators that are not known.

        Raises:
            NotImplementedError: there are some.
        """
        unknown = sorted(set(_unknown_operators(graph)))
        if unknown:
            raise NotImplementedError(f"{self._file} has operators that are not read: {unknown}")

    def run(self, graph: Any, known: Mapping[str, Any]) -> list[Any]:
        """The outputs of a graph; `known` has what stands around it, and its inputs."""
        values: dict[str, Any] = dict(known)
        for tensor in graph.initializer:
            if tensor.name not in values:
                values[tensor.name] = array_in(tensor, self._folder, self._file)
        for node in graph.node:
            try:
                taken = [self._value(values, name) if name else None for name in node.input]
                results = self._applied(node, taken, values)
            except _FAILURES as error:
                name = node.name or (node.output[0] if node.output else "")
                raise ValueError(
                    f"{self._file}: the node {name!r} ({node.op_type}): {error}"
                ) from error
            values.update(zip(node.output, results, strict=False))
        return [self._value(values, x.name) for x in graph.output]

    def _value(self, values: dict[str, Any], name: str) -> Any:
        """A value as a tensor."""
        if name not in values:
            raise ValueError(f"{self._file}: nothing gives {name!r}")
        value = values[name]
        return value if isinstance(value, Tensor) else convert_to_tensor(value)

    def _applied(self, node: Any, taken: Sequence[Any], values: Mapping[str, Any]) -> list[Any]:
        attrs = {x.name: self._attr(x) for x in node.attribute}

        def run(graph: Any, tensors: Sequence[Any]) -> list[Any]:
            names = [x.name for x in graph.input]
            return self.run(graph, {**values, **dict(zip(names, tensors, strict=True))})

        known = Node(node.op_type, self._opset, attrs, len(node.output), run)
        found = OPERATORS[node.op_type](known, *taken)
        return [found] if isinstance(found, Tensor) else list(found)

    def _attr(self, attribute: Any) -> Any:
        value = onnx.helper.get_attribute_value(attribute)
        if isinstance(value, onnx.TensorProto):
            return array_in(value, self._folder, self._file)
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        return value


def _unknown_operators(graph: Any) -> Iterator[str]:
    for node in graph.node:
        if node.domain not in ("", "ai.onnx"):
            yield f"{node.domain}.{node.op_type}"
        elif node.op_type not in OPERATORS:
            yield node.op_type
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                yield from _unknown_operators(attribute.g)
