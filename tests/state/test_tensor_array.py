"""`tf.TensorArray`, eagerly and staged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stagelight as tf

Stage = Callable[[Callable[..., Any]], Any]
both = pytest.mark.parametrize(
    "stage", [lambda f: f, lambda f: tf.function(f, autograph=False)], ids=["eager", "staged"]
)


@both
def test_write_read_stack(stage: Stage) -> None:
    def f(x: Any) -> Any:
        array = tf.TensorArray(tf.float32, size=2, clear_after_read=False)
        array = array.write(0, x).write(1, x * 2.0)
        return array.read(1), array.stack(), array.size()

    read, stacked, size = stage(f)(tf.constant([1.0, 2.0]))
    np.testing.assert_array_equal(read.numpy(), [2.0, 4.0])
    np.testing.assert_array_equal(stacked.numpy(), [[1.0, 2.0], [2.0, 4.0]])
    assert size.numpy() == 2 and size.dtype == tf.int32


@both
def test_dynamic_size(stage: Stage) -> None:
    def f(x: Any) -> Any:
        array = tf.TensorArray(tf.int32, size=0, dynamic_size=True, element_shape=[])
        array = array.write(3, x)
        return array.stack(), array.size()

    stacked, size = stage(f)(tf.constant(7))
    np.testing.assert_array_equal(stacked.numpy(), [0, 0, 0, 7])
    assert size.numpy() == 4


@both
def test_unstack_gather_scatter_concat_split(stage: Stage) -> None:
    def f(x: Any) -> Any:
        array = tf.TensorArray(tf.float32, size=3).unstack(x)
        scattered = tf.TensorArray(tf.float32, size=3, element_shape=[2]).scatter([2, 0], x[:2])
        parts = tf.TensorArray(tf.float32, size=2, infer_shape=False).split(x, [1, 2])
        return (
            tf.TensorArray(tf.float32, size=3).unstack(x).gather([2, 0]),
            array.concat(),
            scattered.stack(),
            parts.read(1),
        )

    x = np.arange(6, dtype=np.float32).reshape(3, 2)
    gathered, joined, scattered, part = stage(f)(tf.constant(x))
    np.testing.assert_array_equal(gathered.numpy(), x[[2, 0]])
    np.testing.assert_array_equal(joined.numpy(), x.reshape(-1))
    np.testing.assert_array_equal(scattered.numpy(), [x[1], [0, 0], x[0]])
    np.testing.assert_array_equal(part.numpy(), x[1:])


@both
def test_gradients_flow_through_elements(stage: Stage) -> None:
    def f(x: Any) -> Any:
        array = tf.TensorArray(tf.float32, size=3, clear_after_read=False).unstack(x)
        array = array.write(0, array.read(1) * array.read(2))
        return tf.reduce_sum(array.stack() * [1.0, 2.0, 3.0])

    x = tf.constant([5.0, 7.0, 11.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = stage(f)(x)
    np.testing.assert_array_equal(tape.gradient(y, x).numpy(), [0.0, 11.0 + 2.0, 7.0 + 3.0])


def test_an_array_is_an_argument_and_a_result() -> None:
    @tf.function
    def doubled(array: Any) -> Any:
        return array.write(0, array.read(0) * 2.0)

    array = tf.TensorArray(tf.float32, size=2).unstack([1.0, 2.0])
    result = doubled(array)
    assert isinstance(result, tf.TensorArray)
    np.testing.assert_array_equal(result.stack().numpy(), [2.0, 2.0])


def test_element_shape_is_inferred() -> None:
    @tf.function
    def f(x: Any) -> Any:
        array = tf.TensorArray(tf.float32, size=2)
        assert array.element_shape.rank is None
        array = array.write(0, x)
        assert array.element_shape == [3]
        return array.read(0)

    concrete = f.get_concrete_function(tf.TensorSpec([3], tf.float32))
    assert concrete.structured_outputs.shape == [3]


@pytest.mark.parametrize(("dynamic", "size"), [(False, 4), (True, None)])
def test_the_loop_tells_the_size_and_the_element_shape(dynamic: bool, size: int | None) -> None:
    @tf.function(autograph=False)
    def f(x: Any) -> Any:
        array = tf.while_loop(
            lambda i, a: i < 4,
            lambda i, a: (i + 1, a.write(i, x)),
            (0, tf.TensorArray(tf.float32, size=4, dynamic_size=dynamic)),
        )[1]
        return array.stack()

    concrete = f.get_concrete_function(tf.TensorSpec([3], tf.float32))
    assert concrete.structured_outputs.shape.as_list() == [size, 3]
    np.testing.assert_array_equal(concrete(tf.range(3.0)), np.tile([0.0, 1.0, 2.0], (4, 1)))


def test_strings() -> None:
    array = tf.TensorArray(tf.string, size=2).write(0, "a").write(1, "b")
    assert array.stack().numpy().tolist() == [b"a", b"b"]


# ---------------------------------------------------------------------------- errors


def test_reading_twice() -> None:
    array = tf.TensorArray(tf.float32, size=1).write(0, 1.0)
    array.read(0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not read index 0 twice"):
        array.read(0)


@both
def test_elements_that_were_not_written_are_zeros(stage: Stage) -> None:
    def run():
        array = tf.TensorArray(tf.float32, size=3, element_shape=[2])
        found = [array.read(0), array.read(0)]
        return [*found, array.write(1, [4.0, 5.0]).stack()]

    first, second, stacked = stage(run)()
    assert first.numpy().tolist() == second.numpy().tolist() == [0.0, 0.0]
    assert stacked.numpy().tolist() == [[0.0, 0.0], [4.0, 5.0], [0.0, 0.0]]


def test_an_element_that_was_read_is_not_stacked_as_zeros() -> None:
    array = tf.TensorArray(tf.float32, size=2).unstack([1.0, 2.0])
    array.read(0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not read index 0 twice"):
        array.stack()
    kept = tf.TensorArray(tf.float32, size=2, clear_after_read=False).unstack([1.0, 2.0])
    kept.read(0)
    assert kept.stack().numpy().tolist() == [1.0, 2.0]


@both
def test_writing_past_the_end(stage: Stage) -> None:
    f = stage(lambda i: tf.TensorArray(tf.float32, size=2).write(i, 1.0).stack())
    with pytest.raises((tf.errors.OutOfRangeError, tf.errors.InvalidArgumentError)):
        f(tf.constant(2))


@both
def test_reading_past_the_end(stage: Stage) -> None:
    f = stage(lambda i: tf.TensorArray(tf.float32, size=2, element_shape=[]).read(i))
    with pytest.raises((tf.errors.OutOfRangeError, tf.errors.InvalidArgumentError)):
        f(tf.constant(2))


def test_negative_index() -> None:
    with pytest.raises(tf.errors.OutOfRangeError, match="negative indices"):
        tf.TensorArray(tf.float32, size=2).write(-1, 1.0)


@both
def test_another_dtype(stage: Stage) -> None:
    f = stage(lambda x: tf.TensorArray(tf.float32, size=2).write(0, x).stack())
    with pytest.raises((tf.errors.InvalidArgumentError, TypeError), match="dtype"):
        f(tf.constant(1))


@both
def test_another_shape(stage: Stage) -> None:
    f = stage(lambda x: tf.TensorArray(tf.float32, size=2).write(0, x).write(1, x[:1]).stack())
    with pytest.raises(ValueError, match="expected"):
        f(tf.constant([1.0, 2.0]))


def test_unstacking_too_many_rows() -> None:
    with pytest.raises(
        ValueError, match="Cannot unstack 3 tensors into a TensorArray of static size 2"
    ):
        tf.TensorArray(tf.float32, size=2).unstack([1.0, 2.0, 3.0])


def test_grad_is_not_part_of_it() -> None:
    with pytest.raises(NotImplementedError):
        tf.TensorArray(tf.float32, size=2).grad("source")


def test_properties_and_repr() -> None:
    array = tf.TensorArray(tf.float32, size=2, dynamic_size=True, element_shape=[2])
    assert array.dtype == tf.float32 and array.dynamic_size and array.element_shape == [2]
    assert array.handle is None and array.identity() is array
    assert "float32" in repr(array)
    array.close()
    assert array.size().numpy() == 0
