"""`tf.train.TrackableView`: the objects that are reached from one."""

from __future__ import annotations

import weakref
from typing import Any

from stagelight.public import public
from stagelight.saving.object_graph import children_of, nodes_from


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
    ['Module', 'list', 'Variable', 'Variable']
    """

    def __init__(self, root: Any) -> None:
        self._root_ref = root if isinstance(root, weakref.ref) else weakref.ref(root)

    @property
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
        own = getattr(obj, "_trackable_children", None)
        return children_of(obj, save_type) if own is None else dict(own(save_type, **kwargs))

    def descendants(self) -> list[Any]:
        """The root and all objects that are reached from it, the nearest first."""
        return [node.value for node in nodes_from(self.root, self.children)]
