"""Text of symbolic tensors: to Python what it was written as, to the graph a string tensor.

    f"loss {x:.2f}"       while tracing "loss Tensor(...)"; as a tensor the text with x's value

So `print` shows the tensor, as it does for any tensor while tracing, and `tf.print`, exceptions and
all ops get the value. The graph gets operations when it is asked for the text, not before. Integers, truth
values, floating numbers with a number of digits, and texts are written by operations; all else is written by
Python when the graph runs (`is_python_text`), which a saved graph cannot do.

Operators of converted code, such as `text == "12"` and `{text: 1}`, are about the value
(`staged_text_methods.py`). The same operators of libraries, which look names up, are about what Python shows.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from stagelight.autograph.operators.dispatch import BUILTINS, TEXT, TEXT_METHOD
from stagelight.autograph.operators.refusing import is_asked_by_program, refusal_here
from stagelight.autograph.operators.staged_lists import StagedList
from stagelight.autograph.operators.staged_numbers import StagedNumber
from stagelight.autograph.operators.text import (
    elements_within,
    formatted_part,
    is_container,
    is_written_by_program,
)
from stagelight.autograph.refusals import ConversionError
from stagelight.core.convert import register_conversion
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.graph.origins import at_origins, operation_origins
from stagelight.ops.host.python_texts import python_text, python_value
from stagelight.types.dtypes import DType


class StagedText(str):
    """A text with the values of tensors in it."""

    _make: Callable[[], Tensor]
    _made: tuple[Any, Tensor] | None
    _origins: Any

    @classmethod
    def of(cls, shown: str, make: Callable[[], Tensor]) -> StagedText:
        """A text that Python shows as `shown`; `make()` adds what makes its tensor to a graph."""
        text = cls(shown)
        text._make = make
        text._made = None
        text._origins = operation_origins()
        return text

    @property
    def tensor(self) -> Tensor:
        """The text as a string tensor of the graph that is being built."""
        if self._made is None or self._made[0] is not CONTEXT.stage:
            with at_origins(self._origins):
                self._made = (CONTEXT.stage, self._make())
        return self._made[1]

    def __add__(self, other: Any) -> Any:
        return _concatenated(self, other) if isinstance(other, str) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return _concatenated(other, self) if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        if is_asked_by_program():
            _applied("__hash__", self)
        return str.__hash__(self)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return raw.Identity(self.tensor, name=name)


BUILTINS["type"].register(StagedText, lambda text, *rest: type(text, *rest) if rest else str)


def _applied(name: str, text: StagedText, *args: Any) -> Any:
    """What a special method of a text returns to converted code."""
    overload = TEXT_METHOD.overload(text)
    assert overload is not None, "staged texts have methods"
    return overload(name, text, args, {})


def _operator(name: str) -> Callable[..., Any]:
    of_shown = getattr(str, name, None)

    def apply(self: StagedText, *args: Any) -> Any:
        if is_asked_by_program():
            return _applied(name, self, *args)
        return NotImplemented if of_shown is None else of_shown(self, *args)

    apply.__name__ = name
    return apply


for _name in (
    "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__mul__", "__rmul__", "__mod__",
    "__rmod__", "__getitem__", "__contains__", "__iter__",
):  # fmt: skip
    setattr(StagedText, _name, _operator(_name))


def _concatenated(first: str, second: str) -> StagedText:
    return StagedText.of(
        str.__add__(first, second),
        lambda: raw.StringJoin(
            [part.tensor if isinstance(part, StagedText) else part for part in (first, second)]
        ),
    )


def staged_text(
    write: Callable[..., str], values: list[Any], parts: Sequence[Any] | None = None
) -> StagedText:
    """A text that `write(*values)` makes, of parts if it has them; see `dispatch.TEXT`."""
    shown = write(*[_shown(value) for value in values])
    if any(isinstance(element, StagedList) for element in elements_within(values)):
        return StagedText.of(shown, _raising(_refusal_of_lists()))
    if parts is None or any(is_symbolic(part[2]) for part in parts if type(part) is tuple):
        return StagedText.of(shown, lambda: _python_text(write, values))
    return StagedText.of(shown, lambda: _text_of_parts(parts))


def _refusal_of_lists() -> ConversionError:
    return refusal_here(
        "AG417",
        "a text of a list whose length only the graph knows",
        "write its elements, ', '.join(f'{x}' for x in values), or use tf.strings.format of "
        "tf.stack(values).",
    )


def _raising(error: Exception) -> Callable[[], Tensor]:
    def fail() -> NoReturn:
        raise error

    return fail


def _text_of_parts(parts: Sequence[Any]) -> Tensor:
    pieces: list[Any] = []
    for part in parts:
        if type(part) is not tuple:
            pieces += [part] if part else []
        elif any(map(is_symbolic, elements_within(part[0]))):
            pieces.append(_text_of_value(*part))
        else:
            pieces.append(formatted_part(*part))
    return raw.StringJoin(pieces or [""])


# The formats that C's `printf` knows too.
_OF_INTEGERS = re.compile(r"(0?)(\d*)d?")
_OF_FLOATS = re.compile(r"([1-9]\d*)?(?:\.(\d+))?([fe])")


def _text_of_value(value: Any, conversion: str | None, spec: str) -> Tensor:
    """The text of one symbolic value, by operations where they can write it."""
    if isinstance(value, StagedText):
        if conversion in (None, "s") and not spec:
            return value.tensor
    elif isinstance(value, SymbolicTensor) and value.shape.rank == 0:
        if isinstance(value, StagedNumber) and conversion in ("s", "r", "a"):
            conversion = None
        text = _text_of_scalar(value, conversion, spec)
        if text is not None:
            return text
    return _python_text(lambda given: formatted_part(given, conversion, spec), [value])


def _text_of_scalar(value: Tensor, conversion: str | None, spec: str) -> Tensor | None:
    """The text of a number or truth value; None where no operation writes it as Python does."""
    is_integer, is_floating = value.dtype.is_integer, value.dtype.is_floating
    if conversion == "s" and not spec and (is_integer or value.dtype.is_bool):
        plain = _text_of_value(value, None, "")
        return raw.StringJoin(["tf.Tensor(", plain, f", shape=(), dtype={value.dtype.name})"])
    if conversion is None and not spec and value.dtype.is_bool:
        return raw.SelectV2(value, "True", "False")
    if is_integer and conversion in (None, "int"):
        found = _OF_INTEGERS.fullmatch(spec)
        if found:
            return raw.AsString(value, width=int(found[2] or -1), fill=found[1])
    if is_floating and conversion in (None, "float"):
        found = _OF_FLOATS.fullmatch(spec)
        if found:
            width, precision, kind = found.groups()
            return raw.AsString(
                value,
                precision=int(precision or -1),
                width=int(width or -1),
                scientific=kind == "e",
            )
    return None


def _python_text(write: Callable[..., str], values: Sequence[Any]) -> Tensor:
    """A text that Python writes when the graph runs."""
    return python_text(*_with_tensors(write, values))


def python_answer(compute: Callable[..., Any], values: Sequence[Any], dtype: DType) -> Tensor:
    """What Python says of texts when the graph runs: a number, a truth value or bytes."""
    return python_value(*_with_tensors(compute, values), dtype)


def _with_tensors(
    function: Callable[..., Any], values: Sequence[Any]
) -> tuple[Callable[..., Any], list[Tensor]]:
    """A function of the tensors in some values, which calls one of the values; and these tensors."""
    symbolic = [element for element in elements_within(list(values)) if is_symbolic(element)]

    def run(*tensors: Any) -> Any:
        given = map(_python_value_of, symbolic, tensors)
        return function(*_replaced(list(values), lambda element: next(given)))

    return run, [part.tensor if isinstance(part, StagedText) else part for part in symbolic]


def _python_value_of(symbolic: Any, tensor: Any) -> Any:
    """What Python has in place of something symbolic when the graph runs."""
    if isinstance(symbolic, StagedText):
        return tensor.numpy().decode()
    return tensor.numpy().item() if isinstance(symbolic, StagedNumber) else tensor


def _replaced(
    value: Any, replace: Callable[[Any], Any], around: dict[int, Any] | None = None
) -> Any:
    """A value with what is symbolic in it replaced, in the order of `elements_within`.

    Args:
        value: the value.
        replace: what is there in place of something symbolic.
        around: by their ids, what the containers that it is in become.
    """
    around = around or {}
    if is_symbolic(value):
        return replace(value)
    if id(value) in around:
        return around[id(value)]
    if not is_container(value) or not any(map(is_symbolic, elements_within(value))):
        return value
    if isinstance(value, tuple):
        elements = [_replaced(element, replace, around) for element in value]
        return type(value)(*elements) if hasattr(value, "_fields") else tuple(elements)
    replaced = copy.copy(value)
    if is_written_by_program(value):
        around = {**around, id(value): replaced}
        for name, entry in vars(value).items():
            vars(replaced)[name] = _replaced(entry, replace, around)
        return replaced
    around = {**around, id(value): replaced}
    if isinstance(value, list):
        replaced[:] = [_replaced(element, replace, around) for element in value]
        return replaced
    for key, entry in dict.items(value):
        dict.__setitem__(replaced, key, _replaced(entry, replace, around))
    return replaced


def _shown(value: Any) -> Any:
    """A value with what is symbolic in it as Python shows it while tracing."""
    if isinstance(value, StagedList):
        return _Shown(value)
    return _replaced(
        value, lambda part: shown_text(part) if isinstance(part, StagedText) else _Shown(part)
    )


def shown_text(text: str) -> str:
    """A text as Python shows it while tracing."""
    return str.__str__(text)


def is_symbolic(value: Any) -> bool:
    """Whether a value is a tensor of a graph, or a text with one in it."""
    return isinstance(value, SymbolicTensor | StagedText)


class _Shown:
    """A tensor as Python shows it while tracing, in whatever format."""

    def __init__(self, tensor: Any) -> None:
        self._text = str(tensor)

    def __format__(self, spec: str) -> str:
        return self._text

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def __int__(self) -> int:
        return 0

    __index__ = __int__

    def __float__(self) -> float:
        return 0.0


register_conversion(StagedText, StagedText.__tf_tensor__, priority=10)
for _class in (SymbolicTensor, StagedText, StagedList):
    TEXT.register(_class, staged_text)
