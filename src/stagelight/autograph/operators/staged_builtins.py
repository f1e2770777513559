"""Python's builtins over symbolic tensors: `len`, `range`, `enumerate`, `zip`, `map`, `sum` and their like.

`print` stays Python's own, which shows symbolic tensors while tracing; `tf.print` prints values.
`sorted`, `min` and `max` are in `staged_order.py`.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from types import FunctionType
from typing import Any

from stagelight.autodiff import custom_gradient
from stagelight.autograph.operators.dispatch import BUILTINS, HIGHER_ORDER, function_operator
from stagelight.autograph.operators.iteration import (
    Derived,
    Emit,
    Lazy,
    all_of,
    any_of,
    each,
    where,
    with_goes_on,
)
from stagelight.autograph.operators.late_bindings import MadeTogether, made_together
from stagelight.autograph.operators.python_iterators import PYTHON_ITERATORS, with_inner
from stagelight.autograph.operators.staged_forms import Leaf
from stagelight.autograph.operators.staged_iterators import (
    SequenceIterator,
    StagedIterator,
    ZippedIterator,
    staged_iter,
)
from stagelight.autograph.operators.staged_lists import StagedList
from stagelight.autograph.operators.staged_numbers import staged_number
from stagelight.autograph.operators.staged_sequences import StagedSequence, add_counts, size_of
from stagelight.autograph.operators.staged_truth import is_staging, truth_of
from stagelight.control_flow import conditionals, functional, loops, vectorized_map
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops.arrays import joining
from stagelight.ops.host.python_exceptions import fail_unless
from stagelight.ops.reductions import addition_of_lists
from stagelight.state.critical_section import CriticalSection
from stagelight.state.tensor_array import TensorArray
from stagelight.types import dtypes

# An iterator of as many elements may have no end.
_MOST_ELEMENTS = 1 << 16

# As many as an int32 can count.
_MOST_NUMBERS = (1 << 31) - 1


def staged_range(*args: Any) -> Any:
    """`tf.range` of the arguments; as Python's, it is empty where the limit is on the wrong side."""
    start, limit, delta = {1: (0, *args, 1), 2: (*args, 1), 3: args}[len(args)]
    return raw.Range(start, _limit_from(start, limit, delta), delta)


def _limit_from(start: Any, limit: Any, delta: Any) -> Any:
    """The limit of a range, or its start where counting from there leads away from the limit."""
    known = [constant_value(convert_to_tensor(x)) for x in (start, limit, delta)]
    if known[2] is None:
        is_upwards = raw.Greater(delta, 0)
        return raw.SelectV2(is_upwards, raw.Maximum(limit, start), raw.Minimum(limit, start))
    is_upwards = known[2] > 0
    if known[0] is not None and known[1] is not None:
        return limit if (known[1] >= known[0]) == is_upwards else start
    return (raw.Maximum if is_upwards else raw.Minimum)(limit, start)


def staged_enumerate(value: Any, start: Any = 0) -> Any:
    """Pairs of number and element."""
    if isinstance(value, Lazy):
        made = Derived(partial(_run_counted, value, start), partial(enumerate, value, start))
        made.stepwise = partial(_counted, value, start)
        return made
    numbers = StagedSequence(_MOST_NUMBERS, lambda i: add_counts(i, start))
    return _combined([numbers, value], _tuple_of)


def _counted(values: Lazy, start: Any) -> Any:
    iterator = values.settled()
    return (enumerate if _is_pythons(iterator) else staged_enumerate)(iterator, start)


def _run_counted(values: Lazy, start: Any, emit: Emit) -> None:
    count = [start]
    values.run(with_goes_on(partial(_emit_counted, count, emit), emit))


def _emit_counted(count: list[Any], emit: Emit, value: Any) -> Any:
    number = count[0]
    count[0] = number + 1
    return emit((number, value))


def staged_zip(*values: Any, strict: bool = False) -> Any:
    """Tuples of elements, as long as all have some.

    Raises:
        ValueError: `strict`, and the sizes differ; where only the graph knows them, when it runs.
        TypeError: an iterator that does not end, beside sequences whose size only the graph knows.
    """
    made_by = {id(value.settled()): value.functions for value in values if isinstance(value, Lazy)}
    values = tuple(value.settled() if isinstance(value, Lazy) else value for value in values)
    values = _with_shared(values, made_by)
    staged = [None if _is_pythons(value) else _source(value, strict) for value in values]
    known = [x.known_size for x in staged if isinstance(x, StagedSequence)]
    most = min([size for size in known if size is not None], default=None)
    sources = [
        _taken(value, most, made_by) if source is None else source
        for value, source in zip(values, staged, strict=True)
    ]
    if strict:
        _require_one_size(list(map(StagedSequence.of, sources)))
    return _combined(sources, _tuple_of)


def _with_shared(values: tuple[Any, ...], made_by: dict[int, Any]) -> tuple[Any, ...]:
    """The values, with an iterator of the graph's where one of Python's is there several times.

    Elements that Python would take in turns cannot be taken together for each place.
    """
    counts = Counter(id(value) for value in values if _is_pythons(value))
    shared = {
        id(value): staged_iter(_taken(value, None, made_by))
        for value in {id(x): x for x in values}.values()
        if counts[id(value)] > 1
    }
    return tuple(shared.get(id(value), value) for value in values)


def _source(value: Any, is_whole: bool) -> StagedSequence | StagedIterator:
    """What `zip` takes elements from: an iterator that others may advance stays one, unless all is taken."""
    if isinstance(value, StagedIterator) and not is_whole:
        return value
    return StagedSequence.of(value)


def _combined(sources: list[Any], combine: Callable[..., Any]) -> Any:
    """An iterator over what a function makes of the elements of several sources, as long as all have some."""
    sources = [_source(value, False) for value in sources]
    if any(isinstance(source, StagedIterator) for source in sources):
        return ZippedIterator(list(map(staged_iter, sources)), combine)
    if any(sequence.known_size == 0 for sequence in sources):
        return iter(())  # Nothing says of which dtype elements would be.
    size = sources[0].size
    for sequence in sources[1:]:
        size = _smaller(size, sequence.size)
    lists = tuple(pair for sequence in sources for pair in sequence.lists)
    return SequenceIterator(
        StagedSequence(size, lambda i: combine(*[x.element_at(i) for x in sources]), lists)
    )


def _tuple_of(*values: Any) -> tuple[Any, ...]:
    return values


def _is_pythons(value: Any) -> bool:
    return isinstance(value, Iterator) and not isinstance(value, Lazy | StagedIterator)


def _taken(iterator: Any, most: int | None, made_by: dict[int, Any]) -> StagedSequence:
    """What a Python iterator has for sequences of at most so many elements; None: only the graph knows.

    Args:
        iterator: The iterator.
        most: How many elements are asked for.
        made_by: The functions that make the elements of generators, by the identities of their iterators.
    """
    start = iterator.position if isinstance(iterator, MadeTogether) else 0
    functions = made_by.get(id(iterator), _functions_of(iterator))
    taken = with_inner(iterator)
    count = _MOST_ELEMENTS if most is None else most
    elements, bindings = made_together(lambda: list(islice(iterator, count)), functions)
    PYTHON_ITERATORS.leave_to_graph(taken)  # Python's would have been taken one by one.
    if most is None and len(elements) == _MOST_ELEMENTS:
        raise TypeError(
            f"`zip` takes elements together while the function is traced. Received: an iterator of "
            f"{type(iterator).__name__!r} with {_MOST_ELEMENTS} elements or more, beside a tensor whose size "
            "only the graph knows. Number the elements by `enumerate(tensor)` instead, or give a "
            "list. (AG411)"
        )
    sequence = StagedSequence.of(elements)
    if isinstance(iterator, MadeTogether):
        return sequence.guarded(iterator.bindings, start)
    return sequence.guarded(bindings) if functions else sequence


def _functions_of(iterator: Any) -> tuple[Any, ...]:
    """What makes the elements of an iterator of Python's `map` or `filter`, as well as what is in one."""
    if not isinstance(iterator, map | filter):
        return ()
    made: Any = iterator.__reduce__()
    function, *iterators = made[1]
    return (function, *[each for inner in iterators for each in _functions_of(inner)])


def _require_one_size(sequences: list[StagedSequence]) -> None:
    """`zip(strict=True)`, in Python's words."""
    first = sequences[0]
    for number, sequence in enumerate(sequences[1:], 2):
        one, other = first.known_size, sequence.known_size
        if one is None or other is None:
            text = f"zip() argument {number} is shorter or longer than argument 1"
            fail_unless(
                raw.Equal(*map(convert_to_tensor, (first.size, sequence.size))), ValueError, text
            )
        elif one != other:
            raise ValueError(
                f"zip() argument {number} is {'shorter' if other < one else 'longer'} than argument"
                f"{' 1' if number == 2 else f's 1-{number - 1}'}"
            )


def _smaller(a: Any, b: Any) -> Any:
    return min(a, b) if isinstance(a, int) and isinstance(b, int) else raw.Minimum(a, b)


def staged_map(function: Callable[..., Any], *values: Any) -> Any:
    """What a function makes of each element."""
    if len(values) == 1 and isinstance(values[0], Lazy):
        (lazy,) = values
        made = Derived(partial(_run_mapped, lazy, function), partial(map, function, lazy))
        made.stepwise = partial(_mapped, lazy, function)
        return made
    zipped = staged_zip(*values)
    return zipped if _is_pythons(zipped) else ZippedIterator([zipped], partial(_apply, function))


def _apply(function: Callable[..., Any], values: tuple[Any, ...]) -> Any:
    return function(*values)


def _mapped(values: Lazy, function: Callable[..., Any]) -> Any:
    iterator = values.settled()
    return (map if _is_pythons(iterator) else staged_map)(function, iterator)


def _run_mapped(values: Lazy, function: Callable[..., Any], emit: Emit) -> None:
    values.run(with_goes_on(partial(_emit_mapped, function, emit), emit))


def _emit_mapped(function: Callable[..., Any], emit: Emit, value: Any) -> Any:
    return emit(function(value))


def staged_filter(function: Callable[[Any], Any] | None, values: Any) -> Derived:
    """The elements for which a function is true."""
    is_pythons = type(values) is list or _is_pythons(values)
    in_python = partial(filter, function, values) if is_pythons else None
    return Derived(partial(_run_filtered, function, values), in_python)


def _run_filtered(function: Callable[[Any], Any] | None, values: Any, emit: Emit) -> None:
    each(values, None, partial(_emit_if, function, emit), emit)


def _emit_if(function: Callable[[Any], Any] | None, emit: Emit, value: Any) -> None:
    is_wanted = truth_of(value if function is None else function(value))
    where(is_wanted, partial(emit, value))


def staged_reduce(function: Callable[[Any, Any], Any], values: Any, *start: Any) -> Any:
    """`functools.reduce`."""
    sequence = StagedSequence.of(values)
    result = [start[0] if start else sequence.element_at(0)]
    first = 0 if start else 1
    left = StagedSequence(
        _less(sequence.size, first), lambda i: sequence.element_at(add_counts(i, first))
    )
    taking = partial(_take, result, function)
    each(left, None, taking, taking)
    return result[0]


def _less(size: Any, count: int) -> Any:
    return max(size - count, 0) if isinstance(size, int) else raw.Sub(size, count)


def _take(result: list[Any], function: Callable[[Any, Any], Any], value: Any) -> None:
    result[0] = function(result[0], value)


def staged_reversed(value: Any) -> StagedIterator:
    """The elements from last to first."""
    sequence = StagedSequence.of(value)
    return SequenceIterator(
        StagedSequence(
            sequence.size,
            lambda i: sequence.element_at(raw.Sub(raw.Sub(sequence.size, 1), i)),
            sequence.lists,
        )
    )


def _reduced(op_name: str) -> Callable[..., Any]:
    def reduced(value: Any) -> Any:
        return getattr(raw, op_name)(_row_truths(value, op_name.lower()), 0)

    return reduced


def _row_truths(value: Any, what: str) -> Any:
    """Whether each row of a tensor is true; rows are of one element, as all whose truth is asked for."""
    if value.shape.rank == 0:
        raise TypeError("Cannot iterate over a scalar tensor.")
    if value.shape.rank is not None and value.shape[1:].num_elements() not in (None, 1):
        raise ValueError(
            f"`{what}` of a tensor asks for the truth of its rows, which must be scalars. Received a tensor "
            f"of shape {value.shape}. Use tf.reduce_{what} to reduce it. (AG305)"
        )
    if value.shape.rank != 1:
        value = raw.Reshape(value, raw.Shape(value)[:1])
    if value.dtype.is_bool:
        return value
    return raw.NotEqual(value, b"" if value.dtype.name == "string" else raw.ZerosLike(value))


def staged_sum(value: Any, start: Any = 0) -> Any:
    """The sum of the rows."""
    total = raw.Sum(value, 0)
    return total if isinstance(start, int) and start == 0 else raw.AddV2(total, start)


def _number(dtype: dtypes.DType, value: Any) -> Any:
    """A number of a dtype, from another number or from its text."""
    if value.dtype.name == "string":
        return staged_number(raw.StringToNumber(value, out_type=dtype))
    return staged_number(raw.Cast(value, DstT=dtype))


def staged_int(value: Any, base: Any = 10) -> Any:
    """`int(value)`.

    Raises:
        NotImplementedError: a text is to be read in another base.
    """
    if not isinstance(base, int) or base != 10:
        raise NotImplementedError(f"base {base} not supported for int: texts are read in base 10")
    return _number(dtypes.int32, value)


def _added_up(values: Any, start: Any = 0) -> Any:
    """The sum of elements that are no tensors, say of numbers or None, by a loop."""
    return staged_reduce(operator.add, values, start)


def _of_list(of_tensor: Callable[..., Any], one_by_one: Callable[..., Any]) -> Callable[..., Any]:
    """A reduction of a staged list: of its elements as one tensor, if they are tensors of one rank."""

    def reduced(values: StagedList, *args: Any, **kwargs: Any) -> Any:
        if isinstance(values.element, Leaf) and values.element.shape.rank is not None:
            return of_tensor(values.stacked(), *args, **kwargs)
        return one_by_one(values, *args, **kwargs)

    return reduced


_OF_TENSORS: dict[str, Callable[..., Any]] = {
    "abs": lambda value: raw.Abs(value),
    "float": partial(_number, dtypes.float32),
    "int": staged_int,
    "len": lambda value: staged_number(size_of(value)),
    "range": staged_range,
    "any": _reduced("Any"),
    "all": _reduced("All"),
    "sum": staged_sum,
}
_OF_SEQUENCES: dict[str, Callable[..., Any]] = {
    "enumerate": staged_enumerate,
    "zip": staged_zip,
    "map": staged_map,
    "filter": staged_filter,
    "reduce": staged_reduce,
    "reversed": staged_reversed,
}

for _name, _overload in _OF_TENSORS.items():
    BUILTINS[_name].register(SymbolicTensor, _overload)
for _class in (SymbolicTensor, StagedSequence, StagedList, StagedIterator, Lazy):
    for _name, _overload in _OF_SEQUENCES.items():
        BUILTINS[_name].register(_class, _overload)
# Of a Python list as well: what the function says of an element may be a tensor.
BUILTINS["filter"].register(FunctionType, staged_filter, when=is_staging)
for _name, _one_by_one in (("any", any_of), ("all", all_of), ("sum", _added_up)):
    BUILTINS[_name].register(StagedList, _of_list(_OF_TENSORS[_name], _one_by_one))


def stacked_list(values: Any, axis: int = 0, name: str | None = "stack") -> Any:
    """`tf.stack` of a staged list."""
    if axis == 0:
        return convert_to_tensor(values, name=name)
    stacked = convert_to_tensor(values)
    rank = stacked.shape.rank
    if rank is None:
        raise ValueError(
            "tf.stack of a staged list along another axis needs elements of known rank. Use "
            "tf.ensure_shape on the elements. (AG204)"
        )
    axis %= rank
    order = [*range(1, axis + 1), 0, *range(axis + 1, rank)]
    return raw.Transpose(stacked, order, name=name)


def concatenated_list(values: Any, axis: Any, name: str | None = "concat") -> Any:
    """`tf.concat` of a staged list."""
    return raw.Identity(values.concatenated(int(axis)), name=name)


for _function, _of_staged in (
    (joining.stack, stacked_list),
    (joining.concat, concatenated_list),
    (addition_of_lists.add_n, lambda inputs, name=None: raw.Sum(inputs, 0, name=name)),
):
    function_operator(_function).register(StagedList, _of_staged)
BUILTINS["len"].register(StagedList, lambda values: staged_number(values.length()))
BUILTINS["len"].register(TensorArray, lambda array: array.size())
HIGHER_ORDER.update(
    (
        conditionals.cond,
        conditionals.case,
        conditionals.switch_case,
        functional.map_fn,
        functional.foldl,
        functional.foldr,
        functional.scan,
        loops.while_loop,
        vectorized_map.vectorized_map,
        custom_gradient.custom_gradient,
        custom_gradient.recompute_grad,
        CriticalSection.execute,
    )
)
