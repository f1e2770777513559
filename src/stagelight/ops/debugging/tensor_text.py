"""Values as text in the forms of TensorFlow's C++ runtime, which are not NumPy's.

Two forms: that of `tf.print` and `tf.strings.format`, with line breaks, the ends of each axis and
strings in quotes, and the older one of `Assert` and `tf.compat.v1.Print`, one line of the first
elements:

    [[0 1 2 ... 7 8 9]                  [[0 1 2...]...]
     ...
     [90 91 92 ... 97 98 99]]

No ops here: `printing` and `debugging` use it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

_ESCAPES = {
    ord("\n"): b"\\n",
    ord("\r"): b"\\r",
    ord("\t"): b"\\t",
    ord('"'): b'\\"',
    ord("'"): b"\\'",
    ord("\\"): b"\\\\",
}


def printed_text(array: np.ndarray, summarize: int) -> bytes:
    """The form of `tf.print`: `summarize` elements of both ends of each axis, all if negative."""
    element = _element_writer(array, in_quotes=True)
    if _shows_nothing(array, summarize):
        return b""
    if array.ndim == 0:
        return element(array[()]) if summarize else b"..."
    if array.dtype.kind == "O" and array.size and not isinstance(array.flat[0], bytes):
        return b"[" + b" ".join(map(element, array.flat)) + b"]"
    # TF: never more than the number of elements, so an empty axis of many shows them as "...".
    ends = array.size if summarize < 0 else min(summarize, array.size)
    pieces: list[bytes] = []
    _write_axis(array, 0, array.ndim, ends, element, pieces)
    return b"".join(pieces)


def _shows_nothing(array: np.ndarray, summarize: int) -> bool:
    """TF: bool tensors of which no element is shown are no text at all."""
    return array.dtype.kind == "b" and (not summarize or not array.size)


def _write_axis(
    array: np.ndarray,
    axis: int,
    rank: int,
    ends: int,
    element: Callable[[Any], bytes],
    pieces: list[bytes],
) -> None:
    if axis == rank:
        pieces.append(element(array[()]))
        return
    between = b" " if axis == rank - 1 else b"\n" * (rank - axis - 1) + b" " * (axis + 1)
    size = len(array)
    pieces.append(b"[")
    for i in range(min(ends, size)):
        if i:
            pieces.append(between)
        _write_axis(array[i, ...], axis + 1, rank, ends, element, pieces)
    if size > 2 * ends:
        pieces.extend((between, b"..."))
    for i in range(max(ends, size - ends), size):
        pieces.append(between)
        _write_axis(array[i, ...], axis + 1, rank, ends, element, pieces)
    pieces.append(b"]")


def first_elements_text(array: np.ndarray, summarize: int) -> bytes:
    """The form of `Assert`: the first `summarize` elements, all if negative."""
    element = _element_writer(array, in_quotes=False)
    if _shows_nothing(array, summarize):
        return b""
    limit = array.size if summarize < 0 else min(summarize, array.size)
    rest = b"..." if array.size > limit else b""
    if array.ndim == 0:
        return (element(array[()]) if limit else b"") + rest
    pieces: list[bytes] = []
    _write_first(array, limit, True, element, pieces)
    return b"".join(pieces) + rest


def _write_first(
    array: np.ndarray,
    left: int,
    is_outermost: bool,
    element: Callable[[Any], bytes],
    pieces: list[bytes],
) -> int:
    """Writes at most `left` elements; returns how many are left to write."""
    if array.ndim == 1:
        pieces.append(b" ".join(map(element, array[:left])))
        if left < len(array) and not is_outermost:
            pieces.append(b"...")
        return max(left - len(array), 0)
    for row in array:
        if left <= 0:
            break
        pieces.append(b"[")
        left = _write_first(row, left, False, element, pieces)
        pieces.append(b"]")
    return left


# ---------------------------------------------------------------------------- one element


def _element_writer(array: np.ndarray, in_quotes: bool) -> Callable[[Any], bytes]:
    """The function from an element to its text."""
    kind = array.dtype.kind
    if kind == "O":
        return _quoted if in_quotes else _string_or_handle
    if kind in "iu":
        return lambda value: b"%d" % value
    if kind == "b":
        return lambda value: b"1" if value else b"0"
    if kind == "c":
        return lambda value: b"?"  # TF: knows no text for complex numbers here.
    if array.dtype.names:  # a quantized number
        return lambda value: b"%d" % value[0]
    if array.dtype == np.float64:
        return double_text
    if array.dtype.name.startswith(("int", "uint")):
        return lambda value: b"%d" % int(value)
    return float_text  # half, bfloat16 and narrower ones as the float32 of the same value


def float_text(value: Any) -> bytes:
    """A float32 with 6 digits if they say which it is, else with 9."""
    value = np.float32(value)
    text = f"{value:.6g}"
    if np.float32(text) != value:
        text = _signed_nan(value) if np.isnan(value) else f"{value:.9g}"
    return text.encode()


def double_text(value: Any) -> bytes:
    """A float64 with 15 digits if they say which it is, else with 17."""
    value = float(value)
    text = f"{value:.15g}"
    if float(text) != value:
        text = _signed_nan(value) if math.isnan(value) else f"{value:.17g}"
    return text.encode()


def _signed_nan(value: Any) -> str:
    return "-nan" if np.signbit(value) else "nan"


def _string_or_handle(value: Any) -> bytes:
    return escaped(value) if isinstance(value, bytes) else str(value).encode()


def _quoted(value: Any) -> bytes:
    return b'"' + escaped(value) + b'"' if isinstance(value, bytes) else str(value).encode()


def escaped(text: bytes) -> bytes:
    """The text with escapes as in C; other control bytes in octal, bytes of UTF-8 as they are."""
    if text.isalnum():
        return text
    pieces = []
    for byte in text:
        if byte in _ESCAPES:
            pieces.append(_ESCAPES[byte])
        elif byte < 0x20 or byte == 0x7F:
            pieces.append(b"\\%03o" % byte)
        else:
            pieces.append(bytes((byte,)))
    return b"".join(pieces)
