"""Pictures in files, to arrays of pixels: PNG, JPEG, GIF and WebP through Pillow, BMP by itself.

JPEG pictures are decoded by simplejpeg where it is installed: libjpeg-turbo with the options that TensorFlow
sets, of which Pillow has but some.

A picture is refused before its pixels are made room for if its header says that they are too many.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from stagelight.errors import invalid_argument
from stagelight.logs import get_logger

MOST_BYTES = 1 << 29

_EXTRA = "stagelight[images]"


def kind_of(data: bytes) -> str:
    """What a file begins as: "PNG", "JPEG", "GIF", "BMP", "WebP", or "" for something else."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"GIF8"):
        return "GIF"
    if data.startswith(b"BM"):
        return "BMP"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WebP"
    return ""


def _plugin(kind: str) -> Any:
    """Pillow's class of pictures of a kind.

    Raises:
        ImportError: Pillow is not installed.
    """
    try:
        from PIL import (
            GifImagePlugin,
            JpegImagePlugin,
            PngImagePlugin,
            WebPImagePlugin,
        )
    except ImportError:
        raise ImportError(
            f"Reading and writing {kind} needs Pillow: python -m pip install '{_EXTRA}'"
        ) from None
    return {
        "PNG": PngImagePlugin.PngImageFile,
        "JPEG": JpegImagePlugin.JpegImageFile,
        "GIF": GifImagePlugin.GifImageFile,
        "WebP": WebPImagePlugin.WebPImageFile,
    }[kind]


def _damaged() -> tuple[type[Exception], ...]:
    """What Pillow raises where a file is damaged."""
    from PIL.Image import DecompressionBombError

    return (
        OSError,
        SyntaxError,
        ValueError,
        EOFError,
        IndexError,
        KeyError,
        TypeError,
        OverflowError,
        AttributeError,
        DecompressionBombError,
        struct.error,
        zlib.error,
    )


def _opened(data: bytes, kind: str) -> Any:
    plugin = _plugin(kind)
    try:
        return plugin(io.BytesIO(data))
    except _damaged() as error:
        raise _invalid(kind, data, error) from error


def _invalid(kind: str, data: bytes, error: object) -> Exception:
    return invalid_argument(f"Invalid {kind} data, size {len(data)}: {error}")


def _require_room(kind: str, width: int, height: int, bytes_a_pixel: int) -> None:
    if width * height * bytes_a_pixel > MOST_BYTES:
        raise invalid_argument(
            f"{kind} of {width} x {height} pixels would take {width * height * bytes_a_pixel} bytes; at "
            f"most {MOST_BYTES} are decoded."
        )


def _pixels(picture: Any, kind: str, data: bytes, mode: str = "") -> np.ndarray:
    """The pixels `[height, width, channels]` as they are in the file, or in another of Pillow's modes."""
    try:
        picture.load()
        shown = picture.convert(mode) if mode and picture.mode != mode else picture
        array = np.asarray(shown)
    except _damaged() as error:
        raise _invalid(kind, data, error) from error
    return array if array.ndim == 3 else array[:, :, None]


# ---------------------------------------------------------------------------- PNG


def read_png(data: bytes, channels: int) -> np.ndarray:
    """The pixels of a PNG file, uint8 or, where its samples have 16 bits, uint16.

    Args:
        data: the file.
        channels: 1, 3 or 4; 0 for those of the file, where a palette counts as colors.
    """
    picture = _opened(data, "PNG")
    width, height = picture.size
    _require_room("PNG", width, height, 8)
    depth, color_type, interlace = data[24], data[25], data[28]
    if depth == 16 and color_type != 0:
        if interlace:
            raise invalid_argument("A PNG of 16 bits a sample with colors must not be interlaced.")
        pixels = _deep_pixels(data, width, height, _SAMPLES[color_type])
    elif color_type == 3:
        has_alpha = "transparency" in picture.info
        pixels = _pixels(picture, "PNG", data, "RGBA" if has_alpha else "RGB")
    elif depth == 16:
        pixels = _pixels(picture, "PNG", data).astype(np.uint16)
    else:
        # A color that stands for transparent makes a channel where one is asked for.
        is_keyed = "transparency" in picture.info and channels == 4
        pixels = _pixels(picture, "PNG", data, "RGBA" if is_keyed else "")
        if pixels.dtype == np.bool_:
            pixels = pixels.astype(np.uint8) * np.uint8(255)
    return _with_channels(pixels, channels or pixels.shape[2])


_SAMPLES = {2: 3, 4: 2, 6: 4}


def _with_channels(pixels: np.ndarray, channels: int) -> np.ndarray:
    """Pixels of gray, gray and alpha, RGB or RGBA as those of another number of channels."""
    has_alpha = pixels.shape[2] in (2, 4)
    color, alpha = (pixels[:, :, :-1], pixels[:, :, -1:]) if has_alpha else (pixels, None)
    if channels in (1, 2) and color.shape[2] == 3:
        color = _gray(color)
    elif channels in (3, 4) and color.shape[2] == 1:
        color = np.repeat(color, 3, axis=2)
    if channels in (1, 3):
        return np.ascontiguousarray(color)
    if alpha is None:
        alpha = np.full_like(color[:, :, :1], np.iinfo(color.dtype).max)
    return np.concatenate([color, alpha], axis=2)


def _gray(color: np.ndarray) -> np.ndarray:
    """`(0.299 r + 0.587 g + 0.114 b)`, in the integers of libpng."""
    red, green, blue = np.moveaxis(color.astype(np.int64), 2, 0)
    half = 1 << 14 if color.dtype == np.uint16 else 0
    mixed = (red * 9797 + green * 19234 + blue * 3737 + half) >> 15
    gray = np.where((red == green) & (green == blue), red, mixed)
    return gray.astype(color.dtype)[:, :, None]


def _deep_pixels(data: bytes, width: int, height: int, samples: int) -> np.ndarray:
    """The pixels of a PNG file of 16 bits a sample, which Pillow would cut to eight."""
    step = 2 * samples
    size = height * (1 + width * step)
    try:
        body = zlib.decompressobj().decompress(b"".join(_parts_of_body(data)), size)
    except zlib.error as error:
        raise _invalid("PNG", data, error) from error
    if len(body) < size:
        raise _invalid("PNG", data, f"{len(body)} of {size} bytes of pixels are there")
    rows = np.frombuffer(body, np.uint8).reshape(height, -1)
    result = np.zeros((height + 1, step + width * step), np.uint8)
    for y, row in enumerate(rows):
        _unfilter(int(row[0]), row[1:], result[y], result[y + 1], step)
    deep = result[1:, step:].copy().view(">u2").astype(np.uint16)
    return deep.reshape(height, width, samples)


def _parts_of_body(data: bytes) -> Iterator[bytes]:
    at = 8
    while at + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        if data[at + 4 : at + 8] == b"IDAT":
            yield data[at + 8 : at + 8 + length]
        at += length + 12


def _unfilter(kind: int, row: np.ndarray, above: np.ndarray, out: np.ndarray, step: int) -> None:
    """Writes a row's bytes behind `step` zeros, by the filter that it was written with."""
    if kind == 0:
        out[step:] = row
    elif kind == 1:
        by_pixel = row.reshape(-1, step)
        out[step:] = np.cumsum(by_pixel, axis=0, dtype=np.uint8).reshape(-1)
    elif kind == 2:
        out[step:] = row + above[step:]
    elif kind in (3, 4):
        for at in range(0, len(row), step):
            left = out[at : at + step].astype(np.int16)
            up = above[at + step : at + 2 * step].astype(np.int16)
            if kind == 3:
                guess = (left + up) >> 1
            else:
                guess = _paeth(left, up, above[at : at + step].astype(np.int16))
            out[at + step : at + 2 * step] = row[at : at + step] + guess.astype(np.uint8)
    else:
        raise invalid_argument(f"Invalid PNG data: there is no filter {kind}.")


def _paeth(left: np.ndarray, up: np.ndarray, corner: np.ndarray) -> np.ndarray:
    to_left, to_up = np.abs(up - corner), np.abs(left - corner)
    to_corner = np.abs(left + up - 2 * corner)
    is_left = (to_left <= to_up) & (to_left <= to_corner)
    return np.where(is_left, left, np.where(to_up <= to_corner, up, corner))


# ---------------------------------------------------------------------------- JPEG


def jpeg_shape(data: bytes) -> tuple[int, int, int]:
    """Height, width and channels of a JPEG file, from its header."""
    picture = _opened(data, "JPEG")
    width, height = picture.size
    return height, width, picture.layers


@dataclass(frozen=True)
class JpegOptions:
    """How a JPEG picture is decoded.

    Attributes:
        ratio: 1, 2, 4 or 8: how many times smaller the picture is made.
        is_recovered: whether a file that ends too early is read as far as it goes.
        fast_transform: whether the cosine transform is libjpeg's fast one, as by default in TensorFlow.
        smooth_upsampling: whether colors of a lower resolution are interpolated.
    """

    ratio: int = 1
    is_recovered: bool = False
    fast_transform: bool = True
    smooth_upsampling: bool = True


def read_jpeg(data: bytes, channels: int, options: JpegOptions) -> np.ndarray:
    """The pixels of a JPEG file, uint8.

    Args:
        data: the file.
        channels: 1 or 3; 0 for those of the file, where CMYK counts as colors.
        options: how it is decoded.
    """
    if options.is_recovered:
        data += b"\xff\xd9"  # The mark of the end.
    picture = _opened(data, "JPEG")
    width, height = picture.size
    _require_room("JPEG", width, height, 4)
    count = channels or (1 if picture.layers == 1 else 3)
    decoder = _jpeg_decoder()
    if decoder is None or picture.mode == "CMYK":
        return _jpeg_by_pillow(data, picture, count, options.ratio)
    try:
        return _decoded_jpeg(decoder, data, picture.size, count, options, strict=True)
    except ValueError:
        # Pillow tells whether the file is damaged beyond what decoders pass over.
        _pixels(picture, "JPEG", data)
    try:
        return _decoded_jpeg(decoder, data, picture.size, count, options, strict=False)
    except ValueError as error:
        raise _invalid("JPEG", data, error) from error


@cache
def _jpeg_decoder() -> Any:
    """simplejpeg, or None, which is told once."""
    try:
        import simplejpeg
    except ImportError:
        get_logger().warning(
            "JPEG pictures are decoded by Pillow: pixels may differ by up to 3 from TensorFlow's. For the "
            f"same ones: python -m pip install '{_EXTRA}'"
        )
        return None
    return simplejpeg


def _decoded_jpeg(
    decoder: Any,
    data: bytes,
    size: tuple[int, int],
    count: int,
    options: JpegOptions,
    strict: bool,
) -> np.ndarray:
    width, height = size
    pixels: np.ndarray = decoder.decode_jpeg(
        data,
        "GRAY" if count == 1 else "RGB",
        fastdct=options.fast_transform,
        fastupsample=not options.smooth_upsampling,
        min_height=-(-height // options.ratio),
        min_width=-(-width // options.ratio),
        min_factor=options.ratio,
        strict=strict,
    )
    return pixels


def _jpeg_by_pillow(data: bytes, picture: Any, count: int, ratio: int) -> np.ndarray:
    width, height = picture.size
    if ratio > 1 or (count == 1 and picture.mode == "RGB"):
        # The file's own luminance, and its own coarser pictures.
        small = max(1, width // ratio), max(1, height // ratio)
        picture.draft("L" if count == 1 else picture.mode, small)
    if picture.mode == "CMYK":
        if count == 1:
            raise _invalid("JPEG", data, "CMYK cannot be made gray")
        pixels = 255 - _pixels(picture, "JPEG", data).astype(np.int32)
        pixels = (pixels[:, :, :3] * pixels[:, :, 3:] // 255).astype(np.uint8)
    else:
        pixels = _pixels(picture, "JPEG", data, "L" if count == 1 else "RGB")
    return _reduced(pixels, (-(-height // ratio), -(-width // ratio)))


def _reduced(pixels: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Pixels as means of blocks, where a picture is so small that its file has no coarser one."""
    for axis in (0, 1):
        length = pixels.shape[axis]
        if length != size[axis]:
            starts = np.arange(size[axis]) * -(-length // size[axis])
            sums = np.add.reduceat(pixels.astype(np.int64), starts, axis)
            counts = np.diff(np.append(starts, length))
            shape = [-1 if i == axis else 1 for i in range(3)]
            pixels = (sums // counts.reshape(shape)).astype(np.uint8)
    return pixels


def write_jpeg(
    pixels: np.ndarray,
    quality: int,
    is_progressive: bool = False,
    is_optimized: bool = False,
    is_downsampled: bool = True,
    density: tuple[int, int, int] = (1, 300, 300),
    xmp: bytes = b"",
) -> bytes:
    """The JPEG file of pixels `[height, width, 1 or 3]`, uint8.

    Args:
        pixels: the picture.
        quality: from 0 to 100.
        is_progressive: whether it becomes sharper while it is read.
        is_optimized: whether more time is taken for a smaller file.
        is_downsampled: whether colors are kept for four pixels at once.
        density: 1 for inches or 2 for centimeters, and how many pixels one has in both directions.
        xmp: metadata in XMP.
    """
    _plugin("JPEG")
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(pixels[:, :, 0] if pixels.shape[2] == 1 else pixels).save(
        file,
        "JPEG",
        quality=max(1, quality),
        progressive=is_progressive,
        optimize=is_optimized,
        subsampling=2 if is_downsampled else 0,
    )
    data = file.getvalue()
    # The first part is JFIF's: behind its version stand the unit and the density, of 16 bits each.
    unit, across, down = density
    data = data[:13] + struct.pack(">BHH", unit, across & 0xFFFF, down & 0xFFFF) + data[18:]
    if xmp:
        body = b"http://ns.adobe.com/xap/1.0/\0" + xmp
        if len(body) + 2 >= 1 << 16:
            raise invalid_argument(f"xmp_metadata of {len(xmp)} bytes is too long for a JPEG.")
        data = data[:20] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[20:]
    return data


# ---------------------------------------------------------------------------- GIF and WebP

# A code of LZW has at least 3 bits and stands for at most 4096 pixels. A canvas that its file cannot fill is
# refused before there is room made for it, unless it is small.
_GIF_PIXELS_A_BYTE = 4096 * 8 // 3
_PLAUSIBLE_PIXELS = 1 << 22


def read_frames(data: bytes, kind: str, most: int | None = None) -> np.ndarray:
    """The frames `[frames, height, width, channels]` of a GIF or WebP file, uint8.

    Args:
        data: the file.
        kind: "GIF", which has 3 channels, or "WebP", which has 3 or 4.
        most: of how many frames; all if None.
    """
    picture = _opened(data, kind)
    width, height = picture.size
    if kind == "GIF" and width * height > max(_PLAUSIBLE_PIXELS, len(data) * _GIF_PIXELS_A_BYTE):
        raise _invalid(kind, data, f"{width} x {height} pixels cannot be in so few bytes")
    mode = "RGBA" if kind == "WebP" and picture.mode == "RGBA" else "RGB"
    frames: list[np.ndarray] = []
    while most is None or len(frames) < most:
        _require_room(kind, width, height * (len(frames) + 1), len(mode))
        try:
            picture.seek(len(frames))
        except EOFError:
            break
        except _damaged() as error:
            raise _invalid(kind, data, error) from error
        frames.append(_pixels(picture, kind, data, mode))
    return np.stack(frames)


# ---------------------------------------------------------------------------- BMP


def read_bmp(data: bytes, channels: int) -> np.ndarray:
    """The pixels of a BMP file of 8, 24 or 32 bits a pixel, without compression.

    Args:
        data: the file.
        channels: 3 or 4; 0 for those of the file. Pixels of eight bits are gray.
    """
    if len(data) < 32:
        raise _invalid("BMP", data, "it ends within its header")
    (offset,) = struct.unpack_from("<I", data, 10)
    width, height = struct.unpack_from("<ii", data, 18)
    (bits,) = struct.unpack_from("<H", data, 28)
    found = bits // 8
    if bits not in (8, 24, 32):
        raise invalid_argument(
            f"Number of channels inherent in the image must be 1, 3 or 4, was {found}"
        )
    if width <= 0 or not height:
        raise _invalid("BMP", data, f"its size is {width} x {height}")
    rows = abs(height)
    _require_room("BMP", width, rows, 4)
    length = -(-width * found // 4) * 4
    last = offset + length * (rows - 1) + width * found
    if last > len(data):
        raise invalid_argument(
            f"Incomplete bmp content, requires at least {last} bytes, got {len(data)} bytes"
        )
    body = np.frombuffer(
        data[offset : offset + length * rows].ljust(length * rows, b"\0"), np.uint8
    )
    pixels = body.reshape(rows, length)[:, : width * found].reshape(rows, width, found)
    if height > 0:  # The lowest row stands first.
        pixels = pixels[::-1]
    if found > 1:
        pixels = np.concatenate([pixels[:, :, 2::-1], pixels[:, :, 3:]], axis=2)
    return _with_channels(pixels, channels or found)
