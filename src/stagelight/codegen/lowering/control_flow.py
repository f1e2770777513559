"""Conditionals, loops and calls whose graphs can be lowered as a whole."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from stagelight.codegen.expressions import Expr, cast, op
from stagelight.codegen.loop_nest import Buffer, Conditional, RowBuffer, Statement, While
from stagelight.codegen.lowering.list_rows import complete, copy_rows, in_rows, is_own, written
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import (
    are_alike,
    depth_of_list,
    is_static_result,
    is_static_value,
    sizes_of,
)
from stagelight.codegen.lowering.values import (
    AnyList,
    Content,
    Sizes,
    TensorList,
    Value,
    VariableState,
    in_buffer,
    require_same_sizes,
)
from stagelight.graph.effects import effects_of_graph, effects_of_operation
from stagelight.graph.func_graph import FuncGraph, branches_of
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types import dtypes


def _lower_graph(lowering: Lowering, graph: FuncGraph, inputs: Sequence[Content]) -> list[Any]:
    """The outputs of a graph for some inputs, written into the statements that stand now."""
    with lowering.inside_graph():
        for tensor, value in zip(graph.inputs, inputs, strict=True):
            lowering.bind(tensor, value)
        lowering.lower_operations(graph.operations, graph.outputs)
        return [lowering.value_of(tensor) for tensor in graph.outputs]


def _inputs_agree(graph: FuncGraph, given: Sequence[SymbolicTensor]) -> bool:
    return all(
        x.dtype is y.dtype and is_static_value(y) and (_is_unused_handle(x) or are_alike(x, y))
        for x, y in zip(graph.inputs, given, strict=True)
    )


def _is_unused_handle(tensor: SymbolicTensor) -> bool:
    """Whether it is a handle of which the graph knows nothing: then nothing in it is lowered that uses it."""
    return tensor.dtype is dtypes.resource and tensor.handle_data is None


def _forms_of(tensors: Sequence[SymbolicTensor]) -> list[tuple[Sizes, int] | None]:
    """Of tensors that are no variables the sizes, and how deep lists are."""
    return [
        None if x.dtype is dtypes.resource else (sizes_of(x), depth_of_list(x)) for x in tensors
    ]


def _ready(lowering: Lowering, inputs: Sequence[Content]) -> list[Any]:
    """The inputs, each computed once; variables as they are: graphs inside change them."""
    return [lowering.stored(x) if isinstance(x, Value) and x.cost else x for x in inputs]


def _changed_variables(
    operation: Operation, inputs: Sequence[Content], *, first: int
) -> list[VariableState]:
    """The variables that an operation's graphs assign to.

    Args:
        operation: a conditional or a loop.
        inputs: what its inputs are, from the one at `first` on.
        first: see there.
    """
    written = effects_of_operation(operation).writes
    states = [inputs[position - first] for position in sorted(written)]
    return [state for state in dict.fromkeys(states) if isinstance(state, VariableState)]


# ---------------------------------------------------------------------------- calls


def _accepts_call(operation: Operation) -> bool:
    graph = operation.attrs["f"]
    if graph.limits is not None and graph.limits != operation.graph.limits:
        return False
    return _inputs_agree(graph, operation.inputs)


@lowers("PartitionedCall", accepts=_accepts_call, any_size=lambda _: True, lists=None)
def _call(lowering: Lowering, operation: Operation, *inputs: Content) -> list[Content]:
    return _lower_graph(lowering, operation.attrs["f"], _ready(lowering, inputs))


# ---------------------------------------------------------------------------- conditionals


def _has_one_condition(operation: Operation) -> bool:
    return operation.inputs[0].shape.rank == 0


def _accepts_branches(operation: Operation) -> bool:
    if not all(map(is_static_result, operation.outputs)):
        return False
    outputs = _forms_of(operation.outputs)
    return _has_one_condition(operation) and all(
        _inputs_agree(graph, operation.inputs[1:]) and _forms_of(graph.outputs) == outputs
        for graph in branches_of(operation)
    )


@lowers("If", "StatelessIf", accepts=_accepts_branches, any_size=_has_one_condition, lists=None)
def _if(
    lowering: Lowering, operation: Operation, condition: Value, *inputs: Content
) -> list[Value | AnyList]:
    test = cast(condition.element(()), dtypes.bool_)
    return _choice(lowering, operation, [test], inputs)


@lowers("Case", "StatelessCase", accepts=_accepts_branches, any_size=_has_one_condition, lists=None)
def _case(
    lowering: Lowering, operation: Operation, index: Value, *inputs: Content
) -> list[Value | AnyList]:
    """One branch after the other is tried; an index out of range means the last branch."""
    stored = lowering.stored(index)
    count = len(branches_of(operation))
    tests = [op("equal", stored.element(()), number) for number in range(count - 1)]
    return _choice(lowering, operation, tests, inputs)


def _choice(
    lowering: Lowering, operation: Operation, tests: Sequence[Expr], inputs: Sequence[Content]
) -> list[Value | AnyList]:
    branches = branches_of(operation)
    ready = _ready(lowering, inputs)
    results: list[Value | AnyList] = []
    changed = {
        state: lowering.temporary(state.value.dtype, state.value.size, is_mutable=True)
        for state in _changed_variables(operation, ready, first=1)
    }
    outside = lowering.statements
    target = outside
    ends: list[_End] = []
    for test, graph in zip(tests, branches, strict=False):
        statement = Conditional(test, [], [])
        target.append(statement)
        ends.append(_write_branch(lowering, graph, ready, results, changed, statement.then))
        target = statement.otherwise
    ends.append(_write_branch(lowering, branches[-1], ready, results, changed, target))
    for position, result in enumerate(results):
        if isinstance(result, AnyList):
            results[position] = _one_of(lowering, ends, position)
    lowering.statements = outside
    for state, buffer in changed.items():
        state.value = in_buffer(buffer, state.value.sizes)
    return results


# Where the statements of a branch stand, and what it gives.
_End = tuple[list[Statement], list[Any]]


def _write_branch(
    lowering: Lowering,
    graph: FuncGraph,
    inputs: Sequence[Content],
    results: list[Value | AnyList],
    changed: Mapping[VariableState, Buffer],
    statements: list[Statement],
) -> _End:
    """Writes the outputs of a branch into the results, which the first branch makes; lists not yet."""
    lowering.statements = statements
    before = {state: state.value for state in changed}
    values = _lower_graph(lowering, graph, inputs)
    if not results:
        results += [x if isinstance(x, AnyList) else _mutable(lowering, x) for x in values]
    for value, result in zip(values, results, strict=True):
        if isinstance(result, Value):
            require_same_sizes(value, result)
            assert result.buffer is not None
            lowering.write(value, result.buffer)
    for state, buffer in changed.items():
        lowering.write(state.value, buffer)
        state.value = before[state]
    return statements, values


def _one_of(lowering: Lowering, ends: Sequence[_End], position: int) -> AnyList:
    """The list that branches give at a position."""
    lists: list[AnyList] = [values[position] for _, values in ends]
    statements = [each for each, _ in ends]
    parts = [
        _one_part_of(lowering, statements, each)
        for each in zip(*(x.parts for x in lists), strict=True)
    ]
    return lists[0].with_parts(parts)


def _one_part_of(
    lowering: Lowering, ends: Sequence[list[Statement]], lists: Sequence[TensorList]
) -> TensorList:
    """One of some lists, each at the end of its branch: in the rows that all of them have, or in new ones."""
    first = lists[0]
    length = _mutable(lowering, first.length)
    is_partial = any(x.is_partial for x in lists)
    is_same = all(
        (x.rows, x.flags, x.item, x.is_partial, x.start)
        == (first.rows, first.flags, None, is_partial, first.start)
        for x in lists
    )
    result = replace(first, length=length, is_shared=any(x.is_shared for x in lists))
    if not is_same:
        rows = lowering.new_rows(first.dtype, first.row)
        flags = lowering.new_rows(dtypes.bool_, 1) if is_partial else None
        result = TensorList(
            first.dtype, first.sizes, length, rows, is_partial=is_partial, flags=flags
        )
    for statements, each in zip(ends, lists, strict=True):
        lowering.statements = statements
        assert length.buffer is not None
        lowering.write(each.length, length.buffer)
        if not is_same:
            copy_rows(lowering, each, rows, flags)
    return result


def _mutable(lowering: Lowering, like: Value) -> Value:
    """Room for tensors of a tensor's sizes."""
    return in_buffer(lowering.temporary(like.dtype, like.size, is_mutable=True), like.sizes)


# ---------------------------------------------------------------------------- loops


def _accepts_loop(operation: Operation) -> bool:
    cond, body = operation.attrs["cond"], operation.attrs["body"]
    return (
        _inputs_agree(cond, operation.inputs)
        and _inputs_agree(body, operation.inputs)
        and _is_plain_loop(operation)
        and _forms_of(body.outputs) == _forms_of(body.inputs)
        and _forms_of(operation.outputs) == _forms_of(body.inputs)
    )


def _is_plain_loop(operation: Operation) -> bool:
    cond, body = operation.attrs["cond"], operation.attrs["body"]
    return (
        cond.outputs[0].shape.rank == 0
        and not effects_of_graph(cond).writes
        and _hands_on_its_handles(body)
    )


def _hands_on_its_handles(body: FuncGraph) -> bool:
    pairs = zip(body.inputs, body.outputs, strict=True)
    return all(a is b for a, b in pairs if dtypes.resource in (a.dtype, b.dtype))


@lowers("While", "StatelessWhile", accepts=_accepts_loop, any_size=_is_plain_loop, lists=None)
def _while(lowering: Lowering, operation: Operation, *inputs: Content) -> list[Content]:
    cond, body = operation.attrs["cond"], operation.attrs["body"]
    state: list[Content] = []
    changing: list[int] = []
    assigned: list[tuple[VariableState, Buffer]] = []
    for variable in _changed_variables(operation, inputs, first=0):
        buffer = lowering.temporary(variable.value.dtype, variable.value.size, is_mutable=True)
        lowering.write(variable.value, buffer)
        assigned.append((variable, buffer))
        variable.value = in_buffer(buffer, variable.value.sizes)
    for position, (value, before, after) in enumerate(
        zip(inputs, body.inputs, body.outputs, strict=True)
    ):
        if after is before or isinstance(value, VariableState):
            state += _ready(lowering, [value])
            continue
        changing.append(position)
        if isinstance(value, Value):
            state.append(_place_of_loop(lowering, value))
        else:
            state.append(_list_of_loop(lowering, inputs, position, body))
    outside = lowering.statements
    head: list[Statement] = []
    lowering.statements = head
    (test,) = _lower_graph(lowering, cond, [_shared(x) for x in state])
    statement = While(head, cast(test.element(()), dtypes.bool_), [])
    outside.append(statement)
    lowering.statements = statement.body
    is_kept = [_keeps_rows(*pair) for pair in zip(body.inputs, body.outputs, strict=True)]
    given = [_shared(x) if kept else x for x, kept in zip(state, is_kept, strict=True)]
    results = _lower_graph(lowering, body, given)
    # All variables change at once: each new value is complete before an old one goes.
    after_round: list[tuple[Buffer, Value]] = []
    lists: list[tuple[TensorList, TensorList]] = []
    for i in changing:
        before_round, result = state[i], results[i]
        if isinstance(before_round, Value):
            require_same_sizes(before_round, result)
            after_round.append((_place(before_round), result))
        elif isinstance(before_round, AnyList):
            lists += zip(before_round.parts, result.parts, strict=True)
    after_round += [(_place(before.length), after.length) for before, after in lists]
    after_round += [(buffer, variable.value) for variable, buffer in assigned]
    kept = {buffer for buffer, _ in after_round}
    fresh = [(buffer, _kept_apart(lowering, value, kept)) for buffer, value in after_round]
    done = dict(fresh)
    _move_rows(
        lowering,
        [(before, replace(after, length=done[_place(before.length)])) for before, after in lists],
    )
    for buffer, value in fresh:
        lowering.write(value, buffer)
    for variable, buffer in assigned:
        variable.value = in_buffer(buffer, variable.value.sizes)
    lowering.statements = outside
    return state


def _shared(content: Content) -> Content:
    """The same, but a list as one whose rows are not written."""
    if isinstance(content, AnyList):
        return content.with_parts([replace(part, is_shared=True) for part in content.parts])
    return content


def _place_of_loop(lowering: Lowering, value: Value) -> Value:
    """Room for the values of a loop variable, with the one that it begins with."""
    room = _mutable(lowering, value)
    lowering.write(value, _place(room))
    return room


def _place(value: Value) -> Buffer:
    """Where a tensor stands."""
    assert value.buffer is not None
    return value.buffer


def _keeps_rows(before: SymbolicTensor, after: SymbolicTensor) -> bool:
    """Whether a round at most takes elements off the end of a list."""
    while after is not before and after.op.op_def.name in ("Identity", "TensorListPopBack"):
        after = after.op.inputs[0]
    return after is before


def _list_of_loop(
    lowering: Lowering, inputs: Sequence[Content], position: int, body: FuncGraph
) -> AnyList:
    """The list with which a loop begins, in rows that the rounds may use as they do."""
    value = inputs[position]
    assert isinstance(value, AnyList)
    in_use = [part.rows for x in inputs if isinstance(x, AnyList) for part in x.parts]

    def begun(part: TensorList) -> TensorList:
        if _keeps_rows(body.inputs[position], body.outputs[position]):
            return in_rows(lowering, part)
        is_alone = in_use.count(part.rows) == 1
        return part if is_alone and is_own(lowering, part) else written(lowering, part)

    parts = [(begun(part), part.length) for part in value.parts]
    return value.with_parts(
        [replace(part, length=_place_of_loop(lowering, length)) for part, length in parts]
    )


def _move_rows(lowering: Lowering, moves: Sequence[tuple[TensorList, TensorList]]) -> None:
    """Lets the rows of a loop's lists hold the lists that a round gives, all at once."""
    kept = {target.rows for target, _ in moves}
    away = [
        (target, new if target.is_partial else complete(lowering, new))
        for target, new in moves
        if (new.rows, new.start) != (target.rows, target.start)
        or new.is_partial is not target.is_partial
    ]
    ready = [(target, written(lowering, x) if x.rows in kept else x) for target, x in away]
    for target, new in ready:
        assert isinstance(target.rows, RowBuffer)
        copy_rows(lowering, new, target.rows, target.flags)


def _kept_apart(lowering: Lowering, value: Value, kept: Collection[Buffer]) -> Value:
    """The value in a buffer that is none of those kept from round to round."""
    if value.buffer is not None and value.buffer not in kept:
        return value
    buffer = lowering.temporary(value.dtype, value.size)
    lowering.write(value, buffer)
    return in_buffer(buffer, value.sizes)
