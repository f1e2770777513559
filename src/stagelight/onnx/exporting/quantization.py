"""Rounding to what a few bits could hold, in floats."""

from __future__ import annotations

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.writer import Value, Writer
from stagelight.ops.quantization.fake_quantization import Steps, steps_between


def _rounded(w: Writer, x: Value, steps: Steps) -> Value:
    """As the op's kernel computes it, step for step: the results are the same bits."""
    half = w.constant(np.float32(0.5))
    inside = w.op("Max", w.op("Min", x, w.constant(steps.high)), w.constant(steps.low))
    above = w.op("Mul", w.op("Sub", inside, w.constant(steps.low)), w.constant(steps.per_step))
    whole = w.op("Floor", w.op("Add", w.op("Sub", above, w.constant(steps.zero)), half))
    result = w.op("Mul", whole, w.constant(steps.step))
    if not np.any(steps.no_range):
        return result
    return w.where(w.constant(steps.no_range), w.constant(np.float32(0)), result)


@converter("FakeQuantWithMinMaxArgs")
def _fixed_ends(w: Writer, op: Application, x: Value) -> Value:
    ends = (op.attr("min"), op.attr("max"))
    return _rounded(w, x, steps_between(*ends, op.attr("num_bits"), op.attr("narrow_range")))


@converter("FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxVarsPerChannel")
def _given_ends(w: Writer, op: Application, x: Value, low: Value, high: Value) -> Value:
    ends = (op.constant(1), op.constant(2))
    return _rounded(w, x, steps_between(*ends, op.attr("num_bits"), op.attr("narrow_range")))
