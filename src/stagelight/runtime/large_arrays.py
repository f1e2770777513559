"""Eager ops on large arrays: elementwise ones run as machine code, which threads share.

NumPy takes 2 to 30 times as long for a function such as tanh or erf, and gets the memory of each large result
from the system. A kernel serves arrays of all shapes; it is compiled when an op has been asked for often
enough that this will have paid. What is small never comes here (`dispatch.LARGE`).
"""

from __future__ import annotations

import importlib
import os
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stagelight import config, errors
from stagelight.core.dispatch import set_large_evaluator
from stagelight.core.op_def import OpDef
from stagelight.core.tensor import EagerTensor
from stagelight.types.dtypes import DType

# Elements that an op has to be asked for before it is compiled.
_WORTH_COMPILING = 1 << 20
# Cost of all elements from which machine code pays: a call of it takes some 10 us.
_WORTH_CALLING = 1 << 19

# By op, dtypes and which inputs are of one element.
_Key = tuple[str, tuple[DType, ...], tuple[bool, ...]]

_lock = threading.Lock()


class _Candidate:
    """An op for some dtypes: its kernel once there is one, and how many elements it was asked for."""

    __slots__ = ("asked", "is_tried", "kernel")

    def __init__(self) -> None:
        self.asked = 0
        self.is_tried = False
        self.kernel: Any = None


_candidates: dict[_Key, _Candidate] = {}


def evaluate_large(
    op_def: OpDef, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]
) -> np.ndarray | None:
    """The result of an elementwise op; None if NumPy does it as well, or the arrays do not lie in rows."""
    if op_def.scalar is None or attrs or config.current.executor != "native":
        return None
    arrays = [x._array for x in inputs]
    shape: tuple[int, ...] = max([x.shape for x in arrays], key=len)
    size = max([x.size for x in arrays])
    are_single = tuple([x.size == 1 for x in arrays])
    for array, is_single in zip(arrays, are_single, strict=True):
        flags = array.flags
        if not (is_single or (array.shape == shape and flags.c_contiguous)) or not flags.aligned:
            return None
    key = op_def.name, tuple([x.dtype for x in inputs]), are_single
    candidate = _candidates.get(key)
    if candidate is None:
        candidate = _candidates.setdefault(key, _Candidate())
    if not candidate.is_tried:
        candidate.asked += size
        if candidate.asked < _WORTH_COMPILING:
            return None
        with _lock:
            if not candidate.is_tried:
                candidate.kernel = _compiled(op_def, key[1], are_single)
                candidate.is_tried = True
    kernel = candidate.kernel
    if kernel is None or kernel.cost * size < _WORTH_CALLING:
        return None
    return kernel(arrays, shape)


def _compiled(op_def: OpDef, dtypes: Sequence[DType], are_single: Sequence[bool]) -> Any:
    """The kernel of an op; None if there is none. The compiler is loaded for the first one."""
    made = importlib.import_module("stagelight.runtime.elementwise_kernels")
    try:
        return made.elementwise_kernel(op_def, dtypes, are_single)
    except (errors.InternalError, errors.UnimplementedError):
        return None  # The compiler cannot do it, or there is none for this system.


def _renew_lock() -> None:
    """In a forked child: the thread that compiled is gone."""
    global _lock  # noqa: PLW0603 - the one lock of the process
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)

set_large_evaluator(evaluate_large)
