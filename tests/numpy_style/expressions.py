"""Calls of every function of `tf.experimental.numpy`, as text over arrays of several dtypes and shapes.

The names that an expression may use are those of `ARRAYS` and `tnp`, `tf`, `np`. The tests of this folder run
them eagerly and staged, `tests/oracle/test_numpy_style.py` with TensorFlow.
"""

from __future__ import annotations

import numpy as np

from tests.numpy_style.shape_expressions import OF_SHAPES, calls

ARRAYS = {
    "f": np.array([[0.5, -1.5, 2.0], [3.25, 0.0, -0.25]], np.float32),
    "m": np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]], np.float32),
    "v": np.array([0.25, 0.5, 0.75], np.float32),
    "d": np.array([1.5, -2.0, 0.125], np.float64),
    "h": np.array([1.5, 0.5, -2.0], np.float16),
    "s": np.array(0.75, np.float32),
    "e": np.zeros((0, 3), np.float32),
    "i": np.array([[1, -2, 3], [4, 5, -6]], np.int32),
    "k": np.array([2, 0, 1], np.int64),
    "t": np.array([1, -2, 3], np.int8),
    "u": np.array([1, 2, 250], np.uint8),
    "b": np.array([True, False, True]),
    "c": np.array([[1 + 2j, -1j], [0.5, 2 - 1j]], np.complex64),
    "n": np.array([[1.0, np.nan, 3.0], [np.inf, 0.0, -np.inf]], np.float32),
    "g": np.arange(24, dtype=np.float32).reshape(2, 3, 4),
}

_FLOATS = ("f", "d", "h", "s", "e")
_REAL = (*_FLOATS, "i", "k", "t", "u")
_SCALARS = ("0.5", "1", "[0.25, 0.5]")
_PAIRS = (
    "f, v",
    "f, 2.0",
    "2, f",
    "f, d",
    "i, f",
    "i, 2",
    "i, 2.5",
    "k, i",
    "t, u",
    "u, 3",
    "h, v",
    "f, s",
    "e, v",
    "[1, 2], [0.5, 4]",
    "3, 2",
    "i, np.float64(2)",
    "f, np.int8(2)",
)
_AXES = ("", ", axis=0", ", axis=-1", ", axis=(0, 1)", ", axis=1, keepdims=True", ", keepdims=True")


def _reductions(name: str, arrays: tuple[str, ...], more: tuple[str, ...] = ()) -> tuple[str, ...]:
    flat = [f"tnp.{name}({x}{axis})" for x in arrays for axis in _AXES]
    return (*flat, *calls(name, "[1, 2, 3]", "s", "b", "u", "t", "h", *more))


EXPRESSIONS: dict[str, tuple[str, ...]] = {}

# One array: floating and complex numbers, or any.
for _name in [
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctanh",
    "cbrt",
    "cos",
    "cosh",
    "deg2rad",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log10",
    "log1p",
    "log2",
    "sin",
    "sinc",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
]:
    _domain = "abs(v) + 1.0" if _name == "arccosh" else "v"
    EXPRESSIONS[_name] = calls(_name, _domain, "s", "e", "t", "b", "u", "1", "[1.0]", "[True]")
for _name in ("ceil", "floor", "fix"):
    EXPRESSIONS[_name] = calls(_name, *_REAL, *_SCALARS, "b")
for _name in ("abs", "absolute", "fabs", "square", "positive", "negative", "sign"):
    EXPRESSIONS[_name] = calls(_name, *_FLOATS, "i", "k", "t", "c", *_SCALARS)
for _name in (
    "conj",
    "conjugate",
    "real",
    "imag",
    "iscomplex",
    "isreal",
    "iscomplexobj",
    "isrealobj",
):
    EXPRESSIONS[_name] = calls(_name, "c", "f", "[1j, 2]", "1j", "d")
for _name in ("isnan", "isfinite", "isinf", "isposinf", "isneginf"):
    EXPRESSIONS[_name] = calls(_name, "n", "d", "h", "e", "i")
EXPRESSIONS |= {
    "angle": calls("angle", "c", "f", "c, deg=True", "d", "1j"),
    "around": calls("around", "f", "f, 1", "d, 2", "i", "2.5", "[0.5, 1.5]"),
    "round": calls("round", "f", "f, 1", "k"),
    "bitwise_not": calls("bitwise_not", "i", "b", "u", "5", "f"),
    "logical_not": calls("logical_not", "b", "f", "i", "0", "[0, 1]"),
    "rad2deg": calls("rad2deg", "f", "d", "0.5", "s"),
    "reciprocal": calls("reciprocal", "v", "d", "c", "2.0"),
    "signbit": calls("signbit", "f", "i", "b", "u", "-1"),
}

# Two arrays.
for _name in ["add", "subtract", "multiply", "maximum", "minimum"]:
    EXPRESSIONS[_name] = calls(_name, *_PAIRS)
for _name in ["divide", "true_divide", "floor_divide", "mod", "remainder"]:
    EXPRESSIONS[_name] = calls(
        _name,
        "f, v",
        "2, v",
        "i, v",
        "i, 2",
        "i, 2.5",
        "t, u",
        "u, 3",
        "b, [True] * 3",
        "7, 3",
        "i, 0",
    )
for _name in [
    "add",
    "multiply",
    "maximum",
    "minimum",
    "true_divide",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
]:
    EXPRESSIONS[_name] = (
        *EXPRESSIONS.get(_name, ()),
        *calls(_name, "b, True", "[True, False, True], b"),
    )
for _name in ["bitwise_and", "bitwise_or", "bitwise_xor"]:
    EXPRESSIONS[_name] += calls(_name, "i, 3", "u, 3", "t, k", "6, 3", "f, v")
for _name in ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]:
    EXPRESSIONS[_name] = calls(_name, *_PAIRS, "b, True", "n, n")
for _name in ["logical_and", "logical_or", "logical_xor"]:
    EXPRESSIONS[_name] = calls(_name, "b, True", "f, i", "[0, 1], 2", "e, v")
for _name in ["arctan2", "hypot", "logaddexp", "logaddexp2", "heaviside", "nextafter"]:
    EXPRESSIONS[_name] = calls(_name, "f, v", "v, 0.5", "d, v", "e, v")
for _name in ["power", "float_power"]:
    EXPRESSIONS[_name] = calls(
        _name, "v, 2", "v, d", "[1, 2], 3", "2.0, t", "u, 2", "2, -1", "v, f"
    )
for _name in ["gcd", "lcm"]:
    EXPRESSIONS[_name] = calls(
        _name, "12, 18", "i, 4", "u, 4", "k, [4, 0, 6]", "0, 0", "t, 6", "1.5, 2"
    )
EXPRESSIONS |= {
    "divmod": calls("divmod", "7, 3", "i, 4", "f, v + 1.0", "b, [True] * 3"),
    "clip": calls(
        "clip",
        "f, 0, 1",
        "i, 0, 2.5",
        "i, None, 2",
        "f, v, None",
        "f, None, None",
        "u, 2, 100",
        "d, -1, 1",
    ),
    "isclose": calls(
        "isclose", "f, f + 1e-9", "n, n", "n, n, equal_nan=True", "i, i", "1, 1.1, 0.2", "c, c"
    ),
    "allclose": calls("allclose", "f, f", "f, v", "n, n, equal_nan=True", "i, 1"),
    "array_equal": calls(
        "array_equal", "f, f", "f, v", "f, s", "[1, 2], [1, 2]", "i, i + 0.0", "e, e"
    ),
    "polyval": calls("polyval", "v, f", "[1, 2, 3], 2", "2, f", "[2.5], i", "k, d"),
}

# Reductions.
for _name in ("sum", "prod"):
    EXPRESSIONS[_name] = _reductions(
        _name, ("f", "i"), ("f, dtype=tf.float64", "b, dtype=bool", "e, axis=0", "c")
    )
EXPRESSIONS["mean"] = _reductions(
    "mean", ("f", "i"), ("f, dtype=tf.float64", "e, axis=1", "c", "f, out=1")
)
for _name in ("amax", "amin", "max", "min", "ptp"):
    EXPRESSIONS[_name] = tuple(
        x for x in _reductions(_name, ("f", "i")) if _name != "ptp" or "(b)" not in x
    )
for _name in ("all", "any"):
    EXPRESSIONS[_name] = _reductions(_name, ("f",), ("e", "[0, 1]"))
EXPRESSIONS["std"] = _reductions("std", ("f", "i"), ("c", "d"))
EXPRESSIONS["var"] = _reductions(
    "var", ("f", "i"), ("f, ddof=1, dtype=tf.float64", "d, axis=0, ddof=1, dtype=float")
)
for _name in ("nansum", "nanprod", "nanmean"):
    EXPRESSIONS[_name] = calls(
        _name, "n", "n, axis=0", "n, axis=-1, keepdims=True", "i", "v", "n, dtype=tf.float64"
    )
for _name in ("cumsum", "cumprod"):
    EXPRESSIONS[_name] = calls(
        _name, "f", "f, 0", "f, -1", "u", "t, 0", "e, 1", "i, dtype=tf.float32", "[1, 2]", "c, 1"
    )
EXPRESSIONS |= {
    "average": calls(
        "average",
        "f",
        "i, 0",
        "f, 1, v",
        "f, weights=f * f + 1.0, returned=True",
        "f, 0, returned=True",
        "i, -1, [1, 2, 3], True",
        "f, (0, 1)",
    ),
    "count_nonzero": calls("count_nonzero", "f", "i, 0", "b", "e", "[0, 1]"),
    "diff": calls("diff", "f", "f, axis=0", "g, 2, 1", "b", "[1, 4, 9], 2", "v, -1", "v, 1, 3"),
    "argmax": calls("argmax", "f", "f, 0", "i, -1", "s", "[3, 1]"),
    "argmin": calls("argmin", "f", "f, 0", "i, -1", "s", "u"),
    "sort": calls("sort", "f", "f, 0", "i, None", "h", "[3, 1]", "f, kind='merge'", "f, order='a'"),
    "argsort": calls(
        "argsort", "f", "f, 0", "i, None", "s", "[3, 1]", "f, kind='stable'", "f, kind='heap'", "c"
    ),
}

# Products and matrices.
EXPRESSIONS |= {
    "dot": calls("dot", "f, m", "m, v", "v, v", "2, f", "i, v", "g, np.ones([4, 2])", "f, f"),
    "inner": calls("inner", "f, m", "v, v", "2, f", "i, v"),
    "vdot": calls("vdot", "f, f", "c, c", "i, f"),
    "outer": calls("outer", "v, f", "i, 2", "[1, 2], [0.5]"),
    "matmul": calls(
        "matmul", "f, m", "m, v", "v, m", "v, v", "i, m", "f, f", "2, v", "g, np.ones([2, 4, 1])"
    ),
    "tensordot": calls("tensordot", "f, m, 1", "f, f", "f, m, [[1], [0]]", "i, m, 1"),
    "kron": calls("kron", "v, f", "[1, 10], [1, 2]", "s, f", "i, v", "m, v"),
    "cross": calls(
        "cross",
        "v, d",
        "[1, 2], [3, 4]",
        "[[1.0, 2.0]], v",
        "m, f[:1]",
        "m, m, 0, 0, 0",
        "m, m, axis=0",
        "v, [1.0, 2.0]",
    ),
    "einsum": calls(
        "einsum",
        "'ij,jk->ik', f, m",
        "'i,i', v, [1, 2, 3]",
        "'ij->j', i",
        "'ii', m, optimize='optimal'",
        "'ij,jk', f, m, casting='no'",
        "'i', v, casting='x'",
        "'i', v, optimize='x'",
    ),
    "diag": calls("diag", "v", "m", "v, 1", "m, -1", "m, 5", "[]", "f", "k, -2", "g"),
    "diagflat": calls("diagflat", "f", "v, 1", "[[1, 2]]"),
    "diagonal": calls("diagonal", "m", "f, 1", "g, 0, 1, 2", "g, 1, 0, 2", "f, -5", "g, -1, -1, 0"),
    "trace": calls(
        "trace", "m", "f", "m, 1", "g", "g, 0, 1, 2", "i, dtype=tf.float32", "[[1, 2], [3, 4]]"
    ),
    "tril": calls("tril", "m", "f, 1", "g, -1", "i", "v"),
    "triu": calls("triu", "m", "f, 1", "g, -1", "i", "v"),
}

EXPRESSIONS |= OF_SHAPES
