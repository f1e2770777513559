"""Strings: what ONNX has for them, which is little before opset 20."""

from __future__ import annotations

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer
from stagelight.types import dtypes


@converter("StringJoin")
def _join(w: Writer, op: Application, *values: Value) -> Value:
    separator = op.attr("separator")
    found = values[0]
    for value in values[1:]:
        if separator:
            found = w.op("StringConcat", found, w.constant(separator.encode(), dtypes.string))
        found = w.op("StringConcat", found, value)
    return found


@converter("StringLower", "StringUpper")
def _case(w: Writer, op: Application, x: Value) -> Value:
    """Without an encoding of ASCII letters only, as the locale "C" has it."""
    action = "LOWER" if op.type == "StringLower" else "UPPER"
    locale = {} if op.attr("encoding") else {"locale": "C"}
    flat = w.op("StringNormalizer", w.reshape(x, (-1,)), case_change_action=action, **locale)
    return w.reshape(flat, w.shape(x))


@converter("StaticRegexFullMatch")
def _static_match(w: Writer, op: Application, x: Value) -> Value:
    return w.op("RegexFullMatch", x, pattern=op.attr("pattern"))


@converter("RegexFullMatch")
def _match(w: Writer, op: Application, x: Value, pattern: Value) -> Value:
    return w.op("RegexFullMatch", x, pattern=bytes(op.constant(1).item()).decode())


@converter("StringToNumber")
def _to_number(w: Writer, op: Application, x: Value) -> Value:
    return w.cast(x, op.output_dtype())


@converter("AsString")
def _as_string(w: Writer, op: Application, x: Value) -> Value:
    if x.dtype is dtypes.bool_:
        words = [w.constant(word, dtypes.string) for word in (b"true", b"false")]
        return w.where(x, *words)
    if not x.dtype.is_integer or op.attr("width") > 0 or op.attr("fill"):
        raise Inexpressible("ONNX writes integers only as TensorFlow does, and without a width")
    return w.cast(x, dtypes.string)


@converter("StringSplitV2", "StringSplit")
def _split(w: Writer, op: Application, x: Value, separator: Value) -> list[Value]:
    """ONNX gives rows filled up to one length, and their true lengths."""
    if op.type == "StringSplit":
        raise Inexpressible("use tf.strings.split")
    attrs = {}
    text = bytes(op.constant(1).item()).decode()
    if text:
        attrs["delimiter"] = text
    if op.attr("maxsplit") >= 0:
        attrs["maxsplit"] = op.attr("maxsplit")
    rows, lengths = w.outputs("StringSplit", x, count=2, **attrs)
    if text:  # TF: nothing, split at a separator, is one empty string.
        empty = w.constant(b"", dtypes.string)
        column = w.op("Expand", empty, w.concat([w.shape(x), w.ints(1)], 0))
        rows = w.concat([rows, column], 1)
        lengths = w.where(w.op("Equal", x, empty), w.constant(np.int64(1)), lengths)
    longest = w.op("ReduceMax", w.concat([w.ints(0), lengths], 0), w.ints(0))
    numbers = w.op("Range", 0, w.squeeze(longest, 0), 1)
    is_there = w.op("Less", numbers, w.unsqueeze(lengths, 1))
    places = w.transpose(w.op("NonZero", is_there), (1, 0))
    return [places, w.op("GatherND", rows, places), w.concat([w.shape(x), longest], 0)]
