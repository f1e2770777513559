"""Graphs: operations and symbolic tensors as data.

`graph` has `Graph`, `Operation` and `SymbolicTensor`; `func_graph` the graph of one traced function with
its captures; `tracing` runs a Python function into one; `scopes` names, devices and control
dependencies; `effects` the order of effects.

Nothing here runs a graph, differentiates it or knows where it was traced from.
"""

from stagelight.graph import scopes as scopes
from stagelight.graph import tracing as tracing
