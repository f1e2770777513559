"""Methods and operators of `str`, and builtin functions, over texts with tensors in them.

    text.lower(), text == "12", len(text)       by operations
    text.zfill(4), text < "b", text[1:]         by Python when the graph runs, which a saved graph cannot do
    text.split(), {text: 1}, getattr(x, text)   refused (AG417): how many parts there are, or which object is
                                                meant, has to be known while the function is traced

A method that is not listed here is refused.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, NoReturn

from stagelight.autograph.operators.dispatch import (
    BUILTINS,
    EQ,
    FOR_STMT,
    IN,
    NOT_EQ,
    ROWS,
    TEXT_ARGUMENT,
    TEXT_METHOD,
    UNPACK,
)
from stagelight.autograph.operators.refusing import refusal_here
from stagelight.autograph.operators.staged_lists import StagedList
from stagelight.autograph.operators.staged_numbers import staged_number
from stagelight.autograph.operators.staged_text import (
    StagedText,
    python_answer,
    shown_text,
    staged_text,
)
from stagelight.autograph.operators.text import call_of_text
from stagelight.autograph.refusals import ConversionError
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.types import dtypes

Kwargs = dict[str, Any]

_TEXTS = frozenset((
    "__add__", "__format__", "__getitem__", "__mod__", "__mul__", "__repr__", "__rmod__",
    "__rmul__", "__str__", "capitalize", "casefold", "center", "expandtabs", "format", "format_map",
    "join", "ljust", "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rjust",
    "rstrip", "strip", "swapcase", "title", "translate", "upper", "zfill",
))  # fmt: skip
_ANSWERS = {
    **dict.fromkeys(
        (
            "__contains__", "__eq__", "__ge__", "__gt__", "__le__", "__lt__", "__ne__",
            "endswith", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier",
            "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper",
            "startswith",
        ),
        dtypes.bool_,
    ),
    **dict.fromkeys(("__len__", "count", "find", "index", "rfind", "rindex"), dtypes.int32),
    "encode": dtypes.string,
}  # fmt: skip
_THREE_PARTS = ("partition", "rpartition")
_COMPARISONS = {
    f"__{name}__": getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")
}


def call_method(name: str, text: str, args: tuple[Any, ...], kwargs: Kwargs) -> Any:
    """`text.name(*args, **kwargs)`; see `dispatch.TEXT_METHOD`.

    Raises:
        ConversionError: the result is no text, number or truth value (AG417).
    """
    if name in _COMPARISONS and not _is_text(*args):
        return NotImplemented
    by_operation = _BY_OPERATIONS.get(name)
    made = None if by_operation is None else by_operation(text, *args, **kwargs)
    if made is not None:
        return made
    values = [text, *args, *kwargs.values()]
    compute = partial(_compute, name, len(args), tuple(kwargs))
    if name in _TEXTS:
        return _text_by_python(compute, values)
    if name in _ANSWERS:
        answer = python_answer(compute, values, _ANSWERS[name])
        return answer if name == "encode" else staged_number(answer)
    if name in _THREE_PARTS:
        return tuple(
            _text_by_python(partial(_element_of, part, compute), values) for part in range(3)
        )
    raise refusal(_REFUSED.get(name, f"`str.{name}`"), _REPAIRS.get(name, _REPAIR))


def _compute(name: str, count: int, names: tuple[str, ...], text: str, *given: Any) -> Any:
    """The result of a method of Python's texts, of `count` positional arguments and some by name."""
    if name == "__rmod__":
        (template,) = given
        return template % text
    method = getattr(text, name)
    result = method(*given[:count], **dict(zip(names, given[count:], strict=True)))
    if result is NotImplemented:
        raise TypeError(f"str.{name}: a text has no such operation with {given}. Use another text.")
    return result


def _element_of(part: int, compute: Callable[..., Any], *given: Any) -> Any:
    return compute(*given)[part]


def _is_text(*args: Any) -> bool:
    return len(args) == 1 and isinstance(args[0], str)


_REPAIR = "choose among texts by conditions on the tensor that is in it, or make the text of Python values."
_REFUSED = {
    "__hash__": "a text of tensors as a key of a dict, or as an element of a set",
    "__iter__": "an iteration over the characters of a text of tensors",
}
_REPAIRS = {
    "__hash__": "look up by a Python value, or compare with each key: key == text; for a table in "
    "the graph use tf.lookup.",
    "__iter__": "use tf.strings.unicode_split(text, 'UTF-8'), and loop over its rows.",
    **dict.fromkeys(("split", "rsplit", "splitlines"), "use tf.strings.split(text, sep)."),
}


def refusal(construct: str, rewrite: str = _REPAIR) -> ConversionError:
    """The error for a use of a text whose characters only the graph knows; to be raised."""
    return refusal_here("AG417", f"{construct}, whose characters only the graph knows", rewrite)


def _text_by_python(write: Callable[..., str], values: list[Any]) -> StagedText:
    """A text that Python writes; while tracing it may be that only the value has such a text."""

    def write_shown(*given: Any) -> str:
        try:
            return write(*given)
        except (ValueError, LookupError):
            return "<text of tensors>"

    made = staged_text(write_shown, values)
    return StagedText.of(shown_text(made), lambda: python_answer(write, values, dtypes.string))


# ---------------------------------------------------------------------------- by operations


def _operand(text: str) -> Any:
    return text.tensor if isinstance(text, StagedText) else text


def _of_text(name: str, make: Callable[[str], Tensor]) -> Callable[..., StagedText | None]:
    """A method without arguments that an operation has."""

    def call(text: str, *args: Any, **kwargs: Any) -> StagedText | None:
        if args or kwargs:
            return None
        return StagedText.of(getattr(shown_text(text), name)(), lambda: make(text))

    return call


def _repeated(text: str, count: Any) -> StagedText | None:
    if not isinstance(count, int):
        return None
    return StagedText.of(
        shown_text(text) * count, lambda: raw.StringJoin([_operand(text)] * count or [""])
    )


def _compared(make: Callable[..., Tensor]) -> Callable[..., Any]:
    return lambda text, other: staged_number(make(_operand(text), _operand(other)))


def _encoded(text: str, encoding: Any = "utf-8", errors: Any = "strict") -> Tensor | None:
    is_utf8 = type(encoding) is str and encoding.lower() in ("utf-8", "utf8")
    return convert_to_tensor(text) if is_utf8 and type(errors) is str else None


def _replaced(text: str, old: Any, new: Any, count: Any = -1) -> StagedText | None:
    if type(old) is not str or type(new) is not str or not old or count != -1:
        return None
    pattern, rewrite = re.escape(old), new.replace("\\", "\\\\")
    return StagedText.of(
        shown_text(text).replace(old, new),
        lambda: raw.StaticRegexReplace(_operand(text), pattern=pattern, rewrite=rewrite),
    )


def _matched(template: str) -> Callable[..., Any]:
    """Whether a text has a part at some place: a regular expression."""

    def call(text: str, *args: Any) -> Any:
        if len(args) != 1 or type(args[0]) is not str:
            return None
        pattern = template.format(re.escape(args[0]))
        return staged_number(raw.StaticRegexFullMatch(_operand(text), pattern=pattern))

    return call


_BY_OPERATIONS: dict[str, Callable[..., Any]] = {
    "__len__": lambda text: staged_number(raw.StringLength(_operand(text), unit="UTF8_CHAR")),
    "__eq__": _compared(raw.Equal),
    "__ne__": _compared(raw.NotEqual),
    "__add__": lambda text, other: operator.add(text, other),
    "__str__": lambda text: text,
    "__mul__": _repeated,
    "__rmul__": _repeated,
    "__contains__": _matched("(?s).*{}.*"),
    "startswith": _matched("(?s){}.*"),
    "endswith": _matched("(?s).*{}"),
    "lower": _of_text("lower", lambda text: raw.StringLower(_operand(text), encoding="utf-8")),
    "upper": _of_text("upper", lambda text: raw.StringUpper(_operand(text), encoding="utf-8")),
    "encode": _encoded,
    "replace": _replaced,
    "join": lambda separator, *args: _joined(separator, *args),
}


# ---------------------------------------------------------------------------- join


def _joined(separator: str, *args: Any) -> StagedText | None:
    """`separator.join(parts)` of as many parts as Python knows."""
    if len(args) == 1 and isinstance(args[0], StagedList):
        return _joined_list(separator, args[0])
    if len(args) != 1 or not isinstance(args[0], list | tuple):
        return None
    parts = [_as_text(part) for part in args[0]]
    shown = shown_text(separator).join(map(shown_text, parts))
    return StagedText.of(shown, lambda: _join(separator, parts))


def _join(separator: str, parts: list[str]) -> Tensor:
    pieces = [_operand(part) for part in parts]
    if isinstance(separator, StagedText):
        between = [piece for part in pieces for piece in (_operand(separator), part)]
        return raw.StringJoin(between[1:] or [""])
    return raw.StringJoin(pieces or [""], separator=separator)


def _as_text(part: Any) -> str:
    """A part of what is joined; texts that have gone through branches or loops are tensors."""
    if isinstance(part, str):
        return part
    if isinstance(part, SymbolicTensor) and part.dtype.name == "string" and part.shape.rank == 0:
        return StagedText.of(str(part), lambda: part)
    raise TypeError(
        f"str.join: all parts must be texts. Received a {type(part).__name__}: {part}. "
        "Use str(part) or an f-string."
    )


def _joined_list(separator: str, parts: StagedList) -> StagedText:
    """`separator.join(parts)` of a list whose length only the graph knows."""
    stacked = parts.stacked()
    if not isinstance(stacked, Tensor) or stacked.dtype.name != "string":
        raise TypeError(
            f"str.join: all parts must be texts. Received a list of {stacked}. Use str(part) or an f-string."
        )
    if not isinstance(separator, StagedText):
        return StagedText.of(
            f"<{separator!r}.join of {stacked}>",
            lambda: raw.ReduceJoin(stacked, 0, separator=separator),
        )
    return StagedText.of(
        f"<{shown_text(separator)!r}.join of {stacked}>",
        lambda: python_answer(_join_vector, [separator, stacked], dtypes.string),
    )


def _join_vector(separator: str, parts: Tensor) -> str:
    return separator.join(part.decode() for part in parts.numpy())  # type: ignore[attr-defined]


# ---------------------------------------------------------------------------- builtin functions

# Functions of modules that take a text as an object like others, or show it.
_TAKE_ANY_OBJECT = frozenset((
    "print", "isinstance", "issubclass", "type", "id", "callable", "iter", "next", "list", "tuple",
    "set", "frozenset", "dict", "enumerate", "zip", "map", "filter", "hash", "any", "all", "sum",
    "getattr", "setattr", "warn", "vars", "dir", "add", "mul", "eq", "ne", "lt", "le", "gt", "ge",
    "getitem", "setitem", "iadd", "is_", "is_not", "reduce", "deque", "partial", "bool", "len",
    "int", "float", "min", "max", "staticmethod", "property", "slice", "super",
))  # fmt: skip


def call_with_text(function: Any, args: tuple[Any, ...], kwargs: Kwargs) -> Any:
    """A builtin function that gets a text; see `dispatch.TEXT_ARGUMENT`.

    Raises:
        ConversionError: it would ask for the characters (AG417).
    """
    name, owner = function.__name__, getattr(function, "__self__", None)
    if function is bytes:
        return call_of_text(args[0].encode, args[1:], kwargs)
    if function is ord:
        return staged_number(python_answer(ord, list(args), dtypes.int32))
    names_attribute = name in ("getattr", "setattr") and _has_text(args[1:2])
    if isinstance(function, type):
        is_refused = function in (complex, bytearray, memoryview, reversed, str)
    else:
        is_refused = isinstance(owner, ModuleType) and name not in _TAKE_ANY_OBJECT
        is_refused |= owner is None or (isinstance(owner, type) and name != "fromkeys")
    if is_refused or names_attribute:
        raise refusal(f"an argument of `{name}`")
    return NotImplemented


def _has_text(values: Any) -> bool:
    return any(isinstance(value, StagedText) for value in values)


def _extreme(function: Any, *args: Any, **kwargs: Any) -> Any:
    values = args[0] if len(args) == 1 and isinstance(args[0], list | tuple) else args
    if kwargs or not all(isinstance(value, str) for value in values):
        raise refusal(f"an argument of `{function.__name__}`")
    return staged_text(lambda *texts: function(texts), list(values))


def _int(text: StagedText, base: Any = 10) -> Any:
    if isinstance(base, int) and base == 10:
        return staged_number(raw.StringToNumber(text.tensor, out_type=dtypes.int32))
    return staged_number(python_answer(int, [text, base], dtypes.int32))


def _float(text: StagedText) -> Any:
    return staged_number(raw.StringToNumber(text.tensor, out_type=dtypes.float32))


def _compare(name: str) -> Callable[[Any, Any], Any]:
    def compare(a: Any, b: Any) -> Any:
        if isinstance(a, str) and isinstance(b, str):
            return call_method(name, a, (b,), {})
        return _COMPARISONS[name](a, b)

    return compare


def _refuse_characters(*_: Any) -> NoReturn:
    raise refusal(_REFUSED["__iter__"], _REPAIRS["__iter__"])


def _refuse_order(*_: Any, **__: Any) -> NoReturn:
    raise refusal(
        "an order of texts of tensors",
        "sort by the tensors that are in them, or sort texts of Python values.",
    )


for _class in (StagedText, StagedList, SymbolicTensor):
    TEXT_METHOD.register(_class, call_method)
TEXT_ARGUMENT.register(StagedText, call_with_text)
EQ.register(StagedText, _compare("__eq__"))
NOT_EQ.register(StagedText, _compare("__ne__"))
IN.register(StagedText, lambda element, text: call_method("__contains__", text, (element,), {}))
for _operator in (
    FOR_STMT,
    UNPACK,
    ROWS,
    *(BUILTINS[name] for name in ("list", "tuple", "iter", "enumerate")),
):
    _operator.register(StagedText, _refuse_characters)
BUILTINS["sorted"].register(StagedText, _refuse_order)
BUILTINS["len"].register(StagedText, lambda text: call_method("__len__", text, (), {}))
for _function in (min, max):
    BUILTINS[_function.__name__].register(StagedText, partial(_extreme, _function))
BUILTINS["int"].register(StagedText, _int)
BUILTINS["float"].register(StagedText, _float)
