"""Rules of the updates of optimizers, of whole variables and of rows."""

from __future__ import annotations

from functools import partial
from typing import Any

from stagelight.graph.operation import Operation
from stagelight.ops.nn.optimizer_updates import UPDATES
from stagelight.runtime.xla.engine import jnp, lax
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers
from stagelight.runtime.xla.rules.arrays import places
from stagelight.runtime.xla.values import NotLowered


@lowers(*UPDATES)
def _update(lowering: Lowering, operation: Operation, *given: Any) -> None:
    update = UPDATES[operation.type]
    by_name = dict(zip(update.names, given, strict=True))
    cells = [by_name.pop(name) for name in update.variables]
    gradient = by_name.pop("delta" if "delta" in by_name else "grad")
    indices = by_name.pop("indices", None)
    attrs = {name: x for name, x in operation.attrs.items() if name in update.attrs}
    rule = partial(update.rule, lowering.array_module, **by_name, **attrs)
    before = [cell.value for cell in cells]
    first = before[0].shape
    if tuple(gradient.shape) != (first if indices is None else (*indices.shape, *first[1:])):
        raise NotLowered("the gradient has not the shape of what it changes")
    if indices is None:
        after = rule(*before, grad=gradient)
    else:
        at, gradients = places(indices, first[0]), jnp.asarray(gradient)

        def changed(i: Any, values: list[Any]) -> list[Any]:
            """An index that comes again changes its row again, so the rows come one after the other."""
            rows = rule(*[x[at[i]] for x in values], grad=gradients[i])
            pairs = zip(values, rows, strict=True)
            return [x.at[at[i]].set(row.astype(x.dtype), mode="drop") for x, row in pairs]

        after = lax.fori_loop(0, at.shape[0], changed, before)
    for cell, value in zip(cells, after, strict=True):
        cell.assign(value)
