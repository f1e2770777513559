"""The pipeline: all passes in the order in which they run, and `optimize`, which runs them.

The graph that the user sees stays as it was traced: passes work on a clone, which is kept with the
graph. `tf.config.optimizer.set_experimental_options` switches passes by TensorFlow's names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from stagelight import config
from stagelight.core.budget import check_time
from stagelight.graph.cloning import clone_graph
from stagelight.graph.effects import called_graphs
from stagelight.graph.func_graph import FuncGraph, has_own_limits
from stagelight.passes.drop_loop_variables import DROP_LOOP_VARIABLES
from stagelight.passes.embed_captures import EMBED_CAPTURES
from stagelight.passes.fold_constants import FOLD_CONSTANTS
from stagelight.passes.hoist_invariants import HOIST_INVARIANTS
from stagelight.passes.infer_lists import INFER_LISTS
from stagelight.passes.inline_calls import INLINE_CALLS
from stagelight.passes.merge_duplicates import MERGE_DUPLICATES
from stagelight.passes.prune import PRUNE
from stagelight.passes.rewriting import Pass, is_call, replace_graphs
from stagelight.passes.simplify_arithmetic import SIMPLIFY_ARITHMETIC

# Is told of each pass that has run: its name, and the graph as it is then.
Observer = Callable[[str, FuncGraph], None]

_OFF = "disable_meta_optimizer"
# Under this key of `derived` a graph keeps its optimized form, which is itself where nothing is left to do.
OPTIMIZED = "optimized"


@dataclass(frozen=True)
class OptimizeInner:
    """Puts the optimized form of each branch, body and called graph in its place.

    One with limits of its own stays as it is: it is optimized within them.
    """

    name: str = "optimize_inner"
    switches: tuple[str, ...] = ()

    def run(self, graph: FuncGraph) -> None:
        """Rewrites the graph in place."""
        for operation in graph.operations:
            if is_call(operation.op_def):
                replace_graphs(operation, lambda x: x if has_own_limits(x, graph) else optimize(x))


PIPELINE: Final[tuple[Pass, ...]] = (
    INLINE_CALLS,
    EMBED_CAPTURES,
    DROP_LOOP_VARIABLES,
    PRUNE,
    INFER_LISTS,
    DROP_LOOP_VARIABLES,
    OptimizeInner(),
    FOLD_CONSTANTS,
    SIMPLIFY_ARITHMETIC,
    MERGE_DUPLICATES,
    HOIST_INVARIANTS,
    PRUNE,
)


def optimize(graph: FuncGraph, observer: Observer | None = None) -> FuncGraph:
    """A graph that computes the same with less work.

    Args:
        graph: a finished graph; it stays as it is.
        observer: is told of each pass over this graph; the graphs within change in
            `optimize_inner`.

    Returns:
        The optimized graph, with the same inputs and outputs; the same object each time, unless
        there is an observer. The graph itself where passes are switched off, or where it is the
        result of this already.
    """
    known = graph.derived.get(OPTIMIZED)
    if known is not None and observer is None:
        return known
    options = config.current.optimizer
    if options.get(_OFF):
        return graph
    optimized, _ = clone_graph(graph)
    for step in PIPELINE:
        check_time()
        if all(options.get(switch, True) for switch in step.switches):
            step.run(optimized)
            if observer is not None:
                observer(step.name, optimized)
    optimized.derived[OPTIMIZED] = optimized
    for operation in optimized.operations:
        if is_call(operation.op_def):
            for inner in called_graphs(operation):
                if not has_own_limits(inner, optimized):
                    inner.derived[OPTIMIZED] = inner
    if observer is None:
        graph.derived[OPTIMIZED] = optimized
    return optimized
