"""The table of operators that models may have: which function applies each in TensorFlow's ops.

A family's file has one function an operator, decorated with `operator`:

    @operator("Gemm")
    def _gemm(node, a, b, c=None): ...

It gets the `Node` and the tensors of the inputs, None for those left out; it gives a tensor, or a list
of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.public import is_same_definition
from stagelight.types import dtypes

OPERATORS: dict[str, Callable[..., Any]] = {}


def operator(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Lets a function apply the operators of these names."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            assert is_same_definition(OPERATORS.get(name, function), function), (
                f"{name} is applied in two places"
            )
            OPERATORS[name] = function
        return function

    return register


@dataclass(frozen=True)
class Node:
    """What a function may ask of the operator that it applies.

    Attributes:
        operator: its name.
        opset: the version of ONNX's operators in the model.
        attrs: by name; tensors are arrays, strings are text.
        count: how many outputs are named.
        run: runs a graph among the attrs, for tensors by the names of its inputs.
    """

    operator: str
    opset: int
    attrs: dict[str, Any]
    count: int
    run: Callable[..., list[Any]]

    def attr(self, name: str, default: Any = None) -> Any:
        """An attribute."""
        return self.attrs.get(name, default)

    def constant(self, tensor: Any, what: str) -> np.ndarray:
        """The value of an input that must be known while the function is traced.

        Raises:
            NotImplementedError: it is computed.
        """
        value = constant_value(tensor)
        if value is None:
            raise NotImplementedError(f"`{what}` is computed; it must be a constant")
        return np.asarray(value)

    def ints(self, tensor: Any, what: str) -> list[int]:
        """The same as a list of integers."""
        return [int(item) for item in np.ravel(self.constant(tensor, what))]

    def axes(self, given: Any, what: str = "axes") -> list[int] | None:
        """Axes, which are an attribute in older versions, an input in newer ones; None where not given."""
        if given is not None:
            return self.ints(given, what)
        return list(self.attrs[what]) if what in self.attrs else None


def sizes_of(tensor: Any) -> Any:
    """The shape of a tensor, as a vector of int64."""
    return raw.Shape(tensor, out_type=dtypes.int64)


def as_scalar(tensor: Any) -> Any:
    """The one element of a tensor, where ONNX allows vectors of one as well."""
    return raw.Reshape(tensor, np.zeros(0, np.int32))


def rank_of(tensor: Any) -> int:
    """The rank of a tensor.

    Raises:
        NotImplementedError: it is not known.
    """
    rank = tensor.shape.rank
    if rank is None:
        raise NotImplementedError("the rank of an input is not known")
    return int(rank)
