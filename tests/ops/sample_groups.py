"""All samples, grouped for the tests: a group is what one family's file says of one op.

Each family's file is imported with the random numbers started anew: its arrays do not depend
on which other files there are.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass

import numpy as np

from tests.ops import samples
from tests.ops.samples import Bad, Sample


@dataclass(frozen=True)
class Group:
    """The samples of one op in one file, with their places in its list."""

    family: str
    op: str
    samples: tuple[tuple[int, Sample], ...]
    bads: tuple[tuple[int, Bad], ...]

    def __str__(self) -> str:
        return f"{self.family}-{self.op}"


def groups() -> list[Group]:
    """Every group, by family and op."""
    found = []
    for module in sorted(module.name for module in pkgutil.iter_modules(samples.__path__)):
        samples.random.generator = np.random.default_rng(7)
        entries = importlib.import_module(f"tests.ops.samples.{module}").SAMPLES
        for op in sorted({entry.op for entry in entries}):
            of_op = [(i, entry) for i, entry in enumerate(entries) if entry.op == op]
            found.append(
                Group(
                    module,
                    op,
                    tuple((i, entry) for i, entry in of_op if isinstance(entry, Sample)),
                    tuple((i, entry) for i, entry in of_op if isinstance(entry, Bad)),
                )
            )
    return found


GROUPS = groups()


def place(group: Group, index: int, entry: Sample | Bad) -> str:
    """Where an entry stands and with which arguments, for messages."""
    code = entry.call.__code__
    kinds = ", ".join(f"{np.asarray(a).dtype.name}{list(np.shape(a))}" for a in entry.arrays)
    return (
        f"{type(entry).__name__} {index} of tests/ops/samples/{group.family}.py "
        f"({group.op}, call in line {code.co_firstlineno}, arguments: {kinds or 'none'})"
    )
