"""`If` and `Loop`, whose graphs see the values around them."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.control_flow.conditionals import cond
from stagelight.control_flow.loops import while_loop
from stagelight.core.raw import raw
from stagelight.onnx.importing.operators import Node, as_scalar, operator
from stagelight.onnx.protos import dtype_of_number
from stagelight.state.tensor_array import TensorArray
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


@operator("If")
def _if(node: Node, condition: Any) -> list[Any]:
    branches = node.attr("then_branch"), node.attr("else_branch")
    first, other = (lambda graph=graph: node.run(graph, []) for graph in branches)
    return list(cond(as_scalar(condition), first, other))


@operator("Loop")
def _loop(node: Node, count: Any = None, condition: Any = None, *values: Any) -> list[Any]:
    """Rounds until the count or the condition ends them; what they give beyond its values is stacked."""
    body = node.attr("body")
    carried = len(values)
    kinds = [output.type.tensor_type.elem_type for output in body.output[1 + carried :]]
    stacks = [
        TensorArray(dtype_of_number(kind), size=0, dynamic_size=True, infer_shape=False)
        for kind in kinds
    ]
    most = np.array(np.iinfo(np.int64).max) if count is None else as_scalar(count)
    goes_on = np.array(True) if condition is None else as_scalar(condition)

    def test(round_: Any, goes_on: Any, *rest: Any) -> Any:
        return raw.LogicalAnd(goes_on, raw.Less(round_, most))

    def step(round_: Any, goes_on: Any, *rest: Any) -> list[Any]:
        given = node.run(body, [round_, goes_on, *rest[:carried]])
        place = raw.Cast(round_, DstT=dtypes.int32)
        rows = [
            s.write(place, x) for s, x in zip(rest[carried:], given[1 + carried :], strict=True)
        ]
        again = as_scalar(given[0])
        return [raw.AddV2(round_, np.array(1, np.int64)), again, *given[1 : 1 + carried], *rows]

    shapes = [
        TensorShape([None] * x.shape.rank if x.shape.rank is not None else None) for x in values
    ]
    start = [raw.Identity(np.array(0, np.int64)), raw.Identity(goes_on), *values, *stacks]
    fixed = [TensorShape([]), TensorShape([]), *shapes, *[TensorShape(None)] * len(stacks)]
    found = while_loop(test, step, start, shape_invariants=fixed)[2:]
    return [*found[:carried], *[stack.stack() for stack in found[carried:]]]
