"""Numbers to text and back: `tf.strings.as_string`, `tf.strings.to_number`.

`as_string` formats as C's `printf`; `to_number` reads what C++'s `strtod` and integer parsers read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.budget import require_room
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.strings.string_arrays import mapped
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype, from_numpy

# ---------------------------------------------------------------------------- AsString


def _infer_as_string(x: Tensor, **_attrs: Any) -> Inferred:
    return Inferred(x.shape, dtypes.string)


def _as_string(
    xp: ModuleType,
    x: np.ndarray,
    *,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
) -> np.ndarray:
    kind = x.dtype.kind
    is_exact = kind in "iub"
    if is_exact:
        name = from_numpy(x.dtype).name
        if scientific or shortest:
            raise invalid(f"scientific and shortest format not supported for datatype {name}")
        if precision >= 0:
            raise invalid(f"precision not supported for datatype {name}")
    if scientific and shortest:
        raise invalid("Cannot select both scientific and shortest notation")
    if len(fill) > 1:
        raise invalid("Fill string must be one or fewer characters")
    if fill not in ("", " ", "+", "-", "0"):
        raise invalid(f'Fill argument not supported: "{fill}"')
    require_room(max(width, precision, 0) * x.size)
    size = str(width) if width > -1 else ""
    digits = f".{precision}" if precision > -1 else ""
    if kind == "O":
        template = f"%{'-' if fill == '-' else ''}{size}{digits}s".encode()
        return mapped(lambda text: template % text, x)
    if kind == "b":
        return mapped(lambda value: b"true" if value else b"false", x)
    if is_exact:
        # Numbers without a sign have no place for one either.
        flag = "" if kind == "u" and fill in (" ", "+") else fill
        return mapped(_formatter(f"%{flag}{size}d"), x)
    letter = "e" if scientific else "g" if shortest else "f"
    one = _formatter(f"%{fill}{size}{digits}{letter}")
    if kind == "c":
        return mapped(lambda z: b"(" + one(z.real) + b"," + one(z.imag) + b")", x)
    return mapped(lambda value: one(float(value)), x)


def _formatter(template: str) -> Callable[[Any], bytes]:
    """The function that formats a number as C's `printf` with this template."""
    plain = template.replace("%0", "%", 1)

    def format_number(value: Any) -> bytes:
        # C fills up infinities and NaN with spaces, Python with zeros.
        chosen = template if math.isfinite(value) else plain
        return (chosen % value).encode()

    return format_number


define(
    "AsString",
    "input: T",
    "output: string",
    {
        "T": types((*dtypes.NUMERIC, dtypes.bool_, dtypes.string)),
        "precision": -1,
        "scientific": False,
        "shortest": False,
        "width": -1,
        "fill": "",
    },
    infer=_infer_as_string,
    kernel=_as_string,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.as_string", "as_string")
def as_string(
    input: Any,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Tensor:
    """Each number as text.

    Args:
        input: numeric, bool or string tensor.
        precision: digits after the point, for floating dtypes; 6 if negative.
        scientific: whether floating numbers have an exponent.
        shortest: whether they have one if that is shorter.
        width: the least number of characters.
        fill: "0", " ", "+" or "-": what comes before the number, or "-" to put spaces behind it.
        name: name of the operation.

    Returns:
        string tensor of the same shape.

    Raises:
        InvalidArgumentError: an option that does not fit the dtype or another one.

    >>> tf.strings.as_string([3.14159, 2.72], precision=2).numpy()
    array([b'3.14', b'2.72'], dtype=object)
    """
    return raw.AsString(
        input,
        precision=precision,
        scientific=scientific,
        shortest=shortest,
        width=width,
        fill=fill,
        name=name,
    )


# ---------------------------------------------------------------------------- StringToNumber

_DECIMAL = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_HEXADECIMAL = re.compile(rb"[+-]?0[xX]([\da-fA-F]+\.?[\da-fA-F]*|\.[\da-fA-F]+)([pP][+-]?\d+)?")
_NOT_FINITE = re.compile(rb"([+-]?)(?:(inf|infinity)|nan(\([\w]*\))?)", re.ASCII | re.IGNORECASE)
_INTEGER = re.compile(rb"[+-]?\d+", re.ASCII)
_WHITE_SPACE = b" \t\n\v\f\r"


def _infer_to_number(text: Tensor, *, out_type: DType = dtypes.float32) -> Inferred:
    return Inferred(text.shape, out_type)


def _to_number(xp: ModuleType, text: np.ndarray, *, out_type: DType = dtypes.float32) -> np.ndarray:
    numbers = out_type.numpy_dtype.type

    def read(each: bytes) -> Any:
        stripped = each.strip(_WHITE_SPACE)
        value = _integer(stripped, out_type) if out_type.is_integer else _floating(stripped)
        if value is None:
            shown = each.decode(errors="replace")
            raise invalid(f"StringToNumberOp could not correctly convert string: {shown}")
        return numbers(value)

    return mapped(read, text, out_type.numpy_dtype)


def _integer(text: bytes, dtype: DType) -> int | None:
    if _INTEGER.fullmatch(text) is None:
        return None
    value = int(text)
    # TF: unsigned numbers have no sign, not even "-0".
    if dtype.is_unsigned and text[:1] == b"-":
        return None
    return value if dtype.min <= value <= dtype.max else None


def _floating(text: bytes) -> float | None:
    if _DECIMAL.fullmatch(text):
        return float(text)
    if _HEXADECIMAL.fullmatch(text):
        try:
            return float.fromhex(text.decode())
        except OverflowError:
            return -math.inf if text[:1] == b"-" else math.inf
    not_finite = _NOT_FINITE.fullmatch(text)
    if not_finite is None:
        return None
    value = math.inf if not_finite[2] else math.nan
    return -value if not_finite[1] == b"-" else value


define(
    "StringToNumber",
    "string_tensor: string",
    "output: out_type",
    {
        "out_type": types(
            (
                dtypes.float32,
                dtypes.float64,
                dtypes.int32,
                dtypes.int64,
                dtypes.uint32,
                dtypes.uint64,
            ),
            dtypes.float32,
        )
    },
    infer=_infer_to_number,
    kernel=_to_number,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.to_number")
def to_number(input: Any, out_type: Any = dtypes.float32, name: str | None = None) -> Tensor:
    """The number that each string says.

    Args:
        input: string tensor.
        out_type: float32, float64, int32, int64, uint32 or uint64.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the same shape.

    Raises:
        InvalidArgumentError: a string says no number, or none of that dtype.

    >>> tf.strings.to_number(["1.5", " -2e1 "]).numpy()
    array([  1.5, -20. ], dtype=float32)
    """
    return raw.StringToNumber(input, out_type=as_dtype(out_type), name=name)
