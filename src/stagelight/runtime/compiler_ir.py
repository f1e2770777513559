"""What the native executor makes of a graph, at each stage, as text."""

from __future__ import annotations

import os
from collections.abc import Sequence

import stagelight.codegen.lowering.rules  # noqa: F401 - registers the rules
from stagelight.codegen.compiled import assembly_of, module_text, optimize_program
from stagelight.codegen.loop_nest import Program
from stagelight.codegen.lowering.lowerability import host_operations, lowerability_of
from stagelight.codegen.lowering.programs import lower
from stagelight.codegen.machine.host import host_target
from stagelight.codegen.printing import program_as_text
from stagelight.codegen.target import Target
from stagelight.codegen.verifier import verify
from stagelight.graph.cloning import clone_graph
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph_text import graph_text
from stagelight.passes.pipeline import optimize
from stagelight.passes.specialize import specialized
from stagelight.runtime.random_streams import with_streams
from stagelight.runtime.regions import Outline, of_known_sizes, whole_region
from stagelight.types.shapes import TensorShape


def programs_of(graph: FuncGraph) -> list[Program]:
    """The programs of an optimized graph, one for each region whose sizes are known; not yet optimized."""
    # A copy: a graph that has run keeps its outlined form, whose regions are compiled already.
    graph, _ = clone_graph(with_streams(graph))
    is_whole = not lowerability_of(graph).program_obstacle(static=True)
    regions = [whole_region(graph)] if is_whole else Outline(graph, of_known_sizes).regions
    return [
        lower(f"region{number}", region.operations, region.inputs, region.outputs)
        for number, region in enumerate(regions)
    ]


def _loops(program: Program, target: Target) -> str:
    optimize_program(program, target)
    verify(program)
    return program_as_text(program)


def _host_text(graph: FuncGraph) -> str:
    """What is left to the host: a line for each operation, with the user's line and the reason."""
    lines = []
    for operation, reason in host_operations(with_streams(graph)):
        file, line, _ = next(iter(operation.frames), ("", 0, ""))
        where = f" ({os.path.basename(file)}:{line})" if file else ""
        lines.append(f"{operation.type} {operation.name}{where}: {reason}")
    return "\n".join(lines)


_OF_PROGRAMS = {"loops": _loops, "llvm": module_text, "asm": assembly_of}
STAGES = ("graph", "host", *_OF_PROGRAMS)


def compiler_ir(graph: FuncGraph, shapes: Sequence[TensorShape], stage: str) -> str:
    """The text of one stage of the compilation of a graph.

    Args:
        graph: as it was traced.
        shapes: of the inputs, all sizes known.
        stage: "graph": what the passes leave; "host": the operations that are not compiled, each with the
            reason; "loops": the loop nests of each region that becomes machine code; "llvm": the same for
            LLVM; "asm": the processor's instructions.

    Raises:
        ValueError: another stage.
    """
    if stage not in STAGES:
        raise ValueError(
            f"`stage` must be one of {', '.join(map(repr, STAGES))}. Received: {stage!r}"
        )
    optimized = optimize(graph)
    if not all(tensor.shape.is_fully_defined() for tensor in graph.inputs):
        part = whole_region(optimized).as_part(optimized.name)
        optimized = optimize(specialized(part, shapes))
    if stage == "graph":
        return graph_text(optimized)
    if stage == "host":
        return _host_text(optimized)
    target = host_target()
    return "\n".join(_OF_PROGRAMS[stage](program, target) for program in programs_of(optimized))
