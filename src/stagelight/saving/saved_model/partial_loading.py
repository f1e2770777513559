"""Loading into objects that are there, and reading the message alone: what Keras 2 does."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from stagelight.graph.scopes import init_scope
from stagelight.public import public
from stagelight.saving.saved_model.files import read_saved_model
from stagelight.saving.saved_model.loading import Loader
from stagelight.saving.saved_model.options import LoadOptions
from stagelight.saving.saved_model.tags import graph_of_tags


@public("__internal__.saved_model.load_partial")
def load_partial(
    export_dir: Any, filters: Any, tags: Any = None, options: LoadOptions | None = None
) -> dict[str, Any]:
    """Loads a model into objects that are there: Keras 2 makes its layers itself.

    Args:
        export_dir: the folder.
        filters: by the ways to objects, such as "root" and "root.layers.0", pairs of an object and of what
            gives it a child (a function of the object, the name and the child); None for an object that is
            made.
        tags, options: as those of `tf.saved_model.load`.

    Returns:
        The objects by their ways.

    Raises:
        ValueError: there is no object at the end of a way.

    >>> import tempfile
    >>> model, own, folder = tf.Module(), tf.Variable(0.0), tempfile.mkdtemp()
    >>> model.v = tf.Variable(3.0)
    >>> tf.saved_model.save(model, folder)
    >>> loaded = tf.__internal__.saved_model.load_partial(folder, {"root.v": (own, setattr)})
    >>> own.numpy()
    np.float32(3.0)
    """
    folder = Path(os.fspath(export_dir))
    graph = graph_of_tags(read_saved_model(folder), tags, folder)
    with init_scope():
        loader = Loader(graph, folder, options or LoadOptions(), True, None)
        positions = {way: _position(way, graph.object_graph_def.nodes) for way in filters}
        loader.take({positions[way]: given for way, given in filters.items() if given is not None})
        loader.root()
    return {way: loader.node(position) for way, position in positions.items()}


def _position(way: str, nodes: Any) -> int:
    """The position of the object at the end of a way from the root: "root.layers.0"."""
    position = 0
    for name in way.split(".")[1:]:
        children = {x.local_name: x.node_id for x in nodes[position].children}
        if name not in children:
            raise ValueError(f"The SavedModel has no object {way!r}: nothing is called {name!r}.")
        position = children[name]
    return position


@public("__internal__.saved_model.parse_saved_model")
def parse_saved_model(export_dir: Any) -> Any:
    """The `SavedModel` message of a folder.

    Raises:
        OSError: there is none, or it is broken.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> tf.saved_model.save(tf.Module(), folder)
    >>> tf.__internal__.saved_model.parse_saved_model(folder).saved_model_schema_version
    1
    """
    return read_saved_model(Path(os.fspath(export_dir)))
