"""Text as code points, in encodings: `tf.strings.unicode_transcode`, `unicode_encode`, ...

The ops `UnicodeDecode` and `UnicodeDecodeWithOffsets` are here too. Their public functions make
ragged tensors of rows of different lengths, and stand where those do.

An encoding is any that Python knows. UTF-16 and UTF-32 without a byte order mark are big-endian.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, same_as_input
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.strings.string_arrays import filled, mapped
from stagelight.ops.strings.unicode_scripts import script_of
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

_ERRORS = attr("string", "replace", ("strict", "replace", "ignore"))
_OUTPUT_ENCODING = attr("string", allowed=("UTF-8", "UTF-16-BE", "UTF-32-BE"))
_REPLACEMENT = 0xFFFD
_LAST = 0x10FFFF
_LAST_CONTROL = 0x1F

# ---------------------------------------------------------------------------- reading encodings

# Bytes that are no text become one of the low surrogates, which no decoder gives otherwise: its
# distance from this one is the number of those bytes.
_FAULT = 0xDC00
_FAULT_LIMIT = _FAULT + 16


def _mark_fault(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return chr(min(_FAULT + error.end - error.start, _FAULT_LIMIT - 1)), error.end


codecs.register_error("stagelight.mark_fault", _mark_fault)


def _python_encoding(name: str) -> str:
    """The name by which Python knows an encoding."""
    try:
        found = codecs.lookup(name)
    except LookupError:
        raise invalid(f"Could not create converter for input encoding: {name}") from None
    if not getattr(found, "_is_text_encoding", True):
        raise invalid(f"Could not create converter for input encoding: {name}")
    return found.name


def _decoded(data: bytes, encoding: str) -> tuple[str, str, int]:
    """The text with marked faults, the encoding of its characters, and where the text begins."""
    start = 0
    if encoding in ("utf-16", "utf-32"):
        width = int(encoding[-2:]) // 8
        marks = {"\ufeff".encode(f"{encoding}-{order}"): order for order in ("le", "be")}
        order = marks.get(data[:width])
        start = width if order else 0
        encoding = f"{encoding}-{order or 'be'}"
    return data[start:].decode(encoding, "stagelight.mark_fault"), encoding, start


def _characters(
    data: bytes, encoding: str, errors: str, replacement: int, replaces_controls: bool
) -> Iterator[tuple[int, int, bool]]:
    """The code points, the places of their first bytes, and whether they stand for a control code.

    Raises:
        InvalidArgumentError: a fault, when `errors` is "strict".
    """
    text, encoding, place = _decoded(data, encoding)
    for char in text:
        code = ord(char)
        start = place
        is_fault = _FAULT <= code < _FAULT_LIMIT
        place += code - _FAULT if is_fault else len(char.encode(encoding))
        if is_fault or (replaces_controls and code <= _LAST_CONTROL):
            if is_fault and errors == "strict":
                raise invalid("Invalid formatting on input string")
            if errors == "ignore":
                continue
            code = replacement
            yield code, start, not is_fault
        else:
            yield code, start, False


def _require_code_point(replacement: int) -> None:
    if not 0 <= replacement <= _LAST:
        raise invalid("replacement_char out of unicode codepoint range")


def _encoded(codes: Sequence[int], encoding: str) -> bytes:
    """Code points in one of the encodings for output; a surrogate cannot be written."""
    text = "".join(chr(_REPLACEMENT) if 0xD800 <= code <= 0xDFFF else chr(code) for code in codes)
    return text.encode(encoding)


# ---------------------------------------------------------------------------- UnicodeTranscode


def _infer_transcode(
    text: Tensor, *, replacement_char: int = _REPLACEMENT, **_attrs: Any
) -> Inferred:
    _require_code_point(replacement_char)
    return same_as_input(text)


def _transcode(
    xp: ModuleType,
    text: np.ndarray,
    *,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
    replace_control_characters: bool = False,
) -> np.ndarray:
    _require_code_point(replacement_char)
    encoding = _python_encoding(input_encoding)

    def transcoded(each: bytes) -> bytes:
        found = list(
            _characters(each, encoding, errors, replacement_char, replace_control_characters)
        )
        # TF: here a control character to be replaced is a fault; in UnicodeDecode it is none.
        if errors == "strict" and any(replaces_control for _, _, replaces_control in found):
            raise invalid("Invalid formatting on input string")
        return _encoded([code for code, _, _ in found], output_encoding)

    return mapped(transcoded, text)


define(
    "UnicodeTranscode",
    "input: string",
    "output: string",
    {
        "input_encoding": attr("string"),
        "output_encoding": _OUTPUT_ENCODING,
        "errors": _ERRORS,
        "replacement_char": _REPLACEMENT,
        "replace_control_characters": False,
    },
    infer=_infer_transcode,
    kernel=_transcode,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.unicode_transcode")
def unicode_transcode(
    input: Any,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Tensor:
    """Text of one encoding in another one.

    Args:
        input: string tensor.
        input_encoding: the encoding of its strings.
        output_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
        errors: what happens with bytes that are no text: "strict" fails, "replace" puts
            `replacement_char` in their place, "ignore" leaves them out.
        replacement_char: a code point.
        replace_control_characters: whether the control characters up to U+001F count as faults too.
        name: name of the operation.

    Returns:
        string tensor of the same shape.

    Raises:
        InvalidArgumentError: an encoding that is not known, or a fault when `errors` is "strict".

    >>> tf.strings.unicode_transcode("\\u00e9", "UTF-8", "UTF-16-BE").numpy()
    b'\\x00\\xe9'
    """
    return raw.UnicodeTranscode(
        input,
        input_encoding=input_encoding,
        output_encoding=output_encoding,
        errors=errors,
        replacement_char=replacement_char,
        replace_control_characters=replace_control_characters,
        name=name,
    )


# ---------------------------------------------------------------------------- UnicodeDecode


def _infer_decode(
    text: Tensor,
    *,
    replacement_char: int = _REPLACEMENT,
    Tsplits: DType = dtypes.int64,
    **_attrs: Any,
) -> tuple[Inferred, ...]:
    _require_code_point(replacement_char)
    count = text.shape.num_elements()
    rows = TensorShape([None if count is None else count + 1])
    return Inferred(rows, Tsplits), Inferred(TensorShape([None]), dtypes.int32)


def _infer_decode_with_offsets(text: Tensor, **attrs: Any) -> tuple[Inferred, ...]:
    return *_infer_decode(text, **attrs), Inferred(TensorShape([None]), dtypes.int64)


def _decode_with_offsets(
    xp: ModuleType,
    text: np.ndarray,
    *,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
    replace_control_characters: bool = False,
    Tsplits: DType = dtypes.int64,
) -> tuple[np.ndarray, ...]:
    _require_code_point(replacement_char)
    encoding = _python_encoding(input_encoding)
    codes: list[int] = []
    places: list[int] = []
    splits = [0]
    for each in text.flat:
        for code, place, _ in _characters(
            each, encoding, errors, replacement_char, replace_control_characters
        ):
            codes.append(code)
            places.append(place)
        splits.append(len(codes))
    return (
        np.array(splits, Tsplits.numpy_dtype),
        np.array(codes, np.int32),
        np.array(places, np.int64),
    )


def _decode(xp: ModuleType, text: np.ndarray, **attrs: Any) -> tuple[np.ndarray, ...]:
    return _decode_with_offsets(xp, text, **attrs)[:2]


_DECODE_ATTRS = {
    "input_encoding": attr("string"),
    "errors": _ERRORS,
    "replacement_char": _REPLACEMENT,
    "replace_control_characters": False,
    "Tsplits": types(dtypes.INDEX, dtypes.int64),
}

define(
    "UnicodeDecode",
    "input: string",
    "row_splits: Tsplits, char_values: int32",
    _DECODE_ATTRS,
    infer=_infer_decode,
    kernel=_decode,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

define(
    "UnicodeDecodeWithOffsets",
    "input: string",
    "row_splits: Tsplits, char_values: int32, char_to_byte_starts: int64",
    _DECODE_ATTRS,
    infer=_infer_decode_with_offsets,
    kernel=_decode_with_offsets,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


# ---------------------------------------------------------------------------- UnicodeEncode


def _infer_encode(
    values: Tensor, splits: Tensor, *, replacement_char: int = _REPLACEMENT, **_attrs: Any
) -> Inferred:
    _require_code_point(replacement_char)
    count = splits.shape.num_elements()
    return Inferred(TensorShape([None if count is None else count - 1]), dtypes.string)


def _require_splits(splits: Sequence[int], count: int) -> None:
    if not splits:
        raise invalid("Invalid empty input_splits")
    if splits[0] != 0:
        raise invalid(f"First value in input_splits must be zero. Received: {splits[0]}")
    if any(later < earlier for earlier, later in pairwise(splits)):
        raise invalid(f"Values in input_splits must not decrease. Received: {list(splits)}")
    if splits[-1] != count:
        raise invalid("Last value in input_splits must be equal to length of input_tensor.")


def _encode(
    xp: ModuleType,
    values: np.ndarray,
    splits: np.ndarray,
    *,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
) -> np.ndarray:
    _require_code_point(replacement_char)
    borders = splits.reshape(-1).tolist()
    codes = values.reshape(-1).tolist()
    _require_splits(borders, len(codes))

    def valid(code: int) -> bool:
        return 0 <= code <= _LAST and not 0xD800 <= code <= 0xDFFF

    def encoded(row: list[int]) -> bytes:
        if not all(map(valid, row)):
            if errors == "strict":
                raise invalid("Code point is out of range for Unicode, or is a surrogate.")
            if errors == "ignore":
                row = list(filter(valid, row))
            else:
                row = [code if valid(code) else replacement_char for code in row]
        return _encoded(row, output_encoding)

    rows = [codes[start:end] for start, end in pairwise(borders)]
    return filled(map(encoded, rows), (len(rows),))


define(
    "UnicodeEncode",
    "input_values: int32, input_splits: Tsplits",
    "output: string",
    {
        "errors": _ERRORS,
        "output_encoding": _OUTPUT_ENCODING,
        "replacement_char": _REPLACEMENT,
        "Tsplits": types(dtypes.INDEX, dtypes.int64),
    },
    infer=_infer_encode,
    kernel=_encode,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.unicode_encode")
def unicode_encode(
    input: Any,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
    name: str | None = None,
) -> Tensor:
    """The strings of rows of code points.

    Args:
        input: int32 tensor of shape `[..., characters]`.
        output_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
        errors: what happens with numbers that are no code points: "strict" fails, "replace" puts
            `replacement_char` in their place, "ignore" leaves them out.
        replacement_char: a code point.
        name: name of the operation.

    Returns:
        string tensor of shape `[...]`.

    Raises:
        ValueError: `input` is of rank 0, or its rank is not known.
        InvalidArgumentError: a number that is no code point, when `errors` is "strict".

    >>> tf.strings.unicode_encode([[72, 105], [111, 107]], "UTF-8").numpy()
    array([b'Hi', b'ok'], dtype=object)
    """
    with op_scope(name or "UnicodeEncode"):
        input = convert_to_tensor(input, dtypes.int32, name="input")
        if not input.shape.rank:
            raise ValueError(
                "unicode_encode: argument `input` must be of known rank, with an axis at least. "
                f"Received shape: {input.shape}"
            )
        shape = raw.Shape(input)
        axis = input.shape.rank - 1
        outer = raw.Slice(shape, [0], [axis])
        count = raw.Prod(outer, [0])
        width = raw.GatherV2(shape, axis, 0)
        splits = raw.Mul(raw.Range(0, raw.AddV2(count, 1), 1), width)
        encoded = raw.UnicodeEncode(
            raw.Reshape(input, [-1]),
            splits,
            output_encoding=output_encoding,
            errors=errors,
            replacement_char=replacement_char,
        )
        return raw.Reshape(encoded, outer)


# ---------------------------------------------------------------------------- UnicodeScript


def _script(xp: ModuleType, codes: np.ndarray) -> np.ndarray:
    return mapped(script_of, codes, np.int32)


define(
    "UnicodeScript",
    "input: int32",
    "output: int32",
    infer=same_as_input,
    kernel=_script,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.unicode_script")
def unicode_script(input: Any, name: str | None = None) -> Tensor:
    """The script of each code point, as a number of ICU's `UScriptCode`.

    Args:
        input: int32 tensor of code points.
        name: name of the operation.

    Returns:
        int32 tensor of the same shape; -1 for what is no code point.

    >>> tf.strings.unicode_script([97, 0x03B1, 0x4E2D]).numpy()
    array([25, 14, 17], dtype=int32)
    """
    return raw.UnicodeScript(input, name=name)
