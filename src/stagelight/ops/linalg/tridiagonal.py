"""Matrices with three diagonals: `tf.linalg.tridiagonal_solve` and `tf.linalg.tridiagonal_matmul`.

The ops take the diagonals in the compact form `[..., 3, n]`: above, main, below, where the last
element of the first and the first of the last are not read.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, broadcast_shapes, invalid
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.ops.linalg.square_matrices import adjoint_of, each_matrix, matrix_sizes, with_matrix
from stagelight.public import public
from stagelight.types import dtypes

_DTYPES = (dtypes.float64, dtypes.float32, dtypes.complex64, dtypes.complex128)

# ---------------------------------------------------------------------------- solve


def _infer_solve(diagonals: Tensor, rhs: Tensor, **_attrs: Any) -> Inferred:
    batch, three, size = matrix_sizes(diagonals)
    other, rows, columns = matrix_sizes(rhs, 1)
    if three not in (None, 3):
        raise invalid(f"Expected diagonals to have 3 rows. Received shape: {diagonals.shape}")
    if None not in (size, rows) and size != rows:
        raise invalid(f"The length of diagonals and rhs must agree. Received: {size} and {rows}")
    size = rows if size is None else size
    return Inferred(with_matrix(broadcast_shapes(batch, other), size, columns), rhs.dtype)


def _solve(
    xp: ModuleType,
    diagonals: np.ndarray,
    rhs: np.ndarray,
    *,
    partial_pivoting: bool = True,
    perturb_singular: bool = False,
) -> Any:
    if diagonals.ndim < 2 or diagonals.shape[-2] != 3 or rhs.ndim < 2:
        raise ValueError("diagonals must be [..., 3, n] and rhs [..., n, k]")
    if diagonals.shape[-1] != rhs.shape[-2]:
        raise ValueError("diagonals and rhs must have one length")
    batch = np.broadcast_shapes(diagonals.shape[:-2], rhs.shape[:-2])
    diagonals = np.broadcast_to(diagonals, (*batch, *diagonals.shape[-2:]))
    rhs = np.broadcast_to(rhs, (*batch, *rhs.shape[-2:]))
    if not rhs.size:
        return rhs
    if partial_pivoting:
        (solutions,) = each_matrix(_solve_with_pivots, diagonals, rhs)
        return np.stack(solutions).reshape(rhs.shape)
    return _solve_without_pivots(diagonals, rhs)


def _solve_with_pivots(diagonals: np.ndarray, rhs: np.ndarray) -> tuple[np.ndarray]:
    import scipy.linalg.lapack

    gtsv = scipy.linalg.lapack.get_lapack_funcs("gtsv", (diagonals, rhs))
    above, main, below = diagonals
    if len(main) == 1:
        return (rhs / main,)
    *_, x, info = gtsv(below[1:], main, above[:-1], rhs)
    # TF: NaN where the matrix is singular.
    return (x if info == 0 else np.full_like(rhs, np.nan),)


def _solve_without_pivots(diagonals: np.ndarray, rhs: np.ndarray) -> np.ndarray:
    above, main, below = (diagonals[..., row, :] for row in range(3))
    size = rhs.shape[-2]
    ratio, x = np.empty_like(main), np.empty_like(rhs)
    ratio[..., 0] = above[..., 0] / main[..., 0]
    x[..., 0, :] = rhs[..., 0, :] / main[..., 0, None]
    for row in range(1, size):
        pivot = main[..., row] - below[..., row] * ratio[..., row - 1]
        ratio[..., row] = above[..., row] / pivot
        rest = rhs[..., row, :] - below[..., row, None] * x[..., row - 1, :]
        x[..., row, :] = rest / pivot[..., None]
    for row in range(size - 2, -1, -1):
        x[..., row, :] -= ratio[..., row, None] * x[..., row + 1, :]
    return x


def _rows(x: Tensor, first: int, last: int) -> Tensor:
    """`x[..., first:last, :]`, where zero for `last` is the end."""
    begin = np.asarray([0, first, 0], np.int32)
    end = np.asarray([0, last, 0], np.int32)
    mask = 0b110 if last == 0 else 0b100
    return raw.StridedSlice(
        x, begin, end, np.ones(3, np.int32), begin_mask=0b100, end_mask=mask, ellipsis_mask=1
    )


def _moved_up(x: Tensor) -> Tensor:
    """`[..., n, k]` with each row where the one above was; the last is zero."""
    return raw.ConcatV2([_rows(x, 1, 0), raw.ZerosLike(_rows(x, 0, 1))], np.int32(-2))


def _moved_down(x: Tensor) -> Tensor:
    """`[..., n, k]` with each row where the one below was; the first is zero."""
    return raw.ConcatV2([raw.ZerosLike(_rows(x, 0, 1)), _rows(x, 0, -1)], np.int32(-2))


def _conj(x: Tensor) -> Tensor:
    return raw.Conj(x) if x.dtype.is_complex else x


def _transposed(diagonals: Tensor) -> Tensor:
    """The diagonals of the transposed matrices."""
    columns = adjoint_of(_conj(diagonals))
    above, main, below = (_column(columns, place) for place in range(3))
    moved = raw.ConcatV2([_moved_up(below), main, _moved_down(above)], np.int32(-1))
    return adjoint_of(_conj(moved))


def _column(x: Tensor, place: int) -> Tensor:
    """`x[..., place:place + 1]`"""
    begin, end = np.asarray([0, place], np.int32), np.asarray([0, place + 1], np.int32)
    return raw.StridedSlice(x, begin, end, np.ones(2, np.int32), ellipsis_mask=1)


def _solve_gradient(op: Any, dx: Tensor) -> list[Tensor]:
    diagonals, rhs = op.inputs
    x = op.output
    d_rhs = raw.TridiagonalSolve(
        _conj(_transposed(diagonals)), dx, partial_pivoting=op.attr_value("partial_pivoting")
    )

    def of_diagonal(values: Tensor) -> Tensor:
        along = raw.Sum(raw.Mul(d_rhs, _conj(values)), np.int32(-1))
        return raw.Neg(raw.ExpandDims(along, np.int32(-2)))

    d_diagonals = raw.ConcatV2(
        [of_diagonal(_moved_up(x)), of_diagonal(x), of_diagonal(_moved_down(x))], np.int32(-2)
    )
    return [sum_to_shape_of(d_diagonals, diagonals), sum_to_shape_of(d_rhs, rhs)]


define(
    "TridiagonalSolve",
    "diagonals: T, rhs: T",
    "output: T",
    {"partial_pivoting": True, "perturb_singular": False, "T": types(_DTYPES)},
    infer=_infer_solve,
    kernel=_solve,
    gradient=_solve_gradient,
)

# ---------------------------------------------------------------------------- product


def _infer_product(superdiag: Tensor, maindiag: Tensor, subdiag: Tensor, rhs: Tensor) -> Inferred:
    batch, rows, columns = matrix_sizes(rhs, 3)
    for position, diagonal in enumerate((superdiag, maindiag, subdiag)):
        _, one, size = matrix_sizes(diagonal, position)
        if one not in (None, 1) or (None not in (size, rows) and size != rows):
            raise invalid(f"Diagonals must be [..., 1, {rows}]. Received shape: {diagonal.shape}")
    return Inferred(with_matrix(batch, rows, columns), rhs.dtype)


def _product(
    xp: ModuleType,
    superdiag: np.ndarray,
    maindiag: np.ndarray,
    subdiag: np.ndarray,
    rhs: np.ndarray,
) -> Any:
    diagonals = superdiag, maindiag, subdiag
    shape = (*rhs.shape[:-2], 1, *rhs.shape[-2:-1])
    if rhs.ndim < 2 or any(diagonal.shape != shape for diagonal in diagonals):
        raise ValueError("diagonals must be [..., 1, n] and rhs [..., n, k]")
    above, main, below = (
        xp.swapaxes(diagonal, -1, -2) for diagonal in (superdiag, maindiag, subdiag)
    )
    product = main * rhs
    if not rhs.shape[-2]:
        return product
    # The last element above and the first one below are no part of the matrix, whatever they are.
    zero = xp.zeros_like(rhs[..., :1, :])
    upper = xp.concatenate([above[..., :-1, :] * rhs[..., 1:, :], zero], -2)
    lower = xp.concatenate([zero, below[..., 1:, :] * rhs[..., :-1, :]], -2)
    return upper + product + lower


def _product_gradient(op: Any, dy: Tensor) -> list[Tensor]:
    superdiag, maindiag, subdiag, rhs = op.inputs

    def as_column(diagonal: Tensor) -> Tensor:
        return adjoint_of(diagonal)

    def of_diagonal(values: Tensor) -> Tensor:
        along = raw.Sum(raw.Mul(dy, _conj(values)), np.int32(-1))
        return raw.ExpandDims(along, np.int32(-2))

    d_rhs = raw.AddN(
        [
            _moved_down(raw.Mul(as_column(superdiag), dy)),
            raw.Mul(as_column(maindiag), dy),
            _moved_up(raw.Mul(as_column(subdiag), dy)),
        ]
    )
    return [
        of_diagonal(_moved_up(rhs)),
        of_diagonal(rhs),
        of_diagonal(_moved_down(rhs)),
        d_rhs,
    ]


define(
    "TridiagonalMatMul",
    "superdiag: T, maindiag: T, subdiag: T, rhs: T",
    "output: T",
    {"T": types(_DTYPES)},
    infer=_infer_product,
    kernel=_product,
    gradient=_product_gradient,
)

# ---------------------------------------------------------------------------- public functions


def _three_diagonals(diagonals: Any, form: str) -> list[Tensor]:
    """Above, main and below, each `[..., n]`, of any of the public forms.

    Raises:
        ValueError: an unknown form.
    """
    if form == "compact":
        x = convert_to_tensor(diagonals, name="diagonals")
        return list(raw.Unpack(x, num=3, axis=-2))
    if form == "sequence":
        above, main, below = (convert_to_tensor(d) for d in diagonals)
        above = _filled(above, main, is_before=False)
        below = _filled(below, main, is_before=True)
        return [above, main, below]
    if form == "matrix":
        x = convert_to_tensor(diagonals, name="diagonals")
        columns = [adjoint_of(_conj(_off_diagonal(x, shift))) for shift in (1, 0, -1)]
        return [raw.Squeeze(column, squeeze_dims=[-1]) for column in columns]
    raise ValueError(
        f'Expected diagonals_format to be "compact", "sequence" or "matrix". Received: {form!r}'
    )


def _filled(diagonal: Tensor, main: Tensor, is_before: bool) -> Tensor:
    """A diagonal with a zero before or after it, if that is what it lacks of the main one."""
    rank = diagonal.shape.rank
    if rank is None:
        raise ValueError('diagonals_format="sequence" needs diagonals of known rank.')
    last = np.int32(rank - 1)
    sizes = [raw.GatherV2(raw.Shape(x), last, np.int32(0)) for x in (main, diagonal)]
    missing = raw.Minimum(raw.Sub(*sizes), 1)
    pair = [missing, raw.ZerosLike(missing)]
    ends = raw.Pack([raw.Pack(pair if is_before else pair[::-1])])
    pads = raw.ConcatV2([np.zeros((rank - 1, 2), np.int32), ends], np.int32(0))
    return raw.Pad(diagonal, pads)


def _off_diagonal(x: Tensor, shift: int) -> Tensor:
    """Row i's element at column i + shift, `[..., 1, n]`; zero where there is none."""
    lower, upper = max(-shift, 0), max(shift, 0)
    band = raw.MatrixBandPart(x, np.int64(lower), np.int64(upper))
    if shift:
        inner = (lower - 1, upper) if shift < 0 else (lower, upper - 1)
        band = raw.Sub(band, raw.MatrixBandPart(x, np.int64(inner[0]), np.int64(inner[1])))
    return raw.Sum(adjoint_of(_conj(band)), np.int32(-2), keep_dims=True)


@public("linalg.tridiagonal_solve")
def tridiagonal_solve(
    diagonals: Any,
    rhs: Any,
    diagonals_format: str = "compact",
    transpose_rhs: bool = False,
    conjugate_rhs: bool = False,
    name: str | None = None,
    partial_pivoting: bool = True,
    perturb_singular: bool = False,
) -> Tensor:
    """The `x` with `a @ x = rhs`, of matrices with three diagonals.

    Args:
        diagonals: floating or complex: `[..., 3, n]` (above, main, below) for "compact", a tuple of
            three for "sequence", `[..., n, n]` for "matrix".
        rhs: tensor `[..., n]` or `[..., n, k]` of the same dtype.
        diagonals_format: "compact", "sequence" or "matrix".
        transpose_rhs: whether `rhs` is given as `[..., k, n]`.
        conjugate_rhs: whether to take the conjugate of `rhs`.
        name: name of the operation.
        partial_pivoting: whether to exchange rows where that makes the solution more exact.
        perturb_singular: not supported.

    Returns:
        Tensor like `rhs`; NaN where a matrix is singular.

    Raises:
        ValueError: an unknown form.
        InvalidArgumentError: shapes do not fit.

    >>> tf.linalg.tridiagonal_solve([[0.0, 0.0], [2.0, 4.0], [0.0, 0.0]], [2.0, 2.0]).numpy()
    array([1. , 0.5], dtype=float32)
    """
    with op_scope(name or "tridiagonal_solve"):
        parts = _three_diagonals(diagonals, diagonals_format)
        stacked = raw.Pack(parts, axis=-2)
        rhs = convert_to_tensor(rhs, stacked.dtype, name="rhs")
        is_known = None not in (rhs.shape.rank, stacked.shape.rank)
        is_vector = is_known and rhs.shape.rank == stacked.shape.rank - 1
        if conjugate_rhs:
            rhs = _conj(rhs)
        given = None if is_known or transpose_rhs else raw.Shape(rhs)
        if is_vector:
            rhs = raw.ExpandDims(rhs, np.int32(-1))
        elif transpose_rhs:
            rhs = adjoint_of(_conj(rhs))
        elif given is not None:
            rhs = _as_matrices(rhs, given, stacked)
        x = raw.TridiagonalSolve(
            stacked, rhs, partial_pivoting=partial_pivoting, perturb_singular=perturb_singular
        )
        if given is not None:
            return raw.Reshape(x, given)
        return raw.Squeeze(x, squeeze_dims=[-1]) if is_vector else x


def _as_matrices(rhs: Tensor, shape: Tensor, stacked: Tensor) -> Tensor:
    """Right sides `[..., n, k]`, where only the run tells whether they are vectors."""
    missing = raw.Maximum(raw.Sub(raw.Rank(stacked), raw.Rank(rhs)), 0)
    ones = raw.Fill(raw.ExpandDims(missing, np.int32(0)), np.int32(1))
    return raw.Reshape(rhs, raw.ConcatV2([shape, ones], np.int32(0)))


@public("linalg.tridiagonal_matmul")
def tridiagonal_matmul(
    diagonals: Any, rhs: Any, diagonals_format: str = "compact", name: str | None = None
) -> Tensor:
    """The product `a @ rhs`, of matrices with three diagonals.

    Args:
        diagonals: floating or complex: `[..., 3, n]` (above, main, below) for "compact", a tuple of
            three for "sequence", `[..., n, n]` for "matrix".
        rhs: tensor `[..., n, k]` of the same dtype.
        diagonals_format: "compact", "sequence" or "matrix".
        name: name of the operation.

    Returns:
        Tensor like `rhs`.

    Raises:
        ValueError: an unknown form.
        InvalidArgumentError: shapes do not fit.

    >>> tf.linalg.tridiagonal_matmul([[0.0, 0.0], [2.0, 4.0], [0.0, 0.0]], [[1.0], [1.0]]).numpy()
    array([[2.],
           [4.]], dtype=float32)
    """
    with op_scope(name or "tridiagonal_matmul"):
        parts = [
            raw.ExpandDims(part, np.int32(-2))
            for part in _three_diagonals(diagonals, diagonals_format)
        ]
        rhs = convert_to_tensor(rhs, parts[0].dtype, name="rhs")
        return raw.TridiagonalMatMul(*parts, rhs)
