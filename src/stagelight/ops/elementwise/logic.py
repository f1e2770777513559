"""Logic on tensors of dtype bool: and, or, not, exclusive or.

`tf.logical_and`, `tf.logical_or`, `tf.logical_not` and `tf.math.logical_xor`. Bits of integers are
in `bitwise`; `tf.reduce_all` and `tf.reduce_any` are reductions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.core.inference import broadcast_of_inputs, same_as_input
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import array_kernel, words
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public


def _define_pair(name: str, rule: Callable[..., Any]) -> None:
    define(
        name,
        "x: bool, y: bool",
        "z: bool",
        infer=broadcast_of_inputs,
        kernel=array_kernel(name, rule),
        differentiable=False,
        traits=Trait.ELEMENTWISE | Trait.COMMUTATIVE,
        scalar=rule,
    )


_define_pair("LogicalAnd", lambda x, y: words.logical_and(x, y))
_define_pair("LogicalOr", lambda x, y: words.logical_or(x, y))


def _not(x: Any) -> Any:
    return words.logical_not(x)


define(
    "LogicalNot",
    "x: bool",
    "y: bool",
    infer=same_as_input,
    kernel=array_kernel("LogicalNot", _not),
    differentiable=False,
    traits=Trait.ELEMENTWISE,
    scalar=_not,
)


@public("math.logical_and", "logical_and")
def logical_and(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Whether both are true, element by element.

    Args:
        x: bool tensor.
        y: bool tensor of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Bool tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: an argument is not bool, or the shapes do not broadcast.

    >>> tf.logical_and([True, True, False], [True, False, False]).numpy()
    array([ True, False, False])
    """
    return raw.LogicalAnd(x, y, name=name)


@public("math.logical_or", "logical_or")
def logical_or(x: Any, y: Any, name: str | None = None) -> Tensor:
    """Whether at least one is true, element by element.

    Args:
        x: bool tensor.
        y: bool tensor of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Bool tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: an argument is not bool, or the shapes do not broadcast.

    >>> tf.logical_or([True, True, False], [True, False, False]).numpy()
    array([ True,  True, False])
    """
    return raw.LogicalOr(x, y, name=name)


@public("math.logical_xor", "compat.v1.logical_xor")
def logical_xor(x: Any, y: Any, name: str | None = "LogicalXor") -> Tensor:
    """Whether exactly one is true, element by element.

    Args:
        x: bool tensor.
        y: bool tensor of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Bool tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: an argument is not bool, or the shapes do not broadcast.

    >>> tf.math.logical_xor([True, True, False], [True, False, False]).numpy()
    array([False,  True, False])
    """
    with op_scope(name or "LogicalXor") as scope:
        return raw.LogicalAnd(raw.LogicalOr(x, y), raw.LogicalNot(raw.LogicalAnd(x, y)), name=scope)


@public("math.logical_not", "logical_not")
def logical_not(x: Any, name: str | None = None) -> Tensor:
    """True where `x` is false, element by element.

    Args:
        x: bool tensor.
        name: name of the operation.

    Returns:
        Bool tensor of the shape of `x`.

    Raises:
        InvalidArgumentError: `x` is not bool.

    >>> tf.logical_not([True, False]).numpy()
    array([False,  True])
    """
    return raw.LogicalNot(x, name=name)
