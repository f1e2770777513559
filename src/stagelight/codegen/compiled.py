"""From a program, or what is kept of it on disk, to a Python function over arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from stagelight import config
from stagelight.codegen.cost import LONG_PROGRAM, cost_of
from stagelight.codegen.llvm.bounds import VIOLATION, VIOLATION_LINE, ViolationTold
from stagelight.codegen.llvm.entry import entry_text
from stagelight.codegen.llvm.program import program_text
from stagelight.codegen.llvm.rows import is_rows_symbol
from stagelight.codegen.loop_nest import Program, SideBySide, walk
from stagelight.codegen.machine.asking_python import python_symbols
from stagelight.codegen.machine.blas import BLAS_ROUTINES, blas_symbol
from stagelight.codegen.machine.compiler import (
    CompiledModule,
    Passes,
    assembly_text,
    compile_module,
    load_kept,
    outline_of,
)
from stagelight.codegen.machine.entry import RawMemory, array_layout, c_symbols, fast_call
from stagelight.codegen.machine.thread_pool import SYMBOL, pool_symbols
from stagelight.codegen.program_form import ProgramForm, form_of
from stagelight.codegen.target import Target
from stagelight.codegen.transforms.collapsing import collapse
from stagelight.codegen.transforms.fusion import fuse
from stagelight.codegen.transforms.memory_plan import plan_memory
from stagelight.codegen.transforms.packing import pack
from stagelight.codegen.transforms.side_by_side import put_side_by_side
from stagelight.codegen.transforms.splitting import split
from stagelight.codegen.transforms.taking_turns import take_turns
from stagelight.codegen.verifier import verify
from stagelight.core.buffer_pool import empty

_PASSES: Passes = "light"


@dataclass(frozen=True)
class _Owner:
    """What must live as long as the machine code can be called."""

    module: CompiledModule
    constants: tuple[Any, ...]
    fallback: Callable[..., Any]
    makers: tuple[Callable[[], np.ndarray], ...]
    memory: tuple[RawMemory, ...]


def optimize_program(program: Program, target: Target) -> None:
    """Applies all transforms for a target, in place."""
    fuse(program)
    collapse(program)
    fuse(program)
    if not program.sizes:
        pack(program, target)
        split(program, target)
        take_turns(program, target)
    put_side_by_side(program, target)


def module_text(program: Program, target: Target) -> str:
    """The LLVM module of a program and of the function through which Python calls it.

    Args:
        program: it is optimized in place.
        target: what code is generated for.
    """
    optimize_program(program, target)
    verify(program)
    plan = plan_memory(program)
    is_long = _runs_long(program)
    checks = config.current.checks_bounds
    return program_text(program, plan, target, checks_bounds=checks) + entry_text(
        program, array_layout(), plan.size, target, is_long=is_long
    )


def _runs_long(program: Program) -> bool:
    """Whether other Python threads should run meanwhile.

    They must where parts run side by side: these allocate memory for rows, for which a tool that traces
    memory takes Python's lock.
    """
    if any(isinstance(x, SideBySide) for x in walk(program.body)):
        return True
    # Of a program for any size it is not known how long it runs.
    return not program.sizes and cost_of(program.body) >= LONG_PROGRAM


def assembly_of(program: Program, target: Target) -> str:
    """The processor's instructions of a program, as text.

    Args:
        program: it is optimized in place.
        target: what code is generated for.
    """
    return assembly_text(module_text(program, target), _PASSES, target)


def compile_program(
    program: Program, fallback: Callable[..., Any], target: Target
) -> tuple[Callable[..., Any], ProgramForm]:
    """A function `(*arrays) -> tuple of arrays` that runs a program as machine code, and the program's form.

    Args:
        program: what to run; it is optimized in place.
        fallback: a Python function of the same arguments. It is called where the program fails, and for
            arrays that do not lie row after row.
        target: what code is generated for; this processor can run it.

    Returns:
        A function of `program.brought` that gives `program.outputs`, and what `load_program` takes.
    """
    text = module_text(program, target)
    form = form_of(program, outline_of(text, _PASSES, target))
    told = None
    if VIOLATION_LINE in text:
        fallback = told = ViolationTold(program.name, program.buffers, fallback)
    needed = _Needed(form, fallback)
    if told is not None:
        needed.symbols[VIOLATION] = told.cell.ctypes.data
    module = compile_module(text, needed.symbols, _PASSES, form.module, target)
    return needed.function(module), form


def load_program(form: ProgramForm, fallback: Callable[..., Any]) -> Callable[..., Any] | None:
    """The function that `compile_program` gave, here or earlier; None if the code is not kept any more.

    Args:
        form: of the program.
        fallback: as there.
    """
    needed = _Needed(form, fallback)
    module = load_kept(form.module, needed.symbols)
    return None if module is None else needed.function(module)


class _Needed:
    """What machine code of a form needs from outside.

    Attributes:
        symbols: addresses by name.
    """

    def __init__(self, form: ProgramForm, fallback: Callable[..., Any]) -> None:
        self._form = form
        self._fallback = fallback
        self._makers: dict[str, Callable[[], np.ndarray]] = {
            f"make{place}": partial(empty, x.shape, x.dtype.numpy_dtype)
            for place, x in form.made.items()
        }
        declared = form.module.declared
        # What one call leaves for the next.
        self._memory = {x: RawMemory() for x in declared if x == "scratch" or is_rows_symbol(x)}
        self.symbols: dict[str, int] = {
            **c_symbols(),
            **python_symbols(),
            **(pool_symbols() if SYMBOL in declared else {}),
            **{x: blas_symbol(x) for x in BLAS_ROUTINES.values() if x in declared},
            **{x: y.__array_interface__["data"][0] for x, y in form.constants.items()},
            **{name: id(maker) for name, maker in self._makers.items()},
            "fallback": id(fallback),
            **{name: memory.address for name, memory in self._memory.items()},
        }

    def function(self, module: CompiledModule) -> Callable[..., Any]:
        """The Python function that runs the code."""
        owner = _Owner(
            module,
            tuple(self._form.constants.values()),
            self._fallback,
            tuple(self._makers.values()),
            tuple(self._memory.values()),
        )
        return fast_call(module.address("entry"), self._form.name, owner)
