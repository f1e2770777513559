"""Integers as rows of bits: `tf.bitwise.bitwise_and`, shifts and the like."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.elementwise import define_binary, define_unary
from stagelight.core.inference import Inferred
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import words
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes


def _define_pair(name: str, rule: Callable[..., Any]) -> None:
    define_binary(name, dtypes.INTEGER, rule, differentiable=False, traits=Trait.COMMUTATIVE)


_define_pair("BitwiseAnd", lambda x, y: words.bitwise_and(x, y))
_define_pair("BitwiseOr", lambda x, y: words.bitwise_or(x, y))
_define_pair("BitwiseXor", lambda x, y: words.bitwise_xor(x, y))
define_unary("Invert", dtypes.INTEGER, lambda x: words.invert(x), differentiable=False)


def _define_shift(name: str, shift: str) -> None:
    def kernel(xp: ModuleType, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        # TF: a distance beyond the width counts as the nearest that is not.
        distance = xp.clip(y, 0, 8 * x.dtype.itemsize - 1).astype(x.dtype)
        return getattr(xp, shift)(x, distance)

    define_binary(name, dtypes.INTEGER, kernel=kernel, differentiable=False)


_define_shift("LeftShift", "left_shift")
_define_shift("RightShift", "right_shift")

define(
    "PopulationCount",
    "x: T",
    "y: uint8",
    {"T": types(dtypes.INTEGER)},
    infer=lambda x: Inferred(x.shape, dtypes.uint8),
    # By the unsigned integer of the same bits: NumPy counts those of the absolute value.
    kernel=lambda xp, x: xp.bitwise_count(x.view(f"u{x.dtype.itemsize}")),
    differentiable=False,
    traits=Trait.ELEMENTWISE,
)


@public("bitwise.bitwise_and")
def bitwise_and(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The bits that are set in both `x` and `y`, element by element.

    Args:
        x: integer tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.bitwise.bitwise_and([6, 5], 3).numpy()
    array([2, 1], dtype=int32)
    """
    return raw.BitwiseAnd(x, y, name=name)


@public("bitwise.bitwise_or")
def bitwise_or(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The bits that are set in `x`, in `y` or in both, element by element.

    Args:
        x: integer tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.bitwise.bitwise_or([6, 5], 3).numpy()
    array([7, 7], dtype=int32)
    """
    return raw.BitwiseOr(x, y, name=name)


@public("bitwise.bitwise_xor")
def bitwise_xor(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The bits that are set in exactly one of `x` and `y`, element by element.

    Args:
        x: integer tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.bitwise.bitwise_xor([6, 5], 3).numpy()
    array([5, 6], dtype=int32)
    """
    return raw.BitwiseXor(x, y, name=name)


@public("bitwise.invert")
def invert(x: Any, name: str | None = None) -> Tensor:
    """All bits turned, element by element: `-x - 1` for signed integers.

    Args:
        x: integer tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.bitwise.invert([0, 5]).numpy()
    array([-1, -6], dtype=int32)
    """
    return raw.Invert(x, name=name)


@public("bitwise.left_shift")
def left_shift(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The bits of `x` moved up by `y` places: `x * 2**y`, without the bits that leave the dtype.

    A negative distance counts as 0, one beyond the width as the width less one.

    Args:
        x: integer tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.bitwise.left_shift([1, 3], 2).numpy()
    array([ 4, 12], dtype=int32)
    """
    return raw.LeftShift(x, y, name=name)


@public("bitwise.right_shift")
def right_shift(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The bits of `x` moved down by `y` places; signed integers keep their sign.

    A negative distance counts as 0, one beyond the width as the width less one.

    Args:
        x: integer tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.bitwise.right_shift([12, -8], 2).numpy()
    array([ 3, -2], dtype=int32)
    """
    return raw.RightShift(x, y, name=name)
