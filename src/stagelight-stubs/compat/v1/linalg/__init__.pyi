"""Public names of `tf.compat.v1.linalg`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.linalg import experimental as experimental
from stagelight.linalg import LinearOperator as LinearOperator
from stagelight.linalg import LinearOperatorAdjoint as LinearOperatorAdjoint
from stagelight.linalg import LinearOperatorBlockDiag as LinearOperatorBlockDiag
from stagelight.linalg import LinearOperatorBlockLowerTriangular as LinearOperatorBlockLowerTriangular
from stagelight.linalg import LinearOperatorCirculant as LinearOperatorCirculant
from stagelight.linalg import LinearOperatorCirculant2D as LinearOperatorCirculant2D
from stagelight.linalg import LinearOperatorCirculant3D as LinearOperatorCirculant3D
from stagelight.linalg import LinearOperatorComposition as LinearOperatorComposition
from stagelight.linalg import LinearOperatorDiag as LinearOperatorDiag
from stagelight.linalg import LinearOperatorFullMatrix as LinearOperatorFullMatrix
from stagelight.linalg import LinearOperatorHouseholder as LinearOperatorHouseholder
from stagelight.linalg import LinearOperatorIdentity as LinearOperatorIdentity
from stagelight.linalg import LinearOperatorInversion as LinearOperatorInversion
from stagelight.linalg import LinearOperatorKronecker as LinearOperatorKronecker
from stagelight.linalg import LinearOperatorLowRankUpdate as LinearOperatorLowRankUpdate
from stagelight.linalg import LinearOperatorLowerTriangular as LinearOperatorLowerTriangular
from stagelight.linalg import LinearOperatorPermutation as LinearOperatorPermutation
from stagelight.linalg import LinearOperatorScaledIdentity as LinearOperatorScaledIdentity
from stagelight.linalg import LinearOperatorToeplitz as LinearOperatorToeplitz
from stagelight.linalg import LinearOperatorTridiag as LinearOperatorTridiag
from stagelight.linalg import LinearOperatorZeros as LinearOperatorZeros
from stagelight.linalg import adjoint as adjoint
from stagelight.linalg import banded_triangular_solve as banded_triangular_solve
from stagelight.linalg import cholesky as cholesky
from stagelight.linalg import cholesky_solve as cholesky_solve
from stagelight.linalg import cross as cross
from stagelight.linalg import det as det
from stagelight.linalg import eig as eig
from stagelight.linalg import eigh as eigh
from stagelight.linalg import eigh_tridiagonal as eigh_tridiagonal
from stagelight.linalg import eigvals as eigvals
from stagelight.linalg import eigvalsh as eigvalsh
from stagelight.linalg import einsum as einsum
from stagelight.linalg import expm as expm
from stagelight.linalg import global_norm as global_norm
from stagelight.linalg import inv as inv
from stagelight.linalg import l2_normalize as l2_normalize
from stagelight.linalg import logdet as logdet
from stagelight.linalg import logm as logm
from stagelight.linalg import lstsq as lstsq
from stagelight.linalg import lu as lu
from stagelight.linalg import lu_matrix_inverse as lu_matrix_inverse
from stagelight.linalg import lu_reconstruct as lu_reconstruct
from stagelight.linalg import lu_solve as lu_solve
from stagelight.linalg import matmul as matmul
from stagelight.linalg import matrix_rank as matrix_rank
from stagelight.linalg import matvec as matvec
from stagelight.linalg import normalize as normalize
from stagelight.linalg import pinv as pinv
from stagelight.linalg import qr as qr
from stagelight.linalg import slogdet as slogdet
from stagelight.linalg import solve as solve
from stagelight.linalg import sqrtm as sqrtm
from stagelight.linalg import svd as svd
from stagelight.linalg import tensordot as tensordot
from stagelight.linalg import trace as trace
from stagelight.linalg import triangular_solve as triangular_solve
from stagelight.linalg import tridiagonal_matmul as tridiagonal_matmul
from stagelight.linalg import tridiagonal_solve as tridiagonal_solve
from stagelight.ops.arrays.creation import eye as eye
from stagelight.ops.arrays.reshaping import matrix_transpose as _transpose
from stagelight.ops.arrays.reshaping import matrix_transpose as matrix_transpose
from stagelight.ops.linalg.diagonals import diag as diag
from stagelight.ops.linalg.diagonals import diag_part as diag_part
from stagelight.ops.linalg.diagonals import set_diag as set_diag
from stagelight.ops.linalg.triangles import band_part as band_part
from stagelight.ops.linalg.triangles import tensor_diag as tensor_diag
from stagelight.ops.linalg.triangles import tensor_diag_part as tensor_diag_part
from typing import Any

def norm(
    tensor: Any,
    ord: Any = 'euclidean',
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`norm` with the arguments of TensorFlow 1:

        tensor, ord, axis, keepdims, name, keep_dims

    The norm of vectors or matrices: `sum(|x|^ord)^(1/ord)` for vectors.

    Args:
        tensor: floating or complex tensor.
        ord: "euclidean", a positive number or infinity. For matrices: "euclidean" and "fro" (root
            of the sum of squares), 1 (largest column sum), 2 (largest singular value) or infinity
            (largest row sum).
        axis: an integer for vectors, two for matrices; None takes the whole tensor as one vector.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        ValueError: an order or axes for which there is no norm.

    >>> tf.norm([3.0, 4.0]).numpy()
    np.float32(5.0)
    """
transpose = _transpose
