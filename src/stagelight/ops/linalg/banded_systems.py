"""Systems of triangular matrices with few diagonals: `tf.linalg.banded_triangular_solve`.

The diagonals are the rows of `[..., k, m]`. Lower: from the main one down, and the element of matrix row
`r` stands in column `r`. Upper: from the outermost to the main one, in the same way.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, broadcast_shapes, invalid
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.ops.linalg.square_matrices import MATRIX_DTYPES, matrix_sizes, product, with_matrix
from stagelight.public import public


def _infer(matrix: Tensor, rhs: Tensor, **_attrs: Any) -> Inferred:
    batch, _, size = matrix_sizes(matrix)
    other, rows, columns = matrix_sizes(rhs, 1)
    if None not in (size, rows) and size != rows:
        raise invalid(f"In[0] mismatch In[1] shape: {size} vs. {rows}")
    size = rows if size is None else size
    return Inferred(with_matrix(broadcast_shapes(batch, other), size, columns), rhs.dtype)


def _check(matrix: np.ndarray, rhs: np.ndarray) -> None:
    for place, x in enumerate((matrix, rhs)):
        if x.ndim < 2:
            raise invalid(f"In[{place}] ndims must be >= 2: {x.ndim}")
    if not matrix.size:
        raise invalid(f"In[0] must not be an empty tensor. Received shape: {list(matrix.shape)}")
    if matrix.shape[-1] != rhs.shape[-2]:
        raise invalid(
            f"In[0] mismatch In[1] shape: {matrix.shape[-1]} vs. {rhs.shape[-2]}: "
            f"{list(matrix.shape)} {list(rhs.shape)}"
        )


def _transposed(bands: np.ndarray) -> np.ndarray:
    """Bands, from the main one on, of the adjoint of a lower triangle: an upper one."""
    result = np.zeros_like(bands)
    size = bands.shape[-1]
    for away in range(min(bands.shape[-2], size)):
        result[..., away, : size - away] = bands[..., away, away:].conj()
    return result


def _solve(
    xp: ModuleType,
    matrix: np.ndarray,
    rhs: np.ndarray,
    *,
    lower: bool = True,
    adjoint: bool = False,
) -> np.ndarray:
    _check(matrix, rhs)
    # From the last row up it is a lower triangle, with its main diagonal first.
    if not lower:
        matrix, rhs = matrix[..., ::-1, ::-1], rhs[..., ::-1, :]
    if adjoint:
        matrix, rhs = _transposed(matrix)[..., ::-1], rhs[..., ::-1, :]
    if (matrix[..., 0, :] == 0).any():
        raise invalid("Input matrix is not invertible.")
    x = _substituted(matrix, rhs)
    return x[..., ::-1, :] if lower == adjoint else x


def _substituted(bands: np.ndarray, rhs: np.ndarray) -> np.ndarray:
    batch = np.broadcast_shapes(bands.shape[:-2], rhs.shape[:-2])
    x = np.array(np.broadcast_to(rhs, (*batch, *rhs.shape[-2:])))
    reach = bands.shape[-2]
    for row in range(rhs.shape[-2]):
        before = min(row, reach - 1)
        if before:
            factors = bands[..., before:0:-1, row]
            x[..., row, :] -= (factors[..., None] * x[..., row - before : row, :]).sum(-2)
        x[..., row, :] /= bands[..., 0, row, None]
    return x


def _batch_of(x: Tensor) -> Tensor:
    return raw.StridedSlice(raw.Shape(x), [0], [-2], [1], begin_mask=1)


def _matrix_of(x: Tensor) -> Tensor:
    return raw.StridedSlice(raw.Shape(x), [-2], [0], [1], end_mask=1)


def _gradient(op: Any, dx: Tensor) -> list[Any]:
    matrix, rhs = op.inputs
    lower, adjoint = op.attr_value("lower"), op.attr_value("adjoint")
    d_rhs = raw.BandedTriangularSolve(matrix, dx, lower=lower, adjoint=not adjoint)
    x = op.output
    whole = product(x, d_rhs, adjoint_b=True) if adjoint else product(d_rhs, x, adjoint_b=True)
    count = raw.StridedSlice(raw.Shape(matrix), [-2], [-1], [1], shrink_axis_mask=1)
    away = raw.Sub(count, 1)
    reach = [raw.Neg(away), 0] if lower else [0, away]
    zero = np.zeros((), matrix.dtype.numpy_dtype)
    bands = raw.MatrixDiagPartV3(whole, raw.Pack(reach), zero, align="LEFT_RIGHT")
    bands = raw.Reshape(bands, raw.ConcatV2([_batch_of(d_rhs), _matrix_of(matrix)], np.int32(0)))
    return [sum_to_shape_of(raw.Neg(bands), matrix), sum_to_shape_of(d_rhs, rhs)]


define(
    "BandedTriangularSolve",
    "matrix: T, rhs: T",
    "output: T",
    {"lower": True, "adjoint": False, "T": types(MATRIX_DTYPES)},
    infer=_infer,
    kernel=_solve,
    gradient=_gradient,
)


@public("linalg.banded_triangular_solve")
def banded_triangular_solve(
    bands: Any,
    rhs: Any,
    lower: bool = True,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor:
    """The `x` with `a @ x = rhs`, of triangular matrices with few diagonals.

    Args:
        bands: floating or complex tensor `[..., k, m]`, the diagonals; the element of matrix row `r` stands
            in column `r`. Lower: the main diagonal is the first row; upper: the last.
        rhs: tensor `[..., m, n]` of the same dtype.
        lower: whether the matrices are lower triangles.
        adjoint: whether to solve `adjoint(a) @ x = rhs`.
        name: name of the operation.

    Returns:
        Tensor like `rhs`.

    Raises:
        InvalidArgumentError: shapes do not fit, or a matrix is singular.

    >>> bands = [[1.0, 2.0], [0.0, 1.0]]  # [[1, 0], [1, 2]]
    >>> tf.linalg.banded_triangular_solve(bands, [[1.0], [5.0]]).numpy().ravel()
    array([1., 2.], dtype=float32)
    """
    with op_scope(name or "banded_triangular_solve"):
        return raw.BandedTriangularSolve(bands, rhs, lower=lower, adjoint=adjoint)
