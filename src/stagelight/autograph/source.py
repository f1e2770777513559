"""From a function object to its syntax tree, with the positions of the user's file.

Sources come through `linecache`, so functions typed into a REPL or notebook, or made by `exec` with
their text put into `linecache.cache`, have one. A `def` is found by its first line; a lambda by the
columns of its byte code (PEP 657), since several may stand on one line.

Every name in the tree is marked as written by the user (`is_from_source`), and lambdas are
remembered by the place of their bodies: later the converters add names and lambdas of their own.
Functions know whether they are generators (`is_generator`).
"""

from __future__ import annotations

import ast
import copy
import linecache
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType

from stagelight.autograph.analysis.activity import is_generator
from stagelight.autograph.refusals import SourceNotFound
from stagelight.fork_safety import renewed_in_child
from stagelight.graph.source_places import SourcePlace

Place = tuple[int, int, int, int]
FunctionNode = ast.FunctionDef | ast.Lambda

_parsed_files: dict[str, tuple[list[str], ast.Module]] = {}
_parsed_files_lock = renewed_in_child(threading.Lock())
_MOST_PARSED_FILES = 32


@dataclass(frozen=True)
class FunctionSource:
    """A function as it was written.

    Attributes:
        node: Its tree, which belongs to the caller: converters change it.
        filename: The file, as tracebacks name it.
        class_name: The class whose private names (`self.__x`) the function mangles, if any.
        lambda_bodies: Where the bodies of the user's lambdas are, that of the function included.
        kinds: The kinds of nodes that occur in it.
    """

    node: FunctionNode
    filename: str
    class_name: str | None
    lambda_bodies: frozenset[Place]
    kinds: frozenset[type]


def source_of(function: FunctionType) -> FunctionSource:
    """Finds and parses the source of a function.

    Raises:
        SourceNotFound: there is no source, or it does not fit the running code.
    """
    code = function.__code__
    lines = _lines_of(function)
    if code.co_name == "<lambda>":
        node: FunctionNode | None = _find_lambda(lines, code)
    else:
        node = _find_def(lines, code)
    if node is None or not _fits(node, code):
        raise SourceNotFound(
            "AG002",
            f"{code.co_qualname}, since the source in its file is not the code that runs",
            "restart Python, or reload the module, after its file was changed.",
            _first_line(code),
        )
    bodies = set()
    kinds: set[type] = set()
    for part in ast.walk(node):
        kinds.add(type(part))
        if isinstance(part, ast.Name):
            part.is_from_source = True  # type: ignore[attr-defined]
        elif isinstance(part, ast.Lambda):
            bodies.add(place_of(part.body))
        elif isinstance(part, ast.FunctionDef):
            part.is_generator = is_generator(part)  # type: ignore[attr-defined]
    return FunctionSource(
        node, code.co_filename, _mangling_class(code), frozenset(bodies), frozenset(kinds)
    )


def place_of(node: ast.expr | ast.stmt) -> Place:
    """Where a node stands: first line and column, last line and column."""
    return (
        node.lineno,
        node.col_offset,
        node.end_lineno or node.lineno,
        node.end_col_offset or node.col_offset,
    )


def _lines_of(function: FunctionType) -> list[str]:
    filename = function.__code__.co_filename
    linecache.checkcache(filename)
    lines = linecache.getlines(filename, function.__globals__)
    if not lines:
        raise SourceNotFound(
            "AG001",
            f"{function.__code__.co_qualname}, since its source is not available",
            "define it in a file or a notebook; or, where it is made by exec, compile it with a "
            "file name of its own and put its text into linecache.cache under that name; or "
            "decorate it with @tf.autograph.experimental.do_not_convert to run it as it is.",
            _first_line(function.__code__),
        )
    return lines


def _first_line(code: CodeType) -> SourcePlace:
    return SourcePlace(code.co_filename, code.co_firstlineno, code.co_name)


def _mangling_class(code: CodeType) -> str | None:
    """The innermost class around a function, read off its qualified name."""
    parts = code.co_qualname.split(".")[:-1]
    while parts:
        last = parts.pop()
        if last != "<locals>":
            return last
        if parts:
            parts.pop()
    return None


def _fits(node: FunctionNode, code: CodeType) -> bool:
    arguments = node.args
    positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    names = [*positional, *(a.arg for a in arguments.kwonlyargs)]
    expected = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return len(positional) == code.co_argcount and all(
        running.endswith(written) for written, running in zip(names, expected, strict=False)
    )


def _find_def(lines: list[str], code: CodeType) -> ast.FunctionDef | None:
    first = code.co_firstlineno
    if first > len(lines):
        return None
    for stop in _possible_ends(lines, first, _last_line(code)):
        # An indented block is parsed below an `if`, so that its columns stay as they are.
        is_indented = lines[first - 1][:1] in " \t"
        text = "".join((["if 1:\n"] if is_indented else []) + lines[first - 1 : stop])
        try:
            tree = ast.parse(text, code.co_filename)
        except SyntaxError:
            continue
        ast.increment_lineno(tree, first - (2 if is_indented else 1))
        found = _def_in(tree, code)
        if found is not None:
            return found
    return None


def _def_in(tree: ast.Module, code: CodeType) -> ast.FunctionDef | None:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if first == code.co_firstlineno:
                return node
    return None


def _possible_ends(lines: list[str], first: int, last: int) -> Iterator[int]:
    """Line numbers after which the block that starts at `first` may end; it contains `last`."""
    margin = _indentation(lines[first - 1])
    tries = 0
    for number in range(last, len(lines)):
        text = lines[number].strip()
        if text and not text.startswith("#") and _indentation(lines[number]) <= margin:
            yield number
            tries += 1
            if tries == 8:
                return
    yield len(lines)


def _indentation(line: str) -> int:
    expanded = line.expandtabs()
    return len(expanded) - len(expanded.lstrip())


def _last_line(code: CodeType) -> int:
    last = code.co_firstlineno
    for _, end_line, _, _ in code.co_positions():
        last = max(last, end_line or 0)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            last = max(last, _last_line(constant))
    return last


def _find_lambda(lines: list[str], code: CodeType) -> ast.Lambda | None:
    tree = _parse_file(lines, code.co_filename)
    if tree is None:
        return None
    candidates = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Lambda) and node.lineno == code.co_firstlineno
    ]
    if len(candidates) > 1:
        # The code of a lambda is within its body: of lambdas in lambdas it is the innermost such one.
        places = [place for place in _places(code) if place[:2] != place[2:]]
        candidates = [node for node in candidates if _contains(node.body, places)]
        candidates.sort(key=lambda node: (node.lineno, node.col_offset), reverse=True)
    return copy.deepcopy(candidates[0]) if candidates else None


def _contains(node: ast.expr, places: list[Place]) -> bool:
    first, last = place_of(node)[:2], place_of(node)[2:]
    return bool(places) and all(first <= p[:2] and p[2:] <= last for p in places)


def _places(code: CodeType) -> Iterator[Place]:
    for line, end_line, column, end_column in code.co_positions():
        if None not in (line, end_line, column, end_column):
            yield (line, column, end_line, end_column)  # type: ignore[misc]


def _parse_file(lines: list[str], filename: str) -> ast.Module | None:
    """The tree of a whole file, remembered for as long as the text is the same."""
    with _parsed_files_lock:
        known = _parsed_files.get(filename)
    if known is None or known[0] is not lines:
        try:
            tree = ast.parse("".join(lines), filename)
        except SyntaxError:
            return None
        known = (lines, tree)
        with _parsed_files_lock:
            while len(_parsed_files) >= _MOST_PARSED_FILES:
                _parsed_files.pop(next(iter(_parsed_files)))
            _parsed_files[filename] = known
    return known[1]
