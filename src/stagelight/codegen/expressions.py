"""Expressions over scalars: what a loop body computes.

An `Expr` is a word with operands and a dtype. Equal expressions are the same object (they are
interned), so what is written twice is computed once. The words:

    const        `payload` is the Python value
    load         `payload` is (buffer, index): one element
    index        `payload` is an `Index`, as int64
    reduce       see `Reduction`
    cast, bitcast
    PRIMITIVES   what the machine does: arithmetic, comparison, choice, bits, rounding; and the C library's
                 functions of float64, where no bit may be another one
    others       words of `core.scalar.VOCABULARY` that `vector_math.expand` writes in primitives

Python's operators work on expressions of one dtype; a Python number takes the dtype of the other side.
`bool` is one bit in registers and one byte in memory. `>>` is arithmetic for signed integers and
logical for unsigned ones. `minimum` and `maximum` give NaN when either operand is NaN. Integer
arithmetic wraps around.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from stagelight.codegen.index import Index, Symbol, atom, atoms, substitute
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

PRIMITIVES = frozenset(
    {
        "add", "subtract", "multiply", "divide", "fma", "negative", "abs", "copysign",
        "minimum", "maximum", "sqrt", "floor", "ceil", "rint", "trunc",
        "floor_divide", "mod", "fmod", "truncate_divide",
        "equal", "not_equal", "less", "less_equal", "greater", "greater_equal",
        "logical_and", "logical_or", "logical_not", "where",
        "bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift",
        "multiply_high",
        "library_log", "library_sin", "library_cos", "library_log1p", "library_pow",
    }
)  # fmt: skip

_TESTS = frozenset({"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"})
_FLAGS = _TESTS | {"logical_and", "logical_or", "logical_not", "isnan", "isinf", "isfinite"}


class Expr:
    """One value of a loop body. Made by `op`, `const`, `cast`... only: these intern."""

    __slots__ = ("__weakref__", "dtype", "height", "operands", "payload", "word")

    def __init__(self, word: str, operands: tuple[Expr, ...], dtype: DType, payload: Any) -> None:
        self.word = word
        self.operands = operands
        self.dtype = dtype
        self.payload = payload
        self.height: int = 1 + max([x.height for x in operands], default=0)

    def __repr__(self) -> str:
        if self.word == "const":
            return repr(self.payload)
        if self.word in ("load", "index"):
            return f"{self.word}({self.payload!r})"
        return f"{self.word}({', '.join(map(repr, self.operands))})"

    def __add__(self, other: Any) -> Expr:
        return op("add", self, other)

    def __radd__(self, other: Any) -> Expr:
        return op("add", other, self)

    def __sub__(self, other: Any) -> Expr:
        return op("subtract", self, other)

    def __rsub__(self, other: Any) -> Expr:
        return op("subtract", other, self)

    def __mul__(self, other: Any) -> Expr:
        return op("multiply", self, other)

    def __rmul__(self, other: Any) -> Expr:
        return op("multiply", other, self)

    def __truediv__(self, other: Any) -> Expr:
        return op("divide", self, other)

    def __rtruediv__(self, other: Any) -> Expr:
        return op("divide", other, self)

    def __neg__(self) -> Expr:
        return op("negative", self)

    def __lt__(self, other: Any) -> Expr:
        return op("less", self, other)

    def __le__(self, other: Any) -> Expr:
        return op("less_equal", self, other)

    def __gt__(self, other: Any) -> Expr:
        return op("greater", self, other)

    def __ge__(self, other: Any) -> Expr:
        return op("greater_equal", self, other)

    def __and__(self, other: Any) -> Expr:
        return op("bitwise_and", self, other)

    def __or__(self, other: Any) -> Expr:
        return op("bitwise_or", self, other)

    def __xor__(self, other: Any) -> Expr:
        return op("bitwise_xor", self, other)

    def __lshift__(self, other: Any) -> Expr:
        return op("left_shift", self, other)

    def __rshift__(self, other: Any) -> Expr:
        return op("right_shift", self, other)


_interned: weakref.WeakValueDictionary[Any, Expr] = weakref.WeakValueDictionary()


def make(word: str, operands: tuple[Expr, ...], dtype: DType, payload: Any = None) -> Expr:
    """The expression; the same object for the same parts."""
    key = (word, operands, dtype, payload, type(payload))
    found = _interned.get(key)
    if found is None:
        found = _interned[key] = Expr(word, operands, dtype, payload)
    return found


def const(value: bool | float, dtype: DType) -> Expr:
    """A constant."""
    if dtype is dtypes.bool_:
        value = bool(value)
    elif dtype.is_integer:
        value = int(value)
    else:
        value = float(value)
    # 0.0 == -0.0 and nan != nan: the text tells them apart.
    return make("const", (), dtype, _Number(value))


class _Number:
    """A constant's value, equal when it is written the same."""

    __slots__ = ("_text", "value")

    def __init__(self, value: bool | float) -> None:
        self.value = value
        self._text = repr(value)

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Number) and self._text == other._text

    def __repr__(self) -> str:
        return self._text


def value_of(expr: Expr) -> Any:
    """The Python value of a constant."""
    return expr.payload.value


def cast(x: Expr, dtype: DType) -> Expr:
    """The value converted: to integers by truncation toward zero, to bool by `!= 0`."""
    if x.dtype is dtype:
        return x
    if x.word == "const" and not dtype.is_integer:
        return const(value_of(x), dtype)
    return make("cast", (x,), dtype)


def bitcast(x: Expr, dtype: DType) -> Expr:
    """The same bits as another dtype of the same size."""
    return x if x.dtype is dtype else make("bitcast", (x,), dtype)


def op(word: str, *operands: Any) -> Expr:
    """A word on operands; Python numbers take the dtype of the first expression (not of a condition)."""
    given = [x for x in operands if isinstance(x, Expr)]
    kind = given[0].dtype
    if word == "where":
        kind = next((x.dtype for x in operands[1:] if isinstance(x, Expr)), kind)
    row = tuple([x if isinstance(x, Expr) else const(x, kind) for x in operands])
    return make(word, row, dtypes.bool_ if word in _FLAGS else kind)


def fma(a: Any, b: Any, c: Any) -> Expr:
    """a * b + c, rounded once."""
    return op("fma", a, b, c)


def where(condition: Expr, a: Any, b: Any) -> Expr:
    """a where the condition holds, else b."""
    return op("where", condition, a, b)


def load(buffer: Any, index: Index) -> Expr:
    """The element of a buffer at an index, counted in elements from its start."""
    return make("load", computed(index), buffer.dtype, (buffer, index))


def from_index(index: Index, dtype: DType = dtypes.int64) -> Expr:
    """The value of an index."""
    if isinstance(index, int):
        return const(index, dtype)
    return cast(make("index", computed(index), dtypes.int64, index), dtype)


def to_index(x: Expr) -> Index:
    """An integer expression as an index."""
    if x.word == "const":
        return int(value_of(x))
    if x.word == "index":
        return x.payload
    return atom(cast(x, dtypes.int64))


def computed(index: Index) -> tuple[Expr, ...]:
    """The expressions among the atoms of an index."""
    return tuple([x for x in atoms(index) if isinstance(x, Expr)])


@dataclass(frozen=True, slots=True)
class Reduction:
    """How the elements of a `reduce` are combined: a word, over loops of its own.

    `argmax` and `argmin` give the index (along the one loop) of the first largest or smallest element;
    they pass over NaN.
    """

    word: str
    loops: tuple[tuple[Symbol, Index], ...]


def reduce(word: str, loops: tuple[tuple[Symbol, Index], ...], body: Expr) -> Expr:
    """The elements of all rounds of the loops, combined; without loops the one element."""
    if not loops:
        return body
    dtype = dtypes.int64 if word in ("argmax", "argmin") else body.dtype
    return make("reduce", (body,), dtype, Reduction(word, loops))


def rewrite(
    expr: Expr,
    replace: Callable[[Expr], Expr | None],
    symbols: Mapping[Any, Index],
    memo: dict[Expr, Expr],
) -> Expr:
    """The expression with parts replaced.

    Args:
        expr: the expression.
        replace: gives what stands for a part, or None to look into it.
        symbols: what stands for symbols of indices.
        memo: what was rewritten already.
    """
    found = memo.get(expr)
    if found is None:
        found = replace(expr)
        if found is None:
            operands = tuple([rewrite(x, replace, symbols, memo) for x in expr.operands])
            if expr.word == "load":
                buffer, index = expr.payload
                found = load(buffer, rewrite_index(index, replace, symbols, memo))
            elif expr.word == "index":
                found = from_index(rewrite_index(expr.payload, replace, symbols, memo))
            elif operands == expr.operands:
                found = expr
            else:
                found = make(expr.word, operands, expr.dtype, expr.payload)
        memo[expr] = found
    return found


def rewrite_index(
    index: Index,
    replace: Callable[[Expr], Expr | None],
    symbols: Mapping[Any, Index],
    memo: dict[Expr, Expr],
) -> Index:
    """The index with parts of its computed atoms, and symbols, replaced."""
    if isinstance(index, int):
        return index
    values = dict(symbols)
    for item in computed(index):
        values[item] = to_index(rewrite(item, replace, symbols, memo))
    return substitute(index, values)
