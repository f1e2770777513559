"""Every differentiable sample of `tests/ops/samples`, differentiated in every way that programs have.

The reverse walk in eager mode is the reference: `tests/ops/test_all_gradients.py` compares it with central
differences, and the oracle with TensorFlow. Here every other way must agree with it: tensors that staged
functions capture, forward mode before another op, forward over reverse, recomputed gradients, the rows of
`tf.vectorized_map`, jacobians, and cotangents that are 0, infinite or NaN.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from tests.autodiff.sample_cases import Case, check_cases, dense, of_each_op, product
from tests.ops.sample_groups import Group
from tests.ops.sample_runs import array_of, flat
from tests.ops.sample_variants import SPREADING
from tests.ops.test_all_gradients import is_inexact, near_misses


@of_each_op
def test_tensors_that_a_staged_function_captures_have_gradients(group: Group, entries: Any) -> None:
    """Of all sizes, to second order, by a tape that comes after the trace."""

    def check(case: Case) -> list[str]:
        function = tf.function(case.results, autograph=False)
        return [
            *_captured_constants(case, function.get_concrete_function().captured_inputs),
            *near_misses("gradient", case.gradient(case.results), case.gradient(function)),
            *near_misses("second gradient", case.second(case.results), case.second(function)),
        ]

    check_cases(group, entries, check, staged=True)


def _captured_constants(case: Case, captured: Sequence[Any]) -> list[str]:
    """Constants that the library made itself belong into the graph: as captures they would be followed."""
    call: Any = case.sample.call
    cells = [cell.cell_contents for cell in call.__closure__ or ()]
    named = [call.__globals__.get(name) for name in call.__code__.co_names]
    known = {id(x) for x in (*case.tensors, *flat([*cells, *named]))}
    stray = [x for x in captured if id(x) not in known and is_inexact(x)]
    return [f"the library's own constants are captured: {stray}"] if stray else []


@pytest.mark.parametrize("is_staged", [False, True], ids=["eager", "staged"])
@of_each_op
def test_forward_mode_is_the_transpose_of_the_reverse_walk(
    group: Group, entries: Any, is_staged: bool
) -> None:
    """`<w, J t> = <J^T w, t>`, where another op follows, and over the reverse walk."""

    def check(case: Case) -> list[str]:
        # What TensorFlow's rule gives in place of a derivative need not be linear.
        if not case.sample.numeric or not all(
            x.dtype.name in ("float64", "complex128") for x in (*case.weights, *case.sources)
        ):
            return []

        if not all(np.all(array_of(w)) for w in case.weights):
            return []  # The square of a result without a weight is infinite.

        def followed() -> list[Any]:
            return [y * y for y in case.results()]

        def products() -> list[Any]:
            with tf.autodiff.ForwardAccumulator(case.sources, case.directions) as accumulator:
                results = followed()
                gradients = case.gradient(followed)
            present = [g for g in gradients if g is not None]
            return [accumulator.jvp(results, "zero"), accumulator.jvp(present, "zero")]

        forward, of_gradient = tf.function(products, autograph=False)() if is_staged else products()
        reverse, twice = case.gradient(followed), case.second(followed)
        kept = [d for g, d in zip(reverse, case.directions, strict=True) if g is not None]
        return [
            *_unlike("jvp", case, reverse, product(case.weights, forward)),
            *_unlike("jvp of the gradient", case, twice, product(kept, of_gradient)),
        ]

    check_cases(group, entries, check, staged=is_staged)


def _unlike(what: str, case: Case, gradients: Sequence[Any], forward: float) -> list[str]:
    reverse = product(case.directions, gradients)
    size = sum(float(np.sum(np.abs(array_of(g)))) for g in gradients if g is not None)
    if abs(reverse - forward) <= case.tolerance * (1 + size):
        return []
    both_nan = np.isnan(reverse) and np.isnan(forward)
    return [] if both_nan else [f"{what}: {forward:.10g}, by the reverse walk {reverse:.10g}"]


@of_each_op
def test_recomputed_gradients_are_the_gradients(group: Group, entries: Any) -> None:
    """Of `tf.recompute_grad`, to second order."""

    def check(case: Case) -> list[str]:
        recomputed = tf.recompute_grad(lambda *tensors: case.results_of(tensors))

        def again() -> list[Any]:
            return recomputed(*case.tensors)

        return [
            *near_misses(
                "gradient", _filled(case, case.gradient), _filled(case, case.gradient, again)
            ),
            *near_misses(
                "second gradient", _filled(case, case.second), _filled(case, case.second, again)
            ),
        ]

    check_cases(group, entries, check)


def _filled(
    case: Case, gradient: Callable[..., list[Any]], function: Callable[[], list[Any]] | None = None
) -> list[Any]:
    """Gradients with zeros for None: TensorFlow's recomputation has zeros where nothing is connected."""
    found = gradient(function or case.results)
    return [tf.zeros_like(x) if g is None else g for g, x in zip(found, case.sources, strict=True)]


@of_each_op
def test_gradients_of_rows_are_those_of_each_row(group: Group, entries: Any) -> None:
    """A tape in a function of one row, mapped over rows; and a tape around the map."""

    def check(case: Case) -> list[str]:
        near = [
            x + tf.cast(1e-6, x.dtype) * d
            for x, d in zip(case.sources, case.directions, strict=True)
        ]
        rows = [tf.stack(pair) for pair in zip(case.sources, near, strict=True)]

        def results_of(row: Sequence[Any]) -> list[Any]:
            given = iter(row)
            return case.results_of([next(given) if is_inexact(x) else x for x in case.tensors])

        def gradient_of(row: Sequence[Any]) -> list[Any]:
            sources = list(row)
            with tf.GradientTape() as tape:
                tape.watch(sources)
                results = results_of(sources)
            return tape.gradient(results, sources, case.weights, "zero")

        each = [dense(gradient_of(row)) for row in (case.sources, near)]
        expected = [tf.stack(pair) for pair in zip(*each, strict=True)]
        within = tf.vectorized_map(gradient_of, rows, warn=False)
        weights = [tf.stack([w, w]) for w in case.weights]

        def around(function: Callable[[Sequence[Any]], Any]) -> list[Any]:
            with tf.GradientTape() as tape:
                tape.watch(rows)
                results = tf.vectorized_map(function, rows, warn=False)
            return dense(tape.gradient(results, rows, weights, "zero"))

        recomputed = tf.recompute_grad(lambda *row: results_of(row))
        return [
            *near_misses("gradient within the rows", expected, within),
            *near_misses("gradient around the rows", expected, around(results_of)),
            *near_misses("recomputed gradient", expected, around(lambda row: recomputed(*row))),
        ]

    check_cases(group, entries, check, staged=True)


@of_each_op
def test_jacobians_at_once_are_those_by_loops(group: Group, entries: Any) -> None:
    """And the projection of each is the gradient."""

    def check(case: Case) -> list[str]:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(case.sources)
            results = case.results()
        wrong = []
        for y, w in zip(results, case.weights, strict=True):
            if w.dtype.is_complex or int(tf.size(y)) > 60:
                continue
            rows = tape.jacobian(y, case.sources)
            loops = tape.jacobian(y, case.sources, experimental_use_pfor=False)
            wrong += near_misses("jacobian", loops, rows)
            gradients = dense(tape.gradient(y, case.sources, w))
            finite = [None if r is None else _projection(w, r) for r in rows]
            wrong += near_misses(
                "projection of the jacobian", *(case.rounded(g) for g in (gradients, finite))
            )
        return wrong

    check_cases(group, entries, check)


def _projection(weights: Any, jacobian: Any) -> Any:
    """The product of the weights with the first axes of a Jacobian; where a weight is 0 nothing is added."""
    array, rank = array_of(weights), weights.shape.rank
    wide = array.reshape(array.shape + (1,) * (jacobian.shape.rank - rank))
    terms = np.where(wide != 0, wide * array_of(jacobian), 0)
    return tf.constant(terms.sum(axis=tuple(range(rank))), jacobian.dtype)


# What makes zeros, infinities and NaN of slopes.
SPECIAL = (0.0, np.inf, np.nan)


@pytest.mark.parametrize("executor", ["native", "host"])
@of_each_op
def test_gradients_of_what_is_no_number_are_staged_as_eagerly(
    group: Group, entries: Any, executor: str
) -> None:
    """For cotangents and arguments that are 0, infinite or NaN: finite where the eager ones are."""

    def check(case: Case) -> list[str]:
        count = len(case.tensors)

        def gradients(*given: Any) -> list[Any]:
            sources = [x for x in given[:count] if is_inexact(x)]
            with tf.GradientTape() as tape:
                tape.watch(sources)
                results = case.results_of(given[:count])
            # With the results: a graph does not compute what nothing needs, and so does not fail there.
            return [*results, *dense(tape.gradient(results, sources, given[count:]))]

        staged = tf.function(gradients, autograph=False)
        wrong = []
        for what, given in _special_arguments(case):
            expected = _outcome(gradients, given)
            with config.changed(executor=executor):
                actual = _outcome(staged, given)
            if isinstance(expected, str) or isinstance(actual, str):
                wrong += [] if expected == actual else [f"{what}: {actual}, eagerly {expected}"]
                continue
            pair = [_finite(expected), _finite(actual)]
            if case.sample.op in SPREADING:
                pair = _numbers_in_both(*pair)
            wrong += near_misses(f"{what}: result or gradient", *pair)
        return wrong

    check_cases(group, entries, check, staged=True)


def _numbers_in_both(expected: Sequence[Any], actual: Sequence[Any]) -> list[list[Any]]:
    """NaN in both where it is in one of them."""
    pairs = [
        (one, other) if one is None or other is None else (one + 0 * other, other + 0 * one)
        for one, other in zip(expected, actual, strict=True)
    ]
    return [list(column) for column in zip(*pairs, strict=True)]


def _special_arguments(case: Case) -> Iterator[tuple[str, list[Any]]]:
    """Arguments and cotangents: these of one value, or one number of one argument."""
    for value in SPECIAL:
        weights = [tf.fill(tf.shape(w), tf.cast(value, w.dtype)) for w in case.weights]
        yield f"cotangents {value}", [*case.tensors, *weights]
    for i, x in enumerate(case.tensors):
        if not is_inexact(x) or not int(tf.size(x)):
            continue
        for place, value in itertools.product({0, int(tf.size(x)) - 1}, SPECIAL):
            array = np.array(array_of(x))
            array.reshape(-1)[place] = value
            given = [*case.tensors[:i], tf.constant(array), *case.tensors[i + 1 :]]
            yield f"{value} at {place} of argument {i}", [*given, *case.weights]


def _outcome(function: Callable[..., Any], given: Sequence[Any]) -> Any:
    """What a function returns, or the name of the error that it raises."""
    try:
        return function(*given)
    except tf.errors.OpError as error:
        return type(error).__name__


def _finite(gradients: Sequence[Any]) -> list[Any]:
    """NaN for whatever is not finite: inf * 0 is met or avoided by the order of sums."""
    return [
        None if g is None else tf.constant(np.where(np.isfinite(array_of(g)), array_of(g), np.nan))
        for g in gradients
    ]


@of_each_op
def test_gradients_where_no_rank_is_known_are_the_eager_ones(group: Group, entries: Any) -> None:
    """Rules ask for ranks and sizes when they run, wherever the operation itself does without them."""

    def check(case: Case) -> list[str]:
        signature = [tf.TensorSpec(None, x.dtype) for x in case.tensors]

        def staged(function: Callable[..., Any]) -> Any:
            return tf.function(function, input_signature=signature, autograph=False)

        def gradients(*tensors: Any) -> list[Any]:
            with tf.GradientTape() as tape:
                sources = [x for x in tensors if is_inexact(x)]
                tape.watch(sources)
                results = case.results_of(tensors)
            return dense(tape.gradient(results, sources, case.weights))

        with config.changed(executor="host"):
            try:
                staged(lambda *tensors: case.results_of(tensors))(*case.tensors)
            except (ValueError, TypeError, tf.errors.OpError):
                return []  # The operation, or its public function, needs to know.
            try:
                actual = staged(gradients)(*case.tensors)
            except NotImplementedError:  # TF: QrGrad has no dynamic shapes.
                assert str(group) == "square_matrices-Qr"
                return []
        expected = case.gradient(case.results)
        return near_misses("gradient", *map(case.rounded, (expected, actual)))

    check_cases(group, entries, check, staged=True)
