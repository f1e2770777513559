"""TensorArrays that grow while they are written, in machine code as on the host."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.errors import InvalidArgumentError
from tests.runtime.outlined_steps import types_of
from tests.runtime.test_region_lists import assert_alike


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native"):
        yield


def writing(size, element_shape, *, reads_back=False, starts=None, infers=True):
    """A new function that writes rows at the places that it is given, as they come."""

    def make():
        @tf.function
        def f(places, rows):
            if starts is None:
                array = tf.TensorArray(
                    tf.float32,
                    size,
                    dynamic_size=True,
                    element_shape=element_shape,
                    infer_shape=infers,
                )
            else:
                array = tf.TensorArray(tf.float32, 0, dynamic_size=True, infer_shape=infers)
                array = array.unstack(starts)
            total = tf.zeros([2])
            for i in tf.range(tf.size(places)):
                array = array.write(places[i], rows[i])
                if reads_back:
                    total += array.read(places[i]) * tf.cast(array.size(), tf.float32)
            return array.stack(), array.size(), total

        return f

    return make


ROWS = tf.constant(np.arange(16, dtype=np.float32).reshape(8, 2) + 1)


@pytest.mark.parametrize("element_shape", [None, [2]])
@pytest.mark.parametrize("size", [0, 3])
def test_lists_that_grow_in_a_loop_are_native(size, element_shape):
    make = writing(size, element_shape, reads_back=True)
    args = tf.range(8), ROWS
    make()(*args)
    assert "While" not in " ".join(types_of(make(), *args))
    assert_alike(make, *args)


def assert_alike_or_refused(make, *args):
    """The same values, or an error of the same class where a gap cannot be read."""
    try:
        with config.changed(executor="host"):
            make()(*args)
    except InvalidArgumentError:
        with pytest.raises(InvalidArgumentError):
            make()(*args)
        return
    assert_alike(make, *args)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(0, 12), min_size=1, max_size=8),
    st.integers(0, 4),
    st.booleans(),
    st.booleans(),
)
def test_any_order_of_writes_gives_what_the_host_gives(places, size, is_shape_known, infers):
    make = writing(size, [2] if is_shape_known else None, reads_back=True, infers=infers)
    assert_alike_or_refused(make, tf.constant(places), ROWS[: len(places)])


@pytest.mark.parametrize("infers", [True, False])
@pytest.mark.parametrize("places", [[2, 3, 4], [0, 2], [5], [1, 7, 3]])
def test_gaps_behind_rows_of_a_tensor(places, infers):
    """A list made of a tensor is not partial, until a gap arises."""
    make = writing(0, None, starts=ROWS[:2], infers=infers)
    assert_alike_or_refused(make, tf.constant(places), ROWS[: len(places)])


def test_a_negative_place_is_the_hosts_error():
    messages = []
    for executor in ("host", "native"):
        with config.changed(executor=executor), pytest.raises(InvalidArgumentError) as error:
            writing(0, [2])()(tf.constant([0, -1]), ROWS[:2])
        messages.append(str(error.value).splitlines()[0])
    assert messages[0] == messages[1]


def test_gradients_of_lists_that_grow():
    def make():
        @tf.function
        def f(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                array = tf.TensorArray(tf.float32, 0, dynamic_size=True)
                state = tf.zeros([2])
                for i in tf.range(tf.shape(x)[0]):
                    state = tf.tanh(state * 0.5 + x[i])
                    array = array.write(i, state)
                y = tf.reduce_sum(array.stack() ** 2)
            return y, tape.gradient(y, x)

        return f

    assert_alike(make, ROWS / 8)


def test_versions_of_a_list_that_grows_keep_their_values():
    def make():
        @tf.function
        def f(x):
            first = tf.TensorArray(tf.float32, 1, dynamic_size=True, clear_after_read=False)
            first = first.write(0, x)
            longer = first
            for i in tf.range(1, 6):
                longer = longer.write(i, x * tf.cast(i, tf.float32))
            return first.stack(), longer.stack(), first.size(), longer.size()

        return f

    assert_alike(make, tf.constant([1.0, 2.0]))
