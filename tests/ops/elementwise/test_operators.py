"""The operators of tensors: their values, their dtypes and what they refuse."""

from __future__ import annotations

import operator

import ml_dtypes
import numpy as np
import pytest

import stagelight as tf
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph

ARITHMETIC = (
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    operator.pow,
)
COMPARISONS = (
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
    operator.eq,
    operator.ne,
)


def value(tensor):
    return tensor.numpy().tolist()


# ---------------------------------------------------------------------------- the shortcut


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64", "int32", "uint8"])
@pytest.mark.parametrize("function", ARITHMETIC + COMPARISONS)
@pytest.mark.parametrize("other", [2, 3.0, "tensor"])
def test_shortcut_gives_what_the_op_gives(dtype, function, other):
    x = tf.cast(tf.constant([1, 4, 7]), dtype)
    y = tf.cast(tf.constant([2, 3, 5]), dtype) if other == "tensor" else other
    if isinstance(other, float) and x.dtype.is_integer:
        pytest.skip("an integer tensor takes no float")
    if function is operator.pow and dtype == "uint8":
        pytest.skip("TensorFlow has no powers of unsigned integers")
    short = function(x, y)
    with tf.GradientTape() as tape:  # A recorder turns the shortcut off.
        tape.watch(x)
        long = function(x, y)
    assert short.dtype is long.dtype
    assert short._array.dtype == long._array.dtype
    np.testing.assert_array_equal(short._array, long._array)


@pytest.mark.parametrize("function", ARITHMETIC)
def test_reflected_operators_swap_their_operands(function):
    x = tf.constant([2.0, 3.0])
    np.testing.assert_allclose(function(7.0, x).numpy(), function(7.0, x.numpy()), rtol=1e-6)
    np.testing.assert_allclose(function(7, x).numpy(), function(7.0, x.numpy()), rtol=1e-6)


def test_a_recorder_sees_operators():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = 2.0 * x * x - x / 4.0 + (-x) ** 2 + abs(-x)
    assert float(tape.gradient(y, x)) == 12.0 - 0.25 + 6.0 + 1.0


def test_a_stage_takes_operators_under_tensorflow_names():
    graph = FuncGraph("f")
    with graph.as_default():
        x = tf.constant([1, 2])
        x + x
        (1 - x) / 2
    names = [operation.name for operation in graph.get_operations()]
    assert names == [
        "Const",
        "add",
        "sub/x",
        "sub",
        "truediv/y",
        "truediv/Cast",
        "truediv/Cast_1",
        "truediv",
    ]


# ---------------------------------------------------------------------------- dtypes


def test_python_numbers_take_the_dtype_of_the_tensor():
    assert (tf.constant(1.0, tf.float64) + 1).dtype is tf.float64
    assert (tf.constant(1, tf.int8) * 3).dtype is tf.int8
    assert (1.5 * tf.constant(1.0, tf.float16)).dtype is tf.float16
    assert (tf.constant(1.0, tf.bfloat16) + 1.5).numpy() == ml_dtypes.bfloat16(2.5)
    assert (tf.constant(1j, tf.complex64) * 2.0).dtype is tf.complex64
    assert value(tf.constant(1) + True) == 2


def test_numpy_arrays_take_the_dtype_of_the_tensor():
    for result in (
        np.array([1.0, 2.0]) + tf.constant(3.0),
        tf.constant(3.0) + np.array([1.0, 2.0]),
    ):
        assert isinstance(result, Tensor)
        assert result.dtype is tf.float32
        assert value(result) == [4.0, 5.0]
    assert isinstance(np.float64(2) * tf.constant(3.0), Tensor)
    assert isinstance(np.float32(2) - tf.constant(3.0), Tensor)
    assert value(np.array([1.0, 2.0]) < tf.constant(1.5)) == [True, False]


def test_lists_join_in():
    assert value(tf.constant([1, 2]) + [3, 4]) == [4, 6]
    assert value((3, 4) - tf.constant([1, 2])) == [2, 2]


def test_true_division_of_integers_is_floating():
    assert (tf.constant(3) / 2).dtype is tf.float64
    assert (tf.constant(3, tf.uint8) / 2).dtype is tf.float32
    assert value(tf.constant(3) / tf.constant(2)) == 1.5


def test_integers_wrap_around():
    assert value(tf.constant(2**31 - 1) + 1) == -(2**31)
    assert value(tf.constant(200, tf.uint8) + tf.constant(100, tf.uint8)) == 44
    assert value(tf.constant(2) ** 63) == 0
    assert value(tf.constant(-(2**31)) // -1) == -(2**31)
    assert value(tf.constant(-(2**31)) % -1) == 0


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x * 1.5,
        lambda x: 1.5 * x,
        lambda x: x**2.0,
        lambda x: x // 2.0,
        lambda x: x < 1.5,
        lambda x: x == 1.5,
        lambda x: x & 1.5,
    ],
)
def test_an_integer_tensor_takes_no_float(call):
    with pytest.raises(TypeError, match=r"1\.5|2\.0"):
        call(tf.constant(3))


def test_sum_of_an_integer_tensor_and_a_float_is_refused():
    with pytest.raises((TypeError, tf.errors.InvalidArgumentError)):
        tf.constant(3) + 1.5


def test_numbers_out_of_range_are_refused():
    with pytest.raises(ValueError, match="required values in"):
        tf.constant(1, tf.uint8) + 300
    with pytest.raises(ValueError, match="required values in"):
        tf.constant(1) * 2**40


@pytest.mark.parametrize("function", ARITHMETIC + COMPARISONS)
def test_two_dtypes_are_refused(function):
    with pytest.raises((tf.errors.InvalidArgumentError, TypeError)):
        function(tf.constant(1.0), tf.constant(1))


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x + x,
        lambda x: x - True,
        lambda x: -x,
        lambda x: abs(x),
        lambda x: x < x,
    ],
)
def test_bools_have_no_arithmetic_and_no_order(call):
    with pytest.raises((tf.errors.InvalidArgumentError, TypeError)):
        call(tf.constant(True))


def test_unsigned_integers_have_no_negative():
    with pytest.raises(tf.errors.InvalidArgumentError):
        -tf.constant(1, tf.uint8)


def test_complex_numbers_have_no_order():
    with pytest.raises(tf.errors.InvalidArgumentError):
        _ = tf.constant(1j) < tf.constant(2j)


def test_strings_join():
    assert (tf.constant("a") + "b").numpy() == b"ab"
    assert ("b" + tf.constant("a")).numpy() == b"ba"
    with pytest.raises(TypeError):
        tf.constant("a") * 2


# ---------------------------------------------------------------------------- values at the edges


def test_division_of_integers_by_zero_is_an_error():
    for call in (lambda x: x // 0, lambda x: x % 0, lambda x: 3 // (x - x)):
        with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
            call(tf.constant(3))


def test_negative_powers_of_integers_are_an_error():
    with pytest.raises(tf.errors.InvalidArgumentError, match="negative integer powers"):
        tf.constant(3) ** -1
    assert value(tf.constant(4.0) ** -1) == 0.25


def test_zeros_keep_their_sign():
    one = tf.constant(1.0)
    assert np.signbit((one * -0.0).numpy())
    assert not np.signbit((one * 0.0).numpy())
    assert np.isneginf((one / -0.0).numpy())
    assert np.isposinf((one / 0.0).numpy())


def test_shapes_that_do_not_broadcast_are_refused():
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"\[2\] vs\. \[3\]"):
        tf.constant([1, 2]) + tf.constant([1, 2, 3])


# ---------------------------------------------------------------------------- equality


def test_equality_compares_elements():
    assert value(tf.constant([1, 2]) == tf.constant([1, 3])) == [True, False]
    assert value(tf.constant([1, 2]) != [1, 3]) == [False, True]
    assert value(tf.constant("a") == "a") is True
    assert value(tf.constant(True) == True) is True  # noqa: E712
    assert value(np.array([1.0, 2.0]) == tf.constant(1.0)) == [True, False]


def test_tensors_of_shapes_that_do_not_fit_are_not_equal():
    assert value(tf.constant([1, 2]) == tf.constant([1, 2, 3])) is False
    assert value(tf.constant([1, 2]) != [1, 2, 3]) is True


def test_no_tensor_equals_none():
    assert (tf.constant(1) == None) is False  # noqa: E711
    assert (tf.constant(1) != None) is True  # noqa: E711


def test_no_integer_equals_one_beyond_its_range():
    assert value(tf.constant([0, 1]) == 2**40) == [False, False]
    assert value(tf.constant([0, 1], tf.uint8) != -1) == [True, True]


def test_nan_is_not_equal_to_itself():
    nan = tf.constant(float("nan"))
    assert value(nan == nan) is False
    assert value(nan != nan) is True


def test_a_tensor_is_no_key():
    with pytest.raises(TypeError, match="unhashable"):
        hash(tf.constant(1))


# ---------------------------------------------------------------------------- logic and bits


def test_logic_of_bools_and_bits_of_integers():
    true, false = tf.constant(True), tf.constant(False)
    assert value(true & false) is False
    assert value(true | False) is True
    assert value(true ^ true) is False
    assert value(~true) is False
    assert value(True & true) is True
    assert value(tf.constant(6) & 3) == 2
    assert value(1 | tf.constant(6)) == 7
    assert value(tf.constant(6) ^ 3) == 5
    assert value(~tf.constant(6)) == -7


def test_floats_have_no_bits():
    for call in (lambda x: x & x, lambda x: ~x):
        with pytest.raises(tf.errors.InvalidArgumentError):
            call(tf.constant(1.0))


# ---------------------------------------------------------------------------- other operands


class Taker:
    """Takes tensors from the right."""

    def __radd__(self, other):
        return "taken"

    __rmul__ = __radd__


def test_an_operand_that_knows_tensors_gets_its_turn():
    assert tf.constant(1.0) + Taker() == "taken"
    assert tf.constant([1.0]) * Taker() == "taken"
    with pytest.raises(ValueError, match="unsupported type"):
        tf.constant(1.0) - Taker()


def test_matmul_operator():
    x = tf.constant([[1.0, 2.0]])
    assert value(x @ [[1.0], [2.0]]) == [[5.0]]
    assert value([[1.0, 2.0]] @ tf.constant([[1.0], [2.0]])) == [[5.0]]


@pytest.mark.parametrize("other", [True, 2, 0, 2.5, np.array([1, 0]), np.float32(0.0)])
def test_a_product_with_a_bool_is_a_bool(other):
    x = tf.constant([True, False])
    expected = x.numpy() & np.asarray(other).astype(np.int32).astype(bool)
    for product in (lambda x: x * other, tf.function(lambda x: x * other)):
        assert product(x).dtype is tf.bool
        np.testing.assert_array_equal(product(x), expected)
    np.testing.assert_array_equal(tf.constant(1.0) * x, x)


def test_the_function_multiply_refuses_bools():
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.multiply(tf.constant(True), tf.constant(True))
