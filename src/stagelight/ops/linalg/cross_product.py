"""The cross product of vectors in space: `tf.linalg.cross`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import Inferred, first_known, invalid, require_rank_at_least
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes


def _infer(a: Tensor, b: Tensor) -> Inferred:
    require_rank_at_least(a, 1, "a")
    shape = first_known(a.shape, b.shape)
    if shape.rank and shape[-1] not in (None, 3):
        raise invalid(
            f"Cross-products are only defined for 3-element vectors. Received shape: {shape}"
        )
    return Inferred(shape, a.dtype)


def _cross(xp: ModuleType, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if a.shape != b.shape:
        raise invalid(f"Both inputs must be of same shape: {list(a.shape)} vs. {list(b.shape)}")
    if not a.ndim or a.shape[-1] != 3:
        raise errors.FailedPreconditionError(
            None,
            None,
            "Cross-products are only defined for 3-element vectors. Received shape: "
            f"{list(a.shape)}",
        )
    (a0, a1, a2), (b0, b1, b2) = xp.moveaxis(a, -1, 0), xp.moveaxis(b, -1, 0)
    return xp.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], axis=-1)


def _cross_gradient(op: Any, dz: Tensor) -> list[Tensor]:
    a, b = op.inputs
    return [raw.Cross(b, dz), raw.Cross(dz, a)]


define(
    "Cross",
    "a: T, b: T",
    "product: T",
    {"T": types(dtypes.REAL)},
    infer=_infer,
    kernel=_cross,
    gradient=_cross_gradient,
)


@public("linalg.cross", "compat.v1.cross")
def cross(a: Any, b: Any, name: str | None = None) -> Tensor:
    """The cross product `a x b` of vectors in space, along the last axis.

    Args:
        a: real tensor of shape `[..., 3]`.
        b: tensor of the same dtype and shape.
        name: name of the operation.

    Returns:
        Tensor like `a`, at right angles to both.

    Raises:
        InvalidArgumentError: the shapes differ.
        FailedPreconditionError: the last axis is not of size 3.

    >>> tf.linalg.cross([1, 0, 0], [0, 1, 0]).numpy()
    array([0, 0, 1], dtype=int32)
    """
    return raw.Cross(a, b, name=name)
