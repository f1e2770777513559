"""`stagelight.onnx.export`: a function as a file that ONNX Runtime and others run."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.formats.atomic_files import replaced
from stagelight.onnx.exporting import activations as activations
from stagelight.onnx.exporting import boxes as boxes
from stagelight.onnx.exporting import control_flow as control_flow
from stagelight.onnx.exporting import elementwise as elementwise
from stagelight.onnx.exporting import images as images
from stagelight.onnx.exporting import indices as indices
from stagelight.onnx.exporting import lists as lists
from stagelight.onnx.exporting import matrices as matrices
from stagelight.onnx.exporting import normalization as normalization
from stagelight.onnx.exporting import parts as parts
from stagelight.onnx.exporting import quantization as quantization
from stagelight.onnx.exporting import randomness as randomness
from stagelight.onnx.exporting import reductions as reductions
from stagelight.onnx.exporting import shapes as shapes
from stagelight.onnx.exporting import texts as texts
from stagelight.onnx.exporting import variables as variables
from stagelight.onnx.exporting import windows as windows
from stagelight.onnx.exporting.converters import CONVERTERS
from stagelight.onnx.exporting.graphs import LEFT_OUT, Missing, MissingOperations, write_graph
from stagelight.onnx.exporting.tidying import tidy, used_names
from stagelight.onnx.exporting.writer import Value, Writer
from stagelight.onnx.protos import LEAST_OPSET, MOST_OPSET, USUAL_OPSET, dtype_number, onnx
from stagelight.ops.resources.resource_variables import VariableResource
from stagelight.passes.pipeline import optimize
from stagelight.public import find, public
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.staging.function import Function
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec

# A message of protobuf cannot be larger; what is goes to a file of its own beside it.
MOST_BYTES_IN_A_MESSAGE = 2**31 - 2**20


@public("onnx.UnsupportedOperationsError")
class UnsupportedOperationsError(NotImplementedError):
    """ONNX cannot express some operations of a function.

    Attributes:
        operations: (op, operation's name, reason, (file, line, function) of the user's code or None).
    """

    def __init__(self, function: str, missing: Sequence[Missing]) -> None:
        self.operations = [
            (x.operation.type, x.operation.name, x.reason, next(iter(x.operation.frames), None))
            for x in missing
        ]
        lines = []
        for op, name, reason, place in self.operations:
            where = f'\n    File "{place[0]}", line {place[1]}, in {place[2]}' if place else ""
            lines.append(f"  {op} ({name}): {reason}{where}")
        super().__init__(
            f"AG501: ONNX cannot express {len(lines)} operation{'s' * (len(lines) != 1)} of "
            f"{function}:\n" + "\n".join(dict.fromkeys(lines)) + "\n"
            "  `tf.onnx.supported_ops()` lists what can be exported."
        )


@public("onnx.supported_ops")
def supported_ops() -> list[str]:
    """The names of the ops that `export` can write, in alphabetical order.

    Some of them only with some attrs or dtypes; the error says which.

    >>> import stagelight as tf
    >>> "MatMul" in tf.onnx.supported_ops()
    True
    """
    return sorted({*CONVERTERS, *LEFT_OUT})


@public("onnx.export")
def export(
    function: Any,
    path: str | os.PathLike[str] | None = None,
    *,
    input_signature: Any = None,
    signature: str | None = None,
    opset: int = USUAL_OPSET,
    axis_names: Mapping[str, Sequence[str | None]] | None = None,
) -> Any:
    """Writes a function as an ONNX model.

    The function's graph is optimized, calls are opened up, variables become initializers with the values that
    they have now, `If` and `While` become ONNX's `If` and `Loop`. Sizes that are not known stay open:
    an axis of an argument `x` is called "x_0", unless `axis_names` says otherwise. Checks and prints are
    left out. What the function returns is called "output_0" and so on, or as the dict's keys.

    Args:
        function: a `tf.function`, a Python function, a `ConcreteFunction`, a Keras model, a module whose
            `__call__` is one, a loaded saved model, or the folder of one.
        path: of the file; None writes none.
        input_signature: `tf.TensorSpec`s of the arguments, where the function has none of its own.
        signature: which of a saved model's; "serving_default" or the only one if not given.
        opset: the version of ONNX's operators, 18 to 23.
        axis_names: names of open axes by argument, as `{"x": ["batch", None]}`; axes of one name have
            one size.

    Returns:
        The `onnx.ModelProto`.

    Raises:
        UnsupportedOperationsError: ONNX cannot express some operations; all are told, with their lines.
        TypeError: the function is none, or its arguments are not known.
        ValueError: the opset is not known; a rank is not; or an argument or result is no tensor.
        ImportError: the package onnx is not installed.

    >>> import stagelight as tf
    >>> double = tf.function(lambda x: 2 * x, input_signature=[tf.TensorSpec([None], tf.float32, "x")])
    >>> model = tf.onnx.export(double)
    >>> [node.op_type for node in model.graph.node]
    ['Mul']
    """
    if not LEAST_OPSET <= opset <= MOST_OPSET:
        raise ValueError(f"opset must be from {LEAST_OPSET} to {MOST_OPSET}. Received: {opset}")
    concrete = _concrete(function, input_signature, signature)
    model = _model(concrete, opset, axis_names or {})
    if path is not None:
        _write(model, Path(path))
    return model


def _concrete(function: Any, input_signature: Any, signature: str | None) -> ConcreteFunction:
    """The trace that is written."""
    if isinstance(function, (str, os.PathLike)):
        function = find("saved_model.load")(os.fspath(function))
    signatures = getattr(function, "signatures", None)
    if isinstance(signatures, Mapping) and signatures:
        name = signature or ("serving_default" if len(signatures) > 1 else next(iter(signatures)))
        if name not in signatures:
            raise ValueError(f"signature must be one of {sorted(signatures)}. Received: {name!r}")
        function = signatures[name]
    if isinstance(function, ConcreteFunction):
        return function
    if input_signature is None and hasattr(function, "get_config") and hasattr(function, "inputs"):
        input_signature = _specs_of_keras(function)
        function = partial(
            function, training=False
        )  # As its `predict` does: some layers would draw.
    staged = _staged(function, input_signature)
    if hasattr(staged, "get_concrete_function"):
        if input_signature is not None and staged is not function:
            return staged.get_concrete_function()
        given = [] if input_signature is None else list(input_signature)
        return staged.get_concrete_function(*given)
    raise TypeError(
        "function must be a function, a module with a staged `__call__`, or a saved model. "
        f"Received: {function!r}"
    )


def _specs_of_keras(model: Any) -> list[Any]:
    """The specs of a Keras model's inputs, in the structure in which it takes them."""

    def of(tensor: Any) -> Any:
        return TensorSpec(tensor.shape, tensor.dtype, tensor.name)

    inputs = model.inputs[0] if len(model.inputs) == 1 else model.inputs
    return [nest.map_structure(of, getattr(model, "_inputs_struct", inputs))]


def _staged(function: Any, input_signature: Any) -> Any:
    """A function that has concrete ones."""
    if hasattr(function, "get_concrete_function"):
        return function
    if not callable(function):
        return None
    if hasattr(function.__call__, "get_concrete_function"):  # A module's.
        return function.__call__
    if input_signature is None:
        raise TypeError("input_signature must be given for a function that has none")
    return Function(function, input_signature=input_signature)


def _model(function: ConcreteFunction, opset: int, axis_names: Mapping[str, Any]) -> Any:
    w = Writer(opset)
    graph = optimize(function.graph)
    count = function.argument_count
    inputs = [_argument(w, tensor) for tensor in graph.inputs[:count]]
    captured = [_captured(w, tensor) for tensor in function.captured_inputs]
    try:
        values = write_graph(w, graph, [*inputs, *captured])
    except MissingOperations as error:
        raise UnsupportedOperationsError(function.name, error.missing) from None
    names = _result_names(function)
    results = []
    for name, value in zip(names, values, strict=True):
        own = w.unique(name)
        w.nodes.append(onnx.helper.make_node("Identity", [value.name], [own], name=own))
        results.append(Value(own, value.dtype))
    nodes = _without_last_identities(tidy(w.nodes, [x.name for x in results], w))
    initializers = w.initializers(used_names(nodes))
    message = onnx.helper.make_graph(
        nodes,
        function.name,
        [_info(x, t.shape, axis_names) for x, t in zip(inputs, graph.inputs[:count], strict=True)],
        [_info(x, t.shape, axis_names) for x, t in zip(results, graph.outputs, strict=True)],
        initializers,
    )
    domains = {node.domain for node in nodes if node.domain}
    opsets = [onnx.helper.make_opsetid("", opset)]
    opsets += [onnx.helper.make_opsetid(domain, 3) for domain in sorted(domains)]
    return onnx.helper.make_model(
        message,
        opset_imports=opsets,
        producer_name="stagelight",
        ir_version=onnx.helper.find_min_ir_version_for(opsets),
    )


def _argument(w: Writer, tensor: Any) -> Value:
    given = tensor.op.attrs.get("_user_specified_name")
    name = given.decode() if isinstance(given, bytes) else given or tensor.op.name
    if tensor.dtype in (dtypes.resource, dtypes.variant):
        raise ValueError(f"The argument {name!r} is no tensor: {tensor.dtype.name}")
    return Value(w.unique(name), tensor.dtype)


def _captured(w: Writer, tensor: Tensor) -> Any:
    """A variable's value, a tensor's, or what else is behind a handle, for those who know it."""
    if not isinstance(tensor, EagerTensor):
        raise ValueError("The function captures a tensor of another function")
    behind = tensor._array[()] if tensor.dtype is dtypes.resource else None
    if isinstance(behind, VariableResource):
        if behind.value is None:
            raise ValueError(f"The variable {behind.name!r} has no value yet")
        return w.parameter(np.asarray(behind.value), behind.dtype, behind.name.partition(":")[0])
    if tensor.dtype in (dtypes.resource, dtypes.variant):
        return Value("", tensor.dtype, np.asarray(tensor._array))
    return w.parameter(np.asarray(tensor._array), tensor.dtype, "captured")


def _result_names(function: ConcreteFunction) -> list[str]:
    """The keys of a dict of results, or "output_0" and so on."""
    structured = function.structured_outputs
    if hasattr(structured, "_asdict"):
        structured = structured._asdict()
    count = len(function.graph.outputs)
    if isinstance(structured, Mapping) and len(structured) == count:
        # The leaves of a dict come in the order of its keys.
        keys = sorted(structured) if isinstance(structured, dict) else structured
        return [str(key) for key in keys]
    return [f"output_{i}" for i in range(count)]


def _info(value: Value, shape: TensorShape, axis_names: Mapping[str, Any]) -> Any:
    """What is said of an argument or result: its dtype and shape, where open axes have names."""
    if shape.rank is None:
        raise ValueError(
            f"{value.name!r} has no known rank, which ONNX wants to know: see `tf.ensure_shape`"
        )
    names = list(axis_names.get(value.name, ())) + [None] * shape.rank
    sizes = [
        (names[i] or f"{value.name}_{i}") if size is None else size
        for i, size in enumerate(shape.as_list())
    ]
    return onnx.helper.make_tensor_value_info(value.name, dtype_number(value.dtype), sizes)


def _without_last_identities(nodes: list[Any]) -> list[Any]:
    """Lets operators give the results under their names, where nothing else takes what they give."""
    uses: dict[str, int] = {}
    for node in nodes:
        for name in used_names([node]):
            uses[name] = uses.get(name, 0) + 1
    makers = {name: node for node in nodes for name in node.output}
    kept = []
    for node in nodes:
        taken = node.input[0] if node.input else ""
        maker = makers.get(taken)
        if node.op_type == "Identity" and maker is not None and uses[taken] == 1:
            place = list(maker.output).index(taken)
            maker.output[place] = node.output[0]
            makers[node.output[0]] = maker
            continue
        kept.append(node)
    return kept


def _write(model: Any, path: Path) -> None:
    if model.ByteSize() > MOST_BYTES_IN_A_MESSAGE:
        onnx.save_model(
            model,
            path,
            save_as_external_data=True,
            location=f"{path.name}.data",
            size_threshold=1024,
        )
        return
    with replaced(path) as file:
        file.write(model.SerializeToString())
