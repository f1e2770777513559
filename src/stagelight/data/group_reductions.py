"""`group_by_reducer`: one element for each key, folded of all elements that have it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.op_def import attr
from stagelight.core.registry import define
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.dataset import ELEMENT_ATTRS, Dataset, dataset_of, variant_scalar
from stagelight.data.element_function import FUNCTION_TRAITS, ElementFunction
from stagelight.data.elements import UNKNOWN, Elements, Transformed, elements_of, in_variant
from stagelight.data.folding import traced_with_state
from stagelight.data.iteration import Iteration, Place
from stagelight.data.structure import spread
from stagelight.data.structured_function import StructuredFunction
from stagelight.data.windows import function_attrs, split_captures, traced_key
from stagelight.public import public
from stagelight.types.dtypes import int64
from stagelight.types.specs import TensorSpec

_PARTS = ("key", "init", "reduce", "finalize")


class _GroupedByReducer(Transformed):
    """Folds all elements first; then gives a result for each key, from the least to the greatest."""

    def __init__(
        self,
        source: Elements,
        key: ElementFunction,
        init: ElementFunction,
        reduce: ElementFunction,
        finalize: ElementFunction,
    ) -> None:
        super().__init__(source)
        self._functions = key, init, reduce, finalize

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return RowByRow(self._results(iteration, iteration.place(states={}, is_folded=False)))

    def _results(self, iteration: Iteration, place: Place) -> Iterator[Components]:
        key_of, begun, folded, finished = (f.begun(iteration) for f in self._functions)
        states = place.states
        if not place.is_folded:
            for element in self._source.rows(iteration.part()):
                key = np.asarray(key_of(*element)[0])
                number = int(key)
                state = states[number] if number in states else begun(key)
                states[number] = tuple(folded(*state, *element))
            place.is_folded = True
        for number in sorted(states):
            yield finished(*states.pop(number))

    def cardinality(self) -> int:
        return UNKNOWN


def _group_by_reducer(
    xp: ModuleType, input_dataset: Any, *captured: Any, **attrs: Any
) -> np.ndarray:
    functions = split_captures(_PARTS, captured, attrs)
    return in_variant(_GroupedByReducer(elements_of(input_dataset), *functions))


define(
    "GroupByReducerDataset",
    "input_dataset: variant, "
    + ", ".join(f"{part}_func_other_arguments: T{part}_func_other_arguments" for part in _PARTS),
    "handle: variant",
    {
        **{f"{part}_func": attr("func") for part in _PARTS},
        **{f"T{part}_func_other_arguments": attr("list(type)") for part in _PARTS},
        **ELEMENT_ATTRS,
    },
    infer=variant_scalar,
    kernel=_group_by_reducer,
    differentiable=False,
    traits=FUNCTION_TRAITS,
)


@public("data.experimental.Reducer")
class Reducer:
    """How `tf.data.experimental.group_by_reducer` folds a group.

    Args:
        init_func: gives the first state of a key, an int64 scalar.
        reduce_func: `reduce_func(state, element)` gives the next state.
        finalize_func: gives the result of the last state.

    >>> reducer = tf.data.experimental.Reducer(
    ...     lambda _: tf.constant(0), lambda count, _: count + 1, lambda count: count)
    >>> int(reducer.finalize_func(reducer.reduce_func(reducer.init_func(0), None)))
    1
    """

    def __init__(
        self,
        init_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        finalize_func: Callable[..., Any],
    ) -> None:
        self._init_func = init_func
        self._reduce_func = reduce_func
        self._finalize_func = finalize_func

    @property
    def init_func(self) -> Callable[..., Any]:
        """Gives the first state."""
        return self._init_func

    @property
    def reduce_func(self) -> Callable[..., Any]:
        """Gives the next state."""
        return self._reduce_func

    @property
    def finalize_func(self) -> Callable[..., Any]:
        """Gives the result."""
        return self._finalize_func


@public("data.experimental.group_by_reducer")
def group_by_reducer(
    key_func: Callable[..., Any], reducer: Reducer
) -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: one element for each key, by keys in increasing order.

    Args:
        key_func: gives the key of an element, an int64 scalar.
        reducer: folds the elements of a key.

    Raises:
        ValueError: the key is no int64 scalar.
        TypeError: `reduce_func` gives a state of another structure or dtype.

    >>> total = tf.data.experimental.Reducer(
    ...     lambda _: tf.constant(0, tf.int64), lambda total, x: total + x, lambda total: total)
    >>> form = tf.data.experimental.group_by_reducer(lambda x: x % 2, total)
    >>> [int(x) for x in tf.data.Dataset.range(6).apply(form)]
    [6, 9]
    """

    def transformation(dataset: Dataset) -> Dataset:
        name = "Dataset_group_by_reducer"
        key_of = traced_key(dataset, key_func, f"{name}_key")
        begun = StructuredFunction(reducer.init_func, (TensorSpec([], int64),), f"{name}_init")
        folded, state = traced_with_state(
            reducer.reduce_func,
            begun.output_spec,
            dataset.element_spec,
            f"{name}_reduce",
            lambda spec: spec,
        )
        finished = StructuredFunction(reducer.finalize_func, spread(state), f"{name}_finalize")
        functions = [key_of, begun, folded, finished]
        return dataset_of(
            "GroupByReducerDataset",
            [dataset, *(tensor for function in functions for tensor in function.captures)],
            finished.output_spec,
            **function_attrs(_PARTS, functions),
        )

    return transformation
