r"""Regular expressions: `tf.strings.regex_full_match`, `tf.strings.regex_replace`.

The language is RE2's (see `re2_syntax`), matched in linear time as by it (see `patterns`). A pattern that
is a Python string stands in the op's attrs (`Static...`), so that it is checked while tracing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.arrays import as_bytes
from stagelight.core.inference import Inferred, invalid, same_as_input, shape_text
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.strings.linear_matching import Spans
from stagelight.ops.strings.patterns import pattern_of
from stagelight.ops.strings.string_arrays import mapped, scalar_text
from stagelight.public import public
from stagelight.types import dtypes


def _as_text(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


def _require_scalar(tensor: Tensor, what: str) -> None:
    if tensor.shape.rank not in (0, None):
        raise invalid(f"{what} must be scalar, but received {shape_text(tensor.shape)}")


# ---------------------------------------------------------------------------- full match


def _matches(text: np.ndarray, pattern: bytes) -> np.ndarray:
    is_match = pattern_of(pattern).is_match
    return mapped(lambda each: is_match(_as_text(each)), text, np.bool_)


def _infer_match(text: Tensor, pattern: Tensor) -> Inferred:
    _require_scalar(pattern, "Pattern")
    return Inferred(text.shape, dtypes.bool_)


def _match(xp: ModuleType, text: np.ndarray, pattern: np.ndarray) -> np.ndarray:
    return _matches(text, scalar_text(pattern, "Pattern"))


define(
    "RegexFullMatch",
    "input: string, pattern: string",
    "output: bool",
    infer=_infer_match,
    kernel=_match,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _infer_static_match(text: Tensor, *, pattern: str) -> Inferred:
    pattern_of(as_bytes(pattern))
    return Inferred(text.shape, dtypes.bool_)


def _static_match(xp: ModuleType, text: np.ndarray, *, pattern: str) -> np.ndarray:
    return _matches(text, as_bytes(pattern))


define(
    "StaticRegexFullMatch",
    "input: string",
    "output: bool",
    {"pattern": attr("string")},
    infer=_infer_static_match,
    kernel=_static_match,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.regex_full_match")
def regex_full_match(input: Any, pattern: Any, name: str | None = None) -> Tensor:
    """Whether each string as a whole is what the pattern describes.

    Args:
        input: string tensor.
        pattern: a Python string or a string tensor of rank 0, in RE2's language.
        name: name of the operation.

    Returns:
        bool tensor of the same shape.

    Raises:
        InvalidArgumentError: the pattern is not RE2's (ValueError while tracing).

    >>> tf.strings.regex_full_match(["TF lib", "lib TF"], ".*lib$").numpy()
    array([ True, False])
    """
    if isinstance(pattern, (str, bytes)):
        return raw.StaticRegexFullMatch(input, pattern=pattern, name=name)
    return raw.RegexFullMatch(input, pattern, name=name)


# ---------------------------------------------------------------------------- replace

_MARK = re.compile(r"\\(.?)", re.DOTALL)


def _rewriter(rewrite: str, groups: int) -> tuple[Callable[[str, Spans], str], bool, bool]:
    r"""The function that fills in the groups; whether these exist; whether all marks are right."""
    has_groups = is_well_formed = True
    for mark in _MARK.finditer(rewrite):
        if mark[1].isdigit() and mark[1].isascii():
            has_groups = has_groups and int(mark[1]) <= groups
        elif mark[1] != "\\":
            is_well_formed = False

    def rewritten(source: str, spans: Spans) -> str:
        pieces: list[str] = []
        place = 0
        for mark in _MARK.finditer(rewrite):
            pieces.append(rewrite[place : mark.start()])
            if mark[1] == "\\":
                pieces.append("\\")
            elif mark[1].isdigit():
                start, end = spans[int(mark[1])]
                pieces.append(source[start:end])
            else:
                return "".join(pieces)  # RE2: what came before a wrong mark stands.
            place = mark.end()
        return "".join([*pieces, rewrite[place:]])

    return rewritten, has_groups, is_well_formed


def _replaced(text: np.ndarray, pattern: bytes, rewrite: bytes, replace_global: bool) -> np.ndarray:
    compiled = pattern_of(pattern)
    rewritten, has_groups, is_well_formed = _rewriter(_as_text(rewrite), compiled.groups)

    def replaced(each: bytes) -> bytes:
        if not has_groups or (not replace_global and not is_well_formed):
            return each  # RE2: a rewrite that it refuses changes nothing.
        source = _as_text(each)
        pieces: list[str] = []
        place, last_end = 0, -1
        while spans := compiled.search(source, place):
            start, end = spans[0]
            if start == end == last_end:
                # RE2: no empty match right behind another one; it goes on after a character.
                if place == len(source):
                    break
                pieces.append(source[place])
                place += 1
                continue
            pieces.extend((source[place:start], rewritten(source, spans)))
            place = last_end = end
            if not replace_global:
                break
        pieces.append(source[place:])
        return "".join(pieces).encode(errors="surrogateescape")

    return mapped(replaced, text)


def _infer_replace(
    text: Tensor, pattern: Tensor, rewrite: Tensor, *, replace_global: bool = True
) -> Inferred:
    _require_scalar(pattern, "Pattern")
    _require_scalar(rewrite, "Rewrite")
    return Inferred(text.shape, dtypes.string)


def _replace(
    xp: ModuleType,
    text: np.ndarray,
    pattern: np.ndarray,
    rewrite: np.ndarray,
    *,
    replace_global: bool = True,
) -> np.ndarray:
    return _replaced(
        text, scalar_text(pattern, "Pattern"), scalar_text(rewrite, "Rewrite"), replace_global
    )


define(
    "RegexReplace",
    "input: string, pattern: string, rewrite: string",
    "output: string",
    {"replace_global": True},
    infer=_infer_replace,
    kernel=_replace,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _infer_static_replace(
    text: Tensor, *, pattern: str, rewrite: str, replace_global: bool = True
) -> Inferred:
    pattern_of(as_bytes(pattern))
    return same_as_input(text)


def _static_replace(
    xp: ModuleType, text: np.ndarray, *, pattern: str, rewrite: str, replace_global: bool = True
) -> np.ndarray:
    return _replaced(text, as_bytes(pattern), as_bytes(rewrite), replace_global)


define(
    "StaticRegexReplace",
    "input: string",
    "output: string",
    {"pattern": attr("string"), "rewrite": attr("string"), "replace_global": True},
    infer=_infer_static_replace,
    kernel=_static_replace,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("strings.regex_replace", "compat.v1.regex_replace")
def regex_replace(
    input: Any,
    pattern: Any,
    rewrite: Any,
    replace_global: bool = True,
    name: str | None = None,
) -> Tensor:
    r"""Each string with the matches of the pattern replaced.

    Args:
        input: string tensor.
        pattern: a Python string or a string tensor of rank 0, in RE2's language.
        rewrite: what comes in their place; `\1` to `\9` stand for the pattern's groups, `\0` for
            the match.
        replace_global: whether all matches are replaced, or the first one.
        name: name of the operation.

    Returns:
        string tensor of the same shape.

    Raises:
        InvalidArgumentError: the pattern is not RE2's (ValueError while tracing).

    >>> tf.strings.regex_replace("Text with <b>tags</b>", "<[^>]+>", " ").numpy()
    b'Text with  tags '
    """
    if isinstance(pattern, (str, bytes)) and isinstance(rewrite, (str, bytes)):
        return raw.StaticRegexReplace(
            input, pattern=pattern, rewrite=rewrite, replace_global=replace_global, name=name
        )
    return raw.RegexReplace(input, pattern, rewrite, replace_global=replace_global, name=name)
