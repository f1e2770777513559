"""Switches back to what TensorFlow 1 does: sizes that are objects, tensors that are compared by identity.

The program sees the older behaviour; this package's own code, which is told apart by who asks, never does.
What has no older position here is told in the docstrings: variables are of the newer kind, and conditionals
and loops are operations with functions, whose results are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from stagelight.compat.v1.default_graph import disable_eager_execution, enable_eager_execution
from stagelight.compat.v1.graph_equality import is_asked_by_program
from stagelight.core.tensor import EagerTensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.types.dimension import Dimension
from stagelight.types.shapes import TensorShape

# What the classes have by themselves: (class, method) -> function, None where it is inherited.
_newer: dict[tuple[type, str], Any] = {}


def _replace(owner: type, method: str, older: Callable[[Any], Any]) -> None:
    """Puts an older form of a method in its place, made of the newer one."""
    if (owner, method) not in _newer:
        newer = getattr(owner, method)
        _newer[owner, method] = vars(owner).get(method)
        setattr(owner, method, older(newer))


def _put_back(owner: type, method: str) -> None:
    if (owner, method) not in _newer:
        return
    own = _newer.pop((owner, method))
    if own is None:
        delattr(owner, method)
    else:
        setattr(owner, method, own)


# ---------------------------------------------------------------------------- sizes of shapes


def _older_item(newer: Callable[..., Any]) -> Callable[..., Any]:
    def item(self: TensorShape, key: Any) -> Any:
        found = newer(self, key)
        if isinstance(key, slice) or not is_asked_by_program():
            return found
        return Dimension(found)

    return item


def _older_iteration(newer: Callable[..., Any]) -> Callable[..., Any]:
    def iterate(self: TensorShape) -> Iterator[Any]:
        found = newer(self)
        return map(Dimension, found) if is_asked_by_program() else found

    return iterate


def _older_text(newer: Callable[..., Any]) -> Callable[..., Any]:
    def text(self: TensorShape) -> str:
        return newer(self).replace("None", "?")

    return text


def _older_repr(newer: Callable[..., Any]) -> Callable[..., Any]:
    def text(self: TensorShape) -> str:
        return f"TensorShape({self.dims})"

    return text


_SIZES = (
    ("__getitem__", _older_item),
    ("__iter__", _older_iteration),
    ("__str__", _older_text),
    ("__repr__", _older_repr),
)


@public("compat.v1.disable_v2_tensorshape")
def disable_v2_tensorshape() -> None:
    """Makes the sizes that a program takes out of shapes `tf.compat.v1.Dimension` objects.

    >>> tf.compat.v1.disable_v2_tensorshape()
    >>> print(tf.TensorShape([2, None]), tf.TensorShape([2]))
    (2, ?) (2,)
    >>> tf.compat.v1.enable_v2_tensorshape()
    >>> print(tf.TensorShape([2, None]))
    (2, None)
    """
    for method, older in _SIZES:
        _replace(TensorShape, method, older)


@public("compat.v1.enable_v2_tensorshape")
def enable_v2_tensorshape() -> None:
    """Makes the sizes that a program takes out of shapes ints and None, as they are from the start.

    >>> tf.compat.v1.enable_v2_tensorshape()
    """
    for method, _ in _SIZES:
        _put_back(TensorShape, method)


# ---------------------------------------------------------------------------- equality of tensors


def _older_equality(newer: Callable[..., Any]) -> Callable[..., Any]:
    def equal(self: Any, other: Any) -> Any:
        return self is other if is_asked_by_program() else newer(self, other)

    return equal


def _older_inequality(newer: Callable[..., Any]) -> Callable[..., Any]:
    def unequal(self: Any, other: Any) -> Any:
        return self is not other if is_asked_by_program() else newer(self, other)

    return unequal


def _older_hash(newer: Callable[..., Any]) -> Callable[..., Any]:
    def identity_hash(self: Any) -> int:
        return id(self)

    return identity_hash


_EQUALITY = (("__eq__", _older_equality), ("__ne__", _older_inequality), ("__hash__", _older_hash))
_COMPARED = {
    EagerTensor: _EQUALITY[:2],  # TF: no keys of dictionaries even so.
    SymbolicTensor: _EQUALITY,
    Variable: _EQUALITY,
}


@public("compat.v1.disable_tensor_equality")
def disable_tensor_equality() -> None:
    """Lets `==` of a program ask whether two tensors or variables are the same object.

    Symbolic tensors and variables can be keys of dictionaries then.

    >>> v = tf.Variable(1.0)
    >>> tf.compat.v1.disable_tensor_equality()
    >>> {v: "v"}[v]
    'v'
    >>> tf.compat.v1.enable_tensor_equality()
    """
    for owner, methods in _COMPARED.items():
        for method, older in methods:
            _replace(owner, method, older)


@public("compat.v1.enable_tensor_equality")
def enable_tensor_equality() -> None:
    """Lets `==` compare the elements of tensors, as it does from the start.

    >>> tf.compat.v1.enable_tensor_equality()
    """
    for owner, methods in _COMPARED.items():
        for method, _ in methods:
            _put_back(owner, method)


# ---------------------------------------------------------------------------- all at once


@public("compat.v1.disable_v2_behavior")
def disable_v2_behavior() -> None:
    """Turns this thread's program into one of TensorFlow 1: ops go to the default graph.

    Sizes of shapes are `Dimension` objects, and `==` of tensors compares identities. Variables stay
    resources, and conditionals and loops operations with functions.

    >>> tf.compat.v1.disable_v2_behavior()
    >>> tf.executing_eagerly(), tf.zeros([2]).shape
    (False, TensorShape([Dimension(2)]))
    >>> tf.compat.v1.reset_default_graph()
    >>> tf.compat.v1.enable_v2_behavior()
    """
    disable_eager_execution()
    disable_v2_tensorshape()
    disable_tensor_equality()


@public("compat.v1.enable_v2_behavior")
def enable_v2_behavior() -> None:
    """Lets a program do what programs of TensorFlow 2 do, as from the start.

    Raises:
        ValueError: a graph is being built.

    >>> tf.compat.v1.enable_v2_behavior()
    """
    enable_eager_execution()
    enable_v2_tensorshape()
    enable_tensor_equality()
