"""Long lists of statements as several functions: which, the same results, failures, loops, memory."""

import re

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.codegen.expressions import load
from stagelight.codegen.llvm import chapters
from stagelight.codegen.llvm.chapters import chapters_of
from stagelight.codegen.loop_nest import Buffer, Conditional, Nest, Store, While
from stagelight.types import dtypes
from tests.runtime.test_lists_of_lists import PROGRAMS as LOOPS

X = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
WEIGHTS = np.random.RandomState(0).randn(4, 4).astype(np.float32) * 0.5


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native", compilation_cache=None):
        yield


@pytest.fixture
def short_chapters(monkeypatch):
    monkeypatch.setattr(chapters, "_MOST_STATEMENTS", 2)


def nest():
    buffer = Buffer("b", dtypes.float32, 1, is_mutable=True)
    return Nest((), [Store(buffer, 0, load(buffer, 0))])


def test_a_short_list_is_one_group():
    statements = [nest() for _ in range(100)]
    assert list(chapters_of(statements)) == [(statements, False)]
    assert list(chapters_of([])) == [([], False)]


def test_a_long_list_is_divided_in_its_order():
    statements = [nest() for _ in range(250)]
    groups = list(chapters_of(statements))
    assert [(len(group), is_apart) for group, is_apart in groups] == [
        (100, True),
        (100, True),
        (50, True),
    ]
    assert [x for group, _ in groups for x in group] == statements


def test_what_is_inside_counts_and_loops_stay():
    condition = load(Buffer("c", dtypes.bool_, 1), 0)
    branches = Conditional(condition, [nest() for _ in range(59)], [])
    long_branches = Conditional(condition, [nest() for _ in range(100)], [])
    loop = While([], condition, [nest()])
    statements = [branches, branches, loop, nest(), long_branches, nest(), branches]
    assert [([statements.index(x) for x in group], y) for group, y in chapters_of(statements)] == [
        ([0], True),
        ([0], True),
        ([2], False),
        ([3], True),
        ([4], False),
        ([5, 0], True),
    ]


def long(x):
    """More statements than a function has: no product is fused with the next."""
    for _ in range(70):
        x = tf.tanh(tf.matmul(x, WEIGHTS)) + tf.reduce_mean(x, 1, keepdims=True)
    return x


def functions_of(program, x):
    text = tf.function(program).experimental_get_compiler_ir(x)(stage="llvm")
    return len(re.findall(r"^define internal void @part\d+\(", text, re.MULTILINE))


def test_a_long_program_is_several_functions():
    assert functions_of(long, tf.constant(X)) > 1
    assert functions_of(lambda x: tf.tanh(tf.matmul(x, WEIGHTS)), tf.constant(X)) == 0
    np.testing.assert_allclose(tf.function(long)(X), long(tf.constant(X)), rtol=1e-5)


def test_the_gradient_of_a_long_program():
    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = long(x)
        return tape.gradient(y, x)

    x = tf.constant(X)
    np.testing.assert_allclose(tf.function(gradient)(x), gradient(x), rtol=1e-4, atol=1e-7)


@pytest.mark.parametrize("place", [0, 3, 1_000_000])
def test_a_check_that_fails_in_a_chapter_ends_the_program(place):
    @tf.function
    def program(x, place):
        for _ in range(40):
            x = tf.tanh(tf.matmul(x, WEIGHTS))
        y = tf.gather(x, place, axis=1)
        tf.debugging.assert_less(tf.reduce_max(tf.abs(y)), 1.0)
        return long(x + y[:, tf.newaxis])

    if place < 4:
        assert program(X, place).shape == (3, 4)
    else:
        with pytest.raises(tf.errors.InvalidArgumentError, match="1000000"):
            program(X, place)


@pytest.mark.parametrize("program", LOOPS, ids=lambda x: x.__name__)
@pytest.mark.usefixtures("short_chapters")
def test_loops_have_chapters(program):
    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = program(x)
        return y, tape.gradient(y, x)

    x = tf.constant([0.3, -0.5, 0.7])
    with config.changed(executor="host"):
        expected = tf.function(gradient)(x)
    for found, other in zip(tf.function(gradient)(x), expected, strict=True):
        np.testing.assert_allclose(found, other, rtol=1e-5, atol=1e-6)
