"""The samples of every op give what they give in the real TensorFlow: values, gradients, errors."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from tests.ops.sample_groups import GROUPS, Group, place
from tests.ops.samples import Bad, Sample
from tests.oracle.comparison import (
    EXACT,
    MOST_DIFFERENCES,
    TOLERANCES,
    Outcome,
    Raised,
    Returned,
    Tolerance,
    differences,
    error_differences,
    leaf_difference,
    outcome,
    shortened_message,
)

# A gradient is a sum of several products and quotients, each rounded; one value of the sample's
# tolerance goes into it many times.
OF_GRADIENTS = Tolerance(2e-5, 2e-5)

# What TensorFlow raises where it lacks a gradient, or where that one's kernel refuses what the op
# takes: a bug, or a limit of its kernels for CPUs. Ours is then checked against numbers alone.
LACKS = {"LookupError", "OpError", "NotImplementedError", "AttributeError"}

groups_with_samples = pytest.mark.parametrize(
    "group",
    [
        pytest.param(group, id=str(group))
        for group in GROUPS
        if any(sample.oracle for _, sample in group.samples)
    ],
)
groups_with_bads = pytest.mark.parametrize(
    "group", [pytest.param(group, id=str(group)) for group in GROUPS if group.bads]
)


def run(program: Any, library: Any) -> Outcome:
    """What a program gives; TensorFlow's warnings are not ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return outcome(program, library)


def fail(wrong: list[str]) -> None:
    if wrong:
        pytest.fail("\n".join([f"{len(wrong)} differ", *wrong]), pytrace=False)


def compared(expected: Outcome, actual: Outcome, tolerance: Tolerance) -> list[str]:
    """What differs: by the tolerance in floating results, at all in others."""
    if not isinstance(expected, Returned) or not isinstance(actual, Returned):
        return error_differences(expected, actual)
    if expected.leaves.keys() != actual.leaves.keys():
        return differences(expected, actual)
    found = []
    for where, leaf in expected.leaves.items():
        allowed = tolerance if leaf.dtype in TOLERANCES else EXACT
        if text := leaf_difference(leaf, actual.leaves[where], allowed):
            found.append(f"  result{where}: {text}")
    return found[:MOST_DIFFERENCES]


def kinds_of(result: Outcome) -> Any:
    """Dtypes and shapes, which are all that random results share."""
    if isinstance(result, Raised):
        return result
    return {
        where: (leaf.kind, leaf.dtype, np.shape(leaf.value))
        for where, leaf in result.leaves.items()
    }


@groups_with_samples
def test_values(group: Group, tensorflow: Any, stagelight: Any) -> None:
    wrong = []
    for index, sample in group.samples:
        if not sample.oracle:
            continue

        def program(tf: Any, sample: Sample = sample) -> Any:
            return sample.call(tf, *[tf.constant(array) for array in sample.arrays])

        expected, actual = run(program, tensorflow), run(program, stagelight)
        if isinstance(expected, Raised):
            found = [f"  fails with TensorFlow itself: {shortened_message(expected)}"]
        elif sample.random and not isinstance(actual, Raised):
            found = [] if kinds_of(expected) == kinds_of(actual) else ["  other dtypes or shapes"]
        else:
            found = compared(expected, actual, Tolerance(sample.rtol, sample.atol))
        if found:
            wrong += [place(group, index, sample), *found]
    fail(wrong)


@groups_with_samples
def test_gradients(group: Group, tensorflow: Any, stagelight: Any) -> None:
    wrong = []
    for index, sample in group.samples:
        if not (sample.oracle and sample.gradient) or sample.random:
            continue

        def program(tf: Any, sample: Sample = sample) -> Any:
            return gradients(tf, sample)

        expected = run(program, tensorflow)
        if isinstance(expected, Raised) and set(expected.classes) & LACKS:
            continue
        tolerance = Tolerance(
            max(sample.rtol, OF_GRADIENTS.relative), max(sample.atol, OF_GRADIENTS.absolute)
        )
        if found := compared(expected, run(program, stagelight), tolerance):
            wrong += [place(group, index, sample), *found]
    fail(wrong)


def gradients(tf: Any, sample: Sample) -> list[Any]:
    """The gradients of a projection of all inexact results by all inexact arguments, dense."""
    tensors = [tf.constant(array) for array in sample.arrays]
    sources = [t for t in tensors if t.dtype.is_floating or t.dtype.is_complex]
    with tf.GradientTape() as tape:
        tape.watch(sources)
        result = tf.nest.flatten(sample.call(tf, *tensors), expand_composites=True)
        targets = [
            t for t in result if hasattr(t, "dtype") and (t.dtype.is_floating or t.dtype.is_complex)
        ]
    if not sources or not targets:
        return []
    seeds = [tf.cast(tf.constant(weights(t.shape)), t.dtype) for t in targets]
    found = tape.gradient(targets, sources, output_gradients=seeds)
    return [None if g is None else tf.convert_to_tensor(g) for g in found]


def weights(shape: Any) -> np.ndarray:
    return np.random.default_rng([1, *shape]).uniform(0.5, 1.5, tuple(shape))


@groups_with_bads
def test_errors(group: Group, tensorflow: Any, stagelight: Any) -> None:
    """TensorFlow refuses what we refuse, with a class that the entry names."""
    wrong = []
    for index, bad in group.bads:

        def program(tf: Any, bad: Bad = bad) -> Any:
            return bad.call(tf, *[tf.constant(array) for array in bad.arrays])

        expected, actual = run(program, tensorflow), run(program, stagelight)
        for name, result in (("TensorFlow", expected), ("Stagelight", actual)):
            if isinstance(result, Returned):
                wrong += [place(group, index, bad), f"  {name} raises nothing"]
            elif not set(result.classes) & set(bad.error):
                wrong += [
                    place(group, index, bad),
                    f"  {name} raises {result.classes[0]} ({shortened_message(result)}), "
                    f"expected {bad.error}",
                ]
    fail(wrong)
