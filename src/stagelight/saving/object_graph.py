"""The objects that are reached from a root, as checkpoints name and number them.

An object's children are what its class says (`_trackable_children`); the items of lists, tuples and dicts
count as theirs. Objects are numbered in the order
in which they are met, the nearest to the root first, and are named by the shortest way from it:
`model/layers/0`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from stagelight.formats import schema
from stagelight.state.data_structures import require_names
from stagelight.state.trackable import children_among

# What the graph itself is called among the values of a checkpoint.
OBJECT_GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"
# What stands in a key between the way to an object and the name of its value.
ATTRIBUTES = ".ATTRIBUTES"
# What stands in a key between the way to a variable and the way to the optimizer that keeps another for it.
_SLOT = ".OPTIMIZER_SLOT"


def children_of(value: Any, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
    """The children of an object by name, as a checkpoint or a saved model ("savedmodel") sees them.

    Args:
        value: the object.
        save_type: which of the two.
        **kwargs: for the object's own method.

    Raises:
        ValueError: it has something trackable under a key that is no string, or a list or dict that was
            changed such that no names can be given.
    """
    own = getattr(value, "_trackable_children", None)
    if own is not None:
        return dict(own(save_type, **kwargs))
    if isinstance(value, dict):
        require_names(value)
        return children_among(value.items(), save_type)
    if isinstance(value, (list, tuple)):
        return children_among(((str(i), item) for i, item in enumerate(value)), save_type)
    return {}


def values_of(value: Any) -> dict[str, Any]:
    """The tensors that an object itself has, by name."""
    serialize = getattr(value, "_serialize_to_tensors", None)
    if serialize is None:
        return {}
    try:
        values: dict[str, Any] = serialize()
    except NotImplementedError:
        return {}
    return values


def name_of_values(value: Any) -> str | None:
    """What the values of an object are called together, if each has an end of that name only."""
    return getattr(value, "_name_of_values", None)


@dataclass
class Node:
    """An object, its name, and its children by name: the positions of their nodes.

    Attributes:
        slots: the variables that an optimizer keeps for others, each as the position of the other
            variable, what it is called, and its own position.
    """

    value: Any
    path: str
    children: dict[str, int]
    slots: list[tuple[int, str, int]] = field(default_factory=list)


def nodes_from(root: Any, children_of: Callable[[Any], dict[str, Any]] = children_of) -> list[Node]:
    """All objects that are reached from a root, the root first.

    Args:
        root: an object.
        children_of: gives the children of an object by name.
    """
    nodes = [Node(root, "", {})]
    positions = {id(root): 0}
    for node in nodes:  # It grows.
        for name, child in children_of(node.value).items():
            position = positions.get(id(child))
            if position is None:
                position = positions[id(child)] = len(nodes)
                path = f"{node.path}/{_escaped(name)}" if node.path else _escaped(name)
                nodes.append(Node(child, path, {}))
            node.children[name] = position
    return nodes


def nodes_with_slots_from(root: Any) -> list[Node]:
    """As `nodes_from`, and then the variables that optimizers keep for variables among them."""
    nodes = nodes_from(root)
    others = tuple(nodes)
    for node in others:
        for position, name, slot in _slot_variables(node.value, others):
            path = f"{nodes[position].path}/{_SLOT}/{node.path}/{_escaped(name)}"
            node.slots.append((position, name, len(nodes)))
            nodes.append(Node(slot, path, {}))
    return nodes


def _slot_variables(optimizer: Any, nodes: Sequence[Node]) -> Iterator[tuple[int, str, Any]]:
    """The slot variables that an optimizer has for nodes: the node's position, the slot's name and variable.

    Optimizers of TensorFlow 1 and of Keras 2 have `get_slot_names` and `get_slot`.
    """
    if not hasattr(type(optimizer), "get_slot_names"):
        return
    for name in optimizer.get_slot_names():
        for position, node in enumerate(nodes):
            try:
                slot = optimizer.get_slot(node.value, name)
            except (AttributeError, KeyError):
                continue  # TF: optimizers of Keras 2 refuse so what is no variable of theirs.
            if slot is not None:
                yield position, name, slot


def values_and_graph(nodes: list[Node]) -> tuple[dict[str, Any], Any]:
    """The tensors of objects by key, and the `TrackableObjectGraph` that says whose they are."""
    tensors: dict[str, Any] = {}
    graph = schema.TrackableObjectGraph()
    for node in nodes:
        proto = graph.nodes.add()
        for name, position in node.children.items():
            proto.children.add(node_id=position, local_name=name)
        for variable, name, position in node.slots:
            proto.slot_variables.add(
                original_variable_node_id=variable,
                slot_name=name,
                slot_variable_node_id=position,
            )
        values, together = values_of(node.value), name_of_values(node.value)
        start = f"{node.path}/{ATTRIBUTES}/"
        if values and together is not None:
            key = start + together
            tensors.update({key + name: tensor for name, tensor in values.items()})
            proto.attributes.add(name=together, checkpoint_key=key)
            continue
        for name, tensor in values.items():
            key = start + _escaped(name)
            tensors[key] = tensor
            proto.attributes.add(name=name, full_name=full_name(node.value), checkpoint_key=key)
    for position in _with_values(nodes, graph):
        graph.nodes[position].has_checkpoint_values.value = True
    return tensors, graph


def full_name(value: Any) -> str:
    """The name of a variable, by which checkpoints of TensorFlow 1 know it."""
    name = getattr(value, "name", "")
    return name.partition(":")[0] if isinstance(name, str) else ""


def _with_values(nodes: list[Node], graph: Any) -> set[int]:
    """The positions of objects that have values or lead to some that have."""
    parents: dict[int, list[int]] = {}
    for position, node in enumerate(nodes):
        for child in (*node.children.values(), *(slot for _, _, slot in node.slots)):
            parents.setdefault(child, []).append(position)
    waiting = [position for position, node in enumerate(graph.nodes) if node.attributes]
    found: set[int] = set()
    while waiting:
        position = waiting.pop()
        if position not in found:
            found.add(position)
            waiting += parents.get(position, [])
    return found


def variables_from(root: Any) -> Iterator[Any]:
    """The objects with values that are reached from a root."""
    return (node.value for node in nodes_from(root) if values_of(node.value))


def names_of_nodes(graph: Any) -> list[str]:
    """What to call the objects of a checkpoint: "(root).layers.0", by the shortest way to each."""
    names = {0: "(root)"}
    waiting = [0]
    for position in waiting:  # It grows.
        for child in graph.nodes[position].children:
            if child.node_id not in names:
                names[child.node_id] = f"{names[position]}.{child.local_name}"
                waiting.append(child.node_id)
    for position, node in enumerate(graph.nodes):
        for slot in node.slot_variables:
            names[slot.slot_variable_node_id] = (
                f"{names.get(position)}'s state '{slot.slot_name}' for "
                f"{names.get(slot.original_variable_node_id)}"
            )
    return [names.get(position, f"object {position}") for position in range(len(graph.nodes))]


def _escaped(name: str) -> str:
    return name.replace(".", "..").replace("/", ".S")
