"""Images as PNG: `tf.io.encode_png`.

A PNG file is a header, the rows, each behind the number of its filter, compressed by zlib, and an end; each
with a checksum. All rows have the filter 0, which is none. Portable Network Graphics, ISO/IEC 15948.
"""

from __future__ import annotations

import struct
import zlib
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, shape_text
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types.dtypes import string, uint8, uint16
from stagelight.types.shapes import TensorShape

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# By channels: gray, gray and alpha, RGB, RGBA.
_COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}


def _require_image(shape: TensorShape, compression: int) -> None:
    """Checks what can be known.

    Raises:
        InvalidArgumentError: the shape is not that of images, or the compression another number.
    """
    if not -1 <= compression <= 9:
        raise invalid(f"compression should be in [-1,9], got {compression}")
    if shape.rank is None:
        return
    if shape.rank < 3:
        raise invalid(f"image must be of rank at least 3. Received shape: {shape_text(shape)}")
    if shape[-1] is not None and shape[-1] not in _COLOR_TYPES:
        raise invalid(f"image must have 1, 2, 3, or 4 channels, got {shape_text(shape)}")
    if 0 in shape.as_list():
        raise invalid(f"image must not be empty, got {shape_text(shape)}")


def _infer(image: Tensor, compression: int = -1, **_: Any) -> Inferred:
    shape = image.shape
    _require_image(shape, compression)
    batch = TensorShape(None) if shape.rank is None else TensorShape(shape.as_list()[:-3])
    return Inferred(batch, string)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _encoded(image: np.ndarray, compression: int) -> bytes:
    """The file of an image [height, width, channels]."""
    height, width, channels = image.shape
    depth = 8 * image.dtype.itemsize
    header = struct.pack(">IIBBBBB", width, height, depth, _COLOR_TYPES[channels], 0, 0, 0)
    data = image.astype(image.dtype.newbyteorder(">")).reshape(height, -1).view(np.uint8)
    rows = np.concatenate([np.zeros((height, 1), np.uint8), data.reshape(height, -1)], 1)
    body = zlib.compress(rows.tobytes(), compression)
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _encode(xp: ModuleType, image: np.ndarray, compression: int = -1, **_: Any) -> np.ndarray:
    _require_image(TensorShape(image.shape), compression)
    found = np.empty(image.shape[:-3], object)
    for place in np.ndindex(*found.shape):
        found[place] = _encoded(image[place], compression)
    return found


define(
    "EncodePng",
    "image: T",
    "contents: string",
    {"T": types((uint8, uint16), default=uint8), "compression": -1},
    infer=_infer,
    kernel=_encode,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("io.encode_png", "image.encode_png")
def encode_png(image: Any, compression: int = -1, name: str | None = None) -> Tensor:
    """Images as PNG files.

    Args:
        image: `[..., height, width, channels]`, uint8 or uint16; 1 channel is gray, 2 gray and alpha,
            3 RGB, 4 RGBA.
        compression: from 0, none, to 9, most; -1 is zlib's own choice.
        name: the operation's name.

    Returns:
        A string tensor of shape `[...]`.

    Raises:
        InvalidArgumentError: the number of channels, or the compression, is another.

    >>> tf.io.encode_png(tf.zeros([2, 2, 3], tf.uint8)).numpy()[:4]
    b'\\x89PNG'
    """
    return raw.EncodePng(convert_to_tensor(image), compression=compression, name=name)
