"""Writes what the native executor makes of every op sample: regions, their programs, and what the host runs.

Run it before and after a change to the compile path, and compare the files:

    python scripts/dump_regions.py before.txt
    python scripts/dump_regions.py after.txt && diff before.txt after.txt

Each sample is staged twice: with the shapes of its arguments, and with unknown sizes. Operations stand with
their lowerability. A region is one line: whether all sizes are known, a digest of its loop nests (of symbolic
sizes where some are not known), and its operations.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parents[1])]

import stagelight.codegen.lowering.rules  # noqa: E402, F401 - registers the rules
from stagelight.codegen.index import Undecided  # noqa: E402
from stagelight.codegen.loop_nest import Program  # noqa: E402
from stagelight.codegen.lowering.lowerability import lowerability_of  # noqa: E402
from stagelight.codegen.lowering.programs import common_sizes, lower, lower_for_any_size  # noqa: E402
from stagelight.codegen.printing import program_as_text  # noqa: E402
from stagelight.graph.effects import called_graphs  # noqa: E402
from stagelight.graph.func_graph import FuncGraph  # noqa: E402
from stagelight.passes.pipeline import optimize  # noqa: E402
from stagelight.runtime.random_streams import with_streams  # noqa: E402
from stagelight.runtime.regions import (  # noqa: E402
    NATIVE_REGION,
    Outline,
    Region,
    of_open_sizes,
    whole_region,
)
from tests.ops.sample_groups import GROUPS  # noqa: E402
from tests.ops.sample_runs import exact_specs, relaxed_specs, staged, tensors_of  # noqa: E402


def digest_of(program: Program) -> str:
    """A short digest of a program's loop nests."""
    return hashlib.sha1(program_as_text(program).encode()).hexdigest()[:12]


def static_digest(region: Region) -> str:
    """The digest of a region's program for known sizes."""
    return digest_of(lower("program", region.operations, region.inputs, region.outputs))


def shapes_of(region: Region, factor: int) -> list[tuple[int, ...]]:
    """Shapes of a region's inputs in a call; in a call with another factor no open size is the same."""
    return [
        tuple(factor * (5 + i) if n is None else n for i, n in enumerate(x.shape.as_list()))
        for x in region.inputs
    ]


def symbolic_digest(region: Region) -> str:
    """The digest of a region's program whose open sizes are all symbols; or why there is none."""
    open_inputs = [i for i, x in enumerate(region.inputs) if not x.shape.is_fully_defined()]
    if any(region.inputs[i].shape.rank is None for i in open_inputs):
        return "unknown rank"
    sizes = common_sizes(*(shapes_of(region, factor) for factor in (1, 2)))
    if sizes is None:
        return "no common sizes"
    try:
        program = lower_for_any_size(
            "program", region.operations, region.inputs, region.outputs, sizes, open_inputs
        )
    except Undecided:
        return "not symbolic"
    return digest_of(program)


def levels_of(graph: FuncGraph) -> Iterator[str]:
    """Each operation with its lowerability."""
    for operation, found in lowerability_of(graph).found.items():
        yield f"{operation.type}:{found.level.name}{'' if found.is_resolved else '?'}"


class Dump:
    """The lines about one graph."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def describe_region(self, region: Region) -> None:
        """Writes a region down."""
        operations = " ".join(x.type for x in region.operations)
        try:
            digest = static_digest(region) if region.is_static else symbolic_digest(region)
        except Exception as error:  # noqa: BLE001 - it is what happens, and is compared
            digest = f"{type(error).__name__}"
        self.lines.append(f"  {'static' if region.is_static else 'open'} {digest}: {operations}")

    def describe(self, graph: FuncGraph) -> list[str]:
        """The lines about a traced graph."""
        optimized = with_streams(optimize(graph))
        self.lines.append(f"  levels: {' '.join(levels_of(optimized))}")
        if not lowerability_of(optimized).program_obstacle():
            self.describe_region(whole_region(optimized))
            return self.lines
        outline = Outline(optimized, of_open_sizes)
        for region in outline.regions:
            self.describe_region(region)
        self.lines += [f"  host: {' '.join(_host_operations(outline.graph))}"]
        return self.lines


def _host_operations(graph: FuncGraph) -> Iterator[str]:
    for operation in graph.operations:
        if operation.type not in ("Const", "Placeholder", NATIVE_REGION.name):
            yield operation.type
            for inner in called_graphs(operation):
                yield f"({' '.join(_host_operations(inner))})"


def dump_samples(only: Sequence[str]) -> Iterator[str]:
    """The lines about every sample of the groups that are asked for, of all if none is."""
    for group in GROUPS:
        if only and str(group) not in only:
            continue
        for index, sample in group.samples:
            if not sample.staged:
                continue
            tensors = tensors_of(sample.arrays)
            for kind, specs in (("shapes", exact_specs(tensors)), ("open", relaxed_specs(tensors))):
                if kind == "open" and sample.static == "call":
                    continue
                yield f"{group} {index} {kind}"
                try:
                    graph = staged(sample.call, specs).get_concrete_function().graph
                    yield from Dump().describe(graph)
                except Exception as error:  # noqa: BLE001 - as above
                    yield f"  {type(error).__name__}: {str(error).splitlines()[:1]}"


def main() -> None:
    """Writes the file that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("groups", nargs="*")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    with asked.file.open("w") as file:
        file.writelines(f"{line}\n" for line in dump_samples(asked.groups))


if __name__ == "__main__":
    main()
