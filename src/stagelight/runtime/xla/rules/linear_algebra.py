"""Rules of products, decompositions and solutions of linear systems."""

from __future__ import annotations

from stagelight.runtime.xla.registry import lowers_by_kernel

lowers_by_kernel(
    "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "Cholesky", "Cross", "Diag", "DiagPart", "Einsum",
    "LogMatrixDeterminant", "MatMul", "MatrixBandPart", "MatrixDeterminant", "MatrixInverse", "MatrixSolve",
    "Qr", "TridiagonalMatMul",
)  # fmt: skip
