"""Floating numbers as a machine has them: NaN, infinities, neighbours, near equality."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, broadcast_of_inputs, first_known, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import array_kernel, words
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- kinds of numbers


def _define_test(name: str, rule: Callable[..., Any]) -> None:
    define(
        name,
        "x: T",
        "y: bool",
        {"T": types(dtypes.FLOATING)},
        infer=lambda x: Inferred(x.shape, dtypes.bool_),
        kernel=array_kernel(name, rule),
        differentiable=False,
        traits=Trait.ELEMENTWISE,
        scalar=rule,
    )


_define_test("IsNan", lambda x: words.isnan(x))
_define_test("IsInf", lambda x: words.isinf(x))
_define_test("IsFinite", lambda x: words.isfinite(x))


@public("math.is_nan", "compat.v1.is_nan")
def is_nan(x: Any, name: str | None = None) -> Tensor:
    """Whether `x` is NaN, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Bool tensor of the shape of `x`.

    >>> tf.math.is_nan([1.0, float("nan"), float("inf")]).numpy()
    array([False,  True, False])
    """
    return raw.IsNan(x, name=name)


@public("math.is_inf", "compat.v1.is_inf")
def is_inf(x: Any, name: str | None = None) -> Tensor:
    """Whether `x` is plus or minus infinity, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Bool tensor of the shape of `x`.

    >>> tf.math.is_inf([1.0, float("nan"), float("inf")]).numpy()
    array([False, False,  True])
    """
    return raw.IsInf(x, name=name)


@public("math.is_finite", "compat.v1.is_finite")
def is_finite(x: Any, name: str | None = None) -> Tensor:
    """Whether `x` is neither NaN nor infinite, element by element.

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Bool tensor of the shape of `x`.

    >>> tf.math.is_finite([1.0, float("nan"), float("inf")]).numpy()
    array([ True, False, False])
    """
    return raw.IsFinite(x, name=name)


# ---------------------------------------------------------------------------- neighbours


def _nextafter(x1: Any, x2: Any) -> Any:
    return words.nextafter(x1, x2)


def _nextafter_gradient(op: Any, dy: Tensor) -> list[Tensor]:
    # The neighbour moves with x1; x2 only says on which side it is.
    x1, x2 = op.inputs
    return [sum_to_shape_of(dy, x1), raw.ZerosLike(x2)]


define(
    "NextAfter",
    "x1: T, x2: T",
    "output: T",
    {"T": types((dtypes.float32, dtypes.float64), dtypes.float32)},
    infer=broadcast_of_inputs,
    kernel=array_kernel("NextAfter", _nextafter),
    gradient=_nextafter_gradient,
    traits=Trait.ELEMENTWISE,
    scalar=_nextafter,
)


@public("math.nextafter")
def nextafter(x1: Any, x2: Any, name: str | None = None) -> Tensor:
    """The number next to `x1` in the direction of `x2`, element by element.

    Args:
        x1: tensor of dtype float32 or float64.
        x2: tensor of the same dtype, of a shape that broadcasts with that of `x1`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.math.nextafter(tf.constant(1.0, tf.float64), 2.0).numpy() - 1
    np.float64(2.220446049250313e-16)
    """
    return raw.NextAfter(x1, x2, name=name)


# ---------------------------------------------------------------------------- about equal


_TOLERANCE = float(np.float32(1e-5))  # Attrs are single precision.


def _approximately_equal(
    xp: ModuleType, x: np.ndarray, y: np.ndarray, *, tolerance: float = _TOLERANCE
) -> np.ndarray:
    if x.shape != y.shape:
        raise invalid(
            f"x and y must be of the same shape. x shape: {list(x.shape)}. y shape: {list(y.shape)}"
        )
    return xp.abs(x - y) <= tolerance


define(
    "ApproximateEqual",
    "x: T, y: T",
    "z: bool",
    {"T": types(dtypes.NUMERIC), "tolerance": _TOLERANCE},
    infer=lambda x, y, **_attrs: Inferred(first_known(x.shape, y.shape), dtypes.bool_),
    kernel=_approximately_equal,
    differentiable=False,
    traits=Trait.ELEMENTWISE | Trait.COMMUTATIVE,
)
