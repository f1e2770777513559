"""The dtype rules of the modes "safe" and "all", where Python numbers are *weak*: they give way to the rest.

A weak dtype is one that was inferred: that of a Python number, and of what is computed of such alone. "safe"
refuses what may lose precision, or takes more memory than the arguments do.

Source: "TF-NumPy Type Promotion", in TensorFlow's guide.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight import config
from stagelight.core.composite import is_composite
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.numpy_style.weak_tensor import WeakTensor
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

# A dtype, and whether it is weak.
Promoted = tuple[DType, bool]

_WEAK = "*"
_UNSAFE = "!"

# What two dtypes give: a row for one, a column for the other, half of them for both orders. The names are
# NumPy's short ones, by bytes; * says weak, ! not in "safe".
_RULES = """
     b1   u1   u2   u4   u8   i1   i2   i4   i8   bf   f2   f4   f8   c8   c16  i4*  i8*  f4*  f8*  c16*
b1   b1   u1   u2   u4   u8   i1   i2   i4   i8   bf   f2   f4   f8   c8   c16  i4*  i8*  f4*  f8*  c16*
u1        u1   u2   u4   u8   i2!  i2   i4   i8   bf   f2   f4   f8   c8   c16  u1   u1   f8*! f8*  c16*
u2             u2   u4   u8   i4!  i4!  i4   i8   bf!  f2!  f4   f8   c8   c16  u2   u2   f8*! f8*  c16*
u4                  u4   u8   i8!  i8!  i8!  i8   bf!  f2!  f4!  f8   c8!  c16  u4   u4   f8*! f8*  c16*
u8                       u8   f8*! f8*! f8*! f8*! bf!  f2!  f4!  f8!  c8!  c16! u8   u8   f8*! f8*! c16*!
i1                            i1   i2   i4   i8   bf   f2   f4   f8   c8   c16  i1   i1   f8*! f8*  c16*
i2                                 i2   i4   i8   bf!  f2!  f4   f8   c8   c16  i2   i2   f8*! f8*  c16*
i4                                      i4   i8   bf!  f2!  f4!  f8   c8!  c16  i4   i4   f8*! f8*  c16*
i8                                           i8   bf!  f2!  f4!  f8!  c8!  c16! i8   i8   f8*! f8*! c16*!
bf                                                bf   f4!  f4   f8   c8   c16  bf   bf   bf   bf   c8!
f2                                                     f2   f4   f8   c8   c16  f2   f2   f2   f2   c8!
f4                                                          f4   f8   c8   c16  f4   f4   f4   f4   c8!
f8                                                               f8   c16! c16  f8   f8   f8   f8   c16
c8                                                                    c8   c16  c8   c8   c8   c8   c8
c16                                                                        c16  c16  c16  c16  c16  c16
i4*                                                                             i4*  i8*  f4*  f8*  c16*
i8*                                                                                  i8*  f4*  f8*  c16*
f4*                                                                                       f4*  f8*  c16*
f8*                                                                                            f8*  c16*
c16*                                                                                                c16*
"""


def _read(cell: str) -> Promoted:
    name = cell.rstrip(_WEAK + _UNSAFE)
    return as_dtype("bfloat16" if name == "bf" else np.dtype(name)), _WEAK in cell


def _table() -> dict[tuple[Promoted, Promoted], tuple[Promoted, bool]]:
    """Two dtypes -> what they give, and whether "safe" allows it."""
    columns, *rows = (line.split() for line in _RULES.strip("\n").splitlines())
    table = {}
    for row, *cells in rows:
        for column, cell in zip(columns[-len(cells) :], cells, strict=True):
            a, b = _read(row), _read(column)
            table[a, b] = table[b, a] = _read(cell), _UNSAFE not in cell
    return table


_PROMOTIONS = _table()


def is_in_use() -> bool:
    """Whether these rules hold now."""
    return config.current.dtype_conversion in ("safe", "all")


def result_type(*values: Any) -> Promoted:
    """The dtype that tensors, arrays, numbers and dtypes take together; float32* for none.

    Raises:
        TypeError: the mode "safe" does not allow it.
        NotImplementedError: a value has no such rules, as a ragged tensor and a text.
        OverflowError: a Python integer is too large for int32.
    """
    known = [_dtype_of(value) for value in values if value is not None]
    result, *others = known or [(dtypes.float32, True)]
    for other in others:
        result = _promoted(result, other)
    return result


def _promoted(a: Promoted, b: Promoted) -> Promoted:
    if a[0] is dtypes.string and b[0] is dtypes.string:
        return a
    if (a, b) not in _PROMOTIONS:
        raise NotImplementedError(
            f"Implicit Conversion between {a[0]} and {b[0]} is not allowed. Please convert the input "
            "manually if you need to."
        )
    result, is_safe = _PROMOTIONS[a, b]
    if not is_safe and config.current.dtype_conversion == "safe":
        raise TypeError(
            "In promotion mode PromoMode.SAFE, implicit dtype promotion between "
            f"({a[0]}, weak={a[1]}) and ({b[0]}, weak={b[1]}) is disallowed. You need to explicitly "
            "specify the dtype in your op, or relax your dtype promotion rules (such as from SAFE mode to "
            "ALL mode)."
        )
    return result


_INT32 = np.iinfo(np.int32)
_PYTHON_TYPES: dict[Any, Promoted] = {
    bool: (dtypes.bool_, False),
    int: (dtypes.int32, True),
    float: (dtypes.float32, True),
    complex: (dtypes.complex128, True),
    str: (dtypes.string, False),
    bytes: (dtypes.string, False),
}


def _dtype_of(value: Any) -> Promoted:
    if isinstance(value, WeakTensor):
        return value.dtype, True
    if is_composite(value) and not isinstance(value, IndexedSlices):
        raise NotImplementedError(
            f"Auto dtype conversion semantics does not support {type(value)} type."
        )
    if isinstance(value, DType):
        return value, False
    dtype = getattr(value, "dtype", None)
    if isinstance(dtype, DType):
        return dtype, False
    if isinstance(dtype, np.dtype):
        return as_dtype(dtype), False
    if isinstance(value, type):
        return _PYTHON_TYPES.get(value) or (as_dtype(value), False)
    if type(value) is int and not _INT32.min <= value <= _INT32.max:
        raise OverflowError(f"Python int {value} too large to convert to np.int32")
    for kind, known in _PYTHON_TYPES.items():
        if isinstance(value, kind):
            return known
    if isinstance(value, TensorShape):
        return dtypes.int32, False
    if isinstance(value, np.dtype):
        return as_dtype(value), False
    raise NotImplementedError(
        f"Auto dtype conversion semantics does not support {type(value)} type."
    )
