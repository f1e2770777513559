"""`tf.compat.as_bytes`, `as_text` and their like: strings of Python from either kind, and kinds of values."""

from __future__ import annotations

import numbers
import os
from typing import Any

import numpy as np

from stagelight.public import public, publish

# For `isinstance`.
publish("compat.integral_types", (numbers.Integral, np.integer))
publish("compat.real_types", (numbers.Real, np.integer, np.floating))
publish("compat.complex_types", (numbers.Complex, np.number))
publish("compat.bytes_or_text_types", (bytes, str))


@public("compat.as_bytes")
def as_bytes(bytes_or_text: Any, encoding: str = "utf-8") -> bytes:
    """A string as bytes.

    Raises:
        TypeError: it is neither bytes nor text.

    >>> tf.compat.as_bytes("a")
    b'a'
    """
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    if isinstance(bytes_or_text, (bytes, bytearray, memoryview)):
        return bytes(bytes_or_text)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


@public("compat.as_text", "compat.as_str")
def as_text(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """A string as text.

    Raises:
        TypeError: it is neither bytes nor text.

    >>> tf.compat.as_text(b"a")
    'a'
    """
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


@public("compat.as_str_any")
def as_str_any(value: Any, encoding: str = "utf-8") -> str:
    """A string as text, and anything else as `str` gives it.

    >>> tf.compat.as_str_any(3)
    '3'
    """
    return as_text(value, encoding) if isinstance(value, bytes) else str(value)


@public("compat.path_to_str")
def path_to_str(path: Any) -> Any:
    """A path as text; what is no path as it is.

    >>> import pathlib
    >>> tf.compat.path_to_str(pathlib.PurePosixPath("a/b"))
    'a/b'
    """
    return as_str_any(os.fspath(path)) if hasattr(path, "__fspath__") else path
