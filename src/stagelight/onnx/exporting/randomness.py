"""Random numbers: those of a stream, which ONNX has too. Those that follow from a seed alone it has not."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.shapes import zeros
from stagelight.onnx.exporting.writer import Value, Writer
from stagelight.onnx.protos import dtype_number
from stagelight.types import dtypes
from stagelight.types.dtypes import DType


def _seed(op: Application) -> dict[str, Any]:
    seeds = op.attr("seed"), op.attr("seed2")
    return {"seed": float(hash(seeds) % 2**24)} if any(seeds) else {}


def _like(w: Writer, op: Application, shape: Value, operator: str, dtype: DType) -> Value:
    """Numbers of a shape; ONNX draws them for a tensor of it. Narrow ones are drawn as float32."""
    drawn = dtype if dtype in (dtypes.float32, dtypes.float64) else dtypes.float32
    whole = zeros(w, w.int64(shape), w.constant(np.float32(0)))
    return w.cast(w.op(operator, whole, dtype=dtype_number(drawn), **_seed(op)), dtype)


@converter("RandomUniform")
def _uniform(w: Writer, op: Application, shape: Value) -> Value:
    return _like(w, op, shape, "RandomUniformLike", op.output_dtype())


@converter("RandomStandardNormal")
def _normal(w: Writer, op: Application, shape: Value) -> Value:
    return _like(w, op, shape, "RandomNormalLike", op.output_dtype())


@converter("RandomUniformInt")
def _uniform_int(w: Writer, op: Application, shape: Value, low: Value, high: Value) -> Value:
    part = _like(w, op, shape, "RandomUniformLike", dtypes.float64)
    low, high = w.cast(low, dtypes.float64), w.cast(high, dtypes.float64)
    scaled = w.op("Floor", w.op("Mul", part, w.op("Sub", high, low)))
    return w.cast(w.op("Add", scaled, low), op.output_dtype())


@converter("RandomShuffle")
def _shuffle(w: Writer, op: Application, x: Value) -> Value:
    """The rows in the order of random numbers."""
    if not op.rank(0):
        return x
    count = w.shape(x, 0, 1)
    keys = _like(w, op, count, "RandomUniformLike", dtypes.float32)
    _, order = w.outputs("TopK", keys, count, count=2)
    return w.op("Gather", x, order, axis=0)


@converter("Multinomial")
def _multinomial(w: Writer, op: Application, scores: Value, count: Value) -> Value:
    """Of each row by Gumbel's noise: the largest of score - log(-log(u))."""
    rows, classes = w.shape(scores, 0, 1), w.shape(scores, 1, 2)
    shape = w.concat([rows, w.reshape(w.int64(count), (1,)), classes], 0)
    drawn = _like(w, op, shape, "RandomUniformLike", dtypes.float32)
    noise = w.op("Neg", w.op("Log", w.op("Neg", w.op("Log", drawn))))
    sums = w.op("Add", w.cast(w.unsqueeze(scores, 1), dtypes.float32), noise)
    return w.cast(w.op("ArgMax", sums, axis=2, keepdims=0), op.output_dtype())
