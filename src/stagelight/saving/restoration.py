"""A checkpoint that is being restored: its objects find those of the program.

It begins with the two roots. The children of an object that was found are found by name; a child
that the program has not made yet is waited for, and gets its values when it is made.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from stagelight.core.tensor import EagerTensor
from stagelight.formats import schema
from stagelight.formats.tensor_bundle import BundleReader
from stagelight.graph.scopes import init_scope
from stagelight.saving.object_graph import (
    OBJECT_GRAPH_KEY,
    children_of,
    full_name,
    name_of_values,
    variables_from,
)
from stagelight.state.trackable import Trackable, wait_for_child
from stagelight.state.variable_saving import VALUE
from stagelight.types.dtypes import as_dtype


class Restoration:
    """Gives the objects of a program the values of a checkpoint.

    Attributes:
        matched: the program's objects by the positions of those of the checkpoint.
        used: the keys of values that were given to an object.
        mismatched: positions that two objects of the program lay claim to.
    """

    def __init__(self, reader: BundleReader) -> None:
        self.reader = reader
        stored = reader.tensor(OBJECT_GRAPH_KEY).item()
        self.graph = schema.TrackableObjectGraph.FromString(stored)
        self.matched: dict[int, Any] = {}
        self.used: set[str] = set()
        self.mismatched: set[int] = set()

    def match(self, value: Any, position: int = 0) -> None:
        """Says which object of the program one of the checkpoint is, and goes on with its children."""
        found = [(value, position)]
        while found:
            value, position = found.pop()
            if position in self.matched:
                if self.matched[position] is not value:
                    self.mismatched.add(position)
                continue
            self.matched[position] = value
            if self.graph.nodes[position].attributes:
                with init_scope():
                    self._restore_values(value, position)
            children = children_of(value)
            for child in self.graph.nodes[position].children:
                if child.local_name in children:
                    found.append((children[child.local_name], child.node_id))
                else:
                    self._wait(value, child)

    def wait_at_root(self, root: Any) -> None:
        """Waits for the children of the first object at an object that stands for it, too."""
        children = children_of(root)
        for child in self.graph.nodes[0].children:
            if child.local_name not in children:
                self._wait(root, child)

    def _wait(self, parent: Any, child: Any) -> None:
        wait_for_child(parent, child.local_name, partial(self.match, position=child.node_id))

    def _restore_values(self, value: Any, position: int) -> None:
        attributes = self.graph.nodes[position].attributes
        restore = getattr(value, "_restore_from_tensors", None)
        has_values = getattr(restore, "__func__", restore) is not Trackable._restore_from_tensors
        if not attributes or restore is None or not has_values:
            return
        keys: dict[str, str] = {}  # Of the values, by what the object calls them.
        for attribute in attributes:
            key = attribute.checkpoint_key
            if attribute.name == name_of_values(value):
                keys.update(
                    {x[len(key) :]: x for x in self.reader.all_keys() if x.startswith(f"{key}-")}
                )
            elif key in self.reader:
                keys[attribute.name] = key
        if not keys:
            return
        restore({name: tensor_of(self.reader, key) for name, key in keys.items()})
        self.used |= {x.checkpoint_key for x in attributes}


def tensor_of(reader: BundleReader, key: str) -> Any:
    """A value of a checkpoint as a tensor."""
    return EagerTensor(reader.tensor(key), as_dtype(reader.dtype_number(key)))


def restore_by_names(reader: BundleReader, root: Any) -> tuple[list[Any], set[str]]:
    """Gives variables the values that a checkpoint of TensorFlow 1 has under their names.

    Returns:
        The objects that got none, and the keys that were used.
    """
    missing, used = [], set()
    for value in variables_from(root):
        name = full_name(value)
        if name in reader:
            with init_scope():
                value._restore_from_tensors({VALUE: tensor_of(reader, name)})
            used.add(name)
        else:
            missing.append(value)
    return missing, used
