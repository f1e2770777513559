"""Text of symbolic tensors: to Python what it was written as, to the graph a string tensor.

    f"loss {x:.2f}"       while tracing "loss Tensor(...)"; as a tensor the text with x's value

So `print` shows the tensor, as it does for any tensor while tracing, and `tf.print`, exceptions and
all ops get the value. The graph gets operations when it is asked for the text, not before. Integers, truth
values, floating numbers with a number of digits, and texts are written by operations; all else is written by
Python when the graph runs (`is_python_text`), which a saved graph cannot do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from stagelight.autograph.operators.dispatch import BUILTINS, TEXT
from stagelight.autograph.operators.text import formatted_part
from stagelight.core.convert import register_conversion
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.graph.origins import at_origins, operation_origins
from stagelight.ops.host.python_texts import python_text


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

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return raw.Identity(self.tensor, name=name)


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
    shown = write(*[_Shown(value) if _is_symbolic(value) else value for value in values])
    if parts is None or any(_is_symbolic(part[2]) for part in parts if type(part) is tuple):
        return StagedText.of(shown, lambda: _python_text(write, values))
    return StagedText.of(shown, lambda: _text_of_parts(parts))


def _text_of_parts(parts: Sequence[Any]) -> Tensor:
    pieces: list[Any] = []
    for part in parts:
        if type(part) is not tuple:
            pieces += [part] if part else []
        elif _is_symbolic(part[0]):
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
    elif value.shape.rank == 0:
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
    places = [i for i, value in enumerate(values) if _is_symbolic(value)]

    def run(*tensors: Any) -> str:
        given = list(values)
        for place, tensor in zip(places, tensors, strict=True):
            is_text = isinstance(values[place], StagedText)
            given[place] = tensor.numpy().decode() if is_text else tensor
        return write(*given)

    inputs = [values[i].tensor if isinstance(values[i], StagedText) else values[i] for i in places]
    return python_text(run, inputs)


def _is_symbolic(value: Any) -> bool:
    return isinstance(value, SymbolicTensor | StagedText)


class _Shown:
    """A tensor as Python shows it while tracing, in whatever format."""

    def __init__(self, tensor: Any) -> None:
        self._text = str.__str__(tensor) if isinstance(tensor, StagedText) else str(tensor)

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
for _class in (SymbolicTensor, StagedText):
    TEXT.register(_class, staged_text)
BUILTINS["str"].register(
    SymbolicTensor, lambda value: staged_text(str, [value], [(value, "s", "")])
)
