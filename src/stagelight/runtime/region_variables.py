"""Variables of regions: values go in as arrays, new values come out, and are put in all together.

A tensor never changes, so a new value is written into an array that nobody refers to: the one that held the
value before the last, if it is free by its reference count, or a fresh one. A region that fails has changed
nothing; it is run again by the host, with the effects up to the operation that fails.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from operator import itemgetter
from sys import getrefcount
from typing import Any

import numpy as np

from stagelight.codegen.program_form import ProgramForm
from stagelight.core import buffer_pool
from stagelight.core.aligned_memory import aligned_empty, is_worth_aligning
from stagelight.ops.resources.resource_variables import VariableResource


class _Probe:
    """Something that holds an array as a variable holds its spare memory."""

    def __init__(self) -> None:
        self.spare = aligned_empty((1,), np.dtype(np.float32))


def _references_alone() -> tuple[int, int] | tuple[None, None]:
    """The reference counts of memory that only its variable refers to, and of what it is a view of.

    None where counts are not exact.
    """
    probe = _Probe()
    spare = probe.spare
    base = spare.base
    has_lock = getattr(sys, "_is_gil_enabled", lambda: True)()
    is_exact = sys.implementation.name == "cpython" and has_lock
    return (getrefcount(spare), getrefcount(base)) if is_exact else (None, None)


_ALONE, _BASE_ALONE = _references_alone()


def _new_memory(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """An array for a new value. Large ones are the buffer pool's, which are aligned as well."""
    is_large = math.prod(shape) * dtype.itemsize >= buffer_pool.LEAST_BYTES
    make = aligned_empty if is_worth_aligning(shape, dtype) and not is_large else buffer_pool.empty
    return make(shape, dtype)


class RegionOfVariables:
    """Runs a region that has variables among its inputs.

    Args:
        form: of the program that was compiled.
        run: the machine code; it gives None where it fails or cannot take an array as it lies.
        handles: which inputs are variables.
        fallback: runs the region on the host.
    """

    def __init__(
        self,
        form: ProgramForm,
        run: Callable[..., tuple[np.ndarray, ...] | None],
        handles: Sequence[int],
        fallback: Callable[..., Any],
    ) -> None:
        self._run = run
        self._fallback = fallback
        self._handles_of = _taker(handles)
        self._values = tuple(
            (
                position,
                x.shape,
                x.dtype.numpy_dtype,
                is_worth_aligning(x.shape, x.dtype.numpy_dtype),
            )
            for position, x in ((position, form.inputs[position]) for position in sorted(handles))
        )
        self._new = tuple([x for x in self._values if x[0] in form.written])
        self._is_plain = form.gives_outputs
        self._results = form.results
        self._bound = _Bound((), (), (), ())

    def __call__(self, *arrays: Any) -> Any:
        handles = self._handles_of(arrays)
        bound = self._bound
        if bound.handles != handles:  # Tuples compare what is in them by identity first.
            written = [arrays[place[0]][()] for place in self._new]
            bound = self._bound = _Bound(handles, self._values, written, self._new)
        if bound.is_shared:
            return self._fallback(*arrays)
        results = self._run_locked(bound, arrays) if bound.written else self._once(bound, arrays)
        return self._fallback(*arrays) if results is None else results

    def _run_locked(self, bound: _Bound, arrays: Sequence[Any]) -> Any:
        held = []
        try:
            for resource in bound.in_order:
                lock = resource.lock
                lock.acquire()
                held.append(lock)
            return self._once(bound, arrays)
        finally:
            for lock in held:
                lock.release()

    def _once(self, bound: _Bound, arrays: Sequence[Any]) -> Any:
        # A training step has dozens of variables, so what is done for each is spelled out in here.
        given = list(arrays)
        for position, shape, dtype, is_aligned, resource in bound.reads:
            value = resource.value
            if value is not resource.made:
                if value is None or value.shape != shape or value.dtype != dtype:
                    return None
                if not value.flags.c_contiguous:
                    value = resource.in_rows(value)
                elif is_aligned:
                    value = resource.settled(value)
            elif value is None:
                return None
            given[position] = value
        for resource, shape, dtype in bound.writes:
            memory = resource.spare
            if memory is not None and getrefcount(memory) == _ALONE:
                base = memory.base  # What views of it refer to.
                if base is None or getrefcount(base) == _BASE_ALONE:
                    resource.spare = None
                    if memory.shape == shape and memory.dtype == dtype:
                        given.append(memory)
                        continue
            given.append(_new_memory(shape, dtype))
        outputs = self._run(*given)
        if outputs is None:
            return None
        place = len(arrays)
        for resource in bound.written:
            before = resource.value
            # The memory of a large view belongs to the buffer pool, which finds it by itself.
            if (
                before is resource.made
                and before is not None
                and (before.base is None or before.nbytes < buffer_pool.LEAST_BYTES)
            ):
                resource.spare = before
            resource.value = resource.made = given[place]
            place += 1
        if self._is_plain:
            return outputs
        return tuple([given[i] if is_brought else outputs[i] for is_brought, i in self._results])


def _taker(positions: Sequence[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """A function that takes what stands at some positions out of a row, as a tuple."""
    if len(positions) > 1:
        return itemgetter(*positions)
    (position,) = positions
    return lambda row: (row[position],)


# Of a variable among the inputs: its position, the shape and dtype of its value, and whether it matters where
# that begins.
_Place = tuple[int, tuple[int, ...], np.dtype, bool]


class _Bound:
    """The variables of a call.

    Attributes:
        handles: as they are given.
        reads: for each its `_Place`, and the variable itself.
        writes: those that get new values, each with the shape and dtype of it.
        written: these alone.
        in_order: these, in the order in which all regions take their locks.
        is_shared: whether two handles lead to one variable.
    """

    def __init__(
        self,
        handles: tuple[Any, ...],
        places: Sequence[_Place],
        written: Sequence[VariableResource],
        new: Sequence[_Place],
    ) -> None:
        self.handles = handles
        resources = [handle[()] for handle in handles]
        self.reads = tuple([(*place, x) for place, x in zip(places, resources, strict=True)])
        self.writes = tuple([(x, *place[1:3]) for x, place in zip(written, new, strict=True)])
        self.written = tuple(written)
        self.in_order = tuple(sorted(written, key=id))
        self.is_shared = len(set(map(id, resources))) != len(resources)
