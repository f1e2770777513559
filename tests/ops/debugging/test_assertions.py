"""`tf.debugging.assert_...`: when they fail, and with which words."""

from __future__ import annotations

import pytest

import stagelight as tf


def staged_error(assertion, *specs, values) -> str:
    @tf.function(input_signature=specs)
    def f(*xs):
        assertion(*xs)
        return xs[0]

    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        f(*values)
    return str(caught.value)


def test_a_staged_assertion_shows_both_operands() -> None:
    spec = tf.TensorSpec([None], tf.int32)
    text = staged_error(
        lambda x, y: tf.debugging.assert_less(x, y, message="order"),
        spec,
        spec,
        values=([1, 2], [3, 2]),
    )
    assert "assertion failed: [order] [Condition x < y did not hold element-wise:]" in text
    assert "[x (xs_0:0) = ] [1 2] [y (xs_1:0) = ] [3 2]" in text
    assert "test_assertions.py" in text


def test_constants_fail_while_tracing() -> None:
    @tf.function
    def f():
        tf.debugging.assert_equal([1, 2], [1, 3], message="never")
        return 1

    with pytest.raises(tf.errors.InvalidArgumentError, match="never"):
        f.get_concrete_function()


def test_an_assertion_is_an_operation_that_is_not_pruned() -> None:
    @tf.function
    def f(x):
        operation = tf.debugging.Assert(x > 0, [x])
        assert operation.type == "Assert"
        return tf.constant(1)

    assert f(tf.constant(1)).numpy() == 1
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"assertion failed: \[-1\]"):
        f(tf.constant(-1))


def test_data_must_not_be_empty_in_a_graph() -> None:
    @tf.function
    def f(x):
        tf.debugging.Assert(x, [])

    with pytest.raises(ValueError, match="less than minimum 1"):
        f(tf.constant(True))


def test_python_numbers_take_the_dtype_of_the_tensor() -> None:
    tf.debugging.assert_equal(tf.constant([1.0]), 1)
    tf.debugging.assert_less(0, tf.constant(1, tf.int64))


def test_ranks_and_sizes_that_tracing_does_not_know_are_checked_later() -> None:
    unknown = tf.TensorSpec(None, tf.float32)
    text = staged_error(
        lambda x: tf.debugging.assert_rank(x, 1, message="rows"), unknown, values=([[1.0]],)
    )
    assert "[rows.  ] [Tensor x:0 must have rank] [1] [Received shape: ] [1 1]" in text.replace(
        "xs_0", "x"
    ).replace("xs", "x")
    matrix = tf.TensorSpec([None, None], tf.float32)
    text = staged_error(
        lambda x, y: tf.debugging.assert_shapes([(x, ("N", 2)), (y, ("N", "M"))]),
        matrix,
        matrix,
        values=(tf.zeros([2, 2]), tf.zeros([3, 2])),
    )
    assert "[must have size] [2] [Received shape: ] [3 2]" in text


def test_shapes_of_unknown_rank() -> None:
    unknown = tf.TensorSpec(None, tf.float32)

    @tf.function(input_signature=[unknown, unknown])
    def f(x, y):
        tf.debugging.assert_shapes([(x, ("N",)), (y, (..., "N"))])
        return x

    f(tf.zeros([3]), tf.zeros([2, 3]))
    f(tf.zeros([]), tf.zeros([1]))
    for x, y in ((tf.zeros([2]), tf.zeros([3])), (tf.zeros([1, 1]), tf.zeros([1]))):
        with pytest.raises(tf.errors.InvalidArgumentError, match="assertion failed"):
            f(x, y)


def test_what_is_a_tensor_of_numbers() -> None:
    numeric = [tf.constant(1), tf.constant(1j), tf.constant(1.0, tf.bfloat16)]
    others = [tf.constant("a"), tf.constant(True), 1, None]
    assert [tf.debugging.is_numeric_tensor(x) for x in numeric] == [True] * 3
    assert [tf.debugging.is_numeric_tensor(x) for x in others] == [False] * 4


def test_order_along_a_tensor() -> None:
    for values, non_decreasing, increasing in (
        ([], True, True),
        ([1], True, True),
        ([1, 2, 2], True, False),
        ([[1, 2], [3, 4]], True, True),
        ([3, 1], False, False),
        ([1.0, float("nan")], False, False),
    ):
        assert bool(tf.math.is_non_decreasing(values)) is non_decreasing
        assert bool(tf.function(tf.math.is_strictly_increasing)(values)) is increasing
    with pytest.raises(TypeError, match="numeric"):
        tf.math.is_non_decreasing(["a"])
