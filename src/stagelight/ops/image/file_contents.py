"""What the ops on images in files share: how each kind of file is read, and what is asked of options."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.inference import invalid, shape_text
from stagelight.core.tensor import Tensor
from stagelight.formats.pictures import (
    JpegOptions,
    kind_of,
    read_bmp,
    read_frames,
    read_jpeg,
    read_png,
)
from stagelight.types.dtypes import DType, uint8, uint16
from stagelight.types.shapes import TensorShape

# Of ops that read JPEG, beside `channels`.
JPEG_ATTRS: dict[str, Any] = {
    "ratio": 1,
    "fancy_upscaling": True,
    "try_recover_truncated": False,
    "acceptable_fraction": 1.0,
    "dct_method": "",
}

_DCT_METHODS = ("", "INTEGER_FAST", "INTEGER_ACCURATE")


def content_of(contents: np.ndarray) -> bytes:
    """The file among the inputs of a kernel."""
    if contents.ndim:
        raise invalid(f"`contents` must be scalar but got shape{list(contents.shape)}")
    data: bytes = contents.item()
    if not data:
        raise invalid("Input is empty.")
    return data


def require_scalar(contents: Tensor) -> None:
    """Refuses more than one file, while tracing."""
    if contents.shape.rank not in (0, None):
        raise invalid(f"`contents` must be scalar but got shape{shape_text(contents.shape)}")


def require_channels(channels: int) -> None:
    """Refuses a number of channels that no image has."""
    if channels not in (0, 1, 3, 4):
        raise invalid(f"`channels` must be 0, 1, 3 or 4 but got {channels}")


def require_jpeg_options(ratio: int, dct_method: str) -> None:
    """Refuses what the JPEG decoder does not know."""
    if ratio not in (1, 2, 4, 8):
        raise invalid(f"ratio must be 1, 2, 4, or 8, got {ratio}")
    if dct_method not in _DCT_METHODS:
        raise invalid(
            "dct_method must be one of {'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}. Received: "
            f"{dct_method!r}"
        )


def jpeg_options(
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    dct_method: str = "",
    **_: Any,
) -> JpegOptions:
    """What the attrs of a JPEG decoder ask for."""
    require_jpeg_options(ratio, dct_method)
    is_fast = dct_method != "INTEGER_ACCURATE"
    return JpegOptions(ratio, try_recover_truncated, is_fast, fancy_upscaling)


_USUAL_JPEG = JpegOptions()


def decoded(
    op: str,
    data: bytes,
    channels: int,
    jpeg: JpegOptions = _USUAL_JPEG,
    animates: bool = True,
) -> np.ndarray:
    """The pixels in a file of any kind that an op takes: all but `DecodeBmp` take most kinds."""
    kind = kind_of(data)
    if op == "DecodeBmp" and kind not in ("", "BMP"):
        used = f"decode_{kind.lower()}"
        raise invalid(
            f"Trying to decode {kind} format using DecodeBmp op. Use `{used}` or `decode_image` "
            "instead."
        )
    if kind == "JPEG":
        if channels == 4:
            raise invalid("JPEG does not support 4 channels")
        return read_jpeg(data, channels, jpeg)
    if kind == "PNG":
        pixels = read_png(data, channels)
        return pixels[None] if op == "DecodeGif" else pixels
    if kind == "GIF":
        return _frames_of_gif(op, data, channels, animates)
    if kind == "BMP":
        if op not in ("DecodeBmp", "DecodeImage"):
            raise invalid(
                "Trying to decode BMP format using a wrong op. Use `decode_bmp` or `decode_image` "
                f"instead. Op used: {op}"
            )
        return _bmp(data, channels)
    if kind == "WebP":
        return _frames_of_webp(data, channels, animates)
    raise invalid("Unknown image file format. One of JPEG, PNG, GIF, BMP, WebP required.")


def _bmp(data: bytes, channels: int) -> np.ndarray:
    if channels == 1:
        raise invalid("`channels` must be 0, 3 or 4 for BMP, but got 1")
    return read_bmp(data, channels)


def _frames_of_gif(op: str, data: bytes, channels: int, animates: bool) -> np.ndarray:
    if channels not in (0, 3):
        raise invalid(f"channels must be 0 or 3 for GIF, got {channels}")
    if op in ("DecodeGif", "DecodeImage"):
        frames = read_frames(data, "GIF", None if animates else 1)
        return frames if animates else frames[0]
    frames = read_frames(data, "GIF")
    if len(frames) > 1:
        raise invalid(
            f"Got {len(frames)} frames, but animated gifs can only be decoded by tf.io.decode_gif or "
            "tf.io.decode_image"
        )
    return frames[0]


def _frames_of_webp(data: bytes, channels: int, animates: bool) -> np.ndarray:
    if channels == 1:
        raise invalid("WebP only supports 3 or 4 channels")
    frames = read_frames(data, "WebP", None if animates else 1)
    if channels not in (0, frames.shape[3]):
        raise invalid(
            f"Number of channels requested does not match input: {channels}, {frames.shape[3]}"
        )
    return frames if animates else frames[0]


def in_dtype(pixels: np.ndarray, dtype: DType) -> np.ndarray:
    """Pixels of 8 or 16 bits as uint8, as uint16, or as float32 from 0 to 1."""
    if dtype is uint8:
        return pixels if pixels.dtype == np.uint8 else (pixels >> 8).astype(np.uint8)
    if dtype is uint16:
        return pixels if pixels.dtype == np.uint16 else pixels.astype(np.uint16) * np.uint16(257)
    return pixels.astype(np.float32) / np.float32(np.iinfo(pixels.dtype).max)


def image_shape(channels: int) -> TensorShape:
    """What is known of the shape of one image of a number of channels; 0 is any."""
    return TensorShape([None, None, channels or None])
