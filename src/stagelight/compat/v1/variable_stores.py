"""Variable stores: which graph has the variables that `get_variable` shares by name."""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph, get_global_graph
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph

# The entry of a graph's attachments that has its variables by name.
STORE = "variables by name"


def building_graph() -> Graph:
    """The graph in which variables are made: within branches and loops that of the program or function."""
    graph: Any = get_default_graph()
    while isinstance(graph, FuncGraph) and graph.enclosing_graph is not None:
        graph = graph.enclosing_graph
    return graph


def graph_of_store() -> Graph:
    """The graph whose variable store and scopes are meant here.

    TF: a function has those of the graph in which it is traced, so that its second trace finds the variables
    of the first one, as far as they are reused. In eager code that graph is the global one.
    """
    graph = building_graph()
    is_shared = isinstance(graph, FuncGraph) and STORE not in graph.attached
    return get_global_graph() if is_shared else graph


def keep_own_variables(graph: Graph) -> None:
    """Gives a graph a variable store of its own, where it would share that of the graph around it."""
    graph.attached[STORE] = {}
