"""Places in the user's source as errors show them: file, line, and the expression that was running.

    File "program.py", line 9, in layer
        return tf.matmul(h, b) + c
               ^^^^^^^^^^^^^^^

A message has room for a few of them; `shown_places` says which, `user_code_message` puts them before it.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import re
import tokenize
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from types import CodeType
from typing import Any

from stagelight import config

# Lines of a message that leads to the user's line, places included.
MOST_LINES = 15

_LINES_OF_A_PLACE = 3

# What is left of a line which computes one expression: TF's messages have no caret, and here it would say
# nothing.
_NOTHING_ELSE = re.compile(r"(return|yield|raise|if|elif|while|assert|[\w., ]+=)?\s*:?\s*(#.*)?")


@dataclass(frozen=True)
class SourcePlace:
    """An expression of the user's program that was being computed.

    Attributes:
        filename, lineno, function: as a traceback has them.
        columns: where the expression begins and ends in its line, in bytes; None if that is not known.
            What goes on in the next line ends with the line.
        mark: what stands behind the function's name.
    """

    filename: str
    lineno: int
    function: str
    columns: tuple[int, int | None] | None = None
    mark: str = ""

    def lines(self, indentation: str) -> list[str]:
        """The place as an error shows it: two lines, or three with a caret where that says more."""
        line = linecache.getline(self.filename, self.lineno).rstrip("\n")
        text = line.strip() or "<source unavailable>"
        place = f'File "{self.filename}", line {self.lineno}, in {self.function}{self.mark}'
        caret = self._caret(line)
        shown = [place, "    " + text] + (["    " + caret] if caret else [])
        return [indentation + part for part in shown]

    def _caret(self, line: str) -> str:
        """What is under the line, without its margin; empty if nothing else is computed in the line."""
        text = line.strip()
        if self.columns is None or not text:
            return ""
        data = line.encode()
        margin = len(line) - len(line.lstrip())
        begin, stop = self.columns
        stop = len(data.rstrip()) if stop is None else stop
        start, end = (len(data[:n].decode(errors="replace")) - margin for n in (begin, stop))
        if start < 0 or end <= start or _NOTHING_ELSE.fullmatch(text[:start] + text[end:]):
            return ""
        return " " * start + "^" * (end - start)


def place_of(code: CodeType, instruction: int, mark: str = "") -> SourcePlace:
    """The place of an instruction, given by its offset in the code."""
    found = next(islice(code.co_positions(), max(instruction, 0) // 2, None), (None,) * 4)
    line, end_line, column, end_column = found
    columns = None
    if column is not None and line is not None:
        columns = (column, end_column if end_line == line else None)
    lineno = code.co_firstlineno if line is None else line
    return SourcePlace(code.co_filename, lineno, code.co_name, columns, mark)


def place_of_result(function: Callable[..., Any]) -> SourcePlace | None:
    """The `return` statement of a function that ends with its only one, or its first line.

    None if it has no code.
    """
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return None
    result = _only_result(code)
    if result is None:
        return SourcePlace(code.co_filename, code.co_firstlineno, code.co_name)
    columns = (
        result.col_offset,
        result.end_col_offset if result.end_lineno == result.lineno else None,
    )
    lineno = code.co_firstlineno + result.lineno - 1
    return SourcePlace(code.co_filename, lineno, code.co_name, columns)


def _only_result(code: CodeType) -> ast.stmt | ast.expr | None:
    """The last statement of a function, if it is its only `return`, or the body of its only lambda.

    Its lines are counted from the function's first. None as well where the source is not to be had.
    """
    lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]
    try:
        block = inspect.getblock(lines)
        # An indented block is parsed below an `if`, so that its columns stay as they are.
        is_indented = bool(block) and block[0][:1] in " \t"
        tree = ast.parse("".join((["if 1:\n"] if is_indented else []) + block))
    except (SyntaxError, tokenize.TokenError, IndexError):
        return None
    ast.increment_lineno(tree, -1 if is_indented else 0)
    functions = [
        node
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.Lambda))
        and getattr(node, "name", "<lambda>") == code.co_name
    ]
    if not functions or (len(functions) > 1 and isinstance(functions[0], ast.Lambda)):
        return None
    function = functions[0]
    if isinstance(function, ast.Lambda):
        return function.body
    last = function.body[-1]
    results = [node for node in _own_nodes(function) if isinstance(node, ast.Return)]
    return last if results == [last] else None


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function's body, without those of functions and classes in it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)


def user_code_message(places: Sequence[SourcePlace], cause: str) -> str:
    """The text of an error of code that is staged: the places that led to it, outer first, and the cause."""
    indented = [f"    {line}".rstrip() for line in cause.split("\n")]
    shown = shown_places(places, len(indented) + len(("in user code:", "", "")), "    ")
    return "\n".join(["in user code:", "", *shown, "", *indented, ""])


def shown_places(places: Sequence[SourcePlace], other_lines: int, indentation: str) -> list[str]:
    """The lines that tell of places, outer first, in a message that has other lines, too.

    Where not all have room, those in the middle are left out: how it began and where it ended are
    told, and more of the end. Without filtering of tracebacks all are told.
    """
    room = max(MOST_LINES - other_lines, 2)
    texts = [place.lines(indentation) for place in places]
    if len(texts) == 1:
        return texts[0][:room]
    if not config.current.traceback_filtering or sum(map(len, texts)) <= room:
        return [line for text in texts for line in text]
    count = max((room - 1) // _LINES_OF_A_PLACE, 1)
    first = count // 2
    left_out = len(texts) - count
    middle = f"{indentation}... {left_out} frame{'s are' if left_out > 1 else ' is'} left out ..."
    shown = [*texts[:first], [middle], *texts[len(texts) - (count - first) :]]
    return [line for text in shown for line in text]
