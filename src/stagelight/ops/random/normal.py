"""Standard normal numbers by the Box-Muller transform.

Two words (four for float64) give two normals: `sin(2*pi*v) * r` and `cos(2*pi*v) * r` with
`r = sqrt(-2 * log(max(u, 1e-7)))`. Sixteen-bit floats are computed in float32 and rounded.
"""

from __future__ import annotations

import ml_dtypes
import numpy as np

from stagelight.ops.random.elementary import (
    log_float32,
    log_float64,
    sincos_float32,
    sincos_float64,
)
from stagelight.ops.random.long_draws import draw_long
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.uniform import CHUNK, unit_float32, unit_float64

SMALLEST = 1e-7  # keeps the logarithm finite
_TURN = 2.0 * np.pi

HALF_FLOATS = (np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16))


def normal(source: Philox, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Normals of mean 0 and standard deviation 1.

    Args:
        source: where in the stream to begin.
        shape: the shape of the result.
        dtype: float16, bfloat16, float32 or float64.
    """
    dtype = np.dtype(dtype)
    if dtype == np.float64:
        words_per_value = 2
    elif dtype == np.float32 or dtype in HALF_FLOATS:
        words_per_value = 1
    else:
        raise TypeError(
            f"normal needs dtype float16, bfloat16, float32 or float64, but received {dtype}."
        )
    drawn = draw_long("StatelessRandomNormalV2", source, shape, dtype)
    if drawn is not None:
        return drawn
    values = np.empty(shape, dtype)
    flat = values.reshape(-1)
    for start in range(0, flat.size, CHUNK):
        chunk = flat[start : start + CHUNK]
        pairs = (chunk.size + 1) // 2
        words = source.skip(start * words_per_value // 4).words(pairs * 2 * words_per_value)
        if words_per_value == 2:
            sines, cosines = box_muller_float64(words.reshape(pairs, 4))
        else:
            sines, cosines = box_muller_float32(words.reshape(pairs, 2))
        chunk[0::2] = sines
        chunk[1::2] = cosines[: chunk.size // 2]
    return values


def box_muller_float32(words: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The two float32 normals, each `[n]`, of uint32 words `[n, 2]`."""
    sines, cosines = sincos_float32(words[:, 1])
    radius = unit_float32(words[:, 0].copy())
    np.maximum(radius, np.float32(SMALLEST), out=radius)
    radius = log_float32(radius)
    radius *= np.float32(-2)
    np.sqrt(radius, out=radius)
    sines *= radius
    cosines *= radius
    return sines, cosines


def box_muller_float64(words: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The two float64 normals, each `[n]`, of uint32 words `[n, 4]`."""
    uniforms = np.maximum(unit_float64(words[:, 0], words[:, 1]), SMALLEST)
    radius = np.sqrt(-2.0 * log_float64(uniforms))
    sines, cosines = sincos_float64(_TURN * unit_float64(words[:, 2], words[:, 3]))
    return sines * radius, cosines * radius
