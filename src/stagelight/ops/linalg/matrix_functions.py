"""Functions of square matrices: `tf.linalg.expm`, `logm`, `sqrtm`.

Their gradients come from one fact: for a block matrix

    f([[a, e], [0, a]]) = [[f(a), d], [0, f(a)]]

where d is the derivative of f at a along e. With a^H and dy in the places of a and e, d is the
gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.linalg.square_matrices import (
    MATRIX_DTYPES,
    adjoint_of,
    each_matrix,
    infer_like_square,
    require_square,
    wide,
)
from stagelight.public import public
from stagelight.types import dtypes


def _kernel(function: Callable[[np.ndarray], np.ndarray]) -> Callable[..., Any]:
    """The kernel that applies a function of one matrix to each of a batch."""

    def kernel(xp: ModuleType, input: np.ndarray) -> Any:
        require_square(input)
        if not input.size:
            return input
        (results,) = each_matrix(lambda x: (_nan_or(function, x),), wide(input))
        return np.stack(results).reshape(input.shape).astype(input.dtype)

    return kernel


def _nan_or(function: Callable[[np.ndarray], np.ndarray], x: np.ndarray) -> Any:
    # TF: NaN everywhere; of SciPy's functions some fail, and some give numbers.
    return function(x) if np.isfinite(x).all() else x * np.nan


def _exponential(x: np.ndarray) -> Any:
    import scipy.linalg

    return scipy.linalg.expm(x)


def _logarithm(x: np.ndarray) -> Any:
    import scipy.linalg

    # In single precision SciPy warns of what it then corrects.
    return scipy.linalg.logm(x.astype(np.complex128))


def _square_root(x: np.ndarray) -> Any:
    import scipy.linalg

    root = scipy.linalg.sqrtm(x)
    if np.iscomplexobj(root) and not np.iscomplexobj(x):
        # TF: NaN where a real matrix has no real square root.
        return np.full(x.shape, np.nan, x.dtype)
    return root


def _gradient(op: Any, dy: Tensor) -> Tensor:
    a = adjoint_of(op.inputs[0])
    last, above = np.int32(-1), np.int32(-2)
    upper = raw.ConcatV2([a, dy], last)
    lower = raw.ConcatV2([raw.ZerosLike(a), a], last)
    whole = getattr(raw, op.type)(raw.ConcatV2([upper, lower], above))
    upper, _ = raw.Split(above, whole, num_split=2)
    return raw.Split(last, upper, num_split=2)[1]


for _name, _function, _allowed in (
    ("MatrixExponential", _exponential, MATRIX_DTYPES),
    ("MatrixLogarithm", _logarithm, dtypes.COMPLEX),
    ("MatrixSquareRoot", _square_root, MATRIX_DTYPES),
):
    define(
        _name,
        "input: T",
        "output: T",
        {"T": types(_allowed)},
        infer=infer_like_square,
        kernel=_kernel(_function),
        gradient=_gradient,
        traits=Trait.HEAVY,
    )


@public("linalg.expm")
def expm(input: Any, name: str | None = None) -> Tensor:
    """The exponential of square matrices, `sum over k of x^k / k!`.

    Args:
        input: floating or complex tensor `[..., n, n]`.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: the matrices are not square.

    >>> tf.linalg.expm([[0.0, 1.0], [0.0, 0.0]]).numpy()
    array([[1., 1.],
           [0., 1.]], dtype=float32)
    """
    return raw.MatrixExponential(convert_to_tensor(input), name=name)


@public("linalg.logm")
def logm(input: Any, name: str | None = None) -> Tensor:
    """The logarithm of square matrices: the inverse of `expm`.

    Args:
        input: complex tensor `[..., n, n]`.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: the matrices are not square, or real.

    >>> x = tf.constant([[1.0, 1.0], [0.0, 1.0]], tf.complex128)
    >>> tf.linalg.logm(x).numpy().real
    array([[0., 1.],
           [0., 0.]])
    """
    return raw.MatrixLogarithm(convert_to_tensor(input), name=name)


@public("linalg.sqrtm", "matrix_square_root")
def sqrtm(input: Any, name: str | None = None) -> Tensor:
    """The principal square root of square matrices: `y @ y = input`.

    Args:
        input: floating or complex tensor `[..., n, n]`, invertible.
        name: name of the operation.

    Returns:
        Tensor like `input`; NaN where a real matrix has no real root.

    Raises:
        InvalidArgumentError: the matrices are not square.

    >>> tf.linalg.sqrtm([[4.0, 0.0], [0.0, 9.0]]).numpy()
    array([[2., 0.],
           [0., 3.]], dtype=float32)
    """
    return raw.MatrixSquareRoot(convert_to_tensor(input), name=name)
