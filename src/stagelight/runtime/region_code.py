"""Machine code of regions: of known sizes, or of sizes that are symbols; kept on disk, or made.

A later process finds machine code by the graph, without lowering it: beside the object code of each text
stands, under a key made of the region's graph, the form of the program that the region became. The key says
all that lowering and code generation depend on: the graph, the processor, the versions, and this package's
own files.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

import stagelight.codegen.lowering.rules  # noqa: F401 - registers the rules
from stagelight import config
from stagelight.codegen.compiled import compile_program, load_program
from stagelight.codegen.index import Undecided, values_seen
from stagelight.codegen.loop_nest import Program
from stagelight.codegen.lowering.lowering import NotOfAnySize
from stagelight.codegen.lowering.programs import lower, lower_for_any_size
from stagelight.codegen.lowering.tensor_forms import is_list, is_variable
from stagelight.codegen.lowering.values import Sizes
from stagelight.codegen.machine.disk_cache import current_cache, entry_key
from stagelight.codegen.machine.host import host_target, llvm_version
from stagelight.codegen.program_form import ProgramForm
from stagelight.codegen.target import Target
from stagelight.codegen.verifier import Unsound
from stagelight.core.memory_errors import out_of_memory
from stagelight.garbage_collection import collect_rarely
from stagelight.graph.fingerprint import fingerprint
from stagelight.runtime.background_compilation import CompiledInBackground
from stagelight.runtime.compile_failures import tell_failure
from stagelight.runtime.executors import Run
from stagelight.runtime.region_lists import RegionOfLists
from stagelight.runtime.region_variables import RegionOfVariables
from stagelight.runtime.regions import Region


def compile_static(region: Region, name: str, host: Run | None = None) -> Run:
    """The function over arrays that runs a region whose sizes are known; where it has no code, the host.

    Args:
        region: what to run.
        name: of its graph.
        host: runs the region on the host; a plan of it if not given.
    """
    fallback = host or region.on_host(name)

    def lowered() -> Program | None:
        try:
            return lower("program", region.operations, region.inputs, region.outputs)
        except (MemoryError, ValueError) as error:
            if out_of_memory(error) is not None:
                return None  # Sizes that no machine has room for; the host says so.
            raise

    def compiled() -> Run:
        try:
            return _kept_or_compiled(region, fallback, lowered) or fallback
        except Exception as error:  # noqa: BLE001 - whatever fails is told, and another way is there
            tell_failure(error, f"A part of {name}")
            return fallback

    if config.current.compiles_in_background:
        return CompiledInBackground(compiled, fallback)
    return compiled()


def compile_symbolic(
    region: Region,
    shapes: Sequence[Sizes],
    checked: Sequence[int],
    other: Run,
) -> Run | None:
    """The function that runs a region for all sizes; None where there is no such program.

    Args:
        region: what to run.
        shapes: the sizes of its inputs, some of them symbols.
        checked: positions of the inputs whose sizes a call has to check.
        other: is called for arrays of other sizes.

    Raises:
        NotOfAnySize: one operation is the cause that there is none.
    """
    parts = region.operations, region.inputs, region.outputs

    def lowered() -> Program:
        return lower_for_any_size("program", *parts, shapes, checked)

    try:
        return _kept_or_compiled(region, other, lowered, shapes)
    except NotOfAnySize:
        raise
    except (Undecided, Unsound):
        return None  # Unsound: it is not proved that it stays inside of its buffers.
    except Exception as error:  # noqa: BLE001 - whatever fails is told, and another way is there
        tell_failure(error, "A region for all sizes")
        return None


def _kept_or_compiled(
    region: Region,
    host: Run,
    lowered: Callable[[], Program | None],
    sizes: Sequence[Sizes] = (),
) -> Run | None:
    """The function over arrays, and handles of variables and lists, that runs a region; None if none can.

    Args:
        region: what to run.
        host: is called where the code does not run.
        lowered: gives the program, or None where there is none. It is called if no code is kept on disk.
        sizes: of the inputs, where some are symbols.
    """
    handles = [i for i, tensor in enumerate(region.inputs) if is_variable(tensor)]
    has_lists = any(map(is_list, (*region.inputs, *region.outputs)))
    fallback = _give_up if handles or has_lists else host
    target = host_target()
    key = key_of(region, target, sizes)
    form = None if key is None else kept_form(key)
    run = None if form is None else load_program(form, fallback)
    if form is None or run is None:
        with collect_rarely():
            program = lowered()
            if program is None:
                return None
            run, form = compile_program(program, fallback, target)
        if key is not None:
            keep_form(key, form)
    if handles:
        run = RegionOfVariables(form, run, handles, _give_up if has_lists else host)
    return RegionOfLists(region, run, host) if has_lists else run


def _give_up(*arrays: Any) -> None:
    """Says that machine code cannot go on."""


# ---------------------------------------------------------------------------- what is kept


def key_of(region: Region, target: Target, sizes: Sequence[Sizes] = ()) -> str | None:
    """The key of a region's form; None if forms are not kept, or not of such regions.

    Args:
        region: which.
        target: what code is generated for.
        sizes: of the inputs, where some are symbols.
    """
    if current_cache() is None or config.current.checks_bounds:
        return None
    graph = fingerprint(region.operations, region.inputs, region.outputs)
    files = _own_files()
    if graph is None or files is None:
        return None
    versions = llvm_version(), sys.version, np.__version__, files
    symbols = repr([[(str(x), values_seen(x)) for x in shape] for shape in sizes])
    return entry_key(
        ("form", graph, symbols, target.triple, target.cpu, target.features, *versions)
    )


def kept_form(key: str) -> ProgramForm | None:
    """The form under a key, if there is one."""
    disk = current_cache()
    data = None if disk is None else disk.get(key)
    return None if data is None else ProgramForm.from_bytes(data)


def keep_form(key: str, form: ProgramForm) -> None:
    """Writes a form for later processes."""
    disk = current_cache()
    data = form.to_bytes()
    if disk is not None and data is not None:
        disk.put(key, data)


@cache
def _own_files() -> str | None:
    """Stands for what this package does: another one where a file was written since.

    None where there are no files, or some were written while this process ran: it may work by the old ones.
    """
    folder = os.path.dirname(config.__file__)
    try:
        states = list(_states(folder))
    except OSError:
        return None
    if max(state.written for state in states) >= config.IMPORTED_AT:
        return None
    return entry_key([folder, *map(repr, states)])


class _State(NamedTuple):
    """Of a file. When it was written is a time that nobody can set, but on Windows."""

    name: str
    size: int
    modified: float
    written: float


def _states(folder: str) -> Iterator[_State]:
    """Of all Python files."""
    with os.scandir(folder) as found:
        for entry in sorted(found, key=lambda entry: entry.name):
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _states(entry.path)
            elif entry.name.endswith((".py", ".pyc")):
                status = entry.stat()
                yield _State(entry.name, status.st_size, status.st_mtime, status.st_ctime)
