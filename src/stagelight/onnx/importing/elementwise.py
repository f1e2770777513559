"""Operators on each element, and activations."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from stagelight.core.raw import raw
from stagelight.onnx.importing.operators import Node, operator, rank_of
from stagelight.onnx.protos import dtype_of_number
from stagelight.types import dtypes

# Operators that are one op, with the same meaning.
_SAME = {
    "Abs": "Abs", "Acos": "Acos", "Acosh": "Acosh", "Add": "AddV2", "And": "LogicalAnd", "Asin": "Asin",
    "Asinh": "Asinh", "Atan": "Atan", "Atanh": "Atanh", "BitwiseAnd": "BitwiseAnd", "BitwiseNot": "Invert",
    "BitwiseOr": "BitwiseOr", "BitwiseXor": "BitwiseXor", "Ceil": "Ceil", "Cos": "Cos", "Cosh": "Cosh",
    "Equal": "Equal", "Erf": "Erf", "Exp": "Exp", "Floor": "Floor", "Greater": "Greater",
    "GreaterOrEqual": "GreaterEqual", "Identity": "Identity", "IsNaN": "IsNan", "Less": "Less",
    "LessOrEqual": "LessEqual", "Log": "Log", "Mul": "Mul", "Neg": "Neg", "Not": "LogicalNot",
    "Or": "LogicalOr", "Reciprocal": "Reciprocal", "Relu": "Relu", "Round": "Rint", "Sigmoid": "Sigmoid",
    "Sign": "Sign", "Sin": "Sin", "Sinh": "Sinh", "Softplus": "Softplus", "Softsign": "Softsign",
    "Sqrt": "Sqrt", "Sub": "Sub", "Tan": "Tan", "Tanh": "Tanh", "Where": "SelectV2", "Xor": "NotEqual",
}  # fmt: skip


def _as(op: str) -> Any:
    def apply(node: Node, *tensors: Any) -> Any:
        return getattr(raw, op)(*tensors)

    return apply


for _name, _op in _SAME.items():
    operator(_name)(_as(_op))


def number(value: float, like: Any) -> Any:
    """A scalar of a tensor's dtype."""
    return np.array(value).astype(like.dtype.numpy_dtype)


@operator("Div")
def _div(node: Node, x: Any, y: Any) -> Any:
    return raw.TruncateDiv(x, y) if x.dtype.is_integer else raw.RealDiv(x, y)


@operator("Mod")
def _mod(node: Node, x: Any, y: Any) -> Any:
    return raw.TruncateMod(x, y) if node.attr("fmod", 0) else raw.FloorMod(x, y)


@operator("Pow")
def _pow(node: Node, x: Any, y: Any) -> Any:
    return raw.Pow(x, y if y.dtype is x.dtype else raw.Cast(y, DstT=x.dtype))


@operator("BitShift")
def _bit_shift(node: Node, x: Any, y: Any) -> Any:
    return (raw.RightShift if node.attr("direction") == "RIGHT" else raw.LeftShift)(x, y)


@operator("Max")
def _max(node: Node, *tensors: Any) -> Any:
    return reduce(raw.Maximum, tensors)


@operator("Min")
def _min(node: Node, *tensors: Any) -> Any:
    return reduce(raw.Minimum, tensors)


@operator("Sum")
def _sum(node: Node, *tensors: Any) -> Any:
    return reduce(raw.AddV2, tensors)


@operator("Mean")
def _mean(node: Node, *tensors: Any) -> Any:
    return raw.RealDiv(reduce(raw.AddV2, tensors), number(len(tensors), tensors[0]))


@operator("Clip")
def _clip(node: Node, x: Any, low: Any = None, high: Any = None) -> Any:
    x = x if low is None else raw.Maximum(x, low)
    return x if high is None else raw.Minimum(x, high)


@operator("Cast")
def _cast(node: Node, x: Any) -> Any:
    dtype = dtype_of_number(node.attr("to"))
    if x.dtype is dtypes.string:
        return raw.StringToNumber(x, out_type=dtype)
    if dtype is dtypes.string:
        return raw.AsString(x)
    return raw.Cast(x, DstT=dtype)


@operator("CastLike")
def _cast_like(node: Node, x: Any, like: Any) -> Any:
    return raw.Cast(x, DstT=like.dtype)


@operator("IsInf")
def _is_inf(node: Node, x: Any) -> Any:
    found = raw.IsInf(x)
    if not node.attr("detect_negative", 1):
        found = raw.LogicalAnd(found, raw.Greater(x, number(0, x)))
    if not node.attr("detect_positive", 1):
        found = raw.LogicalAnd(found, raw.Less(x, number(0, x)))
    return found


@operator("Dropout")
def _dropout(node: Node, x: Any, ratio: Any = None, training: Any = None) -> list[Any]:
    if training is not None and bool(node.constant(training, "training_mode")):
        raise NotImplementedError("training_mode")
    return [x, raw.Cast(raw.OnesLike(x), DstT=dtypes.bool_)]


# Activations.


def _below_zero(x: Any, value: Any) -> Any:
    return raw.SelectV2(raw.Less(x, number(0, x)), value, x)


@operator("LeakyRelu")
def _leaky_relu(node: Node, x: Any) -> Any:
    return _below_zero(x, raw.Mul(x, number(node.attr("alpha", 0.01), x)))


@operator("PRelu")
def _prelu(node: Node, x: Any, slope: Any) -> Any:
    return _below_zero(x, raw.Mul(x, slope))


@operator("Elu")
def _elu(node: Node, x: Any) -> Any:
    return _below_zero(x, raw.Mul(raw.Expm1(x), number(node.attr("alpha", 1.0), x)))


@operator("Celu")
def _celu(node: Node, x: Any) -> Any:
    alpha = number(node.attr("alpha", 1.0), x)
    return _below_zero(x, raw.Mul(raw.Expm1(raw.RealDiv(x, alpha)), alpha))


@operator("Selu")
def _selu(node: Node, x: Any) -> Any:
    alpha, gamma = (
        node.attr("alpha", 1.67326319217681884765625),
        node.attr("gamma", 1.05070102214813232421875),
    )
    inner = _below_zero(x, raw.Mul(raw.Expm1(x), number(alpha, x)))
    return raw.Mul(inner, number(gamma, x))


@operator("ThresholdedRelu")
def _thresholded_relu(node: Node, x: Any) -> Any:
    is_above = raw.Greater(x, number(node.attr("alpha", 1.0), x))
    return raw.SelectV2(is_above, x, number(0, x))


def _hard_sigmoid(x: Any, alpha: float, beta: float) -> Any:
    line = raw.AddV2(raw.Mul(x, number(alpha, x)), number(beta, x))
    return raw.Maximum(raw.Minimum(line, number(1, x)), number(0, x))


@operator("HardSigmoid")
def _hard_sigmoid_(node: Node, x: Any) -> Any:
    return _hard_sigmoid(x, node.attr("alpha", 0.2), node.attr("beta", 0.5))


@operator("HardSwish")
def _hard_swish(node: Node, x: Any) -> Any:
    return raw.Mul(x, _hard_sigmoid(x, 1 / 6, 0.5))


@operator("Mish")
def _mish(node: Node, x: Any) -> Any:
    return raw.Mul(x, raw.Tanh(raw.Softplus(x)))


@operator("Gelu")
def _gelu(node: Node, x: Any) -> Any:
    if node.attr("approximate", "none") == "tanh":
        cube = raw.Mul(raw.Mul(raw.Mul(x, x), x), number(0.044715, x))
        inner = raw.Tanh(raw.Mul(raw.AddV2(x, cube), number(np.sqrt(2 / np.pi), x)))
    else:
        inner = raw.Erf(raw.Mul(x, number(np.sqrt(0.5), x)))
    return raw.Mul(raw.Mul(x, number(0.5, x)), raw.AddV2(inner, number(1, x)))


@operator("Softmax", "LogSoftmax")
def _softmax(node: Node, x: Any) -> Any:
    """Along one axis, which goes to the end and back."""
    rank = rank_of(x)
    axis = node.attr("axis", -1) % rank
    order = [*[i for i in range(rank) if i != axis], axis]
    function = raw.Softmax if node.operator == "Softmax" else raw.LogSoftmax
    if axis == rank - 1:
        return function(x)
    found = function(raw.Transpose(x, order))
    return raw.Transpose(found, [int(i) for i in np.argsort(order)])
