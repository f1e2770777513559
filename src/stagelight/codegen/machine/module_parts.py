"""Parts of a module: modules of some of its functions each, for LLVM to compile side by side.

    define internal void @f() {...}      part 1: define void @f() {...}
                                                 declare void @g()
    define internal void @g() {...}      part 2: define void @g() {...}

LLVM works on one function after the other, and those of a long program stand alone (`noinline`), so the parts
together become the code that the whole would. Names that were the module's own are seen by the other
parts; by nobody else, since the parts are linked as one library.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_FUNCTION = re.compile(r'^define [^@\n]*@"?([\w.$-]+)"?\(.*?^\}\n', re.MULTILINE | re.DOTALL)
_CONSTANT = re.compile(
    r'^@"?([\w.$-]+)"? = (?:internal|private) [^\n]*?\bconstant [^\n]*\n', re.MULTILINE
)
_VARIABLE = re.compile(r"^@[^\n]* = (?!external )[^\n]*?\bglobal ", re.MULTILINE)
_USED = re.compile(r'@"?([\w.$-]+)"?')
_OWN = re.compile(r"^define (?:internal|private) ")
# What LLVM puts into its callers, or leaves out, is not to be cut off from them.
_NOT_ALONE = re.compile(
    r"^define [^\n]*\b(?:alwaysinline|linkonce|available_externally)\b", re.MULTILINE
)


def split_module(text: str, count: int) -> list[str]:
    """A module as at most so many modules, about equally long; itself alone where it cannot be split.

    Args:
        text: in LLVM's assembly language, without target lines.
        count: of parts.
    """
    functions = {x[1]: x[0] for x in _FUNCTION.finditer(text)}
    around = _FUNCTION.sub("", text)
    count = min(count, len(functions))
    # A variable of the module's own is one for all its functions.
    if count < 2 or _VARIABLE.search(around) or _NOT_ALONE.search(text):
        return [text]
    constants = {x[1]: x[0] for x in _CONSTANT.finditer(around)}
    around = _CONSTANT.sub("", around)
    heads = {name: _declaration(function) for name, function in functions.items()}
    return [
        _part(names, functions, heads, constants, around) for names in _groups(functions, count)
    ]


def _groups(functions: dict[str, str], count: int) -> list[list[str]]:
    """The names of functions in groups whose texts are about equally long, the longest functions first."""
    groups: list[tuple[int, list[str]]] = [(0, []) for _ in range(count)]
    for name in sorted(functions, key=lambda x: -len(functions[x])):
        place = min(range(count), key=lambda i: groups[i][0])
        length, names = groups[place]
        groups[place] = length + len(functions[name]), [*names, name]
    return [names for _, names in groups]


def _declaration(function: str) -> str:
    """The line that declares a function, for those that call it."""
    head = function.partition("\n")[0].rstrip().removesuffix("{")
    return _OWN.sub("define ", head).replace("define ", "declare ", 1).rstrip() + "\n"


def _part(
    names: Sequence[str],
    functions: dict[str, str],
    heads: dict[str, str],
    constants: dict[str, str],
    around: str,
) -> str:
    bodies = [_OWN.sub("define ", functions[name]) for name in names]
    used = {x for body in bodies for x in _USED.findall(body)} - {*names}
    waiting = [*used]
    while waiting:  # Constants may hold addresses of others.
        found = {*_USED.findall(constants.get(waiting.pop(), ""))} - used - {*names}
        used |= found
        waiting += found
    return "".join(
        [
            around,
            *(constants[name] for name in constants if name in used),
            *(heads[name] for name in heads if name in used),
            *bodies,
        ]
    )
