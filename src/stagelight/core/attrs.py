"""The attrs that a call of an op gives: whether each is of its kind, as a kernel expects it.

What is of the kind as it is, which is almost always so, is found by its type alone; floats are rounded to
single precision. All else is converted where the kind allows it (NumPy's numbers, names of dtypes), or
refused with the errors of TensorFlow.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from ctypes import c_float
from typing import Any, Final

import numpy as np

from stagelight.core.dispatch import CONTEXT
from stagelight.core.op_def import REQUIRED, AttrDef, OpDef
from stagelight.errors import InvalidArgumentError
from stagelight.types.dtypes import as_dtype
from stagelight.types.shapes import as_shape

_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


def checked_attrs(op_def: OpDef, keywords: dict[str, Any]) -> dict[str, Any]:
    """The attrs of a call.

    Args:
        op_def: the op.
        keywords: what is given by name.

    Returns:
        the attrs that no input implies; the same mapping where all are right, and none is a float.

    Raises:
        TypeError: there is no such attr, one misses, or is of another kind.
        InvalidArgumentError: one is not among the allowed values (while tracing a ValueError, of dtypes a
            TypeError).
    """
    if not op_def.required_attrs:
        plain = op_def.plain_attrs
        for key, value in keywords.items():
            if plain.get(key) is not type(value):
                break
            if type(value) is int and not _LEAST <= value <= _MOST:
                break
            if type(value) is float:
                keywords = {**keywords, key: _float(value)}
        else:
            return keywords
    attrs = {}
    for key, value in keywords.items():
        definition = op_def.attrs.get(key)
        if definition is None:
            raise TypeError(
                f"{op_def.name}() got an unexpected keyword argument {key!r}. "
                f"Its attrs: {sorted(op_def.explicit_attrs)}"
            )
        if key in op_def.explicit_attrs:  # Others follow from the inputs.
            attrs[key] = _checked(op_def, key, definition, value)
    for key in op_def.required_attrs:
        if key not in attrs:
            raise TypeError(f"{op_def.name}() misses the required attr {key!r}.")
    return attrs


def _checked(op_def: OpDef, key: str, definition: AttrDef, value: Any) -> Any:
    # TF: while a graph is built, None stands for the default, where there is one.
    is_default = CONTEXT.stage is not None and definition.default is not REQUIRED
    if value is None and (definition.default is None or is_default):
        return definition.default
    if definition.kind in ("func", "list(func)"):
        return _graphs_of(value)
    value = _of_kind(op_def, key, definition.kind, value)
    if definition.allowed is None:
        return value
    if definition.kind == "type":
        if value not in definition.allowed:
            raise _disallowed(op_def, key, value, definition.allowed)
    elif definition.kind != "list(type)" and value not in definition.allowed:
        raise _refused(
            f"{op_def.name}: attr {key!r} must be one of {definition.allowed}. Received: {value!r}"
        )
    return value


def _graphs_of(value: Any) -> Any:
    """The graphs of functions: of a concrete function its own."""
    if isinstance(value, (list, tuple)):
        return [_graphs_of(item) for item in value]
    return getattr(value, "graph", value)


def _refused(message: str) -> Exception:
    if CONTEXT.stage is None:
        return InvalidArgumentError(None, None, message)
    return ValueError(message)


def _disallowed(op_def: OpDef, key: str, value: Any, allowed: Sequence[Any]) -> Exception:
    """The error for a dtype that an op does not have. TF: an eager op fails, a graph's is a TypeError."""
    names = ", ".join(sorted(getattr(dtype, "name", str(dtype)) for dtype in allowed))
    shown = getattr(value, "name", value)
    message = (
        f"Value passed to attr {key!r} of {op_def.name} is {shown}, not in the list of allowed "
        f"values: {names}"
    )
    if CONTEXT.stage is None:
        return InvalidArgumentError(None, None, message)
    return TypeError(message)


# ---------------------------------------------------------------------------- kinds


def _of_kind(op_def: OpDef, key: str, kind: str, value: Any) -> Any:
    is_list = kind.startswith("list(")
    convert = _KINDS.get(kind[5:-1] if is_list else kind)
    if convert is None:
        return value
    if is_list and (isinstance(value, (str, bytes)) or not isinstance(value, Iterable)):
        raise TypeError(f"Expected list for {key!r} argument to {op_def.name!r} Op, not {value!r}.")
    given = value
    try:
        if not is_list:
            return convert(value)
        items, found = list(value), []
        for given in items:
            found.append(convert(given))
    except TypeError:
        expected = kind.removeprefix("list(").removesuffix(")")
        raise TypeError(
            f"Expected {expected} for argument {key!r} not {given!r}. [Op:{op_def.name}]"
        ) from None
    except ValueError as error:
        raise _refused(f"{op_def.name}: attr {key!r}: {error}. Received: {value!r}") from None
    same = all(map(operator.is_, items, found))
    return value if same and isinstance(value, (list, tuple)) else found


def _integer(value: Any) -> int:
    number = value if type(value) is int else _as_integer(value)
    if not _LEAST <= number <= _MOST:
        raise ValueError("it is not a number of 64 bits")
    return number


def _as_integer(value: Any) -> int:
    """A number as an integer: of a float the whole part, as TensorFlow takes it."""
    if isinstance(value, (str, bytes)):
        raise TypeError
    try:
        return int(value)
    except (ValueError, OverflowError):  # NaN, infinity.
        raise TypeError from None


def _float(value: Any) -> float:
    """A number in single precision, which is what attrs have in a GraphDef."""
    return c_float(value).value


def _truth(value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_, int)):
        raise TypeError
    return bool(value)


def _text(value: Any) -> str | bytes:
    """A text; bytes as the text that they encode, where they do: `get_attr` of an operation gives bytes."""
    if isinstance(value, str):
        return value
    if not isinstance(value, bytes):
        raise TypeError
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def _shape(value: Any) -> Any:
    shape = as_shape(value)
    for size in shape.as_list() if shape.rank is not None else ():
        if size is not None and size > _MOST:
            raise ValueError("a size is not a number of 64 bits")
    return value


_KINDS: Final[dict[str, Callable[[Any], Any]]] = {
    "int": _integer,
    "float": _float,
    "bool": _truth,
    "string": _text,
    "type": as_dtype,
    "shape": _shape,
}
