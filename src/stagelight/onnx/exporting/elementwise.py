"""Arithmetic, functions of one number, comparisons, logic, bits, casts and choices, element by element."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype

# Ops that are one operator, with the same meaning.
_SAME = {
    "Abs": "Abs", "Acos": "Acos", "Acosh": "Acosh", "Asin": "Asin", "Asinh": "Asinh", "Atan": "Atan",
    "Atanh": "Atanh", "Ceil": "Ceil", "Cos": "Cos", "Cosh": "Cosh", "Erf": "Erf", "Exp": "Exp",
    "Floor": "Floor", "Inv": "Reciprocal", "Invert": "BitwiseNot", "IsInf": "IsInf", "IsNan": "IsNaN",
    "Log": "Log", "LogicalNot": "Not", "Neg": "Neg", "Reciprocal": "Reciprocal", "Sign": "Sign",
    "Sin": "Sin", "Sinh": "Sinh", "Sqrt": "Sqrt", "Tan": "Tan", "Tanh": "Tanh",
    "Add": "Add", "AddV2": "Add", "BitwiseAnd": "BitwiseAnd", "BitwiseOr": "BitwiseOr",
    "BitwiseXor": "BitwiseXor", "Div": "Div", "Greater": "Greater",
    "GreaterEqual": "GreaterOrEqual", "Less": "Less", "LessEqual": "LessOrEqual", "LogicalAnd": "And",
    "LogicalOr": "Or", "Mul": "Mul", "Pow": "Pow", "RealDiv": "Div", "SelectV2": "Where", "Sub": "Sub",
}  # fmt: skip


def _as(operator: str) -> Any:
    def convert(w: Writer, op: Application, *values: Value) -> Value:
        return w.op(operator, *values)

    return convert


for _name, _operator in _SAME.items():
    converter(_name)(_as(_operator))


def _is_float(value: Value) -> bool:
    return value.dtype.is_floating


def _is_zero(w: Writer, value: Value) -> Value:
    return w.op("Equal", value, w.number(0, value))


def _signs_differ(w: Writer, one: Value, other: Value) -> Value:
    below = [w.op("Less", value, w.number(0, value)) for value in (one, other)]
    return w.op("Xor", *below)


# Functions of one number.


@converter("Round", "Rint")
def _round(w: Writer, op: Application, x: Value) -> Value:
    return w.op("Round", x) if _is_float(x) else x


@converter("Square")
def _square(w: Writer, op: Application, x: Value) -> Value:
    return w.op("Mul", x, x)


@converter("Rsqrt")
def _rsqrt(w: Writer, op: Application, x: Value) -> Value:
    return w.op("Reciprocal", w.op("Sqrt", x))


@converter("Expm1")
def _expm1(w: Writer, op: Application, x: Value) -> Value:
    """tanh(x / 2) (exp(x) + 1), which is exact near 0, where exp(x) - 1 is not."""
    half = w.op("Tanh", w.op("Mul", x, w.number(0.5, x)))
    return w.op("Mul", half, w.op("Add", w.op("Exp", x), w.number(1, x)))


@converter("Log1p")
def log1p(w: Writer, op: Application | None, x: Value) -> Value:
    """log(1 + x), made exact near 0 by what was lost in 1 + x."""
    one = w.number(1, x)
    sum_ = w.op("Add", x, one)
    lost = w.op("Div", x, w.op("Sub", sum_, one))
    is_plain = w.op("Or", w.op("Equal", sum_, one), w.op("IsInf", sum_, detect_negative=0))
    corrected = w.op("Mul", w.op("Log", sum_), lost)
    return w.where(is_plain, x, corrected)


@converter("Erfc")
def _erfc(w: Writer, op: Application, x: Value) -> Value:
    return w.op("Sub", w.number(1, x), w.op("Erf", x))


@converter("IsFinite")
def _is_finite(w: Writer, op: Application, x: Value) -> Value:
    return w.op("Not", w.op("Or", w.op("IsInf", x), w.op("IsNaN", x)))


# Functions of two.


@converter("Equal")
def _equal(w: Writer, op: Application, x: Value, y: Value) -> Value:
    """TF: shapes that do not fit make values that are not equal; ONNX refuses them."""
    sizes = [op.shape(i).as_list() if op.shape(i).rank is not None else [] for i in range(2)]
    for one, other in zip(*[size[::-1] for size in sizes], strict=False):
        if None not in (one, other) and one != other and 1 not in (one, other):
            raise Inexpressible("a comparison of shapes that do not fit")
    return w.op("Equal", x, y)


@converter("NotEqual")
def _not_equal(w: Writer, op: Application, x: Value, y: Value) -> Value:
    return w.op("Not", _equal(w, op, x, y))


@converter("ApproximateEqual")
def _approximate_equal(w: Writer, op: Application, x: Value, y: Value) -> Value:
    return w.op("LessOrEqual", w.op("Abs", w.op("Sub", x, y)), w.number(op.attr("tolerance"), x))


@converter("Maximum")
def _maximum(w: Writer, op: Application, x: Value, y: Value) -> Value:
    return w.op("Max", x, y)


@converter("Minimum")
def _minimum(w: Writer, op: Application, x: Value, y: Value) -> Value:
    return w.op("Min", x, y)


@converter("ClipByValue")
def _clip(w: Writer, op: Application, x: Value, low: Value, high: Value) -> Value:
    return w.op("Max", w.op("Min", x, high), low)


@converter("SquaredDifference")
def _squared_difference(w: Writer, op: Application, x: Value, y: Value) -> Value:
    difference = w.op("Sub", x, y)
    return w.op("Mul", difference, difference)


@converter("FloorDiv")
def floor_div(w: Writer, op: Application | None, x: Value, y: Value) -> Value:
    """The quotient, rounded down: ONNX rounds that of integers towards zero."""
    quotient = w.op("Div", x, y)
    if _is_float(x):
        return w.op("Floor", quotient)
    if x.dtype.is_unsigned:
        return quotient
    rest = w.op("Sub", x, w.op("Mul", quotient, y))
    is_above = w.op("And", w.op("Not", _is_zero(w, rest)), _signs_differ(w, rest, y))
    return w.where(is_above, w.op("Sub", quotient, w.number(1, x)), quotient)


@converter("FloorMod")
def _floor_mod(w: Writer, op: Application, x: Value, y: Value) -> Value:
    if not _is_float(x):
        return w.op("Mod", x, y)
    rest = w.op("Mod", x, y, fmod=1)
    is_other = w.op("And", w.op("Not", _is_zero(w, rest)), _signs_differ(w, rest, y))
    return w.where(is_other, w.op("Add", rest, y), rest)


@converter("Mod", "TruncateMod")
def _truncate_mod(w: Writer, op: Application, x: Value, y: Value) -> Value:
    return w.op("Mod", x, y, fmod=1)


@converter("TruncateDiv")
def _truncate_div(w: Writer, op: Application, x: Value, y: Value) -> Value:
    quotient = w.op("Div", x, y)
    if not _is_float(x):
        return quotient
    return w.op("Mul", w.op("Sign", quotient), w.op("Floor", w.op("Abs", quotient)))


def _unless_zero(w: Writer, test: Value, value: Value) -> Value:
    return w.where(_is_zero(w, test), w.number(0, value), value)


@converter("DivNoNan")
def _div_no_nan(w: Writer, op: Application, x: Value, y: Value) -> Value:
    return _unless_zero(w, y, w.op("Div", x, y))


@converter("MulNoNan")
def _mul_no_nan(w: Writer, op: Application, x: Value, y: Value) -> Value:
    return _unless_zero(w, y, w.op("Mul", x, y))


@converter("Xdivy")
def _xdivy(w: Writer, op: Application, x: Value, y: Value) -> Value:
    return _unless_zero(w, x, w.op("Div", x, y))


@converter("Xlogy")
def _xlogy(w: Writer, op: Application, x: Value, y: Value) -> Value:
    return _unless_zero(w, x, w.op("Mul", x, w.op("Log", y)))


@converter("Xlog1py")
def _xlog1py(w: Writer, op: Application, x: Value, y: Value) -> Value:
    return _unless_zero(w, x, w.op("Mul", x, log1p(w, None, y)))


@converter("Atan2")
def _atan2(w: Writer, op: Application, y: Value, x: Value) -> Value:
    """atan(y / x), and a half turn where x is negative."""
    angle = w.op("Atan", w.op("Div", y, x))
    zero, turn = w.number(0, x), w.number(np.pi, x)
    half_turn = w.where(w.op("Less", y, zero), w.op("Neg", turn), turn)
    turned = w.where(w.op("Less", x, zero), w.op("Add", angle, half_turn), angle)
    both_zero = w.op("And", _is_zero(w, x), _is_zero(w, y))
    return w.where(both_zero, w.op("Mul", y, w.op("Abs", x)), turned)


def _powers_of_two(w: Writer, y: Value, most: int, dtype: DType) -> Value:
    """2 ** y for 0 <= y <= most, in integers that wrap."""
    table = np.array([1 << i for i in range(most + 1)], np.uint64).astype(dtype.numpy_dtype)
    places = w.op(
        "Min", w.op("Max", w.int64(y), w.constant(np.int64(0))), w.constant(np.int64(most))
    )
    return w.op("Gather", w.constant(table, dtype), places)


@converter("LeftShift")
def _left_shift(w: Writer, op: Application, x: Value, y: Value) -> Value:
    """TF: by at most all bits but one. ONNX shifts unsigned integers only."""
    return w.op("Mul", x, _powers_of_two(w, y, x.dtype.size * 8 - 1, x.dtype))


@converter("RightShift")
def _right_shift(w: Writer, op: Application, x: Value, y: Value) -> Value:
    """Division by a power of two, rounded down; in two steps, since 2 ** 63 is no int64."""
    most = x.dtype.size * 8 - 1
    if x.dtype.is_unsigned:
        limit = w.op("Min", y, w.number(most, y))
        return w.op("BitShift", x, limit, direction="RIGHT")
    wide = floor_div(w, None, w.int64(x), _powers_of_two(w, y, min(most, 62), dtypes.int64))
    if most > 62:
        last = w.op("Sub", w.int64(y), w.constant(np.int64(62)))
        wide = floor_div(w, None, wide, _powers_of_two(w, last, 1, dtypes.int64))
    return w.cast(wide, x.dtype)


@converter("AddN", "AccumulateNV2")
def _add_n(w: Writer, op: Application, *values: Value) -> Value:
    total = values[0]
    for value in values[1:]:
        total = w.op("Add", total, value)
    return total


# Casts and choices.


@converter("Cast")
def _cast(w: Writer, op: Application, x: Value) -> Value:
    return w.cast(x, op.output_dtype())


@converter("Select")
def _select(w: Writer, op: Application, condition: Value, one: Value, other: Value) -> Value:
    """A condition of rank 1 chooses among rows."""
    rank, of_condition = op.rank(1), op.rank(0)
    if of_condition == 1 and rank > 1:
        condition = w.unsqueeze(condition, *range(1, rank))
    return w.where(condition, one, other)


@converter("PopulationCount")
def _population_count(w: Writer, op: Application, x: Value) -> Value:
    if not x.dtype.is_unsigned:  # ONNX shifts unsigned integers only.
        x = w.cast(x, as_dtype(f"u{x.dtype.name}"))
    bits = w.constant(np.arange(x.dtype.size * 8, dtype=x.dtype.as_numpy_dtype), x.dtype)
    parts = w.op("BitShift", w.unsqueeze(x, op.rank(0)), bits, direction="RIGHT")
    ones = w.op("BitwiseAnd", parts, w.number(1, x))
    axes = w.ints(op.rank(0))
    return w.cast(w.op("ReduceSum", ones, axes, keepdims=0), dtypes.uint8)
