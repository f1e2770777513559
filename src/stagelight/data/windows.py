"""Elements in groups that are datasets themselves: `window`, by their places, `group_by_window`, by a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    DatasetSpec,
    dataset_method,
    dataset_of,
    variant_scalar,
)
from stagelight.data.element_function import FUNCTION_TRAITS, ElementFunction
from stagelight.data.elements import (
    INFINITE,
    UNKNOWN,
    Elements,
    Listed,
    Transformed,
    elements_of,
    in_variant,
)
from stagelight.data.iteration import Iteration, Place
from stagelight.data.structure import spread
from stagelight.data.structured_function import StructuredFunction
from stagelight.errors import OpError
from stagelight.types.dtypes import int64
from stagelight.types.specs import TensorSpec


@dataclass(frozen=True)
class _Failure:
    """Stands for an element whose making failed: an error of the windows that have it."""

    error: OpError


class _Windows(Transformed):
    """Window `i` has the elements `i * shift + j * stride`, for `j` below `size`.

    An element whose making fails is an error of the windows that have it, and of no other.
    """

    def __init__(
        self, source: Elements, size: int, shift: int, stride: int, drop_remainder: bool
    ) -> None:
        super().__init__(source)
        for value, what in ((size, "size"), (shift, "shift"), (stride, "stride")):
            if value < 1:
                raise invalid(f"Window {what} must be greater than zero. Received: {value}")
        self._span = (size - 1) * stride + 1
        self._shift = shift
        self._stride = stride
        self._drop_remainder = drop_remainder

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(ready=[], to_skip=0)
        return RowByRow(self._windows(self._attempts(iteration), place))

    def _attempts(self, iteration: Iteration) -> Iterator[Components | _Failure]:
        """The elements of the source, and what stands for those that fail."""
        source = self._source.rows(iteration.part())
        while True:
            try:
                element = next(source, None)
            except OpError as error:
                # The error has ended the source's generators; they go on from their places.
                iteration.part().resume()
                source = self._source.rows(iteration.part())
                yield _Failure(error)
                continue
            if element is None:
                return
            yield element

    def _windows(
        self, source: Iterator[Components | _Failure], place: Place
    ) -> Iterator[Components]:
        while True:
            while place.to_skip:
                place.to_skip -= 1
                if next(source, None) is None:
                    return
            ready = place.ready
            while len(ready) < self._span and (element := next(source, None)) is not None:
                ready.append(element)
            if not ready or (self._drop_remainder and len(ready) < self._span):
                return
            window = ready[: self._span : self._stride]
            place.to_skip = max(0, self._shift - len(ready))
            place.ready = ready[self._shift :]
            for element in window:
                if isinstance(element, _Failure):
                    raise element.error
            yield tuple(
                [
                    in_variant(Listed([(part,) for part in parts]))
                    for parts in zip(*window, strict=True)
                ]
            )

    def cardinality(self) -> int:
        size = self._source.cardinality()
        if size < 0:
            return size
        if not self._drop_remainder:
            return -(-size // self._shift)
        return 0 if size < self._span else (size - self._span) // self._shift + 1


def _window(
    xp: ModuleType, input_dataset: Any, size: Any, shift: Any, stride: Any, drop: Any, **_: Any
) -> np.ndarray:
    source = elements_of(input_dataset)
    return in_variant(_Windows(source, int(size), int(shift), int(stride), bool(drop)))


define(
    "WindowDataset",
    "input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: bool",
    "handle: variant",
    DATASET_ATTRS,
    infer=variant_scalar,
    kernel=_window,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_method("window")
def window(
    self: Dataset,
    size: Any,
    shift: Any = None,
    stride: Any = 1,
    drop_remainder: bool = False,
    name: str | None = None,
) -> Dataset:
    """Windows of elements, each a dataset; an element of several parts becomes as many datasets.

    Args:
        size: how many elements a window has.
        shift: how far a window begins after the one before; `size` if None.
        stride: how far apart the elements of a window are.
        drop_remainder: whether windows at the end that are not full are left out.
        name: name of the operation.

    Raises:
        InvalidArgumentError: a number is not positive.

    >>> for window in tf.data.Dataset.range(5).window(3, shift=2):
    ...     print([int(x) for x in window])
    [0, 1, 2]
    [2, 3, 4]
    [4]
    """
    numbers = [
        convert_to_tensor(x, int64) for x in (size, size if shift is None else shift, stride)
    ]
    spec = nest.map_structure(DatasetSpec, self.element_spec)
    inputs = [self, *numbers, convert_to_tensor(drop_remainder)]
    return dataset_of("WindowDataset", inputs, spec)


# ---------------------------------------------------------------------------- by a key


class _GroupedByWindow(Transformed):
    """Elements are gathered by their keys; a group that is full becomes a dataset, which is flattened."""

    def __init__(
        self,
        source: Elements,
        key_of: ElementFunction,
        reduce: ElementFunction,
        size_of: ElementFunction,
    ) -> None:
        super().__init__(source)
        self._key_of = key_of
        self._reduce = reduce
        self._size_of = size_of

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return RowByRow(self._flattened(self._source.rows(iteration.part()), iteration))

    def _flattened(
        self, source: Iterator[Components], iteration: Iteration
    ) -> Iterator[Components]:
        place = iteration.place(groups={}, sizes={}, group=None)
        key_of, size_of = self._key_of.begun(iteration), self._size_of.begun(iteration)
        reduce, inner = self._reduce.begun(iteration), iteration.part("inner")
        while True:
            if place.group is None:
                place.group = self._next_group(source, place, key_of, size_of)
                if place.group is None:
                    return
            group, place.group = place.group, None
            key, rows = group
            dataset = reduce(np.asarray(key, np.int64), in_variant(Listed(rows)))[0]
            results = elements_of(dataset).rows(inner)
            place.group = group
            yield from results
            place.group = None
            inner.end()

    def _next_group(
        self,
        source: Iterator[Components],
        place: Place,
        key_of: Callable[..., Components],
        size_of: Callable[..., Components],
    ) -> tuple[int, list[Components]] | None:
        groups = place.groups
        for element in source:
            key = int(key_of(*element)[0])
            if key not in groups:
                size = int(size_of(np.asarray(key, np.int64))[0])
                if size < 1:
                    raise invalid(f"Window size must be greater than zero, but got {size}.")
                groups[key], place.sizes[key] = [], size
            groups[key].append(element)
            if len(groups[key]) == place.sizes[key]:
                return key, groups.pop(key)
        if not groups:
            return None
        key = min(groups)
        return key, groups.pop(key)

    def cardinality(self) -> int:
        return INFINITE if self._source.cardinality() == INFINITE else UNKNOWN


_PARTS = ("key", "reduce", "window_size")


def _group_by_window(
    xp: ModuleType, input_dataset: Any, *captured: Any, **attrs: Any
) -> np.ndarray:
    functions = split_captures(_PARTS, captured, attrs)
    return in_variant(_GroupedByWindow(elements_of(input_dataset), *functions))


def split_captures(
    parts: tuple[str, ...], captured: tuple[Any, ...], attrs: dict[str, Any]
) -> list[ElementFunction]:
    """The functions of an op that has several: `<part>_func` with as many captures as its types."""
    functions, start = [], 0
    for part in parts:
        types = attrs[f"T{part}_func_other_arguments"]
        own = captured[start : start + len(types)]
        functions.append(ElementFunction(attrs[f"{part}_func"], own))
        start += len(types)
    return functions


def function_attrs(parts: tuple[str, ...], functions: list[StructuredFunction]) -> dict[str, Any]:
    """The attrs of an op that has several functions."""
    attrs: dict[str, Any] = {}
    for part, function in zip(parts, functions, strict=True):
        attrs[f"{part}_func"] = function.graph
        attrs[f"T{part}_func_other_arguments"] = [t.dtype for t in function.captures]
    return attrs


define(
    "GroupByWindowDataset",
    "input_dataset: variant, key_func_other_arguments: Tkey_func_other_arguments, "
    "reduce_func_other_arguments: Treduce_func_other_arguments, "
    "window_size_func_other_arguments: Twindow_size_func_other_arguments",
    "handle: variant",
    {
        **{f"{part}_func": attr("func") for part in _PARTS},
        **{f"T{part}_func_other_arguments": attr("list(type)") for part in _PARTS},
        **DATASET_ATTRS,
    },
    infer=variant_scalar,
    kernel=_group_by_window,
    differentiable=False,
    traits=FUNCTION_TRAITS,
)


def traced_key(dataset: Dataset, key_func: Callable[..., Any], name: str) -> StructuredFunction:
    """The function that gives the key of an element.

    Raises:
        ValueError: the key is no int64 scalar.
    """
    key_of = StructuredFunction(key_func, spread(dataset.element_spec), name, int64)
    if key_of.output_spec.shape.rank not in (0, None):
        raise ValueError(
            f"Invalid `key_func`. `key_func` must return a single `tf.int64` scalar tensor but its "
            f"return type is {key_of.output_spec}."
        )
    return key_of


@dataset_method("group_by_window")
def group_by_window(
    self: Dataset,
    key_func: Callable[..., Any],
    reduce_func: Callable[..., Any],
    window_size: Any = None,
    window_size_func: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Dataset:
    """Gathers elements by a key; of each group that is full, the elements of a dataset made of it.

    Args:
        key_func: gives the key of an element, an int64 scalar.
        reduce_func: `reduce_func(key, group)` gives a dataset of a group, which is a dataset.
        window_size: how many elements make a group full; or give `window_size_func`.
        window_size_func: gives that number, an int64 scalar, for a key.
        name: name of the operation.

    Raises:
        ValueError: neither or both of the sizes are given.
        TypeError: `reduce_func` gives no dataset.
        InvalidArgumentError: a size is not positive.

    >>> dataset = tf.data.Dataset.range(7).group_by_window(
    ...     lambda x: x % 2, lambda key, group: group.batch(3), window_size=3)
    >>> [x.numpy().tolist() for x in dataset]
    [[0, 2, 4], [1, 3, 5], [6]]
    """
    if (window_size is None) == (window_size_func is None):
        raise ValueError(
            "Either the `window_size` argument or the `window_size_func` argument must be specified."
        )
    size_func = window_size_func or (lambda _: convert_to_tensor(window_size, int64))
    key = TensorSpec([], int64)
    key_of = traced_key(self, key_func, "Dataset_group_by_window_key")
    size_of = StructuredFunction(size_func, (key,), "Dataset_group_by_window_size", int64)
    group = DatasetSpec(self.element_spec)
    reduced = StructuredFunction(reduce_func, (key, group), "Dataset_group_by_window_reduce")
    if not isinstance(reduced.output_spec, DatasetSpec):
        raise TypeError(
            "Invalid `reduce_func`. `reduce_func` must return a single `tf.data.Dataset` object but its "
            f"return type is {reduced.output_spec}."
        )
    functions = [key_of, reduced, size_of]
    return dataset_of(
        "GroupByWindowDataset",
        [self, *(tensor for function in functions for tensor in function.captures)],
        reduced.output_spec.element_spec,
        **function_attrs(_PARTS, functions),
    )
