"""`tf.io.write_graph`: a graph as a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from stagelight.formats.atomic_files import replaced
from stagelight.graph.graph import Graph
from stagelight.public import public


@public("io.write_graph", "compat.v1.train.write_graph")
def write_graph(
    graph_or_graph_def: Any, logdir: str | os.PathLike[str], name: str, as_text: bool = True
) -> str:
    """Writes a graph to a file.

    Args:
        graph_or_graph_def: A `tf.Graph` or a `GraphDef`.
        logdir: The folder; it is made if it is not there.
        name: The file's name in it.
        as_text: Whether it is written as text that people can read, or else as bytes.

    Returns:
        The file's path.

    >>> import pathlib, tempfile
    >>> path = tf.io.write_graph(tf.Graph(), tempfile.mkdtemp(), "graph.pbtxt")
    >>> pathlib.Path(path).read_text().startswith("versions")
    True
    """
    message = graph_or_graph_def
    if isinstance(message, Graph):
        message = message.as_graph_def()
    Path(logdir).mkdir(parents=True, exist_ok=True)
    path = os.path.join(logdir, name)
    with replaced(Path(path)) as file:
        file.write(str(message).encode() if as_text else message.SerializeToString())
    return path
