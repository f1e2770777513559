"""Rounding, element by element: `tf.round`, `tf.floor`, `tf.math.ceil`, `tf.math.rint`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.elementwise import define_unary
from stagelight.core.raw import raw
from stagelight.core.scalar import words
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes


def _round(xp: ModuleType, x: np.ndarray) -> np.ndarray:
    return x if x.dtype.kind == "i" else xp.rint(x)


define_unary("Floor", dtypes.FLOATING, lambda x: words.floor(x), differentiable=False)
define_unary("Ceil", dtypes.FLOATING, lambda x: words.ceil(x), differentiable=False)
define_unary("Rint", dtypes.FLOATING, lambda x: words.rint(x), differentiable=False)
define_unary(
    "Round",
    (*dtypes.FLOATING, *dtypes.SIGNED_INTEGER),
    lambda x: words.rint(x),
    kernel=_round,
    differentiable=False,
)


@public("math.round", "round")
def round(x: Any, name: str | None = None) -> Tensor:
    """The nearest integer, element by element; halves go to the even one.

    Args:
        x: real tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`; an integer tensor itself.

    >>> tf.round([0.9, 2.5, 2.3, 1.5, -4.5]).numpy()
    array([ 1.,  2.,  2.,  2., -4.], dtype=float32)
    """
    x = convert_to_tensor(x, name="x")
    return x if x.dtype.is_integer else raw.Round(x, name=name)


@public("math.floor", "floor")
def floor(x: Any, name: str | None = None) -> Tensor:
    """The greatest integer that is not above `x`, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.floor([1.5, -1.5]).numpy()
    array([ 1., -2.], dtype=float32)
    """
    return raw.Floor(x, name=name)


@public("math.ceil", "compat.v1.ceil")
def ceil(x: Any, name: str | None = None) -> Tensor:
    """The least integer that is not below `x`, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.ceil([1.5, -1.5]).numpy()
    array([ 2., -1.], dtype=float32)
    """
    return raw.Ceil(x, name=name)


@public("math.rint", "compat.v1.rint")
def rint(x: Any, name: str | None = None) -> Tensor:
    """The nearest integer, element by element; halves go to the even one.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.rint([-1.7, -1.5, 0.5, 2.5]).numpy()
    array([-2., -2.,  0.,  2.], dtype=float32)
    """
    return raw.Rint(x, name=name)
