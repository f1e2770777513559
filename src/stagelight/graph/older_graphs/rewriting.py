"""A graph of TensorFlow 1 as one of TensorFlow 2: resources, lists, and functions for control flow."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from stagelight.core import registry
from stagelight.graph.function_library import FunctionLibrary
from stagelight.graph.node_import import check_nodes, check_ops_known
from stagelight.graph.node_references import parse_reference
from stagelight.graph.older_graphs.conditionals import conditionals_as_functions
from stagelight.graph.older_graphs.loops import loops_as_functions
from stagelight.graph.older_graphs.nodes import PASSING, Functions, Nodes
from stagelight.graph.older_graphs.older_ops import newer_forms
from stagelight.graph.older_graphs.reference_variables import resources_for_references
from stagelight.graph.older_graphs.tensor_arrays import lists_for_arrays

# What is rewritten though it is no op here.
_REWRITTEN = PASSING | {"LoopCond"}


def in_newer_forms(graph_def: Any, needed: Iterable[str] = ()) -> Any:
    """A whole graph in the forms of TensorFlow 2: the message itself where it has no other.

    Args:
        graph_def: a `GraphDef`; it stays as it is.
        needed: the names of tensors and operations; those that are in the graph must stay in it.

    Raises:
        NotImplementedError: it has ops that are not known; the message has all of them.
        ValueError: the graph is broken, or what is needed has no one value.
    """
    known = set(registry.op_names()) | {x.signature.name for x in graph_def.library.function}
    if all(node.op in known for node in graph_def.node):
        return graph_def
    names = {node.name for node in graph_def.node}
    wanted = [name for name in needed if parse_reference(name).node in names]
    return rewritten(graph_def, wanted, is_whole=True)


def rewritten(
    graph_def: Any,
    needed: Iterable[str],
    is_whole: bool = False,
    unwanted_ops: Collection[str] = (),
) -> Any:
    """A graph in the forms of TensorFlow 2. Nodes that have results keep their names.

    What has ops that are not known, and is not needed, is left out, with all that depends on it: such as the
    operations by which TensorFlow 1 saved checkpoints.

    Args:
        graph_def: a `GraphDef`; it stays as it is.
        needed: the names of tensors and operations that must be there.
        is_whole: whether nothing is left out.
        unwanted_ops: what is left out as well, if it is not needed.

    Raises:
        NotImplementedError: what is needed has ops that are not known; the message has all of them.
        ValueError: the graph is broken, or a name that is needed is not in it.
    """
    result = type(graph_def)()
    result.CopyFrom(graph_def)
    check_nodes(result.node, where="")
    nodes = Nodes(result.node)
    functions = Functions(result.library)
    wanted = [parse_reference(name).node for name in needed]
    missing = sorted({name for name in wanted if name not in nodes})
    if missing:
        raise ValueError(f"The graph lacks the nodes {missing}, which its signatures name.")
    newer_forms(nodes)
    resources_for_references(nodes)
    lists_for_arrays(nodes)
    if is_whole:
        library = FunctionLibrary(result.library)
        library.check_ops_known([node for node in nodes if node.op not in _REWRITTEN])
    else:
        _leave_out(nodes, functions, wanted, unwanted_ops)
    loops_as_functions(nodes, functions)
    conditionals_as_functions(nodes, functions)
    gone = sorted({name for name in wanted if name not in nodes})
    if gone:
        raise ValueError(
            f"The nodes {gone} stand inside of loops or conditionals, where they have no one value."
        )
    del result.node[:]
    result.node.extend(nodes)
    return result


def _leave_out(
    nodes: Nodes, functions: Functions, wanted: Iterable[str], unwanted_ops: Collection[str]
) -> None:
    known = set(registry.op_names()) | _REWRITTEN
    unknown = {x.name for x in nodes if x.op not in known and x.op not in functions}
    unwanted = {x.name for x in nodes if x.op in unwanted_ops}
    if not unknown and not unwanted:
        return
    needed = nodes.leading_to(wanted)
    check_ops_known([[nodes[name] for name in unknown & needed]], functions)
    left_out = nodes.depending_on(unknown | unwanted) - needed
    nodes.keep({node.name for node in nodes} - left_out)
