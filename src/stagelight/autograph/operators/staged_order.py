"""`sorted`, `min` and `max` over tensors and lists of them, with keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from stagelight.autograph.operators.dispatch import BUILTINS
from stagelight.autograph.operators.iteration import collected
from stagelight.autograph.operators.logical import and_, or_
from stagelight.autograph.operators.refusing import refusal_here
from stagelight.autograph.operators.staged_conditionals import either
from stagelight.autograph.operators.staged_forms import Optional
from stagelight.autograph.operators.staged_lists import StagedList, staged_list_of
from stagelight.autograph.operators.staged_sequences import StagedSequence
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.types import dtypes

Key = Callable[[Any], Any] | None


def _listed(values: Any) -> StagedList:
    if isinstance(values, StagedList):
        return values.copied()
    if isinstance(values, StagedSequence):
        values = collected(values)
    return values if isinstance(values, StagedList) else staged_list_of(values)


def _keys(values: StagedList, key: Key) -> Any:
    """A tensor of a key for each value."""
    if key is None and isinstance(values.element, Optional):
        key = convert_to_tensor  # which is an error of Python for None
    if key is not None:
        values = collected(StagedSequence(values.length(), lambda i: key(values[i])))
    keys = values.stacked()
    if not isinstance(keys, Tensor) or keys.shape.rank not in (None, 1) or not _has_order(keys):
        raise refusal_here(
            "AG203",
            "an order of values that are no numbers",
            "give a key that is a number: sorted(values, key=lambda value: value[0]).",
        )
    return keys


def _has_order(keys: Tensor) -> bool:
    return keys.dtype.is_floating or keys.dtype.is_integer or keys.dtype.is_bool


def _descending(keys: Any) -> Any:
    """Keys whose order is the other way around."""
    return raw.Neg(keys) if keys.dtype.is_floating else raw.Invert(keys)


def _comparable(keys: Any) -> Any:
    return raw.Cast(keys, DstT=dtypes.int32) if keys.dtype.is_bool else keys


def staged_sorted(values: Any, /, *, key: Key = None, reverse: bool = False) -> Any:
    """The values in order, as a list; equal ones stay in the order that they have."""
    values = _listed(values)
    keys = _comparable(_keys(values, key))
    largest_first = keys if reverse else _descending(keys)
    order = raw.TopKV2(largest_first, convert_to_tensor(values.length()))[1]
    return values.gathered(order)


_NO_DEFAULT = object()


def _extreme(is_largest: bool) -> Callable[..., Any]:
    pair_op = raw.Maximum if is_largest else raw.Minimum
    position_of = raw.ArgMax if is_largest else raw.ArgMin

    def position(keys: Any) -> Any:
        """The first of the best: to Python the result is that one, and so goes the gradient."""
        return position_of(_comparable(keys), 0, output_type=dtypes.int32)

    def of_several(values: Sequence[Any], key: Key) -> Any:
        if key is None and not any(isinstance(value, tuple) for value in values):
            return reduce(pair_op, values)
        return reduce(lambda a, b: _better(a, b, key, is_largest), values)

    def extreme(*values: Any, key: Key = None, default: Any = _NO_DEFAULT) -> Any:
        if len(values) > 1:
            return of_several(values, key)
        (only,) = values
        if isinstance(only, list | tuple):
            return of_several(only, key)
        is_vector = isinstance(only, Tensor) and only.shape.rank == 1 and _has_order(only)
        if key is None and is_vector and default is _NO_DEFAULT:
            return raw.GatherV2(only, position(only), 0)
        listed = _listed(only)
        keys = _keys(listed, key)

        def best() -> Any:
            if key is None:
                return raw.GatherV2(keys, position(keys), 0)
            return listed[position(keys)]

        if default is _NO_DEFAULT:
            return best()
        is_empty = raw.Equal(convert_to_tensor(listed.length()), 0)
        return either(is_empty, lambda: default, best, "the value of 'min' or 'max'")

    return extreme


def _better(a: Any, b: Any, key: Key, is_largest: bool) -> Any:
    """The first of two values unless the second one is better."""
    first, second = (a, b) if key is None else (key(a), key(b))
    is_second = is_less(first, second) if is_largest else is_less(second, first)
    if not isinstance(is_second, Tensor):
        return b if is_second else a
    return either(is_second, lambda: b, lambda: a, "the value of 'min' or 'max'")


def is_less(a: Any, b: Any) -> Any:
    """`a < b`, of tuples as well."""
    if not isinstance(a, tuple) or not isinstance(b, tuple):
        return a < b
    if not a or not b:
        return len(a) < len(b)
    return or_(
        lambda: is_less(a[0], b[0]),
        lambda: and_(lambda: a[0] == b[0], lambda: is_less(a[1:], b[1:])),
    )


for _class in (SymbolicTensor, StagedList, StagedSequence):
    BUILTINS["sorted"].register(_class, staged_sorted)
    BUILTINS["min"].register(_class, _extreme(False))
    BUILTINS["max"].register(_class, _extreme(True))
