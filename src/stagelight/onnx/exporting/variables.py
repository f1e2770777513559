"""Variables: what is read is the value that the variable had when the function was exported."""

from __future__ import annotations

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.writer import Value, Writer


@converter("ReadVariableOp")
def _read(w: Writer, op: Application, value: Value) -> Value:
    return value
