"""Rules of products, decompositions and solutions of linear systems."""

from __future__ import annotations

from typing import Any

from stagelight.graph.operation import Operation
from stagelight.runtime.xla.engine import jax, jnp, lax
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers, lowers_by_kernel
from stagelight.runtime.xla.rules.convolutions import wide
from stagelight.runtime.xla.values import NotLowered

lowers_by_kernel(
    "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "Cholesky", "Cross", "Diag", "DiagPart", "Einsum",
    "LogMatrixDeterminant", "MatMul", "MatrixBandPart", "MatrixDeterminant", "MatrixInverse", "MatrixSolve",
    "Qr", "TridiagonalMatMul",
)  # fmt: skip


@lowers("MatrixTriangularSolve")
def _triangular(lowering: Lowering, operation: Operation, matrix: Any, rhs: Any) -> Any:
    batch = jnp.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    a = jnp.broadcast_to(wide(matrix), (*batch, *matrix.shape[-2:]))
    b = jnp.broadcast_to(wide(rhs), (*batch, *rhs.shape[-2:]))
    is_adjoint = bool(operation.attrs.get("adjoint", False))
    solution = lax.linalg.triangular_solve(
        a,
        b,
        left_side=True,
        lower=bool(operation.attrs.get("lower", True)),
        transpose_a=is_adjoint,
        conjugate_a=is_adjoint,
    )
    return solution.astype(rhs.dtype)


@lowers("TridiagonalSolve")
def _tridiagonal(lowering: Lowering, operation: Operation, diagonals: Any, rhs: Any) -> Any:
    if operation.attrs.get("perturb_singular"):
        raise NotLowered("it moves singular systems by a little")
    above, main, below = (jnp.asarray(diagonals)[..., i, :] for i in range(3))
    above, below = above.at[..., -1].set(0), below.at[..., 0].set(0)  # What nobody reads.
    return lax.linalg.tridiagonal_solve(below, main, above, jnp.asarray(rhs))


@lowers("Svd")
def _svd(lowering: Lowering, operation: Operation, x: Any) -> Any:
    x = jnp.asarray(x)
    if not operation.attrs.get("compute_uv", True):
        nothing = jnp.zeros((0,), x.dtype)
        return [jnp.linalg.svd(x, compute_uv=False), nothing, nothing]
    full = bool(operation.attrs.get("full_matrices", False))
    u, s, adjoint = jnp.linalg.svd(x, full_matrices=full)
    return [s, u, jnp.conj(jnp.swapaxes(adjoint, -1, -2))]


@lowers("SelfAdjointEigV2")
def _eigh(lowering: Lowering, operation: Operation, x: Any) -> Any:
    x = jnp.asarray(x)
    values, vectors = jnp.linalg.eigh(x, UPLO="L", symmetrize_input=False)
    if not operation.attrs.get("compute_v", True):
        vectors = jnp.zeros((0,), x.dtype)
    return [values, vectors]


@lowers("Lu")
def _lu(lowering: Lowering, operation: Operation, x: Any) -> Any:
    factors, _, order = lax.linalg.lu(jnp.asarray(x))
    return [factors, order]


@lowers("MatrixExponential")
def _exponential(lowering: Lowering, operation: Operation, x: Any) -> Any:
    return jax.scipy.linalg.expm(jnp.asarray(x))
