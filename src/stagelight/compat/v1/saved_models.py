"""`tf.compat.v1.saved_model.load`: a model's graph in a session, with the values of its variables."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from stagelight.compat.v1.meta_graph_import import add_meta_graph
from stagelight.compat.v1.session import Session
from stagelight.graph.graph import Graph
from stagelight.graph.node_references import parse_reference
from stagelight.graph.operation import Operation
from stagelight.public import public
from stagelight.saving.saved_model.files import asset_path, read_saved_model, variables_prefix
from stagelight.saving.saved_model.older_models import (
    asset_files,
    initializing_operation,
    needed_names,
)
from stagelight.saving.saved_model.tags import graph_with_tags


@public("compat.v1.saved_model.load", "compat.v1.saved_model.loader.load")
def load(
    sess: Session,
    tags: Iterable[str],
    export_dir: Any,
    import_scope: str | None = None,
    **saver_kwargs: Any,
) -> Any:
    """Adds the graph of a model to a session's graph, and gives its variables and tables their values.

    Operations have the names that they had; variables are among `tf.compat.v1.global_variables()`. Control
    flow of TensorFlow 1 becomes `If` and `While`, of which the results have the names that they had.

    Args:
        sess: the session.
        tags: the tags of the graph to load.
        export_dir: the model's folder.
        import_scope: stands before the names; those in the result are without it.
        **saver_kwargs: accepted for compatibility.

    Returns:
        The `MetaGraphDef`, with `signature_def`.

    Raises:
        RuntimeError: no graph has these tags.
        OSError: there is no model, or its file is broken.
        NotImplementedError: what is needed has ops that are not known; the message lists them all.

    >>> import os, tempfile
    >>> model = tf.Module()
    >>> model.f = tf.function(lambda x: x * 2.0, input_signature=[tf.TensorSpec([], tf.float32, "x")])
    >>> folder = os.path.join(tempfile.mkdtemp(), "model")
    >>> tf.saved_model.save(model, folder)
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     meta = tf.compat.v1.saved_model.load(session, ["serve"], folder)
    ...     signature = meta.signature_def["serving_default"]
    ...     print(session.run(signature.outputs["output_0"].name, {signature.inputs["x"].name: 3.0}))
    6.0
    """
    folder = Path(export_dir)
    message = graph_with_tags(read_saved_model(folder), tags, folder)
    graph = sess.graph
    prefix, _ = add_meta_graph(
        graph, message, import_scope=import_scope, needed=needed_names(message)
    )
    saver = message.saver_def
    if saver.restore_op_name:
        path = variables_prefix(folder)
        sess.run(_operation(graph, prefix + saver.restore_op_name), {
            prefix + saver.filename_tensor_name: path
        })  # fmt: skip
    name = initializing_operation(message)
    if name is not None:
        files = asset_files(message).items()
        feeds = {prefix + tensor: asset_path(folder, file) for tensor, file in files}
        sess.run(_operation(graph, prefix + name), feeds)
    return message


def _operation(graph: Graph, name: str) -> Operation:
    return graph.get_operation_by_name(parse_reference(name).node)
