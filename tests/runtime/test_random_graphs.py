"""Random programs give natively what they give on the host: ops, control flow, unknown sizes, gradients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.codegen.transforms import side_by_side
from stagelight.passes.pipeline import optimize
from stagelight.runtime.executors import executor_named
from tests.runtime import random_graph_host_ops, random_graph_ops  # noqa: F401 - enter their steps
from tests.runtime.random_graphs import Program

codes = st.lists(st.integers(0, 255), min_size=4, max_size=45)
sizes = st.tuples(st.integers(2, 9), st.integers(2, 9))

KINDS = pytest.mark.parametrize("has_gradient", [False, True], ids=["results", "gradients"])
SIZES = pytest.mark.parametrize("is_known", [True, False], ids=["known", "unknown"])


def arguments(n: int, m: int) -> list[np.ndarray]:
    draw = np.random.default_rng(n * 100 + m)
    x = draw.uniform(-2.0, 2.0, (n, m)).astype(np.float32)
    return [x, draw.uniform(-2.0, 2.0, m).astype(np.float32), draw.integers(-9, 10, n, np.int32)]


def traced(program: Program, shapes: Sequence[Any], *, has_gradient: bool) -> Any:
    """The concrete function of a program, or of its gradients, with their values."""

    def function(x: Any, y: Any, k: Any) -> Any:
        if not has_gradient:
            return program(x, y, k)
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            results = program(x, y, k)
            total = tf.add_n([tf.reduce_mean(r) for r in results if r.dtype == tf.float32] or [0.0])
        return results, tape.gradient(total, [x, y], unconnected_gradients="zero")

    kinds = zip(shapes, (tf.float32, tf.float32, tf.int32), strict=True)
    signature = [tf.TensorSpec(shape, dtype) for shape, dtype in kinds]
    return tf.function(function, signature, autograph=False).get_concrete_function()


def assert_alike(host: Sequence[Any], other: Sequence[Any]) -> None:
    """Arrays of both executors are the same, but for rounding."""
    for expected, received in zip(host, other, strict=True):
        assert (expected.dtype, expected.shape) == (received.dtype, received.shape)
        if expected.dtype.kind == "f":
            large = np.nanmax(np.abs(expected[np.isfinite(expected)]), initial=1.0)
            np.testing.assert_allclose(received, expected, rtol=1e-3, atol=1e-4 * large)
        else:
            np.testing.assert_array_equal(received, expected)


def assert_same(
    program: Program,
    given: Sequence[tuple[int, int]],
    shapes: Any,
    executor: str = "native",
    **kind: Any,
) -> None:
    """An executor gives what the host gives for arguments of all given sizes, one after the other."""
    concrete = traced(program, shapes, **kind)
    graph = optimize(concrete.graph)
    captured = [tensor._array for tensor in concrete.captured_inputs]
    everything = []
    for run in [executor_named(name).compile(graph) for name in ("host", executor)]:
        program.variable.assign([1.0, -0.5, 0.25])
        found = []
        for n, m in given:
            found += [*run(*arguments(n, m), *captured), program.variable.numpy()]
        everything.append(found)
    assert_alike(*everything)


def check(
    row: list[int],
    size: tuple[int, int],
    *,
    is_known: bool,
    has_gradient: bool,
    executor: str = "native",
) -> None:
    program = Program(row, tf.Variable([0.0, 0.0, 0.0]))
    n, m = size
    if is_known:
        shapes, given = [[n, m], [m], [n]], [size, size]
    else:
        shapes, given = [[None, None], [None], [None]], [size, (n + 1, m + 3), (m, m)]
    assert_same(program, given, shapes, executor, has_gradient=has_gradient)


@KINDS
@SIZES
@settings(max_examples=15)
@given(codes, sizes)
def test_random_programs(is_known: bool, has_gradient: bool, row: list[int], size: Any) -> None:
    check(row, size, is_known=is_known, has_gradient=has_gradient)


@pytest.fixture
def all_parts_side_by_side(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """However little a part costs, it runs beside others."""
    monkeypatch.setattr(side_by_side, "_LEAST_PART", 1)
    monkeypatch.setattr(side_by_side, "_LEAST_GAIN", 0)
    with config.changed(intra_op_threads=3, compilation_cache=None):
        yield


@pytest.mark.usefixtures("all_parts_side_by_side")
@KINDS
@SIZES
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(codes, sizes)
def test_random_programs_with_parts_side_by_side(
    is_known: bool, has_gradient: bool, row: list[int], size: Any
) -> None:
    check(row, size, is_known=is_known, has_gradient=has_gradient)


@pytest.mark.slow
@pytest.mark.usefixtures("all_parts_side_by_side")
@KINDS
@SIZES
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(codes, sizes)
def test_many_random_programs_with_parts_side_by_side(
    is_known: bool, has_gradient: bool, row: list[int], size: Any
) -> None:
    check(row, size, is_known=is_known, has_gradient=has_gradient)


@pytest.mark.slow
@KINDS
@SIZES
@settings(max_examples=500)
@given(codes, sizes)
def test_many_random_programs(
    is_known: bool, has_gradient: bool, row: list[int], size: Any
) -> None:
    check(row, size, is_known=is_known, has_gradient=has_gradient)
