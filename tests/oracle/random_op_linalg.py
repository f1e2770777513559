"""More ops of random programs: factorizations, matrices of special forms, Fourier transforms."""

from __future__ import annotations

from typing import Any

from tests.oracle.random_op_table import (
    COMPLEX,
    FLOATS,
    NUMBERS,
    add,
    along_one,
    cut,
    one,
    size_of,
    two,
)


def matrices(*dtypes: str, exact: bool = False, most: int = 9) -> Any:
    """Arguments: a value of matrices that have elements."""

    def arguments(choice: Any) -> Any:
        x = choice.value(dtypes, exact=exact, rank=2, most=most)
        return None if x is None or 0 in x.shape else ([x], {})

    return arguments


def vectors(*dtypes: str, exact: bool = False, most: int = 9) -> Any:
    """Arguments: a value of vectors that have elements."""

    def arguments(choice: Any) -> Any:
        x = choice.value(dtypes, exact=exact, rank=1, most=most)
        return None if x is None or 0 in x.shape else ([x], {})

    return arguments


def _symmetric(tf: Any, x: Any) -> Any:
    """A symmetric matrix with eigenvalues that lie apart, and with a small condition."""
    x = tf.asinh(x)
    product = tf.matmul(x, x, transpose_b=True) * 0.125
    size = size_of(tf, x, -2)
    return product + tf.linalg.diag(tf.range(1, size + 1, dtype=x.dtype) * 4)


def _lower(tf: Any, x: Any) -> Any:
    return tf.linalg.band_part(_symmetric(tf, x), -1, 0)


add("qr", lambda tf, x: tf.abs(tf.linalg.qr(_symmetric(tf, x))[1]), matrices(*FLOATS))
add("eigh", lambda tf, x: tf.linalg.eigh(_symmetric(tf, x))[0], matrices(*FLOATS), smooth=True)
add("eigvalsh", lambda tf, x: tf.linalg.eigvalsh(_symmetric(tf, x)), matrices(*FLOATS))
add("eigenvectors", lambda tf, x: tf.abs(tf.linalg.eigh(_symmetric(tf, x))[1]), matrices(*FLOATS))
add(
    "svd",
    lambda tf, x: tf.linalg.svd(_symmetric(tf, x), compute_uv=False),
    matrices(*FLOATS),
    smooth=True,
)
add(
    "singular vectors", lambda tf, x: tf.abs(tf.linalg.svd(_symmetric(tf, x))[1]), matrices(*FLOATS)
)
add("lu", lambda tf, x: tf.linalg.lu(_symmetric(tf, x))[0], matrices(*FLOATS))
add("logdet", lambda tf, x: tf.linalg.logdet(_symmetric(tf, x)), matrices(*FLOATS), smooth=True)
add(
    "slogdet", lambda tf, x: tf.linalg.slogdet(_symmetric(tf, x))[1], matrices(*FLOATS), smooth=True
)
add(
    "triangular_solve",
    lambda tf, x: tf.linalg.triangular_solve(_lower(tf, x), x),
    matrices(*FLOATS),
    smooth=True,
)
add(
    "cholesky_solve",
    lambda tf, x: tf.linalg.cholesky_solve(tf.linalg.cholesky(_symmetric(tf, x)), x),
    matrices(*FLOATS),
    smooth=True,
)
add("expm", lambda tf, x: tf.linalg.expm(_symmetric(tf, x) * 0.05), matrices(*FLOATS))
add("sqrtm", lambda tf, x: tf.linalg.sqrtm(_symmetric(tf, x)), matrices(*FLOATS))
add("pinv", lambda tf, x: tf.linalg.pinv(_symmetric(tf, x)), matrices(*FLOATS))
add("lstsq", lambda tf, x: tf.linalg.lstsq(_symmetric(tf, x), x), matrices(*FLOATS))
add(
    "matrix_rank",
    lambda tf, x: tf.linalg.matrix_rank(_symmetric(tf, x)),
    matrices(*FLOATS, exact=True),
)
add("adjoint", lambda tf, x: tf.linalg.adjoint(x), matrices(*FLOATS, *COMPLEX), keeps_exact=True)
add("matvec", lambda tf, x: tf.linalg.matvec(x, x[..., 0, :]), matrices(*FLOATS), smooth=True)
add(
    "batched einsum",
    lambda tf, x: tf.einsum("...ij,...kj->...ik", x, x),
    matrices(*FLOATS),
    smooth=True,
)
add(
    "einsum of diagonals",
    lambda tf, x: tf.einsum("...ii->...i", tf.matmul(x, x, transpose_b=True)),
    matrices(*FLOATS),
    smooth=True,
)
add("complex matmul", lambda tf, x: tf.matmul(x, x, adjoint_b=True), matrices(*COMPLEX))
add("complex einsum", lambda tf, x: tf.einsum("...ij,...kj->...ik", x, x), matrices(*COMPLEX))
add(
    "tensor_diag",
    lambda tf, x: tf.linalg.tensor_diag(x),
    one(*NUMBERS, rank=1),
    keeps_exact=True,
    smooth=True,
)
add(
    "diag of bands",
    lambda tf, x: tf.linalg.diag(x[..., None, :], k=1, padding_value=2),
    vectors(*NUMBERS),
    keeps_exact=True,
)
add(
    "diag_part of bands",
    lambda tf, x: tf.linalg.diag_part(x, k=(-1, 0), padding_value=2, align="RIGHT_LEFT"),
    matrices(*NUMBERS),
    keeps_exact=True,
)
add(
    "cross",
    lambda tf, x, y: tf.linalg.cross(x[..., :1] * [1.0, 2, 3] + 0, y[..., :1] * [0.0, 1, 2]),
    lambda choice: (lambda x: None if x is None or 0 in x.shape else ([x, x], {}))(
        choice.value(("float32",), rank=1)
    ),
    smooth=True,
)
add("normalize", lambda tf, x, axis: tf.linalg.normalize(x + 0.5, axis=axis)[0], along_one(*FLOATS))
add(
    "tridiagonal_solve",
    lambda tf, x: tf.linalg.tridiagonal_solve(
        tf.stack([x * 0.125, tf.ones_like(x) * 4, x * 0.25], -2), x, diagonals_format="compact"
    ),
    vectors(*FLOATS),
)
add(
    "tridiagonal_matmul",
    lambda tf, x: tf.linalg.tridiagonal_matmul(
        tf.stack([x, x + 1, x * 2], -2), x[..., None], diagonals_format="compact"
    ),
    vectors(*FLOATS),
    smooth=True,
)
add(
    "operators",
    lambda tf, x: tf.linalg.LinearOperatorKronecker(
        [
            tf.linalg.LinearOperatorFullMatrix(_symmetric(tf, x)),
            tf.linalg.LinearOperatorIdentity(2, dtype=x.dtype),
        ]
    ).to_dense(),
    matrices(*FLOATS, most=2),
)
add(
    "global norm of two",
    lambda tf, x, y: tf.clip_by_global_norm([x + 1, y], 1.0)[0][0],
    two(*FLOATS),
)
add("reduce norms", lambda tf, x, axis: tf.norm(x + 0.5, ord=1, axis=axis), along_one(*FLOATS))
add(
    "norm of infinity",
    lambda tf, x, axis: tf.norm(x, ord=float("inf"), axis=axis),
    along_one(*FLOATS),
)

# ---------------------------------------------------------------------------- signals

for _name in ("fft", "ifft"):
    add(
        _name + " over axes",
        lambda tf, x, _name=_name: getattr(tf.signal, _name)(x),
        vectors(*COMPLEX),
    )
for _name in ("fft2d", "ifft2d"):
    add(_name, lambda tf, x, _name=_name: getattr(tf.signal, _name)(x), matrices(*COMPLEX))
add("rfft2d", lambda tf, x: tf.signal.rfft2d(x), matrices(*FLOATS))
add("irfft", lambda tf, x: tf.signal.irfft(cut(tf, x, 3), [4]), vectors(*COMPLEX))
add(
    "irfft2d",
    lambda tf, x: tf.signal.irfft2d(tf.signal.rfft2d(x), tf.shape(x)[-2:]),
    matrices(*FLOATS),
)
add("rfft to complex", lambda tf, x: tf.signal.rfft(x), vectors(*FLOATS), smooth=False)
add(
    "fft of reals",
    lambda tf, x: tf.abs(tf.signal.fft(tf.complex(x, x * 0.5 + 1))),
    vectors(*FLOATS),
)
add(
    "fftshift",
    lambda tf, x: tf.signal.fftshift(x),
    one(*NUMBERS, *COMPLEX, rank=1),
    keeps_exact=True,
)
add("ifftshift", lambda tf, x: tf.signal.ifftshift(x), one(*NUMBERS, rank=1), keeps_exact=True)
for _type in (1, 2, 3):
    add(
        f"dct {_type}",
        lambda tf, x, _type=_type: tf.signal.dct(
            tf.tile(x[..., :1], [1] * (x.shape.rank - 1) + [4]) + 1, type=_type
        ),
        vectors("float32"),
    )
add("idct", lambda tf, x: tf.signal.idct(x, norm="ortho"), vectors("float32"), smooth=True)
add(
    "overlap_and_add", lambda tf, x: tf.signal.overlap_and_add(x, 1), matrices(*FLOATS), smooth=True
)
add(
    "stft",
    lambda tf, x: tf.abs(tf.signal.stft(tf.reshape(x, [-1])[:12], 4, 2, pad_end=True)),
    vectors("float32"),
)
add(
    "windows",
    lambda tf, x: x * tf.signal.hann_window(size_of(tf, x, -1), dtype=x.dtype),
    vectors(*FLOATS),
    smooth=True,
)
add(
    "mdct",
    lambda tf, x: tf.signal.mdct(tf.concat([tf.reshape(x, [-1]), tf.ones([8])], 0)[:8], 4),
    vectors("float32"),
)
