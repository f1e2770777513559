"""Tapes that look alike: the walk over them is traced once, and then run as a plan.

A training loop records the same operations on arrays of the same shapes in each step. The walk over
such a tape calls the same kernels each time; the rest, which is most of the time where arrays are
small, is finding out which. So a tape's *form* is computed (see `tape_forms`). For a form that comes often
the walk is traced into a graph, and the host plan of this graph calls the kernels from then on. It begins
with the question whether a tape is of the form, so that the form is not computed any more.

A tape that has something of its own (a gradient in Python, a staged call, a large array, which machine
code is made for) is walked, and so is every tape under another one. No other walk fails to be traced: a rule
that cannot be is a bug, which a warning tells.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Container, Sequence
from typing import Any

from stagelight import errors
from stagelight.autodiff.backward import Record
from stagelight.autodiff.tape import Player, set_player, walked
from stagelight.control_flow.tape_forms import Form, FormGuards, NoForm, is_size
from stagelight.core.convert import make_constant
from stagelight.core.dispatch import CONTEXT
from stagelight.core.guards import row
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.op_def import OpDef
from stagelight.core.tensor import EagerTensor
from stagelight.fork_safety import renewed_in_child
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import trace_into
from stagelight.passes.pipeline import optimize
from stagelight.runtime.host_plan import HostPlan

# How often a form comes before its walk is traced, which takes as long as a hundred walks.
_WALKS_BEFORE = 16
_LONGEST = 300

# Forms that are counted, and plans that are kept. When there are too many, all are forgotten.
_FORMS_LIMIT = 512
_PLANS_LIMIT = 64

# What the code of a plan makes gradients with.
_MAKERS = {"Tensor": EagerTensor, "Slices": IndexedSlices}


def _plan(
    form: Form,
    records: Sequence[Record],
    seeds: Sequence[tuple[Any, Any]],
    sources: Sequence[Any],
    followed: Container[int],
) -> Player:
    """The player of tapes of one form; it returns None for others."""
    graph, inputs, results = _traced(form, records, seeds, sources, followed)
    run = HostPlan(optimize(graph)).run
    guards = FormGuards(form, records, seeds, sources, {**_MAKERS, "run": run})
    arrays = ", ".join(f"t{number}._array" for number in inputs)
    values: list[str] = []
    gradients = ", ".join([_gradient_text(result, values, guards.namespace) for result in results])
    body = [f"{row(values)} = run({arrays})", f"return [{gradients}]"]
    return guards.compiled("plan", "<gradients of a tape>", body)


def _traced(
    form: Form,
    records: Sequence[Record],
    seeds: Sequence[tuple[Any, Any]],
    sources: Sequence[Any],
    followed: Container[int],
) -> tuple[FuncGraph, list[int], list[Any]]:
    """The walk as a graph; the numbers of the tensors that it takes; and what the walk gave."""
    graph = FuncGraph("gradients_of_a_tape", None)
    stand_ins: list[Any] = []

    def gradients() -> list[Any]:
        for i, tensor in enumerate(form.tensors):
            stand_ins.append(_stand_in(graph, i, tensor, i in form.computed))
        of = {
            id(tensor): stand_in for tensor, stand_in in zip(form.tensors, stand_ins, strict=True)
        }

        def found(tensors: Sequence[Any]) -> list[Any]:
            return [of[id(tensor)] for tensor in tensors]

        return walked(
            [
                (op_def, found(inputs), attrs, found(outputs))
                for op_def, inputs, attrs, outputs in records
            ],
            [(of[id(target)], of.get(id(seed))) for target, seed in seeds],
            [of.get(id(source), source) for source in sources],
            {id(of[id(tensor)]) for tensor in form.tensors if id(tensor) in followed},
        )

    results = trace_into(graph, gradients)
    used = {id(x) for operation in graph.operations for x in operation.inputs}
    numbers = [i for i, x in enumerate(stand_ins) if id(x) in used and x.op.type == "Placeholder"]
    graph.inputs = [stand_ins[i] for i in numbers]
    return graph, numbers, results


def _stand_in(graph: FuncGraph, number: int, tensor: EagerTensor, is_computed: bool) -> Any:
    # What the tape's operations computed (places of sorted elements, permutations) differs from tape to tape.
    if is_size(tensor) and not is_computed:
        return make_constant(tensor)
    return graph.placeholder(tensor.dtype, tensor.shape, f"x{number}")


def _gradient_text(result: Any, values: list[str], namespace: dict[str, Any]) -> str:
    """A gradient in the form of the traced one, made of arrays under the names that are added."""
    if result is None:
        return "None"
    if type(result) is IndexedSlices:
        parts = (result.values, result.indices, result.dense_shape)
        texts = [_gradient_text(part, values, namespace) for part in parts]
        return f"Slices({', '.join(texts)})"
    value = f"r{len(values)}"
    values.append(value)
    namespace[f"{value}_dtype"] = result.dtype
    return f"Tensor({value}, {value}_dtype)"


_walks: dict[Any, int] = {}
_plans: dict[Any, Player | None] = {}
# By their ops, the plans that were used last: these are asked before a form is computed.
_latest: dict[tuple[OpDef, ...], Player] = {}
_lock = renewed_in_child(threading.Lock())


def _played(
    records: Sequence[Record],
    seeds: Sequence[tuple[Any, Any]],
    sources: Sequence[Any],
    followed: Container[int],
) -> list[Any]:
    """The gradients of the sources, by a plan if there is one for tapes of this form.

    Where a plan fails the walk does too, and tells of the user's lines.
    """
    if CONTEXT.plain and len(records) <= _LONGEST:
        ops = tuple([record[0] for record in records])
        plan = _latest.get(ops)
        try:
            if plan is not None:
                gradients = plan(records, seeds, sources, followed)
                if gradients is not None:
                    return gradients
            form = Form(records, seeds, sources, followed)
            plan = _plans.get(form.key) or _made_plan(form, records, seeds, sources, followed)
            if plan is not None:
                _latest[ops] = plan
                return plan(records, seeds, sources, followed)
        except (NoForm, errors.OpError):
            pass
    return walked(records, seeds, sources, followed)


def _made_plan(
    form: Form,
    records: Sequence[Record],
    seeds: Sequence[tuple[Any, Any]],
    sources: Sequence[Any],
    followed: Container[int],
) -> Player | None:
    """Counts a form, and makes its plan when it has come often; None to walk."""
    if form.key in _plans:
        return None
    count = _walks[form.key] = _walks.get(form.key, 0) + 1
    if count <= _WALKS_BEFORE:
        if len(_walks) > _FORMS_LIMIT:
            _walks.clear()
        return None
    with _lock:
        if form.key not in _plans:  # Another thread may have been first.
            if len(_plans) >= _PLANS_LIMIT:
                _plans.clear()
                _latest.clear()
            _walks.pop(form.key, None)
            try:
                _plans[form.key] = _plan(form, records, seeds, sources, followed)
            except Exception as error:  # noqa: BLE001 - it is told, unless the walk raises too
                _plans[form.key] = None
                walked(records, seeds, sources, followed)
                _tell_failure(error, records)
        return _plans[form.key]


def _tell_failure(error: Exception, records: Sequence[Record]) -> None:
    ops = ", ".join(sorted({record[0].name for record in records}))
    warnings.warn(
        f"The gradients of a tape of {len(records)} operations ({ops:.200}) are computed rule by rule, more "
        f"slowly: there is no plan of them, since {type(error).__name__}: {error!s:.500}. This is a bug "
        "worth a report.",
        UserWarning,
        stacklevel=2,
    )


set_player(_played)
