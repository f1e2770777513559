"""Images as JPEG: `tf.io.encode_jpeg`; parts of JPEG files: `extract_jpeg_shape`, `decode_and_crop_jpeg`.

`tf.io.decode_jpeg` stands with the other kinds of files, in `files.py`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor, converted_input
from stagelight.core.inference import SCALAR, Inferred, invalid, shape_text
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.formats.pictures import jpeg_shape, kind_of, write_jpeg
from stagelight.ops.image.file_contents import (
    JPEG_ATTRS,
    content_of,
    decoded,
    image_shape,
    jpeg_options,
    require_channels,
    require_scalar,
)
from stagelight.public import public
from stagelight.types.dtypes import DType, as_dtype, int32, int64, string, uint8
from stagelight.types.shapes import TensorShape

_CHANNELS = {"": (1, 3), "grayscale": (1,), "rgb": (3,)}
_UNITS = {"in": 1, "cm": 2}


def _require_image(shape: TensorShape, format: str = "", quality: int = 95) -> None:
    if not 0 <= quality <= 100:
        raise invalid(f"quality must be in [0,100], got {quality}")
    if shape.rank is None:
        return
    if shape.rank != 3:
        raise invalid(f"image must be 3-dimensional{shape_text(shape)}")
    channels = shape[2]
    if channels is not None and channels not in _CHANNELS[format]:
        if format:
            expected = _CHANNELS[format][0]
            raise invalid(f"format {format} expects {expected} channels, got {shape_text(shape)}")
        raise invalid(f"image must have 1 or 3 channels, got {shape_text(shape)}")
    if 0 in shape.as_list():
        raise invalid(f"image must not be empty, got {shape_text(shape)}")


def _infer(image: Tensor, format: str = "", quality: int = 95, **_: Any) -> Inferred:
    _require_image(image.shape, format, quality)
    return Inferred(SCALAR, string)


def _encode(
    xp: ModuleType,
    image: np.ndarray,
    format: str = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str = "",
) -> np.ndarray:
    _require_image(TensorShape(image.shape), format, quality)
    xmp = xmp_metadata.encode() if isinstance(xmp_metadata, str) else xmp_metadata
    data = write_jpeg(
        image,
        quality,
        progressive,
        optimize_size,
        chroma_downsampling,
        (_UNITS[density_unit], x_density, y_density),
        xmp,
    )
    return np.asarray(data, object)


define(
    "EncodeJpeg",
    "image: uint8",
    "contents: string",
    {
        "format": attr("string", "", tuple(_CHANNELS)),
        "quality": 95,
        "progressive": False,
        "optimize_size": False,
        "chroma_downsampling": True,
        "density_unit": attr("string", "in", tuple(_UNITS)),
        "x_density": 300,
        "y_density": 300,
        "xmp_metadata": "",
    },
    infer=_infer,
    kernel=_encode,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.HEAVY,
)


def _infer_any_quality(images: Tensor, quality: Tensor) -> Inferred:
    _require_image(images.shape)
    if quality.shape.rank not in (0, None):
        raise invalid(f"quality must be scalar: {shape_text(quality.shape)}")
    return Inferred(SCALAR, string)


def _encode_any_quality(xp: ModuleType, images: np.ndarray, quality: np.ndarray) -> np.ndarray:
    if quality.ndim:
        raise invalid(f"quality must be scalar: {list(quality.shape)}")
    return _encode(xp, images, quality=int(quality))


define(
    "EncodeJpegVariableQuality",
    "images: uint8, quality: int32",
    "contents: string",
    infer=_infer_any_quality,
    kernel=_encode_any_quality,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.HEAVY,
)


@public("io.encode_jpeg", "image.encode_jpeg")
def encode_jpeg(
    image: Any,
    format: str = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str = "",
    name: str | None = None,
) -> Tensor:
    """An image as a JPEG file.

    Args:
        image: `[height, width, channels]`, uint8; 1 channel is gray, 3 are RGB.
        format: "grayscale" or "rgb"; "" takes what the channels say.
        quality: from 0 to 100.
        progressive: whether it becomes sharper while it is read.
        optimize_size: whether more time is taken for a smaller file.
        chroma_downsampling: whether colors are kept for four pixels at once.
        density_unit: "in" or "cm".
        x_density, y_density: pixels in a unit.
        xmp_metadata: kept in the file.
        name: name of the operation.

    Returns:
        A string scalar.

    Raises:
        InvalidArgumentError: the shape, the format or the quality is another.
        ImportError: Pillow is not installed.

    >>> tf.io.encode_jpeg(tf.zeros([2, 2, 3], tf.uint8)).numpy()[:3]
    b'\\xff\\xd8\\xff'
    """
    return raw.EncodeJpeg(
        image,
        format=format,
        quality=quality,
        progressive=progressive,
        optimize_size=optimize_size,
        chroma_downsampling=chroma_downsampling,
        density_unit=density_unit,
        x_density=x_density,
        y_density=y_density,
        xmp_metadata=xmp_metadata,
        name=name,
    )


# ---------------------------------------------------------------------------- parts of JPEG files


def _infer_shape(contents: Tensor, output_type: DType = int32) -> Inferred:
    require_scalar(contents)
    return Inferred(TensorShape([3]), output_type)


def _jpeg_shape(xp: ModuleType, contents: np.ndarray, output_type: DType = int32) -> np.ndarray:
    return np.asarray(jpeg_shape(content_of(contents)), output_type.numpy_dtype)


define(
    "ExtractJpegShape",
    "contents: string",
    "image_shape: output_type",
    {"output_type": types((int32, int64), int32)},
    infer=_infer_shape,
    kernel=_jpeg_shape,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("io.extract_jpeg_shape", "image.extract_jpeg_shape")
def extract_jpeg_shape(contents: Any, output_type: Any = int32, name: str | None = None) -> Tensor:
    """Height, width and channels of a JPEG file, from its header.

    Args:
        contents: string scalar, the file.
        output_type: int32 or int64.
        name: name of the operation.

    Raises:
        InvalidArgumentError: it is no JPEG file.
        ImportError: Pillow is not installed.

    >>> tf.io.extract_jpeg_shape(tf.io.encode_jpeg(tf.zeros([4, 6, 3], tf.uint8))).numpy()
    array([4, 6, 3], dtype=int32)
    """
    return raw.ExtractJpegShape(contents, output_type=as_dtype(output_type), name=name)


def _infer_crop(
    contents: Tensor,
    crop_window: Tensor,
    channels: int = 0,
    ratio: int = 1,
    dct_method: str = "",
    **_: Any,
) -> Inferred:
    require_scalar(contents)
    require_channels(channels)
    jpeg_options(ratio, dct_method=dct_method)
    if not crop_window.shape.is_compatible_with([4]):
        raise invalid(
            f"crop_window must be of shape [4]. Received: {shape_text(crop_window.shape)}"
        )
    return Inferred(image_shape(channels), uint8)


def _decode_and_crop(
    xp: ModuleType,
    contents: np.ndarray,
    crop_window: np.ndarray,
    channels: int = 0,
    **attrs: Any,
) -> np.ndarray:
    data = content_of(contents)
    require_channels(channels)
    options = jpeg_options(**attrs)
    if crop_window.shape != (4,):
        raise invalid(f"crop_window must be of shape [4]. Received: {list(crop_window.shape)}")
    if kind_of(data) != "JPEG":
        raise invalid("`decode_and_crop_jpeg` operation can run on JPEG images only")
    pixels = decoded("DecodeAndCropJpeg", data, channels, options)
    top, left, height, width = crop_window.tolist()
    rows, columns = pixels.shape[:2]
    if (
        min(top, left) < 0
        or min(height, width) < 1
        or top + height > rows
        or left + width > columns
    ):
        raise invalid(
            f"Invalid JPEG data or crop window: {crop_window.tolist()} of {rows} x {columns} pixels"
        )
    return np.ascontiguousarray(pixels[top : top + height, left : left + width])


define(
    "DecodeAndCropJpeg",
    "contents: string, crop_window: int32",
    "image: uint8",
    {"channels": 0, **JPEG_ATTRS},
    infer=_infer_crop,
    kernel=_decode_and_crop,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.HEAVY,
)


@public("io.decode_and_crop_jpeg", "image.decode_and_crop_jpeg")
def decode_and_crop_jpeg(
    contents: Any,
    crop_window: Any,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """A part of the pixels of a JPEG file.

    Args:
        contents: string scalar, the file.
        crop_window: int32 `[4]`: the first row and column, and how many of both.
        channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method: see
            `decode_jpeg`.
        name: name of the operation.

    Returns:
        `[rows, columns, channels]`, uint8.

    Raises:
        InvalidArgumentError: the file is damaged or no JPEG, or the window goes beyond it.
        ImportError: Pillow is not installed.

    >>> file = tf.io.encode_jpeg(tf.zeros([4, 6, 3], tf.uint8))
    >>> tf.io.decode_and_crop_jpeg(file, [1, 2, 3, 2]).shape
    TensorShape([3, 2, 3])
    """
    return raw.DecodeAndCropJpeg(
        converted_input(contents, string) if isinstance(contents, Tensor) else contents,
        crop_window,
        channels=channels,
        ratio=ratio,
        fancy_upscaling=fancy_upscaling,
        try_recover_truncated=try_recover_truncated,
        acceptable_fraction=float(acceptable_fraction),
        dct_method=dct_method,
        name=name,
    )


@public("io.is_jpeg", "image.is_jpeg")
def is_jpeg(contents: Any, name: str | None = None) -> Tensor:
    """Whether a file begins as a JPEG does, a bool scalar.

    >>> bool(tf.io.is_jpeg(b"\\xff\\xd8\\xff\\xe0"))
    True
    """
    start = raw.Substr(contents, 0, 3)
    return raw.Equal(start, convert_to_tensor(b"\xff\xd8\xff", string), name=name)
