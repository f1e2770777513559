"""`stagelight show`: what is in a saved model, a GraphDef or a checkpoint. Nothing of it is run."""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

import stagelight as tf
from stagelight.cli.models import CHECKPOINT, ONNX, SAVED_MODEL, kind_of, read_graph_def
from stagelight.cli.output import PlainConsole
from stagelight.formats.tensor_bundle import BundleReader, index_file
from stagelight.graph.attr_values import get_shape
from stagelight.saving.object_graph import ATTRIBUTES, OBJECT_GRAPH_KEY
from stagelight.saving.saved_model.files import (
    DEFAULT_KEY,
    INIT_OP,
    read_saved_model,
    variables_prefix,
)
from stagelight.state.variable_saving import VALUE
from stagelight.types.dtypes import as_dtype

# What the key of a variable ends in.
_END = f"/{ATTRIBUTES}/{VALUE}"


def show(options: argparse.Namespace) -> None:
    """Prints what is in a file."""
    found = description(options.path)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    console = PlainConsole()
    console.print(Text.assemble((options.path, "bold"), f": {found['kind']}"))
    for key in ("tags", "files"):
        if found.get(key):
            console.print(f"  {key}: {', '.join(found[key])}")
    if "written by" in found:
        console.print(f"  written by: {found['written by']}")
    for name, signature in found.get("signatures", {}).items():
        table = _table(f"signature {name}", "", "name", "dtype", "shape")
        for side in ("inputs", "outputs"):
            for tensor, (dtype, shape) in signature[side].items():
                table.add_row(side[:-1], tensor, dtype, shape)
        console.print(table)
    if found.get("functions"):
        table = _table("functions", "name", "traces")
        for name, count in found["functions"].items():
            table.add_row(name, str(count))
        console.print(table)
    if "variables" in found:
        table = _table("values", "name", "dtype", "shape", "bytes")
        for variable in found["variables"]:
            row = (variable["name"], variable["dtype"], variable["shape"], f"{variable['bytes']:,}")
            table.add_row(*row)
        total = sum(variable["bytes"] for variable in found["variables"])
        table.add_section()
        table.add_row("total", "", str(len(found["variables"])), f"{total:,}")
        console.print(table)
    if "ops" in found:
        table = _table("ops", "op", "count")
        for name, count in found["ops"].items():
            table.add_row(name, str(count))
        console.print(table)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", show_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in ("bytes", "count") else "left")
    return table


def description(path: str) -> dict[str, Any]:
    """What is in a file, as plain values."""
    kind = kind_of(path)
    if kind == CHECKPOINT:
        if not index_file(path).is_file():
            path = tf.train.latest_checkpoint(path)
        return {"kind": kind, "variables": _variables(path)}
    if kind == SAVED_MODEL:
        return {"kind": kind, **_saved_model(path)}
    if kind == ONNX:
        return {"kind": kind, **_onnx(path)}
    return {"kind": kind, **_graph(read_graph_def(path))}


def _saved_model(path: str) -> dict[str, Any]:
    graph = read_saved_model(Path(path)).meta_graphs[0]
    found: dict[str, Any] = {
        "tags": list(graph.meta_info_def.tags),
        "written by": f"{graph.meta_info_def.tensorflow_version} "
        f"({graph.meta_info_def.tensorflow_git_version})",
        "files": list(dict.fromkeys(asset.filename for asset in graph.asset_file_def)),
        "signatures": {
            name: {
                "inputs": _tensors(graph.signature_def[name].inputs),
                "outputs": _tensors(graph.signature_def[name].outputs),
            }
            for name in sorted(graph.signature_def)
            if name != INIT_OP
        },
        "functions": _functions(graph.object_graph_def.nodes),
    }
    prefix = variables_prefix(Path(path))
    if index_file(prefix).is_file():
        found["variables"] = _variables(prefix)
    found["ops"] = _op_counts(graph.graph_def, with_nodes=not graph.graph_def.library.function)
    return found


def _onnx(path: str) -> dict[str, Any]:
    model = tf.onnx.read(path)
    counts = Counter(_operators(model.graph))
    own = {x.name for x in model.graph.initializer}
    infos = {
        "inputs": [x for x in model.graph.input if x.name not in own],
        "outputs": list(model.graph.output),
    }
    return {
        "written by": f"{model.producer_name or 'unknown'}, opset {model.opset_import[0].version}",
        "signatures": {
            DEFAULT_KEY: {
                side: {x.name: _tensor_of_onnx(x.type.tensor_type) for x in found}
                for side, found in infos.items()
            }
        },
        "ops": {name: counts[name] for name in sorted(counts, key=lambda x: (-counts[x], x))},
    }


def _operators(graph: Any) -> Iterator[str]:
    """Of a graph and those inside."""
    for node in graph.node:
        yield node.op_type
        for attribute in node.attribute:
            if attribute.HasField("g"):
                yield from _operators(attribute.g)


def _tensor_of_onnx(kind: Any) -> tuple[str, str]:
    sizes = [
        str(x.dim_value) if x.HasField("dim_value") else x.dim_param or "?" for x in kind.shape.dim
    ]
    return tf.onnx.as_dtype(kind.elem_type).name, f"[{', '.join(sizes)}]"


def _functions(nodes: Any) -> dict[str, int]:
    """The functions of the root by name, with how many traces each has."""
    children = nodes[0].children if nodes else ()
    return {
        x.local_name: len(nodes[x.node_id].function.concrete_functions)
        for x in children
        if x.node_id < len(nodes) and nodes[x.node_id].WhichOneof("kind") == "function"
    }


def _tensors(infos: Any) -> dict[str, tuple[str, str]]:
    """Dtypes and shapes by name."""
    return {
        name: (_dtype_of(infos[name]), _shape(infos[name].tensor_shape)) for name in sorted(infos)
    }


def _dtype_of(info: Any) -> str:
    if info.WhichOneof("encoding") == "name":
        return as_dtype(info.dtype).name
    return str(info.composite_tensor.type_spec.type_spec_class_name or "SparseTensor")


def _shape(message: Any) -> str:
    shape = get_shape(message)
    if shape.rank is None:
        return "?"
    return f"[{', '.join('?' if x is None else str(x) for x in shape.as_list())}]"


def _graph(message: Any) -> dict[str, Any]:
    return {"ops": _op_counts(message, with_nodes=True)}


def _op_counts(message: Any, with_nodes: bool) -> dict[str, int]:
    """How often each op stands in a graph and its functions, the most frequent first."""
    functions = {function.signature.name for function in message.library.function}
    counts = Counter(node.op for x in message.library.function for node in x.node_def)
    if with_nodes:
        counts.update(node.op for node in message.node)
    ops = sorted(set(counts) - functions, key=lambda name: (-counts[name], name))
    return {name: counts[name] for name in ops}


def _variables(prefix: str) -> list[dict[str, Any]]:
    reader = BundleReader(prefix)
    found = []
    for key in reader.all_keys():
        if key == OBJECT_GRAPH_KEY:
            continue
        dtype, shape = as_dtype(reader.dtype_number(key)), reader.shape(key)
        found.append(
            {
                "name": key.removesuffix(_END),
                "dtype": dtype.name,
                "shape": str(list(shape)),
                "bytes": reader.size(key),
                "elements": math.prod(shape),
            }
        )
    return found
