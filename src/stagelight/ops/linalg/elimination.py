"""Gaussian elimination of matrices with NaN, as TensorFlow's.

LAPACK takes NaN for no pivot, leaves its column as it is, and ends with finite numbers that mean nothing.
TF's Eigen divides by it: all that NaN can reach is NaN.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stagelight.core.inference import invalid


def eliminate(matrix: np.ndarray, message: str) -> tuple[np.ndarray, np.ndarray]:
    """LU decomposition with partial pivoting: the factors in one matrix, and the rows in their new order.

    No element is known to be larger than NaN, and NaN is not known to be larger than any.

    Args:
        matrix: `[n, n]`.
        message: of the error.

    Raises:
        InvalidArgumentError: a pivot is zero, or the first one is NaN.
    """
    factors, rows = matrix.copy(), np.arange(len(matrix))
    with np.errstate(all="ignore"):
        for step in range(len(matrix)):
            sizes = np.abs(factors[step:, step])
            place = step if np.isnan(sizes[0]) else step + int(np.nanargmax(sizes))
            factors[[step, place]], rows[[step, place]] = (
                factors[[place, step]],
                rows[[place, step]],
            )
            factors[step + 1 :, step] /= factors[step, step]
            factors[step + 1 :, step + 1 :] -= np.outer(
                factors[step + 1 :, step], factors[step, step + 1 :]
            )
    pivots = np.diagonal(factors)
    if np.isnan(pivots[:1]).any() or (pivots == 0).any():
        raise invalid(message)
    return factors, rows


def with_nan_apart(
    function: Callable[[np.ndarray], np.ndarray], matrices: np.ndarray, message: str
) -> np.ndarray:
    """`function(matrices)`, which is one that eliminates, and NaN where a matrix has NaN.

    Raises:
        InvalidArgumentError: such a matrix is singular.
    """
    is_nan = np.isnan(matrices).any(axis=(-2, -1))
    if not is_nan.any():
        return function(matrices)
    for matrix in matrices[is_nan]:
        eliminate(matrix, message)
    identity = np.eye(matrices.shape[-1], dtype=matrices.dtype)
    results = function(np.where(is_nan[..., None, None], identity, matrices))
    results[is_nan] = np.nan
    return results
