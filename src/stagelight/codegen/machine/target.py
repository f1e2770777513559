"""The processor this process runs on, as LLVM knows it."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from dataclasses import dataclass
from functools import cache
from typing import Any

from stagelight.codegen.machine.llvm_compiler import llvm, target_machine

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

# Bits of a vector register by what the processor must have, widest first.
_VECTOR_BITS = (("avx512f", 512), ("avx", 256), ("lasx", 256), ("neon", 128), ("sse2", 128))


@dataclass(frozen=True)
class HostTarget:
    """What code is generated for.

    Attributes:
        triple: LLVM's name of architecture, maker and system, such as "x86_64-unknown-linux-gnu".
        data_layout: sizes and alignments of types, in LLVM's form.
        cpu: the processor's name, such as "znver4".
        features: all instruction sets by name, each with "+" or "-" for had or not.
        vector_bits: the width of the widest vector registers.
        machine: LLVM's `TargetMachine`.
        llvm_version: the versions of llvmlite and LLVM.
    """

    triple: str
    data_layout: str
    cpu: str
    features: str
    vector_bits: int
    machine: Any
    llvm_version: str

    @property
    def has_many_registers(self) -> bool:
        """Whether there are 32 vector registers; else count on 16."""
        return self.has("avx512f") or self.triple.startswith(("aarch64", "arm64"))

    def has(self, feature: str) -> bool:
        """Whether the processor has an instruction set, by LLVM's name for it ("avx2", "fma")."""
        return f"+{feature}" in self.features.split(",")


def _features() -> str:
    try:
        return llvm().get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM cannot ask this kind of processor: what its name says must do.
        return ""


def host_target() -> HostTarget:
    """The processor of this process."""
    with llvm_lock:
        return _host_target()


@cache
def _host_target() -> HostTarget:
    binding = llvm()
    cpu, features = binding.get_host_cpu_name(), _features()
    machine = target_machine(cpu, features, level=2, uses_jit_link=USES_JIT_LINK)
    had = set(features.split(","))
    return HostTarget(
        triple=machine.triple,
        data_layout=str(machine.target_data),
        cpu=cpu,
        features=features,
        vector_bits=next((bits for name, bits in _VECTOR_BITS if f"+{name}" in had), 128),
        machine=machine,
        llvm_version=f"llvmlite {_llvmlite_version()}, LLVM {binding.llvm_version_info}",
    )


def _llvmlite_version() -> str:
    import llvmlite

    return str(llvmlite.__version__)
