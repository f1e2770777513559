"""Comma-separated values: records of fields, by the rules of RFC 4180 as TensorFlow keeps them.

A field may stand in quotes if it begins and ends with one; within them a quote is written twice, and
delimiters and line ends are text. Outside of quotes neither quotes nor line ends may stand in a field.
"""

from __future__ import annotations

QUOTE = '"'


class CsvError(ValueError):
    """A record does not keep the rules."""


def fields_of(record: str, delimiter: str, use_quotes: bool) -> list[str]:
    """The fields of a record.

    Raises:
        CsvError: it does not keep the rules.
    """
    if not use_quotes or QUOTE not in record:
        fields = record.split(delimiter)
        if "\n" in record or "\r" in record:
            raise CsvError("Unquoted fields cannot have quotes/CRLFs inside")
        return fields
    fields, at = [], 0
    while True:
        field, at = _field(record, at, delimiter)
        fields.append(field)
        if at == len(record):
            return fields
        at += 1
        if at == len(record):
            return [*fields, ""]


def _field(record: str, at: int, delimiter: str) -> tuple[str, int]:
    """The field at a place, and the place of the delimiter behind it."""
    if record[at : at + 1] != QUOTE:
        end = record.find(delimiter, at)
        end = len(record) if end < 0 else end
        field = record[at:end]
        if any(c in field for c in '"\r\n'):
            raise CsvError("Unquoted fields cannot have quotes/CRLFs inside")
        return field, end
    start, end = at + 1, at + 1
    while True:
        end = record.find(QUOTE, end)
        if end < 0:
            raise CsvError("Quoted field has to end with quote followed by delim or end")
        if record[end + 1 : end + 2] != QUOTE:
            break
        end += 2
    if end + 1 < len(record) and record[end + 1] != delimiter:
        raise CsvError("Quoted field has to end with quote followed by delim or end")
    return record[start:end].replace('""', QUOTE), end + 1


def is_open(text: str, delimiter: str) -> bool:
    """Whether a text ends within quotes, so that a record goes on in the next line."""
    at = 0
    while at < len(text):
        if text[at] == QUOTE:
            at += 1
            while True:
                end = text.find(QUOTE, at)
                if end < 0:
                    return True
                if text[end + 1 : end + 2] != QUOTE:
                    at = end + 1
                    break
                at = end + 2
        end = text.find(delimiter, at)
        if end < 0:
            return False
        at = end + 1
    return False


def value_of(text: str, kind: str) -> int | float | bytes:
    """The value of a field: `kind` is int32, int64, float32, float64 or string.

    Raises:
        ValueError: the text is no such number.
    """
    if kind == "string":
        return text.encode("utf-8", "surrogateescape")
    if "_" in text:
        raise ValueError(text)  # Python would take it.
    if kind.startswith("float"):
        return float(text)
    number = int(text)
    bits = int(kind[3:])
    if not -(2 ** (bits - 1)) <= number < 2 ** (bits - 1):
        raise ValueError(text)
    return number


def decoded(data: bytes) -> str:
    """Text in which all bytes are kept."""
    return data.decode("utf-8", "surrogateescape")
