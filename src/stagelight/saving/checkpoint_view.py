"""`tf.train.CheckpointView`: the objects of a checkpoint, before anything is restored."""

from __future__ import annotations

import os
from typing import Any

from stagelight.formats import schema
from stagelight.formats.tensor_bundle import BundleReader
from stagelight.public import public
from stagelight.saving.object_graph import OBJECT_GRAPH_KEY, children_of, nodes_from


@public("train.CheckpointView")
class CheckpointView:
    """The objects of a checkpoint by their numbers; 0 is the one that was saved.

    Args:
        save_path: the checkpoint's path.
        options: see `tf.train.CheckpointOptions`.

    Raises:
        NotFoundError: there is no such checkpoint, or it knows no objects.

    >>> import os, tempfile
    >>> path = tf.train.Checkpoint(v=tf.Variable(1.0)).save(os.path.join(tempfile.mkdtemp(), "training"))
    >>> view = tf.train.CheckpointView(path)
    >>> view.children(0)
    {'v': 1, 'save_counter': 2}
    >>> view.descendants()
    [0, 1, 2]
    """

    def __init__(self, save_path: Any, options: Any = None) -> None:
        stored = BundleReader(os.fspath(save_path)).tensor(OBJECT_GRAPH_KEY).item()
        self._nodes = schema.TrackableObjectGraph.FromString(stored).nodes

    def children(self, node_id: int) -> dict[str, int]:
        """The numbers of an object's children, by name."""
        return {child.local_name: child.node_id for child in self._nodes[node_id].children}

    def descendants(self) -> list[int]:
        """The numbers of all objects that are reached from the first, the nearest first."""
        found = [0]
        for position in found:  # It grows.
            found += [x for x in self.children(position).values() if x not in found]
        return found

    def match(self, obj: Any) -> dict[int, Any]:
        """Which objects of the program have the places of those of the checkpoint.

        Args:
            obj: the object that has the place of the first.

        Returns:
            The program's objects by the numbers of the checkpoint's.
        """
        found = {0: obj}
        waiting = [0]
        for position in waiting:  # It grows.
            children = children_of(found[position])
            for name, child in self.children(position).items():
                if name in children and child not in found:
                    found[child] = children[name]
                    waiting.append(child)
        return found

    def diff(self, obj: Any) -> tuple[dict[int, Any], list[int], list[Any]]:
        """How a checkpoint and the objects of the program differ.

        Args:
            obj: as for `match`.

        Returns:
            What `match` gives; the numbers of the other objects of the checkpoint; and the other objects of
            the program.
        """
        matched = self.match(obj)
        known = {id(value) for value in matched.values()}
        others = [node.value for node in nodes_from(obj) if id(node.value) not in known]
        return matched, [x for x in self.descendants() if x not in matched], others
