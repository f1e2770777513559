"""Conditionals and loops of a graph as `if` and `while` of its plan, with the branches' steps in place.

The ops and their attrs are those of the GraphDef format. What does not fit, such as a condition that is
no number, is left to the op's kernel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stagelight.core.budget import check_time, has_budget
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import part_of
from stagelight.passes.drop_loop_variables import live_variables
from stagelight.passes.pipeline import optimize
from stagelight.runtime.number_steps import is_number
from stagelight.runtime.plan_text import Value
from stagelight.runtime.plan_writer import Block, StructuredStep


def _write_if(block: Block, operation: Operation) -> bool:
    condition, *inputs = operation.inputs
    branches = [optimize(operation.attrs[name]) for name in ("then_branch", "else_branch")]
    if not is_number(condition) or not block.plan.admits(branches):
        return False
    arguments = [block.value(tensor) for tensor in inputs]
    results = _results(block, operation)
    for line, branch in zip((f"if {block.number(condition)}:", "else:"), branches, strict=True):
        block.emit(line, operation)
        _write_branch(block, branch, arguments, results)
    return True


def _write_case(block: Block, operation: Operation) -> bool:
    index, *inputs = operation.inputs
    branches = [optimize(branch) for branch in operation.attrs["branches"]]
    if not is_number(index) or not block.plan.admits(branches):
        return False
    arguments = [block.value(tensor) for tensor in inputs]
    results = _results(block, operation)
    number = block.number(index)
    last = len(branches) - 1  # An index out of range is the last branch's.
    for i, branch in enumerate(branches):
        test = "if True:" if last == 0 else "else:" if i == last else f"if {number} == {i}:"
        block.emit(f"el{test}" if 0 < i < last else test, operation)
        _write_branch(block, branch, arguments, results)
    return True


# By position, the name that takes an output of a branch, and whether as a NumPy scalar.
_Results = dict[int, tuple[str, bool]]


def _results(block: Block, operation: Operation) -> _Results:
    """Names for those outputs that are used; they stand for them from here on."""
    results = {}
    for position, tensor in enumerate(operation.outputs):
        if block.is_used(tensor):
            name = block.plan.new_name("r")
            as_number = is_number(tensor)
            results[position] = name, as_number
            block.put(tensor, Value(number=name) if as_number else Value(name))
    return results


def _write_branch(
    block: Block, branch: FuncGraph, arguments: Sequence[Value], results: _Results
) -> None:
    outputs = [branch.outputs[position] for position in results]
    part = part_of(branch, branch.inputs, outputs, branch.control_outputs)
    inner = Block(block.plan, part, [value.copy() for value in arguments], block.indentation + " ")
    block.plan.write_inner(inner)
    for tensor, (name, as_number) in zip(outputs, results.values(), strict=True):
        inner.emit(f"{name} = {inner.number(tensor) if as_number else inner.array(tensor)}")
    _drop(inner, outputs)
    inner.emit("pass")


def _drop(inner: Block, tensors: Sequence[SymbolicTensor]) -> None:
    """Lets go of arrays that are there under other names now."""
    large = [x for x in tensors if x.shape.rank != 0 and inner.is_made_here(x)]
    values = [inner.value(tensor) for tensor in large]
    names = {str(value.array): None for value in values if value.constant is None}
    if names:
        inner.emit(f"{' = '.join(names)} = None")


def _write_while(block: Block, operation: Operation) -> bool:
    cond = optimize(operation.attrs["cond"])
    body = optimize(operation.attrs["body"])
    if not block.plan.admits((cond, body)):
        return False
    used = [i for i, tensor in enumerate(operation.outputs) if block.is_used(tensor)]
    live = live_variables(used, cond, body)
    changing = [i for i in live if body.outputs[i] is not body.inputs[i]]
    arguments = [Value() for _ in operation.inputs]
    names = {}
    for i in live:
        outside = block.value(operation.inputs[i])
        as_number = is_number(body.inputs[i])
        before = block.number_of(outside) if as_number else block.array_of(outside)
        if i in changing or outside.constant is None:
            names[i] = block.plan.new_name("v")
            block.emit(f"{names[i]} = {before}")
            arguments[i] = Value(number=names[i]) if as_number else Value(names[i])
        else:
            arguments[i] = outside.copy()
        block.put(operation.outputs[i], arguments[i].copy())
    block.emit("while True:", operation)
    inner_indentation = block.indentation + " "
    test = Block(block.plan, cond, arguments, inner_indentation)
    block.plan.write_inner(test)
    (goes_on,) = cond.outputs
    text = test.number(goes_on) if is_number(goes_on) else test.array(goes_on)
    test.emit(f"if not {text}: break", operation)
    outputs = [body.outputs[i] for i in changing]
    part = part_of(body, body.inputs, outputs, body.control_outputs)
    step = Block(block.plan, part, arguments, inner_indentation)
    if has_budget():  # The plan of a run with limits is made within them.
        step.emit(f"{block.plan.name_of(check_time, 'k')}()", operation)
    block.plan.write_inner(step)
    after = [
        step.number(x) if is_number(body.inputs[i]) else step.array(x)
        for i, x in zip(changing, outputs, strict=True)
    ]
    if changing:
        step.emit(f"{', '.join(names[i] for i in changing)} = {', '.join(after)}")
    _drop(step, outputs)
    return True


# How operations that run graphs are written in place.
STRUCTURED_STEPS: Mapping[str, StructuredStep] = {
    "If": _write_if,
    "StatelessIf": _write_if,
    "Case": _write_case,
    "StatelessCase": _write_case,
    "While": _write_while,
    "StatelessWhile": _write_while,
}
