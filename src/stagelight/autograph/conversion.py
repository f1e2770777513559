"""Conversion: a function object in, a function object out, with the same file, lines and cells.

    source -> converters, one by one -> compiled in the user's file -> the function's new code

The new code is compiled inside a function whose arguments are the original's free variables, inside
a class of the name by which it mangles private names. Nothing of that runs: only the code object of
the function is taken out, and bound to the original's globals, closure cells, defaults and
annotations.

A code object is converted once for given options; the result goes when the code object goes.
"""

from __future__ import annotations
import __future__

import ast
import collections
import dataclasses
import enum
import inspect
import threading
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from types import CellType, CodeType, FunctionType
from typing import Any

from stagelight.autograph.analysis import dataflow
from stagelight.autograph.converters.asserts import Asserts
from stagelight.autograph.converters.break_statements import BreakStatements
from stagelight.autograph.converters.calls import Calls
from stagelight.autograph.converters.comprehensions import Comprehensions
from stagelight.autograph.converters.conditionals import ConditionalExpressions, IfStatements
from stagelight.autograph.converters.continue_statements import ContinueStatements
from stagelight.autograph.converters.converter import Conversion, Converter
from stagelight.autograph.converters.declarations import Declarations
from stagelight.autograph.converters.directives import Directives
from stagelight.autograph.converters.functions import Functions
from stagelight.autograph.converters.generators import EMITTED_KINDS, as_emitter
from stagelight.autograph.converters.logical_expressions import LogicalExpressions
from stagelight.autograph.converters.loops import Loops
from stagelight.autograph.converters.match_statements import MatchStatements
from stagelight.autograph.converters.named_expressions import NamedExpressions
from stagelight.autograph.converters.return_statements import ReturnPaths, ReturnStatements
from stagelight.autograph.converters.subscripts import Subscripts
from stagelight.autograph.converters.texts import Texts
from stagelight.autograph.converters.try_statements import TryStatements
from stagelight.autograph.converters.unpacking import Unpacking
from stagelight.autograph.converters.variables import Variables
from stagelight.autograph.generated_names import namespace
from stagelight.autograph.naming import Namer, names_in
from stagelight.autograph.options import ConversionOptions
from stagelight.autograph.printing import code_of
from stagelight.autograph.source import FunctionSource, Place, place_of, source_of
from stagelight.autograph.templates import located
from stagelight.autograph.verbosity import log_conversion, logs_conversions
from stagelight.fork_safety import renewed_in_child

# After these a function is nested blocks, left at their ends only.
LOWERING: tuple[type[Converter], ...] = (
    TryStatements,
    MatchStatements,
    Declarations,
    Functions,
    Directives,
    BreakStatements,
    ContinueStatements,
    ReturnPaths,
    ReturnStatements,
    Comprehensions,
    NamedExpressions,
)
# These need to know what each block reads and writes.
FUNCTIONAL_FORMS: tuple[type[Converter], ...] = (
    Asserts,
    Unpacking,
    Texts,
    Subscripts,
    Calls,
    IfStatements,
    Loops,
    ConditionalExpressions,
    LogicalExpressions,
    Variables,
)

# The attribute of functions that need no conversion any more.
MARK = "autograph_info__"

# The last constant of converted code objects tells what they are: a mark, the names that were added, those
# that it declares as nonlocal, and the places of `raise` statements. Code objects are compared and found by
# identity, kept weakly, and made again by Python's own `replace`: what is told of them stands in
# themselves. A *block* is a function made of statements of another.
FUNCTION_MARK = "stagelight.autograph: converted function"
BLOCK_MARK = "stagelight.autograph: block of a converted function"

_NO_NAMES: frozenset[str] = frozenset()

_FUTURES = __future__.annotations.compiler_flag | __future__.barry_as_FLUFL.compiler_flag


@dataclass(frozen=True)
class ConvertedCode:
    """The outcome of a conversion, before it is bound to a function's cells."""

    code: CodeType
    tree: ast.stmt

    def text(self) -> str:
        """The converted code as text."""
        return code_of(self.tree)


class _Cache:
    """Conversions by code object, weakly, then by options and emission."""

    def __init__(self) -> None:
        self.lock = renewed_in_child(threading.RLock())
        self.known: dict[int, tuple[weakref.ref[CodeType], dict[Any, ConvertedCode]]] = {}

    def of(self, code: CodeType) -> dict[Any, ConvertedCode]:
        # Equal code objects of different files must not be mixed up, so identity counts.
        key = id(code)
        entry = self.known.get(key)
        if entry is None or entry[0]() is not code:
            forget: Callable[[Any], Any] = lambda _: self.known.pop(key, None)  # noqa: E731
            entry = (weakref.ref(code, forget), {})
            self.known[key] = entry
        return entry[1]


_cache = _Cache()


class Emission(enum.Enum):
    """How a generator function is converted: its consumer takes all values, or may stop."""

    ALL = enum.auto()
    STOPPING = enum.auto()


class CannotEmit(Exception):
    """A generator is left to Python."""


def convert_function(
    function: FunctionType, options: ConversionOptions, emission: Emission | None = None
) -> FunctionType:
    """A function that does what the given one does, with control flow that tensors can take part
    in.

    Args:
        function: A Python function.
        options: What is asked for.
        emission: For a generator function: the converted one gives its values to a function, which
            is the additional argument `converters.generators.EMIT`.

    Raises:
        CannotEmit: a generator function that only Python can run.
        ConversionError: the source is not available, or something in it cannot be converted.
    """
    converted = converted_code(function, options, emission)
    cells: dict[str, CellType] = dict(
        zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    )
    cells["ag__"] = CellType(namespace)
    closure = tuple(cells[name] for name in converted.code.co_freevars)
    made = FunctionType(
        converted.code, function.__globals__, function.__name__, function.__defaults__, closure
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    made.__doc__ = function.__doc__
    made.__annotations__ = function.__annotations__
    made.__dict__.update(function.__dict__)
    made.__dict__[MARK] = {"code": converted.code}
    return made


def converted_code(
    function: FunctionType, options: ConversionOptions, emission: Emission | None = None
) -> ConvertedCode:
    """The converted code of a function, made on first need."""
    key = (options, emission)
    with _cache.lock:
        known = _cache.of(function.__code__)
        converted = known.get(key)
        if converted is None:
            converted = _convert(function, options, emission)
            known[key] = converted
            if logs_conversions():
                log_conversion(function, converted.text())
        return converted


def is_converted(code: CodeType) -> bool:
    """Whether a code object was made by conversion, as a function or a block of one."""
    return _mark_of(code) is not None


def is_block(code: CodeType) -> bool:
    """Whether a code object stands for statements inside a converted function."""
    return _mark_of(code) == BLOCK_MARK


def added_names(code: CodeType) -> frozenset[str] | None:
    """The names in a converted code object that are not the user's; None if it is not converted."""
    return None if _mark_of(code) is None else code.co_consts[-1][1]


def nonlocal_names(code: CodeType) -> frozenset[str]:
    """The names that a converted code object declares as nonlocal, and so assigns; none of other code."""
    return _NO_NAMES if _mark_of(code) is None else code.co_consts[-1][2]


def is_raise(code: CodeType, instruction: int) -> bool:
    """Whether an instruction of converted code is that of a `raise` statement, not of a part of it."""
    line, end_line, column, end_column = next(islice(code.co_positions(), instruction // 2, None))
    places: frozenset[Place] = code.co_consts[-1][3]
    if column is None:  # Python was told to keep no columns.
        return any(place[0] == line for place in places)
    return (line, column, end_line, end_column) in places


def _mark_of(code: CodeType) -> str | None:
    last = code.co_consts[-1] if code.co_consts else None
    if type(last) is tuple and len(last) == 4 and last[0] in (FUNCTION_MARK, BLOCK_MARK):
        return str(last[0])
    return None


def _convert(
    function: FunctionType, options: ConversionOptions, emission: Emission | None
) -> ConvertedCode:
    source = source_of(function)
    if emission is not None:
        assert isinstance(source.node, ast.FunctionDef)
        if not as_emitter(source.node, emission is Emission.STOPPING):
            raise CannotEmit
        source = dataclasses.replace(source, kinds=source.kinds | EMITTED_KINDS)
    code = function.__code__
    seen_from_outside = collections.ChainMap(_closure_values(function), function.__globals__)
    reserved = names_in(source.node) | set(code.co_freevars) | set(code.co_names)
    conversion = Conversion(source, options, seen_from_outside, Namer(reserved))
    tree: Any = source.node
    for converter in LOWERING:
        tree = _run(converter, conversion, tree)
    if isinstance(tree, ast.FunctionDef):
        dataflow.annotate(tree)
    for converter in FUNCTIONAL_FORMS:
        tree = _run(converter, conversion, tree)
    _erase_defaults(tree)
    if isinstance(tree, ast.Lambda):
        name = conversion.namer.new("tf__lam")
        tree = located(ast.Assign([located(ast.Name(name, ast.Store()), tree)], tree), tree)
    else:
        tree.name = "tf__" + tree.name
    compiled = _compile(tree, function, source)
    added = frozenset({"ag__", *conversion.namer.given})
    finisher = _Finisher(source, conversion.blocks, added, _nonlocals(tree), _raises(tree))
    finished = finisher.renamed(compiled, code.co_name, code.co_qualname, FUNCTION_MARK)
    return ConvertedCode(finished, tree)


def _run(converter: type[Converter], conversion: Conversion, tree: Any) -> Any:
    if converter.concerns and conversion.source.kinds.isdisjoint(converter.concerns):
        return tree
    return converter(conversion).visit(tree)


def _closure_values(function: FunctionType) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            values[name] = cell.cell_contents
        except ValueError:  # it has no value yet
            values[name] = None
    return values


def _erase_defaults(node: ast.FunctionDef | ast.Lambda) -> None:
    """The function takes over the original's defaults; the text shows that there are some."""
    arguments = node.args
    arguments.defaults = [located(ast.Constant(None), d) for d in arguments.defaults]
    arguments.kw_defaults = [
        None if d is None else located(ast.Constant(None), d) for d in arguments.kw_defaults
    ]


def _compile(tree: ast.stmt, function: FunctionType, source: FunctionSource) -> CodeType:
    outside = [*function.__code__.co_freevars, "ag__"]
    body: list[ast.stmt] = [tree]
    if source.class_name is not None:
        body = [ast.ClassDef(source.class_name, [], [], body, [])]
        if source.class_name not in outside:
            # The class must not hide the global name that the function means.
            body.append(ast.Global([source.class_name]))
            body.reverse()
    arguments = [located(ast.arg(name), tree) for name in outside]
    factory = ast.FunctionDef(
        "factory", ast.arguments([], arguments, None, [], [], None, []), body, []
    )
    # Type parameters are among the free variables.
    for outer in (tree, body[-1], factory):
        outer.type_params = []  # type: ignore[attr-defined]
    for outer in (*body, factory):
        located(outer, tree)
    module = ast.Module([factory], [])
    flags = function.__code__.co_flags & _FUTURES
    code = compile(module, source.filename, "exec", flags=flags, dont_inherit=True)
    name = tree.name if isinstance(tree, ast.FunctionDef) else "<lambda>"
    for scope in ("factory", source.class_name, name):
        if scope is not None:
            code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == scope)
    return code


def _nonlocals(tree: ast.stmt) -> dict[str, frozenset[str]]:
    """The names that the functions in a tree declare as nonlocal; blocks have names of their own."""
    return {
        node.name: frozenset(
            name for part in node.body if isinstance(part, ast.Nonlocal) for name in part.names
        )
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def _raises(tree: ast.stmt) -> frozenset[Place]:
    """Where the statements are that raise."""
    return frozenset(
        place_of(node) for node in ast.walk(tree) if isinstance(node, ast.Raise | ast.Assert)
    )


@dataclass(frozen=True)
class _Finisher:
    """Gives converted code objects the names that the user knows, and their marks."""

    source: FunctionSource
    blocks: set[str]
    added: frozenset[str]
    nonlocals: Mapping[str, frozenset[str]]
    raises: frozenset[Place]

    def renamed(self, code: CodeType, name: str, qualname: str, mark: str | None) -> CodeType:
        is_class_body = not code.co_flags & inspect.CO_OPTIMIZED
        constants = tuple(
            self.inner(constant, name, qualname, is_class_body, mark is not None)
            if isinstance(constant, CodeType)
            else (qualname if is_class_body and constant == code.co_qualname else constant)
            for constant in code.co_consts
        )
        if mark is not None:
            facts = mark, self.added, self.nonlocals.get(code.co_name, _NO_NAMES), self.raises
            constants = (*constants, facts)
        return code.replace(co_name=name, co_qualname=qualname, co_consts=constants)

    def inner(
        self, code: CodeType, name: str, qualname: str, in_class: bool, in_converted: bool
    ) -> CodeType:
        if code.co_name in self.blocks or self.is_made_lambda(code):
            return self.renamed(code, name, qualname, BLOCK_MARK)
        inner_qualname = f"{qualname}.{'' if in_class else '<locals>.'}{code.co_name}"
        is_function = bool(code.co_flags & inspect.CO_OPTIMIZED)
        is_left_alone = not code.co_name.startswith("<") and code.co_flags & _GENERATORS
        is_converted_too = in_converted and is_function and not is_left_alone
        mark = FUNCTION_MARK if is_converted_too else None
        return self.renamed(code, code.co_name, inner_qualname, mark)

    def is_made_lambda(self, code: CodeType) -> bool:
        if code.co_name != "<lambda>":
            return False
        takes_scope = code.co_argcount == 1 and code.co_varnames[0] in self.added
        return takes_scope or self.source.lambda_bodies.isdisjoint(_places(code))


_GENERATORS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def _places(code: CodeType) -> set[Place]:
    return {
        (line, column, end_line, end_column)  # type: ignore[misc]
        for line, end_line, column, end_column in code.co_positions()
    }
