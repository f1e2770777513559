"""Conditionals as ops: `If`, `Case` and their stateless forms, with their gradients.

All branches of an operation take the same inputs, the union of what they capture, and give outputs of the
same dtypes. Where gradients need tensors from inside a branch, these become further outputs of the
operation; the other branches give a small default value there, which is never read.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.autodiff.backward import is_differentiable_dtype
from stagelight.control_flow.calls import (
    call_graph,
    effects_of,
    is_followed,
    operation_of,
    tell_variables,
    wants_every_order,
)
from stagelight.control_flow.inlining import inlined
from stagelight.control_flow.linearization import (
    LOCK,
    Linearized,
    dense,
    differentiable_outputs,
    linearized,
    zeros_for,
)
from stagelight.core import registry
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.errors import UnimplementedError
from stagelight.graph.cloning import clone_graph
from stagelight.graph.func_graph import FuncGraph, branches_of
from stagelight.graph.tracing import finish
from stagelight.runtime.executable import executable


def apply_branches(
    is_case: bool, selector: Tensor, graphs: Sequence[FuncGraph], name: str | None = None
) -> list[Tensor]:
    """Adds a conditional over traced branches, whose outputs agree in number and dtype.

    Args:
        is_case: whether the selector is an index of a branch; else the first is for true.
        selector: the condition or index, a scalar.
        graphs: the branches.
        name: the name of the operation.

    Returns:
        The outputs.
    """
    inputs = share_captures(graphs)
    tell_variables(*graphs)
    count = len(graphs[0].outputs)
    if CONTEXT.recorders and is_followed(inputs):
        graphs = _differentiable_form(graphs)
    stateful = "" if any(effects_of(graph).is_stateful for graph in graphs) else "Stateless"
    op_def = registry.lookup(f"{stateful}{'Case' if is_case else 'If'}")
    result = apply(op_def, [selector, *inputs], _attrs(graphs, is_case), name)
    return list(result[:count]) if count else []


def _attrs(graphs: Sequence[FuncGraph], is_case: bool) -> dict[str, Any]:
    effects = [effects_of(graph) for graph in graphs]
    written = frozenset().union(*(e.writes for e in effects))
    read = frozenset().union(*(e.reads for e in effects)) - written
    attrs: dict[str, Any] = {
        "Tout": [x.dtype for x in graphs[0].outputs],
        "output_shapes": [result.shape for result in _joined_outputs(graphs)],
        "_lower_using_switch_merge": True,
        "_read_only_resource_inputs": sorted(1 + i for i in read),
    }
    if is_case:
        return {"branches": list(graphs), **attrs}
    return {"then_branch": graphs[0], "else_branch": graphs[1], **attrs}


def share_captures(graphs: Sequence[FuncGraph]) -> list[Tensor]:
    """Gives all branches the captures of all, in one order; returns the tensors outside."""
    union = {id(outside): outside for graph in graphs for outside in graph.external_captures}
    for graph in graphs:
        for key, outside in union.items():
            if key not in graph._captures:
                data = getattr(outside, "handle_data", None)
                unused = graph.placeholder(outside.dtype, outside.shape, "Placeholder", data)
                graph.add_capture(outside, unused)
        graph._captures = {key: graph._captures[key] for key in union}
        graph.inputs = graph.internal_captures
    return list(union.values())


def _joined_outputs(graphs: Sequence[FuncGraph]) -> list[Inferred]:
    """What is known of the outputs whichever branch runs."""
    results = []
    for outputs in zip(*(graph.outputs for graph in graphs), strict=True):
        shape = outputs[0].shape
        for other in outputs[1:]:
            shape = shape.most_specific_compatible_shape(other.shape)
        data = next((x.handle_data for x in outputs if x.handle_data is not None), None)
        results.append(Inferred(shape, outputs[0].dtype, data))
    return results


# ---------------------------------------------------------------------------- further outputs


def _differentiable_form(graphs: Sequence[FuncGraph]) -> Sequence[FuncGraph]:
    """The branches with the further outputs that gradients need."""
    is_stateful = any(effects_of(graph).is_stateful for graph in graphs)
    while True:
        extended, _ = _linearized_branches(graphs, differentiable_outputs(graphs[0]))
        if extended is graphs or not (is_stateful or wants_every_order()):
            return extended
        graphs = extended


def _linearized_branches(
    graphs: Sequence[FuncGraph], which: tuple[int, ...]
) -> tuple[Sequence[FuncGraph], list[Linearized]]:
    """The branches with further outputs, and their backward graphs.

    The branches come back as they are where their backward graphs need nothing more.
    """
    with LOCK:
        results = [linearized(graph, which) for graph in graphs]
        if all(r.forward is graph for r, graph in zip(results, graphs, strict=True)):
            return graphs, results
        key = ("branches", which, *(id(graph) for graph in graphs))
        found = graphs[0].derived.get(key)
        if found is None:
            # The originals are kept too: their ids must stay theirs.
            found = (*_extend_all(graphs, results, which), list(graphs))
            graphs[0].derived[key] = found
        return found[0], found[1]


def _extend_all(
    graphs: Sequence[FuncGraph], results: Sequence[Linearized], which: tuple[int, ...]
) -> tuple[list[FuncGraph], list[Linearized]]:
    count = len(graphs[0].outputs)
    copies = [clone_graph(result.forward)[0] for result in results]
    further = [copy.outputs[count:] for copy in copies]
    extended = []
    for branch, (copy, result) in enumerate(zip(copies, results, strict=True)):
        copy.outputs = copy.outputs[:count]
        start = 0
        for owner, tensors in enumerate(further):
            if owner == branch:
                start = len(copy.outputs) - count
                copy.outputs.extend(tensors)
            else:
                with copy.as_default():
                    copy.outputs.extend(_default_like(x) for x in tensors)
        sources = tuple(
            (kind, key + start) if kind == "output" and key >= count else (kind, key)
            for kind, key in result.sources
        )
        new = Linearized(copy, result.backward, sources)
        copy.derived["linearized", which] = new
        extended.append(new)
    return copies, extended


def _default_like(x: Any) -> Any:
    """A value of a tensor's dtype, and of its shape if that is known, for where it is not computed."""
    if x.dtype.name == "variant":
        element = x.handle_data[1] if x.handle_data is not None else "float32"
        made: Any = raw.EmptyTensorList(np.int32(-1), np.int32(-1), element_dtype=element)
        if x.handle_data is not None:
            made.handle_data = x.handle_data
        return made
    if x.dtype.name == "resource":
        raise UnimplementedError(
            None,
            None,
            f"The gradient of a conditional needs the resource {x.name!r}, which is made in one of its "
            "branches. Make the resource outside of the conditional. (AG601)",
        )
    value = b"" if x.dtype.name == "string" else 0
    array = np.asarray(value, x.dtype.numpy_dtype)
    if x.shape.is_fully_defined() and x.shape.rank and x.dtype.name != "string":
        return raw.Fill(np.asarray(x.shape.as_list(), np.int32), array)
    return apply(
        registry.lookup("Const"), (), {"value": EagerTensor(array, x.dtype), "dtype": x.dtype}
    )


# ---------------------------------------------------------------------------- the gradient


def _gradient(op: Any, *dys: Any) -> list[Any]:
    graphs = branches_of(op)
    selector, *inputs = op.inputs
    which = tuple(
        i
        for i, dy in enumerate(dys)
        if dy is not None and is_differentiable_dtype(op.outputs[i].dtype)
    )
    if not which:
        return [None] * len(op.inputs)
    starts = [dense(dys[i]) for i in which]
    if isinstance(selector, EagerTensor) and CONTEXT.stage is None:
        return [None, *_gradient_of_branch_taken(op, graphs, which, starts)]
    extended, results = _linearized_branches(graphs, which)
    outputs = op.outputs
    if extended is not graphs:
        outputs = _with_further_outputs(op, graphs, extended)
    kinds = [
        _common_kind(row) for row in zip(*(r.backward.gradients for r in results), strict=True)
    ]
    backward_graphs = []
    for number, result in enumerate(results):
        graph = FuncGraph(f"{graphs[number].name}_gradient", CONTEXT.stage)
        with graph.as_default():
            flat = inlined(result.backward.graph, [*starts, *result.captured(inputs, outputs)])
            gradients = result.backward.packed(flat)
            row = [
                graph.capture(part)
                for kind, gradient, x in zip(kinds, gradients, inputs, strict=True)
                for part in _parts(kind, gradient, x)
            ]
        finish(graph, row)
        backward_graphs.append(graph)
    is_case = "branches" in op.attrs
    flat = apply_branches(is_case, selector, backward_graphs, f"{op.op_def.name}_gradient")
    remaining = iter(flat)
    found: list[Any] = [None]
    for kind in kinds:
        parts = [next(remaining) for _ in range(kind)]
        found.append(None if not kind else parts[0] if kind == 1 else IndexedSlices(*parts))
    return found


def _common_kind(counts: Sequence[int]) -> int:
    """Slices where all branches give slices, else a tensor where any gives one."""
    return counts[0] if len(set(counts)) == 1 else 1


def _parts(kind: int, gradient: Any, x: Tensor) -> list[Tensor]:
    if kind == 0:
        return []
    if kind == 1:
        return [zeros_for(x) if gradient is None else dense(gradient)]
    return [gradient.values, gradient.indices, gradient.dense_shape]


def _with_further_outputs(
    op: Any, graphs: Sequence[FuncGraph], extended: Sequence[FuncGraph]
) -> Sequence[Tensor]:
    operation = operation_of(op)
    if operation is None:
        raise UnimplementedError(
            None,
            None,
            f"The gradient of {op.op_def.name} needs values that were not kept. Use a persistent "
            "GradientTape. (AG601)",
        )
    operation.extend(
        _attrs(extended, "branches" in op.attrs),
        outputs=_joined_outputs(extended)[len(graphs[0].outputs) :],
    )
    return operation.outputs


def _gradient_of_branch_taken(
    op: Any, graphs: Sequence[FuncGraph], which: tuple[int, ...], starts: Sequence[Any]
) -> list[Any]:
    """The gradient of an operation that ran eagerly: of a call of the branch that it took."""
    array = op.inputs[0]._array
    graph = graphs[
        _case_index(array, graphs) if "branches" in op.attrs else 0 if _is_true(array) else 1
    ]
    result = linearized(graph, which)
    outputs = op.outputs
    if result.forward is not graph:
        outputs = call_graph(result.forward, op.inputs[1:])
    flat = call_graph(result.backward.graph, [*starts, *result.captured(op.inputs[1:], outputs)])
    return result.backward.packed(flat)


# ---------------------------------------------------------------------------- the ops


def _is_true(cond: np.ndarray) -> bool:
    """TF: a scalar is true if it is not zero or not empty, other tensors if they have elements."""
    return bool(cond[()]) if cond.ndim == 0 else cond.size > 0


def _case_index(index: np.ndarray, branches: Sequence[Any]) -> int:
    """TF: an index out of range is the last branch's."""
    i = int(index)
    return i if 0 <= i < len(branches) else len(branches) - 1


def _run_if(
    xp: ModuleType,
    cond: np.ndarray,
    *inputs: np.ndarray,
    then_branch: FuncGraph,
    else_branch: FuncGraph,
    **_attrs: Any,
) -> tuple[np.ndarray, ...]:
    graph = then_branch if _is_true(cond) else else_branch
    return executable(graph)(*inputs)


def _infer_if(
    cond: Tensor, *inputs: Tensor, then_branch: FuncGraph, else_branch: FuncGraph, **_attrs: Any
) -> list[Inferred]:
    return _joined_outputs([then_branch, else_branch])


def _run_case(
    xp: ModuleType,
    branch_index: np.ndarray,
    *inputs: np.ndarray,
    branches: Sequence[FuncGraph],
    **_attrs: Any,
) -> tuple[np.ndarray, ...]:
    graph = branches[_case_index(branch_index, branches)]
    return executable(graph)(*inputs)


def _infer_case(
    branch_index: Tensor, *inputs: Tensor, branches: Sequence[FuncGraph], **_attrs: Any
) -> list[Inferred]:
    if branch_index.shape.rank not in (None, 0):
        raise invalid(f"branch_index must be a scalar. Received shape: {branch_index.shape}")
    return _joined_outputs(branches)


for _prefix in ("", "Stateless"):
    _signature: dict[str, Any] = {
        "Tin": attr("list(type)"),
        "Tout": attr("list(type)"),
    }
    define(
        f"{_prefix}If",
        "cond: Tcond, input: Tin",
        "output: Tout",
        {
            "Tcond": types(),
            **_signature,
            "then_branch": attr("func"),
            "else_branch": attr("func"),
            "output_shapes": attr("list(shape)", ()),
        },
        infer=_infer_if,
        kernel=_run_if,
        gradient=_gradient,
        traits=Trait.CALLS | Trait.NONE_GRADIENTS,
    )
    define(
        f"{_prefix}Case",
        "branch_index: int32, input: Tin",
        "output: Tout",
        {**_signature, "branches": attr("list(func)"), "output_shapes": attr("list(shape)", ())},
        infer=_infer_case,
        kernel=_run_case,
        gradient=_gradient,
        traits=Trait.CALLS | Trait.NONE_GRADIENTS,
    )
