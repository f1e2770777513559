"""Expressions over scalars, from which elementwise kernels are made.

An elementwise op states its rule once, over scalars:

    define_elementwise("Softplus", scalar=lambda x: log1p(exp(-abs_(x))) + maximum(x, 0))

The rule is run once on `Scalar` placeholders and gives a tree. `array_kernel` turns that tree into a
function over whole arrays (NumPy or any `xp` with its names); the native backend turns the same tree
into a loop body. So the two cannot drift.

`VOCABULARY` is the complete list of what a tree may hold; a backend lowers each of its words. A plain
Python number takes the dtype of what it meets, as in NumPy 2 and TensorFlow.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import ml_dtypes
import numpy as np

from stagelight.core.generated_code import define_function

# word -> the array expression; {0}, {1}... are the operands.
VOCABULARY: dict[str, str] = {
    # arithmetic
    "add": "xp.add({0}, {1})",
    "subtract": "xp.subtract({0}, {1})",
    "multiply": "xp.multiply({0}, {1})",
    "divide": "xp.divide({0}, {1})",
    "floor_divide": "xp.floor_divide({0}, {1})",
    "mod": "xp.mod({0}, {1})",
    "fmod": "xp.fmod({0}, {1})",
    "power": "xp.power({0}, {1})",
    "negative": "xp.negative({0})",
    "abs": "xp.abs({0})",
    "sign": "xp.sign({0})",
    "square": "xp.square({0})",
    "maximum": "xp.maximum({0}, {1})",
    "minimum": "xp.minimum({0}, {1})",
    "nextafter": "xp.nextafter({0}, {1})",
    # rounding
    "floor": "xp.floor({0})",
    "ceil": "xp.ceil({0})",
    "rint": "xp.rint({0})",
    "trunc": "xp.trunc({0})",
    # exponentials and powers
    "exp": "xp.exp({0})",
    "expm1": "xp.expm1({0})",
    "log": "xp.log({0})",
    "log1p": "xp.log1p({0})",
    "sqrt": "xp.sqrt({0})",
    # trigonometry
    "sin": "xp.sin({0})",
    "cos": "xp.cos({0})",
    "tan": "xp.tan({0})",
    "arcsin": "xp.arcsin({0})",
    "arccos": "xp.arccos({0})",
    "arctan": "xp.arctan({0})",
    "arctan2": "xp.arctan2({0}, {1})",
    "sinh": "xp.sinh({0})",
    "cosh": "xp.cosh({0})",
    "tanh": "xp.tanh({0})",
    "arcsinh": "xp.arcsinh({0})",
    "arccosh": "xp.arccosh({0})",
    "arctanh": "xp.arctanh({0})",
    # comparison, logic, choice
    "equal": "xp.equal({0}, {1})",
    "not_equal": "xp.not_equal({0}, {1})",
    "less": "xp.less({0}, {1})",
    "less_equal": "xp.less_equal({0}, {1})",
    "greater": "xp.greater({0}, {1})",
    "greater_equal": "xp.greater_equal({0}, {1})",
    "logical_and": "xp.logical_and({0}, {1})",
    "logical_or": "xp.logical_or({0}, {1})",
    "logical_not": "xp.logical_not({0})",
    "where": "xp.where({0}, {1}, {2})",
    "isnan": "xp.isnan({0})",
    "isinf": "xp.isinf({0})",
    "isfinite": "xp.isfinite({0})",
    # bits
    "bitwise_and": "xp.bitwise_and({0}, {1})",
    "bitwise_or": "xp.bitwise_or({0}, {1})",
    "bitwise_xor": "xp.bitwise_xor({0}, {1})",
    "invert": "xp.invert({0})",
    "left_shift": "xp.left_shift({0}, {1})",
    "right_shift": "xp.right_shift({0}, {1})",
    # complex
    "conj": "xp.conj({0})",
    "real": "xp.real({0})",
    "imag": "xp.imag({0})",
    "angle": "xp.angle({0})",
    # special functions (SciPy's names)
    "erf": "special(xp).erf({0})",
    "erfc": "special(xp).erfc({0})",
    "erfinv": "special(xp).erfinv({0})",
    "ndtri": "special(xp).ndtri({0})",
    "gammaln": "special(xp).gammaln({0})",
    "digamma": "special(xp).digamma({0})",
    "expit": "special(xp).expit({0})",
    "zeta": "special(xp).zeta({0}, {1})",
    "polygamma": "special(xp).polygamma({0}, {1})",
    "gammainc": "special(xp).gammainc({0}, {1})",
    "gammaincc": "special(xp).gammaincc({0}, {1})",
    "betainc": "special(xp).betainc({0}, {1}, {2})",
    "i0": "special(xp).i0({0})",
    "i0e": "special(xp).i0e({0})",
    "i1": "special(xp).i1({0})",
    "i1e": "special(xp).i1e({0})",
    "k0": "special(xp).k0({0})",
    "k0e": "special(xp).k0e({0})",
    "k1": "special(xp).k1({0})",
    "k1e": "special(xp).k1e({0})",
    "spence": "special(xp).spence({0})",
}

# The functions of NumPy and SciPy, and their keyword arguments, that kernels name.
_FUNCTION_NAMES = frozenset(
    name for text in VOCABULARY.values() for name in re.findall(r"\.([A-Za-z_]\w*)", text)
)


class Scalar:
    """A node of an expression: a word of the vocabulary with its operands, or a parameter."""

    __slots__ = ("operands", "word")

    def __init__(self, word: str, operands: tuple[Any, ...]) -> None:
        self.word = word
        self.operands = operands

    def __repr__(self) -> str:
        return f"{self.word}({', '.join(map(repr, self.operands))})"

    def __add__(self, other: Any) -> Scalar:
        return Scalar("add", (self, other))

    def __radd__(self, other: Any) -> Scalar:
        return Scalar("add", (other, self))

    def __sub__(self, other: Any) -> Scalar:
        return Scalar("subtract", (self, other))

    def __rsub__(self, other: Any) -> Scalar:
        return Scalar("subtract", (other, self))

    def __mul__(self, other: Any) -> Scalar:
        return Scalar("multiply", (self, other))

    def __rmul__(self, other: Any) -> Scalar:
        return Scalar("multiply", (other, self))

    def __truediv__(self, other: Any) -> Scalar:
        return Scalar("divide", (self, other))

    def __rtruediv__(self, other: Any) -> Scalar:
        return Scalar("divide", (other, self))

    def __neg__(self) -> Scalar:
        return Scalar("negative", (self,))

    def __lt__(self, other: Any) -> Scalar:
        return Scalar("less", (self, other))

    def __le__(self, other: Any) -> Scalar:
        return Scalar("less_equal", (self, other))

    def __gt__(self, other: Any) -> Scalar:
        return Scalar("greater", (self, other))

    def __ge__(self, other: Any) -> Scalar:
        return Scalar("greater_equal", (self, other))


class _Words:
    """`words.exp(x)` makes the node `exp(x)`; a name outside the vocabulary is an AttributeError."""

    def __getattr__(self, word: str) -> Callable[..., Scalar]:
        if word not in VOCABULARY:
            raise AttributeError(f"{word!r} is not a word of the scalar vocabulary.")

        def node(*operands: Any) -> Scalar:
            return Scalar(word, operands)

        self.__dict__[word] = node
        return node


words: Any = _Words()


def trace(rule: Callable[..., Any]) -> tuple[Scalar, tuple[str, ...]]:
    """Runs a rule on parameters of its own names; returns the tree and the names."""
    names = tuple(inspect.signature(rule).parameters)
    tree = rule(*(Scalar("parameter", (name,)) for name in names))
    return tree, names


@cache
def _module_of_special_functions(array_module: str) -> ModuleType:
    return importlib.import_module(
        "scipy.special"
        if array_module == "numpy"
        else f"{array_module.split('.')[0]}.scipy.special"
    )


def special(xp: ModuleType) -> ModuleType:
    """The special functions that go with an array module: `scipy.special` for NumPy."""
    return _module_of_special_functions(xp.__name__)


def array_kernel(name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
    """The function `kernel(xp, *arrays)` over whole arrays that a scalar rule describes.

    A node that is used twice is computed once. A rule of more than one word computes float16 and
    bfloat16 in float32. The kernel of one NumPy function has that function as its `ufunc`.
    """
    tree, parameters = trace(rule)
    uses: dict[int, int] = {}

    def count(node: Any) -> None:
        if isinstance(node, Scalar) and node.word != "parameter":
            uses[id(node)] = uses.get(id(node), 0) + 1
            if uses[id(node)] == 1:
                for operand in node.operands:
                    count(operand)

    lines: list[str] = []
    locals_of: dict[int, str] = {}

    def emit(node: Any) -> str:
        if not isinstance(node, Scalar):
            return _literal(node)
        if node.word == "parameter":
            return str(node.operands[0])
        if id(node) in locals_of:
            return locals_of[id(node)]
        text = VOCABULARY[node.word].format(*map(emit, node.operands))
        if uses[id(node)] == 1:
            return text
        local = f"_{len(lines)}"
        locals_of[id(node)] = local
        lines.append(f"    {local} = {text}")
        return local

    count(tree)
    result = emit(tree)
    source = "\n".join(
        [f"def kernel(xp, {', '.join(parameters)}, **_attrs):", *lines, f"    return {result}"]
    )
    namespace: dict[str, Any] = {
        "__name__": f"stagelight.kernels.{name}",  # where dispatch's filter of warnings looks
        "special": special,
        "inf": float("inf"),
        "nan": float("nan"),
    }
    kernel = define_function("kernel", source, f"<kernel {name}>", namespace, (), _FUNCTION_NAMES)
    if not _is_one_function(tree):
        return in_float32(kernel)
    if [x.operands[0] for x in tree.operands] == list(parameters):
        kernel.ufunc = _ufunc(tree.word)  # type: ignore[attr-defined]
    return kernel


def _is_one_function(tree: Scalar) -> bool:
    """Whether the rule is one word of NumPy on its parameters."""
    is_plain = all(isinstance(x, Scalar) and x.word == "parameter" for x in tree.operands)
    return is_plain and VOCABULARY[tree.word].startswith("xp.")


def _ufunc(word: str) -> Callable[..., Any] | None:
    """The word's NumPy function, where it is one that takes `out=...`; see `array_function`."""
    function = getattr(np, word)
    return array_function(function) if isinstance(function, np.ufunc) else None


def array_function(ufunc: Callable[..., Any]) -> Callable[..., Any]:
    """A NumPy function as `f(x, out=...)`, which gives arrays also where the rank is 0."""
    try:
        np.negative(1, out=...)
    except TypeError:  # NumPy before 2.3
        return lambda *arrays, out: np.asarray(ufunc(*arrays))
    return ufunc


_NARROW_FLOATS = frozenset({np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16)})


def in_float32(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel with float16 and bfloat16 computed in float32 and rounded once, at the end.

    Beside the precision it is a matter of dtypes: NumPy's `bfloat16 * 0.5` is float32, and SciPy knows
    no bfloat16.
    """

    def widened(xp: ModuleType, *arrays: Any, **attrs: Any) -> Any:
        narrow = next((x.dtype for x in arrays if x.dtype in _NARROW_FLOATS), None)
        if narrow is None:
            return kernel(xp, *arrays, **attrs)
        wide = [x.astype(np.float32) if x.dtype in _NARROW_FLOATS else x for x in arrays]
        result = kernel(xp, *wide, **attrs)
        return result.astype(narrow) if result.dtype.kind == "f" else result

    return widened


def _literal(value: Any) -> str:
    if isinstance(value, (bool, int, float, complex)):
        return repr(value)
    raise TypeError(f"A scalar rule holds nodes and Python numbers. Received: {value!r}")
