"""Bands of matrices, `tf.linalg.band_part`, and diagonals of tensors, `tf.linalg.tensor_diag`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    first_known,
    invalid,
    same_as_input,
    shape_text,
)
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- MatrixBandPart


def _band_part(
    xp: ModuleType, input: np.ndarray, num_lower: np.ndarray, num_upper: np.ndarray
) -> np.ndarray:
    if input.ndim < 2:
        raise invalid(f"input must be at least 2-dim, received shape: {shape_text(input.shape)}")
    rows, columns = input.shape[-2:]
    lower, upper = int(num_lower), int(num_upper)
    for what, number, limit in (("num_lower", lower, rows), ("num_upper", upper, columns)):
        if number > limit:
            raise invalid(
                f"{what} must be negative or less or equal to {limit}. Received: {number}"
            )
    distance = xp.arange(columns)[None, :] - xp.arange(rows)[:, None]
    kept = ((lower < 0) | (-distance <= lower)) & ((upper < 0) | (distance <= upper))
    return xp.where(kept, input, np.full((), b"" if input.dtype.hasobject else 0, input.dtype))


define(
    "MatrixBandPart",
    "input: T, num_lower: Tindex, num_upper: Tindex",
    "band: T",
    {"T": types(), "Tindex": types(dtypes.INDEX, dtypes.int64)},
    requires={"num_lower": "scalar", "num_upper": "scalar"},
    infer=same_as_input,
    kernel=_band_part,
    gradient=lambda op, dy: [raw.MatrixBandPart(dy, op.inputs[1], op.inputs[2]), None, None],
)


@public("linalg.band_part", "compat.v1.linalg.band_part", "compat.v1.matrix_band_part")
def band_part(input: Any, num_lower: Any, num_upper: Any, name: str | None = None) -> Tensor:
    """The matrices with zeros outside of a band around the main diagonal.

    Kept is `input[..., i, j]` with `i - j <= num_lower` and `j - i <= num_upper`. The lower
    triangle is `band_part(x, -1, 0)`, the upper one `band_part(x, 0, -1)`.

    Args:
        input: tensor of shape `[..., rows, columns]`.
        num_lower: the number of subdiagonals kept; a negative one keeps all.
        num_upper: the number of superdiagonals kept; a negative one keeps all.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: a number is greater than the matrix.

    >>> tf.linalg.band_part([[1, 2], [3, 4]], -1, 0).numpy()
    array([[1, 0],
           [3, 4]], dtype=int32)
    """
    return raw.MatrixBandPart(input, num_lower, num_upper, name=name)


# ---------------------------------------------------------------------------- Diag

_DIAG_DTYPES = (*dtypes.FLOATING, *dtypes.INDEX, *dtypes.COMPLEX)


def _infer_tensor_diag(diagonal: Tensor) -> Inferred:
    if diagonal.shape.rank == 0:
        raise invalid("Input must be at least rank 1, got 0")
    return Inferred(diagonal.shape.concatenate(diagonal.shape), diagonal.dtype)


def _tensor_diag(xp: ModuleType, diagonal: np.ndarray) -> np.ndarray:
    if not diagonal.ndim:
        raise invalid("Input must be at least rank 1, got 0")
    return xp.diag(diagonal.reshape(-1)).reshape(diagonal.shape * 2)


define(
    "Diag",
    "diagonal: T",
    "output: T",
    {"T": types(_DIAG_DTYPES)},
    infer=_infer_tensor_diag,
    kernel=_tensor_diag,
    gradient=lambda op, dy: raw.DiagPart(dy),
)


@public("linalg.tensor_diag", "compat.v1.diag", "compat.v1.linalg.tensor_diag")
def tensor_diag(diagonal: Any, name: str | None = None) -> Tensor:
    """A tensor of twice the rank with values on its diagonal: `out[i..., i...] = diagonal[i...]`.

    Args:
        diagonal: numeric tensor of at least one axis.
        name: name of the operation.

    Returns:
        Tensor of shape `diagonal.shape + diagonal.shape`.

    Raises:
        InvalidArgumentError: `diagonal` is a scalar.

    >>> tf.linalg.tensor_diag([1, 2]).numpy()
    array([[1, 0],
           [0, 2]], dtype=int32)
    """
    return raw.Diag(diagonal, name=name)


def _infer_tensor_diag_part(input: Tensor) -> Inferred:
    rank = input.shape.rank
    if rank is None:
        return Inferred(UNKNOWN, input.dtype)
    _require_even(rank)
    half = first_known(input.shape[: rank // 2], input.shape[rank // 2 :])
    return Inferred(half, input.dtype)


def _require_even(rank: int) -> None:
    if rank % 2 or not rank:
        raise invalid(f"The rank of the tensor should be even and positive, got {rank}")


def _tensor_diag_part(xp: ModuleType, input: np.ndarray) -> np.ndarray:
    _require_even(input.ndim)
    half = input.shape[: input.ndim // 2]
    if half != input.shape[input.ndim // 2 :]:
        raise invalid(
            f"Invalid shape {shape_text(input.shape)}: the first half must be equal to the second"
        )
    count = int(np.prod(half, dtype=np.int64))
    return xp.diagonal(input.reshape(count, count)).reshape(half)


define(
    "DiagPart",
    "input: T",
    "diagonal: T",
    {"T": types(_DIAG_DTYPES)},
    infer=_infer_tensor_diag_part,
    kernel=_tensor_diag_part,
    gradient=lambda op, dy: raw.Diag(dy),
)


@public("linalg.tensor_diag_part", "compat.v1.diag_part", "compat.v1.linalg.tensor_diag_part")
def tensor_diag_part(input: Any, name: str | None = None) -> Tensor:
    """The diagonal of a tensor of even rank: `out[i...] = input[i..., i...]`.

    Args:
        input: numeric tensor of shape `[d1, ..., dk, d1, ..., dk]`.
        name: name of the operation.

    Returns:
        Tensor of shape `[d1, ..., dk]`.

    Raises:
        InvalidArgumentError: the rank is odd or 0, or the halves of the shape differ.

    >>> tf.linalg.tensor_diag_part([[1, 2], [3, 4]]).numpy()
    array([1, 4], dtype=int32)
    """
    return raw.DiagPart(input, name=name)
