"""Strings as rows of characters, code points or bytes: `tf.strings.unicode_split`, `unicode_decode`, ..."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.core.convert import convert_to_tensor, converted_input
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.ragged.each_string import of_each
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.public import public
from stagelight.types.dtypes import int64, string

_REPLACEMENT = 0xFFFD


def _taken_apart(
    input: Any,
    with_offsets: bool,
    of_points: Callable[[Tensor], Tensor] = lambda points: points,
    **options: Any,
) -> tuple[Any, ...]:
    """What stands for the code points of strings and, if asked for, the bytes at which they begin.

    Args:
        input: string tensor of any known rank, or a ragged one.
        with_offsets: whether the bytes are asked for.
        of_points: what becomes of the code points of all strings.
        **options: attrs of `UnicodeDecode`.
    """
    op = raw.UnicodeDecodeWithOffsets if with_offsets else raw.UnicodeDecode

    def rows_of(text: Tensor) -> tuple[RaggedTensor, ...]:
        splits, points, *starts = op(text, **options)
        return tuple(
            RaggedTensor.from_row_splits(values, splits, validate=False)
            for values in (of_points(points), *starts)
        )

    return of_each(input, rows_of)


def _characters(encoding: str) -> Callable[[Tensor], Tensor]:
    """What makes the strings of single code points: each is a row of one."""

    def encoded(points: Tensor) -> Tensor:
        one = convert_to_tensor(1, int64)
        ends = raw.Range(convert_to_tensor(0, int64), raw.Size(points, out_type=int64) + one, one)
        return raw.UnicodeEncode(points, ends, output_encoding=encoding)

    return encoded


@public("strings.unicode_decode")
def unicode_decode(
    input: Any,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """The code points of strings.

    Args:
        input: string tensor of any known rank, or a ragged one.
        input_encoding: the encoding, such as "UTF-8" or "UTF-16-BE".
        errors: what becomes of bytes that are no character: "replace", "ignore" or "strict".
        replacement_char: the code point that takes their place.
        replace_control_characters: whether it takes the place of U+0000 to U+001F too.
        name: kept for TensorFlow's signature.

    Returns:
        A ragged int32 tensor of one axis more than the input; for a scalar a vector.

    Raises:
        InvalidArgumentError: the encoding is not known, or a fault when `errors` is "strict".
        ValueError: the rank is not known.

    >>> tf.strings.unicode_decode(["hé", "a"], "UTF-8").to_list()
    [[104, 233], [97]]
    """
    (points,) = _taken_apart(
        input,
        with_offsets=False,
        input_encoding=input_encoding,
        errors=errors,
        replacement_char=replacement_char,
        replace_control_characters=replace_control_characters,
    )
    return points


@public("strings.unicode_decode_with_offsets")
def unicode_decode_with_offsets(
    input: Any,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The code points of strings, and at which byte each begins.

    Args:
        input: string tensor of any known rank, or a ragged one.
        input_encoding: the encoding, such as "UTF-8" or "UTF-16-BE".
        errors: what becomes of bytes that are no character: "replace", "ignore" or "strict".
        replacement_char: the code point that takes their place.
        replace_control_characters: whether it takes the place of U+0000 to U+001F too.
        name: kept for TensorFlow's signature.

    Returns:
        Ragged tensors of one axis more than the input, of int32 and int64; for a scalar vectors.

    Raises:
        InvalidArgumentError: the encoding is not known, or a fault when `errors` is "strict".
        ValueError: the rank is not known.

    >>> points, starts = tf.strings.unicode_decode_with_offsets(["éa"], "UTF-8")
    >>> points.to_list(), starts.to_list()
    ([[233, 97]], [[0, 2]])
    """
    points, starts = _taken_apart(
        input,
        with_offsets=True,
        input_encoding=input_encoding,
        errors=errors,
        replacement_char=replacement_char,
        replace_control_characters=replace_control_characters,
    )
    return points, starts


@public("strings.unicode_split")
def unicode_split(
    input: Any,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
    name: str | None = None,
) -> Any:
    """Cuts strings into their characters.

    Args:
        input: string tensor of any known rank, or a ragged one.
        input_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
        errors: what becomes of bytes that are no character: "replace", "ignore" or "strict".
        replacement_char: what takes their place.
        name: kept for TensorFlow's signature.

    Returns:
        A ragged tensor of one axis more than the input; for a scalar the vector of its characters.

    Raises:
        InvalidArgumentError: a fault when `errors` is "strict".
        ValueError: the rank is not known.

    >>> tf.strings.unicode_split(["ab", "c"], "UTF-8").to_list()
    [[b'a', b'b'], [b'c']]
    """
    (characters,) = _taken_apart(
        input,
        with_offsets=False,
        of_points=_characters(input_encoding),
        input_encoding=input_encoding,
        errors=errors,
        replacement_char=replacement_char,
    )
    return characters


@public("strings.unicode_split_with_offsets")
def unicode_split_with_offsets(
    input: Any,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = _REPLACEMENT,
    name: str | None = None,
) -> tuple[Any, Any]:
    """Cuts strings into their characters, and tells at which byte each begins.

    Args:
        input: string tensor of any known rank, or a ragged one.
        input_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
        errors: what becomes of bytes that are no character: "replace", "ignore" or "strict".
        replacement_char: what takes their place.
        name: kept for TensorFlow's signature.

    Returns:
        Ragged tensors of one axis more than the input, of strings and int64; for a scalar vectors.

    Raises:
        InvalidArgumentError: a fault when `errors` is "strict".
        ValueError: the rank is not known.

    >>> characters, starts = tf.strings.unicode_split_with_offsets(["éa"], "UTF-8")
    >>> starts.to_list()
    [[0, 2]]
    """
    characters, starts = _taken_apart(
        input,
        with_offsets=True,
        of_points=_characters(input_encoding),
        input_encoding=input_encoding,
        errors=errors,
        replacement_char=replacement_char,
    )
    return characters, starts


@public("strings.bytes_split")
def bytes_split(input: Any, name: str | None = None) -> Any:
    """Cuts strings into their bytes.

    Args:
        input: string tensor of any known rank, or a ragged one.
        name: kept for TensorFlow's signature.

    Returns:
        A ragged tensor of one axis more than the input; for a scalar the vector of its bytes.

    Raises:
        ValueError: the rank is not known.

    >>> tf.strings.bytes_split(["ab", "c"]).to_list()
    [[b'a', b'b'], [b'c']]
    """

    def bytes_of(points: Tensor) -> Tensor:
        table = convert_to_tensor([bytes([byte]) for byte in range(256)])
        return raw.GatherV2(table, points, 0)

    if not isinstance(input, RaggedTensor):
        input = converted_input(input, string)
    # A byte is a character of Latin-1, which is written back as one byte.
    (found,) = _taken_apart(
        input, with_offsets=False, of_points=bytes_of, input_encoding="ISO-8859-1"
    )
    return found
