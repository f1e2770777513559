"""Graphs: operations and symbolic tensors as data.

`operation` has `Operation` and its outputs, `SymbolicTensor`; `origins` where the user made one.
`graph` has `Graph`; `func_graph` the graph of one traced function with its captures; `tracing` runs a
Python function into one; `scopes` names, devices and control dependencies; `effects` the order of
effects. `cloning` copies graphs, `graph_text` shows them, `verifier` says which are legal.

`graph_def_export` and `graph_def_import` are the way to TensorFlow's GraphDef and back, with
`attr_values` and `node_references` for its parts, `node_import` and `function_library` for nodes and
functions that come in; `older_graphs` rewrites graphs of TensorFlow 1 before.

Nothing here runs a graph, differentiates it or knows where it was traced from.
"""

from stagelight.graph import graph_def_import as graph_def_import
from stagelight.graph import scopes as scopes
from stagelight.graph import tracing as tracing
