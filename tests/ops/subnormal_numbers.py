"""Python's own arithmetic with the mode in which machine code runs: subnormal numbers are zeros."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from llvmlite import binding

from stagelight.codegen.machine.subnormals import subnormals_code
from stagelight.codegen.target import Target


@contextmanager
def subnormals_are_zeros() -> Iterator[None]:
    """What this thread computes in the block takes subnormal numbers for zeros, as operands and results."""
    _, flush, restore = _switches()
    mode = flush()
    try:
        yield
    finally:
        restore(mode)


@cache
def _switches() -> tuple[Any, Callable[[], int], Callable[[int], None]]:
    """The functions that switch the mode on and back, and before them what keeps their code."""
    triple = binding.get_process_triple()
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    module = binding.parse_assembly(subnormals_code(Target(triple)).replace("internal ", ""))
    processor = binding.Target.from_triple(triple).create_target_machine()
    engine = binding.create_mcjit_compiler(module, processor)
    engine.finalize_object()
    flush = ctypes.CFUNCTYPE(ctypes.c_int64)(engine.get_function_address("flush_subnormals"))
    restore = ctypes.CFUNCTYPE(None, ctypes.c_int64)(
        engine.get_function_address("restore_subnormals")
    )
    return engine, flush, restore
