"""Graphs as loop nests: what is fused, what is proved, and that it computes the same."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import stagelight as tf
import stagelight.codegen.lowering.rules
from stagelight import config, errors
from stagelight.codegen.compiled import compile_program, optimize_program
from stagelight.codegen.expressions import cast, const, load, op, reduce, to_index
from stagelight.codegen.index import Size, Symbol, Undecided, atom, coefficient, substitute
from stagelight.codegen.loop_nest import Buffer, Check, Nest, Program, RowBuffer, Store
from stagelight.codegen.lowering.lowerability import lowerability_of
from stagelight.codegen.lowering.programs import lower
from stagelight.codegen.machine.host import host_target
from stagelight.codegen.printing import program_as_text
from stagelight.codegen.verifier import verify
from stagelight.passes.pipeline import optimize
from stagelight.types import dtypes

FLOATS = np.linspace(-2, 2, 12, dtype=np.float32)


def program_of(function, *args):
    tensors = [tf.constant(array) for array in args]
    graph = optimize(tf.function(function).get_concrete_function(*tensors).graph)
    assert not lowerability_of(graph).obstacle(static=True)
    return lower("f", [*lowerability_of(graph).found], graph.inputs, graph.outputs)


def text_of(function, *args):
    program = program_of(function, *args)
    optimize_program(program, host_target())
    verify(program)
    return program_as_text(program)


# ---------------------------------------------------------------------------- what is fused


def test_a_chain_is_one_loop_over_all_elements():
    text = text_of(lambda x, y: tf.nn.relu(x * y + 1.0), FLOATS.reshape(3, 4), FLOATS.reshape(3, 4))
    assert text == (
        "program f(in0: float32[12], in1: float32[12]) -> (out0: float32[12])\n"
        "  for i0 in 12:\n"
        "    out0[i0] = maximum(((in0[i0] * in1[i0]) + 1.0), 0.0)\n"
    )


def test_a_value_that_is_used_twice_is_computed_once():
    def f(x):
        y = tf.tanh(x)
        return y, y * y

    assert text_of(f, FLOATS) == (
        "program f(in0: float32[12]) -> (out0: float32[12], out1: float32[12])\n"
        "  for i0 in 12:\n"
        "    %0 = tanh(in0[i0])\n"
        "    out0[i0] = %0\n"
        "    out1[i0] = (%0 * %0)\n"
    )


def test_what_is_repeated_by_broadcasting_is_computed_before():
    text = text_of(lambda x, b: x + tf.exp(b), FLOATS.reshape(3, 4), FLOATS[:4])
    assert "temporary t0: float32[4]" in text
    assert text.count("exp(") == 1
    assert "for i0 in 4:\n    t0[i0] = exp(in1[i0])" in text


def test_a_reduction_takes_its_elements_as_they_are_computed():
    text = text_of(lambda x: tf.reduce_sum(x * x, 1), FLOATS.reshape(3, 4))
    assert text.endswith(
        "  for i0 in 3:\n    out0[i0] = add((in0[i0*4 + r0] * in0[i0*4 + r0]) for r0 in 4)\n"
    )


def test_views_cost_nothing():
    text = text_of(lambda x: tf.transpose(x)[1:, ::-1] * 2.0, FLOATS.reshape(3, 4))
    assert "temporary" not in text
    assert "out0[i0*3 + i1] = (in0[i0 - i1*4 + 9] * 2.0)" in text


def test_a_loop_keeps_its_numbers_in_place():
    @tf.function
    def f(n):
        total = 0
        while n > 0:
            total += n
            n -= 1
        return total

    text = text_of(f.python_function, np.int32(5))
    body = text[text.index("do if") :]
    assert "= (t" in body
    assert body.count("=") < 8  # one store a variable, none in between


@pytest.mark.parametrize(("rounds", "size", "registers"), [(1, 128, 1), (9, 128, 4), (1, 12800, 4)])
def test_only_short_programs_are_written_in_single_registers(rounds, size, registers):
    @tf.function
    def run(x):
        for _ in tf.range(rounds):
            x = tf.tanh(x) * 2.0
        return x

    function = run if rounds > 1 else tf.function(lambda x: tf.tanh(x) * 2.0)
    text = function.experimental_get_compiler_ir(tf.ones([size]))("llvm")
    widest = max(map(int, re.findall(r"<(\d+) x float>", text)))
    assert widest * 32 == registers * host_target().vector_bits


def test_what_is_large_and_read_in_order_is_fetched_ahead():
    def count(function, *shapes):
        text = tf.function(function).experimental_get_compiler_ir(*map(tf.ones, shapes))("llvm")
        return text.count("call void @llvm.prefetch")

    lines = 4 * host_target().vector_bits // 512  # of one round of four registers
    assert count(tf.exp, [1 << 16]) == lines
    assert count(tf.exp, [1 << 15]) == 0
    # Each buffer once, small ones not at all, and not what is only added up.
    assert count(lambda x: x[64:] * x[:-64], [1 << 17]) == lines
    assert count(lambda x, y: x * y, [512, 256], [256]) == lines
    assert count(tf.reduce_sum, [1 << 17]) == 0
    # Rows that follow each other, but not parts of rows.
    assert count(lambda x: x[:, :192] * 2.0, [512, 256]) > 0
    assert count(lambda x: x[:, :64] * 2.0, [512, 256]) == 0


# ---------------------------------------------------------------------------- what is proved


def one_nest(store, extent=4):
    x, y = Buffer("x", dtypes.float32, 4, "input"), Buffer("y", dtypes.float32, 4, "output")
    i = Symbol("i")
    return Program("p", [x], [y], [Nest(((i, extent),), [store(x, y, atom(i))])])


@pytest.mark.parametrize(
    ("store", "extent", "why"),
    [
        (lambda x, y, i: Store(y, i, load(x, i + 1)), 4, "elements 1 to 4 of x"),
        (lambda x, y, i: Store(y, i - 1, load(x, i)), 4, "elements -1 to 2 of y"),
        (lambda x, y, i: Store(y, i, load(x, i * 2)), 4, "elements 0 to 6 of x"),
        (lambda x, y, i: Store(y, i, load(y, i)), 5, "elements 0 to 4 of y"),
    ],
)
def test_a_program_that_leaves_its_buffers_is_refused(store, extent, why):
    with pytest.raises(errors.InternalError, match=why):
        verify(one_nest(store, extent))


def test_computed_indices_must_show_their_range():
    def store(x, y, i, limit):
        place = op("maximum", op("minimum", load(x, i), limit), 0.0)
        return Store(y, i, load(x, to_index(cast(place, dtypes.int64))))

    with pytest.raises(errors.InternalError, match="of x"):
        verify(one_nest(lambda x, y, i: store(x, y, i, 3.0)))


def test_what_was_not_written_is_not_read():
    t = Buffer("t", dtypes.float32, 4)
    with pytest.raises(errors.InternalError, match="t is read before it is written"):
        verify(one_nest(lambda x, y, i: Store(y, i, load(t, i))))


def test_what_has_no_elements_needs_no_writer():
    t = Buffer("t", dtypes.float32, 0)
    verify(one_nest(lambda x, y, i: Store(y, i, load(t, i)), extent=0))
    rows = RowBuffer("rows", dtypes.float32, 2)
    with pytest.raises(errors.InternalError, match="rows is read before it is written"):
        verify(one_nest(lambda x, y, i: Store(y, i, load(rows, i))))


def test_an_output_is_written():
    program = one_nest(lambda x, y, i: Check(op("less", load(x, i), 1.0)))
    with pytest.raises(errors.InternalError, match="the output y is never written"):
        verify(program)


def test_a_reduction_reads_inside_of_its_loops():
    r = Symbol("r")
    total = lambda x: reduce("add", ((r, 5),), load(x, atom(r)))  # noqa: E731
    with pytest.raises(errors.InternalError, match="elements 0 to 4 of x"):
        verify(one_nest(lambda x, y, i: Store(y, i, total(x))))


# ---------------------------------------------------------------------------- indices


integers = st.integers(-5, 5)


@given(
    st.lists(integers, min_size=3, max_size=3), st.lists(integers, min_size=3, max_size=3), integers
)
def test_indices_are_integers_as_soon_as_their_symbols_are(factors, values, constant):
    symbols = [Symbol(name) for name in "ijk"]
    index = constant
    for symbol, factor in zip(symbols, factors, strict=True):
        index = index + atom(symbol) * factor
    expected = constant + sum(f * v for f, v in zip(factors, values, strict=True))
    assert substitute(index, dict(zip(symbols, values, strict=True))) == expected
    assert [coefficient(index, symbol) for symbol in symbols] == factors


def test_questions_about_sizes_have_one_answer_or_none():
    n, m = atom(Size("n")), atom(Size("m"))
    assert n >= 1
    assert n * m + 1 > 1
    assert not n < 1
    assert n * m * 6 // (n * 3) == m * 2
    assert (n * 4 + 8) // 4 == n + 2
    questions = [
        lambda: n > 1, lambda: n < m, lambda: n // 2, lambda: n // m, lambda: bool(n - 1)
    ]  # fmt: skip
    for question in questions:
        with pytest.raises(Undecided):
            question()


def test_bounds_are_proved_for_all_sizes():
    n, m = atom(Size("n")), atom(Size("m"))
    i, j = Symbol("i"), Symbol("j")
    x, y = Buffer("x", dtypes.float32, n * m, "input"), Buffer("y", dtypes.float32, n * m, "output")
    last = n * m - 1
    for index in (atom(i) * m + atom(j), last - atom(i) * m - atom(j)):
        nest = Nest(((i, n), (j, m)), [Store(y, index, load(x, index))])
        verify(Program("p", [x], [y], [nest]))
    for index in (atom(i) * m + atom(j) + 1, atom(i) * n + atom(j), atom(i) * m - atom(j)):
        nest = Nest(((i, n), (j, m)), [Store(y, index, load(x, 0))])
        with pytest.raises(errors.InternalError, match="of y"):
            verify(Program("p", [x], [y], [nest]))


def test_no_buffer_has_a_negative_size():
    y = Buffer("y", dtypes.float32, atom(Size("n")) - 2, "output")
    with pytest.raises(errors.InternalError, match="negative size"):
        verify(Program("p", [], [y], []))


def test_equal_expressions_are_one_object():
    x = Buffer("x", dtypes.float32, 4)
    assert load(x, 1) + 2.0 is load(x, 1) + 2.0
    assert const(0.0, dtypes.float32) is not const(-0.0, dtypes.float32)
    assert const(1, dtypes.int32) is not const(1, dtypes.int64)


# ---------------------------------------------------------------------------- what is computed


def test_products_of_views_that_blas_does_not_take():
    x = np.random.RandomState(0).randn(30, 30).astype(np.float32)
    products = [
        (lambda x: tf.matmul(x[::-1], x, transpose_b=True), x[::-1] @ x.T),
        (lambda x: tf.matmul(x, x[:, ::-1], transpose_b=True), x @ x[:, ::-1].T),
        (
            lambda x: tf.matmul(tf.broadcast_to(x[:1], [30, 30]), x[::-1]),
            x[:1].repeat(30, 0) @ x[::-1],
        ),
    ]
    for function, expected in products:
        with config.changed(executor="native"):
            result = tf.function(lambda x, f=function: f(x) * 1.0)(tf.constant(x))
        np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-4)


def test_a_program_that_fails_is_run_by_the_fallback():
    told = []

    def fallback(*arrays):
        told.append(arrays)
        return "from the fallback"

    program = program_of(
        lambda x, y: x // y, np.array([4, 6], np.int32), np.array([2, 3], np.int32)
    )
    run, _ = compile_program(program, fallback, host_target())
    np.testing.assert_array_equal(run(np.array([4, 6], "i"), np.array([2, 3], "i"))[0], [2, 2])
    assert run(np.array([4, 6], "i"), np.array([2, 0], "i")) == "from the fallback"
    assert run(np.array([[4, 6]] * 2, "i").T[0], np.array([2, 3], "i")) == "from the fallback"
    assert len(told) == 2


def test_an_error_names_the_operation_and_the_line():
    @tf.function
    def f(a, b):
        c = a + 1
        return c // b

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"(?s)test_programs\.py.*in f.*zero"):
        f(tf.constant([1, 2]), tf.constant([1, 0]))


def test_results_repeat_bit_for_bit():
    f = tf.function(lambda x: tf.reduce_sum(tf.exp(x) * 0.1))
    x = tf.constant(np.random.RandomState(0).randn(100_003).astype(np.float32))
    assert len({float(f(x)) for _ in range(5)}) == 1
