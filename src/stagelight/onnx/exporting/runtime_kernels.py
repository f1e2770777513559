"""What ONNX Runtime lacks on the processor: dtypes that the standard allows for an operator.

An operator on such an integer is computed in a wider one, so that the file runs. There is none for float64,
and float32 would lose digits in silence: such an operator is refused. Its own list is
`docs/OperatorKernels.md` in the sources of ONNX Runtime.
"""

from __future__ import annotations

from stagelight.types.dtypes import DType

_I32, _I64 = frozenset({"int32"}), frozenset({"int64"})
_SIGNED = _I32 | _I64
_WIDE = _SIGNED | {"uint32", "uint64"}

# By operator, the integers for which there is a kernel. Operators that are not here have all.
_INTEGERS: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        ("Add", "Sub", "Mul", "Div", "Pow", "Sum", "Einsum", "ReduceSum", "CumSum"), _SIGNED
    ),
    **dict.fromkeys(("Less", "Greater", "LessOrEqual", "GreaterOrEqual", "Equal", "TopK"), _SIGNED),
    **dict.fromkeys(("MatMul", "Max", "Min"), _WIDE),
    **dict.fromkeys(("ReduceMean", "ReduceL2", "ReduceSumSquare"), _I32),
    "ReduceProd": _SIGNED,
    **dict.fromkeys(("ReduceMax", "ReduceMin"), _SIGNED | {"int8", "uint8"}),
    "Relu": _I32 | {"int8"},
    "Neg": _SIGNED | {"int8"},
    "Where": _SIGNED | {"uint8"},
    "Unique": _I64 | {"int8"},
    **dict.fromkeys(("ArgMax", "ArgMin"), _SIGNED | {"int8", "uint8"}),
    "Range": _SIGNED | {"int16"},
    "Clip": _WIDE | {"int8", "uint8"},
    "Pad": _WIDE | {"int8", "uint8"},
    "NonZero": _SIGNED | {"uint8"},
    "Resize": _I32 | {"int8", "uint8"},
    "BitShift": frozenset({"uint8", "uint32", "uint64"}),
    "Trilu": _I64,
}


# The operators without a kernel for float64.
_NO_FLOAT64 = frozenset({
    "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "AveragePool", "BatchNormalization", "Conv",
    "ConvTranspose", "Cosh", "Det", "Elu", "Erf", "GlobalAveragePool", "GlobalMaxPool", "GridSample",
    "HardSigmoid", "HardSwish", "Hardmax", "InstanceNormalization", "LpPool", "Mean",
    "MeanVarianceNormalization", "Resize", "Selu", "Sinh", "Softplus", "Softsign", "Tan", "ThresholdedRelu",
})  # fmt: skip


def runtime_takes(operator: str, dtype: DType) -> bool:
    """Whether ONNX Runtime has a kernel for a dtype that the standard allows."""
    if dtype.name == "float64":
        return operator not in _NO_FLOAT64
    return not dtype.is_integer or operator not in _INTEGERS or dtype.name in _INTEGERS[operator]
