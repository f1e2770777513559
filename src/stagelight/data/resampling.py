"""`rejection_resample`: classes in other proportions than the data has them.

Source: the acceptance rates are those of rejection sampling. With the ratio `r = target / initial` of the
proportions of each class, an element of class `i` is accepted with the probability
`(r[i] - min r) / (max r - min r)`; and with the probability `min r` an element is taken as it comes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.autograph.api import convert_callback
from stagelight.autograph.context import ControlStatus, Status
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.data.choosing import sample_from_datasets
from stagelight.data.dataset import Dataset, dataset_method
from stagelight.ops.random.streams import op_seeds
from stagelight.types.dtypes import float32, int64

# TF: the proportions of the data are estimated from batches, beginning with so many of each class.
_ESTIMATION_BATCH = 32
_FIRST_COUNT = 10


def _rates(initial: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """The acceptance rate of each class, and the probability of taking an element as it comes."""
    tiny = convert_to_tensor(np.finfo(np.float32).tiny, float32)
    ratio = raw.RealDiv(target, raw.AddV2(initial, tiny))
    least, most = raw.Min(ratio, [0]), raw.Max(ratio, [0])
    return raw.RealDiv(raw.Sub(ratio, least), raw.Sub(most, least)), least


@dataset_method("rejection_resample")
def rejection_resample(
    self: Dataset,
    class_func: Callable[..., Any],
    target_dist: Any,
    initial_dist: Any = None,
    seed: Any = None,
    name: str | None = None,
) -> Dataset:
    """Elements drawn so that their classes come in given proportions; pairs `(class, element)`.

    Args:
        class_func: gives the class of an element, an integer scalar from 0 on.
        target_dist: the proportions wanted, a floating-point vector.
        initial_dist: those that the data has; estimated while iterating if None.
        seed: makes the draws repeatable.
        name: name of the operation.

    >>> data = tf.data.Dataset.from_tensor_slices([0] * 90 + [1] * 10).shuffle(100, seed=1)
    >>> resampled = data.rejection_resample(lambda x: x, [0.5, 0.5], [0.9, 0.1], seed=1)
    >>> classes = [int(c) for c, _ in resampled]
    >>> 0.3 < sum(classes) / len(classes) < 0.7
    True
    """
    class_of = convert_callback(class_func, ControlStatus(Status.ENABLED))
    target = raw.Cast(convert_to_tensor(target_dist), DstT=float32)
    dataset: Any = self

    def with_class(*element: Any) -> Any:
        return class_of(*element), element[0] if len(element) == 1 else element

    unfiltered = dataset.map(with_class)
    static = None
    if initial_dist is not None:
        initial = raw.Cast(convert_to_tensor(initial_dist), DstT=float32)
        accepted, as_it_comes = _rates(initial, target)
        accepted_of: Any = Dataset.from_tensors(accepted).repeat()  # type: ignore[attr-defined]
        as_it_comes_of: Any = Dataset.from_tensors(as_it_comes).repeat()  # type: ignore[attr-defined]
        known = constant_value(initial), constant_value(target)
        if known[0] is not None and known[1] is not None:
            static = np.min(known[1] / known[0])
    else:
        rates = _estimates(dataset.map(class_of), target).map(lambda row: _rates(row, target))
        accepted_of = rates.map(lambda accepted, _: accepted)
        as_it_comes_of = rates.map(lambda _, as_it_comes: as_it_comes)
    if static == 1:
        return unfiltered
    filtered = _filtered(accepted_of, dataset, class_of, seed)
    if static == 0:
        return filtered
    weights = as_it_comes_of.map(
        lambda p: raw.Pack([p, raw.Sub(convert_to_tensor(1.0), p)], axis=0)
    )
    sources = [unfiltered, filtered]
    return sample_from_datasets(sources, weights, seed, stop_on_empty_dataset=True)


def _estimates(classes: Any, target: Tensor) -> Any:
    """For each element, the proportions of the classes that were seen so far."""
    count = raw.Size(target)
    first = raw.Fill(raw.ExpandDims(count, 0), convert_to_tensor(_FIRST_COUNT, int64))
    one, zero = convert_to_tensor(1, int64), convert_to_tensor(0, int64)

    def counted(seen: Tensor, batch: Tensor) -> Any:
        seen = raw.AddV2(seen, raw.Sum(raw.OneHot(batch, count, one, zero), [0]))
        part = raw.RealDiv(
            raw.Cast(seen, DstT=np.float64), raw.Cast(raw.Sum(seen, [0]), DstT=np.float64)
        )
        row = raw.ExpandDims(raw.Cast(part, DstT=float32), 0)
        return seen, raw.Tile(row, [_ESTIMATION_BATCH, 1])

    return classes.batch(_ESTIMATION_BATCH).scan(first, counted).unbatch()


def _filtered(accepted_of: Any, dataset: Any, class_of: Callable[..., Any], seed: Any) -> Any:
    """Pairs of the class and the element, of elements that are accepted."""

    def with_rate(accepted: Tensor, element: Any) -> Any:
        arguments = element if isinstance(dataset.element_spec, tuple) else (element,)
        found = class_of(*arguments)
        return found, raw.GatherV2(accepted, found, 0), element

    def is_accepted(_: Any, rate: Tensor, __: Any) -> Any:
        shape = convert_to_tensor(np.zeros(0, np.int32))
        drawn = raw.RandomUniform(shape, dtype=float32, **op_seeds(seed))
        return raw.Less(drawn, rate)

    pairs = Dataset.zip((accepted_of, dataset)).map(with_rate)  # type: ignore[attr-defined]
    return pairs.filter(is_accepted).map(lambda found, _, element: (found, element))
