"""Names for public functions that consist of several ops.

In a graph their operations stand under one name scope, `norm/mul`, `norm/Sum`, `norm/Sqrt`; eagerly
there are no names, and a scope costs nothing.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from stagelight.core.dispatch import CONTEXT


def op_scope(name: str) -> AbstractContextManager[str]:
    """The scope of a function's operations; yields what the last of them is named by.

    with op_scope(name or "l2_normalize") as scope:
        ...
        return raw.Mul(x, inverse, name=scope)
    """
    stage = CONTEXT.stage
    return nullcontext(name) if stage is None else stage.operation_scope(name)
