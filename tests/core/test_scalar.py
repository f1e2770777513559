"""Scalar rules: the kernels and the ops that are made of them."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import stagelight as tf
from stagelight.core.elementwise import define_binary, define_comparison, define_unary
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.scalar import VOCABULARY, array_kernel, special, trace, words

ROW = np.array([0.5, 1.0, 2.0], np.float32)


def test_a_rule_becomes_a_tree_of_words():
    tree, names = trace(lambda x, y: words.exp(x) * 2 - y)
    assert names == ("x", "y")
    assert repr(tree) == "subtract(multiply(exp(parameter('x')), 2), parameter('y'))"


def test_operators_keep_the_order_of_their_operands():
    kernel = array_kernel("Own", lambda x: (1.0 - x) / x + 2.0 / x)
    assert kernel(np, ROW).tolist() == ((1.0 - ROW) / ROW + 2.0 / ROW).tolist()


def test_comparisons_written_either_way_mean_the_same():
    kernel = array_kernel("Own", lambda x: words.where(1.0 < x, x, -x))
    assert kernel(np, ROW).tolist() == [-0.5, -1.0, 2.0]
    kernel = array_kernel("Own", lambda x: words.where(x >= 1.0, x, -x))
    assert kernel(np, ROW).tolist() == [-0.5, 1.0, 2.0]


class CountingNumPy:
    """NumPy that counts calls of `exp`."""

    __name__ = "numpy"

    def __init__(self):
        self.calls = 0

    def __getattr__(self, name):
        return getattr(np, name)

    def exp(self, x):
        self.calls += 1
        return np.exp(x)


def test_what_is_used_twice_is_computed_once():
    def rule(x):
        y = words.exp(x)
        return y / (1.0 + y) + y

    counting = CountingNumPy()
    result = array_kernel("Own", rule)(counting, ROW)
    assert counting.calls == 1
    y = np.exp(ROW)
    assert result.tolist() == (y / (1.0 + y) + y).tolist()


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_a_rule_of_several_words_is_rounded_once(dtype):
    """Rounded after each word, log1p(x) - x loses all that is left of it."""
    x = np.array([0.011, 0.3, 0.7], dtype)
    kernel = array_kernel("Own", lambda x: words.log1p(x) - x)
    wide = x.astype(np.float32)
    expected = (np.log1p(wide) - wide).astype(dtype)
    result = kernel(np, x)
    assert result.dtype == dtype
    assert result.tolist() == expected.tolist()
    assert result.tolist() != (np.log1p(x) - x).astype(dtype).tolist()


def test_tests_of_narrow_floats_give_bool():
    kernel = array_kernel("Own", lambda x: words.abs(x) > 1)
    assert kernel(np, np.array([0.5, -2.0], ml_dtypes.bfloat16)).tolist() == [False, True]


def test_infinity_and_nan_may_stand_in_a_rule():
    kernel = array_kernel("Own", lambda x: words.where(x > 1, float("inf"), float("nan")))
    assert str(kernel(np, ROW).tolist()) == "[nan, nan, inf]"


def test_a_word_outside_of_the_vocabulary_is_refused():
    with pytest.raises(AttributeError, match="'sinc' is not a word"):
        array_kernel("Own", lambda x: words.sinc(x))


def test_a_rule_holds_python_numbers_only():
    """An array in it would be a constant that no backend can read."""
    with pytest.raises(TypeError, match="nodes and Python numbers"):
        array_kernel("Own", lambda x: x + np.float32(1))


def test_all_words_are_functions_of_numpy_or_scipy():
    for word, text in VOCABULARY.items():
        home, name = (special(np), text.partition(").")[2]) if "special" in text else (np, text[3:])
        assert callable(getattr(home, name.partition("(")[0])), word


# ---------------------------------------------------------------------------- ops of rules


def test_an_op_of_a_rule_runs_is_traced_and_broadcast(own_registry):
    definition = define_binary("OwnHypot", (tf.float32,), lambda x, y: words.sqrt(x * x + y * y))
    assert definition.traits == Trait.ELEMENTWISE
    x, y = tf.constant([[3.0], [6.0]]), tf.constant([4.0, 8.0])
    expected = [[5.0, np.hypot(3, 8)], [np.hypot(6, 4), 10.0]]
    assert np.allclose(raw.OwnHypot(x, y), expected)
    function = tf.function(lambda x, y: raw.OwnHypot(x, y))
    assert np.allclose(function(x, y), expected)
    assert function.get_concrete_function(x, y).output_shapes == [2, 2]


def test_a_kernel_of_its_own_takes_the_place_of_the_rules(own_registry):
    define_unary(
        "OwnTwice", (tf.string, tf.float32), lambda x: x + x, kernel=lambda xp, x: np.add(x, x)
    )
    assert raw.OwnTwice(tf.constant(["ab"])).numpy().tolist() == [b"abab"]


def test_a_comparison_gives_bool_and_has_no_gradient(own_registry):
    define_comparison("OwnAbove", (tf.float32,), lambda x, y: x > y, traits=Trait.HEAVY)
    x = tf.constant([1.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        above = raw.OwnAbove(x, 2.0)
    assert above.numpy().tolist() == [False, True]
    assert tape.gradient(tf.cast(above, tf.float32), x) is None
    with pytest.raises(tf.errors.InvalidArgumentError, match="int32"):
        raw.OwnAbove(tf.constant(1), tf.constant(2))
