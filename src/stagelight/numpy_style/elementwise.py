"""NumPy's functions that are computed element by element.

Tables say which function of TensorFlow a name means; arguments become tensors by the rules of `promotion`.
Functions with Python's operators between arrays follow the mode that these are in, as TensorFlow's do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.numpy_style.made_functions import publish_function
from stagelight.numpy_style.promotion import (
    as_array,
    as_float,
    default_float,
    promoted_pair,
    result_type,
)
from stagelight.ops.elementwise import (
    arithmetic,
    bitwise,
    comparison,
    complex_numbers,
    division,
    exponential,
    floating_point,
    hyperbolic,
    logic,
    rounding,
    select,
    trigonometry,
)
from stagelight.ops.elementwise.cast import cast
from stagelight.types import dtypes

Function = Callable[..., Any]


# ---------------------------------------------------------------------------- one array


class Unary(NamedTuple):
    """A function of one array: the function of a tensor, what it means, and an example."""

    function: Function
    meaning: str
    example: tuple[str, str]


def _cbrt(x: Any) -> Any:
    root = arithmetic.abs(x) ** (1.0 / 3)
    return select.where(x < 0, -root, root)


def _fix(x: Any) -> Any:
    return select.where(x < 0, rounding.ceil(x), rounding.floor(x))


def _sinc(x: Any) -> Any:
    pi_x = x * np.pi
    return select.where(x == 0, raw.OnesLike(x), trigonometry.sin(pi_x) / pi_x)


def _signbit(x: Any) -> Any:
    return raw.ZerosLike(x) if x.dtype.is_bool else x < 0


def _bitwise_not(x: Any) -> Any:
    return logic.logical_not(x) if x.dtype.is_bool else bitwise.invert(x)


OF_FLOATS = {
    "arccos": Unary(
        trigonometry.acos, "The angle in [0, pi] with this cosine.", ("1.0", "np.float64(0.0)")
    ),
    "arccosh": Unary(hyperbolic.acosh, "The inverse of cosh.", ("1.0", "np.float64(0.0)")),
    "arcsin": Unary(
        trigonometry.asin, "The angle in [-pi/2, pi/2] with this sine.", ("0.0", "np.float64(0.0)")
    ),
    "arcsinh": Unary(hyperbolic.asinh, "The inverse of sinh.", ("0.0", "np.float64(0.0)")),
    "arctan": Unary(
        trigonometry.atan,
        "The angle in [-pi/2, pi/2] with this tangent.",
        ("0.0", "np.float64(0.0)"),
    ),
    "arctanh": Unary(hyperbolic.atanh, "The inverse of tanh.", ("0.0", "np.float64(0.0)")),
    "cbrt": Unary(_cbrt, "The real cube root.", ("[-1.0, 1.0]", "array([-1.,  1.])")),
    "ceil": Unary(
        rounding.ceil, "The smallest whole number that is not less.", ("1.5", "np.float64(2.0)")
    ),
    "cos": Unary(trigonometry.cos, "The cosine.", ("0.0", "np.float64(1.0)")),
    "cosh": Unary(hyperbolic.cosh, "The hyperbolic cosine.", ("0.0", "np.float64(1.0)")),
    "deg2rad": Unary(
        lambda x: x * (np.pi / 180.0), "Degrees as radians.", ("0.0", "np.float64(0.0)")
    ),
    "exp": Unary(exponential.exp, "`e**x`.", ("0", "np.float64(1.0)")),
    "exp2": Unary(lambda x: 2**x, "`2**x`.", ("3", "np.float64(8.0)")),
    "expm1": Unary(exponential.expm1, "`e**x - 1`, precise near 0.", ("0", "np.float64(0.0)")),
    "fix": Unary(_fix, "Rounds towards zero.", ("[-1.5, 1.5]", "array([-1.,  1.])")),
    "floor": Unary(
        rounding.floor, "The largest whole number that is not greater.", ("1.5", "np.float64(1.0)")
    ),
    "isfinite": Unary(
        floating_point.is_finite, "Whether it is neither infinite nor NaN.", ("1.0", "np.True_")
    ),
    "isnan": Unary(floating_point.is_nan, "Whether it is NaN.", ("1.0", "np.False_")),
    "log": Unary(exponential.log, "The natural logarithm.", ("1", "np.float64(0.0)")),
    "log1p": Unary(exponential.log1p, "`log(1 + x)`, precise near 0.", ("0", "np.float64(0.0)")),
    "sin": Unary(trigonometry.sin, "The sine.", ("0.0", "np.float64(0.0)")),
    "sinc": Unary(_sinc, "`sin(pi * x) / (pi * x)`, and 1 at 0.", ("0.0", "np.float64(1.0)")),
    "sinh": Unary(hyperbolic.sinh, "The hyperbolic sine.", ("0.0", "np.float64(0.0)")),
    "sqrt": Unary(exponential.sqrt, "The square root.", ("4", "np.float64(2.0)")),
    "tan": Unary(trigonometry.tan, "The tangent.", ("0.0", "np.float64(0.0)")),
    "tanh": Unary(hyperbolic.tanh, "The hyperbolic tangent.", ("0.0", "np.float64(0.0)")),
}

OF_ANY = {
    "abs absolute fabs": Unary(arithmetic.abs, "The magnitude.", ("[-1, 2]", "array([1, 2])")),
    "bitwise_not": Unary(
        _bitwise_not, "The opposite of each bit; of booleans, not.", ("[0, 5]", "array([-1, -6])")
    ),
    "conj conjugate": Unary(
        complex_numbers.conj, "The conjugate of complex numbers.", ("[1 + 2j]", "array([1.-2.j])")
    ),
    "negative": Unary(arithmetic.negative, "`-x`.", ("[1, -2]", "array([-1,  2])")),
    "positive": Unary(lambda x: x, "The array itself.", ("[1, -2]", "array([ 1, -2])")),
    "reciprocal": Unary(division.reciprocal, "`1 / x`.", ("[2.0, 4.0]", "array([0.5 , 0.25])")),
    "signbit": Unary(_signbit, "Whether it is less than 0.", ("[-1, 2]", "array([ True, False])")),
    "square": Unary(exponential.square, "`x * x`.", ("[1, -2]", "array([1, 4])")),
}


def _unary(function: Function, prepare: Callable[[Any], Tensor]) -> Function:
    def applied(x: Any) -> Any:
        return function(prepare(x))

    return applied


for _names, _row in OF_FLOATS.items():
    publish_function(
        _names,
        _unary(_row.function, as_float),
        _row.meaning,
        "Integers and booleans are taken as float64.",
        _row.example,
    )
for _names, _row in OF_ANY.items():
    publish_function(
        _names,
        _unary(_row.function, as_array),
        _row.meaning,
        "The result has the dtype that the array has by NumPy's rules.",
        _row.example,
    )


# ---------------------------------------------------------------------------- two arrays


class Binary(NamedTuple):
    """A function of two arrays of one dtype, what it is for booleans, what it means, and an example."""

    function: Function
    for_booleans: Function | None
    meaning: str
    example: tuple[str, str]


def _as_int8(function: Function) -> Function:
    return lambda x, y: function(cast(x, dtypes.int8), cast(y, dtypes.int8))


def _true_divide(x: Tensor, y: Tensor) -> Tensor:
    return division.truediv(cast(x, default_float()), cast(y, default_float()))


PROMOTING = {
    "add": Binary(
        arithmetic.add,
        logic.logical_or,
        "`x1 + x2`; or for booleans.",
        ("1, [2.5]", "array([3.5])"),
    ),
    "arctan2": Binary(
        trigonometry.atan2,
        None,
        "The angle of the point (x2, x1).",
        ("0.0, 1.0", "np.float64(0.0)"),
    ),
    "bitwise_and": Binary(
        bitwise.bitwise_and, logic.logical_and, "And of each bit.", ("6, 3", "np.int64(2)")
    ),
    "bitwise_or": Binary(
        bitwise.bitwise_or, logic.logical_or, "Or of each bit.", ("6, 3", "np.int64(7)")
    ),
    "bitwise_xor": Binary(
        bitwise.bitwise_xor, logic.logical_xor, "Exclusive or of each bit.", ("6, 3", "np.int64(5)")
    ),
    "floor_divide": Binary(
        division.floordiv,
        _as_int8(division.floordiv),
        "The quotient, rounded down.",
        ("[7, -7], 2", "array([ 3, -4])"),
    ),
    "minimum": Binary(
        select.minimum,
        logic.logical_and,
        "The smaller one; and for booleans.",
        ("[1, 3], 2", "array([1, 2])"),
    ),
    "mod remainder": Binary(
        division.floormod,
        _as_int8(division.floormod),
        "The rest of the division that is rounded down.",
        ("[7, -7], 4", "array([3, 1])"),
    ),
    "multiply": Binary(
        arithmetic.multiply,
        logic.logical_and,
        "`x1 * x2`; and for booleans.",
        ("2, [2.5]", "array([5.])"),
    ),
    "nextafter": Binary(
        floating_point.nextafter,
        None,
        "The next number in the direction of x2.",
        ("0.0, 0.0", "np.float64(0.0)"),
    ),
    "power float_power": Binary(
        exponential.pow,
        None,
        "`x1 ** x2`. TF: `float_power` of integers is an integer.",
        ("2, 3", "np.int64(8)"),
    ),
    "subtract": Binary(
        arithmetic.subtract, None, "`x1 - x2`.", ("[1, 2], 2.5", "array([-1.5, -0.5])")
    ),
    "true_divide divide": Binary(
        division.truediv,
        _true_divide,
        "The quotient, floating.",
        ("1, [2, 4]", "array([0.5 , 0.25])"),
    ),
}


def _binary(row: Binary) -> Function:
    def applied(x1: Any, x2: Any) -> Any:
        x, y = promoted_pair(x1, x2)
        if x.dtype.is_bool and row.for_booleans is not None:
            return row.for_booleans(x, y)
        return row.function(x, y)

    return applied


for _names, _pair in PROMOTING.items():
    publish_function(
        _names,
        _binary(_pair),
        _pair.meaning,
        "The arrays broadcast, and both become the dtype that they take together.",
        _pair.example,
    )

COMPARISONS = {
    "equal": (comparison.equal, "==", "array([ True, False])"),
    "greater": (comparison.greater, ">", "array([False,  True])"),
    "greater_equal": (comparison.greater_equal, ">=", "array([ True,  True])"),
    "less": (comparison.less, "<", "array([False, False])"),
    "less_equal": (comparison.less_equal, "<=", "array([ True, False])"),
    "not_equal": (comparison.not_equal, "!=", "array([False,  True])"),
}


def compared(function: Function, x1: Any, x2: Any) -> Any:
    """Two values compared in the dtype that they take together; booleans have the order of 0 and 1."""
    dtype = result_type(x1, x2)
    x, y = as_array(x1, dtype), as_array(x2, dtype)
    if dtype.is_bool and function not in (comparison.equal, comparison.not_equal):
        x, y = cast(x, dtypes.int32), cast(y, dtypes.int32)
    return function(x, y)


def _comparing(function: Function) -> Function:
    def applied(x1: Any, x2: Any) -> Any:
        return compared(function, x1, x2)

    return applied


for _name, (_function, _sign, _printed) in COMPARISONS.items():
    publish_function(
        _name,
        _comparing(_function),
        f"Whether `x1 {_sign} x2`.",
        "The arrays broadcast, and both become the dtype that they take together.",
        ("[1, 2], 1.0", _printed),
    )

LOGICAL = {
    "logical_and": (logic.logical_and, "array([False, False, False,  True])"),
    "logical_or": (logic.logical_or, "array([False,  True,  True,  True])"),
    "logical_xor": (logic.logical_xor, "array([False,  True,  True, False])"),
}


def _of_truth(function: Function) -> Function:
    def applied(x1: Any, x2: Any) -> Any:
        return function(as_array(x1, dtypes.bool_), as_array(x2, dtypes.bool_))

    return applied


for _name, (_function, _printed) in LOGICAL.items():
    publish_function(
        _name,
        _of_truth(_function),
        f"`{_name.replace('_', ' ')}` of the truth of the elements.",
        "What is not 0 is true. The arrays broadcast.",
        ("[0, 0, 1, 1], [0, 1, 0, 1]", _printed),
    )
