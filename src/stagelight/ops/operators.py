"""The operators of tensors: `x + y`, `-x`, `x < y`, `x == y`, `x & y`, `x @ y`.

Each is attached to `Tensor`, where it calls the op, and most once more to `EagerTensor` with a
shortcut: where there is no stage and no recorder, two tensors of one dtype, or a tensor and a
Python number that its dtype takes, go straight to the NumPy function of the op's kernel. What the
shortcut cannot do (other dtypes, shapes that do not fit) takes the long way, which says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor, tensor_method
from stagelight.ops import arithmetic, division, logic
from stagelight.ops.matmul import matmul
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

_asarray = np.asarray

BinaryFunction = Callable[..., Any]


# ---------------------------------------------------------------------------- the long way


def _binary(symbol: str, name: str, function: BinaryFunction) -> tuple[Any, Any]:
    """The operator and its reflected form, in general."""
    reflected_method = f"__r{symbol}__"

    def operator(x: Tensor, y: Any) -> Any:
        if type(y) is EagerTensor and CONTEXT.stage is None:
            return function(x, y)
        if not isinstance(y, Tensor):
            if getattr(y, "__array_priority__", 0) > x.__array_priority__:
                return NotImplemented
            if is_composite(y) and hasattr(y, reflected_method):
                return NotImplemented
        try:
            with op_scope(name) as scope:
                return function(x, y, name=scope)
        except (TypeError, ValueError):
            # The other operand may know how to take a tensor.
            result = _by_other_operand(reflected_method, x, y)
            if result is NotImplemented:
                raise
            return result

    def reflected(x: Tensor, y: Any) -> Any:
        with op_scope(name) as scope:
            return function(convert_to_tensor(y, x.dtype, name="x"), x, name=scope)

    return operator, reflected


def _by_other_operand(reflected_method: str, x: Tensor, y: Any) -> Any:
    method = getattr(y, reflected_method, None)
    if method is None or isinstance(y, Tensor):
        return NotImplemented
    try:
        return method(x)
    except (TypeError, ValueError):
        return NotImplemented


# ---------------------------------------------------------------------------- the shortcut


def _ids(allowed: Iterable[DType]) -> frozenset[int]:
    # DTypes live as long as the process; their ids are quicker to look up than they are.
    return frozenset(id(dtype) for dtype in allowed)


_TAKES_FLOAT = _ids(dtypes.INEXACT)
_TAKES_INT = _ids(dtypes.NUMERIC)

# Python numbers as arrays: programs use few, and NumPy takes its time to convert one.
_NUMBERS: dict[tuple[int, Any], np.ndarray] = {}
_NUMBERS_LIMIT = 4096


def _number(dtype: DType, y: Any, allowed: frozenset[int]) -> np.ndarray | None:
    """A Python number in the dtype of a tensor; None if it is none, or the dtype does not take it.

    Raises:
        OverflowError: the dtype does not hold the integer.
    """
    ident, kind = id(dtype), type(y)
    if kind is float:
        if ident not in allowed or ident not in _TAKES_FLOAT:
            return None
        # The two zeros are equal, but not the same.
        key = ident, y or str(y)
    elif kind is int:
        if ident not in allowed or ident not in _TAKES_INT:
            return None
        key = ident, y
    else:
        return None
    array = _NUMBERS.get(key)
    if array is None:
        array = np.asarray(y, dtype.numpy_dtype)
        if len(_NUMBERS) >= _NUMBERS_LIMIT:
            _NUMBERS.clear()
        _NUMBERS[key] = array
    return array


# What NumPy raises where the long way tells what is wrong.
_REFUSALS = (ValueError, TypeError, ArithmeticError, RuntimeWarning)


def _shortcut(
    ufunc: Callable[..., Any],
    general: Callable[..., Any],
    allowed: Iterable[DType],
    result: DType | None = None,
) -> Callable[..., Any]:
    """The operator of eager tensors: NumPy at once where nothing can differ from the op.

    `result` is the dtype of the result, None for that of the operands.
    """
    tensors = _ids(allowed)

    def operator(x: EagerTensor, y: Any) -> Any:
        if not CONTEXT.plain:
            return general(x, y)
        dtype = x._dtype
        try:
            if type(y) is EagerTensor:
                if dtype is y._dtype and id(dtype) in tensors:
                    return EagerTensor(_asarray(ufunc(x._array, y._array)), result or dtype)
                return general(x, y)
            number = _number(dtype, y, tensors)
            if number is not None:
                return EagerTensor(_asarray(ufunc(x._array, number)), result or dtype)
        except _REFUSALS:
            pass
        return general(x, y)

    return operator


def _reflected_shortcut(
    ufunc: Callable[..., Any], general: Callable[..., Any], allowed: Iterable[DType]
) -> Callable[..., Any]:
    """The reflected operator of eager tensors, for a Python number on the left."""
    tensors = _ids(allowed)

    def operator(x: EagerTensor, y: Any) -> Any:
        if not CONTEXT.plain:
            return general(x, y)
        try:
            number = _number(x._dtype, y, tensors)
            if number is not None:
                return EagerTensor(_asarray(ufunc(number, x._array)), x._dtype)
        except _REFUSALS:
            pass
        return general(x, y)

    return operator


def _unary_shortcut(
    ufunc: Callable[..., Any], general: Callable[..., Any], allowed: Iterable[DType]
) -> Callable[..., Any]:
    tensors = _ids(allowed)

    def operator(x: EagerTensor) -> Any:
        dtype = x._dtype
        if CONTEXT.plain and id(dtype) in tensors:
            return EagerTensor(_asarray(ufunc(x._array)), dtype)
        return general(x)

    return operator


# ---------------------------------------------------------------------------- attaching


def _set(method: str, general: Callable[..., Any], fast: Callable[..., Any] | None) -> None:
    general.__name__ = method
    tensor_method(method)(general)
    if fast is not None:
        fast.__name__ = method
        setattr(EagerTensor, method, fast)


def _attach(
    symbol: str,
    name: str,
    function: BinaryFunction,
    ufunc: Callable[..., Any] | None = None,
    allowed: Iterable[DType] = (),
    result: DType | None = None,
    reflect: bool = True,
) -> None:
    operator, reflected = _binary(symbol, name, function)
    _set(f"__{symbol}__", operator, ufunc and _shortcut(ufunc, operator, allowed, result))
    if reflect:
        fast = ufunc and _reflected_shortcut(ufunc, reflected, allowed)
        _set(f"__r{symbol}__", reflected, fast)


def _attach_unary(
    symbol: str,
    function: Callable[[Tensor], Tensor],
    ufunc: Callable[..., Any] | None = None,
    allowed: Iterable[DType] = (),
) -> None:
    def operator(x: Tensor) -> Tensor:
        return function(x)

    _set(f"__{symbol}__", operator, ufunc and _unary_shortcut(ufunc, operator, allowed))


# ---------------------------------------------------------------------------- arithmetic

_SIGNED = (*dtypes.FLOATING, *dtypes.SIGNED_INTEGER)

_attach("add", "add", arithmetic.add, np.add, dtypes.NUMERIC)
_attach("sub", "sub", raw.Sub, np.subtract, dtypes.NUMERIC)
_attach("mul", "mul", raw.Mul, np.multiply, dtypes.NUMERIC)
_attach("truediv", "truediv", division.truediv, np.divide, dtypes.INEXACT)


def _checked(ufunc: Callable[..., Any]) -> Callable[..., Any]:
    """A division of integers that refuses zeros, for which NumPy has 0."""

    def function(x: np.ndarray, y: np.ndarray) -> Any:
        if not (y.all() if y.ndim else y.item()):
            raise ZeroDivisionError
        return ufunc(x, y)

    return function


_attach("floordiv", "floordiv", raw.FloorDiv, _checked(np.floor_divide), dtypes.INTEGER)
_attach("mod", "mod", raw.FloorMod, _checked(np.mod), dtypes.INTEGER)
# NumPy refuses negative powers of integers, too.
_attach("pow", "pow", raw.Pow, np.power, _SIGNED)
_attach("matmul", "matmul", matmul)
_attach_unary("neg", raw.Neg, np.negative, (*_SIGNED, *dtypes.COMPLEX))
_attach_unary("abs", arithmetic.abs, np.abs, _SIGNED)

# ---------------------------------------------------------------------------- comparison

_ufunc: Any

for _symbol, _name, _ufunc in (
    ("lt", "Less", np.less),
    ("le", "LessEqual", np.less_equal),
    ("gt", "Greater", np.greater),
    ("ge", "GreaterEqual", np.greater_equal),
):
    _attach(_symbol, _name, getattr(raw, _name), _ufunc, dtypes.REAL, dtypes.bool_, reflect=False)


def _equality(op_name: str, of_others: bool) -> Callable[[Tensor, Any], Any]:
    """== or !=. `of_others` is the result for different things, such as a tensor and None."""
    function = getattr(raw, op_name)
    never = getattr(raw, "Equal" if of_others else "NotEqual")

    def operator(x: Tensor, y: Any) -> Any:
        if y is None:
            return of_others
        if type(y) is int and x.dtype.is_integer and not x.dtype.min <= y <= x.dtype.max:
            return never(x, x)  # No element can equal it.
        if is_composite(y):
            return NotImplemented
        return function(x, y, incompatible_shape_error=False)

    return operator


for _symbol, _name, _ufunc, _of_others in (
    ("eq", "Equal", np.equal, False),
    ("ne", "NotEqual", np.not_equal, True),
):
    _general = _equality(_name, _of_others)
    _allowed = (*dtypes.NUMERIC, dtypes.bool_)
    _set(f"__{_symbol}__", _general, _shortcut(_ufunc, _general, _allowed, dtypes.bool_))

# ---------------------------------------------------------------------------- logic and bits


def _logical_or_bitwise(logical: BinaryFunction, bitwise: BinaryFunction) -> BinaryFunction:
    """The function that is logical for bools and goes by bits for integers."""

    def function(x: Any, y: Any, name: str | None = None) -> Any:
        return (logical if x.dtype is dtypes.bool_ else bitwise)(x, y, name=name)

    return function


_BITS = (dtypes.bool_, *dtypes.INTEGER)

for _symbol, _ufunc, _logical, _bitwise in (
    ("and", np.bitwise_and, raw.LogicalAnd, raw.BitwiseAnd),
    ("or", np.bitwise_or, raw.LogicalOr, raw.BitwiseOr),
    ("xor", np.bitwise_xor, logic.logical_xor, raw.BitwiseXor),
):
    _attach(_symbol, _symbol, _logical_or_bitwise(_logical, _bitwise), _ufunc, _BITS)
_attach_unary(
    "invert",
    lambda x: raw.LogicalNot(x) if x.dtype is dtypes.bool_ else raw.Invert(x),
    np.invert,
    _BITS,
)
