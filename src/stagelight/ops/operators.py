"""The operators of tensors: `x + y`, `-x`, `x < y`, `x @ y`.

Each is attached to `Tensor`, where it calls the op, and for arithmetic and comparison once more to
`EagerTensor` with a shortcut: two eager tensors of one numeric dtype, or a tensor and a Python number that
its dtype takes, with no stage and no recorder, go straight to the NumPy function of the op's kernel. What
the shortcut cannot do (other dtypes, shapes that do not fit) takes the long way, which says why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor, tensor_method
from stagelight.ops import arithmetic
from stagelight.types import dtypes

_ndarray = np.ndarray
_asarray = np.asarray

BinaryFunction = Callable[[Any, Any, str], Any]


def _binary(name: str, function: BinaryFunction) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The operator and its reflected form, in general."""

    def operator(x: Tensor, y: Any) -> Any:
        if not isinstance(y, Tensor) and hasattr(y, "__array_priority__"):
            if y.__array_priority__ > x.__array_priority__:
                return NotImplemented
        return function(x, y, name)

    def reflected(x: Tensor, y: Any) -> Any:
        return function(convert_to_tensor(y, dtype_hint=x.dtype, name="x"), x, name)

    return operator, reflected


def _shortcut(
    ufunc: Callable[..., Any], general: Callable[..., Any], result: Any, is_reflected: bool
) -> Callable[..., Any]:
    """The operator of eager tensors: NumPy at once where nothing can differ from the op.

    `result` is the dtype of the result, None for that of the operands.
    """

    def operator(x: EagerTensor, y: Any) -> Any:
        dtype = x._dtype
        kind = type(y)
        if kind is EagerTensor:
            other = y._array
            fits = dtype is y._dtype and dtype.is_numeric
        elif kind is float:
            other, fits = y, dtype.is_floating
        elif kind is int:
            other, fits = y, dtype.is_floating or dtype.is_integer
        else:
            return general(x, y)
        if fits and CONTEXT.plain:
            try:
                array = ufunc(other, x._array) if is_reflected else ufunc(x._array, other)
            except Exception:  # The long way tells what is wrong.
                return general(x, y)
            if type(array) is not _ndarray:
                array = _asarray(array)
            return EagerTensor(array, result or dtype)
        return general(x, y)

    return operator


def _attach(
    symbol: str,
    name: str,
    function: BinaryFunction,
    ufunc: Callable[..., Any] | None = None,
    result: Any = None,
    reflect: bool = True,
) -> None:
    operator, reflected = _binary(name, function)
    pairs = [(f"__{symbol}__", operator, False)]
    if reflect:
        pairs.append((f"__r{symbol}__", reflected, True))
    for method, general, is_reflected in pairs:
        general.__name__ = method
        tensor_method(method)(general)
        if ufunc is not None:
            fast = _shortcut(ufunc, general, result, is_reflected)
            fast.__name__ = method
            setattr(EagerTensor, method, fast)


def _op(op_name: str) -> BinaryFunction:
    return lambda x, y, name: getattr(raw, op_name)(x, y, name=name)


_attach("add", "add", _op("AddV2"), np.add)
_attach("sub", "sub", _op("Sub"), np.subtract)
_attach("mul", "mul", _op("Mul"), np.multiply)
_attach("truediv", "truediv", arithmetic.truediv)
_attach("floordiv", "floordiv", _op("FloorDiv"))
_attach("mod", "mod", _op("FloorMod"))
_attach("pow", "pow", _op("Pow"))
_attach("matmul", "matmul", _op("MatMulOrBatched"))
_attach("lt", "Less", _op("Less"), np.less, dtypes.bool_, reflect=False)
_attach("le", "LessEqual", _op("LessEqual"), np.less_equal, dtypes.bool_, reflect=False)
_attach("gt", "Greater", _op("Greater"), np.greater, dtypes.bool_, reflect=False)
_attach("ge", "GreaterEqual", _op("GreaterEqual"), np.greater_equal, dtypes.bool_, reflect=False)
