"""What a staged function becomes: regions of machine code, and the steps of the host between them."""

from __future__ import annotations

from typing import Any

from stagelight.graph.func_graph import FuncGraph
from stagelight.passes.pipeline import optimize
from stagelight.runtime.dynamic_regions import compile_region
from stagelight.runtime.random_streams import with_streams
from stagelight.runtime.regions import Outline, of_open_sizes


def outlined_graph(function: Any, *args: Any) -> FuncGraph:
    """The graph of a `tf.function` for some arguments, in which one operation stands for each region."""
    graph = with_streams(optimize(function.get_concrete_function(*args).graph))
    outline = Outline(graph, of_open_sizes)
    outline.plan([compile_region(region, "f") for region in outline.regions])
    return outline.graph


def types_of(function: Any, *args: Any) -> list[str]:
    """The types of its operations, but for constants and placeholders."""
    operations = outlined_graph(function, *args).operations
    return [x.type for x in operations if x.type not in ("Const", "Placeholder")]
