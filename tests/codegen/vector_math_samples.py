"""Operands for the words of `codegen.vector_math`, and what NumPy and SciPy make of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from stagelight.types import dtypes

FLOATS = (dtypes.float32, dtypes.float64)

# The places where something happens, and what is added to usual samples.
EDGES: dict[str, list[float]] = {
    "exp": [-103.97, -103.0, -87.4, 88.7, 88.73, 709.7, 709.79, -708.5, -745.1, -745.2],
    "exp_of_negative": [-87.33, -87.34, -88.0, -88.1, -708.39, -708.4, -709.0, -709.1],
    "expm1": [88.7, 709.7, -17.4, -37.5, 0.3465, 0.347, -0.3465, -0.347],
    "log": [0.7071067, 0.7071068, 1.4142135, 1.4142137],
    "log1p": [-0.9999999, 3e38, 2.4e38, 1e308, 1.7e308, 0.4142135, -0.2928932],
    "expit": [-103.9, -88.0, -745.0, -709.0, 16.0, 36.0],
    "sin": [131071.0, 131072.0, 2.0**30, 1e22, 3e38, 1e308, 6381956970095103 * 2.0**797],
    "tanh": [9.01, 9.02, 19.06, 22.0],
    "sinh": [1.0, 0.99999, 89.4, 89.5, 710.4, 710.5],
    "erf": [3.8, 3.92, 5.9, 6.0],
    "erfc": [0.5, 9.19, 10.05, 10.1, 26.5, 27.2],
    "arcsin": [0.5, 0.4999999, 0.9999999, 1.0],
    "arctan": [0.9999999, 1.0000001],
    "erfinv": [0.85, 0.84999, 0.99999, 1.0, 0.9999999],
    "ndtri": [0.5, 0.075, 0.925, 1e-40, 1e-300, 1.3e-11, 0.25, 0.9999999],
    "gammaln": [0.5, 1.0, 1.5, 2.0, 3.0, 8.0, 1e17, 1e36, 1e305],
    "digamma": [1.0, 2.0, 1.4616321449683623, 1e17, 1e36, 1e-30],
    "arccosh": [1.0, 1.0000001, 1.0000000001],
    "arctanh": [0.9999999, 0.99999999999],
}
EDGES["cos"] = EDGES["tan"] = EDGES["sin"]
EDGES["cosh"], EDGES["arccos"] = EDGES["sinh"], EDGES["arcsin"]

# Between their negative poles these have zeros, near which the error is not relative.
ONLY_POSITIVE = {"gammaln", "digamma"}

SPECIAL = [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5]
SPECIAL += [5e-324, -5e-324, 2.2e-308, -2.2e-308, 1.7e308, -1.7e308]
SPECIAL += [1e-45, -1e-45, 1.1e-38, -1.1e-38, 3.4e38, -3.4e38]


def reference(word: str) -> Callable[..., np.ndarray]:
    """NumPy's or SciPy's function, for float64."""
    name = "exp" if word == "exp_of_negative" else word
    function = getattr(np, name, None) or getattr(scipy.special, name)

    def quiet(*x: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            return function(*x)

    return quiet


def rounded_to(dtype: Any, x: Any) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.asarray(x).astype(dtype.numpy_dtype)


def wide(x: np.ndarray) -> np.ndarray:
    return rounded_to(dtypes.float64, x)


def flushed(x: np.ndarray) -> np.ndarray:
    """An array with zeros of the same sign in place of subnormal numbers."""
    if x.dtype.kind != "f":
        return x
    return np.where(
        np.abs(x) < np.finfo(x.dtype).smallest_normal, np.copysign(x.dtype.type(0), x), x
    )


def random_bits(dtype: Any, count: int, seed: int) -> np.ndarray:
    """Floats of random bits: of all exponents, NaN and infinities included."""
    kind = np.uint32 if dtype is dtypes.float32 else np.uint64
    bits = np.random.default_rng(seed).integers(0, np.iinfo(kind).max, count, kind)
    return bits.view(dtype.numpy_dtype)


def samples(word: str, dtype: Any, count: int) -> np.ndarray:
    """Numbers of usual size and of all sizes, near the edges of the word's rules, and special ones."""
    generator = np.random.default_rng(3)
    edges = np.array(EDGES.get(word, [1.0]))
    near = edges * (1 + generator.normal(0, 3e-7, [max(2, count // 200), len(edges)]))
    parts = [
        generator.uniform(-1.5, 1.5, count),
        generator.uniform(0, 1, count),
        generator.uniform(-12, 12, count),
        generator.uniform(-110, 110, count),
        generator.uniform(-800, 800, count // 4),
        generator.choice([-1, 1], count) * np.exp2(generator.uniform(-30, 30, count)),
        np.arange(-40, 40) * np.pi / 4,
        near.ravel(), -near.ravel(), edges, -edges, np.array(SPECIAL),
    ]  # fmt: skip
    with np.errstate(all="ignore"):
        usual = rounded_to(dtype, np.concatenate(parts))
    x = np.concatenate([usual, random_bits(dtype, count // 2, 4)])
    if word == "exp_of_negative":
        return -np.abs(x)
    return np.abs(x) if word in ONLY_POSITIVE else x


def pairs(word: str, dtype: Any, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Operands of power and arctan2: of all sizes, and for power with results of all sizes."""
    generator = np.random.default_rng(11)
    limits = np.finfo(dtype.numpy_dtype)
    x = np.exp2(generator.uniform(limits.minexp, limits.maxexp, count))
    x[: count // 2] = generator.uniform(0.5, 2, count // 2)
    if word == "power":
        y = generator.uniform(limits.minexp - 20, limits.maxexp, count) / np.log2(x)
    else:
        x, y = x * generator.uniform(-3, 3, count), np.where(generator.random(count) < 0.5, -x, x)
    return rounded_to(dtype, x), rounded_to(dtype, y)
