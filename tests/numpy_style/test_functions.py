"""The functions of `tf.experimental.numpy` eagerly and staged, with their gradients."""

from __future__ import annotations

import doctest
import inspect
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight.config import changed
from stagelight.public import public_table
from tests.numpy_style.expressions import ARRAYS, EXPRESSIONS
from tests.numpy_style.keys import KEYS

tnp = tf.experimental.numpy

# Numbers of the machine code are those of NumPy to rounding.
ROUNDING = {
    "float16": 2e-3,
    "float32": 2e-6,
    "float64": 1e-12,
    "complex64": 2e-6,
    "complex128": 1e-12,
}


@pytest.fixture
def numpy_behavior() -> Iterator[None]:
    with changed():
        tnp.experimental_enable_numpy_behavior()
        yield


def evaluated(expression: str, names: dict[str, Any]) -> Any:
    with warnings.catch_warnings():
        # Of NumPy: for infinities and NaNs, and for dtypes by older names.
        for category in (RuntimeWarning, DeprecationWarning):
            warnings.simplefilter("ignore", category)
        return eval(expression, {"tnp": tnp, "tf": tf, "np": np, **names})


def flat(result: Any) -> list[Any]:
    return tf.nest.flatten(result)


def staged(expression: str, unknown_sizes: bool) -> Any:
    """The expression as a function's graph, run once; what is no tensor is not looked at."""
    used = {
        name: value
        for name, value in ARRAYS.items()
        if name in compile(expression, "", "eval").co_names
    }
    specs = {
        name: tf.TensorSpec([None] * value.ndim if unknown_sizes else value.shape, value.dtype)
        for name, value in used.items()
    }

    @tf.function(input_signature=[specs], autograph=False)
    def program(names: dict[str, Any]) -> Any:
        return [x for x in flat(evaluated(expression, names)) if tf.is_tensor(x)]

    return program({name: tf.convert_to_tensor(value) for name, value in used.items()})


# They compute in float32 what NumPy's rules then make float64.
FLOAT32_INSIDE = ("tnp.log2", "tnp.log10", "tnp.logaddexp2")


def check_equal(actual: Any, expected: Any, rounding: bool, expression: str = "") -> None:
    assert actual.dtype is expected.dtype
    if rounding and expected.dtype.name in ROUNDING:
        inside = "float32" if expression.startswith(FLOAT32_INSIDE) else expected.dtype.name
        tolerance = ROUNDING[inside]
        np.testing.assert_allclose(actual.numpy(), expected.numpy(), rtol=tolerance, atol=tolerance)
    else:
        np.testing.assert_array_equal(actual.numpy(), expected.numpy())


def results_of(expression: str) -> list[Any] | None:
    names = {name: tf.convert_to_tensor(value) for name, value in ARRAYS.items()}
    try:
        return [x for x in flat(evaluated(expression, names)) if tf.is_tensor(x)]
    except (ValueError, TypeError, IndexError, NotImplementedError, tf.errors.InvalidArgumentError):
        return None  # What is refused is compared with TensorFlow.


# They are of numbers, shapes and dtypes.
WITHOUT_TENSORS = {
    "iscomplexobj", "isrealobj", "shape", "ndim", "isscalar", "size", "result_type", "promote_types",
    "finfo", "iinfo", "issubdtype",
}  # fmt: skip


@pytest.mark.parametrize("executor", ["host", pytest.param("native", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", EXPRESSIONS)
def test_staged_results_are_the_eager_ones(name, executor, numpy_behavior):
    del numpy_behavior
    compared = 0
    for expression in EXPRESSIONS[name]:
        expected = results_of(expression)
        if expected is None:
            continue
        with changed(executor=executor):
            actual = staged(expression, unknown_sizes=False)
        assert len(actual) == len(expected), expression
        for x, y in zip(actual, expected, strict=True):
            check_equal(x, y, rounding=executor == "native", expression=expression)
        compared += len(expected)
    assert (compared == 0) == (name in WITHOUT_TENSORS)


# They need to know sizes, and say so.
WANT_SIZES = {
    "tril",
    "triu",
    "split",
    "hsplit",
    "dsplit",
    "vsplit",
    "broadcast_to",
    "compress",
    "polyval",
    "pad",
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_sizes_may_be_unknown(name, numpy_behavior):
    del numpy_behavior
    for expression in EXPRESSIONS[name]:
        expected = results_of(expression)
        if expected is None:
            continue
        try:
            actual = staged(expression, unknown_sizes=True)
        except ValueError:
            assert name in WANT_SIZES, expression
            continue
        assert len(actual) == len(expected), expression
        for x, y in zip(actual, expected, strict=True):
            check_equal(x, y, True, expression)


def test_brackets_are_staged(numpy_behavior):
    del numpy_behavior
    for array, key in KEYS:
        expression = f"{array}[{key}]"
        expected = results_of(expression)
        if expected is not None:
            for unknown_sizes in (False, True):
                check_equal(staged(expression, unknown_sizes)[0], expected[0], rounding=False)


# NumPy puts the axis of the list first; TensorFlow keeps it in its place.
NOT_AS_NUMPY = {
    ("g", "0, :, [1, 2]"),
    ("f", "[[0, 1], [1, 2]]"),
    ("f", "[0, None]"),
    ("f", "[slice(1), 0]"),
}


def test_brackets_take_what_numpy_takes(numpy_behavior):
    del numpy_behavior
    compared = 0
    for array, key in KEYS:
        if (array, key) in NOT_AS_NUMPY or "tf." in key or "tnp." in key:
            continue
        try:
            expected = evaluated(f"{array}[{key}]", ARRAYS)
        except IndexError:
            continue
        names = {name: tf.convert_to_tensor(value) for name, value in ARRAYS.items()}
        np.testing.assert_array_equal(evaluated(f"{array}[{key}]", names).numpy(), expected)
        compared += 1
    assert compared > 25


DIFFERENTIABLE = (
    "tnp.hypot(f + 3.0, v)", "tnp.logaddexp(f, v)", "tnp.sinc(v)", "tnp.cbrt(v)", "tnp.exp2(f)",
    "tnp.clip(f, -1, 1)", "tnp.var(f, axis=1, ddof=1)", "tnp.std(f, axis=0)", "tnp.average(f, 1, v)",
    "tnp.nanmean(n[:, ::2][:1])", "tnp.kron(v, f)", "tnp.cross(m, f[:1])", "tnp.dot(f, m)",
    "tnp.matmul(v, m)", "tnp.polyval(v, f)", "tnp.trace(m, 1)", "tnp.tril(m)", "tnp.diff(f)",
    "tnp.take_along_axis(f, [[0], [-1]], 1)", "tnp.sort(f, 0)", "tnp.roll(f, 1)", "tnp.rot90(f)",
    "tnp.linspace(v, d, 3)", "tnp.ptp(f, axis=1)", "tnp.prod(f + 2.0, axis=0)", "tnp.cumprod(f + 2.0, 1)",
    "tnp.where(b, v, 0.0)", "tnp.vander(v, 3)", "tnp.compress(b, v)", "tnp.repeat(v, [1, 0, 2])",
    "f[:, [2, 0]]", "g[[0, 1], :, [1, 2]]", "(f + d).T.reshape(-1) * i.ravel()",
)  # fmt: skip


@pytest.mark.parametrize("expression", DIFFERENTIABLE)
def test_gradients_are_derivatives(expression, numpy_behavior):
    del numpy_behavior
    names = {name: tf.convert_to_tensor(value) for name, value in ARRAYS.items()}
    source = next(
        name
        for name in ("f", "v", "m", "g", "n")
        if name in compile(expression, "", "eval").co_names
    )

    def of_source(x: Any) -> Any:
        return evaluated(expression, {**names, source: x})

    # Numbers in float64, or differences would be lost.
    start = tf.constant(ARRAYS[source].astype(np.float64)[: 1 if source == "n" else None])
    if source == "n":
        start = tf.constant([[1.0, 2.0, 3.0]], tf.float64)
    analytic, numeric = tf.test.compute_gradient(of_source, [start], delta=1e-5)
    np.testing.assert_allclose(analytic[0], numeric[0], rtol=1e-5, atol=1e-6)


def test_examples_of_made_functions_print_what_they_say():
    made = {
        name: value
        for name, value in public_table().items()
        if name.startswith("experimental.numpy.")
        and inspect.isfunction(value)
        and inspect.getsource(value).find('"""') < 0
    }
    assert len(made) > 50
    runner = doctest.DocTestRunner(verbose=False)
    parser = doctest.DocTestParser()
    report: list[str] = []
    for name, function in made.items():
        test = parser.get_doctest(function.__doc__ or "", {"tf": tf, "np": np}, name, None, 0)
        assert test.examples, name
        runner.run(test, out=report.append)
    assert not report, "".join(report)


def test_numbers_come_from_the_streams_of_the_program():
    def drawn(seed: int) -> list[Any]:
        tnp.random.seed(seed)
        return [
            tnp.random.randn(2),
            tnp.random.rand(2),
            tnp.random.randint(1_000_000, size=(2,)),
            tnp.random.poisson(2000.0, 2),
            tnp.random.uniform(1, [2, 3]),
            tnp.random.standard_normal(),
            tnp.random.random(2),
        ]

    first = drawn(3)
    for x, again, other in zip(first, drawn(3), drawn(4), strict=True):
        np.testing.assert_array_equal(x.numpy(), again.numpy())
        assert (x.numpy() != other.numpy()).all()
    assert [x.dtype.name for x in first] == [
        "float64",
        "float64",
        "int64",
        "int64",
        "float64",
        "float64",
        "float64",
    ]
    assert [x.shape.as_list() for x in first] == [[2], [2], [2], [2], [2], [], [2]]
    with pytest.raises(ValueError, match="Only integers"):
        tnp.random.seed("a")
    with pytest.raises(ValueError, match="int32 and int64"):
        tnp.random.randint(5, dtype=np.int8)


def test_an_unknown_rank_is_refused_with_words():
    @tf.function(input_signature=[tf.TensorSpec(None)])
    def f(x):
        return tnp.dot(x, x)

    with pytest.raises(ValueError, match="number of axes is known"):
        f.get_concrete_function()
