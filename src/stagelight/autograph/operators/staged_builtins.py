"""Python's builtins over symbolic tensors: `len`, `range`, `enumerate`, `zip`, `min`, `sum` and their like.

`print` stays Python's own, which shows symbolic tensors while tracing; `tf.print` prints values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stagelight.autograph.operators.dispatch import BUILTINS, FOR_STMT, function_operator
from stagelight.autograph.operators.staged_lists import StagedList
from stagelight.autograph.operators.staged_loops import for_count
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops import addition_of_lists, joining
from stagelight.types import dtypes


@dataclass(frozen=True)
class StagedSequence:
    """What a staged `for` can run over: a size that the graph knows, and how to get the i-th element.

    Attributes:
        size: int32 scalar.
        element_at: gives an element, or a tuple of them.
    """

    size: Any
    element_at: Callable[[Any], Any]

    @staticmethod
    def of(value: Any) -> StagedSequence:
        """A tensor's rows, or a sequence as it is."""
        if isinstance(value, StagedSequence):
            return value
        if isinstance(value, StagedList):
            unchanged = value.copied()
            return StagedSequence(value.length(), unchanged.__getitem__)
        tensor = convert_to_tensor(value)
        return StagedSequence(_size(tensor), lambda i: raw.GatherV2(tensor, i, 0))


def _size(tensor: Tensor) -> Any:
    if tensor.shape.rank == 0:
        raise TypeError("len is not defined for a scalar tensor.")
    first = tensor.shape[0] if tensor.shape.rank is not None else None
    if first is not None:
        return first
    return raw.StridedSlice(raw.Shape(tensor), [0], [1], [1], shrink_axis_mask=1)


def staged_len(value: Any) -> Any:
    """The size of the first axis: a number where it is known, else a tensor."""
    return _size(value)


def staged_range(*args: Any) -> Any:
    """`tf.range` of the arguments."""
    start, limit, delta = {1: (0, *args, 1), 2: (*args, 1), 3: args}[len(args)]
    return raw.Range(start, limit, delta)


def staged_enumerate(value: Any, start: Any = 0) -> StagedSequence:
    """Pairs of number and element."""
    sequence = StagedSequence.of(value)
    return StagedSequence(sequence.size, lambda i: (raw.AddV2(i, start), sequence.element_at(i)))


def staged_zip(*values: Any) -> StagedSequence:
    """Tuples of elements, as long as all have some."""
    sequences = [StagedSequence.of(value) for value in values]
    size = sequences[0].size
    for sequence in sequences[1:]:
        size = _smaller(size, sequence.size)
    return StagedSequence(size, lambda i: tuple(s.element_at(i) for s in sequences))


def _smaller(a: Any, b: Any) -> Any:
    return min(a, b) if isinstance(a, int) and isinstance(b, int) else raw.Minimum(a, b)


def staged_reversed(value: Any) -> StagedSequence:
    """The elements from last to first."""
    sequence = StagedSequence.of(value)
    return StagedSequence(
        sequence.size,
        lambda i: sequence.element_at(raw.Sub(raw.Sub(sequence.size, 1), i)),
    )


def staged_for_sequence(
    sequence: StagedSequence,
    extra_test: Any,
    body: Any,
    get_state: Any,
    set_state: Any,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `for` statement over a staged sequence; see `loops.for_stmt`."""
    size = sequence.size if isinstance(sequence.size, int) else None
    for_count(
        convert_to_tensor(sequence.size),
        sequence.element_at,
        extra_test,
        body,
        get_state,
        set_state,
        symbol_names,
        opts,
        size,
    )


def _reduced(op_name: str) -> Callable[..., Any]:
    return lambda value: getattr(raw, op_name)(value, 0)


def _extreme(pair_op: str, reduction: str) -> Callable[..., Any]:
    def extreme(*values: Any) -> Any:
        if len(values) == 1:
            return getattr(raw, reduction)(values[0], 0)
        result = values[0]
        for value in values[1:]:
            result = getattr(raw, pair_op)(result, value)
        return result

    return extreme


def staged_sum(value: Any, start: Any = 0) -> Any:
    """The sum of the rows."""
    total = raw.Sum(value, 0)
    return total if isinstance(start, int) and start == 0 else raw.AddV2(total, start)


def staged_sorted(value: Any, *, key: Any = None, reverse: bool = False) -> Any:
    """The elements of a vector in order.

    Raises:
        NotImplementedError: with a `key`.
    """
    if key is not None:
        raise NotImplementedError(
            "sorted() of a tensor cannot be staged with a key. Sort by tf.argsort of the keys, and "
            "tf.gather."
        )
    negative = value if reverse else raw.Neg(value)
    size = convert_to_tensor(_size(value))
    found = raw.TopKV2(negative, size)[0]
    return found if reverse else raw.Neg(found)


_OVERLOADS: dict[str, Callable[..., Any]] = {
    "abs": lambda value: raw.Abs(value),
    "float": lambda value: raw.Cast(value, DstT=dtypes.float32),
    "int": lambda value: raw.Cast(value, DstT=dtypes.int32),
    "round": lambda value: raw.Round(value),
    "len": staged_len,
    "range": staged_range,
    "enumerate": staged_enumerate,
    "zip": staged_zip,
    "reversed": staged_reversed,
    "any": _reduced("Any"),
    "all": _reduced("All"),
    "sum": staged_sum,
    "min": _extreme("Minimum", "Min"),
    "max": _extreme("Maximum", "Max"),
    "sorted": staged_sorted,
}

for _name, _overload in _OVERLOADS.items():
    BUILTINS[_name].register(SymbolicTensor, _overload)
for _name in ("enumerate", "zip", "reversed"):
    BUILTINS[_name].register(StagedSequence, _OVERLOADS[_name])
    BUILTINS[_name].register(StagedList, _OVERLOADS[_name])
for _name in ("any", "all", "sum", "min", "max", "sorted"):
    BUILTINS[_name].register(
        StagedList, lambda values, *a, f=_OVERLOADS[_name], **k: f(values.stacked(), *a, **k)
    )


def stacked_list(values: Any, axis: int = 0, name: str | None = "stack") -> Any:
    """`tf.stack` of a staged list."""
    if axis == 0:
        return convert_to_tensor(values, name=name)
    stacked = convert_to_tensor(values)
    rank = stacked.shape.rank
    if rank is None:
        raise ValueError(
            "tf.stack of a staged list along another axis needs elements of known rank."
        )
    axis %= rank
    order = [*range(1, axis + 1), 0, *range(axis + 1, rank)]
    return raw.Transpose(stacked, order, name=name)


def concatenated_list(values: Any, axis: Any, name: str | None = "concat") -> Any:
    """`tf.concat` of a staged list."""
    return raw.Identity(values.concatenated(int(axis)), name=name)


for _function, _of_list in (
    (joining.stack, stacked_list),
    (joining.concat, concatenated_list),
    (addition_of_lists.add_n, lambda inputs, name=None: raw.Sum(inputs, 0, name=name)),
):
    function_operator(_function).register(StagedList, _of_list)
BUILTINS["len"].register(StagedList, lambda values: values.length())
BUILTINS["list"].register(StagedList, lambda values: values.copied())
FOR_STMT.register(StagedSequence, staged_for_sequence)
FOR_STMT.register(
    StagedList, lambda values, *rest: staged_for_sequence(StagedSequence.of(values), *rest)
)
