"""Machine code of every op, for many sizes, dtypes and values: it gives what the eager call gives.

The samples are varied: their axes get other sizes, one call after the other through one signature (a program
for any size serves them from the second on) and each in a program of its own; their arguments other dtypes;
their floats NaN, infinity and their like in every place. The slow form takes all samples and all axes.
Nothing may be left to the host because it cannot be compiled: that is a warning, and here an error.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from llvmlite import binding

import stagelight as tf
from stagelight import config
from stagelight.codegen.target import Target
from tests.ops.sample_groups import GROUPS, Group
from tests.ops.sample_runs import (
    Failures,
    difference,
    flat,
    kind_differences,
)
from tests.ops.sample_variants import (
    SPECIAL,
    SPREADING,
    UNSTABLE,
    Axes,
    StagedSample,
    arrays_of,
    as_dtypes,
    axes_of,
    eager,
    in_double_precision,
    in_other_digits,
    is_floating,
    open_specs,
    resized,
    sizes_that_fit,
    with_value,
)
from tests.ops.samples import Sample
from tests.ops.subnormal_numbers import subnormals_are_zeros

_MOST_BYTES = 1 << 33

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.filterwarnings("error:.*runs without machine code:UserWarning"),
]


@contextmanager
def limited_memory() -> Iterator[None]:
    """Arguments that ask for too much are refused, before the system is out of memory."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.fixture(autouse=True)
def in_machine_code() -> Iterator[None]:
    with config.changed(executor="native"), limited_memory():
        yield


def varied(
    group: Group, is_long: bool, choose: Callable[..., Any] = max
) -> Iterator[tuple[int, Sample]]:
    """The samples of a group whose arguments can be varied: all, or the one with the most elements.

    Args:
        choose: `max`, or `min` for the one with the fewest.
    """
    able = [
        (index, sample)
        for index, sample in group.samples
        if sample.staged and sample.arrays and sample.static != "call" and str(group) not in STRICT
    ]
    if is_long:
        yield from able
    elif able:
        yield choose(able, key=lambda x: sum(np.size(array) for array in x[1].arrays))


def chosen(axes: list[Axes], group: Group, is_long: bool) -> list[Axes]:
    """All axes, or one choice of them, which is another in other groups."""
    return axes if is_long or not axes else [axes[sum(map(ord, str(group))) % len(axes)]]


# Groups whose dtypes and sizes are not varied, since eager code accepts more or draws numbers. Group -> why.
STRICT = {
    "dropout-SelectV2": "TF: the result must have the shape of the argument, which is known in a graph only",
    "fractional_pooling-FractionalAvgPool": "windows are drawn where the ratio does not divide the size",
    "fractional_pooling-FractionalMaxPool": "as for FractionalAvgPool",
    "host_call-PyFunc": "TF: what a Python function gives has the dtype it was said to have, in a graph only",
    "host_call-PyFuncStateless": "as for PyFunc",
}


def near_differences(
    expected: Any,
    actual: Any,
    precise: Any = None,
    *,
    of_numbers: bool = False,
    precision: float = 0.0,
) -> list[str]:
    """What differs by more than rounding, of the largest element: sums may cancel.

    Args:
        expected: what eager code gives.
        actual: what staged code gives.
        precise: what eager code gives in double precision, if that is known: `actual` may then lie as far
            from it as `expected` does. Each order of a long sum has a rounding error of its own.
        of_numbers: whether only places count that are finite in both.
        precision: the spacing of numbers next to 1, if the result passed through a narrower dtype.
    """
    found = kind_differences(expected, actual)
    if found:
        return found
    references = flat(expected if precise is None else precise)
    for i, leaves in enumerate(zip(flat(expected), flat(actual), references, strict=True)):
        one, other, _ = leaves
        if one.dtype.is_floating or one.dtype.is_complex:
            own = float(ml_dtypes.finfo(one.dtype.real_dtype.as_numpy_dtype).eps)
            units = 64 * max(own, precision)
            wide = np.complex128 if one.dtype.is_complex else np.float64
            a, b, reference = (np.asarray(leaf.numpy()).astype(wide) for leaf in leaves)
            finite = np.isfinite(a) & np.isfinite(reference)
            largest = np.abs(a[np.isfinite(a)]).max(initial=1.0)
            error = np.abs(a - reference).max(initial=0.0, where=finite)
            same = np.isclose(
                reference, b, rtol=units, atol=units * largest + error, equal_nan=True
            )
            if of_numbers:
                same |= ~(np.isfinite(a) & np.isfinite(b))
            if not same.all():
                at = tuple(int(x) for x in np.argwhere(~same)[0])
                text = f"{int((~same).sum())} of {same.size}, at {at} {b[at]}, expected {a[at]}"
                found.append(f"result {i}: {text}")
        elif text := difference(one, other):
            found.append(f"result {i}: {text}")
    return found


def compare(sample: Sample, function: StagedSample, arrays: Sequence[np.ndarray]) -> list[str]:
    expected = eager(sample, arrays)
    if expected is None:
        return []
    same: Callable[..., list[str]] = kind_differences if sample.random else near_differences
    if sample.op in SPREADING and not all(np.isfinite(x).all() for x in arrays if is_floating(x)):
        same = partial(near_differences, of_numbers=True)
    shapes = ", ".join(f"{x.dtype}{list(x.shape)}" for x in arrays)
    for leaf in flat(
        expected
    ):  # What is not written shall not be what the eager call left in memory.
        np.full(leaf.shape, 0x7F, np.uint8).repeat(leaf.dtype.size)
    try:
        actual = function(arrays)
    except (TypeError, ValueError):  # Inference may refuse what a kernel makes do with.
        return []
    found = same(expected, actual)
    if found and not sample.random:
        precise = in_double_precision(sample, arrays)
        if precise is not None and shapes_of(precise) == shapes_of(expected):
            found = same(expected, actual, precise)
    if found and same is near_differences:
        found = near_differences(expected, actual, precision=function.precision(arrays))
    if found and sample.op in UNSTABLE:
        found = unlike_all([expected, *in_other_digits(sample, arrays)], actual)
    if found and not sample.random:
        # Where subnormal numbers count (squares of pixels that are 1e-19), machine code takes them for zeros.
        with subnormals_are_zeros():
            flushed = eager(sample, arrays)
        if flushed is not None and not same(flushed, actual):
            found = []
    return [f"{shapes}: {text}" for text in found]


def unlike_all(expected: Sequence[Any], actual: Any) -> list[str]:
    """What differs from the results for arguments that hardly differ, where all of these are numbers."""
    found = []
    several = [flat(one) for one in expected if one is not None]
    for i, (other, *ones) in enumerate(zip(flat(actual), *several, strict=True)):
        b, *a = (np.asarray(leaf.numpy()).astype(np.complex128) for leaf in (other, *ones))
        spread = np.max([np.abs(one - a[0]) for one in a], axis=0)
        far = np.abs(b - a[0]) > 4 * spread + 1e-5 * np.abs(a[0]).max(initial=1.0)
        if np.any(~np.isnan(spread) & (far | np.isnan(b))):
            found.append(f"result {i}: {b}, expected {a[0]}")
    return found


def test_unstable_results_are_compared_where_there_are_some() -> None:
    ones = [tf.constant(values) for values in ([1.0, 2.0], [1.0001, np.nan], [0.9999, 2.0])]
    for actual, count in (
        ([1.0003, np.nan], 0),
        ([1.0, 9.0], 0),
        ([1.01, 2.0], 1),
        ([np.nan, 2.0], 1),
    ):
        assert len(unlike_all([*ones, None], tf.constant(actual))) == count


def test_results_may_lie_as_far_from_double_precision_as_the_eager_ones_do() -> None:
    expected, precise = tf.constant([1.0, 2.001]), tf.constant([1.0, 2.0], tf.float64)
    for actual, count in (
        ([1.0, 2.0], 0),
        ([1.0, 1.9995], 0),
        ([1.0, 2.002], 1),
        ([np.nan, 2.0], 1),
    ):
        assert len(near_differences(expected, tf.constant(actual), precise)) == count
    assert near_differences(expected, tf.constant([1.0, 2.0]))


def test_python_can_compute_as_machine_code_does_where_numbers_are_subnormal() -> None:
    tiny, triple = np.float32([1e-39, 1e-30]), tf.function(lambda x: x * 3.0)
    with subnormals_are_zeros():
        flushed = tf.constant(tiny) * 3.0
    assert not near_differences(flushed, triple(tiny))
    assert (tf.constant(tiny) * 3.0).numpy()[0] != 0
    if Target(binding.get_process_triple()).flushes_subnormals:
        assert flushed.numpy()[0] == 0


def shapes_of(result: Any) -> list[list[int]]:
    return [leaf.shape.as_list() for leaf in flat(result)]


def both(test):
    """The test of every group in its short and its slow form."""
    groups = [pytest.param(x, id=str(x)) for x in GROUPS if any(True for _ in varied(x, True))]
    lengths = [pytest.param(False, id="few"), pytest.param(True, id="all", marks=pytest.mark.slow)]
    return pytest.mark.parametrize("is_long", lengths)(
        pytest.mark.parametrize("group", groups)(test)
    )


# Around the widths of vectors: what is left over of them is computed one by one.
FEW_SIZES = (3, 4, 7, 1, 0, 17, 33)
ALL_SIZES = (5, 6, 9, *range(71))


@both
def test_sizes_in_a_row(group: Group, is_long: bool) -> None:
    """One signature with open axes serves calls of many sizes, one after the other."""
    failures = Failures(group)
    for index, sample in varied(group, is_long):
        arrays = arrays_of(sample)
        for axes in chosen(axes_of(arrays), group, is_long):
            with failures.of(index, sample) as wrong:
                function = StagedSample(sample, open_specs(arrays, axes))
                for size in sizes_that_fit(arrays, axes, ALL_SIZES if is_long else FEW_SIZES):
                    wrong += compare(sample, function, resized(arrays, axes, size))
    failures.report()


@both
def test_small_programs(group: Group, is_long: bool) -> None:
    """Programs of known small sizes, which LLVM sees through."""
    failures = Failures(group)
    for index, sample in varied(group, is_long, min):
        arrays = arrays_of(sample)
        for axes in chosen(axes_of(arrays), group, is_long):
            for size in sizes_that_fit(arrays, axes, range(1, 10) if is_long else (2,)):
                with failures.of(index, sample) as wrong:
                    small = resized(arrays, axes, size)
                    if eager(sample, small) is not None:
                        wrong += compare(sample, StagedSample(sample, open_specs(small, ())), small)
    failures.report()


@both
def test_dtypes(group: Group, is_long: bool) -> None:
    """Programs of each dtype that the eager call takes."""
    failures = Failures(group)
    for index, sample in varied(group, is_long):
        variants = list(as_dtypes(arrays_of(sample)))
        if not is_long:
            variants = variants[sum(map(ord, str(group))) % 5 :: 5]
        for arrays in variants:
            with failures.of(index, sample) as wrong:
                if eager(sample, arrays) is not None:
                    wrong += compare(sample, StagedSample(sample, open_specs(arrays, ())), arrays)
    failures.report()


@both
def test_values_in_every_place(group: Group, is_long: bool) -> None:
    """NaN, infinities and numbers beyond the range of integers, in every place of every argument."""
    failures = Failures(group)
    for index, sample in varied(group, is_long):
        if sample.random:
            continue
        arrays = arrays_of(sample)
        # Lanes of a vector, and what is left over of them.
        for size in (None, 19):
            able = [x for x in axes_of(arrays) if size and sizes_that_fit(arrays, x, [size])]
            axes = max(able, key=len, default=())
            given = resized(arrays, axes, size or 0)
            if eager(sample, given) is None:
                continue
            with failures.of(index, sample) as wrong:
                wrong += _with_values(sample, given, is_long)
    failures.report()


def _with_values(sample: Sample, arrays: list[np.ndarray], is_long: bool) -> list[str]:
    function = StagedSample(sample, open_specs(arrays, ()))
    wrong = []
    for position, array in enumerate(arrays):
        if not is_floating(array):
            continue
        places = (
            range(min(array.size, 71)) if is_long else range(0, array.size, 1 + array.size // 8)
        )
        for place in places:
            values = SPECIAL if is_long else (SPECIAL[place % len(SPECIAL)], np.nan)
            for value in values:
                changed = [*arrays]
                changed[position] = with_value(array, place, value)
                found = compare(sample, function, changed)
                wrong += [f"{value} at {place} of argument {position}: {text}" for text in found]
    return wrong[:3]
