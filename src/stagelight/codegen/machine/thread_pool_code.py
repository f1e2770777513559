"""The thread pool's program, in LLVM's text, put together for this system.

The text is in `thread_pool_text/`: `chunks.ll` has `stagelight_parallel_for` itself, `pool.ll` the
pool and its protocol, the others the ways to sleep. What stands there as `$NAME` is filled in here.
"""

from __future__ import annotations

import platform
import signal
import sys
import time
from importlib import resources
from string import Template
from typing import Literal

from stagelight.codegen.machine.subnormals import subnormals_code
from stagelight.codegen.target import Target

Sleep = Literal["futex", "condition"]

MOST_WORKERS = 1023

# Looks at a word before sleeping: 30 to 100 microseconds.
_SPINS = 2000

# Bytes of a worker's stack: parts of programs run on it, which may be as long as programs. The system gives
# memory to what is used of it.
_STACK = 1 << 23

# Nanoseconds between two jobs that a worker which is awake surely looks through.
_SHORT_PAUSE = 25_000

_FUTEX_NUMBERS = {"x86_64": 202, "aarch64": 98, "riscv64": 98, "ppc64le": 221, "s390x": 238}

_X86_PAUSE = ("call void @llvm.x86.sse2.pause()", "declare void @llvm.x86.sse2.pause()")
_ARM_PAUSE = ("call void @llvm.aarch64.hint(i32 1)", "declare void @llvm.aarch64.hint(i32 immarg)")
_PAUSES = {"x86_64": _X86_PAUSE, "aarch64": _ARM_PAUSE}

# Signals that a worker causes itself are not kept from it.
_OWN_SIGNALS = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT", "SIGTRAP", "SIGSYS")


def usual_sleep() -> Sleep | None:
    """How idle threads of this system sleep; None where there are no POSIX threads."""
    if sys.platform == "win32":
        return None
    is_known_linux = sys.platform.startswith("linux") and platform.machine() in _FUTEX_NUMBERS
    return "futex" if is_known_linux else "condition"


def pool_code(sleep: Sleep | None, target: Target) -> str:
    """`stagelight_parallel_for`, with a pool whose idle threads sleep in this way, or without threads.

    Numbers of signals and calls are those of this system: the pool is compiled where it runs.
    """
    if sleep is None:
        return _text("chunks") + _text("no_threads") + subnormals_code(target)
    words = ("@state", "getelementptr (i8, ptr @state, i64 4)")
    generation, status = words if sys.byteorder == "little" else words[::-1]
    numbers = [int(getattr(signal, name)) for name in _OWN_SIGNALS if hasattr(signal, name)]
    places = {
        "SPINS": _SPINS,
        "STACK": _STACK,
        "SHORT_PAUSE": _SHORT_PAUSE,
        "GENERATION": generation,
        "STATUS": status,
        "KEEP_SIGNALS": "\n".join(
            f"  %keep{number} = call i32 @sigdelset(ptr %signals, i32 {number})"
            for number in numbers
        ),
        "CLOCK_MONOTONIC": int(time.CLOCK_MONOTONIC),
        "SIG_BLOCK": int(signal.SIG_BLOCK),
        "SIG_SETMASK": int(signal.SIG_SETMASK),
        "FUTEX": _FUTEX_NUMBERS.get(platform.machine(), 0),
    }
    parts = ("chunks", "pool", f"sleep_by_{sleep}")
    text = Template("".join(map(_text, parts))).substitute(places)
    return text + _pause(target) + subnormals_code(target)


def _text(name: str) -> str:
    path = resources.files("stagelight.codegen.machine") / "thread_pool_text" / f"{name}.ll"
    return path.read_text(encoding="utf-8")


def _pause(target: Target) -> str:
    """What a thread does between two looks: it tells the processor that it waits."""
    call, declaration = _PAUSES.get(target.architecture, ("", ""))
    return (
        f"{declaration}\ndefine internal void @pause() alwaysinline {{\n  {call}\n  ret void\n}}\n"
    )
