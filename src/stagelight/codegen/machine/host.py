"""The host: the processor that this process runs on, as LLVM knows it, and LLVM itself in this process."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from functools import cache
from typing import Any

from stagelight.codegen.machine.llvm_compiler import llvm, target_machine
from stagelight.codegen.target import Target

# JITLink keeps a module's code and data together in memory, so code may refer to its data by short
# distances. For Windows LLVM has the older linker only, which wants ELF objects and long distances.
USES_JIT_LINK = sys.platform != "win32"

# Whoever uses LLVM in this process holds this lock, except for finalizers of llvmlite's objects, which take
# llvmlite's own. Both are held while the process forks: LLVM is at rest in the child.
llvm_lock = threading.RLock()
_held_while_forking: list[Any] = []


def _hold_locks() -> None:
    llvm_lock.acquire()
    library = getattr(sys.modules.get("llvmlite.binding.ffi"), "lib", None)
    lock = getattr(library, "_lock", None) or contextlib.nullcontext()
    lock.__enter__()
    _held_while_forking.append(lock)


def _release_locks() -> None:
    _held_while_forking.pop().__exit__(None, None, None)
    llvm_lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_hold_locks, after_in_parent=_release_locks, after_in_child=_release_locks
    )


def _features() -> str:
    try:
        return llvm().get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM cannot ask this kind of processor: what its name says must do.
        return ""


@cache
def _host_target() -> Target:
    binding = llvm()
    return Target(binding.get_process_triple(), binding.get_host_cpu_name(), _features())


def host_target() -> Target:
    """The processor of this process."""
    with llvm_lock:
        return _host_target()


@cache
def _machine(target: Target) -> Any:
    return target_machine(target.cpu, target.features, level=2, uses_jit_link=USES_JIT_LINK)


def host_machine() -> Any:
    """LLVM's `TargetMachine` for the host. Whoever asks holds `llvm_lock`, and keeps it while it is used."""
    return _machine(_host_target())


def data_layout_of(target: Target) -> str:
    """Sizes and alignments of types, in LLVM's form, for a target of the host's architecture."""
    with llvm_lock:
        return str(_machine(target).target_data)


def llvm_version() -> str:
    """The versions of llvmlite and LLVM."""
    with llvm_lock:
        return _llvm_version()


@cache
def _llvm_version() -> str:
    return f"llvmlite {_llvmlite_version()}, LLVM {llvm().llvm_version_info}"


def _llvmlite_version() -> str:
    import llvmlite

    return str(llvmlite.__version__)
