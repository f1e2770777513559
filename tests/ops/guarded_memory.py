"""Memory between pages that nobody may touch: whoever leaves it ends the process.

Run as a program, `python -m tests.ops.guarded_memory FAMILY...`, it runs all samples of some families as
machine code on such memory: arguments, results, variables' values and scratch memory. It tells each sample
before it runs it, so that the last line says which one ended the process.
"""

from __future__ import annotations

import ctypes
import faulthandler
import mmap
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

import stagelight as tf
from stagelight import config
from stagelight.codegen import compiled
from stagelight.codegen.llvm import entry
from stagelight.codegen.machine.entry import c_symbols
from stagelight.core import buffer_pool
from stagelight.core.tensor import EagerTensor
from stagelight.graph.effects import effects_of_graph
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import (
    exact_specs,
    flat,
    kind_differences,
    rounding_differences,
    staged,
    tensors_of,
)

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
_NO_ACCESS = 0


class GuardedBytes:
    """Bytes of which the one before the first, or the one after the last, belongs to a forbidden page."""

    def __init__(self, size: int, *, at_end: bool) -> None:
        page = mmap.PAGESIZE
        inner = -(-max(size, 1) // page) * page
        self._pages = mmap.mmap(-1, inner + 2 * page)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._pages))
        for guard in (start, start + page + inner):
            if _libc.mprotect(guard, page, _NO_ACCESS):
                raise OSError(ctypes.get_errno(), "mprotect")
        self.offset = page + (inner - size if at_end else 0)
        self.address = start + self.offset

    def array(self, shape: Sequence[int], dtype: np.dtype) -> np.ndarray:
        """An array in these bytes."""
        return np.ndarray(tuple(shape), dtype, self._pages, self.offset)


class Guarding:
    """Lets machine code that is compiled from now on work on such memory.

    Attributes:
        at_end: whether the forbidden page is after what is asked for, or before.
    """

    def __init__(self) -> None:
        self.at_end = True
        compiled.takes_used_memory = entry.takes_used_memory = _has_known_size
        compiled.empty = buffer_pool.empty = self.empty
        compiled.RawMemory = _Pointer
        self._scratch: list[GuardedBytes] = []
        pointer, size = ctypes.c_void_p, ctypes.c_size_t
        self._functions = (
            ctypes.CFUNCTYPE(pointer, size)(self._take),
            ctypes.CFUNCTYPE(None, pointer)(lambda address: None),
        )
        for name, function in zip(
            ("PyMem_RawMalloc", "PyMem_RawFree"), self._functions, strict=True
        ):
            c_symbols()[name] = ctypes.cast(function, pointer).value

    def empty(self, shape: Sequence[int], dtype: np.dtype) -> np.ndarray:
        """Stands for `buffer_pool.empty`."""
        size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
        return GuardedBytes(size, at_end=self.at_end).array(shape, dtype)

    def guarded(self, tensor: Any) -> Any:
        """A tensor whose elements lie in such memory."""
        array = getattr(tensor, "_array", None)
        if not isinstance(array, np.ndarray) or array.dtype.hasobject or not array.size:
            return tensor
        copy = self.empty(array.shape, array.dtype)
        copy[...] = array
        return EagerTensor(copy, tensor.dtype)

    def _take(self, size: int) -> int:
        """Stands for malloc. Up to 127 bytes of scratch memory are there only so that it can be aligned."""
        taken = GuardedBytes(-(-size // 64) * 64, at_end=self.at_end)
        self._scratch.append(taken)
        return taken.address


class _Pointer:
    """Stands for `RawMemory`: what its pointer comes to point to is kept by `Guarding`."""

    def __init__(self) -> None:
        self._pointer = ctypes.c_void_p()
        self.address = ctypes.addressof(self._pointer)


def _has_known_size(buffer: Any) -> bool:
    return isinstance(buffer.size, int)


def is_random(function: Any) -> bool:
    """Whether two calls may give other numbers."""
    return effects_of_graph(function.get_concrete_function().graph).is_random


def run_samples(group: Group, guarding: Guarding) -> list[str]:
    """Runs the samples of a group, and tells what differs from the eager results."""
    wrong = []
    for index, sample in group.samples:
        if not sample.staged:
            continue
        tensors = tensors_of(sample.arrays)
        expected = flat(sample.call(tf, *tensors))
        function = staged(sample.call, exact_specs(tensors))
        is_fixed = not (sample.random or is_random(function))
        same = rounding_differences if is_fixed else kind_differences
        for guarding.at_end in (True, False):
            print(f"{group} {index}, at_end={guarding.at_end}", flush=True)
            actual = function(*[guarding.guarded(x) for x in tensors])
            wrong += [f"{group} {index}: {text}" for text in same(expected, actual)]
    return wrong


def main(families: Sequence[str]) -> None:
    faulthandler.enable()
    guarding = Guarding()
    wrong = []
    with config.changed(executor="native"):
        for group in GROUPS:
            if group.family in families:
                wrong += run_samples(group, guarding)
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main(sys.argv[1:])
