"""Operators of every kind beside their dense matrices, and what is asked of each.

A case is a function of the library and a NumPy dtype; it gives an operator and its matrix, made by NumPy.
The own tests compare with NumPy on that matrix, the oracle tests run the same with TensorFlow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from types import ModuleType
from typing import Any

import numpy as np

DTYPES = ("float32", "float64", "complex64")
Case = Callable[[ModuleType, str], tuple[Any, np.ndarray]]


def random(dtype: str, *shape: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng([seed, *shape])
    values = rng.uniform(0.5, 1.5, shape)
    if dtype.startswith("complex"):
        values = values + 1j * rng.uniform(-0.5, 0.5, shape)
    return values.astype(dtype)


def well_conditioned(dtype: str, *shape: int, seed: int = 0) -> np.ndarray:
    return random(dtype, *shape, seed=seed) + 3 * np.eye(*shape[-2:], dtype=dtype)


def positive(dtype: str, *shape: int, seed: int = 0) -> np.ndarray:
    a = random(dtype, *shape, seed=seed)
    return a @ np.conj(np.swapaxes(a, -1, -2)) + 2 * np.eye(shape[-1], dtype=dtype)


def diagonal(values: np.ndarray) -> np.ndarray:
    return values[..., None] * np.eye(values.shape[-1], dtype=values.dtype)


def kronecker(*matrices: np.ndarray) -> np.ndarray:
    def two(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        product = a[..., :, None, :, None] * b[..., None, :, None, :]
        rows, columns = a.shape[-2] * b.shape[-2], a.shape[-1] * b.shape[-1]
        return product.reshape(*product.shape[:-4], rows, columns)

    return reduce(two, matrices)


def blocks(rows: list[list[np.ndarray]]) -> np.ndarray:
    batch = np.broadcast_shapes(*[block.shape[:-2] for row in rows for block in row])
    widths = [row[-1].shape[-1] for row in rows]
    whole = []
    for i, row in enumerate(rows):
        parts = [np.broadcast_to(block, (*batch, *block.shape[-2:])) for block in row]
        missing = sum(widths[i + 1 :])
        parts.append(np.zeros((*batch, row[0].shape[-2], missing), row[0].dtype))
        whole.append(np.concatenate(parts, -1))
    return np.concatenate(whole, -2)


def _full(*shape: int, make: Any = well_conditioned, **hints: bool) -> Case:
    def case(tf: ModuleType, dtype: str) -> Any:
        matrix = make(dtype, *shape)
        return tf.linalg.LinearOperatorFullMatrix(tf.constant(matrix), **hints), matrix

    return case


def _diag(tf: ModuleType, dtype: str, *shape: int, **hints: bool) -> Any:
    values = random(dtype, *shape)
    return tf.linalg.LinearOperatorDiag(tf.constant(values), **hints), diagonal(values)


def _tril(tf: ModuleType, dtype: str, *shape: int) -> Any:
    matrix = well_conditioned(dtype, *shape)
    operator = tf.linalg.LinearOperatorLowerTriangular(tf.constant(matrix), is_non_singular=True)
    return operator, np.tril(matrix)


def _identity(tf: ModuleType, dtype: str, *batch: int) -> Any:
    operator = tf.linalg.LinearOperatorIdentity(3, batch_shape=batch or None, dtype=dtype)
    return operator, np.broadcast_to(np.eye(3, dtype=dtype), (*batch, 3, 3))


def _scaled(tf: ModuleType, dtype: str, *batch: int) -> Any:
    factor = random(dtype, *batch)
    operator = tf.linalg.LinearOperatorScaledIdentity(3, tf.constant(factor))
    return operator, np.asarray(factor)[..., None, None] * np.eye(3, dtype=dtype)


def _zeros(tf: ModuleType, dtype: str) -> Any:
    return tf.linalg.LinearOperatorZeros(3, dtype=dtype), np.zeros([3, 3], dtype)


def _wide_zeros(tf: ModuleType, dtype: str) -> Any:
    operator = tf.linalg.LinearOperatorZeros(
        2, 3, [2], dtype, is_square=False, is_self_adjoint=False
    )
    return operator, np.zeros([2, 2, 3], dtype)


def _householder(tf: ModuleType, dtype: str, *shape: int) -> Any:
    axis = random(dtype, *shape)
    unit = axis / np.linalg.norm(axis, axis=-1, keepdims=True)
    outer = unit[..., :, None] * np.conj(unit[..., None, :])
    matrix = (np.eye(shape[-1]) - 2 * outer).astype(dtype)
    return tf.linalg.LinearOperatorHouseholder(tf.constant(axis)), matrix


def _permutation(tf: ModuleType, dtype: str, *batch: int) -> Any:
    places = np.random.default_rng(3).permuted(np.tile(np.arange(4), (*batch, 1)), axis=-1)
    places = places.astype(np.int32) if batch else np.array([2, 0, 3, 1], np.int32)
    return tf.linalg.LinearOperatorPermutation(places, dtype=dtype), np.eye(4, dtype=dtype)[places]


def _toeplitz(tf: ModuleType, dtype: str, *shape: int) -> Any:
    column, row = random(dtype, *shape, seed=1), random(dtype, shape[-1], seed=2)
    column[..., 0] = 5
    row[0] = 5
    size = shape[-1]
    offsets = np.arange(size)[:, None] - np.arange(size)
    column_values = np.broadcast_to(column, shape)[..., np.maximum(offsets, 0)]
    matrix = np.where(offsets >= 0, column_values, row[np.maximum(-offsets, 0)])
    operator = tf.linalg.LinearOperatorToeplitz(tf.constant(column), tf.constant(row))
    return operator, matrix


def _tridiagonal(tf: ModuleType, dtype: str, form: str, *batch: int) -> Any:
    upper, main, lower = (random(dtype, *batch, 4, seed=i) for i in range(3))
    main = main + np.asarray(4, dtype)
    matrix = np.zeros([*batch, 4, 4], dtype)
    for i in range(4):
        matrix[..., i, i] = main[..., i]
        if i < 3:
            matrix[..., i, i + 1], matrix[..., i + 1, i] = upper[..., i], lower[..., i + 1]
    parts = {
        "compact": np.stack([upper, main, lower], -2),
        "sequence": [upper, main, lower],
        "matrix": matrix,
    }
    return tf.linalg.LinearOperatorTridiag(parts[form], diagonals_format=form), matrix


def _circulant(tf: ModuleType, dtype: str, depth: int, *batch: int) -> Any:
    sizes = (4, 2, 3)[:depth]
    spectrum = random("complex64" if dtype == "complex64" else dtype, *batch, *sizes) + 1
    if dtype.startswith("float"):  # Of a real kernel that is even, so that real dtypes hold it.
        axes = tuple(range(-depth, 0))
        spectrum = spectrum + np.roll(np.flip(spectrum, axes), 1, axes)
    spectrum = spectrum.astype(dtype)
    kind = getattr(tf.linalg, "LinearOperatorCirculant" + ("", "", "2D", "3D")[depth])
    size = int(np.prod(sizes))
    columns = np.eye(size).reshape(*[1] * len(batch), size, *sizes)
    axes = tuple(range(-depth, 0))
    image = np.fft.ifftn(
        np.fft.fftn(columns, axes=axes) * np.expand_dims(spectrum, -depth - 1), axes=axes
    )
    matrix = np.swapaxes(image.reshape(*batch, size, size), -1, -2)
    matrix = matrix if dtype == "complex64" else matrix.real
    return kind(tf.constant(spectrum), dtype), matrix.astype(dtype)


def _low_rank(tf: ModuleType, dtype: str, symmetric: bool, *batch: int) -> Any:
    base, u = random(dtype, 4) + 2, random(dtype, *batch, 4, 2, seed=1)
    v = u if symmetric else random(dtype, 4, 2, seed=2)
    update = np.abs(random(dtype, 2, seed=3)).astype(dtype)
    if symmetric:
        base = base.real.astype(dtype)
    matrix = diagonal(base) + (u * update) @ np.conj(np.swapaxes(v, -1, -2))
    operator = tf.linalg.LinearOperatorLowRankUpdate(
        tf.linalg.LinearOperatorDiag(
            tf.constant(base), is_positive_definite=True, is_self_adjoint=symmetric or None
        ),
        tf.constant(u),
        tf.constant(update),
        None if symmetric else tf.constant(v),
        is_diag_update_positive=True,
    )
    return operator, matrix


def _adjoint(tf: ModuleType, dtype: str) -> Any:
    operator, matrix = _full(2, 3, 3)(tf, dtype)
    return tf.linalg.LinearOperatorAdjoint(operator), np.conj(np.swapaxes(matrix, -1, -2))


def _inversion(tf: ModuleType, dtype: str) -> Any:
    operator, matrix = _full(2, 3, 3)(tf, dtype)
    return tf.linalg.LinearOperatorInversion(operator), np.linalg.inv(matrix)


def _composition(tf: ModuleType, dtype: str) -> Any:
    pairs = [_full(2, 3, 3)(tf, dtype), _tril(tf, dtype, 3, 3), _diag(tf, dtype, 3)]
    matrix = reduce(np.matmul, [pair[1] for pair in pairs])
    return tf.linalg.LinearOperatorComposition([pair[0] for pair in pairs]), matrix


def _with_adjoint(tf: ModuleType, dtype: str) -> Any:
    factor, matrix = _tril(tf, dtype, 3, 3)
    return factor @ factor.H, matrix @ np.conj(matrix.T)


def _wide_composition(tf: ModuleType, dtype: str) -> Any:
    pairs = [_full(3, 2)(tf, dtype), _full(2, 4)(tf, dtype)]
    matrix = pairs[0][1] @ pairs[1][1]
    return tf.linalg.LinearOperatorComposition([pair[0] for pair in pairs]), matrix


def _kronecker(tf: ModuleType, dtype: str) -> Any:
    pairs = [_full(2, 2, 2)(tf, dtype), _diag(tf, dtype, 3), _tril(tf, dtype, 2, 2)]
    operator = tf.linalg.LinearOperatorKronecker([pair[0] for pair in pairs])
    return operator, kronecker(*[pair[1] for pair in pairs])


def _wide_kronecker(tf: ModuleType, dtype: str) -> Any:
    pairs = [_full(2, 3)(tf, dtype), _full(3, 2)(tf, dtype)]
    operator = tf.linalg.LinearOperatorKronecker([pair[0] for pair in pairs])
    return operator, kronecker(*[pair[1] for pair in pairs])


def _block_diagonal(tf: ModuleType, dtype: str) -> Any:
    pairs = [_full(2, 2, 2)(tf, dtype), _diag(tf, dtype, 3), _identity(tf, dtype)]
    matrices = [pair[1] for pair in pairs]
    rows = [
        [*[np.zeros((m.shape[-2], o.shape[-1]), dtype) for o in matrices[:i]], m]
        for i, m in enumerate(matrices)
    ]
    return tf.linalg.LinearOperatorBlockDiag([pair[0] for pair in pairs]), blocks(rows)


def _block_triangular(tf: ModuleType, dtype: str) -> Any:
    pairs = [
        [_full(2, 2, 2, is_non_singular=True)(tf, dtype)],
        [_full(3, 2)(tf, dtype), _diag(tf, dtype, 3, is_non_singular=True)],
        [_full(2, 2)(tf, dtype), _full(2, 3)(tf, dtype), _tril(tf, dtype, 2, 2)],
    ]
    operator = tf.linalg.LinearOperatorBlockLowerTriangular(
        [[pair[0] for pair in row] for row in pairs]
    )
    return operator, blocks([[pair[1] for pair in row] for row in pairs])


CASES: dict[str, Case] = {
    "full": _full(3, 3),
    "full-batch": _full(2, 1, 3, 3),
    "full-wide": _full(2, 3, 4),
    "full-positive": _full(2, 3, 3, make=positive, is_self_adjoint=True, is_positive_definite=True),
    "full-self-adjoint": _full(3, 3, make=positive, is_self_adjoint=True),
    "diag": lambda tf, dtype: _diag(tf, dtype, 3),
    "diag-batch": lambda tf, dtype: _diag(tf, dtype, 2, 3, is_non_singular=True),
    "diag-positive": lambda tf, dtype: _diag(tf, dtype, 3, is_positive_definite=True),
    "lower-triangular": lambda tf, dtype: _tril(tf, dtype, 2, 3, 3),
    "identity": _identity,
    "identity-batch": lambda tf, dtype: _identity(tf, dtype, 2, 1),
    "scaled-identity": _scaled,
    "scaled-identity-batch": lambda tf, dtype: _scaled(tf, dtype, 2),
    "zeros": _zeros,
    "zeros-wide": _wide_zeros,
    "householder": lambda tf, dtype: _householder(tf, dtype, 2, 3),
    "permutation": _permutation,
    "permutation-batch": lambda tf, dtype: _permutation(tf, dtype, 2),
    "toeplitz": lambda tf, dtype: _toeplitz(tf, dtype, 4),
    "toeplitz-batch": lambda tf, dtype: _toeplitz(tf, dtype, 2, 3),
    "tridiag": lambda tf, dtype: _tridiagonal(tf, dtype, "compact", 2),
    "tridiag-sequence": lambda tf, dtype: _tridiagonal(tf, dtype, "sequence"),
    "tridiag-matrix": lambda tf, dtype: _tridiagonal(tf, dtype, "matrix", 2),
    "circulant": lambda tf, dtype: _circulant(tf, dtype, 1),
    "circulant-batch": lambda tf, dtype: _circulant(tf, dtype, 1, 2),
    "circulant-2d": lambda tf, dtype: _circulant(tf, dtype, 2, 2),
    "circulant-3d": lambda tf, dtype: _circulant(tf, dtype, 3),
    "low-rank-update": lambda tf, dtype: _low_rank(tf, dtype, False),
    "low-rank-update-symmetric": lambda tf, dtype: _low_rank(tf, dtype, True, 2),
    "adjoint": _adjoint,
    "inversion": _inversion,
    "composition": _composition,
    "composition-with-adjoint": _with_adjoint,
    "composition-wide": _wide_composition,
    "kronecker": _kronecker,
    "kronecker-wide": _wide_kronecker,
    "block-diag": _block_diagonal,
    "block-lower-triangular": _block_triangular,
}


def hints_of(operator: Any) -> list[bool | None]:
    names = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")
    return [getattr(operator, name) for name in names]


def told(tf: ModuleType, operator: Any) -> dict[str, Any]:
    """What an operator is: its kind, name, hints, sizes, and the parameters that it is told to have."""
    return {
        "kind": type(operator).__name__,
        "name": operator.name,
        "hints": hints_of(operator),
        "shape": operator.shape.as_list(),
        "batch": operator.batch_shape.as_list(),
        "rank": operator.tensor_rank,
        "domain": operator.domain_dimension.value,
        "range": operator.range_dimension.value,
        "dtype": operator.dtype.name,
        "parameters": sorted(operator.parameters),
        "tensors": [
            operator.shape_tensor(),
            operator.batch_shape_tensor(),
            operator.tensor_rank_tensor(),
            operator.domain_dimension_tensor(),
            operator.range_dimension_tensor(),
        ],
    }
