"""The functions written in primitives give in machine code, bit for bit, what their primitives say.

Only subnormal numbers, of arguments and of results, are zeros there (`machine/subnormals.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stagelight.codegen.compiled import compile_program
from stagelight.codegen.expressions import Expr, load, make, op
from stagelight.codegen.index import Symbol, atom
from stagelight.codegen.loop_nest import Buffer, Nest, Program, Store
from stagelight.codegen.machine.host import host_target
from stagelight.codegen.target import Target
from stagelight.codegen.vector_math import expand
from stagelight.types import dtypes
from tests.codegen.evaluator import evaluate
from tests.codegen.test_vector_math import BOUNDS, WORDS, float32_error, true_result
from tests.codegen.vector_math_samples import FLOATS, flushed, pairs, samples

WORDS_OF_ONE = (
    "sign", "square", "isnan", "isinf", "isfinite",
    "exp", "exp_of_negative", "expm1", "log", "log1p", "expit",
    "sin", "cos", "tan", "arcsin", "arccos", "arctan",
    "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh",
    "erf", "erfc", "erfinv", "ndtri", "gammaln", "digamma",
)  # fmt: skip
WORDS_OF_TWO = ("power", "arctan2", "nextafter")


def run_natively(word: str, *arrays: np.ndarray, target: Target | None = None) -> np.ndarray:
    """A loop over the elements of the arrays as machine code, for the host or a target that it can run."""
    (size,) = arrays[0].shape
    dtype = {np.dtype(x.numpy_dtype): x for x in FLOATS}[arrays[0].dtype]
    inputs = [Buffer(f"x{i}", dtype, size, "input") for i in range(len(arrays))]
    symbol = Symbol("i")
    value = op(word, *[load(buffer, atom(symbol)) for buffer in inputs])
    out = Buffer("out", value.dtype, size, "output", shape=(size,))
    nest = Nest(((symbol, size),), [Store(out, atom(symbol), value)])
    program = Program("words", inputs, [out], [nest])

    def fallback(*_: Any) -> Any:
        raise AssertionError("The program did not run.")

    run, _ = compile_program(program, fallback, target or host_target())
    (result,) = run(*arrays)
    return result


def assert_native_is_what_primitives_say(word: str, *arrays: np.ndarray) -> None:
    dtype = {np.dtype(x.numpy_dtype): x for x in FLOATS}[arrays[0].dtype]
    names = "xy"[: len(arrays)]
    leaves: tuple[Expr, ...] = tuple(make("parameter", (), dtype, name) for name in names)
    # Neighbours are found by their bits.
    seen = (lambda x: x) if word == "nextafter" else flushed
    expected = seen(
        evaluate(expand(word, leaves), dict(zip(names, map(seen, arrays), strict=True)))
    )
    got = run_natively(word, *arrays)
    np.testing.assert_array_equal(got, expected, err_msg=word)
    marked = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(got[marked] * 1.0), np.signbit(expected[marked] * 1.0))


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("word", WORDS_OF_ONE)
def test_machine_code_does_what_the_primitives_say(word: str, dtype: Any) -> None:
    assert_native_is_what_primitives_say(word, np.resize(samples(word, dtype, 1000), 5003))


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("word", WORDS_OF_TWO)
def test_machine_code_of_pairs_does_what_the_primitives_say(word: str, dtype: Any) -> None:
    assert_native_is_what_primitives_say(word, *pairs(word, dtype, 1003))


@pytest.mark.parametrize("word", WORDS)
def test_float32_is_accurate_without_fused_multiply_add(word: str) -> None:
    host = host_target()
    if host.architecture != "x86_64":
        pytest.skip("every processor of this architecture has the instruction")
    x = flushed(samples(word, dtypes.float32, 5000))
    got = run_natively(word, x, target=Target(host.triple, "x86-64", "+sse2"))
    error = float32_error(got, true_result(word, x))
    assert error.max() <= BOUNDS[word], f"{word} of {x[error.argmax()]!r}"
