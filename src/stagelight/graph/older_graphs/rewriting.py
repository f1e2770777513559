"""A graph of TensorFlow 1 as one of TensorFlow 2: resources, lists, and functions for control flow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
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


def in_newer_forms(
    graph_def: Any,
    needed: Iterable[str] = (),
    prefix: str = "",
    when_left_out: Callable[[Collection[str]], object] | None = None,
) -> Any:
    """A graph in the forms of TensorFlow 2: the message itself where it has no other.

    Args:
        graph_def: a `GraphDef`; it stays as it is.
        needed: the names of tensors and operations; those that are in the graph must stay in it.
        prefix: what will stand before the names.
        when_left_out: is told of ops that are not known; their nodes, and what depends on them, are left out
            if they are not needed. Nothing is left out if None.

    Raises:
        NotImplementedError: it has ops that are not known; the message has all of them.
        ValueError: the graph is broken, or what is needed has no one value.
    """
    known = set(registry.op_names()) | {x.signature.name for x in graph_def.library.function}
    if all(node.op in known for node in graph_def.node):
        return graph_def
    names = {node.name for node in graph_def.node}
    wanted = [name for name in needed if parse_reference(name).node in names]
    is_whole = when_left_out is None
    return rewritten(graph_def, wanted, is_whole, prefix=prefix, when_left_out=when_left_out)


def rewritten(
    graph_def: Any,
    needed: Iterable[str],
    is_whole: bool = False,
    unwanted_ops: Collection[str] = (),
    prefix: str = "",
    when_left_out: Callable[[Collection[str]], object] | None = None,
) -> Any:
    """A graph in the forms of TensorFlow 2. Nodes that have results keep their names.

    What has ops that are not known, and is not needed, is left out, with all that depends on it: such as the
    operations by which TensorFlow 1 saved checkpoints.

    Args:
        graph_def: a `GraphDef`; it stays as it is.
        needed: the names of tensors and operations that must be there.
        is_whole: whether nothing is left out.
        unwanted_ops: what is left out as well, if it is not needed.
        prefix: what will stand before the names.
        when_left_out: is told of the ops that are not known.

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
    resources_for_references(nodes, prefix)
    lists_for_arrays(nodes)
    if is_whole:
        library = FunctionLibrary(result.library)
        library.check_ops_known([node for node in nodes if node.op not in _REWRITTEN])
    else:
        unknown = _leave_out(nodes, functions, wanted, unwanted_ops)
        if unknown and when_left_out is not None:
            when_left_out(unknown)
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
) -> set[str]:
    """Leaves out what cannot be there; the ops that are not known."""
    known = set(registry.op_names()) | _REWRITTEN
    unknown = {x.name for x in nodes if x.op not in known and x.op not in functions}
    unwanted = {x.name for x in nodes if x.op in unwanted_ops}
    if not unknown and not unwanted:
        return set()
    ops = {nodes[name].op for name in unknown}
    needed = nodes.leading_to(wanted)
    check_ops_known([[nodes[name] for name in unknown & needed]], functions)
    left_out = nodes.depending_on(unknown | unwanted)
    while broken := _entering_broken_loops(nodes, left_out):
        left_out |= nodes.depending_on(broken)
    left_out -= needed
    nodes.keep({node.name for node in nodes} - left_out)
    return ops


def _entering_broken_loops(nodes: Nodes, left_out: Collection[str]) -> set[str]:
    """The nodes that enter loops whose condition is left out, and are not left out themselves."""
    users = nodes.users()
    frames: dict[str, bool] = {}
    entering = [node for node in nodes if node.op == "Enter"]
    for node in entering:
        frame = node.attr["frame_name"].s.decode(errors="replace")
        switches = [
            switch
            for merge in users.get(node.name, ())
            if merge.op == "Merge"
            for switch in users.get(merge.name, ())
            if switch.op == "Switch"
        ]
        conditions = {parse_reference(switch.input[1]).node for switch in switches}
        frames[frame] = frames.get(frame, False) or not conditions.isdisjoint(left_out)
    return {
        node.name
        for node in entering
        if frames[node.attr["frame_name"].s.decode(errors="replace")] and node.name not in left_out
    }
