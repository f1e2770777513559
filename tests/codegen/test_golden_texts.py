"""Loop nests and LLVM text of small programs are those in tests/golden/codegen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from stagelight.codegen.compiled import assembly_of, module_text
from stagelight.codegen.lowering.registry import registered_rules, rule_of
from stagelight.codegen.machine.compiler import compile_object
from stagelight.codegen.machine.host import host_target
from stagelight.codegen.target import Target
from tests.codegen.small_programs import PROGRAMS, TARGET, SmallProgram, graph_of, lowered, texts_of
from tests.conftest import GOLDEN

IDS = [program.name for program in PROGRAMS]


@pytest.mark.parametrize("program", PROGRAMS, ids=IDS)
def test_texts_are_the_golden_ones(
    program: SmallProgram, golden: Callable[[str, str], None]
) -> None:
    for name, text in texts_of(program):
        golden(f"codegen/{name}", text)


def test_every_golden_text_has_its_program() -> None:
    files = {path.name for path in (GOLDEN / "codegen").iterdir()}
    assert files == {name for program in PROGRAMS for name, _ in texts_of(program)}


def _rule_of(operation: object) -> object:
    rule = rule_of(operation)  # type: ignore[arg-type]
    return rule and rule.lower


def test_every_family_of_lowering_rules_has_a_program() -> None:
    families = {rule.lower.__module__ for rule in registered_rules()}
    met = set()
    for program in PROGRAMS:
        graphs = [graph_of(program)]
        for graph in graphs:
            for operation in graph.operations:
                met.add(getattr(_rule_of(operation), "__module__", None))
                graphs += [x for x in operation.attrs.values() if hasattr(x, "operations")]
    assert sorted(families - met) == []


WITHOUT_FMA = Target(TARGET.triple, "x86-64", "+sse2")
TARGETS = {
    "v1": WITHOUT_FMA,
    "v3": TARGET,
    "v4": Target(TARGET.triple, "x86-64-v4", "+sse2,+avx,+avx2,+fma,+avx512f"),
}


def compilable(target: Target) -> Target:
    """The target, on the system of the host; LLVM is ready for the host's architecture only."""
    host = host_target()
    if host.architecture != target.architecture:
        pytest.skip(f"this processor is no {target.architecture}")
    return replace(target, triple=host.triple)


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
@pytest.mark.parametrize("program", PROGRAMS[::4], ids=IDS[::4])
def test_texts_compile_for_their_target(program: SmallProgram, target: Target) -> None:
    target = compilable(target)
    assert compile_object(module_text(lowered(program), target), "light", target)


@pytest.mark.parametrize("name", ["vector_math_exp", "vector_math_sin", "products_matmul"])
def test_fused_multiply_add_is_no_call_of_the_c_library(name: str) -> None:
    program = next(x for x in PROGRAMS if x.name == name)
    assert "fmaf" not in assembly_of(lowered(program), compilable(WITHOUT_FMA))
