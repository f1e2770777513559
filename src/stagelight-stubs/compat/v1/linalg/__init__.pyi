"""Public names of `tf.compat.v1.linalg`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.linalg import experimental as experimental
from stagelight.linear_operators.adjoint import LinearOperatorAdjoint as LinearOperatorAdjoint
from stagelight.linear_operators.block_diagonal import LinearOperatorBlockDiag as LinearOperatorBlockDiag
from stagelight.linear_operators.block_lower_triangular import LinearOperatorBlockLowerTriangular as LinearOperatorBlockLowerTriangular
from stagelight.linear_operators.circulant import LinearOperatorCirculant as LinearOperatorCirculant
from stagelight.linear_operators.circulant import LinearOperatorCirculant2D as LinearOperatorCirculant2D
from stagelight.linear_operators.circulant import LinearOperatorCirculant3D as LinearOperatorCirculant3D
from stagelight.linear_operators.composition import LinearOperatorComposition as LinearOperatorComposition
from stagelight.linear_operators.diagonal import LinearOperatorDiag as LinearOperatorDiag
from stagelight.linear_operators.full_matrix import LinearOperatorFullMatrix as LinearOperatorFullMatrix
from stagelight.linear_operators.householder import LinearOperatorHouseholder as LinearOperatorHouseholder
from stagelight.linear_operators.identity import LinearOperatorIdentity as LinearOperatorIdentity
from stagelight.linear_operators.identity import LinearOperatorScaledIdentity as LinearOperatorScaledIdentity
from stagelight.linear_operators.inversion import LinearOperatorInversion as LinearOperatorInversion
from stagelight.linear_operators.kronecker import LinearOperatorKronecker as LinearOperatorKronecker
from stagelight.linear_operators.linear_operator import LinearOperator as LinearOperator
from stagelight.linear_operators.low_rank_update import LinearOperatorLowRankUpdate as LinearOperatorLowRankUpdate
from stagelight.linear_operators.lower_triangular import LinearOperatorLowerTriangular as LinearOperatorLowerTriangular
from stagelight.linear_operators.permutation import LinearOperatorPermutation as LinearOperatorPermutation
from stagelight.linear_operators.toeplitz import LinearOperatorToeplitz as LinearOperatorToeplitz
from stagelight.linear_operators.tridiagonal import LinearOperatorTridiag as LinearOperatorTridiag
from stagelight.linear_operators.zeros import LinearOperatorZeros as LinearOperatorZeros
from stagelight.ops.arrays.creation import eye as eye
from stagelight.ops.arrays.reshaping import matrix_transpose as _transpose
from stagelight.ops.arrays.reshaping import matrix_transpose as matrix_transpose
from stagelight.ops.elementwise.clipping import global_norm as global_norm
from stagelight.ops.linalg.banded_systems import banded_triangular_solve as banded_triangular_solve
from stagelight.ops.linalg.cross_product import cross as cross
from stagelight.ops.linalg.decompositions import cholesky as cholesky
from stagelight.ops.linalg.decompositions import cholesky_solve as cholesky_solve
from stagelight.ops.linalg.decompositions import qr as qr
from stagelight.ops.linalg.decompositions import svd as svd
from stagelight.ops.linalg.diagonals import diag as diag
from stagelight.ops.linalg.diagonals import diag_part as diag_part
from stagelight.ops.linalg.diagonals import set_diag as set_diag
from stagelight.ops.linalg.eigenvalues import eig as eig
from stagelight.ops.linalg.eigenvalues import eigh as eigh
from stagelight.ops.linalg.eigenvalues import eigvals as eigvals
from stagelight.ops.linalg.eigenvalues import eigvalsh as eigvalsh
from stagelight.ops.linalg.einsum import einsum as einsum
from stagelight.ops.linalg.least_squares import lstsq as lstsq
from stagelight.ops.linalg.lu import lu as lu
from stagelight.ops.linalg.lu import lu_matrix_inverse as lu_matrix_inverse
from stagelight.ops.linalg.lu import lu_reconstruct as lu_reconstruct
from stagelight.ops.linalg.lu import lu_solve as lu_solve
from stagelight.ops.linalg.matmul import matmul as matmul
from stagelight.ops.linalg.matrix_functions import expm as expm
from stagelight.ops.linalg.matrix_functions import logm as logm
from stagelight.ops.linalg.matrix_functions import sqrtm as sqrtm
from stagelight.ops.linalg.matrix_properties import adjoint as adjoint
from stagelight.ops.linalg.matrix_properties import logdet as logdet
from stagelight.ops.linalg.matrix_properties import matrix_rank as matrix_rank
from stagelight.ops.linalg.matrix_properties import pinv as pinv
from stagelight.ops.linalg.matrix_properties import trace as trace
from stagelight.ops.linalg.norms import l2_normalize as l2_normalize
from stagelight.ops.linalg.norms import normalize as normalize
from stagelight.ops.linalg.square_matrices import det as det
from stagelight.ops.linalg.square_matrices import inv as inv
from stagelight.ops.linalg.square_matrices import slogdet as slogdet
from stagelight.ops.linalg.square_matrices import solve as solve
from stagelight.ops.linalg.square_matrices import triangular_solve as triangular_solve
from stagelight.ops.linalg.tensordot import matvec as matvec
from stagelight.ops.linalg.tensordot import tensordot as tensordot
from stagelight.ops.linalg.triangles import band_part as band_part
from stagelight.ops.linalg.triangles import tensor_diag as tensor_diag
from stagelight.ops.linalg.triangles import tensor_diag_part as tensor_diag_part
from stagelight.ops.linalg.tridiagonal import tridiagonal_matmul as tridiagonal_matmul
from stagelight.ops.linalg.tridiagonal import tridiagonal_solve as tridiagonal_solve
from stagelight.ops.linalg.tridiagonal_eigenvalues import eigh_tridiagonal as eigh_tridiagonal
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
