"""The table of conversions: which function writes an op as ONNX operators.

A family's file has one function an op, decorated with `converter`:

    @converter("SquaredDifference")
    def _squared_difference(w, op, x, y):
        difference = w.op("Sub", x, y)
        return w.op("Mul", difference, difference)

It gets the `Writer`, the `Application`, and the values of the inputs in one flat row; it gives the value of
the output, or of all outputs, with None for one that ONNX cannot give. `Inexpressible` says why it
cannot be done with these attrs or dtypes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight.graph.attr_values import attr_value
from stagelight.graph.operation import Operation
from stagelight.onnx.exporting.writer import Inexpressible
from stagelight.public import is_same_definition
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

Converter = Callable[..., Any]

CONVERTERS: dict[str, Converter] = {}


def converter(*ops: str) -> Callable[[Converter], Converter]:
    """Lets a function convert the ops of these names."""

    def register(function: Converter) -> Converter:
        for op in ops:
            assert is_same_definition(CONVERTERS.get(op, function), function), (
                f"{op} is converted in two places"
            )
            CONVERTERS[op] = function
        return function

    return register


@dataclass(frozen=True)
class Application:
    """What a converter may ask of the operation that it writes.

    Attributes:
        operation: of the function's graph.
        values: of its inputs.
    """

    operation: Operation
    values: Sequence[Any]

    @property
    def type(self) -> str:
        """The op's name."""
        return self.operation.type

    def attr(self, name: str) -> Any:
        """An attr, given or by default; bytes as text."""
        value = attr_value(self.operation, name)
        return value.decode() if isinstance(value, bytes) else value

    def shape(self, position: int) -> TensorShape:
        """What is known of an input's shape."""
        return self.operation.inputs[position].shape

    def rank(self, position: int) -> int:
        """The rank of an input.

        Raises:
            Inexpressible: it is not known.
        """
        return known_rank(self.shape(position))

    def output_shape(self, position: int = 0) -> TensorShape:
        """What is known of an output's shape."""
        return self.operation.outputs[position].shape

    def output_rank(self, position: int = 0) -> int:
        """The rank of an output.

        Raises:
            Inexpressible: it is not known.
        """
        return known_rank(self.output_shape(position))

    def output_dtype(self, position: int = 0) -> DType:
        """The dtype of an output."""
        return self.operation.outputs[position].dtype

    def constant(self, position: int) -> np.ndarray:
        """The value of an input that ONNX wants to know beforehand.

        Raises:
            Inexpressible: it is no constant.
        """
        value = self.values[position]
        if value.array is None:
            name = self.operation.op_def.inputs
            what = name[position].name if position < len(name) else f"input {position}"
            raise Inexpressible(f"`{what}` must be a constant")
        array: np.ndarray = value.array
        return array

    def axis(self, position: int, rank: int | None = None) -> int:
        """A constant axis, counted from the first."""
        axis = int(self.constant(position))
        return axis + (self.rank(0) if rank is None else rank) if axis < 0 else axis


def known_rank(shape: TensorShape) -> int:
    """The rank of a shape.

    Raises:
        Inexpressible: it is not known.
    """
    if shape.rank is None:
        raise Inexpressible("the rank must be known (see tf.ensure_shape)")
    return int(shape.rank)
