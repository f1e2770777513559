"""`compile_program`: from a program to a Python function over arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from stagelight import config
from stagelight.codegen.cost import LONG_PROGRAM, cost_of
from stagelight.codegen.llvm.bounds import VIOLATION, VIOLATION_LINE, ViolationTold
from stagelight.codegen.llvm.entry import entry_text, takes_used_memory
from stagelight.codegen.llvm.program import program_text
from stagelight.codegen.loop_nest import Program
from stagelight.codegen.machine.blas import BLAS_ROUTINES, blas_symbol
from stagelight.codegen.machine.buffer_pool import empty
from stagelight.codegen.machine.compiler import (
    CompiledModule,
    Passes,
    assembly_text,
    compile_module,
)
from stagelight.codegen.machine.entry import RawMemory, array_layout, c_symbols, fast_call
from stagelight.codegen.machine.thread_pool import SYMBOL, pool_symbols
from stagelight.codegen.transforms.collapsing import collapse
from stagelight.codegen.transforms.fusion import fuse
from stagelight.codegen.transforms.memory_plan import plan_memory
from stagelight.codegen.transforms.packing import pack
from stagelight.codegen.transforms.splitting import split
from stagelight.codegen.verifier import verify

_PASSES: Passes = "light"


@dataclass(frozen=True)
class _Owner:
    """What must live as long as the machine code can be called."""

    module: CompiledModule
    constants: tuple[Any, ...]
    fallback: Callable[..., Any]
    makers: tuple[Callable[[], np.ndarray], ...]
    scratch: RawMemory


def optimize_program(program: Program) -> None:
    """Applies all transforms, in place."""
    fuse(program)
    collapse(program)
    fuse(program)
    if not program.sizes:
        pack(program)
        split(program)


def module_text(program: Program) -> str:
    """The LLVM module of a program and of the function through which Python calls it.

    Args:
        program: it is optimized in place.
    """
    optimize_program(program)
    verify(program)
    plan = plan_memory(program)
    # Of a program for any size it is not known how long it runs.
    is_long = not program.sizes and cost_of(program.body) >= LONG_PROGRAM
    checks = config.current.checks_bounds
    return program_text(program, plan, checks_bounds=checks) + entry_text(
        program, array_layout(), plan.size, is_long=is_long
    )


def assembly_of(program: Program) -> str:
    """The processor's instructions of a program, as text.

    Args:
        program: it is optimized in place.
    """
    return assembly_text(module_text(program), _PASSES)


def compile_program(program: Program, fallback: Callable[..., Any]) -> Callable[..., Any]:
    """A function `(*arrays) -> tuple of arrays` that runs a program as machine code.

    Args:
        program: what to run; it is optimized in place.
        fallback: a Python function of the same arguments. It is called where the program fails, and for
            arrays that do not lie row after row.

    Returns:
        A function of `program.brought` that gives `program.outputs`.
    """
    text = module_text(program)
    symbols = dict(c_symbols())
    if VIOLATION_LINE in text:
        fallback = ViolationTold(program.name, program.buffers, fallback)
        symbols[VIOLATION] = fallback.cell.ctypes.data
    for name in BLAS_ROUTINES.values():
        if f"@{name}(" in text:
            symbols[name] = blas_symbol(name)
    if f"@{SYMBOL}(" in text:
        symbols |= pool_symbols()
    constants = tuple(np.ascontiguousarray(buffer.value) for buffer in program.constants)
    for buffer, array in zip(program.constants, constants, strict=True):
        symbols[buffer.name] = array.__array_interface__["data"][0]
    symbols["fallback"] = id(fallback)
    scratch = RawMemory()
    symbols["scratch"] = scratch.address
    makers = []
    for place, buffer in enumerate(program.outputs):
        if takes_used_memory(buffer):
            makers.append(partial(empty, buffer.shape, buffer.dtype.numpy_dtype))
            symbols[f"make{place}"] = id(makers[-1])
    module = compile_module(text, symbols, _PASSES)
    owner = _Owner(module, constants, fallback, tuple(makers), scratch)
    return fast_call(module.address("entry"), program.name, owner)
