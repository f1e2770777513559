"""Which graph of a saved model is meant, by tags."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def graph_of_tags(message: Any, tags: Any, folder: Path) -> Any:
    """The `MetaGraphDef` of the tags; the only one has to have objects, or they are not asked for."""
    graphs = list(message.meta_graphs)
    if len(graphs) == 1 and graphs[0].HasField("object_graph_def") and tags is not None:
        own = sorted(graphs[0].meta_info_def.tags)
        if _tag_set(tags) != set(own):
            raise ValueError(
                f"Got an incompatible argument to `tags`: {tags}. The SavedModel at {folder} has one "
                f"MetaGraph with tags {own}. You may omit the argument, pass 'None', or pass matching tags."
            )
    if tags is None and len(graphs) != 1:
        known = [sorted(graph.meta_info_def.tags) for graph in graphs]
        raise ValueError(
            "Importing a SavedModel with `tf.saved_model.load` requires a `tags` argument if there is more "
            f"than one MetaGraph. The SavedModel at {folder} has those with the tags {known}."
        )
    return graphs[0] if tags is None else graph_with_tags(message, tags, folder)


def graph_with_tags(message: Any, tags: Any, folder: Path) -> Any:
    """The `MetaGraphDef` that has these tags, and no others.

    Raises:
        RuntimeError: there is none.
    """
    wanted = _tag_set(tags)
    for graph in message.meta_graphs:
        if wanted == set(graph.meta_info_def.tags):
            return graph
    known = [sorted(graph.meta_info_def.tags) for graph in message.meta_graphs]
    raise RuntimeError(
        f"MetaGraphDef associated with tags {tags!r} could not be found in SavedModel at {folder}, with "
        f"available tags {known}."
    )


def _tag_set(tags: Any) -> set[str]:
    return {tags} if isinstance(tags, str) else set(tags)
