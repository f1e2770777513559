"""Python's builtins over datasets and iterators in staged functions.

What gives values one by one gives a dataset: `abs`, `enumerate`, `filter`, `map`, `zip`. `any` and `all` ask
for elements until they know. What Python would keep in memory, such as a list, is a list of the graph. Python
itself would ask a staged iterator for its next element for ever, since only the graph knows when it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from stagelight import nest
from stagelight.autograph.operators.dispatch import BUILTINS
from stagelight.autograph.operators.iteration import (
    Derived,
    Emit,
    all_of,
    any_of,
    collected,
    each,
    of_collected,
)
from stagelight.autograph.operators.staged_builtins import (
    staged_enumerate,
    staged_filter,
    staged_map,
    staged_reduce,
)
from stagelight.autograph.operators.staged_conditionals import either
from stagelight.autograph.operators.staged_truth import is_staging, truth_of
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.data.combining import zip_
from stagelight.data.dataset import Dataset
from stagelight.data.elements import INFINITE, UNKNOWN
from stagelight.data.iterators import Iterator
from stagelight.data.optionals import get_next_as_optional
from stagelight.data.tensor_sources import from_tensor_slices
from stagelight.types.specs import TensorSpec


def _abs(dataset: Any) -> Dataset:
    """`abs` of each number."""
    result: Dataset = dataset.map(lambda *parts: nest.map_structure(raw.Abs, _element(parts)))
    return result


def _element(parts: tuple[Any, ...]) -> Any:
    """An element from what a dataset gives to a function of elements."""
    return parts[0] if len(parts) == 1 else parts


def _zip(*values: Any, strict: bool = False) -> Dataset:
    """Tuples of elements, as long as all have some.

    Raises:
        TypeError: Python does not know how many elements one of the others has.
        ValueError: `strict` is asked for.
    """
    if strict:
        raise ValueError(
            "zip(strict=True) of datasets: only the graph knows how many elements they have. "
            "Compare their cardinalities."
        )
    return zip_(tuple(map(_as_dataset, values)))


def _as_dataset(values: Any) -> Dataset:
    if isinstance(values, Dataset):
        return values
    if not isinstance(values, Tensor | list | tuple | range):
        raise TypeError(
            "A dataset is zipped with datasets, tensors, lists, tuples and ranges; received "
            f"{type(values).__name__}. Make a dataset of it first."
        )
    if isinstance(values, Tensor):
        return from_tensor_slices(values)
    return from_tensor_slices(raw.Pack(list(values)))


def _map(function: Callable[..., Any], *values: Any) -> Dataset:
    """What a function makes of each element."""
    result: Dataset = _zip(*values).map(function)  # type: ignore[attr-defined]
    return result


def _filter(function: Callable[..., Any] | None, dataset: Any) -> Dataset:
    """The elements for which a function is true; without one those that are true."""
    predicate = _is_true if function is None else partial(_truth_of_call, function)
    result: Dataset = dataset.filter(predicate)
    return result


def _is_true(*parts: Any) -> Any:
    return raw.Identity(truth_of(_element(parts)))


def _truth_of_call(function: Callable[..., Any], *parts: Any) -> Any:
    return raw.Identity(truth_of(function(*parts)))


def _any(dataset: Dataset) -> Any:
    """Whether an element is true."""
    return any_of(_lazy(_truths(dataset, "any")))


def _all(dataset: Dataset) -> Any:
    """Whether all elements are true."""
    return all_of(_lazy(_truths(dataset, "all")))


def _truths(dataset: Dataset, builtin: str) -> Dataset:
    spec = dataset.element_spec
    if not isinstance(spec, TensorSpec) or not spec.dtype.is_bool or spec.shape.rank != 0:
        raise ValueError(
            f'in graph mode, the "{builtin}" builtin only supports datasets that return bool scalars; '
            f"got: {spec}"
        )
    return dataset


def _length(dataset: Dataset) -> Any:
    """How many elements there are; a failure when the graph runs, if that is infinite or not known."""
    size = dataset.cardinality()
    message = ["len requires dataset with definitive cardinality, got", size]
    is_known = raw.LogicalAnd(raw.NotEqual(size, INFINITE), raw.NotEqual(size, UNKNOWN))
    check = raw.Assert(is_known, message, name="Assert")
    with CONTEXT.stage.control_dependencies([check]):
        return raw.Identity(size)


def _next(iterator: Iterator, *default: Any) -> Any:
    """`next(iterator)`: at the end it gives the default; without one it fails when the graph runs."""
    if not default:
        return iterator.get_next()
    optional = get_next_as_optional(iterator)
    name = "the value of 'next'"
    return either(optional.has_value(), optional.get_value, lambda: default[0], name)


def _lazy(values: Dataset | Iterator) -> Derived:
    """The elements as values that come one by one, to loops of the graph."""

    def run(emit: Emit) -> None:
        each(values, None, emit, emit)

    return Derived(run, lambda: iter(collected(values)))


def _of_lazy(function: Callable[..., Any]) -> Callable[..., Any]:
    """A builtin that is called with the elements of iterators instead of iterators."""

    def apply(*args: Any, **kwargs: Any) -> Any:
        values = (_lazy(arg) if isinstance(arg, Iterator) else arg for arg in args)
        return function(*values, **kwargs)

    return apply


def _zip_of_iterators(*values: Any, strict: bool = False) -> Any:
    """`zip` where an iterator takes part: Python's own, if another argument ends it.

    Raises:
        TypeError: none does.
    """
    if any(isinstance(value, list | tuple | range | dict) for value in values):
        return zip(*values, strict=strict)
    raise TypeError(
        "zip() of iterators of datasets: only the graph knows when they end. Use zip() of the datasets, "
        "or tf.data.Dataset.zip."
    )


_OF_DATASETS: dict[str, Callable[..., Any]] = {
    "abs": _abs,
    "all": _all,
    "any": _any,
    "enumerate": lambda dataset, start=0: dataset.enumerate(start),
    "filter": _filter,
    "len": _length,
    "map": _map,
    "zip": _zip,
}
_OF_ITERATORS: dict[str, Callable[..., Any]] = {
    "all": lambda iterator: all_of(_lazy(iterator)),
    "any": lambda iterator: any_of(_lazy(iterator)),
    "enumerate": _of_lazy(staged_enumerate),
    "filter": _of_lazy(staged_filter),
    "map": _of_lazy(staged_map),
    "next": _next,
    "zip": _zip_of_iterators,
}

for _name, _overload in _OF_DATASETS.items():
    BUILTINS[_name].register(Dataset, _overload, when=is_staging)
for _name, _overload in _OF_ITERATORS.items():
    BUILTINS[_name].register(Iterator, _overload, when=is_staging)
for _class in (Dataset, Iterator):
    BUILTINS["list"].register(_class, collected, when=is_staging)
    BUILTINS["reduce"].register(
        _class,
        lambda function, values, *start: staged_reduce(function, collected(values), *start),
        when=is_staging,
    )
    for _function in (tuple, sum, min, max, sorted):
        BUILTINS[_function.__name__].register(_class, of_collected(_function), when=is_staging)
