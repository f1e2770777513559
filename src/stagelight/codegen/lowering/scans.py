"""Running sums and products: each element is the one before it, combined with one more.

    out[first] = start;  for i after it: out[i] = out[i - 1] * x[...]

The loop along the axis is the outermost, so that the others may run in lanes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.codegen.expressions import const, load, op
from stagelight.codegen.index import Index, place_of, row_major_strides
from stagelight.codegen.loop_nest import Nest, Store
from stagelight.codegen.lowering.elementwise import compute_dtype
from stagelight.codegen.lowering.lowering import Lowering, loops_over
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import known_array, sizes_of
from stagelight.codegen.lowering.values import Value, converted, in_buffer, require_elements
from stagelight.graph.operation import Operation
from stagelight.types import dtypes

_COMBINED = {"Cumsum": ("add", 0), "Cumprod": ("multiply", 1)}


def _accepts(operation: Operation) -> bool:
    return _has_axis(operation) and 0 not in sizes_of(operation.inputs[0])


def _has_axis(operation: Operation) -> bool:
    axis = known_array(operation.inputs[1])
    rank = len(sizes_of(operation.inputs[0]))
    return (
        axis is not None
        and axis.ndim == 0
        and -rank <= int(axis) < rank
        and operation.inputs[0].dtype is not dtypes.bool_
    )


@lowers("Cumsum", "Cumprod", constants=(1,), accepts=_accepts, any_size=_has_axis)
def _scan(lowering: Lowering, operation: Operation, x: Value, axis: np.ndarray) -> Value:
    require_elements(x)
    word, start = _COMBINED[operation.op_def.name]
    dtype, sizes = compute_dtype(x.dtype), x.sizes
    along = int(axis) % len(sizes)
    length = sizes[along]
    is_exclusive = bool(operation.attrs.get("exclusive"))
    is_reverse = bool(operation.attrs.get("reverse"))
    ready = converted(lowering.stored(x) if x.cost > 1 else x, dtype)
    buffer = lowering.temporary(dtype, x.size, is_mutable=True)
    strides = row_major_strides(sizes)
    # The axis of the scan goes around the others.
    order = [along, *(i for i in range(len(sizes)) if i != along)]

    def place(at: list[Index], number: Index) -> tuple[list[Index], Index]:
        """The indices of the element with that number along the axis, and where it stands."""
        own: list[Any] = [0] * len(sizes)
        for i, index in zip(order, (number, *at), strict=True):
            own[i] = index
        if is_reverse:
            own[along] = length - 1 - number
        return own, place_of(own, strides)

    others = tuple(sizes[i] for i in order[1:])
    loops, at = loops_over(others)
    own, where = place(list(at), 0)
    first = const(start, dtype) if is_exclusive else ready.element(tuple(own))
    lowering.statements.append(Nest(loops, [Store(buffer, where, first)]))
    if length != 1:
        loops, (number, *rest) = loops_over((length - 1, *others))
        before, last = place(rest, number)
        current, where = place(rest, number + 1)
        value = ready.element(tuple(before if is_exclusive else current))
        total = op(word, load(buffer, last), value)
        lowering.statements.append(Nest(loops, [Store(buffer, where, total)]))
    return converted(in_buffer(buffer, sizes), x.dtype)
