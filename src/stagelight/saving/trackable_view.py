"""`tf.train.TrackableView`: the objects that are reached from one."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any, NamedTuple

from stagelight.boundary import guarded
from stagelight.public import public
from stagelight.saving.object_graph import Node, children_of, nodes_from


@public("train.TrackableView")
class TrackableView:
    """The objects that are reached from a root. Subclasses may say which children objects have.

    Args:
        root: an object, which is held weakly.

    >>> model = tf.Module()
    >>> model.layers = [tf.Variable(1.0), tf.Variable(2.0)]
    >>> view = tf.train.TrackableView(model)
    >>> list(view.children(model))
    ['layers']
    >>> [type(x).__name__ for x in view.descendants()]
    ['Module', 'ListWrapper', 'Variable', 'Variable']
    """

    def __init__(self, root: Any) -> None:
        self._root_ref = root if isinstance(root, weakref.ref) else weakref.ref(root)

    @property
    @guarded
    def root(self) -> Any:
        """The root.

        Raises:
            ReferenceError: it is gone.
        """
        root = self._root_ref()
        if root is None:
            raise ReferenceError("The root of this view does not exist any more.")
        return root

    @classmethod
    def children(cls, obj: Any, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        """The children of an object by name.

        Args:
            obj: the object.
            save_type: "checkpoint" or "savedmodel", which has functions too.
            **kwargs: for the objects' own methods.
        """
        return children_of(obj, save_type, **kwargs)

    def descendants(self) -> list[Any]:
        """The root and all objects that are reached from it, the nearest first."""
        return [node.value for node in nodes_from(self.root, self.children)]


class TrackableReference(NamedTuple):
    """A step from an object to a child of it."""

    name: str
    ref: Any


class _ByIdentity(dict[Any, Any]):
    """A dict whose keys are objects, equal to themselves alone."""

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(id(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(id(key), value)


@public("__internal__.tracking.ObjectGraphView")
class ObjectGraphView(TrackableView):
    """The objects that are reached from a root, and the ways to them.

    Args:
        root: an object.
        attached_dependencies: steps that the root has besides.

    >>> model = tf.Module()
    >>> model.weight = tf.Variable(1.0)
    >>> view = tf.__internal__.tracking.ObjectGraphView(model)
    >>> found, paths = view.breadth_first_traversal()
    >>> [step.name for step in paths[model.weight]]
    ['weight']
    """

    def __init__(self, root: Any, attached_dependencies: Any = None) -> None:
        super().__init__(root)
        self._strong_root = root
        self.attached_dependencies = list(attached_dependencies or ())

    def children(  # type: ignore[override]  # TF: a method here, a class method above.
        self, obj: Any, save_type: str = "checkpoint", **kwargs: Any
    ) -> dict[str, Any]:
        """The children of an object by name."""
        children = super().children(obj, save_type, **kwargs)
        if obj is self._strong_root:
            children.update((step.name, step.ref) for step in self.attached_dependencies)
        return children

    def list_children(
        self, obj: Any, save_type: str = "checkpoint", **kwargs: Any
    ) -> list[TrackableReference]:
        """The children of an object, each with its name."""
        found = self.children(obj, save_type, **kwargs)
        return [TrackableReference(name, child) for name, child in found.items()]

    def breadth_first_traversal(self) -> tuple[list[Any], Any]:
        """All objects, the nearest first, and by object the steps that lead to it."""
        nodes = nodes_from(self.root, self.children)
        return [node.value for node in nodes], ways_to(nodes)


def ways_to(nodes: Sequence[Node]) -> Any:
    """The steps that lead to each object from the first, by object."""
    ways = _ByIdentity({id(nodes[0].value): ()})
    for node in nodes:
        for name, position in node.children.items():
            child = nodes[position].value
            if id(child) not in ways and id(node.value) in ways:
                ways[child] = (*ways[node.value], TrackableReference(name, child))
    return ways
