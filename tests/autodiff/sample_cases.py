"""The differentiable samples of `tests/ops/samples` as cases for every way of differentiating.

A case is a sample in double precision with weights for its results and a direction for each argument:

    projection(x) = sum of <weights, results(x)>        gradient = J^T weights        jvp = J direction
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import Failures, array_of, flat, tensors_of
from tests.ops.samples import Sample
from tests.ops.test_all_gradients import DOUBLE, is_inexact, prepared, weights_of

DIFFERENTIABLE = [
    (group, entries)
    for group in GROUPS
    if (entries := [(i, s) for i, s in group.samples if s.gradient and not s.random and s.arrays])
]
NARROWER = {tf.float64: tf.float32, tf.complex128: tf.complex64}
NARROW = frozenset({"float16", "bfloat16"})


def _parameters() -> Iterator[Any]:
    """The first sample of each family, and of each op and all others as slow tests."""
    families: set[str] = set()
    for group, entries in DIFFERENTIABLE:
        first, rest = entries[:1], entries[1:]
        is_first = group.family not in families
        families.add(group.family)
        marks = [] if is_first else [pytest.mark.slow]
        yield pytest.param(group, first, id=str(group), marks=marks)
        if rest:
            yield pytest.param(group, rest, id=f"{group}-others", marks=[pytest.mark.slow])


of_each_op = pytest.mark.parametrize(("group", "entries"), list(_parameters()))


class Case:
    """A sample with everything that its derivatives are compared by.

    Attributes:
        tensors, sources: the arguments, and those of them that are floating or complex.
        weights: for each floating or complex result; 0 where it is infinite, NaN or so large.
        directions: for each source.
        tolerance: how far two ways may lie apart, relative to the sizes of their terms.
    """

    def __init__(self, sample: Sample) -> None:
        self.sample = sample
        arrays, precision = prepared(sample)
        self.tolerance = 1e-8 if precision is DOUBLE else 1e-4
        self.tensors = tensors_of(arrays)
        self.sources = [x for x in self.tensors if is_inexact(x)]
        results = self.results_of(self.tensors) if self.sources else []
        self.weights = tensors_of([_weights(y, i) for i, y in enumerate(results)])
        self.directions = tensors_of([weights_of(x, 50 + i) for i, x in enumerate(self.sources)])

    def rounded(self, gradients: Sequence[Any]) -> list[Any]:
        """Gradients in single precision, where the sample computes in that inside."""
        if self.tolerance < 1e-6:
            return list(gradients)
        return [g if g is None else tf.cast(g, NARROWER.get(g.dtype, g.dtype)) for g in gradients]

    def results_of(self, tensors: Sequence[Any]) -> list[Any]:
        """The floating and complex results for other arguments, in one row."""
        found = flat(self.sample.call(tf, *tensors))
        return [tf.convert_to_tensor(y) for y in found if is_inexact(y)]

    def results(self) -> list[Any]:
        """The results for the case's own arguments."""
        return self.results_of(self.tensors)

    def gradient(
        self, function: Callable[[], Sequence[Any]], weights: Sequence[Any] | None = None
    ) -> list[Any]:
        """The gradients of the projection of what a function of `tensors` returns."""
        with tf.GradientTape() as tape:
            tape.watch(self.sources)
            results = function()
        return dense(tape.gradient(results, self.sources, weights or self.weights))

    def second(self, function: Callable[[], Sequence[Any]]) -> list[Any]:
        """The gradients of the projection of those gradients to `directions`."""
        with tf.GradientTape() as tape:
            tape.watch(self.sources)
            first = self.gradient(function)
        pairs = [(g, w) for g, w in zip(first, self.directions, strict=True) if g is not None]
        found = tape.gradient([g for g, _ in pairs], self.sources, [w for _, w in pairs])
        return dense(found)


def _weights(result: Any, seed: int) -> np.ndarray:
    """Weights of a result; none of what is so large that its square is infinite."""
    sizes = np.abs(array_of(result)).astype(np.float64)
    weights = weights_of(result, seed)
    return np.where(sizes < 1e100, weights, 0).astype(weights.dtype)


def dense(gradients: Sequence[Any]) -> list[Any]:
    """Gradients as tensors."""
    return [None if g is None else tf.convert_to_tensor(g) for g in gradients]


def check_cases(
    group: Group, entries: Any, check: Callable[[Case], list[str]], staged: bool = False
) -> None:
    """Fails with all that a check says of the cases of a group.

    Args:
        group, entries: samples of one op.
        check: what is wrong with a case.
        staged: whether only those count that run in graphs.
    """
    failures = Failures(group)
    for index, sample in entries:
        if staged and not sample.staged:
            continue
        with failures.of(index, sample) as wrong:
            case = Case(sample)
            if case.weights and not any(w.dtype.name in NARROW for w in case.weights):
                wrong += check(case)
    failures.report()


def product(values: Sequence[Any], others: Sequence[Any]) -> float:
    """The real inner product; where the first is 0, as are weights of infinite results, nothing is added."""
    total = 0.0
    for a, b in zip(values, others, strict=True):
        if a is not None and b is not None:
            one, other = array_of(a), array_of(b)
            terms = np.real(np.conj(one) * other)
            total += float(np.sum(terms, where=one != 0, dtype=np.float64))
    return total
