"""LLVM's text becomes machine code in memory.

`compile_module` is what most need. Its two halves are `compile_objects`, text to the bytes of
object files, and `load_objects`, these bytes to code that can be called; between them stands the
cache on disk. Who kept the outline of a text takes `load_kept`, without the text. LLVM runs in other
processes, so a thread may compile in the background; a long module is compiled in parts, side by side.
"""

from __future__ import annotations

import contextlib
import functools
import marshal
import pkgutil
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from stagelight import config, errors
from stagelight.codegen.machine.compiler_process import (
    compile_elsewhere,
    compile_side_by_side,
)
from stagelight.codegen.machine.disk_cache import current_cache, entry_key
from stagelight.codegen.machine.host import (
    USES_JIT_LINK,
    data_layout_of,
    host_machine,
    host_target,
    llvm,
    llvm_lock,
    llvm_version,
)
from stagelight.codegen.machine.llvm_compiler import CompileRequest
from stagelight.codegen.machine.module_parts import split_module
from stagelight.codegen.target import Target

Passes = Literal["quick", "none", "light", "full"]

# A module is split if its parts are at least so long: half a second of LLVM's work.
_PART_LENGTH = 400_000

# LLVM keeps 10 KB for each module linked with a linker, also after the code is freed, until the linker
# is freed. A linker of its own for each module would cost 0.7 ms; this is between.
_MODULES_PER_LINKER = 32

_NAME = r'@"?([\w.$-]+)"?'
_DEFINED = re.compile(
    rf"^define (?!internal |private )[^@\n]*{_NAME}\("
    rf"|^{_NAME} = (?!external |internal |private )[^\n]*?\b(?:global|constant) ",
    re.MULTILINE,
)
_DECLARED = re.compile(rf"^declare [^@\n]*{_NAME}\(|^{_NAME} = external ", re.MULTILINE)


class ModuleOutline(NamedTuple):
    """What is known of a module without its text.

    Attributes:
        key: under which its object code is kept on disk.
        declared: the names that it needs from elsewhere.
        defined: the names that others see of it.
    """

    key: str
    declared: tuple[str, ...]
    defined: tuple[str, ...]


class _Linker:
    """Links the objects of some modules; LLVM's side of it goes when the last of them goes."""

    current: _Linker | None = None

    def __init__(self) -> None:
        self._jit = llvm().create_lljit_compiler(
            host_machine(), use_jit_link=USES_JIT_LINK, suppress_errors=True
        )
        self._modules = 0

    @classmethod
    def next(cls) -> _Linker:
        """The linker for one more module."""
        linker = cls.current
        if linker is None or linker._modules == _MODULES_PER_LINKER:
            linker = cls.current = _Linker()
        linker._modules += 1
        return linker

    def link(
        self, objects: Sequence[bytes], symbols: Mapping[str, int], exports: tuple[str, ...]
    ) -> Any:
        """Puts code into memory. Returns the object that holds it there."""
        builder = llvm().JITLibraryBuilder().add_current_process()
        for code in objects:
            builder.add_object_img(code)
        for name, address in symbols.items():
            builder.import_symbol(name, address)
        for name in exports:
            builder.export_symbol(name)
        return builder.link(self._jit, f"module{self._modules}")


class CompiledModule:
    """Machine code in memory. It is freed with this object: whoever calls an address keeps it."""

    def __init__(self, linker: _Linker, code: Any, exports: tuple[str, ...]) -> None:
        self._linker: _Linker | None = linker
        self._code = code
        self._addresses: dict[str, int] = {name: code[name] for name in exports}

    def address(self, name: str) -> int:
        """Where a function or variable of the module is in memory.

        Raises:
            InternalError: the module defines no such name for others to see.
        """
        try:
            return self._addresses[name]
        except KeyError:
            raise errors.InternalError(
                None,
                None,
                f"The compiled module defines {', '.join(self._addresses) or 'nothing'}. "
                f"Received the name {name!r}.",
            ) from None

    def __del__(self, is_finalizing: Callable[[], bool] = sys.is_finalizing) -> None:
        if is_finalizing():  # a thread may still be in the code
            return
        with llvm_lock:
            code, self._code = self._code, None
            if code is not None:
                code.close()
            self._linker = None


def compile_module(
    text: str,
    symbols: Mapping[str, int] | None = None,
    passes: Passes = "none",
    outline: ModuleOutline | None = None,
    target: Target | None = None,
) -> CompiledModule:
    """Compiles LLVM's text and puts the code into memory.

    What an earlier process compiled is taken from the cache on disk.

    Args:
        text: A module in LLVM's assembly language, without target lines. What it defines and does not
            call internal or private can be asked for by `address`.
        symbols: Where the functions and variables are that the text only declares. Those of
            the C library need not be given.
        passes: What LLVM does to the text first: "none" for text that is good as it is, such as
            explicit vectors; "quick" does not make the processor's instructions better either, which takes a
            third of the time: for code that mostly waits; "light" removes needless memory and instructions;
            "full" also makes vectors of loops (O2).
        outline: that of the text, where it is known.
        target: one that this processor can run; the processor itself by default.

    Raises:
        InternalError: LLVM refuses the text, or something that it declares is nowhere.
    """
    outline = outline or outline_of(text, passes, target)
    module = load_kept(outline, symbols)
    if module is None:
        objects = compile_objects(text, passes, target)
        module = load_objects(objects, outline, symbols)
        cache = current_cache()
        if cache is not None:
            cache.put(outline.key, marshal.dumps(objects))
    return module


def load_kept(
    outline: ModuleOutline, symbols: Mapping[str, int] | None = None
) -> CompiledModule | None:
    """The module of an outline, if its code is kept on disk.

    Args:
        outline: of the text that it was compiled from.
        symbols: as `compile_module` takes them.
    """
    cache = current_cache()
    code = None if cache is None else cache.get(outline.key)
    if cache is None or code is None:
        return None
    try:
        return load_objects(marshal.loads(code), outline, symbols)
    except (errors.InternalError, EOFError, TypeError, ValueError):
        cache.remove(outline.key)
        return None


def outline_of(text: str, passes: Passes = "none", target: Target | None = None) -> ModuleOutline:
    """The outline of a text that is compiled with some passes for a target, this processor by default."""
    key = object_key(text, passes, target)
    return ModuleOutline(key, _names(_DECLARED, text), _names(_DEFINED, text))


def object_key(text: str, passes: Passes, target: Target | None = None) -> str:
    """The key under which the object code of a text is kept on disk."""
    target = target or host_target()
    parts = text, passes, target.triple, target.cpu, target.features, llvm_version(), _own_version()
    return entry_key(parts)


@functools.cache
def _own_version() -> str:
    """Stands for what is done with a text: the same for as long as these files are."""
    texts = []
    for name in ("compiler.py", "module_parts.py", "llvm_compiler.py", "host.py"):
        with contextlib.suppress(OSError):  # a package without its source
            texts.append((pkgutil.get_data(__package__, name) or b"").decode())
    return entry_key(texts)


def compile_object(text: str, passes: Passes = "none", target: Target | None = None) -> bytes:
    """Compiles LLVM's text to an object file, as bytes, for a target, this processor by default.

    Raises:
        InternalError: LLVM refuses the text, or fails at it.
    """
    return _compiled(text, passes, "object", target)


def compile_objects(
    text: str, passes: Passes = "none", target: Target | None = None
) -> tuple[bytes, ...]:
    """Compiles LLVM's text to object files that are linked together: a long one in parts, side by side.

    Raises:
        InternalError: LLVM refuses the text, or fails at it.
    """
    # "full" looks from one function into others.
    count = 1 if passes == "full" else min(_processors(), len(text) // _PART_LENGTH)
    parts = split_module(text, count) if count > 1 else [text]
    if len(parts) == 1:
        return (compile_object(text, passes, target),)
    with _told_refusals():
        return tuple(
            compile_side_by_side([_request(part, passes, "object", target) for part in parts])
        )


def _processors() -> int:
    """How many parts are compiled at the same time: a thread in the background leaves one to the program."""
    is_main = threading.current_thread() is threading.main_thread()
    return config.available_cpus() - (not is_main)


def assembly_text(text: str, passes: Passes = "none", target: Target | None = None) -> str:
    """The instructions of a target, this processor by default, for LLVM's text.

    Raises:
        InternalError: LLVM refuses the text, or fails at it.
    """
    return _compiled(text, passes, "assembly", target).decode()


def _compiled(text: str, passes: Passes, output: str, target: Target | None) -> bytes:
    with _told_refusals():
        return compile_elsewhere(_request(text, passes, output, target))


def _request(text: str, passes: Passes, output: str, target: Target | None) -> CompileRequest:
    target = target or host_target()
    head = f'target datalayout = "{data_layout_of(target)}"\ntarget triple = "{target.triple}"\n'
    aborts = bool(name := config.current.aborts_compiler_at) and name in text
    return CompileRequest(
        head + text, passes, output, target.cpu, target.features, USES_JIT_LINK, aborts
    )


@contextlib.contextmanager
def _told_refusals() -> Iterator[None]:
    """Tells a refusal of LLVM's as an `InternalError`."""
    try:
        yield
    except RuntimeError as error:
        raise errors.InternalError(
            None, None, f"LLVM refuses generated code (line 1 is line 3 there): {error}"
        ) from error


def load_objects(
    objects: Sequence[bytes], outline: ModuleOutline, symbols: Mapping[str, int] | None = None
) -> CompiledModule:
    """Puts into memory what `compile_objects` gave for a text of an outline, here or in an earlier process.

    Raises:
        InternalError: something that the text declares is nowhere, or the bytes are no object files.
    """
    symbols = symbols or {}
    _, declared, exports = outline
    used = {name: symbols[name] for name in declared if name in symbols}
    with llvm_lock:
        linker = _Linker.next()
        try:
            loaded = linker.link(objects, used, exports)
        except RuntimeError as error:
            foreign = [n for n in declared if n not in used and not n.startswith("llvm.")]
            raise errors.InternalError(
                None,
                None,
                "Compiled code cannot be linked. Declared in its text, and neither among `symbols` nor "
                f"certain to be in the C library: {', '.join(foreign) or 'nothing'}. LLVM says: {error}",
            ) from error
        return CompiledModule(linker, loaded, exports)


def _names(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    return tuple(function or variable for function, variable in pattern.findall(text))
