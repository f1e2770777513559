"""Runs one pass on a copy of a graph, checks that graph, and shows both as text."""

from __future__ import annotations

from typing import Any

import numpy as np

import stagelight as tf
from stagelight.core.dispatch import apply
from stagelight.core.inference import SCALAR, Inferred
from stagelight.core.op_def import Trait, make_op_def
from stagelight.graph.cloning import clone_graph
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph_text import graph_text
from stagelight.graph.verifier import verify
from stagelight.passes.rewriting import Pass
from tests.graph.traced import run


def after(step: Pass, graph: FuncGraph, *values: Any) -> FuncGraph:
    """What the pass makes of the graph; given values, both must give the same, bit for bit."""
    result = unchecked(step, graph)
    if values or not graph.inputs:
        for expected, actual in zip(run(graph, *values), run(result, *values), strict=True):
            assert expected.dtype == actual.dtype
            assert expected.shape == actual.shape
            assert _bits(expected) == _bits(actual)
    return result


def unchecked(step: Pass, graph: FuncGraph) -> FuncGraph:
    """What the pass makes of a graph that cannot be run, or gives other values each time."""
    result, _ = clone_graph(graph)
    step.run(result)
    verify(result, after=step.name)
    return result


def _bits(array: np.ndarray) -> Any:
    return array.tolist() if array.dtype.hasobject else np.ascontiguousarray(array).tobytes()


def shown(step: Pass, graph: FuncGraph, *values: Any) -> str:
    """The graph before and after the pass."""
    result = after(step, graph, *values)
    return f"before:\n{graph_text(graph)}\nafter {step.name}:\n{graph_text(result)}"


def types(graph: FuncGraph) -> list[str]:
    """The ops of a graph beside its inputs."""
    return [op.type for op in graph.operations if op.type != "Placeholder"]


_DICE = make_op_def(
    "Dice",
    "",
    "value: float",
    None,
    infer=lambda: Inferred(SCALAR, tf.float32),
    kernel=lambda xp: xp.random.random(()),
    traits=Trait.RANDOM,
)


def dice() -> Any:
    """A scalar that each run gives anew."""
    return apply(_DICE, ())
