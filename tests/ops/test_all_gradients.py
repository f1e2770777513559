"""The generic suite's second half: every differentiable sample, differentiated to second order.

The gradient of a random projection of a sample's outputs is compared with central differences along
a random direction, in float64; so is the gradient of a random projection of that gradient. A
projection meets every element, so that one direction finds what is wrong in any of them.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stagelight as tf
from stagelight.control_flow import tape_replays
from stagelight.core.tensor import EagerTensor
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import (
    Failures,
    array_of,
    exact_specs,
    flat,
    recorded,
    relaxed_specs,
    specs_for,
    staged,
    tensors_of,
)
from tests.ops.samples import Sample

WIDE = {
    np.dtype(np.float16): np.float64,
    np.dtype(ml_dtypes.bfloat16): np.float64,
    np.dtype(np.float32): np.float64,
    np.dtype(np.complex64): np.complex128,
}


@dataclass(frozen=True)
class Precision:
    """How far numeric and exact derivatives may lie apart, relative to the sizes of their terms."""

    step: float
    tolerance: float
    smooth: float  # How far differences with two steps may lie apart if there is a derivative.


# Central differences err by the step's square, and by the rounding of the values over the step.
DOUBLE = Precision(step=1e-5, tolerance=2e-6, smooth=1e-3)
# Where the sample has float32 constants of its own, or its op knows no float64.
SINGLE = Precision(step=5e-3, tolerance=2e-2, smooth=1e-1)
# Staged gradients may sum and multiply in another order, where less is known while tracing.
STAGED = {"float64": 1e-9, "complex128": 1e-9, "float32": 1e-4, "complex64": 1e-4}

DIFFERENTIABLE = [
    (group, entries)
    for group in GROUPS
    if (entries := [(i, s) for i, s in group.samples if s.gradient and not s.random])
]
differentiable = pytest.mark.parametrize(
    ("group", "entries"), [pytest.param(*pair, id=str(pair[0])) for pair in DIFFERENTIABLE]
)


def is_inexact(tensor: Any) -> bool:
    return bool(tensor.dtype.is_floating or tensor.dtype.is_complex)


def weights_of(tensor: Any, seed: int) -> np.ndarray:
    """Numbers to project a tensor with; none for infinities and NaN, which have no derivative."""
    generator = np.random.default_rng([seed, *tensor.shape])
    weights = generator.uniform(0.5, 1.5, tuple(tensor.shape))
    if tensor.dtype.is_complex:
        weights = weights + 1j * generator.uniform(-1, 1, tuple(tensor.shape))
    return np.where(np.isfinite(array_of(tensor)), weights, 0).astype(tensor.dtype.numpy_dtype)


class Derivatives:
    """The outputs of a sample, their projected gradient, and the gradient of that one's projection.

    The projections' weights come as arguments, so that a staged function can take them whatever is
    known of its shapes.
    """

    def __init__(self, sample: Sample) -> None:
        self.sample = sample

    def outputs(self, tensors: Sequence[Any]) -> list[Any]:
        return [leaf for leaf in flat(self.sample.call(tf, *tensors)) if is_inexact(leaf)]

    def first(self, tensors: Sequence[Any], weights: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """Outputs, and one gradient or None for each inexact argument."""
        sources = [tensor for tensor in tensors if is_inexact(tensor)]
        with tf.GradientTape() as tape:
            tape.watch(sources)
            outputs = self.outputs(tensors)
        gradients = tape.gradient(outputs, sources, output_gradients=list(weights))
        return outputs, [None if g is None else tf.convert_to_tensor(g) for g in gradients]

    def second(
        self, tensors: Sequence[Any], weights: Sequence[Any], gradient_weights: Sequence[Any]
    ) -> tuple[list[Any], list[Any], list[Any]]:
        """What `first` gives, and the gradients of the gradients (those that there are)."""
        sources = [tensor for tensor in tensors if is_inexact(tensor)]
        with tf.GradientTape() as tape:
            tape.watch(sources)
            outputs, gradients = self.first(tensors, weights)
        present = [g for g in gradients if g is not None]
        seeds = [w for g, w in zip(gradients, gradient_weights, strict=True) if g is not None]
        seconds = tape.gradient(present, sources, output_gradients=seeds)
        return outputs, gradients, [None if g is None else tf.convert_to_tensor(g) for g in seconds]


def prepared(sample: Sample) -> tuple[list[np.ndarray], Precision | None]:
    """The arguments in double precision, or as they are where the sample has narrower constants.

    No precision says that numeric derivatives mean nothing: halves.
    """
    narrow = [array_of(tensor) for tensor in tensors_of(sample.arrays)]
    wide = [np.asarray(array, WIDE.get(array.dtype, array.dtype)) for array in narrow]
    for arrays in (wide, narrow):
        try:
            with recorded() as applications:
                sample.call(tf, *tensors_of(arrays))
        except (tf.errors.OpError, TypeError, ValueError):
            continue
        found = {t.dtype.name for a in applications for t in a.outputs if is_inexact(t)}
        if found & {"float16", "bfloat16"}:
            return arrays, None
        return arrays, SINGLE if found & {"float32", "complex64"} else DOUBLE
    raise AssertionError("the sample runs neither in double nor in its own precision")


def projection(values: Sequence[Any], weights: Sequence[np.ndarray]) -> float:
    """The real number whose gradient `output_gradients=weights` asks for."""
    total = 0.0
    for value, weight in zip(values, weights, strict=True):
        products = np.real(np.conj(weight) * array_of(value))
        total += float(np.sum(products, where=weight != 0, dtype=np.float64))
    return total


def moved(
    arrays: Sequence[np.ndarray], directions: Sequence[np.ndarray | None], by: float
) -> list[Any]:
    return tensors_of(
        [
            array if direction is None else (array + by * direction).astype(array.dtype)
            for array, direction in zip(arrays, directions, strict=True)
        ]
    )


def directions_of(arrays: Sequence[np.ndarray], seed: int) -> list[np.ndarray | None]:
    """A random direction for each inexact argument."""
    generator = np.random.default_rng(seed)
    found: list[np.ndarray | None] = []
    for array in arrays:
        direction = generator.uniform(-1, 1, array.shape)
        if array.dtype.kind == "c":
            found.append(direction + 1j * generator.uniform(-1, 1, array.shape))
        else:
            is_real = np.issubdtype(array.dtype, np.floating) or array.dtype in WIDE
            found.append(direction if is_real else None)
    return found


def derivative_misfit(
    what: str,
    value: Callable[[float], float],
    gradients: Sequence[Any],
    directions: Sequence[np.ndarray | None],
    precision: Precision,
) -> list[str]:
    """How a gradient contradicts the numeric derivative of `value(t)`, a walk along the directions.

    Where the numbers show a kink or a jump there is no derivative to compare with.
    """
    terms = [
        np.real(np.conj(array_of(gradient)) * direction)
        for gradient, direction in zip(
            gradients, [d for d in directions if d is not None], strict=True
        )
        if gradient is not None
    ]
    exact = float(sum(np.sum(term, dtype=np.float64) for term in terms))
    step, center = precision.step, value(0)
    ahead, behind, near_ahead, near_behind = map(value, (step, -step, step / 2, -step / 2))
    numeric = (ahead - behind) / (2 * step)
    sizes = sum(float(np.sum(np.abs(term), dtype=np.float64)) for term in terms)
    tolerance = precision.tolerance * (1 + abs(center) + sizes)
    if abs(exact - numeric) <= tolerance:
        return []
    kink = abs(near_ahead - 2 * center + near_behind) / step
    if kink > max(precision.smooth * (1 + sizes), 0.4 * abs(ahead - 2 * center + behind) / step):
        return []
    if abs(numeric - (near_ahead - near_behind) / step) > precision.smooth * (1 + abs(numeric)):
        return []
    return [
        f"{what}: along a direction the tape gives {exact:.8g}, central differences {numeric:.8g} "
        f"(tolerance {tolerance:.2g})"
    ]


@differentiable
def test_gradients_agree_with_numbers(group: Group, entries: list[tuple[int, Sample]]) -> None:
    failures = Failures(group)
    for index, sample in entries:
        with failures.of(index, sample) as wrong:
            arrays, precision = prepared(sample)
            tensors = tensors_of(arrays)
            if not any(is_inexact(tensor) for tensor in tensors):
                continue
            run = Derivatives(sample)
            weights = [weights_of(t, i) for i, t in enumerate(run.outputs(tensors))]
            if not weights:
                continue
            gradient_weights = [
                weights_of(t, 100 + i) for i, t in enumerate(t for t in tensors if is_inexact(t))
            ]
            _, first, second = run.second(tensors, weights, gradient_weights)
            wrong += kind_misfits(tensors, first, "gradient")
            wrong += kind_misfits(tensors, second, "second gradient")
            if precision is None or wrong:
                continue
            if not sample.numeric:
                continue
            directions = directions_of(arrays, zlib.crc32(str(group).encode()) + index)
            kept = [w for g, w in zip(first, gradient_weights, strict=True) if g is not None]

            def value(by: float) -> float:
                return projection(run.outputs(moved(arrays, directions, by)), weights)  # noqa: B023

            def slope(by: float) -> float:
                _, found = run.first(moved(arrays, directions, by), weights)  # noqa: B023
                return projection([g for g in found if g is not None], kept)  # noqa: B023

            wrong += derivative_misfit("gradient", value, first, directions, precision)
            wrong += derivative_misfit("second gradient", slope, second, directions, precision)
    failures.report()


def kind_misfits(tensors: Sequence[Any], gradients: Sequence[Any], what: str) -> list[str]:
    """A gradient has its argument's shape and dtype."""
    sources = [tensor for tensor in tensors if is_inexact(tensor)]
    return [
        f"{what} {i} is {gradient.dtype.name}{list(gradient.shape)}, its argument "
        f"{source.dtype.name}{list(source.shape)}"
        for i, (source, gradient) in enumerate(zip(sources, gradients, strict=True))
        if gradient is not None and (gradient.dtype, gradient.shape) != (source.dtype, source.shape)
    ]


@pytest.mark.parametrize("specs", [exact_specs, relaxed_specs])
@differentiable
def test_staged_gradients(group: Group, entries: list[tuple[int, Sample]], specs: Any) -> None:
    """A staged function of the gradients gives what the eager tapes give."""
    failures = Failures(group)
    for index, sample in entries:
        if not sample.staged:
            continue
        with failures.of(index, sample) as wrong:
            arrays, _ = prepared(sample)
            tensors = tensors_of(arrays)
            run = Derivatives(sample)
            if not any(is_inexact(tensor) for tensor in tensors):
                continue
            weights = tensors_of([weights_of(t, i) for i, t in enumerate(run.outputs(tensors))])
            if not weights:
                continue
            inexact = [t for t in tensors if is_inexact(t)]
            gradient_weights = tensors_of([weights_of(t, 100 + i) for i, t in enumerate(inexact)])
            count, middle = len(tensors), len(tensors) + len(weights)

            def derivatives(_tf: Any, *args: Any, run: Derivatives = run, count: int = count,
                            middle: int = middle) -> Any:  # fmt: skip
                return run.second(args[:count], args[count:middle], args[middle:])

            every = [*tensors, *weights, *gradient_weights]
            expected = run.second(tensors, weights, gradient_weights)
            actual = staged(derivatives, specs_for(sample, specs, every, True))(*every)
            names = ("value", "gradient", "second gradient")
            for name, ours, theirs in zip(names, expected, actual, strict=True):
                wrong += near_misses(name, ours, theirs)
    failures.report()


@differentiable
def test_gradients_by_a_plan_are_those_of_the_walk(
    group: Group, entries: list[tuple[int, Sample]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tape whose form is known gives the same, bit for bit; see `control_flow.tape_replays`."""
    failures = Failures(group)
    for index, sample in entries:
        with failures.of(index, sample) as wrong:
            tensors = tensors_of(sample.arrays)
            if not any(is_inexact(tensor) for tensor in tensors):
                continue
            run = Derivatives(sample)
            weights = tensors_of([weights_of(t, i) for i, t in enumerate(run.outputs(tensors))])
            if not weights:
                continue
            results = []
            for walks_before in (1_000_000, 0):
                monkeypatch.setattr(tape_replays, "_WALKS_BEFORE", walks_before)
                results.append(run.first(tensors, weights)[1])
            for i, (walked, planned) in enumerate(zip(*results, strict=True)):
                a, b = (None if x is None else array_of(x) for x in (walked, planned))
                same = a is b if a is None or b is None else (
                    a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
                )
                if not same:
                    wrong.append(f"gradient {i} is {b!s:.300} by a plan, {a!s:.300} by the walk")
    failures.report()


def near_misses(name: str, expected: Sequence[Any], actual: Sequence[Any]) -> list[str]:
    """Where staged gradients are not those of the tape, but for rounding."""
    wrong = []
    for i, (one, other) in enumerate(zip(expected, actual, strict=True)):
        if (one is None) != (other is None):
            wrong.append(f"{name} {i} is {other}, eagerly {one}")
            continue
        if one is None:
            continue
        a, b = array_of(one), array_of(other)
        if a.dtype != b.dtype or a.shape != b.shape:
            kinds = [f"{array.dtype}{list(array.shape)}" for array in (a, b)]
            wrong.append(f"{name} {i} is {kinds[1]}, eagerly {kinds[0]}")
            continue
        tolerance = STAGED.get(one.dtype.name, 2e-2)
        wide = np.complex128 if a.dtype.kind == "c" else np.float64
        if not np.allclose(b.astype(wide), a.astype(wide), tolerance, tolerance, equal_nan=True):
            wrong.append(f"{name} {i} is {b.tolist()!s:.300}, eagerly {a.tolist()!s:.300}")
    return wrong


def test_an_eager_gradient_is_eager() -> None:
    """The suite compares two ways; this sees that the first is the eager one."""
    x = tf.constant(2.0)
    outputs, gradients, seconds = Derivatives(Sample("Square", lambda tf, x: tf.square(x))).second(
        [x], [tf.constant(1.0)], [tf.constant(1.0)]
    )
    assert all(isinstance(t, EagerTensor) for t in (*outputs, *gradients, *seconds))
    assert [float(t) for t in (*outputs, *gradients, *seconds)] == [4.0, 4.0, 2.0]
