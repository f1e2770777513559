"""LLVM's compiler: a module's text to object code or assembly.

It runs in the compiler process (`compiler_process.py`), where `serve` answers requests, and in this process
where there can be no other. That process is started by the path of this file, so nothing of the package is
imported here: only llvmlite and the standard library.

LLVM checks its own work by assertions, which end the process. Passes have made invalid modules of valid ones
(LLVM 22 merges stores to a stack slot before the last of the stored values is computed), and the code
generator does not survive those. So a module is verified after the passes too; if they broke it, its code is
generated without them.
"""

from __future__ import annotations

import contextlib
import faulthandler
import marshal
import os
import select
import threading
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

# LLVM ends the process where it does not know an option: newer versions get none.
LAST_KNOWN_LLVM = 22

# Of a message between the processes: its size, then a value by `marshal`. Any Python reads this version.
SIZE_BYTES = 8
MARSHAL_VERSION = 2


class CompileRequest(NamedTuple):
    """What is to be compiled, and how.

    Attributes:
        text: a module in LLVM's assembly language, with its target lines.
        passes: "quick", "none", "light" or "full": see `compiler.compile_module`.
        output: "object" or "assembly".
        cpu, features: the processor, by LLVM's names.
        uses_jit_link: whether JITLink will link the object.
        aborts: whether the process shall abort instead, as in a failed assertion of LLVM; for tests.
    """

    text: str
    passes: str
    output: str
    cpu: str
    features: str
    uses_jit_link: bool
    aborts: bool = False


@cache
def llvm() -> ModuleType:
    """`llvmlite.binding`, ready to generate code for this processor."""
    import llvmlite.binding

    llvmlite.binding.initialize_native_target()
    llvmlite.binding.initialize_native_asmprinter()
    return llvmlite.binding


@cache
def target_machine(cpu: str, features: str, level: int, uses_jit_link: bool) -> Any:
    """LLVM's `TargetMachine` for a processor and a level of code generation."""
    binding = llvm()
    target = binding.Target.from_triple(binding.get_process_triple())
    return target.create_target_machine(
        cpu=cpu,
        features=features,
        opt=level,
        reloc="pic" if uses_jit_link else "default",
        codemodel="small" if uses_jit_link else "jitdefault",
        jit=True,
    )


def compile_text(request: CompileRequest) -> bytes:
    """The object file, or the assembly text in UTF-8.

    Raises:
        RuntimeError: LLVM refuses the text.
    """
    if request.aborts:
        os.abort()
    level = 0 if request.passes == "quick" else 2
    machine = target_machine(request.cpu, request.features, level, request.uses_jit_link)
    with _without_strength_reduction():
        module = _optimized(request)
        if request.output == "assembly":
            return str(machine.emit_assembly(module)).encode()
        return bytes(machine.emit_object(module))


def _optimized(request: CompileRequest) -> Any:
    """The module after its passes, or as it was if the passes made it invalid."""
    module = _parse(request.text)
    if request.passes in ("quick", "none"):
        return module
    _run_passes(module, request)
    try:
        module.verify()
    except RuntimeError:
        return _parse(request.text)
    return module


def _parse(text: str) -> Any:
    binding = llvm()
    module = binding.parse_assembly(text, binding.create_context())
    module.verify()
    return module


def _run_passes(module: Any, request: CompileRequest) -> None:
    binding = llvm()
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.slp_vectorization = True
    machine = target_machine(request.cpu, request.features, 2, request.uses_jit_link)
    builder = binding.create_pass_builder(machine, options)
    manager = builder.getModulePassManager() if request.passes == "full" else _light_passes()
    manager.run(module, builder)


@cache
def _light_passes() -> Any:
    """The pass manager of "light". One for all modules: llvmlite never frees a pass manager."""
    # NewGVN would belong here, but LLVM's makes wrong code: test_pooling.py tells.
    manager = llvm().create_new_module_pass_manager()
    manager.add_always_inliner_pass()
    manager.add_sroa_pass()
    manager.add_instruction_combine_pass()
    manager.add_simplify_cfg_pass()
    manager.add_dead_code_elimination_pass()
    return manager


@contextlib.contextmanager
def _without_strength_reduction() -> Iterator[None]:
    """Lets LLVM leave addresses in loops as they are written.

    Its search for cheaper ones took a quarter of the time of compiling and gave nothing in twenty kernels of
    all kinds. The option is the process's, which others may use LLVM in: so it is taken back.
    """
    if llvm().llvm_version_info[0] > LAST_KNOWN_LLVM:
        yield
        return
    llvm().set_option("stagelight", "-disable-lsr=true")
    try:
        yield
    finally:
        llvm().set_option("stagelight", "-disable-lsr=false")


# The compiler process.


def write_message(file: int, value: Any) -> None:
    """Writes a message to a pipe."""
    data = marshal.dumps(value, MARSHAL_VERSION)
    left = memoryview(len(data).to_bytes(SIZE_BYTES, "little") + data)
    while left:
        left = left[os.write(file, left) :]


def read_message(file: int) -> Any:
    """The next message of a pipe.

    Raises:
        EOFError: whoever writes has closed the pipe.
    """
    size = int.from_bytes(_read_exactly(file, SIZE_BYTES), "little")
    return marshal.loads(_read_exactly(file, size))


def _read_exactly(file: int, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        piece = os.read(file, min(size - len(data), 1 << 20))
        if not piece:
            raise EOFError
        data += piece
    return bytes(data)


def serve(memory: int) -> None:
    """Answers requests from standard input until it is closed, then ends the process.

    The first message is "ready"; those that follow are `(True, code)` or `(False, LLVM's message)`.

    Args:
        memory: bytes of its address space. LLVM ends the process where it needs more.
    """
    # The process that was asked for this one would have it as a child, and `os.wait()` there would
    # wait for it. So it becomes an orphan.
    if os.fork():
        os._exit(0)
    replies = os.dup2(1, 3)
    os.dup2(2, 1)  # What LLVM prints is no reply.
    os.closerange(4, 1 << 16)  # What C libraries of the other process left open to be inherited.
    os.set_blocking(2, False)  # Nobody reads it before the end.
    os.chdir("/")
    _set_limits(memory)
    faulthandler.enable()
    threading.Thread(target=_end_with_requests, daemon=True).start()
    llvm()
    with contextlib.suppress(EOFError, BrokenPipeError):
        write_message(replies, "ready")
        while True:
            request = CompileRequest(*read_message(0))
            try:
                reply = (True, compile_text(request))
            except RuntimeError as error:
                reply = (False, str(error).encode())
            write_message(replies, reply)


def _end_with_requests() -> None:
    """Ends the process when the pipe is closed, whatever LLVM is at."""
    poll = select.poll()
    poll.register(0, 0)
    poll.poll()
    os._exit(0)


def _set_limits(memory: int) -> None:
    """Limits the address space, and leaves no core file. Lower limits of the other process stay."""
    import resource

    for kind, size in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        soft, hard = resource.getrlimit(kind)
        if soft == resource.RLIM_INFINITY or soft > size:
            # macOS has no limits of address space below what a process has already.
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(kind, (size, hard))
