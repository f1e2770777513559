"""Reads of variables in bodies of loops, where the patterns of model converters look for them.

A loop that does not write a variable is staged with the variable's value for an invariant
(`control_flow/loop_reads.py`). In TensorFlow's loops the body reads the variable, which freezing makes an
`Identity` of a constant:

    w = ReadVariableOp(v)                          w = ReadVariableOp(v)
    while: y = MatMul(y, w)                        while: r = Identity(w); y = MatMul(y, r)
"""

from __future__ import annotations

from collections.abc import Collection

from stagelight.core import registry
from stagelight.graph.cloning import clone_graph
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.rewriting import is_loop


def read_in_bodies(graph: FuncGraph, values: Collection[SymbolicTensor] = ()) -> None:
    """Gives each loop of a graph bodies that take values of variables by an `Identity`, in place.

    Args:
        graph: the graph.
        values: tensors that are values of variables, beside those that are read there.
    """
    known = {id(value) for value in values}
    for loop in graph.operations:
        if is_loop(loop.op_def):
            _read_in_body(
                loop,
                [
                    position
                    for position, x in enumerate(loop.inputs)
                    if x.op.type == "ReadVariableOp" or id(x) in known
                ],
            )


def _read_in_body(loop: Operation, positions: Collection[int]) -> None:
    body: FuncGraph = loop.attrs["body"]
    unchanged = [i for i in positions if body.inputs[i] is body.outputs[i]]
    if not unchanged:
        return
    body, _ = clone_graph(body)
    loop.attrs["body"] = body
    operations = list(body.operations)
    reads = []
    for position in unchanged:
        value = body.inputs[position]
        name = loop.inputs[position].op.name.rpartition("/")[2]
        with body.as_default():
            read = body.add(registry.lookup("Identity"), (value,), {}, name).outputs[0]
        for operation in operations:
            operation.inputs = [read if x is value else x for x in operation.inputs]
        reads.append(read)
    body.operations = [*body.operations[len(operations) :], *operations]
    read_in_bodies(body, reads)
