"""A checkpoint that is being restored: its objects find those of the program.

It begins with the two roots and goes on breadth first. The children of an object that was found are found by
name; a child that the program has not made yet is waited for, and gets its values when it is made.
"""

from __future__ import annotations

import itertools
import sys
import weakref
from collections import deque
from collections.abc import Callable, Iterator
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

# Restorations are numbered: of two that wait for one object, the later one wins.
_uids = itertools.count(1)
# Where an object keeps the number of the last restoration that gave it values.
_UPDATE_UID = "_self_update_uid"


class CheckpointPosition:
    """A node of the object graph of a checkpoint, to be restored into an object that is found later.

    Optimizers of Keras 2 are handed one for each slot variable, and keep it until they make the variable.
    """

    def __init__(self, checkpoint: Restoration, proto_id: int) -> None:
        self.checkpoint = checkpoint
        self.proto_id = proto_id

    @property
    def object_proto(self) -> Any:
        """The node's message."""
        return self.checkpoint.graph.nodes[self.proto_id]

    @property
    def restore_uid(self) -> int:
        """The number of the restoration."""
        return self.checkpoint.uid

    def is_simple_variable(self) -> bool:
        """Whether the node is a variable: a single value and no children."""
        attributes = self.object_proto.attributes
        return [x.name for x in attributes] == [VALUE] and not self.object_proto.children

    def value_shape(self) -> Any:
        """The shape of a variable's value; None if the node is none."""
        value = self.value_tensors().get(VALUE)
        return None if value is None else value.shape

    def value_tensors(self, shape_and_slices: Any = None) -> dict[str, Any]:
        """The values of the node by their names."""
        return {
            x.name: self.checkpoint.tensor(x.checkpoint_key)
            for x in self.object_proto.attributes
            if x.checkpoint_key in self.checkpoint.reader
        }

    def restore(self, trackable: Any, reader: Any = None) -> None:
        """Binds the node to an object and restores it with all that is reached from there."""
        self.checkpoint.match(trackable, self.proto_id)


class Restoration:
    """Gives the objects of a program the values of a checkpoint, breadth first.

    A node of the checkpoint's object graph is bound to the first object of the program that is found at its
    place; objects that lay claim to it later get nothing from it.

    Attributes:
        uid: its number; an object does not take values of an earlier restoration than it had last.
        used: the keys of values that were given to an object.
        unbound: objects that were found at places of nodes which are bound to others.
        with_slots: whether variables that optimizers keep for others are restored.
    """

    def __init__(self, reader: BundleReader, with_slots: bool = True) -> None:
        self.uid = next(_uids)
        self.reader = reader
        self.with_slots = with_slots
        stored = reader.tensor(OBJECT_GRAPH_KEY).item()
        self.graph = schema.TrackableObjectGraph.FromString(stored)
        self.used: set[str] = set()
        self.unbound: list[Callable[[], Any]] = []
        # Whether values that no object got are told when nothing can ask for them any more.
        self.warns = False
        # The objects by node, held weakly: an object that waits for its children holds the restoration.
        self._bound: dict[int, Callable[[], Any]] = {}
        # Slots by the node of the variable that they belong to, until it is bound.
        self._slots_of_variables: dict[int, list[tuple[int, Any]]] = {}
        # Then by the node of their optimizer, with the variable, until that is bound.
        self._slots_of_optimizers: dict[int, list[tuple[Any, Any]]] = {}
        if with_slots:
            for position, node in enumerate(self.graph.nodes):
                for slot in node.slot_variables:
                    variable = slot.original_variable_node_id
                    self._slots_of_variables.setdefault(variable, []).append((position, slot))

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

    def bound_objects(self) -> list[Any]:
        """The objects of the program that nodes are bound to, and that are alive."""
        return [value for x in self._bound.values() if (value := x()) is not None]

    def _object_at(self, position: int) -> Any:
        reference = self._bound.get(position)
        return None if reference is None else reference()

    def _bind(self, position: int, value: Any) -> bool:
        """Binds a node to an object. False if it is bound already."""
        current = self._object_at(position)
        if current is None:
            self._bound[position] = _weak_reference(value)
            return True
        if current is not value:
            self.unbound.append(_weak_reference(value))
            _warn_of_inconsistent_references(names_of_nodes(self.graph)[position])
        return False

    def match(self, value: Any, position: int = 0) -> None:
        """Binds a node to an object and restores both, then the children, in the order of their distance.

        Children are bound before any of them is visited, so that the nearest claim to a node wins.
        """
        if not self._bind(position, value):
            return
        queue = deque([(value, position)])
        while queue:
            value, position = queue.popleft()
            node = self.graph.nodes[position]
            if node.attributes:
                with init_scope():
                    self._restore_values(value, node.attributes)
            if node.children:
                queue.extend(self._bind_children(value, node))
            queue.extend(self._bind_slots(value, position))

    def _bind_children(self, value: Any, node: Any) -> Iterator[tuple[Any, int]]:
        """The children of an object that are bound now; those that it does not have yet are waited for."""
        children = children_of(value)
        for child in node.children:
            if self._object_at(child.node_id) is not None:
                continue
            if child.local_name not in children:
                self._wait(value, child)
            elif self._bind(child.node_id, children[child.local_name]):
                yield children[child.local_name], child.node_id

    def _bind_slots(self, value: Any, position: int) -> Iterator[tuple[Any, int]]:
        """The slot variables that are bound now: those of an optimizer or of a variable."""
        for variable, slot in self._slots_of_optimizers.pop(position, ()):
            yield from self._bind_slot(value, variable, slot)
        for optimizer, slot in self._slots_of_variables.pop(position, ()):
            found = self._object_at(optimizer)
            if found is None:
                self._slots_of_optimizers.setdefault(optimizer, []).append((value, slot))
            else:
                yield from self._bind_slot(found, value, slot)

    def _bind_slot(self, optimizer: Any, variable: Any, slot: Any) -> Iterator[tuple[Any, int]]:
        make = getattr(optimizer, "_create_or_restore_slot_variable", None)
        if make is None:
            return  # TF: what stands for the optimizer may be a plain object.
        position = CheckpointPosition(self, slot.slot_variable_node_id)
        found = make(slot_variable_position=position, slot_name=slot.slot_name, variable=variable)
        if found is not None and self._bind(position.proto_id, found):
            yield found, position.proto_id

    def wait_at_root(self, root: Any) -> None:
        """Waits for the children of the first object at an object that stands for it, too."""
        children = children_of(root)
        for child in self.graph.nodes[0].children:
            if child.local_name not in children:
                self._wait(root, child)

    def _wait(self, parent: Any, child: Any) -> None:
        wait_for_child(parent, child.local_name, CheckpointPosition(self, child.node_id))

    def _restore_values(self, value: Any, attributes: Any) -> None:
        own = getattr(value, "__dict__", {})
        if own.get(_UPDATE_UID, 0) >= self.uid:  # It has values of this restoration or a later one.
            self.used.update(x.checkpoint_key for x in attributes)
            return
        own[_UPDATE_UID] = self.uid
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
        restore({name: self.tensor(key) for name, key in keys.items()})
        self.used.update(key for _, key in told)

    def tensor(self, key: str) -> Any:
        """A value; in a graph the operation that reads it."""
        if CONTEXT.stage is None:
            return tensor_of(self.reader, key)
        dtype = as_dtype(self.reader.dtype_number(key))
        (value,) = raw.RestoreV2(self.reader.prefix, [key], [""], dtypes=[dtype])
        return value


def _weak_reference(value: Any) -> Callable[[], Any]:
    """What gives the object while it is alive. Tuples and the like cannot be held weakly."""
    try:
        return weakref.ref(value)
    except TypeError:
        return lambda: value


def _warn_of_inconsistent_references(name: str) -> None:
    get_logger().warning(
        "Inconsistent references when loading the checkpoint into this object graph: the checkpoint has one "
        "object at %s, for which the program has two. The first one found, from the root on, is restored.",
        name,
    )


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
