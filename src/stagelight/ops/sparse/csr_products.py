"""Products of CSR matrices, with dense and with sparse ones."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid, shape_text
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.sparse.csr_matrix import (
    DTYPES,
    CsrMatrix,
    infer_csr,
    matrix_in,
    transposed,
    variant_of,
)
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

# How a factor is turned: attrs of both products.
_TURNED = {"transpose_a": False, "transpose_b": False, "adjoint_a": False, "adjoint_b": False}


def _require_one(attrs: dict[str, Any]) -> None:
    for side in ("a", "b"):
        if attrs.get(f"adjoint_{side}") and attrs.get(f"transpose_{side}"):
            raise invalid(f"Only one of adjoint_{side} and transpose_{side} may be true.")


def _sparse_factor(matrix: CsrMatrix, side: str, attrs: dict[str, Any]) -> CsrMatrix:
    adjoint = bool(attrs.get(f"adjoint_{side}"))
    return transposed(matrix, adjoint) if adjoint or attrs.get(f"transpose_{side}") else matrix


def _require_fit(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    if len(a) != len(b):
        raise invalid(f"Ranks of a and b must match, saw: {len(a)} vs. {len(b)}.")
    if len(a) == 3 and a[0] != b[0]:
        raise invalid(f"Batch sizes of a and b must match, saw: {a[0]} vs. {b[0]}.")
    if a[-1] != b[-2]:
        raise invalid(
            "Inner product dimensions of A and B do not agree. Shapes are: "
            f"{shape_text(a)} vs. {shape_text(b)}. Did you forget a transpose?"
        )


def _scipy_parts(matrix: CsrMatrix) -> list[Any]:
    """Each matrix as SciPy's."""
    import scipy.sparse

    return [
        scipy.sparse.csr_array((values, columns, pointers), shape=matrix.shape[-2:])
        for pointers, columns, values in matrix.parts
    ]


# ---------------------------------------------------------------------------- with a dense one


def _dense_product(xp: ModuleType, a: Any, b: np.ndarray, **attrs: Any) -> np.ndarray:
    _require_one(attrs)
    matrix = matrix_in(a, "a")
    if matrix.dtype != b.dtype:
        raise invalid(
            f"Input types don't match.  a.dtype == {matrix.dtype.name} vs. b.dtype == {b.dtype.name}"
        )
    if len(matrix.shape) != b.ndim:
        raise invalid(f"Ranks of a and b must match, saw: {len(matrix.shape)} vs. {b.ndim}.")
    matrix = _sparse_factor(matrix, "a", attrs)
    if attrs.get("adjoint_b") or attrs.get("transpose_b"):
        b = np.swapaxes(b.conj() if attrs.get("adjoint_b") else b, -1, -2)
    _require_fit(matrix.shape, b.shape)
    dense = [b] if b.ndim == 2 else list(b)
    products = [x @ y for x, y in zip(_scipy_parts(matrix), dense, strict=True)]
    rows, columns = matrix.shape[-2], b.shape[-1]
    product = np.reshape(products, (*b.shape[:-2], rows, columns)).astype(b.dtype, copy=False)
    if attrs.get("transpose_output"):
        product = np.swapaxes(product, -1, -2)
    return product.conj() if attrs.get("conjugate_output") else product


def _infer_dense_product(a: Tensor, b: Tensor, **attrs: Any) -> Inferred:
    _require_one(attrs)
    if b.shape.rank not in (None, 2, 3):
        raise invalid(f"b must be a matrix or a batch of matrices. Received shape: {b.shape}")
    shape = TensorShape(None if b.shape.rank is None else [None] * b.shape.rank)
    return Inferred(shape, b.dtype)


def _turned(x: Tensor, adjoint: bool, transpose: bool) -> Tensor:
    """A dense matrix, transposed as it is asked for."""
    if not adjoint and not transpose:
        return x
    rank = x.shape.rank
    if rank is None:
        raise ValueError("The gradient of a product needs the rank of its dense factor.")
    order = [*range(rank - 2), rank - 1, rank - 2]
    return raw.ConjugateTranspose(x, order) if adjoint else raw.Transpose(x, order)


def _turned_csr(x: Tensor, adjoint: bool, transpose: bool, dtype: DType) -> Tensor:
    """A CSR matrix, transposed as it is asked for."""
    if not adjoint and not transpose:
        return x
    turned: Tensor = raw.SparseMatrixTranspose(x, conjugate=adjoint, type=dtype)
    return turned


def _dense_product_gradient(op: Any, grad: Tensor) -> list[Any]:
    a, b = op.inputs
    ask = op.attr_value
    if ask("conjugate_output"):
        grad = raw.Conj(grad)
    grad = _turned(grad, False, ask("transpose_output"))

    def of_a() -> Tensor:
        factor = _turned(b, ask("adjoint_b"), ask("transpose_b"))
        full = raw.BatchMatMulV2(grad, factor, adj_y=True)
        full = _turned(full, ask("adjoint_a"), ask("transpose_a"))
        places = raw.CSRSparseMatrixToSparseTensor(a, type=b.dtype)[0]
        return raw.DenseToCSRSparseMatrix(full, places)

    def of_b() -> Tensor:
        factor = _turned_csr(a, ask("adjoint_a"), ask("transpose_a"), b.dtype)
        full = raw.SparseMatrixMatMul(factor, grad, adjoint_a=True)
        return _turned(full, ask("adjoint_b"), ask("transpose_b"))

    return [of_a, of_b]


define(
    "SparseMatrixMatMul",
    "a: variant, b: T",
    "output: T",
    {"T": types(DTYPES), **_TURNED, "transpose_output": False, "conjugate_output": False},
    infer=_infer_dense_product,
    kernel=_dense_product,
    gradient=_dense_product_gradient,
    traits=Trait.HOST_ONLY | Trait.HEAVY,
)


# ---------------------------------------------------------------------------- with a sparse one


def _sparse_product(xp: ModuleType, a: Any, b: Any, *, type: DType, **attrs: Any) -> np.ndarray:
    _require_one(attrs)
    first = _sparse_factor(matrix_in(a, "a", type), "a", attrs)
    second = _sparse_factor(matrix_in(b, "b", type), "b", attrs)
    _require_fit(first.shape, second.shape)
    parts = [
        _product_of_parts(x, y)
        for x, y in zip(_scipy_parts(first), _scipy_parts(second), strict=True)
    ]
    shape = (*first.shape[:-1], second.shape[-1])
    return variant_of(CsrMatrix(shape, first.dtype, parts))


def _product_of_parts(x: Any, y: Any) -> tuple[Any, Any, Any]:
    """A product with an element wherever there is a term, zero or not."""
    pattern = _ones_like(x) @ _ones_like(y)
    product = (x @ y).tocsr()
    pattern.sort_indices()
    rows = np.repeat(np.arange(pattern.shape[0]), np.diff(pattern.indptr))
    values = np.zeros(len(rows), product.dtype)
    if product.nnz:
        product.sort_indices()
        places = rows * pattern.shape[1] + pattern.indices
        own_rows = np.repeat(np.arange(product.shape[0]), np.diff(product.indptr))
        own = own_rows * product.shape[1] + product.indices
        values[np.searchsorted(places, own)] = product.data
    return pattern.indptr.astype(np.int32), pattern.indices.astype(np.int32), values


def _ones_like(x: Any) -> Any:
    copy = x.copy()
    copy.data = np.ones(len(copy.data), np.float64)
    return copy


def _sparse_product_gradient(op: Any, grad: Tensor) -> list[Any]:
    a, b = op.inputs
    ask, dtype = op.attr_value, op.attr_value("type")

    def of_a() -> Tensor:
        factor = _turned_csr(b, ask("adjoint_b"), ask("transpose_b"), dtype)
        full = raw.SparseMatrixSparseMatMul(grad, factor, adjoint_b=True, type=dtype)
        return _turned_csr(full, ask("adjoint_a"), ask("transpose_a"), dtype)

    def of_b() -> Tensor:
        factor = _turned_csr(a, ask("adjoint_a"), ask("transpose_a"), dtype)
        full = raw.SparseMatrixSparseMatMul(factor, grad, adjoint_a=True, type=dtype)
        return _turned_csr(full, ask("adjoint_b"), ask("transpose_b"), dtype)

    return [of_a, of_b]


def _infer_sparse_product(a: Tensor, b: Tensor, **attrs: Any) -> Inferred:
    _require_one(attrs)
    return infer_csr(a, b)


define(
    "SparseMatrixSparseMatMul",
    "a: variant, b: variant",
    "c: variant",
    {"type": types(DTYPES), **_TURNED},
    infer=_infer_sparse_product,
    kernel=_sparse_product,
    gradient=_sparse_product_gradient,
    traits=Trait.HOST_ONLY | Trait.HEAVY,
)
