"""What the machine under generated code costs: compiling, loading, calls, shared loops, large arrays.

    PYTHONPATH=src python benchmarks/machine_code.py

Prints medians. Calls and compilation are measured in CPU time, which a busy machine disturbs less; loops
in wall time, since several threads run them.
"""

from __future__ import annotations

import ctypes
import itertools
import statistics
import tempfile
import time
from collections.abc import Callable

import numpy as np

from stagelight import config
from stagelight.codegen.machine import entry, thread_pool
from stagelight.codegen.machine.compiler import (
    compile_module,
    compile_object,
    load_object,
    outline_of,
)
from stagelight.codegen.machine.disk_cache import current_cache
from stagelight.core import buffer_pool

IDENTITY = """
declare void @Py_IncRef(ptr)
define ptr @identity(ptr %self, ptr %args, i64 %count) {
  %x = load ptr, ptr %args
  call void @Py_IncRef(ptr %x)
  ret ptr %x
}
"""

# Thirty fused multiply-adds on 64 numbers at a time.
KERNEL = "\n".join([
    "declare <64 x float> @llvm.fma.v64f32(<64 x float>, <64 x float>, <64 x float>)",
    "define void @kernel(ptr noalias %p, i64 %begin, i64 %end) {",
    "entry:",
    "  br label %loop",
    "loop:",
    "  %i = phi i64 [%begin, %entry], [%next, %loop]",
    "  %at = getelementptr float, ptr %p, i64 %i",
    "  %v0 = load <64 x float>, ptr %at, align 4",
    *(
        f"  %v{k + 1} = call <64 x float> @llvm.fma.v64f32(<64 x float> %v{k}, <64 x float> %v0, "
        "<64 x float> splat (float 0.5))"
        for k in range(30)
    ),
    "  store <64 x float> %v30, ptr %at, align 4",
    "  %next = add i64 %i, 64",
    "  %again = icmp ult i64 %next, %end",
    "  br i1 %again, label %loop, label %done",
    "done:",
    "  ret void",
    "}",
    "",
])

LOOPS = """
declare void @stagelight_parallel_for(ptr, ptr, i64, i64)
define void @nothing(ptr %context, i64 %begin, i64 %end) {
  ret void
}
define void @loops(i64 %chunks, i64 %times) {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  call void @stagelight_parallel_for(ptr @nothing, ptr null, i64 %chunks, i64 1)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %times
  br i1 %again, label %loop, label %done
done:
  ret void
}
"""


def seconds(work: Callable[[], object], rounds: int, clock: Callable[[], float]) -> float:
    """The median of the rounds."""
    times = []
    for _ in range(rounds):
        begin = clock()
        work()
        times.append(clock() - begin)
    return statistics.median(times)


def cpu(work: Callable[[], object], rounds: int = 21) -> float:
    return seconds(work, rounds, time.process_time)


def wall(work: Callable[[], object], rounds: int = 21) -> float:
    return seconds(work, rounds, time.perf_counter)


def show(name: str, value: float, unit: str, scale: float) -> None:
    print(f"{name:58} {value * scale:9.3f} {unit}")


def measure_compiler() -> None:
    compile_module(KERNEL)
    numbers = itertools.count()
    for passes in ("none", "light", "full"):
        value = cpu(lambda p=passes: compile_object(KERNEL, p))
        show(f"compile a kernel of vectors, passes {passes!r}", value, "ms", 1e3)
    code, outline = compile_object(KERNEL), outline_of(KERNEL)
    show("load its object code", cpu(lambda: load_object(code, outline)), "ms", 1e3)
    with tempfile.TemporaryDirectory() as directory, config.changed(compilation_cache=directory):
        value = cpu(lambda: compile_module(KERNEL.replace("0.5", f"{next(numbers)}.5")))
        show("compile and put it into the cache on disk", value, "ms", 1e3)
        compile_module(KERNEL)
        cache = current_cache()
        assert cache is not None
        cache.wait_for_writer()
        show("take it out of the cache and load it", cpu(lambda: compile_module(KERNEL)), "ms", 1e3)


def measure_calls() -> None:
    module = compile_module(IDENTITY, entry.c_symbols())
    fast = entry.fast_call(module.address("identity"), "identity", module)
    slow = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.c_void_p, ctypes.c_int64)(
        module.address("identity")
    )
    x = np.ones(3)
    times = 100_000

    def call_fast() -> None:
        for _ in range(times):
            fast(x)

    pointer = ctypes.c_void_p(id(x))
    address = ctypes.addressof(pointer)

    def call_slow() -> None:
        for _ in range(times):
            slow(x, address, 1)

    show("call machine code: fast_call", cpu(call_fast) / times, "ns", 1e9)
    show("call machine code: ctypes", cpu(call_slow) / times, "ns", 1e9)


def measure_loops() -> None:
    pool = thread_pool.the_pool()
    module = compile_module(LOOPS, thread_pool.pool_symbols())
    kernel = compile_module(KERNEL)
    loops = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64)(module.address("loops"))
    data = np.ones(1 << 22, np.float32)
    for threads in sorted({1, 2, thread_pool.thread_count()}):
        with config.changed(intra_op_threads=threads):
            for chunks in (2, 8, 64):
                value = wall(lambda c=chunks: loops(c, 2000)) / 2000
                show(f"{threads} threads: loops of {chunks} empty chunks, in a row", value, "us", 1e6)

            def after_pause() -> float:
                time.sleep(0.001)
                return wall(lambda: pool.parallel_for(module.address("nothing"), 0, 8, 1), 1)

            value = statistics.median(after_pause() for _ in range(101))
            show(f"{threads} threads: a loop of 8 empty chunks after 1 ms", value, "us", 1e6)
            value = wall(
                lambda: pool.parallel_for(kernel.address("kernel"), data.ctypes.data, data.size, 1 << 14)
            )
            show(f"{threads} threads: 30 multiply-adds on each of 4M numbers", value, "ms", 1e3)


def measure_memory() -> None:
    dtype = np.dtype(np.float32)
    x = np.ones(10_000_000, dtype)
    for name, limit in (("fresh", 0), ("used", config.current.recycled_bytes)):
        with config.changed(recycled_bytes=limit):
            value = cpu(lambda: np.add(x, x, buffer_pool.empty(x.shape, dtype)))
        show(f"x + x of 40 MB into {name} memory", value, "ms", 1e3)

    def take() -> None:
        for _ in range(1000):
            buffer_pool.empty(x.shape, dtype)

    show("an array of 40 MB out of the pool", cpu(take) / 1000, "us", 1e6)


if __name__ == "__main__":
    measure_compiler()
    measure_calls()
    measure_loops()
    measure_memory()
