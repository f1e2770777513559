"""Elements of several datasets, taken as numbers say: `choose_from_datasets`, `sample_from_datasets`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.combining import common_spec
from stagelight.data.dataset import (
    ELEMENT_ATTRS,
    Dataset,
    dataset_of,
    dataset_source,
    variant_scalar,
)
from stagelight.data.elements import INFINITE, UNKNOWN, Elements, elements_of, in_variant
from stagelight.data.iteration import Iteration, Place
from stagelight.public import public
from stagelight.types.dtypes import float32, float64, int64
from stagelight.types.specs import TensorSpec


class _Directed(Elements):
    """The next element of the source that the next element of the selector is the number of."""

    def __init__(self, selector: Elements, sources: list[Elements], stops: bool) -> None:
        self._selector = selector
        self._sources = sources
        self._stops = stops

    def begun_first(self) -> list[Elements]:
        return self.inputs()

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(is_empty=[False] * len(self._sources))
        choices = self._selector.rows(iteration.part("selector"))
        rows = [source.rows(iteration.part(i)) for i, source in enumerate(self._sources)]
        return RowByRow(self._chosen(choices, rows, place))

    def _chosen(
        self, choices: Iterator[Components], rows: list[Iterator[Components]], place: Place
    ) -> Iterator[Components]:
        while not (all(place.is_empty) or (self._stops and any(place.is_empty))):
            choice = next(choices, None)
            if choice is None:
                return
            number = int(choice[0])
            if not 0 <= number < len(rows):
                raise invalid(f"Selector index out of range: {number} >= {len(rows)}")
            if place.is_empty[number]:
                continue
            element = next(rows[number], None)
            place.is_empty[number] = element is None
            if element is not None:
                yield element

    def cardinality(self) -> int:
        endless = any(source.cardinality() == INFINITE for source in self._sources)
        return INFINITE if endless else UNKNOWN


def _directed(
    xp: ModuleType, selector: Any, *sources: Any, stop_on_empty_dataset: bool = False, **_: Any
) -> np.ndarray:
    elements = [elements_of(source) for source in sources]
    return in_variant(_Directed(elements_of(selector), elements, stop_on_empty_dataset))


define(
    "DirectedInterleaveDataset",
    "selector_input_dataset: variant, data_input_datasets: N * variant",
    "handle: variant",
    {
        **ELEMENT_ATTRS,
        "N": attr("int"),
        "stop_on_empty_dataset": False,
    },
    infer=variant_scalar,
    kernel=_directed,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _from(selector: Dataset, datasets: Sequence[Dataset], stops: bool) -> Dataset:
    spec = datasets[0].element_spec
    for i, dataset in enumerate(datasets[1:], 1):
        try:
            spec = nest.map_structure(common_spec, spec, dataset.element_spec)
        except (TypeError, ValueError) as error:
            raise TypeError(
                "Invalid `datasets`. `datasets` must have compatible element specs.\n Dataset 0 "
                f"element_spec={datasets[0].element_spec}.\nDataset {i} "
                f"element_spec={dataset.element_spec}."
            ) from error
    inputs = [selector, *datasets]
    return dataset_of("DirectedInterleaveDataset", inputs, spec, stop_on_empty_dataset=stops)


def _require_some(datasets: Any) -> list[Dataset]:
    if not datasets:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    return list(datasets)


@public("data.experimental.choose_from_datasets")
@dataset_source("choose_from_datasets")
def choose_from_datasets(
    datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool = True
) -> Dataset:
    """The next element of the dataset that each element of `choice_dataset` is the number of.

    Args:
        datasets: datasets of elements of one structure.
        choice_dataset: dataset of int64 scalars.
        stop_on_empty_dataset: whether all ends when a dataset that is chosen has no more; it is passed
            over if False.

    Raises:
        ValueError: there are no datasets.
        TypeError: their elements, or the choices, do not fit.
        InvalidArgumentError: while iterating, when there is no dataset of the number.

    >>> datasets = [tf.data.Dataset.range(5), tf.data.Dataset.range(10, 15)]
    >>> choices = tf.data.Dataset.from_tensor_slices(tf.constant([0, 1, 1, 0], tf.int64))
    >>> [int(x) for x in tf.data.Dataset.choose_from_datasets(datasets, choices)]
    [0, 10, 11, 1]
    """
    sources = _require_some(datasets)
    if not isinstance(choice_dataset, Dataset):
        raise TypeError(
            "Invalid `choice_dataset`. `choice_dataset` should be a `tf.data.Dataset` but is "
            f"{type(choice_dataset)}."
        )
    if choice_dataset.element_spec != TensorSpec([], int64):
        raise TypeError(
            "Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` tensors "
            f"but are {choice_dataset.element_spec}."
        )
    return _from(choice_dataset, sources, stop_on_empty_dataset)


@public("data.experimental.sample_from_datasets")
@dataset_source("sample_from_datasets")
def sample_from_datasets(
    datasets: Sequence[Dataset],
    weights: Any = None,
    seed: Any = None,
    stop_on_empty_dataset: bool = False,
    rerandomize_each_iteration: bool | None = None,
) -> Dataset:
    """Elements of several datasets, the next one always of a dataset drawn at random.

    Args:
        datasets: datasets of elements of one structure.
        weights: the probabilities of the datasets, a floating-point vector or list; a dataset of such
            vectors for one draw each; equal ones if None.
        seed: int64 scalar that makes the draws repeatable.
        stop_on_empty_dataset: whether all ends when a dataset that is drawn has no more; it is passed over
            if False.
        rerandomize_each_iteration: whether each iteration draws anew; False if None.

    Raises:
        ValueError: there are no datasets, or not as many weights.
        TypeError: their elements do not fit, or the weights are no floating-point numbers.

    >>> datasets = [tf.data.Dataset.range(3), tf.data.Dataset.range(10, 13)]
    >>> [int(x) for x in tf.data.Dataset.sample_from_datasets(datasets, weights=[0.5, 0.5], seed=7)]
    [10, 0, 11, 1, 2, 12]
    """
    sources = _require_some(datasets)
    numbers: Any = Dataset.random(  # type: ignore[attr-defined]
        seed=seed, rerandomize_each_iteration=rerandomize_each_iteration
    ).batch(2)
    if isinstance(weights, Dataset):
        logits: Any = weights.map(lambda *p: raw.Log(convert_to_tensor(p)))  # type: ignore[attr-defined]
        pairs: Any = Dataset.zip((logits, numbers))  # type: ignore[attr-defined]
        return _from(pairs.map(_drawn), sources, stop_on_empty_dataset)
    if weights is None:
        row = convert_to_tensor([1.0] * len(sources))
    else:
        sources, row = _weighted(sources, weights)
    if len(sources) == 1:
        return sources[0]
    selector = numbers.map(lambda pair: _drawn(raw.ExpandDims(row, 0), pair))
    return _from(selector, sources, stop_on_empty_dataset)


def _weighted(sources: list[Dataset], weights: Any) -> tuple[list[Dataset], Tensor]:
    """The datasets that may be drawn, and the logarithms of their weights."""
    if isinstance(weights, Tensor):
        if not weights.shape.is_compatible_with([len(sources)]):
            raise ValueError(
                "Invalid `weights`. The shape of `weights` should be compatible with `[len(datasets)]` "
                f"but is {weights.shape}."
            )
        tensor = weights
    else:
        if len(weights) != len(sources):
            raise ValueError(
                "Invalid `weights`. `weights` should have the same length as `datasets` but got "
                f"`len(weights)={len(weights)}` vs. `len(datasets)={len(sources)}`."
            )
        pairs = [pair for pair in zip(sources, weights, strict=True) if pair[1] > 0]
        if not pairs:
            pairs = [(sources[0].take(0), 1.0)]  # type: ignore[attr-defined]
        sources = [source for source, _ in pairs]
        tensor = convert_to_tensor([weight for _, weight in pairs])
    if tensor.dtype not in (float32, float64):
        raise TypeError(
            "Invalid `weights`. `weights` type must be either `tf.float32` or `tf.float64` but is "
            f"{tensor.dtype!r}."
        )
    return sources, raw.Log(tensor)


def _drawn(logits: Tensor, pair: Tensor) -> Tensor:
    """One draw: `logits` is a row `[1, n]`, `pair` the two seeds."""
    drawn = raw.StatelessMultinomial(logits, 1, pair)
    number: Tensor = raw.Squeeze(drawn, squeeze_dims=[0, 1])
    return number
