"""`tf.compat.v1.train.import_meta_graph`: the graph of a `MetaGraphDef` with its collections."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from stagelight.compat.v1 import queue_runners as queue_runners
from stagelight.compat.v1.collection_messages import MessageForm, message_form
from stagelight.compat.v1.graph_collections import (
    GraphKeys,
    collect_variable,
    get_collection,
    get_collection_ref,
)
from stagelight.compat.v1.meta_graph_export import UNBOUND_INPUTS
from stagelight.compat.v1.saver import Saver
from stagelight.compat.v1.scoped_names import with_scope
from stagelight.compat.v1.variable_messages import VARIABLE_COLLECTIONS, GraphVariable
from stagelight.core.dispatch import CONTEXT
from stagelight.formats import schema
from stagelight.graph.graph import Graph
from stagelight.graph.graph_def_import import import_graph_def
from stagelight.graph.older_graphs.rewriting import in_newer_forms
from stagelight.logs import get_logger
from stagelight.public import public

# What tells of control flow that is functions here.
_CONTEXTS = (GraphKeys.COND_CONTEXT, GraphKeys.WHILE_CONTEXT)


@public("compat.v1.train.import_meta_graph")
def import_meta_graph(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    import_scope: str | None = None,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
) -> Saver | None:
    """Adds the graph of a `MetaGraphDef` to the default graph, with its collections.

    Control flow and variables of TensorFlow 1 are rewritten, see `tf.graph_util.import_graph_def`. Operations
    that are not known are left out with all that depends on them, and a warning names them.

    Args:
        meta_graph_or_file: the message, or the path of a file that has it as bytes or as text.
        clear_devices: whether the devices of operations are left out.
        import_scope: stands before the names.
        input_map: tensors that take the place of tensors of the graph, by their names there.
        return_elements: names of operations and tensors that must be there.

    Returns:
        What saves and restores the variables; None if there are none.

    Raises:
        RuntimeError: eagerly.
        OSError: there is no such file, or it is broken.
        NotImplementedError: what is needed has ops that are not known; the message lists them all.
        ValueError: the graph is broken, or lacks inputs that `input_map` does not give.

    >>> import os, tempfile
    >>> v1, path = tf.compat.v1, os.path.join(tempfile.mkdtemp(), "model")
    >>> with tf.Graph().as_default(), v1.Session() as session:
    ...     x = v1.placeholder(tf.float32, [], name="x")
    ...     y = tf.multiply(x, v1.get_variable("w", initializer=2.0), name="y")
    ...     session.run(v1.global_variables_initializer())
    ...     path = v1.train.Saver().save(session, path)
    >>> with tf.Graph().as_default(), v1.Session() as session:
    ...     saver = v1.train.import_meta_graph(f"{path}.meta")
    ...     saver.restore(session, path)
    ...     print(session.run("y:0", {"x:0": 3.0}))
    6.0
    """
    graph = CONTEXT.stage
    if not isinstance(graph, Graph):
        raise RuntimeError(
            "Exporting/importing meta graphs is not supported when eager execution is enabled. No graph "
            "exists when eager execution is enabled. (AG409)"
        )
    message = _as_message(meta_graph_or_file)
    scope, _ = add_meta_graph(
        graph, message, clear_devices, import_scope, input_map, return_elements
    )
    if message.HasField("saver_def"):
        return Saver(saver_def=message.saver_def, name=scope)
    return Saver() if get_collection(GraphKeys.GLOBAL_VARIABLES, import_scope) else None


def add_meta_graph(
    graph: Graph,
    message: Any,
    clear_devices: bool = False,
    import_scope: str | None = None,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    needed: Sequence[str] = (),
) -> tuple[str, list[Any] | None]:
    """Adds the graph of a `MetaGraphDef` to a graph, with its collections.

    Args:
        graph: the graph.
        message: the `MetaGraphDef`.
        clear_devices, import_scope, input_map, return_elements: as for `import_meta_graph`.
        needed: names of tensors and operations that must be there, too.

    Returns:
        What stands before the names, and what was asked for by `return_elements`.
    """
    _check_bound(message, input_map)
    graph_def = schema.GraphDef()
    graph_def.CopyFrom(message.graph_def)
    if clear_devices:
        for node in graph_def.node:
            node.device = ""
    saver = message.saver_def
    saving = (saver.filename_tensor_name, saver.save_tensor_name, saver.restore_op_name)
    names = [x for x in (*saving, *needed, *(return_elements or ())) if x]
    info = message.meta_info_def
    with graph.as_default():
        scope = ""
        if import_scope:
            with graph.name_scope(import_scope) as scope:
                pass
        elif graph.name_stack:
            scope = f"{graph.name_stack}/"
        names += [
            x for x in input_map or () if x.partition(":")[0] in {n.name for n in graph_def.node}
        ]
        found = import_graph_def(
            _known_part(graph_def, names, scope),
            input_map=input_map,
            return_elements=return_elements,
            name=scope,
            producer_op_list=info.stripped_op_list if info.HasField("stripped_op_list") else None,
        )
        _add_collections(graph, message, scope)
    return scope, found


def _as_message(given: Any) -> Any:
    if isinstance(given, schema.MetaGraphDef):
        return given
    if getattr(getattr(given, "DESCRIPTOR", None), "name", None) == "MetaGraphDef":
        return schema.MetaGraphDef.FromString(given.SerializeToString())
    path = Path(os.fspath(given))
    if not path.exists():
        raise OSError(f"File does not exist. Received: {path}.")
    content = path.read_bytes()
    try:
        return schema.parsed(schema.MetaGraphDef, content)
    except ValueError as error:
        message = schema.MetaGraphDef()
        try:
            schema.parse_text(content.decode(), message)
        except ValueError:
            raise OSError(f"Cannot parse file {path}: {error}.") from None
        return message


def _check_bound(message: Any, input_map: Mapping[str, Any] | None) -> None:
    """Checks that all inputs are given that the graph had from outside of what was exported."""
    if UNBOUND_INPUTS not in message.collection_def:
        return
    names = [x.decode() for x in message.collection_def[UNBOUND_INPUTS].bytes_list.value]
    if names and sorted(names) != sorted(input_map or ()):
        missing = ",".join(x for x in names if x not in (input_map or ()))
        raise ValueError(
            f"Graph contains unbound inputs: {missing}. Must provide these inputs through input_map."
        )


def _known_part(graph_def: Any, needed: Sequence[str], scope: str) -> Any:
    """The graph in the forms of TensorFlow 2, without what has ops that are not known."""

    def warn(ops: Collection[str]) -> None:
        get_logger().warning(
            "Nodes with the ops %s, which are not known, are left out, and all that depends on them.",
            sorted(ops),
        )

    return in_newer_forms(graph_def, needed, scope, warn)


# ---------------------------------------------------------------------------- collections


def _add_collections(graph: Graph, message: Any, scope: str) -> None:
    """Fills the collections of the default graph. What was left out of the graph is left out here."""
    variables: dict[bytes, Any] = {}
    keys_of: dict[bytes, list[str]] = {}
    for key in VARIABLE_COLLECTIONS:
        if key in message.collection_def:
            for content in message.collection_def[key].bytes_list.value:
                keys_of.setdefault(content, []).append(key)
    for content, keys in keys_of.items():
        told = schema.parsed(schema.VariableDef, content)
        told.trainable |= GraphKeys.TRAINABLE_VARIABLES in keys  # Older programs say no more.
        try:
            variables[content] = GraphVariable(graph, told, scope)
        except KeyError:
            continue
        collect_variable(variables[content], keys)
    for key, collection in sorted(message.collection_def.items()):
        if key in (*VARIABLE_COLLECTIONS, *_CONTEXTS, UNBOUND_INPUTS):
            continue
        there = get_collection(key)
        values = [
            x for x in _values(graph, key, collection, scope) if all(x is not y for y in there)
        ]
        get_collection_ref(key).extend(values)


def _values(graph: Graph, key: str, collection: Any, scope: str) -> list[Any]:
    kind = collection.WhichOneof("kind")
    if kind is None:
        get_logger().error("Cannot identify data type for collection %s. Skipping.", key)
        return []
    values = list(getattr(collection, kind).value)
    form = message_form(key)
    if form is not None and kind == "bytes_list":
        return list(_told(form, values, scope or None))
    if kind == "node_list":
        return list(_elements(graph, [with_scope(name, scope) for name in values]))
    if kind == "bytes_list" and scope:
        return [with_scope(content.decode(), scope) for content in values]
    return values


def _told(form: MessageForm, contents: Sequence[bytes], scope: str | None) -> Iterator[Any]:
    """What messages tell of, if its operations were not left out."""
    for content in contents:
        with contextlib.suppress(KeyError):
            yield form.from_message(form.read(content), scope)


def _elements(graph: Graph, names: Sequence[str]) -> Iterator[Any]:
    """What has these names, and was not left out."""
    for name in names:
        with contextlib.suppress(KeyError):
            yield graph.as_graph_element(name)
