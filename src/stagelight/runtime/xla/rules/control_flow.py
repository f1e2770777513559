"""Rules of calls, conditionals and loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from stagelight.core.inference import constant_value
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.passes.pipeline import optimize
from stagelight.runtime.xla.engine import jax, jnp, lax
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers
from stagelight.runtime.xla.values import Cell, NotLowered, Rows, is_known


@lowers("PartitionedCall", "StatefulPartitionedCall")
def _call(lowering: Lowering, operation: Operation, *values: Any) -> Any:
    return lowering.lower_graph(operation.attrs["f"], values)


# ---------------------------------------------------------------------------- values as JAX carries them


def _carried(value: Any) -> tuple[Any, ...]:
    """The arrays of a value that goes in or out of a branch or a round; a variable's go by themselves."""
    if isinstance(value, Cell):
        return ()
    if isinstance(value, Rows):
        length = jnp.asarray(value.length, jnp.int32)
        return (length,) if value.rows is None else (length, value.rows)
    return (jnp.asarray(value),)


def _like(value: Any, arrays: tuple[Any, ...]) -> Any:
    """What `_carried` took apart, put together again like a value."""
    if isinstance(value, Cell):
        return value
    if isinstance(value, Rows):
        rows = arrays[1] if len(arrays) == 2 else None
        return replace(value, length=arrays[0], rows=rows)
    return arrays[0]


class _Variables:
    """The variables among the inputs of branches or rounds, which each may assign to."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._cells = list(dict.fromkeys(x for x in values if isinstance(x, Cell)))
        self._are_written = [False] * len(self._cells)

    def values(self) -> list[Any]:
        return [jnp.asarray(cell.value) for cell in self._cells]

    def within(self, given: Sequence[Any], run: Callable[[], Any]) -> tuple[Any, list[Any]]:
        """What a function gives that begins with some values of the variables, and their values after."""
        before = [(cell.value, cell.is_written) for cell in self._cells]
        for cell, value in zip(self._cells, given, strict=True):
            cell.value, cell.is_written = value, False
        try:
            result = run()
            after = self.values()
            self._are_written = [
                known or cell.is_written
                for known, cell in zip(self._are_written, self._cells, strict=True)
            ]
            return result, after
        finally:
            for cell, (value, is_written) in zip(self._cells, before, strict=True):
                cell.value, cell.is_written = value, is_written

    def end_with(self, values: Sequence[Any]) -> None:
        """Gives those that were assigned to somewhere their new values."""
        for cell, value, is_written in zip(self._cells, values, self._are_written, strict=True):
            if is_written:
                cell.value, cell.is_written = value, True


# ---------------------------------------------------------------------------- conditionals


@lowers("If", "StatelessIf")
def _if(lowering: Lowering, operation: Operation, condition: Any, *values: Any) -> Any:
    graphs = [operation.attrs["else_branch"], operation.attrs["then_branch"]]
    if np.ndim(condition):
        raise NotLowered("the condition is no scalar")
    if is_known(condition):
        return lowering.lower_graph(graphs[bool(condition)], values)
    return _one_of(lowering, jnp.asarray(condition, bool).astype(jnp.int32), graphs, values)


@lowers("Case", "StatelessCase")
def _case(lowering: Lowering, operation: Operation, index: Any, *values: Any) -> Any:
    graphs = operation.attrs["branches"]
    last = len(graphs) - 1
    if is_known(index):
        number = int(index)
        return lowering.lower_graph(graphs[number if 0 <= number <= last else last], values)
    return _one_of(lowering, jnp.where((index < 0) | (index > last), last, index), graphs, values)


def _one_of(lowering: Lowering, index: Any, graphs: Sequence[FuncGraph], values: Any) -> list[Any]:
    """What the graph of an index gives."""
    variables = _Variables(values)
    outputs: list[list[Any]] = [[] for _ in graphs]

    def branch(number: int, forms: Sequence[Any] | None) -> Callable[..., Any]:
        def run() -> list[Any]:
            found = lowering.lower_graph(graphs[number], values)
            outputs[number] = found
            if forms is not None:
                found = list(map(_fitted, found, forms))
            return [_carried(x) for x in found]

        return lambda given: variables.within(given, run)

    given = variables.values()
    shapes = [jax.eval_shape(branch(i, None), given)[0] for i in range(len(graphs))]
    forms = [
        _form([found[i] for found in outputs], [shape[i] for shape in shapes])
        for i in range(len(outputs[0]))
    ]
    found, after = lax.switch(index, [branch(i, forms) for i in range(len(graphs))], given)
    variables.end_with(after)
    return list(map(_like, forms, found))


def _form(results: Sequence[Any], shapes: Sequence[Any]) -> Any:
    """What all branches give one output as: a list with the most room, or an array's shape and dtype.

    Gradients of what another branch computed are small zeros that nobody reads: they get the shape of
    what is read.
    """
    if any(isinstance(x, Rows) for x in results):
        return max(results, key=lambda x: x.room)
    if any(isinstance(x, Cell) for x in results):
        if any(x is not results[0] for x in results):
            raise NotLowered("which variable it gives depends on data")
        return results[0]
    computed = [shape for x, (shape,) in zip(results, shapes, strict=True) if not is_known(x)]
    return computed[0] if computed else shapes[0][0]


def _fitted(value: Any, form: Any) -> Any:
    """A result in the form that all branches give."""
    if isinstance(form, Rows):
        return value if form.rows is None else value.with_room(form.room, form.element)
    if isinstance(form, Cell) or value.shape == form.shape:
        return value
    if is_known(value) and not np.any(value):
        return jnp.zeros(form.shape, form.dtype)
    raise NotLowered(f"its branches give shapes {list(value.shape)} and {list(form.shape)}")


# ---------------------------------------------------------------------------- loops


@lowers("While", "StatelessWhile")
def _while(lowering: Lowering, operation: Operation, *values: Any) -> list[Any]:
    cond, body = optimize(operation.attrs["cond"]), optimize(operation.attrs["body"])
    loop = _Rounds(cond, body, values)
    begin = list(values)
    changing = [
        i
        for i, (before, after) in enumerate(zip(body.inputs, body.outputs, strict=True))
        if before is not after and not isinstance(values[i], Cell)
    ]
    for i in changing:
        if isinstance(values[i], Rows):
            begin[i] = loop.list_with_room(i)
    variables = _Variables(values)

    def current(arrays: Sequence[Any]) -> list[Any]:
        row = list(begin)
        for i, parts in zip(changing, arrays, strict=True):
            row[i] = _like(begin[i], parts)
        return row

    def test(state: Any) -> Any:
        arrays, given = state
        found, _ = variables.within(given, lambda: lowering.lower_graph(cond, current(arrays)))
        return jnp.asarray(found[0]).reshape(()).astype(bool)

    def step(state: Any) -> Any:
        arrays, given = state

        def run() -> list[Any]:
            row = current(arrays)
            results = lowering.lower_graph(body, row)
            for i in changing:
                loop.note_round(i, row[i], results[i])
            return [_carried(results[i]) for i in changing]

        return variables.within(given, run)

    first = ([_carried(begin[i]) for i in changing], variables.values())
    lowering.loops += 1
    try:
        _see_that_it_stays(first, jax.eval_shape(step, first))
        if loop.is_exact and loop.most is not None:
            arrays, after = lax.fori_loop(0, loop.most, lambda _, state: step(state), first)
        else:
            arrays, after = lax.while_loop(test, step, first)
    finally:
        lowering.loops -= 1
    variables.end_with(after)
    results = current(arrays)
    for i in changing:
        results[i] = loop.known_result(i, results[i])
    return results


def _see_that_it_stays(before: Any, after: Any) -> None:
    """Sees that a round leaves all loop variables in the form that they had."""
    one, other = jax.tree.flatten(before), jax.tree.flatten(after)
    if one[1] != other[1]:
        raise NotLowered("a list changes its form in a round")
    for x, y in zip(one[0], other[0], strict=True):
        if x.shape != y.shape or x.dtype != y.dtype:
            raise NotLowered(
                f"a loop variable of shape {list(x.shape)} and dtype {x.dtype} becomes one of "
                f"{list(y.shape)} and {y.dtype}"
            )


def _source(tensor: SymbolicTensor) -> SymbolicTensor:
    while tensor.op.op_def.name == "Identity":
        tensor = tensor.op.inputs[0]
    return tensor


class _Rounds:
    """What is known of how often a loop goes round, and of what follows from that.

    Attributes:
        most: the largest number of rounds, None where data tells.
        is_exact: whether it is just this number.
    """

    def __init__(self, cond: FuncGraph, body: FuncGraph, values: Sequence[Any]) -> None:
        self._body = body
        self._values = values
        self._keeps_length: set[int] = set()
        self._position = {id(x): i for i, x in enumerate(cond.inputs)}
        parts = _conjuncts(cond.outputs[0])
        bounds = [self._bound(x) for x in parts]
        known = [x for x in bounds if x is not None]
        self.most = min(known, default=None)
        self.is_exact = len(known) == len(bounds)

    def _bound(self, test: SymbolicTensor) -> int | None:
        """After how many rounds a comparison of a counter with a limit fails."""
        operation = test.op
        name = operation.op_def.name
        if name not in ("Less", "LessEqual", "Greater", "GreaterEqual"):
            return None
        counter, limit = operation.inputs
        if name.startswith("Greater"):
            counter, limit = limit, counter
        position = self._position.get(id(_source(counter)))
        end = self._fixed(limit)
        if position is None or end is None or not is_known(self._values[position]):
            return None
        step = self._step(position)
        begin = np.asarray(self._values[position])
        if step is None or step <= 0 or begin.ndim or not np.issubdtype(begin.dtype, np.integer):
            return None
        distance = int(end) - int(begin) + name.endswith("Equal")
        return max(0, -(-distance // step))

    def _fixed(self, tensor: SymbolicTensor) -> Any:
        """A value that is known, and the same in all rounds."""
        tensor = _source(tensor)
        position = self._position.get(id(tensor))
        if position is None:
            value = constant_value(tensor)
        else:
            stays = self._body.outputs[position] is self._body.inputs[position]
            value = self._values[position] if stays and is_known(self._values[position]) else None
        return None if value is None or np.ndim(value) else np.asarray(value)

    def _step(self, position: int) -> int | None:
        """By how much each round adds to an integer variable, a constant."""
        after = _source(self._body.outputs[position])
        if after.op.op_def.name not in ("AddV2", "Add"):
            return None
        x, y = map(_source, after.op.inputs)
        before = self._body.inputs[position]
        step = y if x is before else x if y is before else None
        value = None if step is None else constant_value(step)
        return None if value is None or np.ndim(value) else int(value)

    def _pushes(self, position: int) -> int | None:
        """By how many elements a round makes a list longer; None where that is not plain."""
        tensor, count = _source(self._body.outputs[position]), 0
        while tensor is not self._body.inputs[position]:
            name = tensor.op.op_def.name
            if name not in ("TensorListPushBack", "TensorListPopBack", "TensorListSetItem"):
                return None
            count += {"TensorListPushBack": 1, "TensorListPopBack": -1}.get(name, 0)
            tensor = _source(tensor.op.inputs[0])
        return count

    def list_with_room(self, position: int) -> Rows:
        """A list with room for what all rounds put into it."""
        rows: Rows = self._values[position]
        count = self._pushes(position) or 0
        shape, _ = self._body.inputs[position].handle_data
        element = tuple(shape.as_list()) if shape.is_fully_defined() else None
        room = max(rows.room, rows.known_length if is_known(rows.length) else 0)
        if count > 0:
            if self.most is None:
                raise NotLowered("data tells how long a list becomes")
            room = rows.known_length + count * self.most
        return rows.with_room(room, element)

    def note_round(self, position: int, before: Any, after: Any) -> None:
        """Notes of a list whether a round leaves it as long as it was."""
        if isinstance(before, Rows) and isinstance(after, Rows):
            begin = self._values[position].length
            is_same = after.length is before.length or (
                is_known(after.length) and is_known(begin) and int(after.length) == int(begin)
            )
            (self._keeps_length.add if is_same else self._keeps_length.discard)(position)

    def known_result(self, position: int, result: Any) -> Any:
        """What a loop variable is at the end; a known value where it only counts."""
        before = self._values[position]
        if position in self._keeps_length:
            return replace(result, length=before.length) if is_known(before.length) else result
        if not self.is_exact or self.most is None:
            return result
        if isinstance(before, Rows):
            count = self._pushes(position)
            if count is not None and is_known(before.length):
                return replace(result, length=np.int32(int(before.length) + count * self.most))
            return result
        if is_known(before) and np.ndim(before) == 0:
            step = self._step(position)
            if step is not None and np.issubdtype(np.asarray(before).dtype, np.integer):
                return np.asarray(before + step * self.most, np.asarray(before).dtype)
        return result


def _conjuncts(test: SymbolicTensor) -> list[SymbolicTensor]:
    test = _source(test)
    if test.op.op_def.name == "LogicalAnd":
        return [part for x in test.op.inputs for part in _conjuncts(x)]
    return [test]
