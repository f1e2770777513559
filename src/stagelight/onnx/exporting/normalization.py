"""Biases of channels, batch normalization, and normalization of a neighbourhood."""

from __future__ import annotations

from collections.abc import Sequence

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.windows import from_channels_first, to_channels_first
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer


@converter("BiasAdd", "BiasAddV1")
def _bias_add(w: Writer, op: Application, x: Value, bias: Value) -> Value:
    layout = op.attr("data_format") if op.type == "BiasAdd" else "NHWC"
    if layout.startswith("NC"):
        bias = w.unsqueeze(bias, *range(1, op.rank(0) - 1))
    return w.op("Add", x, bias)


@converter("BiasAddGrad")
def _bias_add_grad(w: Writer, op: Application, dy: Value) -> Value:
    rank = op.rank(0)
    channels = 1 if op.attr("data_format").startswith("NC") else rank - 1
    return w.op("ReduceSum", dy, w.ints(*[i for i in range(rank) if i != channels]), keepdims=0)


@converter("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def _batch_norm(w: Writer, op: Application, x: Value, scale: Value, offset: Value, mean: Value,
                variance: Value) -> Sequence[Value | None]:  # fmt: skip
    layout = op.attr("data_format")
    if op.attr("is_training"):
        return _batch_norm_of_batch(w, op, x, scale, offset, mean, variance)
    narrow = [w.cast(value, x.dtype) for value in (scale, offset, mean, variance)]
    epsilon = float(op.attr("epsilon"))
    first = to_channels_first(w, x, layout)
    found = w.op("BatchNormalization", first, *narrow, epsilon=epsilon)
    return [from_channels_first(w, found, layout), mean, variance, mean, variance, None]


def _batch_norm_of_batch(w: Writer, op: Application, x: Value, scale: Value, offset: Value,
                         mean: Value, variance: Value) -> Sequence[Value | None]:  # fmt: skip
    """With the mean and variance of the batch itself, and what becomes of the running ones."""
    layout = op.attr("data_format")
    rank, channels = len(layout), layout.index("C")
    axes = [i for i in range(rank) if i != channels]
    wide = w.cast(x, scale.dtype)
    own_mean = w.op("ReduceMean", wide, w.ints(*axes), keepdims=1)
    centred = w.op("Sub", wide, own_mean)
    own_variance = w.op("ReduceMean", w.op("Mul", centred, centred), w.ints(*axes), keepdims=1)

    def of_channels(value: Value) -> Value:
        return w.unsqueeze(value, *range(1, rank - channels))

    widened = w.op("Add", own_variance, w.number(op.attr("epsilon"), scale))
    normal = w.op("Div", centred, w.op("Sqrt", widened))
    y = w.op("Add", w.op("Mul", normal, of_channels(scale)), of_channels(offset))
    flat_mean, flat_variance = w.squeeze(own_mean, *axes), w.squeeze(own_variance, *axes)
    sizes = w.op("Gather", w.shape(x), w.ints(*axes), axis=0)
    count = w.cast(w.op("ReduceProd", sizes, keepdims=0), scale.dtype)
    rest = w.op("Max", w.op("Sub", count, w.number(1, count)), w.number(1, count))
    unbiased = w.op("Mul", flat_variance, w.op("Div", count, rest))
    factor = float(op.attr("exponential_avg_factor")) if op.type != "FusedBatchNorm" else 1.0
    results = [_moved(w, mean, flat_mean, factor), _moved(w, variance, unbiased, factor)]
    return [w.cast(y, x.dtype), *results, flat_mean, flat_variance, None]


def _moved(w: Writer, old: Value, new: Value, factor: float) -> Value:
    if factor == 1:
        return new
    kept = w.op("Mul", old, w.number(1 - factor, old))
    return w.op("Add", kept, w.op("Mul", new, w.number(factor, new)))


@converter("LRN")
def _local_response(w: Writer, op: Application, x: Value) -> Value:
    size = 2 * op.attr("depth_radius") + 1
    if x.dtype.name not in ("float32", "float16", "bfloat16"):
        raise Inexpressible(f"LRN of {x.dtype.name}")
    attrs = {name: float(op.attr(name)) for name in ("bias", "beta")}
    first = to_channels_first(w, x, "NHWC")
    found = w.op("LRN", first, size=size, alpha=float(op.attr("alpha")) * size, **attrs)
    return from_channels_first(w, found, "NHWC")
