"""Images in files: `tf.io.decode_png` and its like for JPEG, GIF, BMP and WebP, and `tf.io.decode_image`.

Which op takes which kind of file is in `file_contents.py`; `png.py` and `jpeg.py` write files. Pillow, an
extra (`stagelight[images]`), reads them; how is in `formats/pictures.py`. Its JPEG decoder computes with the
accurate integer transform: values are TensorFlow's for `dct_method="INTEGER_ACCURATE"`, and differ by a few
of 255 from those of the fast one, which is TensorFlow's default.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import converted_input
from stagelight.core.inference import Inferred
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.image.file_contents import (
    JPEG_ATTRS,
    content_of,
    decoded,
    image_shape,
    in_dtype,
    jpeg_options,
    require_channels,
    require_scalar,
)
from stagelight.ops.image.pixel_values import convert_image_dtype
from stagelight.public import public
from stagelight.types.dtypes import (
    DType,
    as_dtype,
    float32,
    string,
    uint8,
    uint16,
)
from stagelight.types.shapes import TensorShape


def _define_decoder(name: str, attrs: dict[str, Any]) -> None:
    """Defines the op of a kind of file."""

    def infer(contents: Tensor, channels: int = 0, dtype: DType = uint8, **more: Any) -> Inferred:
        require_scalar(contents)
        require_channels(channels)
        jpeg_options(**more)
        if more.get("expand_animations", "expand_animations" in attrs):
            return Inferred(TensorShape(None), dtype)  # An image, or several.
        if name in _OF_FRAMES:
            frames = TensorShape([None]).concatenate(image_shape(channels or _OF_FRAMES[name]))
            return Inferred(frames, dtype)
        # TF: although these decoders take files of frames, too.
        return Inferred(image_shape(channels), dtype)

    def kernel(
        xp: ModuleType,
        contents: np.ndarray,
        channels: int = 0,
        dtype: DType = uint8,
        expand_animations: bool = True,
        **of_jpeg: Any,
    ) -> np.ndarray:
        data = content_of(contents)
        require_channels(channels)
        pixels = decoded(name, data, channels, jpeg_options(**of_jpeg), expand_animations)
        return in_dtype(pixels, dtype)

    define(
        name,
        "contents: string",
        "image: dtype" if "dtype" in attrs else "image: uint8",
        attrs,
        infer=infer,
        kernel=kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.HEAVY,
    )


# Decoders that always give frames -> how many channels they have if no number is given, 0 if it differs.
_OF_FRAMES = {"DecodeGif": 3, "DecodeWebP": 0}

_define_decoder("DecodePng", {"channels": 0, "dtype": types((uint8, uint16), uint8)})
_define_decoder("DecodeJpeg", {"channels": 0, **JPEG_ATTRS})
_define_decoder("DecodeGif", {})
_define_decoder("DecodeBmp", {"channels": 0})
_define_decoder("DecodeWebP", {"channels": 0, "dtype": types((uint8,), uint8)})
_define_decoder(
    "DecodeImage",
    {"channels": 0, "dtype": types((uint8, uint16, float32), uint8), "expand_animations": True},
)


@public("io.decode_png", "image.decode_png")
def decode_png(
    contents: Any, channels: int = 0, dtype: Any = uint8, name: str | None = None
) -> Tensor:
    """The pixels of a PNG file.

    JPEG, WebP, and GIF of one frame are read too.

    Args:
        contents: string scalar, the file.
        channels: 1 is gray, 3 RGB, 4 RGBA; 0 takes those of the file.
        dtype: uint8 or uint16.
        name: name of the operation.

    Returns:
        `[height, width, channels]` of the dtype.

    Raises:
        InvalidArgumentError: the file is damaged, another kind of file, or too large.
        ImportError: Pillow is not installed.

    >>> file = tf.io.encode_png(tf.constant([[[1, 2, 3], [4, 5, 6]]], tf.uint8))
    >>> tf.io.decode_png(file).numpy().tolist()
    [[[1, 2, 3], [4, 5, 6]]]
    """
    return raw.DecodePng(contents, channels=channels, dtype=as_dtype(dtype), name=name)


@public("io.decode_jpeg", "image.decode_jpeg")
def decode_jpeg(
    contents: Any,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """The pixels of a JPEG file.

    Args:
        contents: string scalar, the file.
        channels: 1 is gray, 3 RGB; 0 takes those of the file.
        ratio: 1, 2, 4 or 8: how many times smaller the image is made.
        fancy_upscaling: a hint: colors that are kept for several pixels are always interpolated.
        try_recover_truncated: whether a file that ends too early is read as far as it goes.
        acceptable_fraction: a hint.
        dct_method: "", "INTEGER_FAST" or "INTEGER_ACCURATE", a hint: the accurate one is used.
        name: name of the operation.

    Returns:
        `[height, width, channels]`, uint8.

    Raises:
        InvalidArgumentError: the file is damaged, another kind of file, or too large.
        ImportError: Pillow is not installed.

    >>> file = tf.io.encode_jpeg(tf.zeros([4, 6, 3], tf.uint8))
    >>> tf.io.decode_jpeg(file, channels=1, ratio=2).shape
    TensorShape([2, 3, 1])
    """
    return raw.DecodeJpeg(
        converted_input(contents, string) if isinstance(contents, Tensor) else contents,
        channels=channels,
        ratio=ratio,
        fancy_upscaling=fancy_upscaling,
        try_recover_truncated=try_recover_truncated,
        acceptable_fraction=float(acceptable_fraction),
        dct_method=dct_method,
        name=name,
    )


@public("io.decode_gif", "image.decode_gif")
def decode_gif(contents: Any, name: str | None = None) -> Tensor:
    """The frames of a GIF file.

    Args:
        contents: string scalar, the file.
        name: name of the operation.

    Returns:
        `[frames, height, width, 3]`, uint8.

    Raises:
        InvalidArgumentError: the file is damaged, another kind of file, or too large.
        ImportError: Pillow is not installed.

    >>> file = b"GIF89a\\x01\\x00\\x01\\x00\\x80\\x01\\x00\\xff\\xff\\xff\\x00\\x00\\x00,"
    >>> file += b"\\x00\\x00\\x00\\x00\\x01\\x00\\x01\\x00\\x00\\x02\\x02D\\x01\\x00;"
    >>> tf.io.decode_gif(file).shape
    TensorShape([1, 1, 1, 3])
    """
    return raw.DecodeGif(contents, name=name)


@public("io.decode_bmp", "image.decode_bmp")
def decode_bmp(contents: Any, channels: int = 0, name: str | None = None) -> Tensor:
    """The pixels of a BMP file of 8, 24 or 32 bits a pixel.

    Args:
        contents: string scalar, the file.
        channels: 3 is RGB, 4 RGBA; 0 takes those of the file.
        name: name of the operation.

    Returns:
        `[height, width, channels]`, uint8.

    Raises:
        InvalidArgumentError: the file is damaged, another kind of file, or too large.

    >>> import struct
    >>> header = struct.pack("<2sIHHIIiiHHIIiiII", b"BM", 58, 0, 0, 54, 40, 1, 1, 1, 24, 0, 4, 0, 0, 0, 0)
    >>> tf.io.decode_bmp(header + bytes([3, 2, 1, 0])).numpy().tolist()
    [[[1, 2, 3]]]
    """
    return raw.DecodeBmp(contents, channels=channels, name=name)


@public("io.decode_webp", "image.decode_webp")
def decode_webp(
    contents: Any, channels: int = 0, dtype: Any = uint8, name: str | None = None
) -> Tensor:
    """The frames of a WebP file.

    Args:
        contents: string scalar, the file.
        channels: 3 is RGB, 4 RGBA, as the file has; 0 takes those.
        dtype: uint8.
        name: name of the operation.

    Returns:
        `[frames, height, width, channels]`, uint8.

    Raises:
        InvalidArgumentError: the file is damaged, another kind of file, or too large.
        ImportError: Pillow is not installed.

    >>> file = b"RIFF\\x1a\\x00\\x00\\x00WEBPVP8L\\r\\x00\\x00\\x00/\\x00\\x00\\x00"
    >>> file += b"\\x10\\x07\\x10\\x11\\x11\\x88\\x88\\xfe\\x07\\x00"
    >>> tf.io.decode_webp(file).shape[:3]
    TensorShape([1, 1, 1])
    """
    return raw.DecodeWebP(contents, channels=channels, dtype=as_dtype(dtype), name=name)


@public("io.decode_image", "image.decode_image")
def decode_image(
    contents: Any,
    channels: int | None = None,
    dtype: Any = uint8,
    name: str | None = None,
    expand_animations: bool = True,
) -> Tensor:
    """The pixels of a PNG, JPEG, GIF, BMP or WebP file.

    Args:
        contents: string scalar, the file.
        channels: 1 is gray, 3 RGB, 4 RGBA, where the kind of file allows it; None and 0 take those of the
            file.
        dtype: of the pixels; floating ones are from 0 to 1, integers fill their range.
        name: name of the operation.
        expand_animations: whether GIF and WebP give all frames along a first axis, or the first one alone.

    Returns:
        `[height, width, channels]`, or `[frames, height, width, channels]`.

    Raises:
        AttributeError: the dtype is neither floating nor integer.
        InvalidArgumentError: the file is damaged, none of these kinds, or too large.
        ImportError: Pillow is not installed.

    >>> file = tf.io.encode_png(tf.constant([[[0], [255]]], tf.uint8))
    >>> tf.io.decode_image(file, dtype=tf.float32).numpy().ravel()
    array([0., 1.], dtype=float32)
    """
    wanted = as_dtype(dtype)
    is_direct = wanted in (uint8, uint16, float32)
    image = raw.DecodeImage(
        contents,
        channels=channels or 0,
        dtype=wanted if is_direct else uint16,
        expand_animations=expand_animations,
        name=name,
    )
    return image if is_direct else convert_image_dtype(image, wanted)
