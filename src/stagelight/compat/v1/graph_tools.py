"""TensorFlow 1's tools for graphs and checkpoints: freezing, preparation for inference, listings.

Scripts import them below `tensorflow.python.tools`: `freeze_graph`, `optimize_for_inference_lib`,
`strip_unused_lib` and `inspect_checkpoint`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from google.protobuf import text_format

import stagelight as tf
from stagelight.compat.v1.graph_surgery import (
    convert_variables_to_constants,
    extract_sub_graph,
    remove_training_nodes,
)
from stagelight.compat.v1.meta_graph_import import import_meta_graph
from stagelight.compat.v1.session import Session
from stagelight.formats import schema
from stagelight.graph.graph import Graph


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _read_message(kind: Any, path: str, binary: bool) -> Any:
    """A message of a file, in bytes or as text."""
    with tf.io.gfile.GFile(path, "rb") as file:
        data = file.read()
    return kind.FromString(data) if binary else text_format.Parse(data.decode(), kind())


def freeze_graph(
    input_graph: str | None,
    input_saver: str | None,
    input_binary: bool,
    input_checkpoint: str | None,
    output_node_names: str,
    restore_op_name: str = "save/restore_all",
    filename_tensor_name: str = "save/Const:0",
    output_graph: str = "",
    clear_devices: bool = True,
    initializer_nodes: str = "",
    variable_names_whitelist: str = "",
    variable_names_blacklist: str = "",
    input_meta_graph: str | None = None,
    input_saved_model_dir: str | None = None,
    saved_model_tags: str = "serve",
    checkpoint_version: int = 2,
) -> Any:
    """A graph of a file with the variables of a checkpoint as constants.

    Args:
        input_graph: a file with a `GraphDef`; or None, where `input_meta_graph` or `input_saved_model_dir` is
            given.
        input_saver: a file with a `SaverDef`, whose operations restore; those of the graph if empty.
        input_binary: whether these files are in bytes; otherwise they are text.
        input_checkpoint: the checkpoint; that of the saved model if empty.
        output_node_names: the names of the results, with commas between them.
        restore_op_name, filename_tensor_name: accepted for compatibility: variables are found by name.
        output_graph: where the frozen graph is written; nowhere if empty.
        clear_devices: whether the devices of operations are left out.
        initializer_nodes: operations that set the variables, in place of a checkpoint.
        variable_names_whitelist, variable_names_blacklist: the variables that become constants, those that do
            not.
        input_meta_graph: a file with a `MetaGraphDef`.
        input_saved_model_dir: the directory of a saved model of TensorFlow 1.
        saved_model_tags: the tags of its graph.
        checkpoint_version: accepted for compatibility.

    Returns:
        The frozen `GraphDef`.

    Raises:
        ValueError: no graph or no results are given, or a variable has no value.
        NotFoundError: a file is missing.
    """
    if not output_node_names:
        raise ValueError("You need to supply the name of a node to --output_node_names.")
    graph_def = None
    if input_graph:
        graph_def = _read_message(schema.GraphDef, input_graph, input_binary)
    meta_graph = None
    if input_meta_graph:
        meta_graph = _read_message(schema.MetaGraphDef, input_meta_graph, input_binary)
    return freeze_graph_with_def_protos(
        graph_def,
        None,
        input_checkpoint,
        output_node_names,
        restore_op_name,
        filename_tensor_name,
        output_graph,
        clear_devices,
        initializer_nodes,
        variable_names_whitelist,
        variable_names_blacklist,
        meta_graph,
        input_saved_model_dir,
        _names(saved_model_tags),
        checkpoint_version,
    )


def freeze_graph_with_def_protos(
    input_graph_def: Any,
    input_saver_def: Any,
    input_checkpoint: str | None,
    output_node_names: str,
    restore_op_name: str = "save/restore_all",
    filename_tensor_name: str = "save/Const:0",
    output_graph: str = "",
    clear_devices: bool = True,
    initializer_nodes: str = "",
    variable_names_whitelist: str = "",
    variable_names_blacklist: str = "",
    input_meta_graph_def: Any = None,
    input_saved_model_dir: str | None = None,
    saved_model_tags: Collection[str] | None = None,
    checkpoint_version: int = 2,
) -> Any:
    """As `freeze_graph`, of messages in place of files."""
    outputs = _names(output_node_names)
    with Graph().as_default() as graph, Session(graph=graph) as session:
        if input_saved_model_dir:
            tf.compat.v1.saved_model.load(
                session, list(saved_model_tags or ["serve"]), input_saved_model_dir
            )
        elif input_meta_graph_def is not None:
            saver = import_meta_graph(input_meta_graph_def, clear_devices=clear_devices)
            if saver is None:
                raise ValueError(
                    "Required: a meta graph with a saver, by which the checkpoint is read. This one has none."
                )
            saver.restore(session, input_checkpoint)
        elif input_graph_def is None:
            raise ValueError("Required: a graph, a meta graph or a saved model. Received none.")
        else:
            tf.import_graph_def(input_graph_def, name="")
            if initializer_nodes:
                session.run(_names(initializer_nodes))
            else:
                _restore(session, graph, str(input_checkpoint))
        message = graph.as_graph_def()
        if clear_devices:
            for node in message.node:
                node.device = ""
        frozen = convert_variables_to_constants(
            session,
            message,
            outputs,
            _names(variable_names_whitelist) or None,
            _names(variable_names_blacklist),
        )
    if output_graph:
        with tf.io.gfile.GFile(output_graph, "wb") as file:
            file.write(frozen.SerializeToString(deterministic=True))
    return frozen


def _restore(session: Session, graph: Graph, checkpoint: str) -> None:
    """Sets the variables of a graph to what a checkpoint has for their names."""
    reader = tf.train.load_checkpoint(checkpoint)
    assignments = [
        tf.raw_ops.AssignVariableOp(
            resource=x.outputs[0],
            value=tf.constant(reader.get_tensor(x.name)),
        )
        for x in graph.get_operations()
        if x.type == "VarHandleOp" and reader.has_tensor(x.name)
    ]
    session.run(assignments)


def strip_unused(
    input_graph_def: Any,
    input_node_names: Sequence[str],
    output_node_names: Sequence[str],
    placeholder_type_enum: int | Sequence[int],
) -> Any:
    """The part of a graph between some nodes, of which the first become placeholders.

    Args:
        input_graph_def: a `GraphDef`.
        input_node_names: the names of nodes whose values are fed.
        output_node_names: the names of the results.
        placeholder_type_enum: the dtype of all placeholders, or of each, as in `DataType`.

    Raises:
        KeyError: there is no such node.
    """
    missing = set(input_node_names) - {node.name for node in input_graph_def.node}
    if missing:
        raise KeyError(f"The following input nodes were not found: {missing}")
    given = placeholder_type_enum
    dtypes = [given] * len(input_node_names) if isinstance(given, int) else list(given)
    by_name = dict(zip(input_node_names, dtypes, strict=True))
    cut = schema.GraphDef(library=input_graph_def.library, versions=input_graph_def.versions)
    for node in input_graph_def.node:
        if node.name not in by_name:
            cut.node.add().CopyFrom(node)
            continue
        placeholder = cut.node.add(name=node.name, op="Placeholder")
        placeholder.attr["dtype"].type = by_name[node.name]
        for key in ("_output_shapes", "shape"):
            if key in node.attr:
                placeholder.attr[key].CopyFrom(node.attr[key])
    return extract_sub_graph(cut, output_node_names)


def optimize_for_inference(
    input_graph_def: Any,
    input_node_names: Sequence[str],
    output_node_names: Sequence[str],
    placeholder_type_enum: int | Sequence[int],
    toco_compatible: bool = False,
    placeholder_to_const_dict: Any = None,
) -> Any:
    """The part of a frozen graph that computes some nodes of others, without what only training needs.

    Args: as for `strip_unused`; the last two are accepted for compatibility.
    """
    part = strip_unused(input_graph_def, input_node_names, output_node_names, placeholder_type_enum)
    return remove_training_nodes(part, output_node_names)


def print_tensors_in_checkpoint_file(
    file_name: str,
    tensor_name: str | None,
    all_tensors: bool,
    all_tensor_names: bool = False,
    count_exclude_pattern: str = "",
) -> None:
    """Prints what a checkpoint has.

    Args:
        file_name: the checkpoint.
        tensor_name: the name of one tensor whose value is printed.
        all_tensors: whether all values are printed, with their names.
        all_tensor_names: whether the names are printed.
        count_exclude_pattern: a pattern of names that are not counted.
    """
    reader = tf.train.load_checkpoint(file_name)
    shapes, dtypes = reader.get_variable_to_shape_map(), reader.get_variable_to_dtype_map()
    lines: list[Any] = []
    if all_tensors or all_tensor_names:
        for key in sorted(shapes):
            lines.append(f"tensor: {key} ({dtypes[key].name}) {shapes[key]}")
            lines += [reader.get_tensor(key)] * all_tensors
    elif tensor_name:
        lines += [f"tensor_name:  {tensor_name}", reader.get_tensor(tensor_name)]
    else:
        lines.append(reader.debug_string().decode())
    counted = [
        int(np.prod(shape))
        for name, shape in shapes.items()
        if not count_exclude_pattern or not re.search(count_exclude_pattern, name)
    ]
    lines.append(f"# Total number of params: {sum(counted)}")
    sys.stdout.write("".join(f"{line}\n" for line in lines))
