"""What hands values on, gives them another shape, asks for shapes, and makes values of a shape."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.writer import Inexpressible, Operand, Value, Writer
from stagelight.onnx.protos import tensor_proto
from stagelight.types import dtypes


@converter(
    "CheckNumerics", "CheckNumericsV2", "DeepCopy", "EnsureShape", "Identity", "PlaceholderWithDefault",
    "PreventGradient", "Print", "Snapshot", "StopGradient",
)  # fmt: skip
def _identity(w: Writer, op: Application, x: Value, *rest: Value) -> Value:
    return x


@converter("IdentityN")
def _identities(w: Writer, op: Application, *values: Value) -> list[Value]:
    return list(values)


@converter("Const")
def _const(w: Writer, op: Application) -> Value:
    value = op.attr("value")
    return w.constant(np.asarray(value.numpy()), value.dtype, op.operation.name)


# Other shapes.


@converter("Reshape")
def _reshape(w: Writer, op: Application, x: Value, shape: Value) -> Value:
    return w.reshape(x, shape if op.shape(1).rank else w.unsqueeze(shape, 0))


@converter("ExpandDims")
def _expand_dims(w: Writer, op: Application, x: Value, axis: Value) -> Value:
    return w.op("Unsqueeze", x, w.reshape(w.int64(axis), (1,)))


@converter("Squeeze")
def _squeeze(w: Writer, op: Application, x: Value) -> Value:
    axes = list(op.attr("squeeze_dims"))
    return w.squeeze(x, *axes) if axes else w.op("Squeeze", x)


@converter("Transpose", "ConjugateTranspose")
def _transpose(w: Writer, op: Application, x: Value, perm: Value) -> Value:
    if op.type == "ConjugateTranspose" and x.dtype.is_complex:
        raise Inexpressible("ONNX has complex numbers as constants only")
    order = [int(i) % max(len(op.constant(1)), 1) for i in op.constant(1)]
    return w.transpose(x, order)


@converter("InvertPermutation")
def _invert_permutation(w: Writer, op: Application, x: Value) -> Value:
    _, places = w.outputs("TopK", x, w.shape(x), count=2, largest=0)
    return w.cast(places, x.dtype)


@converter("BroadcastTo")
def _broadcast_to(w: Writer, op: Application, x: Value, shape: Value) -> Value:
    return w.op("Expand", x, w.int64(shape))


def _of_one_rank(w: Writer, op: Application, shapes: Sequence[Value]) -> list[Value]:
    """Shapes with ones before them, so that they are of one length."""
    sizes = [op.shape(i)[0] for i in range(2)]
    if None in sizes:
        raise Inexpressible("the lengths of the shapes must be known")
    rank = max(sizes)
    return [
        w.concat([w.constant(np.ones(rank - size, value.dtype.numpy_dtype), value.dtype), value], 0)
        for value, size in zip(shapes, sizes, strict=True)
    ]


@converter("BroadcastArgs")
def _broadcast_args(w: Writer, op: Application, *shapes: Value) -> Value:
    a, b = _of_one_rank(w, op, shapes)
    return w.where(w.op("Equal", a, w.number(1, a)), b, a)


@converter("BroadcastGradientArgs")
def _broadcast_gradient_args(w: Writer, op: Application, *shapes: Value) -> list[Value]:
    """The axes of size 1, along which gradients are added up; those where both are 1 do no harm."""
    wide = _of_one_rank(w, op, shapes)
    return [
        w.cast(w.squeeze(w.op("NonZero", w.op("Equal", x, w.number(1, x))), 0), x.dtype)
        for x in wide
    ]


@converter("Tile")
def _tile(w: Writer, op: Application, x: Value, multiples: Value) -> Value:
    return w.op("Tile", x, w.int64(multiples))


# Questions of shape.


@converter("Shape", "ShapeN")
def _shape(w: Writer, op: Application, *values: Value) -> list[Value]:
    return [w.cast(w.shape(value), op.output_dtype()) for value in values]


@converter("VariableShape")
def _variable_shape(w: Writer, op: Application, value: Value) -> Value:
    return w.cast(w.shape(value), op.output_dtype())


@converter("Size")
def _size(w: Writer, op: Application, x: Value) -> Value:
    return w.cast(w.op("Size", x), op.output_dtype())


@converter("Rank")
def _rank(w: Writer, op: Application, x: Value) -> Value:
    return w.cast(w.op("Size", w.shape(x)), op.output_dtype())


# Values of a shape.


def filled(w: Writer, shape: Value, value: Value) -> Value:
    """A tensor of one value throughout."""
    return w.op("Expand", value, w.int64(shape))


def zeros(w: Writer, shape: Operand, like: Value) -> Value:
    """Zeros of another's dtype."""
    if like.dtype is dtypes.string:
        raise Inexpressible("strings have no zero")
    zero = tensor_proto(np.zeros(1, like.dtype.numpy_dtype))
    return w.op("ConstantOfShape", shape, value=zero)


@converter("Fill")
def _fill(w: Writer, op: Application, dims: Value, value: Value) -> Value:
    return filled(w, dims, value)


@converter("Empty")
def _empty(w: Writer, op: Application, shape: Value) -> Value:
    return zeros(w, w.int64(shape), w.constant(0, op.output_dtype()))


@converter("ZerosLike")
def _zeros_like(w: Writer, op: Application, x: Value) -> Value:
    return zeros(w, w.shape(x), x)


@converter("OnesLike")
def _ones_like(w: Writer, op: Application, x: Value) -> Value:
    return filled(w, w.shape(x), w.number(1, x))


@converter("Range")
def _range(w: Writer, op: Application, start: Value, limit: Value, delta: Value) -> Value:
    return w.op("Range", start, limit, delta)


@converter("LinSpace")
def _lin_space(w: Writer, op: Application, start: Value, stop: Value, count: Value) -> Value:
    """The last is `stop` itself."""
    wide = w.int64(count)
    places = w.op("Range", 0, wide, 1)
    last = w.op("Sub", wide, w.constant(np.int64(1)))
    steps = w.cast(w.op("Max", last, w.constant(np.int64(1))), start.dtype)
    step = w.op("Div", w.op("Sub", stop, start), steps)
    found = w.op("Add", start, w.op("Mul", w.cast(places, start.dtype), step))
    is_last = w.op(
        "And", w.op("Equal", places, last), w.op("Greater", last, w.constant(np.int64(0)))
    )
    return w.where(is_last, stop, found)
