"""The boundary between the user's program and the library: what errors meet when they leave it.

    File "program.py", line 3, in layer          File "program.py", line 3, in layer
      tf.matmul(x, y)                              tf.matmul(x, y)
    File ".../ops/matmul.py", line 364     =>    InvalidArgumentError: Matrix size-incompatible ...
    File ".../core/raw.py", line 104
    ...

A function that users call is *guarded*: an error that leaves it goes by `when_leaving`'s action, which
takes the library's frames out of its traceback. No wrapper does this, which would be a frame of its own
and cost every call: the code gets an `except` around all of it. In terms of source,

    try:
        ...                 # the function as it was written
    except:
        del LEAVING[error]  # the action, as an instruction that all versions write alike
        raise               # as the compiler writes it: adds no frame

CPython keeps handlers in a table beside the code, so that a call without an error is not slower.
Versions whose table is not known, and other Pythons, get no guards: their tracebacks are longer, and
nothing else differs.
"""

from __future__ import annotations

import inspect
import opcode
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeVar

T = TypeVar("T")

# Where code is written as below: proved by tests/test_boundary.py on each of them.
_KNOWN_VERSIONS = {(3, 11), (3, 12), (3, 13)}
IS_KNOWN = sys.implementation.name == "cpython" and sys.version_info[:2] in _KNOWN_VERSIONS

_PACKAGE = __name__.partition(".")[0]

# Their errors are seldom seen: they say that there is no such attribute, or Python prints them.
_UNGUARDED_METHODS = {"__getattr__", "__del__", "__repr__", "__str__"}
_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


# The end of an iteration, of a program.
_NO_ERRORS = (StopIteration, KeyboardInterrupt, SystemExit, GeneratorExit)


class _Leaving:
    """What errors meet. Deletion is one instruction, and calls Python code: all that is needed of it."""

    action: Callable[[BaseException], object] | None = None

    def __delitem__(self, error: BaseException) -> None:
        if self.action is not None and not isinstance(error, _NO_ERRORS):
            self.action(error)


LEAVING = _Leaving()


def when_leaving(action: Callable[[BaseException], object]) -> None:
    """Sets what is done with each error that leaves a guarded function."""
    LEAVING.action = action


def guarded(definition: T) -> T:
    """The definition itself, a function or a class of the package, with guards.

    Generators and coroutines are left as they are: they run when they are resumed.
    """
    if not IS_KNOWN or not _is_ours(definition):
        return definition
    if isinstance(definition, FunctionType):
        if not definition.__code__.co_flags & _SUSPENDED:
            definition.__code__ = _guarded_code(definition.__code__)
    elif isinstance(definition, type):
        for kind in definition.__mro__:
            if _is_ours(kind):
                for method in _methods(kind):
                    guarded(method)
    return definition


def _is_ours(definition: Any) -> bool:
    module = getattr(definition, "__module__", None)
    return isinstance(module, str) and module.partition(".")[0] == _PACKAGE


def _methods(kind: type) -> Iterator[Any]:
    for name, member in vars(kind).items():
        if name in _UNGUARDED_METHODS or isinstance(member, type):
            continue
        if isinstance(member, property):
            yield from (member.fget, member.fset)
        else:
            yield getattr(member, "__func__", member)


# ---------------------------------------------------------------------------- the code


@cache
def _guarded_code(code: CodeType) -> CodeType:
    """The code with a handler around all that is outside of its own handlers."""
    if LEAVING in code.co_consts:
        return code
    end = len(code.co_code) // 2
    handler = _handler(len(code.co_consts))
    after = end + len(handler) // 2
    table = _table_without_gaps(code.co_exceptiontable, end)
    # What goes wrong in the handler itself, and what it raises: one value is left on the stack, the place
    # of the error is kept.
    table += _entry(end, after - end, after, 1 << 1 | 1)
    return code.replace(
        co_code=code.co_code + handler + _CLEANUP,
        co_consts=(*code.co_consts, LEAVING),
        co_exceptiontable=table,
        co_linetable=code.co_linetable + _without_lines((len(handler) + len(_CLEANUP)) // 2),
        co_stacksize=max(code.co_stacksize, 4),
    )


def _instruction(name: str, argument: int = 0) -> bytes:
    number = opcode.opmap[name]
    extension = bytes((opcode.EXTENDED_ARG, argument >> 8)) if argument > _BYTE else b""
    return extension + bytes((number, argument & _BYTE))


_BYTE = 0xFF
_CLEANUP = b""
if IS_KNOWN:
    _CLEANUP = _instruction("COPY", 3) + _instruction("POP_EXCEPT") + _instruction("RERAISE", 1)


@cache
def _handler(constant: int) -> bytes:
    """`del LEAVING[error]` and raising the error again, with the constant of that number."""
    code = _instruction("PUSH_EXC_INFO") + _instruction("LOAD_CONST", constant)
    return code + _instruction("COPY", 2) + _instruction("DELETE_SUBSCR") + _instruction("RERAISE")


# A table of handlers has four numbers an entry: the first instruction, how many, where their errors go, and
# what is left of the stack there. A number has six bits in a byte, the highest first; bit 6 says that more
# bytes follow, bit 7 that an entry begins.
_ENTRIES = re.compile(rb"[\x80-\xff][\x00-\x7f]*")
_SIX_BITS, _GOES_ON, _BEGINS = 0x3F, 0x40, 0x80


def _table_without_gaps(table: bytes, end: int) -> bytes:
    """The table with further entries, for what is in none, that lead to the instruction at the end."""
    if not table:
        return _entry(0, end, end, 0)
    whole = []
    position = 0
    for entry in _ENTRIES.findall(table):
        numbers = _numbers(entry)
        start, length = next(numbers), next(numbers)
        if start > position:
            whole.append(_entry(position, start - position, end, 0))
        whole.append(entry)
        position = start + length
    if end > position:
        whole.append(_entry(position, end - position, end, 0))
    return b"".join(whole)


def _numbers(entry: bytes) -> Iterator[int]:
    number = 0
    for byte in entry:
        number = number << 6 | byte & _SIX_BITS
        if not byte & _GOES_ON:
            yield number
            number = 0


@cache
def _number_bytes(number: int) -> bytes:
    last = bytes((number & _SIX_BITS,))
    number >>= 6
    while number:
        last = bytes((number & _SIX_BITS | _GOES_ON,)) + last
        number >>= 6
    return last


def _entry(*numbers: int) -> bytes:
    data = b"".join(map(_number_bytes, numbers))
    return bytes((data[0] | _BEGINS,)) + data[1:]


def _without_lines(count: int) -> bytes:
    """Entries of the table of lines for instructions that are in none: up to eight each."""
    return bytes(0xF8 | min(8, count - first) - 1 for first in range(0, count, 8))
