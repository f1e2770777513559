"""Lowering for sizes that are known only when the program is called.

Sizes are polynomials here, over a few integers that the entry reads from the arrays. So are the elements of
what follows from shapes: the ops' own kernels compute with polynomials in arrays of objects. What is not the
same for all sizes ends the lowering (`Undecided`): then there is no program for any size.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from stagelight.codegen.expressions import Expr, from_index, op, where
from stagelight.codegen.index import Polynomial, Undecided, atoms, floor_quotient
from stagelight.codegen.llvm.matrix_products import suits_blas, suits_tiles
from stagelight.codegen.loop_nest import MatMul, Program, walk
from stagelight.codegen.lowering.lowerability import (
    SIZE_ARITHMETIC,
    rule_obstacle_to_symbols,
)
from stagelight.codegen.lowering.lowering import (
    Lowering,
)
from stagelight.codegen.lowering.programs import lower_with
from stagelight.codegen.lowering.registry import rule_of
from stagelight.codegen.lowering.tensor_forms import (
    SUPPORTED,
    is_forwarded_handle,
    known_array,
    sizes_of,
)
from stagelight.codegen.lowering.values import (
    Content,
    Indices,
    Sizes,
    Value,
    broadcast_sizes,
    computed,
)
from stagelight.core.requirements import first_undecided
from stagelight.errors import OpError
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.types import dtypes


def _floor_quotient(x: Any, y: Any) -> Any:
    if isinstance(y, int) and y > 0:
        return floor_quotient(x, y)
    return x // y


# Their kernels ask for remainders.
_DIVISIONS = {
    "FloorDiv": np.frompyfunc(_floor_quotient, 2, 1),
    "FloorMod": np.frompyfunc(lambda x, y: x - _floor_quotient(x, y) * y, 2, 1),
}

# Longer rows of sizes are not followed.
_LONGEST = 64


class NotOfAnySize(Undecided):
    """There is no program for all sizes, because of an operation.

    Attributes:
        operation: which; where it stands in a branch or body, the conditional or loop.
    """

    def __init__(self, operation: Operation, why: Undecided) -> None:
        super().__init__(f"{operation.name}: {why}")
        self.operation = operation


class AnySizeLowering(Lowering):
    """The program under construction."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._arrays: dict[int, np.ndarray] = {}
        # By id of a value that was made from an array: both, so that branches and bodies know it, too.
        self._known_values: dict[int, tuple[Value, np.ndarray]] = {}

    def bind(self, tensor: SymbolicTensor, value: Content) -> None:
        """Says what a tensor is."""
        super().bind(tensor, value)
        if id(value) in self._known_values:
            self._arrays[id(tensor)] = self._known_values[id(value)][1]

    @contextmanager
    def inside_graph(self) -> Iterator[None]:
        """For a graph inside of another."""
        outside, self._arrays = self._arrays, {}
        try:
            with super().inside_graph():
                yield
        finally:
            self._arrays = outside

    def array_of(self, tensor: SymbolicTensor) -> np.ndarray | None:
        """The elements of a tensor that is known, integers or polynomials."""
        found = self._arrays.get(id(tensor))
        return known_array(tensor) if found is None else found

    def value_of(self, tensor: SymbolicTensor) -> Value:
        """What a tensor is."""
        array = self._arrays.get(id(tensor))
        if array is None or id(tensor) in self._values:
            return super().value_of(tensor)
        value = self._values[id(tensor)] = self._value_of_array(tensor, array)
        self._known_values[id(value)] = value, array
        return value

    def _value_of_array(self, tensor: SymbolicTensor, array: np.ndarray) -> Value:
        if array.dtype != object:
            return self.constant(array, tensor.dtype)
        rows = [from_index(x, tensor.dtype) for x in array.reshape(-1).tolist()]
        if array.ndim > 1:
            raise Undecided("a matrix of sizes")

        def element(at: Indices) -> Expr:
            if not at:
                return rows[0]
            if isinstance(at[0], int):
                return rows[at[0]]
            chosen = rows[-1]
            for place, row in enumerate(rows[:-1]):
                chosen = where(op("equal", from_index(at[0]), place), row, chosen)
            return chosen

        return computed(tensor.dtype, array.shape, element, len(rows) - 1)

    def _lower(self, operation: Operation, uses: Mapping[int, int]) -> None:
        try:
            self._lower_of_any_size(operation, uses)
        except Undecided as error:
            raise NotOfAnySize(operation, error) from error

    def _lower_of_any_size(self, operation: Operation, uses: Mapping[int, int]) -> None:
        arrays = self._follows(operation)
        if arrays is not None:
            for tensor, array in zip(operation.outputs, arrays, strict=True):
                self._arrays[id(tensor)] = _as_integers(array, tensor)
            return
        if not all(x.dtype in SUPPORTED or is_forwarded_handle(x) for x in operation.outputs):
            raise Undecided(operation.name)
        rule = rule_of(operation)
        for position in () if rule is None else rule.constants:
            if self.array_of(operation.inputs[position]) is None:
                raise Undecided(f"{operation.inputs[position].name} of {operation.name}")
        requirements = operation.op_def.requirements
        if requirements:
            sizes = [self.value_of(x).sizes for x in operation.inputs]
            undecided = first_undecided(requirements, sizes)
            if undecided is not None:
                raise Undecided(f"whether {undecided.name} may {undecided.text}")
        if reason := rule_obstacle_to_symbols(operation):
            raise Undecided(reason)
        super()._lower(operation, uses)

    def _follows(self, operation: Operation) -> Sequence[Any] | None:
        """The results of an operation that follow from shapes."""
        name = operation.op_def.name
        if name in ("Shape", "ShapeN"):
            return [np.array(self.value_of(x).sizes, object) for x in operation.inputs]
        if name == "VariableShape":
            return [np.array(sizes_of(operation.inputs[0]))]
        if name == "Size":
            return [np.array(math.prod(self.value_of(operation.inputs[0]).sizes), object)]
        if name == "Rank":
            return [np.array(len(self.value_of(operation.inputs[0]).sizes), object)]
        found = [self.array_of(x) for x in operation.inputs]
        arrays = [
            x for x in found if x is not None and x.size <= _LONGEST and x.dtype.kind in "Oiu"
        ]
        if not arrays or len(arrays) < len(found):
            return None
        if name == "BroadcastGradientArgs":
            return _broadcast_axes(*arrays)
        if name == "BroadcastArgs":
            return [np.array(broadcast_sizes(*[tuple(x.tolist()) for x in arrays]), object)]
        if name not in SIZE_ARITHMETIC or not all(x.dtype.is_integer for x in operation.outputs):
            return None
        if name == "Cast":
            return arrays
        if name in ("Fill", "Range") and any(x.dtype == object for x in arrays):
            return None  # It is a tensor of these sizes, not what follows from them.
        if name == "GatherV2":
            arrays[1:] = [_as_numbers(x) for x in arrays[1:]]
        elif any(x.dtype == object for x in arrays):
            arrays = [x.astype(object) for x in arrays]
        try:
            if name in _DIVISIONS:
                return [np.asarray(_DIVISIONS[name](*arrays), object)]
            result = operation.op_def.kernel(np, *arrays, **operation.attrs)
        except (TypeError, AttributeError, ArithmeticError, OpError) as error:
            raise Undecided(f"{name}: {error}") from error  # It does not know polynomials.
        return [result] if operation.op_def.has_one_output else result


def _as_numbers(array: np.ndarray) -> np.ndarray:
    """An array of integers that has none but known ones, though it may have come from shapes."""
    if any(isinstance(x, Polynomial) for x in array.reshape(-1).tolist()):
        raise Undecided("an index that is a size")
    return array.astype(np.int64)


def _as_integers(array: Any, tensor: SymbolicTensor) -> np.ndarray:
    """An array of integers where all elements are, else of objects."""
    result = np.asarray(array, object)
    elements = result.reshape(-1).tolist()
    if any(isinstance(x, Polynomial) for x in elements):
        return result
    try:
        return result.astype(tensor.dtype.numpy_dtype)
    except OverflowError as error:
        raise Undecided(f"{tensor.name}: {error}") from error


def _broadcast_axes(s0: np.ndarray, s1: np.ndarray) -> list[np.ndarray]:
    """The axes along which each of two shapes is repeated in their common shape."""
    shapes = [tuple(x.tolist()) for x in (s0, s1)]
    result = broadcast_sizes(*shapes)
    return [
        np.array([i for i, size in enumerate(_padded(x, len(result))) if size != result[i]], object)
        for x in shapes
    ]


def _padded(sizes: Sizes, rank: int) -> tuple[Any, ...]:
    return (*[None] * (rank - len(sizes)), *sizes)


def lower_for_any_size(
    name: str,
    operations: Sequence[Operation],
    inputs: Sequence[SymbolicTensor],
    outputs: Sequence[SymbolicTensor],
    shapes: Sequence[Sizes],
    checked: Sequence[int],
) -> Program:
    """The program of operations for all sizes.

    Args:
        name: of the machine function.
        operations: in program order.
        inputs: what comes from outside.
        outputs: what goes out.
        shapes: the sizes of the inputs: integers, and atoms that are a `Size` each.
        checked: positions of the inputs whose sizes a call has to check.

    Raises:
        NotOfAnySize: an operation cannot be lowered, or the sizes do not say how.
        Undecided: what goes out cannot be written.
    """
    lowering = AnySizeLowering(name)
    for position in checked:
        lowering.program.shapes[position] = tuple(shapes[position])
        for size in shapes[position]:
            found = lowering.program.sizes
            found += [x for x in atoms(size) if x not in found]
    all_sizes = [
        sizes_of(x) if x.dtype is dtypes.resource else tuple(sizes)
        for x, sizes in zip(inputs, shapes, strict=True)
    ]
    program = lower_with(lowering, operations, inputs, outputs, all_sizes)
    for product in walk(program.body):
        if isinstance(product, MatMul) and not (suits_blas(product) or suits_tiles(product)):
            raise Undecided(f"how the matrices of {product.out.buffer.name} lie")
    if program.sizes:
        program.sizes += program.sizes[0].quotients
    return program
