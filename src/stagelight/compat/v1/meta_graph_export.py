"""`tf.compat.v1.train.export_meta_graph`: a graph with its collections as a `MetaGraphDef` message.

graph_def        the operations and functions
saver_def        the operations that save and restore its variables
collection_def   its collections: variables, savers and queue runners as messages, tensors and operations
                 by their names, numbers and strings as they are
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from stagelight.compat.v1 import variable_messages as variable_messages
from stagelight.compat.v1.collection_messages import message_form
from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.graph_collections import GraphKeys
from stagelight.compat.v1.scoped_names import is_within, without_scope
from stagelight.core import registry
from stagelight.core.dispatch import CONTEXT
from stagelight.core.op_def import REQUIRED
from stagelight.formats import schema, versions
from stagelight.formats.atomic_files import replaced
from stagelight.graph.attr_values import set_attr
from stagelight.graph.graph import Graph
from stagelight.graph.node_references import parse_reference
from stagelight.logs import get_logger
from stagelight.public import public

UNBOUND_INPUTS = "unbound_inputs"
_UNBOUND = "$unbound_inputs_"
_SAVING = ("SaveV2", "RestoreV2", "Save", "Restore", "SaveSlices", "RestoreSlice")


@public("compat.v1.train.export_meta_graph")
def export_meta_graph(
    filename: Any = None,
    meta_info_def: Any = None,
    graph_def: Any = None,
    saver_def: Any = None,
    collection_list: Iterable[Any] | None = None,
    as_text: bool = False,
    graph: Graph | None = None,
    export_scope: str | None = None,
    clear_devices: bool = False,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
) -> Any:
    """A graph with its collections as a message, which `tf.compat.v1.train.import_meta_graph` takes.

    Args:
        filename: where to write it; nowhere if None.
        meta_info_def: a `MetaGraphDef.MetaInfoDef` to begin with.
        graph_def: the graph as a `GraphDef`; that of `graph` if None.
        saver_def: the `SaverDef` of what saves the variables.
        collection_list: the names of the collections; all if None.
        as_text: whether it is written as text that people can read.
        graph: the graph; the default graph if None.
        export_scope: only what is in this name scope, which is left out of the names. Inputs from outside
            are listed in the collection `unbound_inputs`: who imports gives them in `input_map`.
        clear_devices: whether the devices of operations are left out.
        clear_extraneous_savers: whether the operations of other savers are left out.
        strip_default_attrs: whether attrs that have their default are left out.
        save_debug_info: must be False.

    Returns:
        The `MetaGraphDef`.

    Raises:
        RuntimeError: eagerly, without `graph` and `graph_def`.
        TypeError: an argument is not of its type.
        ValueError: an operation cannot be written.

    >>> with tf.Graph().as_default():
    ...     x = tf.constant(1.0, name="x")
    ...     tf.compat.v1.add_to_collection("results", x)
    ...     message = tf.compat.v1.train.export_meta_graph()
    >>> [node.name for node in message.graph_def.node], message.collection_def["results"].node_list.value
    (['x'], ['x:0'])
    """
    if CONTEXT.stage is None and (graph is None or graph_def is None):
        raise RuntimeError(
            "Exporting/importing meta graphs is not supported when eager execution is enabled. No graph "
            "exists when eager execution is enabled. (AG409)"
        )
    if save_debug_info:
        raise NotImplementedError(
            "Debug information is not written; `save_debug_info` must be False."
        )
    _check_type("graph_def", graph_def, schema.GraphDef)
    _check_type("saver_def", saver_def, schema.SaverDef)
    _check_type("meta_info_def", meta_info_def, schema.MetaGraphDef.MetaInfoDef)
    if graph is not None and not isinstance(graph, Graph):
        raise TypeError(f"graph must be of type Graph. Received type: {type(graph)}.")
    chosen = get_default_graph() if graph is None else graph
    message = schema.MetaGraphDef()
    if meta_info_def is not None:
        message.meta_info_def.CopyFrom(meta_info_def)
    message.meta_info_def.tensorflow_version = versions.TENSORFLOW
    message.meta_info_def.tensorflow_git_version = f"stagelight graph {versions.PRODUCER}"
    if saver_def is not None:
        message.saver_def.CopyFrom(saver_def)
    given = chosen.as_graph_def(add_shapes=True) if graph_def is None else graph_def
    message.graph_def.CopyFrom(given)
    left_out = _of_other_savers(given, saver_def) if clear_extraneous_savers else frozenset()
    if export_scope or left_out:
        unbound = _keep_scope(message.graph_def, export_scope, left_out)
        chosen.clear_collection(UNBOUND_INPUTS)  # type: ignore[attr-defined]
        for name in unbound:
            chosen.add_to_collection(UNBOUND_INPUTS, name)  # type: ignore[attr-defined]
    if clear_devices:
        for node in message.graph_def.node:
            node.device = ""
    if strip_default_attrs:
        without_default_attrs(message)
    keys = chosen.collections if collection_list is None else collection_list  # type: ignore[attr-defined]
    with chosen.as_default():
        for key in keys:
            savers = [saver_def] if clear_extraneous_savers and key == GraphKeys.SAVERS else None
            add_collection(message, chosen, key, export_scope, left_out, savers)
    if filename is not None:
        path = Path(filename)
        path.parent.mkdir(parents=True, exist_ok=True)
        with replaced(path) as file:
            file.write(str(message).encode() if as_text else message.SerializeToString())
    return message


def _check_type(name: str, value: Any, message_class: Any) -> None:
    if value is not None and not isinstance(value, message_class):
        raise TypeError(
            f"{name} must be of type {message_class.DESCRIPTOR.name}. Received type: {type(value)}."
        )


# ---------------------------------------------------------------------------- parts of graphs


def _of_other_savers(graph_def: Any, saver_def: Any) -> frozenset[str]:
    """The nodes in the name scopes in which other savers than that of a `SaverDef` have their operations."""
    kept = set()
    if saver_def is not None:
        for name in (saver_def.save_tensor_name, saver_def.restore_op_name):
            kept.add(parse_reference(name).node.rpartition("/")[0])
    scopes = {x.name.rpartition("/")[0] for x in graph_def.node if x.op in _SAVING} - kept
    starts = tuple(f"{scope}/" for scope in scopes if scope)
    return frozenset(x.name for x in graph_def.node if starts and x.name.startswith(starts))


def _keep_scope(graph_def: Any, scope: str | None, left_out: Collection[str]) -> list[str]:
    """Leaves out the nodes that are not in a scope, and the scope; the inputs from outside."""
    unbound: list[str] = []
    nodes = [x for x in graph_def.node if is_within(x.name, scope) and x.name not in left_out]
    for node in nodes:
        for i, text in enumerate(node.input):
            if is_within(text.lstrip("^"), scope):
                node.input[i] = without_scope(text, scope)
            else:
                node.input[i] = _unbound(text)
                unbound.append(node.input[i])
        node.name = without_scope(node.name, scope)
        places = node.attr["_class"].list.s if "_class" in node.attr else ()
        own = [x.decode() for x in places]
        if own:
            own = [without_scope(x, scope) for x in own if is_within(x.partition("@")[2], scope)]
            node.attr["_class"].list.s[:] = [x.encode() for x in own]
    copies = [type(node).FromString(node.SerializeToString()) for node in nodes]
    del graph_def.node[:]
    graph_def.node.extend(copies)
    return list(dict.fromkeys(unbound))


def _unbound(text: str) -> str:
    """What stands for an input from outside."""
    return f"^{_UNBOUND}{text[1:]}" if text.startswith("^") else _UNBOUND + text


def without_default_attrs(message: Any) -> None:
    """Leaves the attrs out of a `MetaGraphDef` that have the default of their op."""
    functions = message.graph_def.library.function
    for node in [
        *message.graph_def.node,
        *(x for function in functions for x in function.node_def),
    ]:
        if node.op not in registry.op_names():
            continue
        for key, definition in registry.lookup(node.op).attrs.items():
            if key not in node.attr or definition.default in (REQUIRED, None):
                continue
            default = schema.AttrValue()
            set_attr(default, definition.default, definition.kind, str)
            if default == node.attr[key]:
                del node.attr[key]
    message.meta_info_def.stripped_default_attrs = True


# ---------------------------------------------------------------------------- collections


def add_collection(
    message: Any,
    graph: Graph,
    key: Any,
    scope: str | None = None,
    left_out: Collection[str] = (),
    messages: list[Any] | None = None,
) -> None:
    """Writes a collection of a graph into a `MetaGraphDef`.

    One with values of a kind that has no form there is left out, and a warning says so.

    Args:
        message: the `MetaGraphDef`.
        graph: the graph, which is the default graph.
        key: the collection's name.
        scope: only what is in this name scope, which is left out of the names.
        left_out: names of operations that are not in the graph that is written.
        messages: what is written in place of the collection.
    """
    if not isinstance(key, str):
        get_logger().warning("Only collections with string type keys will be serialized: %r", key)
        return
    values = [x for x in graph.get_collection(key) if _is_kept(x, scope, left_out)]  # type: ignore[attr-defined]
    form = message_form(key)
    written = schema.CollectionDef()
    try:
        if messages is not None:
            written.bytes_list.value.extend(
                x.SerializeToString() for x in messages if x is not None
            )
        elif form is not None:
            found = (form.to_message(x, scope) for x in values)
            written.bytes_list.value.extend(x.SerializeToString() for x in found if x is not None)
        else:
            _write_values(written, values, scope)
    except (AttributeError, TypeError, ValueError) as error:
        get_logger().warning("The collection %r is not written: %s", key, error)
        return
    if any(getattr(written, field.name).value for field, _ in written.ListFields()):
        message.collection_def[key].CopyFrom(written)


def _is_kept(value: Any, scope: str | None, left_out: Collection[str]) -> bool:
    name = value if isinstance(value, str) else getattr(value, "name", None)
    if name is None or name.startswith(_UNBOUND):
        return True
    return is_within(name, scope) and name.partition(":")[0] not in left_out


def _write_values(written: Any, values: list[Any], scope: str | None) -> None:
    """Writes numbers, strings, or names: what the first of the values is."""
    if not values:
        return
    first = values[0]
    if isinstance(first, (str, bytes)):
        texts = [x.encode() if isinstance(x, str) else x for x in values]
        written.bytes_list.value.extend(texts)
    elif isinstance(first, int):
        written.int64_list.value.extend(values)
    elif isinstance(first, float):
        written.float_list.value.extend(values)
    elif hasattr(first, "type_url"):  # protobuf's Any.
        written.any_list.value.extend(values)
    else:
        names = [without_scope(x.name, scope) for x in values if is_within(x.name, scope)]
        written.node_list.value.extend(names)
