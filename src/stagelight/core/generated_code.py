"""Code generation in Python: the one place where the library compiles source text that it wrote.

Kernels, host plans, call plans and tape replays are straight-line functions that are written as text for
speed. What such a text may say is bounded, whatever it was made from:

- every value (strings, arrays, attrs, kernels) is a global of the generated function, under a generated
  name; the text has no string literal;
- the globals that it names are those that it was given, and a few builtins: neither `open` nor `__import__`;
- the attributes that it reads are in `_ATTRIBUTES`, and keyword arguments are declared by the caller.

This is checked on the compiled code object before it runs. So a text in a model, such as the name of a node
or of an attr, cannot become code even where a writer passes it on by mistake.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Collection, Iterator
from types import CodeType
from typing import Any

from stagelight.errors import InternalError

_BUILTINS: dict[str, Any] = {
    name: getattr(builtins, name)
    for name in (
        "abs",
        "float",
        "id",
        "int",
        "bool",
        "bytes",
        "dict",
        "len",
        "list",
        "map",
        "set",
        "str",
        "tuple",
        "type",
    )
} | {"Exception": Exception}

# Attributes and methods that generated code may read, of arrays, tensors, futures and the dispatch context.
# Special functions (`special(xp).erf`) and NumPy's (`xp.exp`) are added by their writer.
_ATTRIBUTES = frozenset(
    ("_array", "_dtype", "_run", "place", "plain", "result", "shape", "tobytes")
)


def define_function(
    name: str,
    source: str,
    filename: str,
    namespace: dict[str, Any],
    keywords: Collection[str] = (),
    attributes: Collection[str] = (),
) -> Callable[..., Any]:
    """Compiles generated source that defines one function, and returns the function.

    Args:
        name: the function that the source defines.
        source: the text.
        filename: the name of the file in tracebacks.
        namespace: the globals of the function; the function is added to it.
        keywords: names of keyword arguments that calls in the source pass.
        attributes: names of attributes that it reads, beside the usual ones.

    Raises:
        InternalError: the source does more than generated code may.
    """
    code = compile(source, filename.replace("\0", "?"), "exec", dont_inherit=True)
    globals_ = {name, *namespace, *_BUILTINS}
    for part in _nested(code):
        unknown = {*part.co_names} - globals_ - _ATTRIBUTES - {*attributes}
        literals = {x for x in _strings(part) if x not in keywords}
        if unknown or literals:
            raise InternalError(
                None,
                None,
                f"Generated code {filename!r} names what it was not given: "
                f"{sorted(unknown | literals)}. It is not run.",
            )
    namespace["__builtins__"] = _BUILTINS
    exec(code, namespace)
    function: Callable[..., Any] = namespace[name]
    return function


def _nested(code: CodeType) -> Iterator[CodeType]:
    """A code object and the functions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


def _strings(code: CodeType) -> Iterator[str]:
    """The texts among the constants of a code object: literals, and the names of keyword arguments.

    The module's own code has the qualified name of the function that it makes.
    """
    functions = {x.co_qualname for x in code.co_consts if isinstance(x, CodeType)}
    for constant in code.co_consts:
        items = constant if isinstance(constant, (tuple, frozenset)) else (constant,)
        for x in items:
            if isinstance(x, (str, bytes)) and x not in functions:
                yield str(x)
