"""Casts between floating dtypes in machine code round as NumPy does."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import config


@tf.function
def halves(x):
    return tf.cast(x, tf.float16)


def _all_halves() -> np.ndarray:
    found = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float64)
    return np.sort(found[np.isfinite(found)])


def _doubles() -> dict[str, np.ndarray]:
    finite = _all_halves()
    ties = (finite[:-1] + finite[1:]) / 2
    random = np.random.default_rng(0)
    return {
        "halves": finite,
        "ties": ties,
        "above ties": np.nextafter(ties, np.inf),
        "below ties": np.nextafter(ties, -np.inf),
        "of any size": random.choice([-1.0, 1.0], 10**5)
        * 2.0 ** random.uniform(-1060, 1000, 10**5),
        "of their size": random.normal(size=10**5) * 2.0 ** random.uniform(-26, 17, 10**5),
        "ends": np.array(
            [65504, 65519.9999999, 65520, np.inf, -np.inf, -0.0, 5e-324, 2**-25, 1.7e308]
        ),
        "few": np.array([1 + 2**-11, 1 + 2**-11 + 2**-40]),
    }


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", _doubles())
def test_doubles_round_once_to_halves(kind):
    array = _doubles()[kind]
    with np.errstate(over="ignore", under="ignore"):
        expected = array.astype(np.float16)
    found = halves(tf.constant(array)).numpy()
    np.testing.assert_array_equal(found.view(np.uint16), expected.view(np.uint16))


@pytest.mark.filterwarnings("error")
def test_nan_stays_nan():
    low = np.array([0x7FF0000000000001, 0xFFF8000000000000], np.uint64).view(np.float64)
    assert np.isnan(halves(tf.constant(low)).numpy()).all()


@pytest.mark.filterwarnings("error")
def test_one_number_is_rounded_as_many_are():
    assert halves(tf.constant(1 + 2**-11 + 2**-40, tf.float64)).numpy() == np.float16(1 + 2**-10)


# Around the ends of all integers, and what is no number.
ENDS = [
    sign * value
    for power in (0, 7, 8, 15, 16, 31, 32, 62, 63, 64, 65, 100)
    for value in (2.0**power * 0.999, 2.0**power - 1, 2.0**power, 2.0**power + 1, 2.0**power * 1.25)
    for sign in (1.0, -1.0)
] + [np.nan, np.inf, -np.inf, -0.0, 0.5, -0.5]  # fmt: skip

FLOATS = [tf.float16, tf.bfloat16, tf.float32, tf.float64]
INTEGERS = [tf.int8, tf.uint8, tf.int16, tf.uint16, tf.int32, tf.uint32, tf.int64, tf.uint64]


def integer_of(value: float, dtype: tf.DType) -> int:
    """The rule of `tf.cast`, in Python's integers."""
    bits = 64 if dtype.size == 8 or dtype == tf.uint32 else 32
    least = -(1 << (bits - 1))
    highest = 1 << (64 if dtype == tf.uint64 else bits - 1)
    whole = int(value) if np.isfinite(value) else least
    if not least <= whole < highest:
        whole = least
    return whole & ((1 << 8 * dtype.size) - 1)


@pytest.mark.parametrize("executor", ["eager", "host", "native", "any size", "constant"])
@pytest.mark.parametrize("target", INTEGERS, ids=lambda x: x.name)
@pytest.mark.parametrize("source", FLOATS, ids=lambda x: x.name)
def test_floats_become_integers_by_one_rule(source, target, executor):
    with np.errstate(over="ignore"):
        array = np.array(ENDS).astype(source.as_numpy_dtype)
    expected = np.array([integer_of(float(x), target) for x in array], np.uint64)
    # In vectors, in what is left over of them, and alone.
    for part in (slice(None), slice(0, 17), slice(3, 8), slice(len(ENDS) - 6, len(ENDS) - 5)):
        x = tf.constant(array[part])
        found = _cast_by(executor, x, target).numpy()
        bits = found.view(f"u{target.size}").astype(np.uint64)
        np.testing.assert_array_equal(bits, expected[part], str(array[part]))


def _cast_by(executor, x, target):
    if executor == "eager":
        return tf.cast(x, target)
    if executor == "constant":
        return tf.function(lambda: tf.cast(x, target))()
    shape = [None] if executor == "any size" else x.shape
    function = tf.function(
        lambda x: tf.cast(x, target), input_signature=[tf.TensorSpec(shape, x.dtype)]
    )
    with config.changed(executor="host" if executor == "host" else "native"):
        if executor == "any size":
            function(tf.zeros([5], x.dtype))
            function(tf.zeros([9], x.dtype))
        return function(x)


@pytest.mark.parametrize("executor", ["eager", "host", "native"])
def test_one_number_becomes_an_integer_as_many_do(executor):
    for value in (np.nan, np.inf, -3e9, 5e9, 1e30):
        for target in INTEGERS:
            found = _cast_by(executor, tf.constant(value), target).numpy()
            expected = integer_of(float(np.float32(value)), target)
            assert int(found) % (1 << 8 * target.size) == expected


@pytest.mark.parametrize("run", [lambda f: f, tf.function], ids=["eager", "staged"])
@pytest.mark.parametrize("target", [*INTEGERS, tf.float16, tf.float32], ids=lambda x: x.name)
@pytest.mark.parametrize("source", FLOATS, ids=lambda x: x.name)
def test_what_is_infinite_is_held_within_both_ranges(source, target, run):
    x = tf.constant([np.inf, -np.inf, 1.0], source)
    found = run(lambda x: tf.saturate_cast(x, target))(x)
    high = min(float(source.max), float(target.max))
    low = max(float(source.min), float(target.min))
    if target.is_integer and target.size == 8 and source != tf.float16:
        # TF: the limit is rounded up, to what is out of range.
        high = 2.0**63 if target == tf.uint64 else -(2.0**63)
    # A limit that the source cannot hold is moved inwards.
    np.testing.assert_allclose(found.numpy().astype(float), [high, low, 1.0], rtol=1e-2)


ALL_DTYPES = [tf.bool, *INTEGERS, *FLOATS, tf.complex64, tf.complex128]
LENGTHS = (*range(71), 5)


def edges_of(dtype: tf.DType) -> np.ndarray:
    """Zero, small numbers, both sides of the ends of every integer; of floats also what is no number."""
    if dtype == tf.bool:
        return np.array([True, False])
    if dtype.is_integer:
        around = {sign * 2**power + by for power in (0, 7, 8, 15, 16, 24, 31, 32, 53, 63, 64)
                  for sign in (1, -1) for by in (-1, 0, 1)}  # fmt: skip
        return np.array(
            sorted(x for x in around if dtype.min <= x <= dtype.max), dtype.as_numpy_dtype
        )
    with np.errstate(over="ignore"):
        if dtype.is_complex:
            parts = np.stack([ENDS, np.roll(ENDS, 7)], 1)
            return parts.view(np.complex128)[:, 0].astype(dtype.as_numpy_dtype)
        return np.array(ENDS).astype(dtype.as_numpy_dtype)


def cast_one_by_one(array: np.ndarray, target: tf.DType) -> np.ndarray:
    """Casts of single numbers, by Python's integers and NumPy's floats."""
    if array.dtype.kind == "c" and not target.is_complex:
        array = array.real
    source = tf.as_dtype(array.dtype)
    if target.is_integer and source.is_floating:
        bits = [integer_of(float(x), target) for x in array]
        return np.array(bits, f"u{target.size}").view(target.as_numpy_dtype)
    if target.is_integer:
        bits = [int(x) & ((1 << 8 * target.size) - 1) for x in array.tolist()]
        return np.array(bits, f"u{target.size}").view(target.as_numpy_dtype)
    with np.errstate(over="ignore", invalid="ignore"):
        return np.array([x.astype(target.as_numpy_dtype) for x in array], target.as_numpy_dtype)


def assert_same_bits(found: np.ndarray, expected: np.ndarray, what: str) -> None:
    """All NaNs are one number; zeros have signs."""
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape), what
    if found.dtype.kind == "c":
        for part in ("real", "imag"):
            assert_same_bits(getattr(found, part), getattr(expected, part), what)
        return
    same = (found == expected) | ((found != found) & (expected != expected))
    if tf.as_dtype(found.dtype).is_floating:
        same &= (found != found) | (np.signbit(found) == np.signbit(expected))
    assert same.all(), (
        f"{what}: {found[~same][:4]} at {np.argmin(same)}, expected {expected[~same][:4]}"
    )


@pytest.mark.parametrize("executor", ["eager", "host", "native"])
@pytest.mark.parametrize("source", ALL_DTYPES, ids=lambda x: x.name)
def test_casts_of_all_pairs_of_dtypes_in_vectors_of_all_lengths(source, executor):
    """One signature serves all lengths; each number becomes what it becomes alone."""
    edges = edges_of(source)
    targets = [x for x in ALL_DTYPES if x != source]
    expected = [cast_one_by_one(edges, target) for target in targets]

    def casts(x):
        return [tf.cast(x, target) for target in targets]

    staged = tf.function(casts, input_signature=[tf.TensorSpec([None], source)])
    run = casts if executor == "eager" else staged
    with config.changed(executor="host" if executor == "host" else "native"):
        for length in LENGTHS:
            places = np.arange(3 * length, 4 * length) % edges.size
            found = run(tf.constant(edges[places], source))
            for target, one, other in zip(targets, found, expected, strict=True):
                assert_same_bits(one.numpy(), other[places], f"{length} to {target.name}")


@pytest.mark.parametrize("executor", ["eager", "host", "native"])
@pytest.mark.parametrize("source", ALL_DTYPES, ids=lambda x: x.name)
def test_casts_of_all_pairs_of_dtypes_of_scalars(source, executor):
    edges = edges_of(source)
    targets = [x for x in ALL_DTYPES if x != source]
    expected = [cast_one_by_one(edges, target) for target in targets]

    def casts(x):
        return [tf.cast(x, target) for target in targets]

    run = casts if executor == "eager" else tf.function(casts)
    with config.changed(executor="host" if executor == "host" else "native"):
        for i, value in enumerate(edges):
            for target, one, other in zip(
                targets, run(tf.constant(value, source)), expected, strict=True
            ):
                assert_same_bits(one.numpy(), other[i], f"{value} to {target.name}")
