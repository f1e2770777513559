"""TensorFlow 1's arrays of tensors, rewritten into tensor lists.

An array is a resource, beside which a float called its flow goes through the operations that use it, so that
they come in order. A list is a value: it takes the flow's place, and the resource is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.formats import schema
from stagelight.graph.older_graphs.nodes import (
    PASSING,
    Nodes,
    Output,
    controls_of,
    inputs_of,
    set_inputs,
)

_MAKING = "TensorArrayV3"
# Of the ops that give an array anew, the position of the flow among their inputs.
_CHANGING = {"TensorArrayWriteV3": 3, "TensorArrayScatterV3": 3, "TensorArraySplitV3": 3}


def lists_for_arrays(nodes: Nodes) -> None:
    """Rewrites the arrays among nodes."""
    made = [node for node in nodes if node.op == _MAKING]
    if not made:
        return
    handles = _Handles(nodes, made)
    _carry_lists(nodes, made)
    for node in nodes:
        rewrite = _REWRITES.get(node.op)
        if rewrite is not None:
            rewrite(nodes, node, handles)
    makers = {node.name for node in made}
    for node in nodes:
        inputs = inputs_of(node)
        if any(x.node in makers and x.number for x in inputs):
            lists = [Output(x.node) if x.node in makers else x for x in inputs]
            set_inputs(node, lists, controls_of(node))
    nodes.keep({node.name for node in nodes} - handles.carriers)


class _Handles:
    """Which array each handle leads to, and the nodes that only hand handles on."""

    def __init__(self, nodes: Nodes, made: list[Any]) -> None:
        self._grows: dict[Output, bool] = {}
        self.carriers: set[str] = set()
        users = nodes.users()
        waiting = [(Output(node.name), node.attr["dynamic_size"].b) for node in made]
        while waiting:
            handle, grows = waiting.pop()
            self._grows[handle] = grows
            for user in users.get(handle.node, ()):
                if (
                    user.op in PASSING
                    and user.name not in self.carriers
                    and handle in inputs_of(user)
                ):
                    self.carriers.add(user.name)
                    waiting += [(Output(user.name, i), grows) for i in (0, 1)]

    def grows(self, handle: Output) -> bool:
        """Whether the array of a handle takes items beyond its size."""
        return self._grows.get(handle, False)


def _carry_lists(nodes: Nodes, made: list[Any]) -> None:
    """Gives the nodes that hand flows on the dtype of lists."""
    users = nodes.users()
    seen: set[Output] = set()
    waiting = [Output(node.name, 1) for node in made]
    while waiting:
        flow = waiting.pop()
        if flow in seen:
            continue
        seen.add(flow)
        for user in users.get(flow.node, ()):
            inputs = inputs_of(user)
            if flow not in inputs:
                continue
            if user.op in PASSING and (user.op != "Switch" or inputs[0] == flow):
                user.attr["T"].type = schema.DataType.DT_VARIANT
                waiting += [Output(user.name), *[Output(user.name, 1)] * (user.op == "Switch")]
            elif inputs.index(flow) == _CHANGING.get(user.op):
                waiting.append(Output(user.name))


def _shape_constant(
    nodes: Nodes, node: Any, shape: Any, beside: Output, before: Any = ()
) -> Output:
    """A shape as a constant, with -1 for what is not known, in the frame of another node."""
    is_known = shape.HasField("shape") and not shape.shape.unknown_rank
    sizes = [*before, *[x.size for x in shape.shape.dim]] if is_known else -1
    value = np.asarray(sizes, np.int32)
    return nodes.add_constant(f"{node.name}/element_shape", value, [beside.node])


def _become(node: Any, op: str, inputs: list[Output], dtype: int) -> None:
    node.op = op
    set_inputs(node, inputs, controls_of(node))
    node.attr.clear()
    node.attr["element_dtype"].type = dtype


def _rewrite_making(nodes: Nodes, node: Any, handles: _Handles) -> None:
    (size,) = inputs_of(node)
    shape = _shape_constant(nodes, node, node.attr["element_shape"], size)
    _become(node, "TensorListReserve", [shape, size], node.attr["dtype"].type)
    node.attr["shape_type"].type = schema.DataType.DT_INT32


def _rewrite_write(nodes: Nodes, node: Any, handles: _Handles) -> None:
    handle, index, value, flow = inputs_of(node)
    _become(node, "TensorListSetItem", [flow, index, value], node.attr["T"].type)
    node.attr["resize_if_index_out_of_bounds"].b = handles.grows(handle)


def _rewrite_read(nodes: Nodes, node: Any, handles: _Handles) -> None:
    _, index, flow = inputs_of(node)
    shape = _shape_constant(nodes, node, schema.AttrValue(), flow)
    _become(node, "TensorListGetItem", [flow, index, shape], node.attr["dtype"].type)


def _rewrite_gather(nodes: Nodes, node: Any, handles: _Handles) -> None:
    _, indices, flow = inputs_of(node)
    shape = _shape_constant(nodes, node, node.attr["element_shape"], flow)
    _become(node, "TensorListGather", [flow, indices, shape], node.attr["dtype"].type)


def _rewrite_scatter(nodes: Nodes, node: Any, handles: _Handles) -> None:
    _, indices, value, flow = inputs_of(node)
    dtype = node.attr["T"].type
    _become(node, "TensorListScatterIntoExistingList", [flow, value, indices], dtype)


def _rewrite_split(nodes: Nodes, node: Any, handles: _Handles) -> None:
    _, value, lengths, _ = inputs_of(node)
    shape = _shape_constant(nodes, node, schema.AttrValue(), value)
    _become(node, "TensorListSplit", [value, shape, lengths], node.attr["T"].type)
    node.attr["shape_type"].type = schema.DataType.DT_INT32


def _rewrite_concat(nodes: Nodes, node: Any, handles: _Handles) -> None:
    _, flow = inputs_of(node)
    shape = _shape_constant(nodes, node, node.attr["element_shape_except0"], flow, [-1])
    leading = nodes.add_constant(f"{node.name}/leading_dims", np.zeros(0, np.int64), [flow.node])
    _become(node, "TensorListConcatV2", [flow, shape, leading], node.attr["dtype"].type)
    node.attr["shape_type"].type = schema.DataType.DT_INT32


def _rewrite_size(nodes: Nodes, node: Any, handles: _Handles) -> None:
    _, flow = inputs_of(node)
    node.op = "TensorListLength"
    set_inputs(node, [flow], controls_of(node))
    node.attr.clear()


def _rewrite_close(nodes: Nodes, node: Any, handles: _Handles) -> None:
    node.op = "NoOp"
    set_inputs(node, [], controls_of(node))
    node.attr.clear()


_Rewrite = Callable[[Nodes, Any, _Handles], None]
_REWRITES: dict[str, _Rewrite] = {
    _MAKING: _rewrite_making,
    "TensorArrayWriteV3": _rewrite_write,
    "TensorArrayReadV3": _rewrite_read,
    "TensorArrayGatherV3": _rewrite_gather,
    "TensorArrayScatterV3": _rewrite_scatter,
    "TensorArraySplitV3": _rewrite_split,
    "TensorArrayConcatV3": _rewrite_concat,
    "TensorArraySizeV3": _rewrite_size,
    "TensorArrayCloseV3": _rewrite_close,
}
