"""The writer of host plans: a line of Python for each operation.

A `Block` writes the steps of one graph: of the whole plan, of a branch or of a loop's body. A tensor is
an array under one name; a number (see `number_steps`) may be a NumPy scalar under another, and each form
is made where it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from stagelight.graph.effects import effects_of_operation
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import GraphPart, needed_operations
from stagelight.passes.rewriting import is_loop
from stagelight.runtime.number_steps import ARRAY_OPERATORS, is_number, number_expression
from stagelight.runtime.plan_schedule import scheduled
from stagelight.runtime.plan_text import PlanText, Value

# Writes an operation that runs graphs in place of a call, if it can.
StructuredStep = Callable[["Block", Operation], bool]

# Operations of branches and bodies that are written in place, and how deep: beyond that, where the
# same graph may have been written often, they are called.
_MOST_INNER_OPERATIONS = 4096
_MOST_LEVELS = 12


class PlanWriter(PlanText):
    """A plan in the making, and how much of inner graphs it may yet take in.

    Args:
        structured: by op, how operations that run graphs are written in place.
        states: see `PlanText`.
    """

    def __init__(
        self, structured: Mapping[str, StructuredStep], states: dict[Operation, Any]
    ) -> None:
        super().__init__(states)
        self.structured = structured
        self._room = _MOST_INNER_OPERATIONS
        self._levels = 0

    def admits(self, graphs: Iterable[FuncGraph]) -> bool:
        """Whether graphs may be written in place; counts them if so."""
        count = sum(len(graph.operations) for graph in graphs)
        if count > self._room or self._levels >= _MOST_LEVELS:
            return False
        self._room -= count
        return True

    def write_inner(self, block: Block) -> None:
        """Writes the steps of a branch or body."""
        self._levels += 1
        block.write()
        self._levels -= 1


class Block:
    """Writes the steps of one graph.

    Args:
        plan: what the steps are added to.
        graph: the graph, or a part of one.
        arguments: what stands for its inputs, in order.
        indentation: what its lines begin with.
        gives_arrays: whether numbers among the outputs are wanted as arrays, too.
    """

    def __init__(
        self,
        plan: PlanWriter,
        graph: FuncGraph | GraphPart,
        arguments: Sequence[Value],
        indentation: str,
        gives_arrays: bool = False,
    ) -> None:
        self.plan = plan
        self.graph = graph
        self.indentation = indentation
        self._values = {id(x): v for x, v in zip(graph.inputs, arguments, strict=True)}
        self._brought = frozenset(self._values)
        self.operations, self._threaded = scheduled(needed_operations(graph))
        self._expressions = {id(op): number_expression(op) for op in self.operations}
        # By id, the tensors that something takes, and those that something takes as arrays.
        self._used = {id(tensor) for tensor in graph.outputs}
        self._used_as_arrays = set(self._used) if gives_arrays else set()
        # By operation, the tensors whose last use it is; only those that may be large.
        self._last_uses: dict[int, list[SymbolicTensor]] = {}
        self._note_uses()
        # Names of arrays that are not used after the step in the making; its outputs may take them.
        self._free: list[str] = []
        self._begun: dict[int, tuple[str, Operation]] = {}  # threaded steps nobody waited for yet

    def _note_uses(self) -> None:
        structured = self.plan.structured
        last: dict[int, tuple[Operation, SymbolicTensor]] = {}
        for operation in self.operations:
            takes_numbers = (
                self._expressions[id(operation)] is not None
                or operation.op_def.name in structured
                or operation.op_def.name == "Identity"
            )
            for tensor in operation.inputs:
                self._used.add(id(tensor))
                if not takes_numbers:
                    self._used_as_arrays.add(id(tensor))
                last[id(tensor)] = (operation, tensor)
        kept = {id(tensor) for tensor in self.graph.outputs} | self._brought
        for key, (operation, tensor) in last.items():
            if key not in kept and tensor.op.op_def.name != "Const" and tensor.shape.rank != 0:
                self._last_uses.setdefault(id(operation), []).append(tensor)

    def emit(self, line: str, operation: Operation | None = None) -> None:
        """Adds a line to the plan."""
        inputs = [self._values.get(id(x)) for x in operation.inputs] if operation else ()
        self.plan.emit(self.indentation + line, operation, inputs)

    # What stands for tensors.

    def value(self, tensor: SymbolicTensor) -> Value:
        """What stands for a tensor; waits for the threaded step that gives it."""
        if id(tensor.op) in self._begun:
            waiting, operation = self._begun.pop(id(tensor.op))
            self._take(f"{waiting}.result()", operation)
        found = self._values.get(id(tensor))
        if found is None:
            found = self._values[id(tensor)] = self.plan.constant(tensor.op)
        return found

    def put(self, tensor: SymbolicTensor, value: Value) -> None:
        """Lets a value stand for a tensor from here on."""
        self._values[id(tensor)] = value

    def array(self, tensor: SymbolicTensor) -> str:
        """The name of a tensor's array."""
        return self.array_of(self.value(tensor))

    def number(self, tensor: SymbolicTensor) -> str:
        """The name of a number's NumPy scalar."""
        return self.number_of(self.value(tensor))

    def array_of(self, value: Value) -> str:
        """The name of a value's array, which is made if need be."""
        if value.array is None:
            if value.constant is not None:
                value.array = self.plan.name_of(value.constant, "c")
            else:
                value.array = self.plan.new_name("a")
                self.emit(f"{value.array} = asarray({value.number})")
        return value.array

    def number_of(self, value: Value) -> str:
        """The name of a value's NumPy scalar, which is made if need be."""
        if value.number is None:
            if value.constant is not None:
                value.number = self.plan.name_of(value.constant[()], "n")
            else:
                value.number = self.plan.new_name("n")
                self.emit(f"{value.number} = {value.array}[()]")
        return value.number

    def is_used(self, tensor: SymbolicTensor) -> bool:
        """Whether a step of the block, or who comes after it, takes the tensor."""
        return id(tensor) in self._used

    def is_made_here(self, tensor: SymbolicTensor) -> bool:
        """Whether a step of the block gives the tensor."""
        return id(tensor) not in self._brought and tensor.op.op_def.name != "Const"

    # Steps.

    def write(self) -> None:
        """Writes all steps; the outputs are there afterwards, and no thread runs."""
        for operation in self.operations:
            if self._begun:
                for tensor in operation.inputs:
                    self.value(tensor)
            last_uses = self._last_uses.get(id(operation))
            if last_uses:
                values = [self.value(tensor) for tensor in last_uses]
                self._free = [str(value.array) for value in values if value.constant is None]
            self._write_step(operation)
            if self._free:
                self.emit(f"del {', '.join(self._free)}")
                self._free = []
        for tensor in self.graph.outputs:
            self.value(tensor)
        for waiting, operation in self._begun.values():
            self.emit(f"{waiting}.result()", operation)
        self._begun.clear()

    def _write_step(self, operation: Operation) -> None:
        op_def = operation.op_def
        outputs = operation.outputs
        if outputs and all(id(tensor) in self._brought for tensor in outputs):
            return
        if not outputs and not op_def.is_stateful and not operation.inputs:
            return  # It only holds control inputs together.
        if op_def.name == "Const":
            return
        structured = self.plan.structured.get(op_def.name)
        if structured is not None and structured(self, operation):
            return
        if op_def.name == "Identity":
            self._write_identity(operation)
        elif self._expressions[id(operation)] is not None:
            self._write_expression(operation)
        elif id(operation) in self._threaded:
            begun = self.plan.new_name("f")
            arguments = ", ".join([self.plan.kernel(op_def), *self._arguments(operation)])
            self.emit(f"{begun} = submit({arguments})", operation)
            self._begun[id(operation)] = (begun, operation)
        elif op_def.ufunc is not None:
            self._take_one(self._ufunc_text(operation), operation, is_array=True)
        else:
            self._take(self._call(operation), operation)

    def _ufunc_text(self, operation: Operation) -> str:
        """The call of the op's NumPy function, or the operator, that gives an array."""
        arrays = [self.array(tensor) for tensor in operation.inputs]
        operator = ARRAY_OPERATORS.get(operation.op_def.name)
        if operator is not None and operation.outputs[0].shape.rank:
            return operator.format(*arrays)
        return f"{self.plan.ufunc(operation.op_def)}({', '.join(arrays)}, out=...)"

    def _write_identity(self, operation: Operation) -> None:
        """The same value under names of its own, since names end with their tensors."""
        value = self.value(operation.inputs[0])
        named = Value()
        if value.number is not None:
            named.number = self.plan.new_name("n")
            self.emit(f"{named.number} = {value.number}", operation)
        else:
            named.array = self._free.pop() if self._free else self.plan.new_name("t")
            self.emit(f"{named.array} = {self.array_of(value)}", operation)
        self.put(operation.outputs[0], named)

    def _write_expression(self, operation: Operation) -> None:
        expression = self._expressions[id(operation)] or ""
        numbers = [self.number(tensor) for tensor in operation.inputs]
        call = self._call(operation, numbers) if "{call}" in expression else ""
        ufunc = self.plan.ufunc(operation.op_def) if "{ufunc}" in expression else ""
        name = self.plan.new_name("n")
        text = expression.format(*numbers, call=call, ufunc=ufunc)
        self.emit(f"{name} = {text}", operation)
        self.put(operation.outputs[0], Value(number=name))

    def _call(self, operation: Operation, numbers: Sequence[str] = ()) -> str:
        """The call of the kernel, on numbers if they are given."""
        arguments = self._arguments(operation, [f"asarray({number})" for number in numbers])
        return f"{self.plan.kernel(operation.op_def)}({', '.join(arguments)})"

    def _arguments(self, operation: Operation, operands: Sequence[str] = ()) -> list[str]:
        operands = operands or [self.array(tensor) for tensor in operation.inputs]
        return ["xp", *operands, *self.plan.attrs(operation)]

    def _take(self, text: str, operation: Operation) -> None:
        """Writes what gives the operation's outputs, and lets their names stand for them."""
        outputs = operation.outputs
        if not outputs:
            self.emit(text, operation)
        elif operation.op_def.has_one_output:
            self._take_one(text, operation)
        else:
            names = [self._free.pop() if self._free else self.plan.new_name("t") for _ in outputs]
            self.emit(f"{', '.join(names)}{',' if len(names) == 1 else ''} = {text}", operation)
            for name, tensor in zip(names, outputs, strict=True):
                if id(tensor) not in self._brought:
                    if not tensor.shape.rank:
                        self.emit(f"{name} = asarray({name})")
                    self.put(tensor, Value(name))

    def _take_one(self, text: str, operation: Operation, is_array: bool = False) -> None:
        (tensor,) = operation.outputs
        if is_number(tensor) and id(tensor) not in self._used_as_arrays:
            name = self.plan.new_name("n")
            self.emit(f"{name} = {text}[()]", operation)
            self.put(tensor, Value(number=name))
            return
        name = self._free.pop() if self._free else self.plan.new_name("t")
        # Kernels may give scalars where the rank is 0: other kernels and callers want arrays.
        if not (is_array or tensor.shape.rank):
            text = f"asarray({text})"
        self.emit(f"{name} = {text}", operation)
        self.put(tensor, Value(name))


def write_plan(
    graph: FuncGraph | GraphPart,
    structured: Mapping[str, StructuredStep],
    states: dict[Operation, Any],
) -> PlanWriter:
    """Writes the function `plan`, which calls `recover(error, *arrays)` where a step fails.

    What changes something runs without NumPy's warnings: where somebody has made these errors,
    `recover` could not run it once more. So does a loop, where they would take time.
    """
    plan = PlanWriter(structured, states)
    names = [f"x{i}" for i in range(len(graph.inputs))]
    block = Block(plan, graph, [Value(name) for name in names], "   ", gives_arrays=True)
    plan.emit(f"def plan({', '.join(names)}):")
    plan.emit(" try:")
    if any(map(_is_quiet, block.operations)):
        plan.namespace["quiet"] = partial(np.errstate, all="ignore")
        plan.emit("  with quiet():")
    else:
        plan.emit("  if True:")
    block.write()
    results = "".join(block.array(tensor) + ", " for tensor in graph.outputs)
    block.emit(f"return ({results.strip()})")
    plan.emit(" except Exception as error:")
    plan.emit(f"  return recover({', '.join(['error', *names])})")
    return plan


def _is_quiet(operation: Operation) -> bool:
    effects = effects_of_operation(operation)
    return effects.must_run or effects.is_random or is_loop(operation.op_def)
