"""Which kind of file a path is, and the functions of a model."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import stagelight as tf
from stagelight.formats import schema
from stagelight.formats.tensor_bundle import index_file
from stagelight.graph.attr_values import get_dtype, get_shape
from stagelight.graph.function_library import FunctionLibrary
from stagelight.graph.graph_def_import import add_graph_def
from stagelight.graph.older_graphs.rewriting import in_newer_forms
from stagelight.saving.saved_model.files import DEFAULT_KEY
from stagelight.saving.saved_model.trust import admit_op, require_no_trust

SAVED_MODEL, GRAPH_DEF, CHECKPOINT, ONNX = "saved model", "GraphDef", "checkpoint", "ONNX"


def kind_of(path: str) -> str:
    """What a path leads to.

    Raises:
        OSError: nothing that is known.
    """
    if tf.saved_model.contains_saved_model(path):
        return SAVED_MODEL
    if index_file(path).is_file():
        return CHECKPOINT
    if os.path.isdir(path):
        if tf.train.latest_checkpoint(path):
            return CHECKPOINT
        raise FileNotFoundError(f"{path} has no saved model and no checkpoint")
    if os.path.isfile(path):
        return ONNX if path.endswith(".onnx") else GRAPH_DEF
    raise FileNotFoundError(f"{path}: no such file, folder or checkpoint")


def read_graph_def(path: str) -> Any:
    """The `GraphDef` of a file.

    Raises:
        ValueError: it is none.
    """
    message = schema.GraphDef()
    content = Path(path).read_bytes()
    try:
        if path.endswith("txt"):
            schema.parse_text(content.decode(), message)
        else:
            message.ParseFromString(content)
    except Exception as error:  # protobuf's errors have no common class
        raise ValueError(f"{path} is no GraphDef: {error}") from error
    if not message.node and not message.library.function:
        raise ValueError(f"{path} is no GraphDef: it has no nodes")
    return message


def signatures_of(path: str, trust: bool) -> Mapping[str, Any]:
    """The functions of a model that are called by name.

    Raises:
        OSError, ValueError, OpError: it is broken, or needs trust.
    """
    kind = kind_of(path)
    if kind == SAVED_MODEL:
        # The process has its limits (see `limits`).
        none: dict[str, Any] = {} if trust else {"memory": math.inf, "seconds": math.inf}
        model = tf.saved_model.load(path, trust="full" if trust else "none", **none)
        signatures: Mapping[str, Any] = model.signatures
        return signatures
    if kind == GRAPH_DEF:
        return {"graph": _function_of_graph(read_graph_def(path), path, trust)}
    if kind == ONNX:
        return {DEFAULT_KEY: _function_of_onnx(path)}
    raise ValueError(f"{path} is a checkpoint, which has values and no functions")


def signature_of(path: str, name: str | None, trust: bool) -> tuple[str, Any]:
    """The signature of a name, or the only one, with its name.

    Raises:
        ValueError: there is no such signature.
    """
    signatures = signatures_of(path, trust)
    if not signatures:
        raise ValueError(f"{path} has no signatures")
    if name is None:
        name = next(iter(signatures)) if len(signatures) == 1 else DEFAULT_KEY
    if name not in signatures:
        raise ValueError(f"--signature must be one of {sorted(signatures)}. Received: {name}")
    return name, signatures[name]


def _function_of_onnx(path: str) -> Any:
    """A function of a model's inputs by name. Such models can only compute."""
    model = tf.onnx.load(path)
    call = tf.function(lambda **arguments: model(**arguments), autograph=False)
    function = call.get_concrete_function(**model.inputs)
    function.model = model  # It has the variables.
    return function


def _function_of_graph(message: Any, path: str, trust: bool) -> Any:
    """A function of the placeholders of a graph that gives what no other node takes."""
    message = in_newer_forms(message)
    admit = None if trust else partial(admit_op, path)
    if not trust:
        library = FunctionLibrary(message.library)
        names = {node.op for node in message.node} | library.op_names(library)
        require_no_trust(names - set(library), path)
    used = {text.lstrip("^").partition(":")[0] for node in message.node for text in node.input}
    placeholders = [node for node in message.node if node.op == "Placeholder"]
    results = [x.name for x in message.node if x.name not in used and x.op != "NoOp"]

    def call(**arguments: Any) -> dict[str, Any]:
        replaced = {f"{name}:0": value for name, value in arguments.items()}
        operations = add_graph_def(message, replaced, results, "imported", admit=admit) or []
        return {
            name if i == 0 else f"{name}_{i}": output
            for name, operation in zip(results, operations, strict=True)
            for i, output in enumerate(operation.outputs)
        }

    specs = {x.name: _spec_of(x) for x in placeholders}
    return tf.function(call, autograph=False).get_concrete_function(**specs)


def _spec_of(node: Any) -> Any:
    shape = get_shape(node.attr["shape"].shape) if "shape" in node.attr else None
    return tf.TensorSpec(shape, get_dtype(node.attr["dtype"].type), node.name)


def inputs_of(function: Any) -> dict[str, Any]:
    """The specs of a signature's arguments by name."""
    _, arguments = function.structured_input_signature
    return dict(sorted(arguments.items()))
