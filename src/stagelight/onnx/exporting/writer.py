"""`Writer`: an ONNX graph that is being built, operator by operator.

A `Value` is what an operator gives: a name, and its dtype. `Writer.op` looks the operator's signature up in
ONNX's own tables: which dtypes it takes, and which it gives. An operator that does not take a dtype is
computed in the next wider one that it takes. What follows from constants alone is computed at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Union

import numpy as np

from stagelight.onnx.exporting.runtime_kernels import runtime_takes
from stagelight.onnx.protos import (
    dtype_number,
    dtype_of_number,
    dtype_of_signature,
    onnx,
    schema_of,
    signature_type,
    tensor_proto,
)
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype, from_numpy


class Inexpressible(Exception):
    """ONNX has nothing for an operation; the text says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """What stands for a tensor in an ONNX graph.

    Attributes:
        name: its name in the graph.
        dtype: of its elements.
        array: its value, where that is a constant.
    """

    name: str
    dtype: DType
    array: np.ndarray | None = None


# What operators take: values, and what becomes a constant; None where an input is left out.
Operand = Union[Value, np.ndarray, Sequence[int], int, None]

# In which dtype an operator is computed that does not take another, the nearest first.
_WIDER = {
    "int8": ("int16", "int32", "int64"),
    "uint8": ("uint16", "int16", "int32", "uint32", "int64"),
    "int16": ("int32", "int64"),
    "uint16": ("int32", "uint32", "int64"),
    "int32": ("int64",),
    "uint32": ("uint64", "int64"),
    "float16": ("float32", "float64"),
    "bfloat16": ("float32", "float64"),
    "float32": ("float64",),
    "float8_e4m3fn": ("float32",),
    "float8_e5m2": ("float32",),
}

# What is computed at once where all inputs are constants.
_FOLDED: dict[str, Callable[..., Any]] = {
    "Add": np.add,
    "Concat": lambda *arrays, axis: np.concatenate(arrays, axis),
    "Mul": np.multiply,
    "Neg": np.negative,
    "Reciprocal": np.reciprocal,
    "Reshape": lambda array, shape, allowzero=0: array.reshape(tuple(shape)),
    "Sqrt": np.sqrt,
    "Squeeze": lambda array, axes=None: np.squeeze(array, None if axes is None else tuple(axes)),
    "Sub": np.subtract,
    "Transpose": lambda array, perm: np.transpose(array, perm),
    "Unsqueeze": lambda array, axes: np.expand_dims(array, tuple(axes)),
}


@dataclass
class Writer:
    """An ONNX graph in the making.

    Attributes:
        opset: the version of ONNX's operators.
        nodes: of the graph or subgraph that is being built, in order.
        constants: by name.
    """

    opset: int
    nodes: list[Any] = field(default_factory=list)
    constants: dict[str, Value] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)
    _by_content: dict[Any, Value] = field(default_factory=dict)

    # Names and constants.

    def unique(self, name: str) -> str:
        """A name like the given one that nothing has yet."""
        name = re.sub(r"[^\w./:-]", "_", name) or "value"
        found, number = name, 0
        while found in self._names:
            number += 1
            found = f"{name}_{number}"
        self._names.add(found)
        return found

    def constant(self, value: Any, dtype: DType | None = None, name: str = "constant") -> Value:
        """A constant; the same one for the same array.

        Raises:
            Inexpressible: ONNX does not have the dtype.
        """
        array = np.asarray(value, None if dtype is None else dtype.numpy_dtype)
        dtype = dtype or from_numpy(array.dtype)
        try:
            dtype_number(dtype)
        except KeyError:
            raise Inexpressible(f"ONNX has no dtype {dtype.name}") from None
        content = tuple(array.flat) if array.dtype.hasobject else array.tobytes()
        key = (dtype, array.shape, content)
        if key not in self._by_content:
            self._by_content[key] = self.parameter(array, dtype, name)
        return self._by_content[key]

    def parameter(self, array: np.ndarray, dtype: DType, name: str) -> Value:
        """A constant of its own, as the value of a variable is."""
        value = Value(self.unique(name), dtype, array)
        self.constants[value.name] = value
        return value

    def ints(self, *values: int) -> Value:
        """A vector of integers, as shapes and axes are."""
        return self.constant(np.array(values, np.int64))

    def number(self, value: float, like: Value) -> Value:
        """A scalar of another's dtype."""
        return self.constant(np.array(value).astype(like.dtype.numpy_dtype), like.dtype)

    def initializers(self, used: set[str]) -> list[Any]:
        """The constants that are used, as messages."""
        return [
            tensor_proto(value.array, value.name)
            for value in self.constants.values()
            if value.name in used and value.array is not None
        ]

    # Operators.

    def op(self, operator: str, *inputs: Operand, **attrs: Any) -> Value:
        """Adds an operator; gives its first output."""
        return self.outputs(operator, *inputs, count=1, **attrs)[0]

    def outputs(self, operator: str, *inputs: Operand, count: int, **attrs: Any) -> list[Value]:
        """Adds an operator with so many outputs.

        Raises:
            Inexpressible: this version of ONNX does not have it, or not for such dtypes.
        """
        domain = attrs.pop("domain", "")
        schema = schema_of(operator, 3 if domain else self.opset, domain)
        if schema is None:
            raise Inexpressible(f"ONNX has the operator {operator} in later opsets only")
        values = [self._as_value(item) for item in inputs]
        folded = self._folded(operator, values, attrs)
        if folded is not None:
            return [folded]
        types = self._types(schema, values)
        computed = {name: self._computed(schema, name, dtype) for name, dtype in types.items()}
        names_of_types = [_type_of(schema.inputs, i) for i in range(len(values))]
        values = [
            value if value is None else self.cast(value, computed.get(text, value.dtype))
            for value, text in zip(values, names_of_types, strict=True)
        ]
        names = [self.unique(operator) for _ in range(count)]
        self.nodes.append(
            onnx.helper.make_node(
                operator,
                ["" if value is None else value.name for value in values],
                names,
                name=names[0],
                domain=domain or None,
                **attrs,
            )
        )
        results = []
        for i, name in enumerate(names):
            text = _type_of(schema.outputs, i)
            dtype = computed.get(text) or _given_dtype(schema, text, attrs)
            results.append(self.cast(Value(name, dtype), types.get(text, dtype)))
        return results

    def _as_value(self, item: Operand) -> Value | None:
        if item is None or isinstance(item, Value):
            return item
        if isinstance(item, np.ndarray):
            return self.constant(item)
        return self.constant(np.array(item, np.int64))

    def _folded(self, operator: str, values: Sequence[Value | None], attrs: Any) -> Value | None:
        function = _FOLDED.get(operator)
        if function is None or any(value is None or value.array is None for value in values):
            return None
        arrays = [value.array for value in values if value is not None]
        assert values[0] is not None
        array = np.asarray(function(*arrays, **attrs))
        return self.constant(array, values[0].dtype, values[0].name)

    def _types(self, schema: Any, values: Sequence[Value | None]) -> dict[str, DType]:
        """The dtypes behind the names of types in a signature."""
        found: dict[str, DType] = {}
        for i, value in enumerate(values):
            if value is not None and schema.inputs:
                found.setdefault(_type_of(schema.inputs, i), value.dtype)
        return {name: dtype for name, dtype in found.items() if dtype_of_signature(name) is None}

    def _computed(self, schema: Any, name: str, dtype: DType) -> DType:
        """In which dtype an operator is computed."""
        allowed = next(
            (set(x.allowed_type_strs) for x in schema.type_constraints if x.type_param_str == name),
            set(),
        )
        wider = [as_dtype(text) for text in _WIDER.get(dtype.name, ())]
        possible = [x for x in (dtype, *wider) if signature_type(x) in allowed]
        if not possible:
            raise Inexpressible(f"ONNX's {schema.name} does not take {dtype.name}")
        # What the standard allows and ONNX Runtime lacks is computed in what both have.
        computed = next((x for x in possible if runtime_takes(schema.name, x)), possible[0])
        if computed is dtypes.float64 and not runtime_takes(schema.name, computed):
            raise Inexpressible(
                f"ONNX Runtime has no {schema.name} of float64, and float32 has fewer digits: use tf.cast to "
                "compute it in float32 if these are enough"
            )
        return computed

    def cast(self, value: Value, dtype: DType) -> Value:
        """The value in another dtype."""
        if value.dtype is dtype:
            return value
        if value.array is not None and dtype is not dtypes.string:
            with np.errstate(all="ignore"):
                return self.constant(value.array.astype(dtype.numpy_dtype), dtype)
        try:
            number = dtype_number(dtype)
        except KeyError:
            raise Inexpressible(f"ONNX has no dtype {dtype.name}") from None
        if value.dtype.is_complex or dtype.is_complex:
            raise Inexpressible("ONNX has complex numbers as constants only")
        return self.op("Cast", value, to=number)

    # What many conversions need.

    def int64(self, value: Value) -> Value:
        """The value as int64, as ONNX wants shapes and indices."""
        return self.cast(value, dtypes.int64)

    def transpose(self, value: Value, perm: Sequence[int]) -> Value:
        """The value with its axes in another order."""
        if list(perm) == sorted(perm):
            return value
        return self.op("Transpose", value, perm=list(perm))

    def reshape(self, value: Value, shape: Operand) -> Value:
        """The value with another shape, in which 0 means 0 and -1 what is left."""
        given = self._as_value(shape)
        assert given is not None
        given = self.int64(given)
        has_zero = given.array is None or 0 in given.array
        return self.op("Reshape", value, given, **({"allowzero": 1} if has_zero else {}))

    def unsqueeze(self, value: Value, *axes: int) -> Value:
        """The value with further axes of size 1, at these places of the result."""
        return self.op("Unsqueeze", value, axes) if axes else value

    def squeeze(self, value: Value, *axes: int) -> Value:
        """The value without these axes of size 1."""
        return self.op("Squeeze", value, axes) if axes else value

    def concat(self, values: Sequence[Value], axis: int) -> Value:
        """Values one after the other."""
        return values[0] if len(values) == 1 else self.op("Concat", *values, axis=axis)

    def shape(self, value: Value, start: int = 0, end: int | None = None) -> Value:
        """The sizes of the axes from `start` to `end`, as a vector of int64."""
        if value.array is not None:
            return self.ints(*value.array.shape[start:end])
        attrs = {} if end is None else {"end": end}
        return self.op("Shape", value, **({"start": start, **attrs} if start or attrs else {}))

    def where(self, condition: Value, one: Value, other: Value) -> Value:
        """`one` where the condition holds, `other` elsewhere."""
        return self.op("Where", condition, one, other)

    def slice(
        self, value: Value, starts: Operand, ends: Operand, axes: Operand, steps: Operand = None
    ) -> Value:
        """A part of the value."""
        given = (starts, ends, axes) if steps is None else (starts, ends, axes, steps)
        return self.op("Slice", value, *given)

    # Graphs inside of operators.

    @contextmanager
    def inside(self) -> Iterator[list[Any]]:
        """Inside of the `with`, operators go to a graph of their own: the list that this gives."""
        outer, self.nodes = self.nodes, []
        try:
            yield self.nodes
        finally:
            self.nodes = outer

    def made_here(self, values: Sequence[Value]) -> list[Value]:
        """The values, each the output of an operator of the innermost graph, and each another."""
        names = {name for node in self.nodes for name in node.output}
        found: list[Value] = []
        for value in values:
            if value.name not in names or any(value.name == other.name for other in found):
                value = self.op("Identity", value)
            found.append(value)
        return found


def _type_of(arguments: Sequence[Any], position: int) -> str:
    """The name of a type in a signature; what is more than the arguments belongs to the last."""
    return str(arguments[min(position, len(arguments) - 1)].type_str) if arguments else ""


def _given_dtype(schema: Any, text: str, attrs: dict[str, Any]) -> DType:
    """The dtype of an output that no input implies."""
    fixed = dtype_of_signature(text)
    if fixed is not None:
        return fixed
    number = attrs.get("to", attrs.get("dtype"))
    if "value" in attrs:
        number = attrs["value"].data_type
    if number is not None:
        return dtype_of_number(number)
    for constraint in schema.type_constraints:
        if constraint.type_param_str == text and len(constraint.allowed_type_strs) == 1:
            found = dtype_of_signature(constraint.allowed_type_strs[0])
            assert found is not None
            return found
    raise AssertionError(f"{schema.name}: the dtype of an output does not follow")
