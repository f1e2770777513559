"""Activations, softmax and losses, and the gradients of activations."""

from __future__ import annotations

from typing import Any

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.writer import Value, Writer
from stagelight.types import dtypes

_SELU_SCALE, _SELU_ALPHA = 1.0507009873554805, 1.6732632423543772

_SAME: dict[str, tuple[str, dict[str, Any]]] = {
    "Elu": ("Elu", {}),
    "LogSoftmax": ("LogSoftmax", {"axis": -1}),
    "Relu": ("Relu", {}),
    "Sigmoid": ("Sigmoid", {}),
    "Softmax": ("Softmax", {"axis": -1}),
    "Softplus": ("Softplus", {}),
    "Softsign": ("Softsign", {}),
}


def _as(operator: str, attrs: dict[str, Any]) -> Any:
    def convert(w: Writer, op: Application, x: Value) -> Value:
        return w.op(operator, x, **attrs)

    return convert


for _name, (_operator, _attrs) in _SAME.items():
    converter(_name)(_as(_operator, _attrs))


@converter("Relu6")
def _relu6(w: Writer, op: Application, x: Value) -> Value:
    return w.op("Clip", x, w.number(0, x), w.number(6, x))


@converter("Selu")
def _selu(w: Writer, op: Application, x: Value) -> Value:
    if x.dtype is not dtypes.float64:
        return w.op("Selu", x, alpha=_SELU_ALPHA, gamma=_SELU_SCALE)
    # ONNX's attrs are float32.
    below = w.op("Mul", w.op("Elu", x), w.number(_SELU_SCALE * _SELU_ALPHA, x))
    return _where_positive(w, x, w.op("Mul", x, w.number(_SELU_SCALE, x)), below)


@converter("LeakyRelu")
def _leaky_relu(w: Writer, op: Application, x: Value) -> Value:
    if x.dtype is not dtypes.float64:
        return w.op("LeakyRelu", x, alpha=float(op.attr("alpha")))
    return _where_positive(w, x, x, w.op("Mul", x, w.number(op.attr("alpha"), x)))


# Gradients: of the output's gradient and the input or output of the activation.


def _where_positive(w: Writer, test: Value, value: Value, otherwise: Value | None = None) -> Value:
    is_positive = w.op("Greater", test, w.number(0, test))
    return w.where(is_positive, value, w.number(0, value) if otherwise is None else otherwise)


def _less_square(w: Writer, y: Value) -> Value:
    return w.op("Sub", w.number(1, y), w.op("Mul", y, y))


@converter("ReluGrad")
def _relu_grad(w: Writer, op: Application, dy: Value, x: Value) -> Value:
    return _where_positive(w, x, dy)


@converter("Relu6Grad")
def _relu6_grad(w: Writer, op: Application, dy: Value, x: Value) -> Value:
    below = w.where(w.op("Less", x, w.number(6, x)), dy, w.number(0, dy))
    return _where_positive(w, x, below)


@converter("LeakyReluGrad")
def _leaky_relu_grad(w: Writer, op: Application, dy: Value, x: Value) -> Value:
    return _where_positive(w, x, dy, w.op("Mul", dy, w.number(op.attr("alpha"), dy)))


@converter("EluGrad")
def _elu_grad(w: Writer, op: Application, dy: Value, y: Value) -> Value:
    slope = w.op("Mul", dy, w.op("Add", y, w.number(1, y)))
    return w.where(w.op("Less", y, w.number(0, y)), slope, dy)


@converter("SeluGrad")
def _selu_grad(w: Writer, op: Application, dy: Value, y: Value) -> Value:
    above = w.op("Mul", dy, w.number(_SELU_SCALE, dy))
    below = w.op("Mul", dy, w.op("Add", y, w.number(_SELU_SCALE * _SELU_ALPHA, y)))
    return w.where(w.op("Less", y, w.number(0, y)), below, above)


@converter("SigmoidGrad")
def _sigmoid_grad(w: Writer, op: Application, y: Value, dy: Value) -> Value:
    return w.op("Mul", w.op("Mul", dy, y), w.op("Sub", w.number(1, y), y))


@converter("TanhGrad")
def _tanh_grad(w: Writer, op: Application, y: Value, dy: Value) -> Value:
    return w.op("Mul", dy, _less_square(w, y))


@converter("SoftplusGrad")
def _softplus_grad(w: Writer, op: Application, dy: Value, x: Value) -> Value:
    return w.op("Mul", dy, w.op("Sigmoid", x))


@converter("SoftsignGrad")
def _softsign_grad(w: Writer, op: Application, dy: Value, x: Value) -> Value:
    size = w.op("Add", w.op("Abs", x), w.number(1, x))
    return w.op("Div", dy, w.op("Mul", size, size))


@converter("SqrtGrad")
def _sqrt_grad(w: Writer, op: Application, y: Value, dy: Value) -> Value:
    return w.op("Div", w.op("Mul", dy, w.number(0.5, dy)), y)


@converter("RsqrtGrad")
def _rsqrt_grad(w: Writer, op: Application, y: Value, dy: Value) -> Value:
    cube = w.op("Mul", w.op("Mul", y, y), y)
    return w.op("Mul", w.op("Mul", dy, w.number(-0.5, dy)), cube)


@converter("InvGrad", "ReciprocalGrad")
def _reciprocal_grad(w: Writer, op: Application, y: Value, dy: Value) -> Value:
    return w.op("Neg", w.op("Mul", w.op("Mul", dy, y), y))


# Losses: of each row, and their gradients with respect to the scores.


def _cross_entropy(w: Writer, scores: Value, labels: Value) -> tuple[Value, Value]:
    logs = w.op("Mul", labels, w.op("LogSoftmax", scores, axis=-1))
    losses = w.op("Neg", w.op("ReduceSum", logs, w.ints(-1), keepdims=0))
    return losses, w.op("Sub", w.op("Softmax", scores, axis=-1), labels)


@converter("SoftmaxCrossEntropyWithLogits")
def _softmax_loss(w: Writer, op: Application, scores: Value, labels: Value) -> tuple[Value, Value]:
    return _cross_entropy(w, scores, labels)


@converter("SparseSoftmaxCrossEntropyWithLogits")
def _sparse_softmax_loss(
    w: Writer, op: Application, scores: Value, labels: Value
) -> tuple[Value, Value]:
    classes = w.op("Range", 0, w.squeeze(w.shape(scores, 1, 2), 0), 1)
    chosen = w.op("Equal", w.unsqueeze(w.int64(labels), 1), classes)
    return _cross_entropy(w, scores, w.cast(chosen, scores.dtype))


@converter("L2Loss")
def _l2_loss(w: Writer, op: Application, x: Value) -> Value:
    return w.op("Mul", w.op("ReduceSumSquare", x, keepdims=0), w.number(0.5, x))
