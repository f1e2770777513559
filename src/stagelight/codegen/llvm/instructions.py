"""The primitive words as LLVM instructions, on single elements and on vectors of them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from stagelight.codegen.llvm.code import Code, type_text
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

_FLOAT_TESTS = {
    "equal": "oeq", "not_equal": "une", "less": "olt",
    "less_equal": "ole", "greater": "ogt", "greater_equal": "oge",
}  # fmt: skip
_INTEGER_TESTS = {
    "equal": "eq", "not_equal": "ne", "less": "lt",
    "less_equal": "le", "greater": "gt", "greater_equal": "ge",
}  # fmt: skip
_FLOAT_ARITHMETIC = {"add": "fadd", "subtract": "fsub", "multiply": "fmul", "divide": "fdiv"}
_INTEGER_ARITHMETIC = {"add": "add", "subtract": "sub", "multiply": "mul"}
_BITS = {
    "bitwise_and": "and", "bitwise_or": "or", "bitwise_xor": "xor",
    "logical_and": "and", "logical_or": "or",
}  # fmt: skip
_INTRINSICS = {
    "sqrt": "sqrt", "floor": "floor", "ceil": "ceil", "rint": "rint", "trunc": "trunc",
    "fma": "fma", "copysign": "copysign",
    "library_log": "log", "library_sin": "sin", "library_cos": "cos", "library_pow": "pow",
}  # fmt: skip


_TWICE_AS_WIDE = {dtypes.float16: dtypes.float32, dtypes.float32: dtypes.float64}


def constant_text(value: Any, dtype: DType) -> str:
    """A constant of one element."""
    if dtype is dtypes.bool_:
        return "true" if value else "false"
    if dtype.is_integer:
        bits = dtype.size * 8
        value = int(value) & ((1 << bits) - 1)
        return str(value - (1 << bits) if value >> (bits - 1) else value)
    if dtype is dtypes.float32:  # LLVM writes floats as the double of the same value.
        value = struct.unpack("f", struct.pack("f", _in_range(value)))[0]
    elif dtype is dtypes.float16:
        return f"0xH{struct.pack('>e', value).hex().upper()}"
    elif dtype is dtypes.bfloat16:  # Its bits, which are those of an integer to LLVM.
        return str(int(np.asarray(value, dtype.numpy_dtype).view(np.int16)))
    return f"0x{struct.pack('>d', value).hex().upper()}"


def _in_range(value: float) -> float:
    """A float32's value: what is larger than the largest is infinite."""
    if abs(value) < 3.4028235677973366e38 or value != value:
        return value
    return float("inf") if value > 0 else float("-inf")


def splat(code: Code, value: str, dtype: DType, lanes: int) -> str:
    """A vector with one element in every lane."""
    if lanes == 1:
        return value
    one, many = type_text(dtype), type_text(dtype, lanes)
    if not value.startswith("%"):
        return f"splat ({one} {value})"
    first = code.value(f"insertelement {many} poison, {one} {value}, i64 0")
    return code.value(
        f"shufflevector {many} {first}, {many} poison, <{lanes} x i32> zeroinitializer"
    )


def intrinsic(code: Code, name: str, type_: str, operands: Sequence[str], also: str = "") -> str:
    """A call of an LLVM intrinsic on operands of one type."""
    suffix = intrinsic_suffix(type_)
    extra_types = ", i1" if also else ""
    code.declare(
        f"{type_} @llvm.{name}.{suffix}({', '.join([type_] * len(operands))}{extra_types})"
    )
    arguments = ", ".join(f"{type_} {x}" for x in operands)
    return code.value(f"call {type_} @llvm.{name}.{suffix}({arguments}{also})")


def intrinsic_of_flags(code: Code, word: str, flags: str, lanes: int) -> str:
    """Whether all ("and") or any ("or") of the flags in lanes hold, as one i1."""
    type_ = f"<{lanes} x i1>"
    name = f"@llvm.vector.reduce.{word}.v{lanes}i1"
    code.declare(f"i1 {name}({type_})")
    return code.value(f"call i1 {name}({type_} {flags})")


def intrinsic_suffix(type_: str) -> str:
    """How a type is written in an intrinsic's name: `<8 x float>` is `v8f32`."""
    if type_.startswith("<"):
        lanes, _, scalar = type_[1:-1].partition(" x ")
        return f"v{lanes}{intrinsic_suffix(scalar)}"
    return {"half": "f16", "float": "f32", "double": "f64"}.get(type_, type_)


def primitive(code: Code, word: str, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    """A primitive word on operands of one dtype (that of the operands, not of a test's result)."""
    type_ = type_text(dtype, lanes)
    is_float = dtype.is_floating
    if word == "where":
        flags = type_text(dtypes.bool_, lanes)
        condition, a, b = operands
        return code.value(f"select {flags} {condition}, {type_} {a}, {type_} {b}")
    if dtype is dtypes.bfloat16:
        return _in_float32(code, word, operands, lanes)
    if word in _FLOAT_TESTS:
        return _test(code, word, operands, dtype, type_)
    if word in _FLOAT_ARITHMETIC and (is_float or word != "divide"):
        name = (_FLOAT_ARITHMETIC if is_float else _INTEGER_ARITHMETIC)[word]
        return code.value(f"{name} {type_} {operands[0]}, {operands[1]}")
    if word in _BITS:
        return code.value(f"{_BITS[word]} {type_} {operands[0]}, {operands[1]}")
    if word == "fma" and not code.module.target.has_fma and dtype in _TWICE_AS_WIDE:
        return _fused_in_wider(code, operands, dtype, lanes)
    if word in _INTRINSICS:
        return intrinsic(code, _INTRINSICS[word], type_, operands)
    return _OTHERS[word](code, operands, dtype, lanes)


def _in_float32(code: Code, word: str, operands: Sequence[str], lanes: int) -> str:
    """A primitive word on bfloat16s, for which there are no instructions: rounded once, at the end."""
    narrow, wide = dtypes.bfloat16, dtypes.float32
    found = primitive(
        code, word, [cast(code, x, narrow, wide, lanes) for x in operands], wide, lanes
    )
    return found if word in _FLOAT_TESTS else cast(code, found, wide, narrow, lanes)


def _fused_in_wider(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    """`a * b + c` without an instruction for it: the product is exact in the dtype of twice the width.

    LLVM would call the C library's `fmaf` for each lane. The sum is rounded to the wide dtype and then to the
    narrow one, which differs from one rounding where the first ends up halfway, once in 2**28 for float32.
    """
    wide = _TWICE_AS_WIDE[dtype]
    a, b, c = (cast(code, x, dtype, wide, lanes) for x in operands)
    product = primitive(code, "multiply", [a, b], wide, lanes)
    return cast(code, primitive(code, "add", [product, c], wide, lanes), wide, dtype, lanes)


def _test(code: Code, word: str, operands: Sequence[str], dtype: DType, type_: str) -> str:
    if dtype.is_floating:
        return code.value(f"fcmp {_FLOAT_TESTS[word]} {type_} {operands[0]}, {operands[1]}")
    test = _INTEGER_TESTS[word]
    if test not in ("eq", "ne"):
        test = ("u" if dtype.is_unsigned or dtype is dtypes.bool_ else "s") + test
    return code.value(f"icmp {test} {type_} {operands[0]}, {operands[1]}")


def _negative(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    type_ = type_text(dtype, lanes)
    if dtype.is_floating:
        return code.value(f"fneg {type_} {operands[0]}")
    return code.value(f"sub {type_} {splat(code, '0', dtype, lanes)}, {operands[0]}")


def _log1p(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    """By the C library's function, lane by lane: LLVM has no word for it."""
    code.declare("double @log1p(double)")
    if lanes == 1:
        return code.value(f"call double @log1p(double {operands[0]})")
    type_ = type_text(dtype, lanes)
    result = "poison"
    for lane in range(lanes):
        x = code.value(f"extractelement {type_} {operands[0]}, i64 {lane}")
        y = code.value(f"call double @log1p(double {x})")
        result = code.value(f"insertelement {type_} {result}, double {y}, i64 {lane}")
    return result


def _absolute(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    type_ = type_text(dtype, lanes)
    if dtype.is_floating:
        return intrinsic(code, "fabs", type_, operands)
    if dtype.is_unsigned:
        return operands[0]
    return intrinsic(code, "abs", type_, operands, ", i1 false")


def _extreme(ordered: str, integer: str) -> Callable[..., str]:
    def emit(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
        type_, flags = type_text(dtype, lanes), type_text(dtypes.bool_, lanes)
        a, b = operands
        if not dtype.is_floating:
            sign = "u" if dtype.is_unsigned else "s"
            return intrinsic(code, f"{sign}{integer}", type_, operands)
        # NaN of either side: the comparison is false for a NaN in b, which is then taken.
        first = code.value(f"fcmp {ordered} {type_} {a}, {b}")
        chosen = code.value(f"select {flags} {first}, {type_} {a}, {type_} {b}")
        if "0x" in b:
            return _with_nan_of(code, a, chosen, type_, flags) if "0x7FF8" not in b else b
        return _with_nan_of(code, a, chosen, type_, flags)

    return emit


def _with_nan_of(code: Code, a: str, chosen: str, type_: str, flags: str) -> str:
    is_nan = code.value(f"fcmp uno {type_} {a}, {a}")
    return code.value(f"select {flags} {is_nan}, {type_} {a}, {type_} {chosen}")


def _logical_not(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    type_ = type_text(dtypes.bool_, lanes)
    return code.value(f"xor {type_} {operands[0]}, {splat(code, 'true', dtypes.bool_, lanes)}")


def _invert(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    type_ = type_text(dtype, lanes)
    return code.value(f"xor {type_} {operands[0]}, {splat(code, '-1', dtype, lanes)}")


def _left_shift(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    return code.value(f"shl {type_text(dtype, lanes)} {operands[0]}, {operands[1]}")


def _right_shift(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    shift = "lshr" if dtype.is_unsigned else "ashr"
    return code.value(f"{shift} {type_text(dtype, lanes)} {operands[0]}, {operands[1]}")


def _multiply_high(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    bits = dtype.size * 8
    wide, narrow = _vector_of(f"i{2 * bits}", lanes), type_text(dtype, lanes)
    extend = "zext" if dtype.is_unsigned else "sext"
    a, b = (code.value(f"{extend} {narrow} {x} to {wide}") for x in operands)
    product = code.value(f"mul {wide} {a}, {b}")
    high = code.value(f"lshr {wide} {product}, {_integer(bits, 2 * bits, lanes)}")
    return code.value(f"trunc {wide} {high} to {narrow}")


def _quotient_and_rest(
    code: Code, operands: Sequence[str], dtype: DType, lanes: int
) -> tuple[str, str]:
    """Quotient, rounded toward zero, and rest of integers. A divisor 0 counts as 1: checks come before."""
    type_, flags = type_text(dtype, lanes), type_text(dtypes.bool_, lanes)
    a, b = operands
    sign = "u" if dtype.is_unsigned else "s"
    if b.startswith("%"):
        zero, one = splat(code, "0", dtype, lanes), splat(code, "1", dtype, lanes)
        special = code.value(f"icmp eq {type_} {b}, {zero}")
        if sign == "s":
            minus = splat(code, "-1", dtype, lanes)
            is_minus = code.value(f"icmp eq {type_} {b}, {minus}")
            special = code.value(f"or {flags} {special}, {is_minus}")
        divisor = code.value(f"select {flags} {special}, {type_} {one}, {type_} {b}")
        quotient = code.value(f"{sign}div {type_} {a}, {divisor}")
        rest = code.value(f"{sign}rem {type_} {a}, {divisor}")
        if sign == "s":  # The smallest integer by -1 does not fit, and would trap.
            negated = code.value(f"sub {type_} {zero}, {a}")
            quotient = code.value(
                f"select {flags} {is_minus}, {type_} {negated}, {type_} {quotient}"
            )
        return quotient, rest
    return (
        code.value(f"{sign}div {type_} {a}, {b}"),
        code.value(f"{sign}rem {type_} {a}, {b}"),
    )


def _needs_floor(code: Code, rest: str, b: str, dtype: DType, lanes: int) -> tuple[str, str]:
    """Whether rounding toward zero was rounding up: the rest is not 0 and its sign is not the divisor's."""
    type_, flags = type_text(dtype, lanes), type_text(dtypes.bool_, lanes)
    zero = splat(code, "0", dtype, lanes)
    mixed = code.value(f"xor {type_} {rest}, {b}")
    differs = code.value(f"icmp slt {type_} {mixed}, {zero}")
    is_some = code.value(f"icmp ne {type_} {rest}, {zero}")
    return code.value(f"and {flags} {differs}, {is_some}"), zero


def _floor_divide(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    type_, flags = type_text(dtype, lanes), type_text(dtypes.bool_, lanes)
    if dtype.is_floating:
        return intrinsic(
            code, "floor", type_, [code.value(f"fdiv {type_} {operands[0]}, {operands[1]}")]
        )
    quotient, rest = _quotient_and_rest(code, operands, dtype, lanes)
    if dtype.is_unsigned:
        return quotient
    down, zero = _needs_floor(code, rest, operands[1], dtype, lanes)
    minus = splat(code, "-1", dtype, lanes)
    step = code.value(f"select {flags} {down}, {type_} {minus}, {type_} {zero}")
    return code.value(f"add {type_} {quotient}, {step}")


def _mod(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    type_, flags = type_text(dtype, lanes), type_text(dtypes.bool_, lanes)
    a, b = operands
    if dtype.is_floating:
        rest = code.value(f"frem {type_} {a}, {b}")
        zero = splat(code, constant_text(0.0, dtype), dtype, lanes)
        is_some = code.value(f"fcmp une {type_} {rest}, {zero}")
        below, divisor_below = (code.value(f"fcmp olt {type_} {x}, {zero}") for x in (rest, b))
        differs = code.value(f"xor {flags} {below}, {divisor_below}")
        both = code.value(f"and {flags} {is_some}, {differs}")
        moved = code.value(f"fadd {type_} {rest}, {b}")
        return code.value(f"select {flags} {both}, {type_} {moved}, {type_} {rest}")
    _, rest = _quotient_and_rest(code, operands, dtype, lanes)
    if dtype.is_unsigned:
        return rest
    down, zero = _needs_floor(code, rest, b, dtype, lanes)
    step = code.value(f"select {flags} {down}, {type_} {b}, {type_} {zero}")
    return code.value(f"add {type_} {rest}, {step}")


def _fmod(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    if dtype.is_floating:
        return code.value(f"frem {type_text(dtype, lanes)} {operands[0]}, {operands[1]}")
    return _quotient_and_rest(code, operands, dtype, lanes)[1]


def _truncate_divide(code: Code, operands: Sequence[str], dtype: DType, lanes: int) -> str:
    return _quotient_and_rest(code, operands, dtype, lanes)[0]


_OTHERS: dict[str, Callable[..., str]] = {
    "negative": _negative,
    "abs": _absolute,
    "library_log1p": _log1p,
    "maximum": _extreme("ogt", "max"),
    "minimum": _extreme("olt", "min"),
    "logical_not": _logical_not,
    "invert": _invert,
    "left_shift": _left_shift,
    "right_shift": _right_shift,
    "multiply_high": _multiply_high,
    "floor_divide": _floor_divide,
    "mod": _mod,
    "fmod": _fmod,
    "truncate_divide": _truncate_divide,
}


def cast(code: Code, value: str, source: DType, target: DType, lanes: int) -> str:
    """A value as another dtype."""
    if source is dtypes.bfloat16:
        value, source = _from_bfloat16(code, value, lanes), dtypes.float32
        return value if target is source else cast(code, value, source, target, lanes)
    if target is dtypes.bfloat16:
        value = (
            value if source is dtypes.float32 else cast(code, value, source, dtypes.float32, lanes)
        )
        return _to_bfloat16(code, value, lanes)
    if source is dtypes.float64 and target is dtypes.float16:
        return cast(code, _to_odd_float32(code, value, lanes), dtypes.float32, target, lanes)
    from_, to = type_text(source, lanes), type_text(target, lanes)
    if target is dtypes.bool_:
        zero = splat(code, constant_text(0, source), source, lanes)
        test = "fcmp une" if source.is_floating else "icmp ne"
        return code.value(f"{test} {from_} {value}, {zero}")
    if source.is_floating and target.is_integer:
        return _float_to_integer(code, value, source, target, lanes)
    return code.value(f"{_conversion(source, target)} {from_} {value} to {to}")


def _conversion(source: DType, target: DType) -> str:
    is_unsigned = source.is_unsigned or source is dtypes.bool_
    if source.is_floating:
        return "fpext" if target.size > source.size else "fptrunc"
    if target.is_floating:
        return "uitofp" if is_unsigned else "sitofp"
    source_size = 0 if source is dtypes.bool_ else source.size
    if target.size == source_size:
        return "bitcast"
    if target.size < source_size:
        return "trunc"
    return "zext" if is_unsigned else "sext"


def _float_to_integer(code: Code, value: str, source: DType, target: DType, lanes: int) -> str:
    """A float without its fraction as an integer, by the rule in `ops/elementwise/cast.py`.

    LLVM's conversions have no value for a float out of range: the result would depend on whether it meets
    them in vectors, one by one, or while compiling.
    """
    if source is dtypes.float16:
        return cast(
            code, cast(code, value, source, dtypes.float32, lanes), dtypes.float32, target, lanes
        )
    if target is dtypes.uint64:
        return _float_to_uint64(code, value, source, lanes)
    bits = 64 if target.size == 8 or target is dtypes.uint32 else 32
    whole = _truncated(code, value, source, bits, lanes)
    if target.size * 8 == bits:
        return whole
    from_, to = _vector_of(f"i{bits}", lanes), type_text(target, lanes)
    return code.value(f"trunc {from_} {whole} to {to}")


def _truncated(code: Code, value: str, source: DType, bits: int, lanes: int) -> str:
    """A float as a signed integer of so many bits: the least one, where it is out of range or NaN."""
    type_, integer = type_text(source, lanes), _vector_of(f"i{bits}", lanes)
    low, high = (
        splat(code, constant_text(x, source), source, lanes)
        for x in (-(2.0 ** (bits - 1)), 2.0 ** (bits - 1))
    )
    size = intrinsic(code, "fabs", type_, [value])
    is_in_range = code.value(f"fcmp olt {type_} {size}, {high}")
    flags = _vector_of("i1", lanes)
    chosen = code.value(f"select {flags} {is_in_range}, {type_} {value}, {type_} {low}")
    return code.value(f"fptosi {type_} {chosen} to {integer}")


def _float_to_uint64(code: Code, value: str, source: DType, lanes: int) -> str:
    """Values from 2**63 on are moved into the range of signed integers, and their highest bit is set."""
    type_, flags = type_text(source, lanes), _vector_of("i1", lanes)
    middle, end = (splat(code, constant_text(x, source), source, lanes) for x in (2.0**63, 2.0**64))
    is_high = code.value(f"fcmp oge {type_} {value}, {middle}")
    is_below = code.value(f"fcmp olt {type_} {value}, {end}")
    is_moved = code.value(f"and {flags} {is_high}, {is_below}")
    moved = code.value(f"fsub {type_} {value}, {middle}")
    near = code.value(f"select {flags} {is_moved}, {type_} {moved}, {type_} {value}")
    whole = _truncated(code, near, source, 64, lanes)
    integer = _vector_of("i64", lanes)
    zero, top = (_integer(x, 64, lanes) for x in (0, -(1 << 63)))
    bit = code.value(f"select {flags} {is_moved}, {integer} {top}, {integer} {zero}")
    return code.value(f"xor {integer} {whole}, {bit}")


def _vector_of(type_: str, lanes: int) -> str:
    return type_ if lanes == 1 else f"<{lanes} x {type_}>"


def _integer(value: int, bits: int, lanes: int) -> str:
    """A constant in each lane."""
    return str(value) if lanes == 1 else f"splat (i{bits} {value})"


def _to_odd_float32(code: Code, value: str, lanes: int) -> str:
    """A double as a float that rounds to the same half.

    Processors have no way from double to half, and to round twice to nearest may end beside it. So the first
    time what is cut off only makes the last bit kept a one (rounding to odd: Boldo and Melquiond, 2008).
    """
    bits, flags = _vector_of("i64", lanes), _vector_of("i1", lanes)
    wide, narrow = _vector_of("double", lanes), _vector_of("float", lanes)
    cut = 52 - 23  # bits of the fraction
    number = partial(_integer, bits=64, lanes=lanes)
    given = code.value(f"bitcast {wide} {value} to {bits}")
    rest = code.value(f"and {bits} {given}, {number((1 << cut) - 1)}")
    is_inexact = code.value(f"icmp ne {bits} {rest}, {number(0)}")
    odd = code.value(f"zext {flags} {is_inexact} to {bits}")
    last = code.value(f"shl {bits} {odd}, {number(cut)}")
    kept = code.value(f"and {bits} {given}, {number(-(1 << cut))}")
    rounded = code.value(f"or {bits} {kept}, {last}")
    double = code.value(f"bitcast {bits} {rounded} to {wide}")
    return code.value(f"fptrunc {wide} {double} to {narrow}")


def _from_bfloat16(code: Code, value: str, lanes: int) -> str:
    small, wide, result = (_vector_of(t, lanes) for t in ("i16", "i32", "float"))
    extended = code.value(f"zext {small} {value} to {wide}")
    high = code.value(f"shl {wide} {extended}, {_integer(16, 32, lanes)}")
    return code.value(f"bitcast {wide} {high} to {result}")


def _to_bfloat16(code: Code, value: str, lanes: int) -> str:
    """Rounded to nearest even; NaN stays NaN."""
    small, wide, given, flags = (_vector_of(t, lanes) for t in ("i16", "i32", "float", "i1"))
    number = partial(_integer, bits=32, lanes=lanes)
    bits = code.value(f"bitcast {given} {value} to {wide}")
    high = code.value(f"lshr {wide} {bits}, {number(16)}")
    odd = code.value(f"and {wide} {high}, {number(1)}")
    bias = code.value(f"add {wide} {odd}, {number(0x7FFF)}")
    rounded = code.value(f"lshr {wide} {code.value(f'add {wide} {bits}, {bias}')}, {number(16)}")
    quiet = code.value(f"or {wide} {high}, {number(0x40)}")
    is_nan = code.value(f"fcmp uno {given} {value}, {value}")
    chosen = code.value(f"select {flags} {is_nan}, {wide} {quiet}, {wide} {rounded}")
    return code.value(f"trunc {wide} {chosen} to {small}")
