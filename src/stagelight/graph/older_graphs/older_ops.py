"""Ops that have newer forms with the same meaning."""

from __future__ import annotations

from typing import Any

from stagelight.formats import schema
from stagelight.graph.older_graphs.nodes import (
    Nodes,
    Output,
    controls_of,
    inputs_of,
    set_inputs,
)

# Tables, queues and readers were tensors of references to strings; their ops take resources now, and are as
# before.
_OF_RESOURCES = """
    HashTable MutableHashTable MutableHashTableOfTensors MutableDenseHashTable
    InitializeTable InitializeTableFromTextFile LookupTableFind LookupTableInsert
    LookupTableSize LookupTableExport LookupTableImport
    FIFOQueue PaddingFIFOQueue PriorityQueue RandomShuffleQueue QueueEnqueue QueueEnqueueMany QueueDequeue
    QueueDequeueMany QueueDequeueUpTo QueueClose QueueIsClosed QueueSize
    WholeFileReader TextLineReader TFRecordReader FixedLengthRecordReader IdentityReader ReaderRead
    ReaderReadUpTo ReaderNumRecordsProduced ReaderNumWorkUnitsCompleted ReaderSerializeState
    ReaderRestoreState ReaderReset
"""
_RENAMED = {name: f"{name}V2" for name in _OF_RESOURCES.split()} | {
    "RefExit": "Exit",
    "RefMerge": "Merge",
    "RefNextIteration": "NextIteration",
}
# What hands its input on, for the sake of programs that are not told apart here.
_IDENTITIES = frozenset({"GuaranteeConst"})
# What tells a runtime something that it does not need to know here.
_WITHOUT_EFFECT = frozenset({"DisableCopyOnRead", "ControlTrigger"})


def newer_forms(nodes: Nodes) -> None:
    """Gives nodes the newer forms of their ops."""
    for node in nodes:
        node.op = _RENAMED.get(node.op, node.op)
        if node.op in _IDENTITIES:
            node.op = "Identity"
        elif node.op == "FakeQueue":
            # It made a queue that is a resource one that is a reference.
            node.op = "Identity"
            node.attr["T"].type = schema.DataType.DT_RESOURCE
        elif node.op in _WITHOUT_EFFECT:
            node.op = "NoOp"
            set_inputs(node, [], controls_of(node))
            node.attr.clear()
        elif node.op == "ParseExample":
            _rewrite_parsing(nodes, node)


def _rewrite_parsing(nodes: Nodes, node: Any) -> None:
    """Keys were a tensor each, and are vectors now."""
    sparse, dense = node.attr["Nsparse"].i, node.attr["Ndense"].i
    serialized, names, *rest = inputs_of(node)
    if len(rest) != sparse + 2 * dense:
        raise ValueError(f"Node {node.name!r} (ParseExample) has {len(rest) + 2} inputs")
    keys = [
        _packed(nodes, node, rest[:sparse]),
        _packed(nodes, node, rest[sparse : sparse + dense]),
        _packed(nodes, node, []),
    ]
    node.op = "ParseExampleV2"
    set_inputs(node, [serialized, names, *keys, *rest[sparse + dense :]], controls_of(node))
    del node.attr["Nsparse"], node.attr["Ndense"]
    node.attr["num_sparse"].i = sparse
    for key in ("ragged_value_types", "ragged_split_types"):
        node.attr[key].list.SetInParent()


def _packed(nodes: Nodes, node: Any, keys: list[Output]) -> Output:
    """Scalars as one vector of strings."""
    string = schema.DataType.DT_STRING
    name = nodes.unique(f"{node.name}/keys")
    if not keys:
        made = nodes.add("Const", name, dtype=string)
        made.attr["value"].tensor.dtype = string
        made.attr["value"].tensor.tensor_shape.dim.add(size=0)
        return Output(name)
    made = nodes.add("Pack", name, keys, T=string)
    made.attr["N"].i = len(keys)
    return Output(name)
