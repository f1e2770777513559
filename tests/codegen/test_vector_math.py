"""The functions written in primitives: their error in units of the last place, and special values.

Arguments and results that are subnormal count as zeros, as in machine code.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stagelight.codegen.expressions import PRIMITIVES, Expr, const, make
from stagelight.codegen.vector_math import expand, supported
from stagelight.types import dtypes
from tests.codegen import exact_functions
from tests.codegen.evaluator import evaluate, words_in
from tests.codegen.vector_math_samples import (
    FLOATS,
    ONLY_POSITIVE,
    SPECIAL,
    flushed,
    pairs,
    random_bits,
    reference,
    rounded_to,
    samples,
    wide,
)

# The largest error in units of the last place that is let through. TensorFlow's erfc is off by 7.5
# at 1, and by 64 from 5 on. Of cosh 1.565 is the largest of 2.4 million arguments between -20 and 20.
BOUNDS = {
    "exp": 1.25, "exp_of_negative": 1.25, "expm1": 2, "log": 1.25, "log1p": 1.6, "expit": 2.25,
    "sin": 2, "cos": 2, "tan": 3.8,
    "arcsin": 3.1, "arccos": 2.2, "arctan": 2.3,
    "sinh": 2, "cosh": 1.6, "tanh": 2.6, "arcsinh": 2, "arccosh": 2.5, "arctanh": 2.1,
    "erf": 3.1, "erfc": 5, "erfinv": 2.4, "ndtri": 3.8, "gammaln": 3.5, "digamma": 3.5,
}  # fmt: skip
WORDS = tuple(BOUNDS)


def computed(word: str, dtype: Any, *arrays: np.ndarray) -> np.ndarray:
    """The expansion of a word, computed on arrays that have no subnormal numbers."""
    names = "xyz"[: len(arrays)]
    parameters = tuple(make("parameter", (), dtype, name) for name in names)
    seen = arrays if word == "nextafter" else tuple(map(flushed, arrays))
    result = evaluate(expand(word, parameters), dict(zip(names, seen, strict=True)))
    return result if word == "nextafter" else flushed(result)


def true_result(word: str, *arrays: np.ndarray) -> np.ndarray:
    """What NumPy gives in float64, for the same arrays."""
    return reference(word)(*(wide(flushed(x)) for x in arrays))


def float32_error(got: np.ndarray, true: np.ndarray) -> np.ndarray:
    """In units of the last place of float32; infinite where NaN, infinities or signs differ."""
    largest = np.finfo(np.float32).max
    with np.errstate(all="ignore"):
        rounded = flushed(true.astype(np.float32))
        unit = np.spacing(np.minimum(np.abs(rounded), largest)).astype(np.float64)
        error = np.abs(got.astype(np.float64) - true) / unit
        same = (got == rounded) & (np.signbit(got) == np.signbit(rounded))
        error[same | (np.isnan(got) & np.isnan(rounded))] = 0
        # Near the smallest normal number, zero is the neighbour.
        smallest = np.finfo(np.float32).smallest_normal
        error[(np.abs(true) < smallest * (1 + 4e-7)) & (np.abs(got) <= smallest)] = 0
        # Near the largest number, the neighbour of an infinite result is a good one.
        error[(np.abs(true) > largest * (1 - 2e-7)) & (np.abs(got) >= largest)] = 0
        error[np.isnan(error)] = np.inf
    return error


@pytest.mark.parametrize("word", WORDS)
def test_float32_is_accurate(word: str) -> None:
    x = samples(word, dtypes.float32, 20_000)
    error = float32_error(computed(word, dtypes.float32, x), true_result(word, x))
    worst = error.argmax()
    assert error[worst] <= BOUNDS[word], f"{word}({x[worst]!r}): {error[worst]} ulp"


def is_normal(x: np.ndarray) -> np.ndarray:
    """Whether it is neither zero nor subnormal, nor at the edge of that."""
    return np.abs(x) > np.finfo(np.float64).smallest_normal * (1 + 1e-15)


def float64_error(got: float, true: Decimal) -> float:
    """In units of the last place of the true value."""
    rounded = float(true)
    if rounded == got:
        return 0.0
    if math.isinf(rounded) or math.isinf(got) or math.isnan(got):
        return math.inf
    return float(abs(Decimal(got) - true) / Decimal(math.ulp(rounded)))


@pytest.mark.parametrize("word", WORDS)
def test_float64_is_accurate(word: str) -> None:
    x = samples(word, dtypes.float64, 120)
    name = "exp" if word == "exp_of_negative" else word
    got, true = computed(word, dtypes.float64, x), getattr(exact_functions, name)
    expected = reference(word)(x)
    plain = np.isfinite(x) & np.isfinite(expected) & is_normal(x) & is_normal(expected)
    assert plain.sum() > 150
    for value, result in zip(x[plain].tolist(), got[plain].tolist(), strict=True):
        error = float64_error(result, true(value))
        assert error <= BOUNDS[word], f"{word}({value!r}) = {result!r}: {error} ulp"


def assert_same_special_values(word: str, dtype: Any, *x: np.ndarray) -> None:
    """NaN, infinities, and zeros with their signs are where NumPy's are."""
    got, expected = computed(word, dtype, *x), flushed(reference(word)(*map(flushed, x)))
    for test in (np.isnan, np.isinf, lambda y: y == 0):
        np.testing.assert_array_equal(test(got), test(expected), err_msg=f"{word}: {x}")
    marked = ~np.isnan(expected)
    np.testing.assert_array_equal(
        np.signbit(got[marked]), np.signbit(expected[marked]), err_msg=f"{word}: {x}"
    )


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("word", WORDS)
def test_special_values_are_those_of_numpy(word: str, dtype: Any) -> None:
    x = rounded_to(dtype, SPECIAL)
    if word == "gammaln":  # SciPy has -inf at -inf, and inf at the smallest numbers
        x = x[(x != -np.inf) & ((x == 0) | (np.abs(x) > 1e-320))]
    if word == "exp_of_negative":
        x = -np.abs(x)
    assert_same_special_values(word, dtype, x)


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("word", ["power", "arctan2"])
def test_special_pairs_are_those_of_numpy(word: str, dtype: Any) -> None:
    more = [3.0, -3.0, 2.5, -2.5, 1e10, 4194305.0, -4194305.0, 9007199254740993.0]
    numbers = rounded_to(dtype, SPECIAL + more)
    assert_same_special_values(
        word, dtype, *(part.ravel() for part in np.meshgrid(numbers, numbers))
    )


@pytest.mark.parametrize("word", ["power", "arctan2"])
def test_float32_pairs_are_accurate(word: str) -> None:
    x, y = pairs(word, dtypes.float32, 20_000)
    error = float32_error(computed(word, dtypes.float32, x, y), true_result(word, x, y))
    assert error.max() <= (0.55 if word == "power" else 2.5)


@pytest.mark.parametrize("word", ["power", "arctan2"])
def test_float64_pairs_are_accurate(word: str) -> None:
    x, y = pairs(word, dtypes.float64, 600)
    got, true = computed(word, dtypes.float64, x, y), getattr(exact_functions, word)
    plain = np.isfinite(x) & np.isfinite(y) & np.isfinite(got)
    plain &= is_normal(x) & is_normal(y) & is_normal(reference(word)(x, y))
    for *operands, result in zip(*(part[plain].tolist() for part in (x, y, got)), strict=True):
        error = float64_error(result, true(*operands))
        assert error <= (1 if word == "power" else 2), f"{word}{operands} = {result!r}: {error} ulp"


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
def test_powers_with_constant_exponents(dtype: Any) -> None:
    x = np.concatenate([rounded_to(dtype, SPECIAL), random_bits(dtype, 500, 8)])
    x = flushed(x)
    x[np.isnan(x)] = (
        np.nan
    )  # Of signaling NaNs the power 0 is 1 or NaN, depending on the processor.
    base = make("parameter", (), dtype, "x")
    rtol = 4 * np.finfo(dtype.numpy_dtype).eps
    for exponent in (0, 1, 2, 3, 4, 7, 8, 9, -1, -2, -3, -4, -5, 0.5, -0.5, 1.5, math.inf):
        got = evaluate(expand("power", (base, const(exponent, dtype))), {"x": x})
        # An array of exponents: NumPy takes other ways for a single one.
        expected = reference("power")(x, np.full_like(x, exponent))
        smallest = np.finfo(dtype.numpy_dtype).smallest_normal
        np.testing.assert_allclose(got, expected, rtol, 4 * smallest, err_msg=f"power {exponent}")
        signs = [np.signbit(np.where(np.isnan(y), 0, y)) for y in (got, expected)]
        np.testing.assert_array_equal(*np.broadcast_arrays(*signs))


def test_powers_of_integers() -> None:
    x = np.array([-3, 0, 1, 7, 2**31 - 1], np.int32)
    base = make("parameter", (), dtypes.int32, "x")
    for exponent in (0, 1, 2, 5, 31):
        got = evaluate(expand("power", (base, const(exponent, dtypes.int32))), {"x": x})
        np.testing.assert_array_equal(np.broadcast_to(got, x.shape), x**exponent)
    for other in (make("parameter", (), dtypes.int32, "y"), const(-1, dtypes.int32)):
        with pytest.raises(NotImplementedError, match="constant exponents"):
            expand("power", (base, other))


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("word", sorted(ONLY_POSITIVE))
def test_gamma_functions_of_negative_numbers(word: str, dtype: Any) -> None:
    x = rounded_to(dtype, -np.random.default_rng(9).exponential(20, 300))
    true = np.array([float(getattr(exact_functions, word)(value)) for value in x.tolist()])
    a = np.abs(wide(x))
    # The terms whose difference it is: logarithms of factorials; the cotangent.
    size = 10 + (
        a * np.log(a + 2) if word == "gammaln" else np.abs(np.pi / np.tan(np.pi * wide(x)))
    )
    error = np.abs(wide(computed(word, dtype, x)) - true)
    np.testing.assert_array_less(error, 4 * np.finfo(dtype.numpy_dtype).eps * size)


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
def test_poles_of_gamma_functions(dtype: Any) -> None:
    poles = rounded_to(dtype, [-1.0, -2.0, -170.0, -1e30, -np.inf])
    np.testing.assert_array_equal(computed("gammaln", dtype, poles), np.full(5, np.inf))
    np.testing.assert_array_equal(computed("digamma", dtype, poles), np.full(5, np.nan))


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_bits_give_what_numpy_gives(dtype: Any, data: st.DataObject) -> None:
    word = data.draw(st.sampled_from([word for word in WORDS if word not in ONLY_POSITIVE]))
    size = dtype.size * 8
    kind = np.uint32 if size == 32 else np.uint64
    bits = data.draw(st.lists(st.integers(0, 2**size - 1), min_size=1, max_size=40))
    x = np.array(bits, kind).view(dtype.numpy_dtype)
    x = -np.abs(x) if word == "exp_of_negative" else x
    expected = true_result(word, x)
    got = computed(word, dtype, x)
    if dtype is dtypes.float32:
        assert float32_error(got, expected).max() <= BOUNDS[word], f"{word}({x})"
    else:
        np.testing.assert_allclose(got, expected, rtol=1e-14, atol=2.3e-308, err_msg=f"{word}({x})")


def test_saturated_results_do_not_pass_their_limits() -> None:
    for dtype in FLOATS:
        x = np.linspace(-40, 40, 20_001).astype(dtype.numpy_dtype)
        for word in ("tanh", "erf", "sin", "cos"):
            assert np.abs(computed(word, dtype, x)).max() <= 1
        assert computed("expit", dtype, x).max() == 1
        assert computed("tanh", dtype, np.array([20.0, -20.0], dtype.numpy_dtype)).tolist() == [
            1,
            -1,
        ]


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
def test_elementary_words_are_exact(dtype: Any) -> None:
    x = flushed(np.concatenate([rounded_to(dtype, SPECIAL), random_bits(dtype, 2000, 7)]))
    with np.errstate(all="ignore"):
        for word in ("sign", "square", "isnan", "isinf", "isfinite"):
            np.testing.assert_array_equal(computed(word, dtype, x), flushed(getattr(np, word)(x)))
        signs = np.signbit(computed("sign", dtype, x))
        np.testing.assert_array_equal(signs & ~np.isnan(x), np.signbit(np.sign(x)) & ~np.isnan(x))


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
def test_nextafter_is_exact(dtype: Any) -> None:
    special = rounded_to(dtype, SPECIAL)
    x, y = (part.ravel() for part in np.meshgrid(special, special))
    x, y = np.append(x, random_bits(dtype, 500, 1)), np.append(y, random_bits(dtype, 500, 2))
    got, expected = computed("nextafter", dtype, x, y), reference("nextafter")(x, y)
    np.testing.assert_array_equal(got, expected)
    marked = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(got[marked]), np.signbit(expected[marked]))


@pytest.mark.parametrize("dtype", [dtypes.int32, dtypes.int64, dtypes.uint8], ids=lambda d: d.name)
def test_words_of_integers(dtype: Any) -> None:
    limits = np.iinfo(dtype.numpy_dtype)
    x = np.array([limits.min, 0, 1, 5, limits.max], dtype.numpy_dtype)
    for word in ("sign", "square", "isnan", "isinf", "isfinite"):
        expected = reference(word)(x)
        np.testing.assert_array_equal(np.broadcast_to(computed(word, dtype, x), x.shape), expected)


def parameters(dtype: Any) -> tuple[Expr, Expr]:
    return make("parameter", (), dtype, "x"), make("parameter", (), dtype, "y")


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("word", WORDS)
def test_expansions_are_of_primitives(word: str, dtype: Any) -> None:
    assert supported(word, dtype)
    leaves = {"const", "cast", "bitcast", "parameter"}
    assert words_in(expand(word, parameters(dtype)[:1])) <= PRIMITIVES | leaves


def test_other_words_and_dtypes_are_refused() -> None:
    assert not supported("exp", dtypes.int32)
    assert not supported("exp", dtypes.float16)
    assert not supported("power", dtypes.int32)
    assert not supported("zeta", dtypes.float32)
    assert not supported("add", dtypes.float32)
    with pytest.raises(NotImplementedError, match="'zeta' has no expansion for float32"):
        expand("zeta", parameters(dtypes.float32))
