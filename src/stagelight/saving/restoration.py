"""A checkpoint that is being restored: its objects find those of the program.

It begins with the two roots. The children of an object that was found are found by name; a child
that the program has not made yet is waited for, and gets its values when it is made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor
from stagelight.formats import schema
from stagelight.formats.tensor_bundle import BundleReader
from stagelight.graph.scopes import init_scope
from stagelight.logs import get_logger
from stagelight.saving.object_graph import (
    OBJECT_GRAPH_KEY,
    children_of,
    full_name,
    name_of_values,
    names_of_nodes,
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
        with_slots: whether variables that optimizers keep for others are restored.
    """

    def __init__(self, reader: BundleReader, with_slots: bool = True) -> None:
        self.reader = reader
        self.with_slots = with_slots
        stored = reader.tensor(OBJECT_GRAPH_KEY).item()
        self.graph = schema.TrackableObjectGraph.FromString(stored)
        self.matched: dict[int, Any] = {}
        self.used: set[str] = set()
        self.mismatched: set[int] = set()
        # Whether values that no object got are told when nothing can ask for them any more.
        self.warns = False
        # By the position of a variable that is not matched yet: optimizers that keep others for it.
        self._waiting_slots: dict[int, list[tuple[Any, Any]]] = {}

    def __del__(self) -> None:
        if getattr(self, "warns", False) and not sys.is_finalizing():
            lost = [position for position, _ in self.unused()]
            if lost:
                _warn_of_lost_values([names_of_nodes(self.graph)[position] for position in lost])

    def unused(self) -> Iterator[tuple[int, list[str]]]:
        """The objects of the checkpoint that have values which no object of the program got."""
        for position, node in enumerate(self.graph.nodes):
            keys = [x.checkpoint_key for x in node.attributes if x.checkpoint_key not in self.used]
            if keys:
                yield position, keys

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
            node = self.graph.nodes[position]
            if node.attributes:
                with init_scope():
                    self._restore_values(value, node.attributes)
            if node.slot_variables or self._waiting_slots:
                self._match_slots(value, position)
            if not node.children:
                continue
            children = children_of(value)
            for child in node.children:
                if child.local_name in children:
                    found.append((children[child.local_name], child.node_id))
                else:
                    self._wait(value, child)

    def _match_slots(self, value: Any, position: int) -> None:
        """Matches variables that an optimizer keeps for others, where it and the other are known."""
        for slot in self.graph.nodes[position].slot_variables if self.with_slots else ():
            waiting = self._waiting_slots.setdefault(slot.original_variable_node_id, [])
            waiting.append((value, slot))
            self._restore_slots(slot.original_variable_node_id)
        self._restore_slots(position)

    def _restore_slots(self, position: int) -> None:
        if position in self.matched:
            for optimizer, slot in self._waiting_slots.pop(position, ()):
                restore = getattr(optimizer, "_restore_slot_variable", None)
                if restore is not None:
                    match = partial(self.match, position=slot.slot_variable_node_id)
                    restore(self.matched[position], slot.slot_name, match)

    def wait_at_root(self, root: Any) -> None:
        """Waits for the children of the first object at an object that stands for it, too."""
        children = children_of(root)
        for child in self.graph.nodes[0].children:
            if child.local_name not in children:
                self._wait(root, child)

    def _wait(self, parent: Any, child: Any) -> None:
        wait_for_child(parent, child.local_name, partial(self.match, position=child.node_id))

    def _restore_values(self, value: Any, attributes: Any) -> None:
        restore = getattr(value, "_restore_from_tensors", None)
        has_values = getattr(restore, "__func__", restore) is not Trackable._restore_from_tensors
        if restore is None or not has_values:
            return
        together = name_of_values(value)
        keys: dict[str, str] = {}  # Of the values, by what the object calls them.
        told = [(x.name, x.checkpoint_key) for x in attributes]
        for name, key in told:
            if name == together:
                keys.update(
                    {x[len(key) :]: x for x in self.reader.all_keys() if x.startswith(f"{key}-")}
                )
            elif key in self.reader:
                keys[name] = key
        if not keys:
            return
        restore({name: self._tensor(key) for name, key in keys.items()})
        self.used.update(key for _, key in told)

    def _tensor(self, key: str) -> Any:
        """A value; in a graph the operation that reads it."""
        if CONTEXT.stage is None:
            return tensor_of(self.reader, key)
        dtype = as_dtype(self.reader.dtype_number(key))
        (value,) = raw.RestoreV2(self.reader.prefix, [key], [""], dtypes=[dtype])
        return value


def _warn_of_lost_values(names: list[str]) -> None:
    logger = get_logger()
    logger.warning(
        "Detecting that an object or model or tf.train.Checkpoint is being deleted with unrestored values: "
        "the checkpoint has values for which the program made no object. To silence these warnings, call "
        "`status.expect_partial()` of what `restore` returned."
    )
    for name in names:
        logger.warning("Value in checkpoint could not be found in the restored object: %s", name)


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
