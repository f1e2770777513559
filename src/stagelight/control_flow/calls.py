"""Calls of graphs: `PartitionedCall` and `StatefulPartitionedCall`."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from stagelight.core import registry
from stagelight.core.dispatch import apply
from stagelight.core.inference import Inferred
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.graph.effects import effects_of_graph
from stagelight.graph.func_graph import FuncGraph
from stagelight.runtime.executable import executable


def _infer(*args: Tensor, f: FuncGraph, **_attrs: Any) -> tuple[Inferred, ...]:
    return tuple(Inferred(t.shape, t.dtype, t.handle_data) for t in f.outputs)


def _call(xp: ModuleType, *args: Any, f: FuncGraph, **_attrs: Any) -> Any:
    return executable(f)(*args)


for _name, _traits in (("PartitionedCall", Trait.CALLS), ("StatefulPartitionedCall", Trait.CALLS)):
    define(
        _name,
        "args: Tin",
        "output: Tout",
        {
            "Tin": attr("list(type)"),
            "Tout": attr("list(type)"),
            "f": attr("func"),
            "config": attr("string", ""),
            "config_proto": attr("string", ""),
            "executor_type": attr("string", ""),
        },
        infer=_infer,
        kernel=_call,
        traits=_traits,
    )


def call_graph(graph: FuncGraph, inputs: Sequence[Tensor]) -> list[Tensor]:
    """Applies a graph to its inputs (arguments, then captures)."""
    stateful = effects_of_graph(graph).is_stateful
    op_def = registry.lookup("StatefulPartitionedCall" if stateful else "PartitionedCall")
    attrs = {"f": graph, "Tout": [t.dtype for t in graph.outputs]}
    return apply(op_def, inputs, attrs)  # type: ignore[no-any-return]
