"""The operators of ragged tensors: those of tensors, through the same functions and ops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.boundary import guarded
from stagelight.core.raw import raw
from stagelight.ops.elementwise import arithmetic, division, logic
from stagelight.ops.ragged.ragged_tensor import RaggedTensor

# Symbol -> function of the two operands, for operators with a reflected form.
_BINARY: dict[str, Callable[..., Any]] = {
    "add": arithmetic.add,
    "sub": raw.Sub,
    "mul": raw.Mul,
    "truediv": division.truediv,
    "floordiv": raw.FloorDiv,
    "mod": raw.FloorMod,
    "pow": raw.Pow,
    "and": raw.LogicalAnd,
    "or": raw.LogicalOr,
    "xor": logic.logical_xor,
}

_COMPARISONS = {
    "eq": raw.Equal,
    "ne": raw.NotEqual,
    "lt": raw.Less,
    "le": raw.LessEqual,
    "gt": raw.Greater,
    "ge": raw.GreaterEqual,
}

_UNARY = {"neg": raw.Neg, "invert": raw.LogicalNot, "abs": arithmetic.abs}


def _of_two(function: Callable[..., Any]) -> Callable[..., Any]:
    return guarded(lambda x, y: function(x, y))


def _reflected(function: Callable[..., Any]) -> Callable[..., Any]:
    return guarded(lambda x, y: function(y, x))


def _refuse_truth(x: RaggedTensor) -> bool:
    raise TypeError("RaggedTensor may not be used as a boolean.")


def _hash(x: RaggedTensor) -> int:
    graph = getattr(x.row_splits, "graph", None)
    if graph is None or graph.is_function:
        raise TypeError("RaggedTensor is unhashable.")
    return id(x)  # TF 1: tensors of plain graphs are keys, as in `feed_dict`.


for _symbol, _function in _BINARY.items():
    setattr(RaggedTensor, f"__{_symbol}__", _of_two(_function))
    setattr(RaggedTensor, f"__r{_symbol}__", _reflected(_function))
for _symbol, _function in _COMPARISONS.items():
    setattr(RaggedTensor, f"__{_symbol}__", _of_two(_function))
for _symbol, _function in _UNARY.items():
    setattr(RaggedTensor, f"__{_symbol}__", _function)
setattr(RaggedTensor, "__bool__", _refuse_truth)  # noqa: B010 - as the other parts give methods
setattr(RaggedTensor, "__hash__", _hash)  # noqa: B010
