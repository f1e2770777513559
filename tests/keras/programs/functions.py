"""Every function of `keras.ops`, each a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

random = np.random.default_rng(11)


def floats(*shape: int) -> Any:
    """Numbers between -2 and 2."""
    return random.uniform(-2, 2, shape).astype(np.float32)


V, W, M, N, T = floats(6), floats(6), floats(4, 5), floats(4, 5), floats(2, 3, 4)
P = np.abs(M) + 0.1
U = random.uniform(-0.9, 0.9, (4, 5)).astype(np.float32)
S = floats(3, 3) + 4 * np.eye(3, dtype=np.float32)
SPD = S @ S.T
INTS, J = random.integers(0, 9, (4, 5)), random.integers(1, 9, (4, 5))
B, C = M > 0, N > 0
IMAGE = floats(2, 8, 8, 3)
LABELS = np.array([0, 2, 1, 3])
IDS = np.array([0, 0, 1, 2])
SIGNAL = floats(2, 32)

UNARY = [
    "abs",
    "absolute",
    "angle",
    "arctan",
    "arcsinh",
    "cbrt",
    "ceil",
    "conj",
    "conjugate",
    "cos",
    "cosh",
    "deg2rad",
    "exp",
    "exp2",
    "expm1",
    "erf",
    "erfc",
    "fabs",
    "floor",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "isneginf",
    "isposinf",
    "isreal",
    "logical_not",
    "nan_to_num",
    "negative",
    "rad2deg",
    "real",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinc",
    "sinh",
    "square",
    "tan",
    "tanh",
    "trunc",
    "i0",
    "relu",
    "relu6",
    "sigmoid",
    "softplus",
    "softsign",
    "silu",
    "swish",
    "log_sigmoid",
    "elu",
    "selu",
    "gelu",
    "hard_sigmoid",
    "hard_silu",
    "hard_swish",
    "celu",
    "hard_tanh",
    "hard_shrink",
    "soft_shrink",
    "tanh_shrink",
    "squareplus",
    "sparse_plus",
    "sparse_sigmoid",
    "sparsemax",
    "stop_gradient",
    "copy",
    "ravel",
    "ones_like",
    "zeros_like",
    "shape",
    "ndim",
    "size",
]
POSITIVE = ["log", "log10", "log1p", "log2", "sqrt", "rsqrt", "reciprocal"]
UNIT = ["arccos", "arcsin", "arctanh", "erfinv"]
BINARY = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "true_divide",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "arctan2",
    "hypot",
    "logaddexp",
    "logaddexp2",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
    "equal",
    "not_equal",
    "heaviside",
    "nextafter",
    "divide_no_nan",
    "isclose",
]
INTEGERS = ["bitwise_and", "bitwise_or", "bitwise_xor", "gcd", "lcm", "floor_divide", "mod", "fmod"]
SHIFTS = ["bitwise_left_shift", "bitwise_right_shift", "left_shift", "right_shift"]
LOGICAL = ["logical_and", "logical_or", "logical_xor"]
REDUCTIONS = [
    "all",
    "any",
    "amax",
    "amin",
    "max",
    "min",
    "mean",
    "median",
    "prod",
    "std",
    "sum",
    "var",
    "ptp",
    "argmax",
    "argmin",
    "cumsum",
    "cumprod",
    "logsumexp",
    "count_nonzero",
    "nanargmax",
    "nanargmin",
    "nancumprod",
    "nancumsum",
    "nanmax",
    "nanmean",
    "nanmedian",
    "nanmin",
    "nanprod",
    "nanstd",
    "nansum",
    "nanvar",
]


TABLE: dict[str, Callable[[Any], Any]] = {}
for _n in UNARY:
    TABLE[_n] = lambda ops, _n=_n: getattr(ops, _n)(M)
for _n in POSITIVE:
    TABLE[_n] = lambda ops, _n=_n: getattr(ops, _n)(P)
for _n in UNIT:
    TABLE[_n] = lambda ops, _n=_n: getattr(ops, _n)(U)
for _n in BINARY:
    TABLE[_n] = lambda ops, _n=_n: [getattr(ops, _n)(M, N), getattr(ops, _n)(M, N[0])]
for _n in INTEGERS:
    TABLE[_n] = lambda ops, _n=_n: getattr(ops, _n)(INTS, J)
for _n in SHIFTS:
    TABLE[_n] = lambda ops, _n=_n: getattr(ops, _n)(INTS, J % 4)
for _n in LOGICAL:
    TABLE[_n] = lambda ops, _n=_n: getattr(ops, _n)(B, C)
for _n in REDUCTIONS:
    TABLE[_n] = lambda ops, _n=_n: [getattr(ops, _n)(M, axis=1), getattr(ops, _n)(M)]

TABLE |= {
    "adaptive_average_pool": lambda o: o.adaptive_average_pool(
        o.array(IMAGE), 3, data_format="channels_last"
    ),
    "adaptive_max_pool": lambda o: o.adaptive_max_pool(
        o.array(IMAGE), (3, 4), data_format="channels_last"
    ),
    "allclose": lambda o: [o.allclose(M, M + 1e-9), o.allclose(M, N)],
    "append": lambda o: [o.append(V, W), o.append(M, N, axis=1)],
    "arange": lambda o: [o.arange(5), o.arange(1.0, 3.0, 0.5)],
    "arccosh": lambda o: o.arccosh(P + 1),
    "argpartition": lambda o: o.sort(o.take(V, o.argpartition(V, 2)[:3])),
    "argsort": lambda o: [o.argsort(M), o.argsort(M, axis=0)],
    "array": lambda o: o.array([[1, 2], [3, 4]]),
    "array_split": lambda o: o.array_split(V, 4),
    "associative_scan": lambda o: o.associative_scan(lambda a, b: a + b, V),
    "average": lambda o: o.average(M, axis=1, weights=V[:5]),
    "average_pool": lambda o: o.average_pool(IMAGE, 3, 2, "same", data_format="channels_last"),
    "bartlett": lambda o: o.bartlett(7),
    "batch_normalization": lambda o: o.batch_normalization(M, V[:5], P[0], 1, W[:5], V[:5], 1e-3),
    "binary_crossentropy": lambda o: o.binary_crossentropy(np.float32(B), M, from_logits=True),
    "bincount": lambda o: [
        o.bincount(INTS[0], minlength=10),
        o.bincount(INTS, weights=P, minlength=9),
    ],
    "bitwise_invert": lambda o: o.bitwise_invert(INTS),
    "bitwise_not": lambda o: o.bitwise_not(INTS),
    "blackman": lambda o: o.blackman(7),
    "broadcast_to": lambda o: o.broadcast_to(V, (2, 6)),
    "cast": lambda o: [o.cast(M, "int32"), o.cast(INTS, "float16")],
    "categorical_crossentropy": lambda o: o.categorical_crossentropy(
        np.eye(4, 5, dtype="f"), M, True
    ),
    "cdist": lambda o: o.cdist(M, N),
    "cholesky": lambda o: o.cholesky(SPD),
    "cholesky_inverse": lambda o: o.cholesky_inverse(np.linalg.cholesky(SPD)),
    "clip": lambda o: o.clip(M, -1, 1),
    "concatenate": lambda o: o.concatenate([M, N], axis=1),
    "cond": lambda o: o.cond(M[0, 0] > 0, lambda: V, lambda: W),
    "conv": lambda o: o.conv(IMAGE, KERNEL, 2, "same", data_format="channels_last"),
    "conv_transpose": lambda o: o.conv_transpose(
        IMAGE, np.transpose(KERNEL, (0, 1, 3, 2)), 2, "valid", data_format="channels_last"
    ),
    "convert_to_numpy": lambda o: o.convert_to_numpy(o.convert_to_tensor(M)),
    "convert_to_tensor": lambda o: [o.convert_to_tensor(M), o.convert_to_tensor([1, 2], "float32")],
    "corrcoef": lambda o: o.corrcoef(M),
    "correlate": lambda o: [o.correlate(V, W[:3], mode) for mode in ("valid", "same", "full")],
    "cross": lambda o: o.cross(M[:, :3], N[:, :3]),
    "ctc_decode": lambda o: [
        o.ctc_decode(
            LOGITS, np.array([7, 5]), strategy, beam_width=20, top_paths=top, mask_index=mask
        )
        for strategy, top in (("greedy", 1), ("beam_search", 2))
        for mask in (0, 2)
    ],
    "ctc_loss": lambda o: o.ctc_loss(
        np.array([[1, 2, 0], [3, 3, 1]]), LOGITS, np.array([2, 3]), np.array([7, 6])
    ),
    "custom_gradient": lambda o: o.custom_gradient(
        lambda x: (x * x, lambda *a, upstream: upstream)
    )(V),
    "depth_to_space": lambda o: o.depth_to_space(floats(2, 3, 3, 8) * 0 + 1, 2),
    "depthwise_conv": lambda o: o.depthwise_conv(IMAGE, KERNEL[..., :2], 1, "same"),
    "det": lambda o: o.det(S),
    "diag": lambda o: [o.diag(V, 1), o.diag(S, -1)],
    "diagflat": lambda o: o.diagflat(M[:2, :2]),
    "diagonal": lambda o: o.diagonal(M, 1),
    "diff": lambda o: [o.diff(M), o.diff(M, 2, axis=0)],
    "digitize": lambda o: o.digitize(M, np.float32([-1, 0, 1])),
    "dot": lambda o: [o.dot(M, N.T), o.dot(V, W), o.dot(2.0, V)],
    "dot_product_attention": lambda o: o.dot_product_attention(Q, Q + 1, Q),
    "dsplit": lambda o: o.dsplit(T, 2),
    "dstack": lambda o: o.dstack([M, N]),
    "dtype": lambda o: np.array(str(o.dtype(M))),
    "eig": lambda o: o.sort(o.real(o.eig(SPD)[0])),
    "eigh": lambda o: o.eigh(SPD)[0],
    "einsum": lambda o: [o.einsum("ij,kj->ik", M, N), o.einsum("bij->bj", T)],
    "empty": lambda o: o.shape(o.empty((2, 3))),
    "empty_like": lambda o: o.shape(o.empty_like(M)),
    "expand_dims": lambda o: o.expand_dims(M, (0, -1)),
    "extract_sequences": lambda o: o.extract_sequences(SIGNAL, 8, 4),
    "eye": lambda o: [o.eye(3), o.eye(2, 4, 1)],
    "fft": lambda o: o.fft((SIGNAL, SIGNAL * 0)),
    "fft2": lambda o: o.fft2((SIGNAL, SIGNAL * 0)),
    "flip": lambda o: [o.flip(M), o.flip(M, 1)],
    "fliplr": lambda o: o.fliplr(M),
    "flipud": lambda o: o.flipud(M),
    "fold": lambda o: o.fold(floats(1, 12, 4) * 0 + 1, (4, 4), 2, stride=2),
    "fori_loop": lambda o: o.fori_loop(0, 5, lambda i, x: x * 2, V),
    "full": lambda o: o.full((2, 3), 4.0),
    "full_like": lambda o: o.full_like(M, 3),
    "geomspace": lambda o: o.geomspace(1.0, 100.0, 5),
    "get_item": lambda o: [o.get_item(M, (slice(1, 3), 2)), o.get_item(T, (Ellipsis, None, 1))],
    "glu": lambda o: o.glu(M[:, :4]),
    "hamming": lambda o: o.hamming(7),
    "hanning": lambda o: o.hanning(7),
    "histogram": lambda o: o.histogram(V, 5),
    "hsplit": lambda o: o.hsplit(M[:, :4], 2),
    "hstack": lambda o: o.hstack([M, N]),
    "ifft2": lambda o: o.ifft2((SIGNAL, SIGNAL * 0)),
    "identity": lambda o: o.identity(4),
    "in_top_k": lambda o: o.in_top_k(LABELS, M, 2),
    "inner": lambda o: o.inner(M, N),
    "inv": lambda o: o.inv(S),
    "irfft": lambda o: o.irfft((SIGNAL[:, :9], SIGNAL[:, :9] * 0)),
    "is_tensor": lambda o: np.array([o.is_tensor(o.convert_to_tensor(1)), o.is_tensor(1)]),
    "isin": lambda o: o.isin(INTS, np.array([1, 2])),
    "istft": lambda o: o.istft(o.stft(SIGNAL, 8, 4, 8), 8, 4, 8),
    "jvp": lambda o: o.jvp(lambda x: x * x, (o.convert_to_tensor(V),), (o.convert_to_tensor(W),)),
    "kaiser": lambda o: o.kaiser(7, 5.0),
    "kron": lambda o: o.kron(M[:2], N[:2]),
    "layer_normalization": lambda o: o.layer_normalization(M, V[:5], W[:5]),
    "ldexp": lambda o: o.ldexp(M, INTS),
    "leaky_relu": lambda o: o.leaky_relu(M, 0.3),
    "linspace": lambda o: [o.linspace(0.0, 1.0, 5), o.linspace(0, 4, 4, endpoint=False)],
    "log_softmax": lambda o: o.log_softmax(M),
    "logdet": lambda o: o.logdet(SPD),
    "logspace": lambda o: o.logspace(0.0, 2.0, 5),
    "lstsq": lambda o: o.lstsq(N, M[:, 0]),
    "lu_factor": lambda o: o.lu_factor(S),
    "map": lambda o: o.map(lambda x: x * 2 + 1, M),
    "matmul": lambda o: [o.matmul(M, N.T), o.matmul(T, T.transpose(0, 2, 1)), o.matmul(INTS, J.T)],
    "matrix_rank": lambda o: o.matrix_rank(S),
    "max_pool": lambda o: o.max_pool(IMAGE, 3, 2, "same", data_format="channels_last"),
    "meshgrid": lambda o: o.meshgrid(V, W[:3]),
    "moments": lambda o: o.moments(M, 1),
    "moveaxis": lambda o: o.moveaxis(T, 0, -1),
    "multi_hot": lambda o: o.multi_hot(np.array([[0, 2], [1, 1]]), 4),
    "nanpercentile": lambda o: o.nanpercentile(M, 30.0, axis=1),
    "nanquantile": lambda o: o.nanquantile(M, 0.3, axis=1),
    "nonzero": lambda o: o.nonzero(B),
    "norm": lambda o: [o.norm(M), o.norm(M, 1, 1), o.norm(S, "nuc"), o.norm(M, np.inf, 0)],
    "normalize": lambda o: o.normalize(M, 1),
    "one_hot": lambda o: o.one_hot(LABELS, 5),
    "ones": lambda o: o.ones((2, 3)),
    "outer": lambda o: o.outer(V, W),
    "pad": lambda o: [o.pad(M, ((1, 0), (2, 1))), o.pad(M, ((1, 1), (1, 1)), "reflect")],
    "percentile": lambda o: o.percentile(M, 30.0, axis=1),
    "pinv": lambda o: o.pinv(M),
    "polar": lambda o: o.polar(P, M),
    "power": lambda o: [o.power(P, N), o.power(INTS, 2)],
    "psnr": lambda o: o.psnr(M, N, 2.0),
    "qr": lambda o: [o.abs(x) for x in o.qr(M.T)],
    "quantile": lambda o: [o.quantile(M, 0.3, axis=1), o.quantile(M, np.float32([0.2, 0.7]))],
    "rearrange": lambda o: o.rearrange(T, "a b c -> b (a c)"),
    "repeat": lambda o: [o.repeat(V, 2), o.repeat(M, 3, axis=1)],
    "reshape": lambda o: [o.reshape(M, (5, 4)), o.reshape(M, (2, -1))],
    "rfft": lambda o: o.rfft(SIGNAL),
    "rms_normalization": lambda o: o.rms_normalization(M, V[:5]),
    "roll": lambda o: [o.roll(V, 2), o.roll(M, -1, 0)],
    "rot90": lambda o: o.rot90(M),
    "saturate_cast": lambda o: o.saturate_cast(M * 300, "uint8"),
    "scan": lambda o: o.scan(lambda c, x: (c + x, c * x), V[0], W),
    "scatter": lambda o: o.scatter(LABELS[:, None], V[:4], (5,)),
    "scatter_update": lambda o: o.scatter_update(V, LABELS[:, None], W[:4]),
    "searchsorted": lambda o: o.searchsorted(np.sort(V), W),
    "segment_max": lambda o: [o.segment_max(M, IDS, 3), o.segment_max(M, IDS, sorted=True)],
    "segment_min": lambda o: o.segment_min(M, IDS, 3),
    "segment_prod": lambda o: o.segment_prod(M, IDS, 3),
    "segment_sum": lambda o: [o.segment_sum(M, IDS), o.segment_sum(M, IDS, sorted=True)],
    "select": lambda o: o.select([B, C], [M, N], 0.0),
    "separable_conv": lambda o: o.separable_conv(
        IMAGE, KERNEL[..., :2], floats(1, 1, 6, 4) * 0 + 1
    ),
    "slice": lambda o: o.slice(M, (1, 2), (2, 3)),
    "slice_update": lambda o: [
        o.slice_update(M, (1, 2), N[:2, :2]),
        o.slice_update(M, (9, 9), N[:2]),
    ],
    "slogdet": lambda o: o.slogdet(S),
    "softmax": lambda o: [o.softmax(M), o.softmax(T, axis=(1, 2))],
    "solve": lambda o: o.solve(S, V[:3]),
    "solve_triangular": lambda o: o.solve_triangular(np.tril(S), floats(3, 2) * 0 + 1, lower=True),
    "sort": lambda o: [o.sort(M), o.sort(M, axis=0)],
    "space_to_depth": lambda o: o.space_to_depth(IMAGE, 2),
    "sparse_categorical_crossentropy": lambda o: o.sparse_categorical_crossentropy(LABELS, M, True),
    "split": lambda o: [o.split(M, 2), o.split(V, [1, 4])],
    "squeeze": lambda o: [o.squeeze(M[:, None]), o.squeeze(M[None, :, None], 2)],
    "stack": lambda o: o.stack([M, N], axis=1),
    "stft": lambda o: o.stft(SIGNAL, 8, 4, 16),
    "svd": lambda o: o.svd(M, compute_uv=False),
    "swapaxes": lambda o: o.swapaxes(T, 0, 2),
    "switch": lambda o: o.switch(1, [lambda x: x, lambda x: x * 2], V),
    "take": lambda o: [o.take(M, LABELS, axis=0), o.take(M, np.array([-1, 3])), o.take(T, 1, -1)],
    "take_along_axis": lambda o: o.take_along_axis(M, INTS % 4, axis=0),
    "tensordot": lambda o: [o.tensordot(M, N.T, 1), o.tensordot(T, T, ((1, 2), (1, 2)))],
    "threshold": lambda o: o.threshold(M, 0.5, -1.0),
    "tile": lambda o: o.tile(M, (2, 1)),
    "top_k": lambda o: o.top_k(M, 2),
    "trace": lambda o: o.trace(M),
    "transpose": lambda o: [o.transpose(T), o.transpose(T, (0, 2, 1))],
    "trapezoid": lambda o: o.trapezoid(M),
    "tri": lambda o: o.tri(3, 4, 1),
    "tril": lambda o: o.tril(M, -1),
    "triu": lambda o: o.triu(M, 1),
    "unfold": lambda o: o.unfold(np.transpose(IMAGE, (0, 3, 1, 2)), 2, stride=2),
    "unique": lambda o: o.unique(
        np.array([3, 1, 3, 2, 1]), return_counts=True, return_inverse=True
    ),
    "unravel_index": lambda o: o.unravel_index(np.array([3, 7]), (4, 5)),
    "unstack": lambda o: o.unstack(M, axis=1),
    "vander": lambda o: o.vander(V, 3),
    "vdot": lambda o: o.vdot(M, N),
    "vectorize": lambda o: _refused(lambda: o.vectorize(lambda x: x + 1)(M)),
    "vectorized_map": lambda o: o.vectorized_map(lambda x: x * 2, M),
    "view": lambda o: o.view(M, "int32"),
    "view_as_complex": lambda o: o.view_as_complex(floats(3, 2) * 0 + 1),
    "view_as_real": lambda o: o.view_as_real(o.convert_to_tensor(M + 1j * N)),
    "vsplit": lambda o: o.vsplit(M, 2),
    "vstack": lambda o: o.vstack([M, N]),
    "where": lambda o: [o.where(B, M, N), o.where(B)],
    "while_loop": lambda o: o.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (0, V)),
    "zeros": lambda o: o.zeros((2, 3), "int32"),
}


def _refused(call: Callable[[], Any]) -> Any:
    """The error of what Keras's backend for TensorFlow does not support."""
    try:
        return call()
    except ValueError as error:
        return np.array(str(error))


KERNEL = floats(3, 3, 3, 4)
LOGITS = floats(2, 7, 5)
Q = floats(2, 6, 2, 4)

PICTURES = floats(2, 12, 12, 3) / 4 + 0.5
AFFINE = np.float32([[1, 0.1, -2, 0.1, 1, 1, 0, 0]] * 2)
CORNERS = np.float32([[[0, 0], [0, 11], [11, 0], [11, 11]]] * 2)
MOVED = CORNERS + np.abs(floats(2, 4, 2)) / 4

# Functions that stand in a namespace of `keras.ops` only.
TABLE |= {
    "image.affine_transform": lambda o: o.image.affine_transform(PICTURES, AFFINE),
    "image.crop_images": lambda o: o.image.crop_images(
        PICTURES, 1, 2, target_height=4, target_width=5
    ),
    "image.elastic_transform": lambda o: o.image.elastic_transform(PICTURES, 2.0, 2.0, seed=3),
    "image.extract_patches": lambda o: o.image.extract_patches(PICTURES, 3, 2),
    "image.extract_patches_3d": lambda o: o.image.extract_patches_3d(
        PICTURES[None], 2, padding="same"
    ),
    "image.gaussian_blur": lambda o: o.image.gaussian_blur(PICTURES, (3, 5), (1.0, 2.0)),
    "image.hsv_to_rgb": lambda o: o.image.hsv_to_rgb(np.clip(PICTURES, 0, 1)),
    "image.map_coordinates": lambda o: o.image.map_coordinates(
        PICTURES[0, :, :, 0], np.abs(M[:2]) * 3, 1, fill_mode="reflect"
    ),
    "image.pad_images": lambda o: o.image.pad_images(PICTURES, 1, 2, 3, 4),
    "image.perspective_transform": lambda o: o.image.perspective_transform(
        PICTURES, CORNERS, MOVED
    ),
    "image.resize": lambda o: o.image.resize(PICTURES, (5, 7), "bicubic", antialias=True),
    "image.rgb_to_grayscale": lambda o: o.image.rgb_to_grayscale(PICTURES),
    "image.rgb_to_hsv": lambda o: o.image.rgb_to_hsv(np.clip(PICTURES, 0, 1)),
    "image.scale_and_translate": lambda o: o.image.scale_and_translate(
        PICTURES, (2, 9, 7, 3), o.array([0.8, 0.5]), o.array([0.5, 1.0]), (1, 2), "linear"
    ),
    "image.sobel_edges": lambda o: o.image.sobel_edges(PICTURES),
    "image.ssim": lambda o: o.image.ssim(PICTURES, np.clip(PICTURES, 0.2, 0.6)),
}

NAMESPACES = ("image", "linalg", "nn", "numpy")


def _program(name: str) -> Callable[[Any], dict[str, Any]]:
    def program(keras: Any) -> dict[str, Any]:
        result = keras.tree.flatten(TABLE[name](keras.ops))
        return {str(i): keras.ops.convert_to_numpy(leaf) for i, leaf in enumerate(result)}

    program.__name__ = name
    return program


def every_function_is_listed(keras: Any) -> dict[str, Any]:
    """The functions of `keras.ops` and its namespaces that the table lacks: none."""
    names = {name for name in dir(keras.ops) if not name.startswith("_")} - {*NAMESPACES}
    for space in NAMESPACES:
        inside = {name for name in dir(getattr(keras.ops, space)) if not name.startswith("_")}
        names |= {f"{space}.{name}" for name in inside - names}
    missing = sorted(names - TABLE.keys())
    assert not missing, f"The table lacks {missing}"
    return {"missing": np.int64(len(missing))}


PROGRAMS = (every_function_is_listed, *map(_program, sorted(TABLE)))
