"""The operators of tensors whose operands become one dtype: by NumPy's rules, or by those of `lattice`.

`install` puts them in the place of the usual ones, and `uninstall` puts those back: while they are not asked
for, nothing here is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight import nest
from stagelight.boundary import guarded
from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.numpy_style import lattice
from stagelight.numpy_style.matrices import matmul
from stagelight.numpy_style.promotion import as_array, numpy_result_type
from stagelight.numpy_style.weak_tensor import WeakTensor, held_tensor, made_weak
from stagelight.ops.elementwise.cast import cast
from stagelight.types.dtypes import DType

Operator = Callable[[Any, Any], Any]

_ARITHMETIC = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor",
)  # fmt: skip
_METHODS = (
    *(f"__{reflected}{symbol}__" for symbol in _ARITHMETIC for reflected in ("", "r")),
    *(f"__{symbol}__" for symbol in ("lt", "le", "gt", "ge", "eq", "ne")),
)


def as_dtype_of_both(value: Any, dtype: DType) -> Tensor:
    """An operand in the dtype of the result: tensors are cast, the rest is converted."""
    value = held_tensor(value)
    if isinstance(value, Tensor):
        return value if value.dtype is dtype else cast(value, dtype)
    return as_array(value, dtype) if hasattr(value, "dtype") else convert_to_tensor(value, dtype)


def _promoting(usual: Operator, name: str) -> Operator:
    """The usual operator of tensors of one dtype, for operands that become one."""

    by_bits = name.strip("_").removeprefix("r") in ("and", "or", "xor")

    def operator(x: Any, y: Any) -> Any:
        if y is None or _is_foreign(y):
            return usual(held_tensor(x), y)
        if isinstance(x, Tensor) and isinstance(y, Tensor) and x.dtype is y.dtype:
            return usual(x, y)
        dtype, is_weak = _dtype_of_both(x, y)
        if dtype is None:
            return usual(held_tensor(x), held_tensor(y))
        result = usual(as_dtype_of_both(x, dtype), as_dtype_of_both(y, dtype))
        return made_weak(result) if is_weak and not by_bits else result

    operator.__name__ = name
    return operator


def _is_foreign(y: Any) -> bool:
    """Whether an operand has operators of its own, which are asked."""
    if isinstance(y, (Tensor, WeakTensor)):
        return False
    return is_composite(y) or getattr(y, "__array_priority__", 0) > Tensor.__array_priority__


def _dtype_of_both(x: Any, y: Any) -> tuple[DType | None, bool]:
    """The dtype of the operands, None where no rule says it; and whether it is weak."""
    if not lattice.is_in_use():
        return numpy_result_type(*nest.flatten((held_tensor(x), held_tensor(y)))), False
    try:
        return lattice.result_type(*nest.flatten((x, y)))
    except NotImplementedError:
        return None, False


def _matrix_product(x: Any, y: Any) -> Any:
    return matmul(x, y)


def _reflected_matrix_product(x: Any, y: Any) -> Any:
    return matmul(y, x)


_NUMPY_PRODUCTS = {"__matmul__": _matrix_product, "__rmatmul__": _reflected_matrix_product}

_usual = {
    kind: {name: vars(kind)[name] for name in _METHODS if name in vars(kind)}
    for kind in (Tensor, EagerTensor)
}


def install() -> None:
    """Gives tensors the operators of the present mode."""
    for kind, methods in _usual.items():
        for name, usual in methods.items():
            setattr(kind, name, guarded(_promoting(usual, name)))
    if not lattice.is_in_use():
        for name, product in _NUMPY_PRODUCTS.items():
            setattr(Tensor, name, guarded(product))


def uninstall() -> None:
    """Gives tensors their usual operators back."""
    for kind, methods in _usual.items():
        for name, usual in methods.items():
            setattr(kind, name, usual)


# ---------------------------------------------------------------------------- of weak tensors


def _of_one(name: str) -> Callable[[WeakTensor], Any]:
    def operator(x: WeakTensor) -> Any:
        return made_weak(getattr(x.tensor, name)())

    operator.__name__ = name
    return operator


for _name, _function in _usual[Tensor].items():
    setattr(WeakTensor, _name, guarded(_promoting(_function, _name)))
for _name in ("__neg__", "__abs__", "__invert__"):
    setattr(WeakTensor, _name, guarded(_of_one(_name)))
