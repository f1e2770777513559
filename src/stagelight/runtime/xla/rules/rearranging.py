"""Rules of ops that only move elements: where each comes from, their kernels tell.

An op such as `MatrixDiagPartV3` moves elements by arithmetic of places that is long, and has nothing to do
with the elements. So its NumPy kernel is run on arrays that hold 1, 2, 3, ... in place of the elements, when
the program is compiled: what comes out says of each element of the result which one it is, or 0 for a zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.graph.operation import Operation
from stagelight.runtime.xla.engine import jnp
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import Rule, lowers
from stagelight.runtime.xla.values import known

# Which inputs hold elements, of so many inputs.
_Moved = Callable[[int], set[int]]


def moves(moved: _Moved) -> Rule:
    """The rule of ops that move the elements of some inputs; the others must be known."""

    def rule(lowering: Lowering, operation: Operation, *values: Any) -> Any:
        elements, given = [], []
        count = 0
        for i, value in enumerate(values):
            if i not in moved(len(values)):
                given.append(known(value, "where elements go"))
                continue
            size = int(np.prod(value.shape))
            given.append(
                np.arange(count + 1, count + size + 1, dtype=np.int64).reshape(value.shape)
            )
            elements.append(jnp.asarray(value).reshape(-1))
            count += size
        attrs = {name: x for name, x in operation.attrs.items() if name != "T"}
        places = operation.op_def.kernel(np, *given, **attrs)
        flat = jnp.concatenate([jnp.zeros(1, elements[0].dtype), *elements])
        return flat[places.astype(np.int32 if count < 2**31 - 1 else np.int64)]

    return rule


lowers("MatrixDiag", "MatrixDiagPart", "ExtractImagePatches", "ExtractVolumePatches")(
    moves(lambda count: {0})
)
lowers("MatrixDiagV2", "MatrixDiagV3")(moves(lambda count: {0, 4}))
lowers("MatrixDiagPartV2", "MatrixDiagPartV3")(moves(lambda count: {0, 2}))
lowers("MatrixSetDiag", "MatrixSetDiagV2", "MatrixSetDiagV3")(moves(lambda count: {0, 1}))
lowers("DynamicStitch", "ParallelDynamicStitch")(moves(lambda count: set(range(count // 2, count))))
