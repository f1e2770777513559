"""Iteration over a ragged tensor of an unknown number of rows: a loop of the graph."""

from __future__ import annotations

from typing import Any

from stagelight.autograph.operators.builtins import OVERLOADED
from stagelight.autograph.operators.calls import converted_call
from stagelight.autograph.operators.dispatch import FOR_STMT, ROWS, UNPACK
from stagelight.autograph.operators.loops import for_stmt
from stagelight.autograph.operators.staged_sequences import StagedSequence, unpacked
from stagelight.autograph.options import STANDARD_OPTIONS
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.types import dtypes

# The builtins that iterate.
_ITERATING = (
    "all", "any", "enumerate", "filter", "iter", "list", "map", "max", "min", "reduce", "sorted", "sum",
    "tuple", "zip",
)  # fmt: skip


def _has_unknown_rows(values: RaggedTensor) -> bool:
    return values.shape[0] is None


def _rows(values: Any) -> Any:
    if isinstance(values, RaggedTensor) and _has_unknown_rows(values):
        rows: Any = values
        return StagedSequence(values.nrows(out_type=dtypes.int32), lambda i: rows[i])
    return values


def _over_rows(function: Any) -> Any:
    def call(*args: Any, **kwargs: Any) -> Any:
        return converted_call(function, tuple(map(_rows, args)), kwargs, None, STANDARD_OPTIONS)

    return call


def _for_rows(values: RaggedTensor, *loop: Any) -> None:
    for_stmt(_rows(values), *loop)


def _unpacked_rows(values: RaggedTensor, before: int, after: int | None) -> list[Any]:
    return unpacked(_rows(values), before, after)


FOR_STMT.register(RaggedTensor, _for_rows, when=_has_unknown_rows)
ROWS.register(RaggedTensor, _rows, when=_has_unknown_rows)
UNPACK.register(RaggedTensor, _unpacked_rows, when=_has_unknown_rows)
for _function, _operator in OVERLOADED.items():
    if _operator.name in _ITERATING:
        _operator.register(RaggedTensor, _over_rows(_function), when=_has_unknown_rows)
