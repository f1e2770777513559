"""Optimization of the graph of a meta graph by passes: what TensorFlow calls `tf_optimizer.OptimizeGraph`."""

from __future__ import annotations

from typing import Any

from stagelight.formats import schema
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.graph_def_import import import_graph_def
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.fold_constants import FOLD_CONSTANTS
from stagelight.passes.inline_calls import INLINE_CALLS
from stagelight.passes.merge_duplicates import MERGE_DUPLICATES
from stagelight.passes.prune import PRUNE
from stagelight.passes.rewriting import Pass
from stagelight.passes.simplify_arithmetic import SIMPLIFY_ARITHMETIC
from stagelight.staging.pruning import pruned

# Grappler's names of optimizers -> the passes that do their work.
_OPTIMIZERS: dict[str, Pass] = {
    "function": INLINE_CALLS,
    "constfold": FOLD_CONSTANTS,
    "constant_folding": FOLD_CONSTANTS,
    "arithmetic": SIMPLIFY_ARITHMETIC,
    "common_subgraph_elimination": MERGE_DUPLICATES,
    "pruning": PRUNE,
}
# In the order in which one prepares for the next.
_ORDER = (INLINE_CALLS, FOLD_CONSTANTS, SIMPLIFY_ARITHMETIC, MERGE_DUPLICATES, PRUNE)


def optimize_graph(
    config_proto: Any,
    metagraph: Any,
    verbose: bool = True,
    graph_id: bytes = b"graph_to_optimize",
    cluster: Any = None,
    strip_default_attributes: bool = False,
) -> Any:
    """The nodes that lead to what a meta graph fetches, with less work.

    Args:
        config_proto: a `ConfigProto`: `graph_options.rewrite_options.optimizers` names the passes, all if
            empty.
        metagraph: a `MetaGraphDef`; its collection `train_op` has the names of what is fetched.
        verbose, graph_id, cluster, strip_default_attributes: accepted for compatibility.

    Returns:
        A `GraphDef`, in which what is fetched has its name.

    Raises:
        ValueError: nothing is fetched, or the graph is broken.
        KeyError: what is fetched is not in the graph.
    """
    fetched = list(metagraph.collection_def["train_op"].node_list.value)
    if not fetched:
        raise ValueError(
            "The meta graph does not say what is fetched. Required: names of tensors or operations in its "
            "collection 'train_op'."
        )
    graph = Graph()
    with graph.as_default():
        import_graph_def(metagraph.graph_def, name="")
    fetches = [graph.as_graph_element(name) for name in fetched]
    feeds = {x.name: x.outputs[0] for x in graph.operations if x.type == "Placeholder"}
    own = _without_feeds(fetches, feeds)
    function = pruned(graph, "optimized", feeds, own)
    for name in feeds:
        function.get_operation_by_name(name).attrs.pop("_user_specified_name")
    for step in _asked_for(config_proto):
        step.run(function)
    return _with_names(function, own, metagraph.graph_def)


def _without_feeds(fetches: list[Any], feeds: dict[str, Any]) -> list[Any]:
    """What is computed: placeholders are there."""
    fed = {id(x) for x in feeds.values()} | {id(x.op) for x in feeds.values()}
    return [x for x in fetches if id(x) not in fed]


def _asked_for(config_proto: Any) -> list[Pass]:
    names = list(config_proto.graph_options.rewrite_options.optimizers)
    steps = [_OPTIMIZERS[name] for name in names if name in _OPTIMIZERS] if names else _ORDER
    return [step for step in _ORDER if step in steps]


def _with_names(function: FuncGraph, fetches: list[Any], original: Any) -> Any:
    """The message, in which what is fetched has the name that it had."""
    message = schema.GraphDef()
    message.CopyFrom(function.as_graph_def(add_shapes=True))
    message.versions.CopyFrom(original.versions)
    present = {node.name for node in message.node}
    tensors = [x for x in fetches if not isinstance(x, Operation)]
    renamed: dict[str, list[SymbolicTensor]] = {}
    for fetched, output in zip(tensors, function.outputs, strict=True):
        if fetched.op.name not in present:
            renamed.setdefault(fetched.op.name, []).append(output)
    for name, outputs in renamed.items():
        node = message.node.add(name=name, op="Identity" if len(outputs) == 1 else "IdentityN")
        node.input.extend(x.name for x in outputs)
        dtypes = [x.dtype.as_datatype_enum for x in outputs]
        if len(outputs) == 1:
            node.attr["T"].type = dtypes[0]
        else:
            node.attr["T"].list.type.extend(dtypes)
    return message
