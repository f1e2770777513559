"""Base64 for web addresses: `tf.io.encode_base64`, `tf.io.decode_base64`.

The alphabet has "-" and "_" in the place of "+" and "/".
"""

from __future__ import annotations

import base64
import re
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import invalid, same_as_input
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.strings.string_arrays import mapped
from stagelight.public import public


def _encode(xp: ModuleType, data: np.ndarray, *, pad: bool = False) -> np.ndarray:
    def encoded(each: bytes) -> bytes:
        text = base64.urlsafe_b64encode(each)
        return text if pad else text.rstrip(b"=")

    return mapped(encoded, data)


define(
    "EncodeBase64",
    "input: string",
    "output: string",
    {"pad": False},
    infer=same_as_input,
    kernel=_encode,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

_ALPHABET = re.compile(rb"[\w-]*", re.ASCII)


def _decoded(text: bytes) -> bytes:
    if len(text) % 4 == 1:
        raise invalid("Base64 string length cannot be 1 modulo 4.")
    # Padding is there as a whole or not at all.
    bare = re.sub(rb"={1,2}\Z", b"", text) if len(text) % 4 == 0 else text
    if _ALPHABET.fullmatch(bare) is None or len(bare) % 4 == 1:
        raise invalid("Invalid character found in base64.")
    return base64.urlsafe_b64decode(bare + b"=" * (-len(bare) % 4))


def _decode(xp: ModuleType, text: np.ndarray) -> np.ndarray:
    return mapped(_decoded, text)


define(
    "DecodeBase64",
    "input: string",
    "output: string",
    infer=same_as_input,
    kernel=_decode,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("io.encode_base64", "compat.v1.encode_base64")
def encode_base64(input: Any, pad: bool = False, name: str | None = None) -> Tensor:
    """Each string in base64, with the alphabet for web addresses.

    Args:
        input: string tensor.
        pad: whether "=" fills up to a multiple of four characters.
        name: name of the operation.

    Returns:
        string tensor of the same shape.

    >>> tf.io.encode_base64("ab").numpy()
    b'YWI'
    """
    return raw.EncodeBase64(input, pad=pad, name=name)


@public("io.decode_base64", "compat.v1.decode_base64")
def decode_base64(input: Any, name: str | None = None) -> Tensor:
    """What each string in base64 stands for; the opposite of `tf.io.encode_base64`.

    Args:
        input: string tensor, with or without padding.
        name: name of the operation.

    Returns:
        string tensor of the same shape.

    Raises:
        InvalidArgumentError: another character than those of the alphabet, or a wrong length.

    >>> tf.io.decode_base64("YWI").numpy()
    b'ab'
    """
    return raw.DecodeBase64(input, name=name)
