"""The facets of an op: what the package knows of it, and where each part stands.

An op is defined in one file, `ops/<subject>/<family>.py` or the like; what a backend adds stands in a file of
that backend, by family (decision 50).
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import stagelight.codegen.lowering.rules
import stagelight.runtime.xla.rules  # noqa: F401 - registers the rules
from stagelight.codegen.lowering.registry import LoweringRule, rules_of_op
from stagelight.control_flow.batched_rules import RULES, SHAPE_RULES
from stagelight.core import registry
from stagelight.core.op_def import STATEFUL, OpDef, Trait
from stagelight.runtime.large_arrays import has_eager_code
from stagelight.runtime.xla import registry as xla

_PACKAGE = Path(__file__).resolve().parents[1]

# What the columns of the matrix say.
YES, NO, UNKNOWN = "yes", "", "?"


class Facet(NamedTuple):
    """A part of what is known of an op.

    Attributes:
        name: which part.
        what: in words; empty where the place says it all.
        place: file and line in the package; empty where there is none.
    """

    name: str
    what: str
    place: str = ""


class Support(NamedTuple):
    """A row of the matrix: where an op can be used, each `YES` or `NO`.

    A gradient may be "none", too, and ONNX's column `UNKNOWN` without the package `onnx`.
    """

    op: str
    gradient: str
    eager_code: str
    static: str
    symbolic: str
    xla: str
    vectorized: str
    onnx: str


def facets_of(name: str) -> list[Facet]:
    """All facets of an op.

    Args:
        name: the op's, as in GraphDef.

    Raises:
        NotImplementedError: there is no such op.
    """
    op_def = registry.lookup(name)
    found = [
        Facet("signature", _signature(op_def), _definition(op_def)),
        Facet("inference", "", _place(op_def.infer)),
        _kernel(op_def),
        _gradient(op_def),
    ]
    if op_def.dims is not None:
        found.append(Facet("sizes", "its values are followed in shapes", _place(op_def.dims)))
    if op_def.requirements:
        found.append(Facet("shapes", "; ".join(map(str, op_def.requirements))))
    if has_eager_code(op_def):
        found.append(Facet("eager code", "large arrays run as machine code"))
    rules = rules_of_op(name)
    found += [_lowering(words, rule) for words, rule in rules]
    if not rules and op_def.scalar is not None:
        found.append(Facet("lowering", "its scalar form; static and symbolic sizes"))
    found += _xla_rule(op_def)
    found.append(_vectorization(op_def))
    converters = _onnx_converters()
    if converters is None:
        found.append(Facet("ONNX export", "not known: pip install 'stagelight[onnx]'"))
    elif name in converters:
        found.append(Facet("ONNX export", "", _place(converters[name])))
    found += [Facet("applied in", "", place) for place in _applications().get(name, ())]
    return found


def support_of(name: str) -> Support:
    """Where an op can be used."""
    op_def = registry.lookup(name)
    rules = [rule for words, rule in rules_of_op(name) if words == "arrays"]
    has_scalar = op_def.scalar is not None
    is_static = bool(rules) or has_scalar
    is_symbolic = any(rule.is_symbolic is not None for rule in rules) or (not rules and has_scalar)
    converters = _onnx_converters()
    return Support(
        name,
        YES if op_def.gradient is not None else NO if op_def.differentiable else "none",
        YES if has_eager_code(op_def) else NO,
        YES if is_static else NO,
        YES if is_symbolic else NO,
        YES if xla.rule_of(op_def) is not None else NO,
        YES if _is_vectorized(op_def) else NO,
        UNKNOWN if converters is None else YES if name in converters else NO,
    )


@cache
def _onnx_converters() -> Mapping[str, Callable[..., Any]] | None:
    """What converts each op to ONNX's; None without the package `onnx`, which the converters' files need."""
    try:
        importlib.import_module("stagelight.onnx.exporting.graphs")
        converters = importlib.import_module("stagelight.onnx.exporting.converters")
    except ImportError:
        return None
    found: Mapping[str, Callable[..., Any]] = converters.CONVERTERS
    return found


def all_support() -> Iterator[Support]:
    """The rows of all ops."""
    return map(support_of, registry.op_names())


# ---------------------------------------------------------------------------- single facets


def _signature(op_def: OpDef) -> str:
    def told(arguments: Any) -> str:
        return ", ".join(argument.name for argument in arguments)

    traits = [
        name.lower()
        for name, bit in vars(Trait).items()
        if isinstance(bit, int) and bit and op_def.traits & bit
    ]
    words = f"({told(op_def.inputs)}) -> ({told(op_def.outputs)})"
    return f"{words}; {', '.join(traits)}" if traits else words


def _kernel(op_def: OpDef) -> Facet:
    what = "" if op_def.scalar is None else "made of its scalar form"
    return Facet("kernel", what, _place(op_def.kernel))


def _gradient(op_def: OpDef) -> Facet:
    if op_def.gradient is not None:
        return Facet("gradient", "", _place(op_def.gradient))
    told = "missing: an error when it is asked for" if op_def.differentiable else "none by nature"
    return Facet("gradient", told)


def _lowering(words: str, rule: LoweringRule) -> Facet:
    sizes = "static sizes" if rule.is_symbolic is None else "static and symbolic sizes"
    return Facet("lowering", f"{words}; {sizes}", _place(rule.lower))


def _xla_rule(op_def: OpDef) -> list[Facet]:
    rule = xla.rule_of(op_def)
    if rule is None:
        return []
    if rule is not xla.by_kernel:
        return [Facet("XLA", "", _place(rule))]
    told = "its kernel over jax.numpy" if op_def.scalar is None else "its scalar form"
    return [Facet("XLA", told, _place(op_def.kernel))]


def _is_vectorized(op_def: OpDef) -> bool:
    has_rule = op_def.name in RULES or op_def.name in SHAPE_RULES
    is_pure = not op_def.traits & STATEFUL
    return has_rule or (is_pure and op_def.has(Trait.ELEMENTWISE | Trait.CALLS))


def _vectorization(op_def: OpDef) -> Facet:
    rule = SHAPE_RULES.get(op_def.name) or RULES.get(op_def.name)
    if rule is not None:
        return Facet("vectorized_map", "", _place(rule))
    if _is_vectorized(op_def):
        return Facet("vectorized_map", "all rows at once, as an elementwise op or call")
    return Facet("vectorized_map", "no rule: row by row")


# ---------------------------------------------------------------------------- places


def _definition(op_def: OpDef) -> str:
    module = registry.module_of(op_def.name)
    path = Path(str(importlib.import_module(module).__file__))
    lines = path.read_text(encoding="utf-8").splitlines()
    quoted = f'"{op_def.name}"'
    line = next((i for i, text in enumerate(lines, 1) if quoted in text), 1)
    return _written(path, line)


def _place(function: Callable[..., Any]) -> str:
    """Where the function stands that a rule is, or is made of."""
    while isinstance(function, partial):
        function = function.func
    function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    if code is None:
        return ""
    # A function made by another, such as a check around a kernel, has what it is made of in its cells.
    inner = [
        cell.cell_contents
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True)
        if name in ("kernel", "infer", "gradient", "rule") and callable(cell.cell_contents)
    ]
    if inner:
        return _place(inner[0]) or _written(Path(code.co_filename), code.co_firstlineno)
    return _written(Path(code.co_filename), code.co_firstlineno)


def _written(path: Path, line: int) -> str:
    try:
        return f"{path.resolve().relative_to(_PACKAGE)}:{line}"
    except ValueError:  # code that was generated
        return ""


@cache
def _applications() -> dict[str, list[str]]:
    """By op, where code of the package applies it by name."""
    found: dict[str, list[str]] = {}
    for path in sorted(_PACKAGE.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in re.findall(r"\braw\.([A-Z]\w*)\(", line):
                found.setdefault(name, []).append(_written(path, number))
    return found
