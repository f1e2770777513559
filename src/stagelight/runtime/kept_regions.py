"""Forms of regions on disk: a later process finds machine code by the graph, without lowering it.

Beside the object code of each text stands, under a key made of the region's graph, the form of the program
that the region became. The key says all that lowering and code generation depend on: the graph, the
processor, the versions, and this package's own files.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from stagelight import config
from stagelight.codegen.index import values_seen
from stagelight.codegen.lowering.values import Sizes
from stagelight.codegen.machine.disk_cache import current_cache, entry_key
from stagelight.codegen.machine.host import llvm_version
from stagelight.codegen.program_form import ProgramForm
from stagelight.codegen.target import Target
from stagelight.graph.fingerprint import fingerprint
from stagelight.runtime.regions import Region


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
