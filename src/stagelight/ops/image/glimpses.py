"""Windows of one size around given places of images: `tf.image.extract_glimpse`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, first_known, invalid, known_dims, require_rank
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _infer(input: Tensor, size: Tensor, offsets: Tensor, **_attrs: Any) -> Inferred:
    shape = require_rank(input, 4, "input")
    places = require_rank(offsets, 2, "offsets")
    require_rank(size, 1, "size")
    if places[1] not in (None, 2):
        raise invalid(f"offsets must be [batch, 2]. Received shape: {places}")
    batch = first_known(TensorShape([shape[0]]), TensorShape([places[0]]))[0]
    sizes = known_dims(size) or [None, None]
    if len(sizes) != 2:
        raise invalid(f"size must be a vector of size 2 (height, width). Received: {sizes}")
    return Inferred(TensorShape([batch, *sizes, shape[3]]), dtypes.float32)


def _starts(
    offsets: np.ndarray, sizes: Any, wanted: Any, centered: bool, normalized: bool, is_older: bool
) -> np.ndarray:
    """The first row and column of each glimpse, `[batch, 2]`."""
    at: np.ndarray = offsets.astype(np.float32)
    size, half = np.array(sizes, np.float32), np.array(wanted, np.float32) / 2
    if normalized:
        at = at * size
    if is_older:
        # Windows always lie around the offset, and it is halved whenever it counts from the middle.
        at = (at / 2 + size / 2 if centered else at) - half
    elif centered:
        at = at / 2 + size / 2 - half if normalized else at + size / 2
    return np.trunc(at).astype(np.int64)


def _noise(kind: str, image: np.ndarray, shape: tuple[int, ...]) -> Any:
    if kind == "zero":
        return np.zeros(shape, np.float32)
    generator = np.random.default_rng()
    low, high = (image.min(), image.max()) if image.size else (0, 0)
    if kind == "uniform":
        return generator.uniform(low, high, shape).astype(np.float32)
    drawn = generator.normal(image.mean(), image.std(), shape) if image.size else np.zeros(shape)
    return np.clip(drawn, low, high).astype(np.float32)


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _kernel(is_older: bool) -> Any:
    def glimpses(
        xp: ModuleType,
        input: np.ndarray,
        size: np.ndarray,
        offsets: np.ndarray,
        *,
        centered: bool = True,
        normalized: bool = True,
        uniform_noise: bool = True,
        noise: str | bytes = "uniform",
    ) -> np.ndarray:
        if input.ndim != 4:
            raise invalid(
                "input must be 4-dimensional (batch_size, height, width, depth). "
                f"Received shape: {list(input.shape)}"
            )
        if size.shape != (2,):
            raise invalid(
                f"size must be a vector of size 2 (height, width). Received: {list(size.shape)}"
            )
        if offsets.shape != (len(input), 2):
            raise invalid(
                f"offsets must be [{len(input)}, 2]. Received shape: {list(offsets.shape)}"
            )
        height, width = (int(n) for n in size)
        if min(height, width) < 0:
            raise invalid(f"size must not be negative. Received: {[height, width]}")
        kind = "uniform" if uniform_noise else _text(noise)
        if kind not in ("uniform", "gaussian", "zero"):
            raise invalid(f"The noise could only be uniform, gaussian, or zero, got {kind}")
        starts = _starts(offsets, input.shape[1:3], (height, width), centered, normalized, is_older)
        result = [
            _glimpse(image, start, (height, width), kind)
            for image, start in zip(input, starts.tolist(), strict=True)
        ]
        return np.array(result, np.float32).reshape(len(input), height, width, input.shape[3])

    return glimpses


def _glimpse(image: np.ndarray, start: Any, wanted: Any, kind: str) -> np.ndarray:
    result: np.ndarray = _noise(kind, image, (*wanted, image.shape[2]))
    into, found = [], []
    for first, count, size in zip(start, wanted, image.shape, strict=False):
        low, high = max(first, 0), max(min(first + count, size), max(first, 0))
        found.append(slice(low, high))
        into.append(slice(low - first, high - first))
    piece = image[tuple(found)]
    if piece.size:
        result[tuple(into)] = piece
    return result


for _name, _is_older in (("ExtractGlimpse", True), ("ExtractGlimpseV2", False)):
    define(
        _name,
        "input: float32, size: int32, offsets: float32",
        "glimpse: float32",
        {"centered": True, "normalized": True, "uniform_noise": True, "noise": "uniform"},
        infer=_infer,
        kernel=_kernel(_is_older),
        differentiable=not _is_older,  # TF: of the older op there is none, of the other none is known.
        traits=Trait.RANDOM | Trait.HOST_ONLY,
    )


@public("image.extract_glimpse")
def extract_glimpse(
    input: Any,
    size: Any,
    offsets: Any,
    centered: bool = True,
    normalized: bool = True,
    noise: str = "uniform",
    name: str | None = None,
) -> Tensor:
    """A window of each image, around a place of its own; noise where it reaches outside.

    Args:
        input: float32 tensor `[batch, height, width, channels]`.
        size: two int32 numbers: height and width of the windows.
        offsets: float32 tensor `[batch, 2]`: row and column of each.
        centered: whether offsets count from the middle; then the window lies around the place if `normalized`
            too, and begins there otherwise. False: they count from the corner, and the window begins there.
        normalized: whether offsets are parts of the image's size: from -1 to 1 if
            `centered`, else from 0 to 1.
        noise: "uniform" and "gaussian": random numbers like the image's; "zero".
        name: the operation's name.

    Returns:
        float32 tensor `[batch, *size, channels]`.

    Raises:
        InvalidArgumentError: the shapes are not those, or an unknown noise.

    >>> image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> options = {"centered": False, "normalized": False}
    >>> tf.image.extract_glimpse(image, [1, 2], [[1.0, 0.0]], **options).numpy().ravel()
    array([3., 4.], dtype=float32)
    """
    return raw.ExtractGlimpseV2(
        input,
        size,
        offsets,
        centered=centered,
        normalized=normalized,
        uniform_noise=False,
        noise=noise,
        name=name,
    )


@public("compat.v1.image.extract_glimpse")
def extract_glimpse_v1(
    input: Any,
    size: Any,
    offsets: Any,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    name: str | None = None,
) -> Tensor:
    """`tf.image.extract_glimpse` of TensorFlow 1: the window always lies around the place.

    Args:
        input, size, offsets, centered, normalized: see there.
        uniform_noise: whether the noise is uniform; otherwise it is gaussian.
        name: the operation's name.

    Raises:
        InvalidArgumentError: the shapes are not those.

    >>> image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.compat.v1.image.extract_glimpse(image, [1, 1], [[0.0, 0.0]]).numpy().ravel()
    array([4.], dtype=float32)
    """
    return raw.ExtractGlimpse(
        input,
        size,
        offsets,
        centered=centered,
        normalized=normalized,
        uniform_noise=uniform_noise,
        noise="uniform" if uniform_noise else "gaussian",
        name=name,
    )
