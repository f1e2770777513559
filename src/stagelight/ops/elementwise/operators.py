"""The operators of tensors: `x + y`, `-x`, `x < y`, `x == y`, `x & y`, `x @ y`.

Each is attached to `Tensor`, where it calls the op's function, and most once more to `EagerTensor`
with a shortcut for two tensors of one dtype, or a tensor and a Python number that its dtype takes.
They go straight to the NumPy function of the op's kernel; recorders are told of the op. What the
shortcut cannot do (other dtypes, shapes that do not fit, a stage) takes the long way, which says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from stagelight.boundary import guards_itself, leave
from stagelight.core import registry
from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor, make_constant
from stagelight.core.dispatch import CONTEXT, NO_ATTRS, apply, recorded
from stagelight.core.identity import compares_identity
from stagelight.core.op_def import OpDef
from stagelight.core.raw import raw
from stagelight.core.scalar import array_function
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import AbstractTensor, EagerTensor, Tensor, tensor_method
from stagelight.ops.elementwise import arithmetic, division, logic
from stagelight.ops.linalg.matmul import matmul
from stagelight.public import publish
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

BinaryFunction = Callable[..., Any]


# The names of all operators, which libraries give to classes of their own that pass for tensors.
_OPERATORS = {"__getitem__"}


# ---------------------------------------------------------------------------- the long way


def _binary(symbol: str, name: str, function: BinaryFunction) -> tuple[Any, Any]:
    """The operator and its reflected form, in general."""
    method, reflected_method = f"__{symbol}__", f"__r{symbol}__"

    def operator(x: Tensor, y: Any) -> Any:
        if CONTEXT.stage is None:
            if type(y) is EagerTensor:
                return function(x, y)
            if _is_variable(y):
                return getattr(x, method)(convert_to_tensor(y))
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
            # A number takes the dtype of what it meets: `x` may be no tensor, but a symbolic input of Keras.
            dtype = getattr(x, "dtype", None)
            return function(convert_to_tensor(y, dtype, name="x"), x, name=scope)

    return operator, reflected


def _is_variable(y: Any) -> bool:
    return isinstance(y, AbstractTensor) and not isinstance(y, Tensor)


def _by_other_operand(reflected_method: str, x: Tensor, y: Any) -> Any:
    method = getattr(y, reflected_method, None)
    if method is None or isinstance(y, Tensor):
        return NotImplemented
    try:
        return method(x)
    except (TypeError, ValueError):
        return NotImplemented


# ---------------------------------------------------------------------------- the shortcut


# Whether dtypes belong to a group, by their numbers: the quickest to look up.
Group = tuple[bool, ...]


def _group(allowed: Iterable[DType]) -> Group:
    numbers = {dtype.as_datatype_enum for dtype in allowed}
    last = max(dtype.as_datatype_enum for dtype in dtypes.ALL)
    return tuple(number in numbers for number in range(last + 1))


_TAKES_FLOAT = _group(dtypes.INEXACT)
_TAKES_INT = _group(dtypes.NUMERIC)

# Python numbers as arrays: programs use few, and NumPy takes its time to convert one.
_NUMBERS: dict[tuple[int, Any], np.ndarray] = {}
_NUMBERS_LIMIT = 4096


def _number(dtype: DType, y: Any, allowed: Group) -> np.ndarray | None:
    """A Python number in the dtype of a tensor; None if it is none, or the dtype does not take it.

    Raises:
        OverflowError: the dtype does not hold the integer.
    """
    number, kind = dtype.as_datatype_enum, type(y)
    if kind is float:
        if not (allowed[number] and _TAKES_FLOAT[number]):
            return None
        # The two zeros are equal, but not the same.
        key = number, y or str(y)
    elif kind is int:
        if not (allowed[number] and _TAKES_INT[number]):
            return None
        key = number, y
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
_REFUSALS = (ValueError, TypeError, ArithmeticError, MemoryError, RuntimeWarning)


class _Shortcut(NamedTuple):
    """What the operators of eager tensors need to know.

    Attributes:
        ufunc: the NumPy function of the op's kernel, as `array_function` gives it.
        general: the operator in general.
        tensors: the dtypes for which the function does what the op does.
        result: the dtype of the result, None for that of the operands.
        op_def: the op, None where it depends on the dtype or has attrs.
    """

    ufunc: Callable[..., Any]
    general: Callable[..., Any]
    tensors: Group
    result: DType | None
    op_def: OpDef | None


def _shortcut(shortcut: _Shortcut) -> Callable[..., Any]:
    """The operator of eager tensors: NumPy at once where nothing can differ from the op."""
    ufunc, general, tensors, result, op_def = shortcut

    @guards_itself
    def operator(x: EagerTensor, y: Any) -> Any:
        try:
            dtype = x._dtype
            array: np.ndarray | None
            try:
                if type(y) is EagerTensor:
                    if dtype is not y._dtype or not tensors[dtype.as_datatype_enum]:
                        return general(x, y)
                    array = y._array
                else:
                    array = _number(dtype, y, tensors)
                    if array is None:
                        return general(x, y)
                followers = CONTEXT.followers
                if not followers:
                    if followers is None:
                        return general(x, y)
                    return EagerTensor(ufunc(x._array, array, out=...), result or dtype)
                if op_def is None:
                    return general(x, y)
                z = EagerTensor(ufunc(x._array, array, out=...), result or dtype)
            except _REFUSALS:
                return general(x, y)
            operand = y if type(y) is EagerTensor else EagerTensor(array, dtype)
            return recorded(followers, op_def, (x, operand), NO_ATTRS, z)
        except BaseException as error:
            leave(error)
            raise

    return operator


def _reflected_shortcut(shortcut: _Shortcut) -> Callable[..., Any]:
    """The reflected operator of eager tensors, for a Python number on the left."""
    ufunc, general, tensors, result, op_def = shortcut

    @guards_itself
    def operator(x: EagerTensor, y: Any) -> Any:
        try:
            dtype = x._dtype
            try:
                array = _number(dtype, y, tensors)
                if array is None:
                    return general(x, y)
                followers = CONTEXT.followers
                if not followers:
                    if followers is None:
                        return general(x, y)
                    return EagerTensor(ufunc(array, x._array, out=...), result or dtype)
                if op_def is None:
                    return general(x, y)
                z = EagerTensor(ufunc(array, x._array, out=...), result or dtype)
            except _REFUSALS:
                return general(x, y)
            return recorded(followers, op_def, (EagerTensor(array, dtype), x), NO_ATTRS, z)
        except BaseException as error:
            leave(error)
            raise

    return operator


def _unary_shortcut(shortcut: _Shortcut) -> Callable[..., Any]:
    ufunc, general, tensors, _, op_def = shortcut

    @guards_itself
    def operator(x: EagerTensor) -> Any:
        try:
            dtype, followers = x._dtype, CONTEXT.followers
            if followers is None or not tensors[dtype.as_datatype_enum]:
                return general(x)
            try:
                if not followers:
                    return EagerTensor(ufunc(x._array, out=...), dtype)
                if op_def is None:
                    return general(x)
                y = EagerTensor(ufunc(x._array, out=...), dtype)
            except MemoryError:
                return general(x)
            return recorded(followers, op_def, (x,), NO_ATTRS, y)
        except BaseException as error:
            leave(error)
            raise

    return operator


def _staged_shortcut(
    general: Callable[..., Any],
    tensors: Group,
    op_def: OpDef,
    name: str,
    is_reflected: bool,
) -> Callable[..., Any]:
    """The operator while a graph is built, for what needs no conversion but that of a Python number."""

    def operator(x: Tensor, y: Any) -> Any:
        stage, dtype = CONTEXT.stage, x.dtype
        if stage is None or not tensors[dtype.as_datatype_enum]:
            return general(x, y)
        if isinstance(y, Tensor):
            if y.dtype is not dtype or is_reflected:
                return general(x, y)
            return apply(op_def, (x, y), NO_ATTRS, name)
        try:
            array = _number(dtype, y, tensors)
        except OverflowError:
            array = None
        if array is None:
            return general(x, y)
        with stage.operation_scope(name) as scope:
            number = make_constant(EagerTensor(array, dtype), "x" if is_reflected else "y")
            return apply(op_def, (number, x) if is_reflected else (x, number), NO_ATTRS, scope)

    return operator


# ---------------------------------------------------------------------------- attaching


def _set(method: str, general: Callable[..., Any], fast: Callable[..., Any] | None) -> None:
    general.__name__ = method
    tensor_method(method)(general)
    _OPERATORS.add(method)
    if fast is not None:
        fast.__name__ = method
        setattr(EagerTensor, method, fast)


def _attach(
    symbol: str,
    name: str,
    function: BinaryFunction,
    ufunc: Callable[..., Any] | None = None,
    allowed: Iterable[DType] = (),
    op: str | None = None,
    result: DType | None = None,
    reflect: bool = True,
) -> None:
    """Attaches a binary operator that calls a function; the rest is for its shortcut."""
    for is_reflected, operator in enumerate(_binary(symbol, name, function)[: 1 + reflect]):
        method, fast = f"__{'r' * is_reflected}{symbol}__", None
        if ufunc is not None:
            shortcut = _shortcut_of(ufunc, operator, allowed, op, result)
            fast = (_reflected_shortcut if is_reflected else _shortcut)(shortcut)
            if op is not None:
                op_def = registry.lookup(op)
                operator = _staged_shortcut(
                    operator, shortcut.tensors, op_def, name, bool(is_reflected)
                )
        _set(method, operator, fast)


def _attach_unary(
    symbol: str,
    function: Callable[[Tensor], Tensor],
    ufunc: Callable[..., Any],
    allowed: Iterable[DType],
    op: str | None = None,
) -> None:
    def operator(x: Tensor) -> Tensor:
        return function(x)

    fast = _unary_shortcut(_shortcut_of(ufunc, operator, allowed, op))
    _set(f"__{symbol}__", operator, fast)


def _shortcut_of(
    ufunc: Callable[..., Any],
    general: Callable[..., Any],
    allowed: Iterable[DType],
    op: str | None = None,
    result: DType | None = None,
) -> _Shortcut:
    op_def = None if op is None else registry.lookup(op)
    return _Shortcut(array_function(ufunc), general, _group(allowed), result, op_def)


# ---------------------------------------------------------------------------- arithmetic

_SIGNED = (*dtypes.FLOATING, *dtypes.SIGNED_INTEGER)


def _product(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x * y`. TF: where either is a tensor of bools, both are, as integers, and so is the product."""
    if not any(isinstance(value, Tensor) and value.dtype.is_bool for value in (x, y)):
        result: Tensor = raw.Mul(x, y, name=name)
        return result
    with op_scope(name or "mul") as scope:
        parts = [raw.Cast(convert_to_tensor(value), DstT=dtypes.int32) for value in (x, y)]
        return raw.Cast(raw.Mul(*parts), DstT=dtypes.bool_, name=scope)


_attach("add", "add", arithmetic.add, np.add, dtypes.NUMERIC, "AddV2")
_attach("sub", "sub", raw.Sub, np.subtract, dtypes.NUMERIC, "Sub")
_attach("mul", "mul", _product, np.multiply, dtypes.NUMERIC, "Mul")
_attach("truediv", "truediv", division.truediv, np.divide, dtypes.INEXACT, "RealDiv")


def _checked(ufunc: Callable[..., Any]) -> Callable[..., Any]:
    """A division of integers that refuses zeros, for which NumPy has 0."""

    def function(x: np.ndarray, y: np.ndarray, out: Any = None) -> Any:
        if not (y.all() if y.ndim else y.item()):
            raise ZeroDivisionError
        return ufunc(x, y, out=out)

    return function


_attach("floordiv", "floordiv", raw.FloorDiv, _checked(np.floor_divide), dtypes.INTEGER, "FloorDiv")
_attach("mod", "mod", raw.FloorMod, _checked(np.mod), dtypes.INTEGER, "FloorMod")
# NumPy refuses negative powers of integers, too.
_attach("pow", "pow", raw.Pow, np.power, _SIGNED, "Pow")
_attach("matmul", "matmul", matmul)
_attach_unary("neg", raw.Neg, np.negative, (*_SIGNED, *dtypes.COMPLEX), "Neg")
_attach_unary("abs", arithmetic.abs, np.abs, _SIGNED, "Abs")

# ---------------------------------------------------------------------------- comparison

_ufunc: Any

for _symbol, _name, _ufunc in (
    ("lt", "Less", np.less),
    ("le", "LessEqual", np.less_equal),
    ("gt", "Greater", np.greater),
    ("ge", "GreaterEqual", np.greater_equal),
):
    _attach(
        _symbol, _name, getattr(raw, _name), _ufunc, dtypes.REAL, _name, dtypes.bool_, reflect=False
    )


def _equality(op_name: str, of_others: bool) -> Callable[[Tensor, Any], Any]:
    """== or !=. `of_others` is the result for different things, such as a tensor and None."""
    function = getattr(raw, op_name)
    never = getattr(raw, "Equal" if of_others else "NotEqual")

    def operator(x: Tensor, y: Any) -> Any:
        if y is None:
            return of_others
        if CONTEXT.stage is not None and compares_identity(CONTEXT.stage):
            return (x is y) is not of_others
        if type(y) is int and x.dtype.is_integer and not x.dtype.min <= y <= x.dtype.max:
            return never(x, x)  # No element can equal it.
        if is_composite(y):
            return NotImplemented
        if CONTEXT.stage is None and _is_variable(y):
            y = convert_to_tensor(y)
        return function(x, y, incompatible_shape_error=False)

    return operator


for _symbol, _name, _ufunc, _of_others in (
    ("eq", "Equal", np.equal, False),
    ("ne", "NotEqual", np.not_equal, True),
):
    _general = _equality(_name, _of_others)
    _allowed = (*dtypes.NUMERIC, dtypes.bool_)
    _fast = _shortcut(_shortcut_of(_ufunc, _general, _allowed, None, dtypes.bool_))
    _set(f"__{_symbol}__", _general, _fast)

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


setattr(Tensor, "OVERLOADABLE_OPERATORS", frozenset(_OPERATORS))  # noqa: B010

for _symbol, _sign, _result in (("add", "+", "3"), ("eq", "==", "False"), ("ne", "!=", "True")):
    _operator = vars(Tensor)[f"__{_symbol}__"]
    _operator.__doc__ = f"""`x {_sign} y`.

    >>> int(tf.__operators__.{_symbol}(tf.constant(1), 2)) == int({_result})
    True
    """
    publish(f"__operators__.{_symbol}", _operator)
