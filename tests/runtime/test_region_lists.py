"""Tensor lists in machine code: in loops, in their gradients, across the border of a region."""

import contextlib
import gc
import resource
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.errors import InvalidArgumentError
from tests.runtime.outlined_steps import outlined_graph, types_of


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native"):
        yield


def on_all(make, *args):
    """What a new function gives on the host, in machine code, and with checks of its bounds.

    Machine code finds NaN wherever a call leaves memory for the next.
    """
    results = []
    for executor, checks in (("host", False), ("native", False), ("native", True)):
        with config.changed(executor=executor, checks_bounds=checks, compilation_cache=None):
            function = make()
            if executor == "native":
                with contextlib.suppress(InvalidArgumentError):
                    function(*map(spoiled, args))
            results.append(tf.nest.map_structure(np.asarray, function(*args)))
    return results


def spoiled(value):
    is_number = tf.is_tensor(value) and value.dtype.is_floating
    return tf.fill(value.shape, tf.constant(float("nan"), value.dtype)) if is_number else value


def assert_alike(make, *args):
    host, *others = on_all(make, *args)
    for machine in others:
        tf.nest.map_structure(
            lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6), host, machine
        )


def gradient_of_loop():
    @tf.function
    def f(x, n):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in tf.range(n):
                y = y * 0.999 + tf.sin(y)
        return y, tape.gradient(y, x)

    return f


def test_a_gradient_of_a_loop_is_one_region():
    args = tf.constant([0.5, 1.0]), tf.constant(6)
    assert types_of(gradient_of_loop(), *args) == ["NativeRegion"]
    assert_alike(gradient_of_loop, *args)
    assert_alike(gradient_of_loop, args[0], tf.constant(0))


def test_gradients_of_gradients_of_loops():
    def make():
        @tf.function
        def f(x):
            with tf.GradientTape() as outer:
                outer.watch(x)
                with tf.GradientTape() as tape:
                    tape.watch(x)
                    y = x
                    for _ in tf.range(4):
                        y = y * 0.9 + tf.sin(y)
                slope = tape.gradient(y, x)
            return slope, outer.gradient(slope, x)

        return f

    assert types_of(make(), tf.constant(1.0)) == ["NativeRegion"]
    assert_alike(make, tf.constant(1.0))


def test_a_recurrent_network_over_variables_is_native():
    def make():
        w = tf.Variable(tf.random.stateless_normal([8, 6], [1, 2], 0.0, 0.1))
        u = tf.Variable(tf.random.stateless_normal([6, 6], [3, 4], 0.0, 0.1))

        @tf.function
        def slopes(x, lengths):
            with tf.GradientTape() as tape:
                h = tf.zeros([4, 6])
                for t in tf.range(tf.reduce_max(lengths)):
                    new = tf.tanh(tf.matmul(x[t], w) + tf.matmul(h, u))
                    h = tf.where((t < lengths)[:, None], new, h)
                loss = tf.reduce_sum(h * h)
            return tape.gradient(loss, [w, u])

        return slopes

    args = tf.random.stateless_normal([7, 4, 8], [5, 6]), tf.range(4) + 3
    assert types_of(make(), *args) == ["NativeRegion"]
    assert_alike(make, *args)


def test_a_network_over_rows_of_any_number_is_native():
    def make():
        w = tf.Variable(tf.random.stateless_normal([8, 6], [1, 2], 0.0, 0.1))
        u = tf.Variable(tf.random.stateless_normal([6, 6], [3, 4], 0.0, 0.1))

        @tf.function(input_signature=[tf.TensorSpec([None, None, 8])])
        def slopes(x):
            with tf.GradientTape() as tape:
                steps = tf.shape(x)[1]
                rows = tf.TensorArray(tf.float32, size=steps).unstack(tf.transpose(x, [1, 0, 2]))
                out = tf.TensorArray(tf.float32, size=steps)
                h = tf.zeros([tf.shape(x)[0], 6])
                for t in tf.range(steps):
                    h = tf.tanh(tf.matmul(rows.read(t), w) + tf.matmul(h, u))
                    out = out.write(t, h)
                loss = tf.reduce_sum(out.stack() ** 2)
            return loss, tape.gradient(loss, [w, u])

        return slopes

    assert types_of(make()) == ["NativeRegion"]

    def several():
        f = make()
        return lambda: [f(tf.random.stateless_normal([*s, 8], s)) for s in ((4, 5), (3, 7), (4, 5))]

    assert_alike(several)


def test_lists_go_from_a_forward_function_to_its_gradient():
    def make():
        @tf.function
        def loop(x, n):
            for _ in tf.range(n):
                x = x * 0.99 + tf.sin(x)
            return x

        def f(x, n):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = loop(x, n)
            return tape.gradient(y, x)

        return f

    for rounds in (0, 1, 50):
        assert_alike(make, tf.constant([1.0, 0.3]), tf.constant(rounds))


def test_reading_and_writing_arrays_in_a_loop():
    def make():
        @tf.function
        def f(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                rows = tf.TensorArray(tf.float32, size=5, element_shape=[3]).unstack(x)
                out = tf.TensorArray(tf.float32, size=5, element_shape=[3])
                h = tf.zeros([3])
                for i in tf.range(5):
                    h = tf.tanh(h + rows.read(i) * rows.read(4 - i))
                    out = out.write(i, h)
                total = tf.reduce_sum(out.stack())
            return total, tape.gradient(total, x)

        return f

    x = tf.random.stateless_normal([5, 3], [1, 2])
    assert types_of(make(), x) == ["NativeRegion"]
    assert_alike(make, x)


def test_versions_of_a_list_keep_their_values():
    def make():
        @tf.function
        def f(x):
            a = tf.TensorArray(tf.float32, size=3, element_shape=[], clear_after_read=False)
            a = a.write(0, x)
            b = a.write(1, x * 2.0)
            c = a.write(1, x * 3.0)
            d = c
            for i in tf.range(3):
                d = b.write(2, x + tf.cast(i, tf.float32))
                b = c.write(1, d.read(2))
            return a.stack(), b.stack(), c.stack(), d.stack()

        return f

    assert types_of(make(), tf.constant(0.5)) == ["NativeRegion"]
    assert_alike(make, tf.constant(0.5))


def test_lists_that_change_places_in_a_loop():
    def make():
        @tf.function
        def f(x):
            a = tf.TensorArray(tf.float32, size=3, element_shape=[]).unstack([x, x * 2, x * 3])
            b = tf.TensorArray(tf.float32, size=2, element_shape=[]).unstack([x + 1, x * 4])
            for i in tf.range(3):
                a, b = b, a
                if i > 0:
                    a = a.write(0, x + tf.cast(i, tf.float32))
            return a.size(), b.size(), a.stack(), b.stack()

        return f

    assert_alike(make, tf.constant(0.5))


@pytest.mark.parametrize("size", [2, 5])
def test_errors_are_those_of_the_host(size):
    def make():
        @tf.function
        def f(x, n):
            rows = tf.TensorArray(tf.float32, size=3, element_shape=[])
            total = 0.0
            for i in tf.range(n):
                rows = rows.write(i - 3 + n, x)
                total += rows.read(i - 3 + n)
            return total

        return f

    messages = []
    for executor in ("host", "native"):
        with config.changed(executor=executor):
            with pytest.raises(InvalidArgumentError) as caught:
                make()(tf.constant(1.0), tf.constant(size))
            messages.append(str(caught.value).splitlines()[-1])
    assert messages[0] == messages[1]


def array_of_unknown_shape():
    @tf.function
    def f(x, rounds, place):
        array = tf.TensorArray(tf.float32, size=6, clear_after_read=False, infer_shape=False)
        for i in tf.range(rounds):
            x = tf.sin(x) * 1.1
            array = array.write(i, x)
        return array.read(place), array.stack()

    return f


def test_arrays_whose_elements_have_no_known_shape_learn_it():
    args = tf.ones([3]), tf.constant(6), tf.constant(4)
    assert types_of(array_of_unknown_shape(), *args) == ["NativeRegion"]
    assert_alike(array_of_unknown_shape, *args)


def test_conditionals_that_write_into_arrays_have_native_gradients():
    def make():
        @tf.function
        def f(x, n):
            with tf.GradientTape() as tape:
                tape.watch(x)
                array = tf.TensorArray(tf.float32, size=6)
                y = x
                for i in tf.range(n):
                    y = tf.sin(y) * 1.1
                    array = array.write(i, y)
                    if i > 3:
                        array = array.write(i, y * x)
                total = tf.reduce_sum(array.stack() ** 2)
            return total, tape.gradient(total, x)

        return f

    args = tf.constant([0.5, 1.0, -2.0]), tf.constant(6)
    assert types_of(make(), *args) == ["NativeRegion"]
    assert_alike(make, *args)


def test_mapping_and_scanning_are_native():
    x = tf.random.stateless_normal([7, 3], [1, 2])

    def mapped():
        return tf.function(lambda x: tf.map_fn(lambda row: tf.sin(row) * 2.0, x))

    def scanned():
        return tf.function(lambda x: tf.scan(lambda a, b: a * 0.9 + b, x))

    for make in (mapped, scanned):
        assert types_of(make(), x) == ["NativeRegion"]
        assert_alike(make, x)


def test_reading_what_was_never_written_is_an_error_where_no_shape_is_known():
    messages = []
    for executor in ("host", "native"):
        with config.changed(executor=executor):
            with pytest.raises(InvalidArgumentError) as caught:
                array_of_unknown_shape()(tf.ones([3]), tf.constant(5), tf.constant(5))
            messages.append(str(caught.value).splitlines()[-1])
    assert messages[0] == messages[1]


def test_lists_of_the_host_do_not_go_in_and_out_in_each_round():
    @tf.function
    def f(x):
        rows = tf.TensorArray(tf.float32, size=4, element_shape=[2])
        for i in tf.range(4):
            text = tf.strings.as_string(x)
            x = tf.sin(tf.strings.to_number(text)) + 1.0
            rows = rows.write(i, x * 2.0)
        return rows.stack()

    operations = outlined_graph(f, tf.ones([2])).operations
    (loop,) = [op for op in operations if op.type.endswith("While")]
    regions = [x for x in loop.attrs["body"].operations if x.type == "NativeRegion"]
    assert not any(x.dtype is tf.variant for region in regions for x in region.inputs)


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_any_loop_with_arrays_gives_what_the_host_gives(data):
    rounds = data.draw(st.integers(0, 4))
    steps = data.draw(
        st.lists(
            st.tuples(
                st.sampled_from(["write", "read", "fork", "choose", "mix"]), st.integers(0, 3)
            ),
            min_size=1,
            max_size=4,
        )
    )

    def make():
        @tf.function
        def f(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                a = tf.TensorArray(tf.float32, size=4, element_shape=[2], clear_after_read=False)
                a = a.unstack(tf.stack([x, x * 2.0, x - 1.0, tf.sin(x)]))
                b = a
                y = x
                for i in tf.range(rounds):
                    for word, place in steps:
                        if word == "write":
                            a = a.write(place, tf.sin(y) * 0.5)
                        elif word == "read":
                            y = y * 0.5 + a.read(place) * b.read((i + place) % 4)
                        elif word == "fork":
                            b = a.write((i + place) % 4, y)
                        elif word == "choose":
                            if i % 2 == 0:
                                a = b.write(place, y)
                        else:
                            a, b = b, a
                total = tf.reduce_sum(a.stack() * b.stack()) + tf.reduce_sum(y)
            return total, a.stack(), b.stack(), tape.gradient(total, x)

        return f

    assert_alike(make, tf.constant([0.3, -0.4]))


def test_threads_that_run_a_loop_at_once_have_lists_of_their_own():
    f = gradient_of_loop()
    args = [(tf.constant([0.5, float(i)]), tf.constant(20 + i)) for i in range(4)]
    expected = [tf.nest.map_structure(np.asarray, f(*each)) for each in args]

    def run(i):
        for _ in range(200):
            for actual, wanted in zip(f(*args[i]), expected[i], strict=True):
                np.testing.assert_array_equal(actual, wanted)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run, range(4)))


def test_a_call_leaves_its_memory_to_the_next():
    f = gradient_of_loop()
    # Rows of 1 MB: what is freed of such lists the C library gives back to the system.
    x, n = tf.constant(np.ones(1 << 18, np.float32)), tf.constant(40)

    def faults(times):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        for _ in range(times):
            f(x, n)
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

    faults(2)
    # One call's lists take some ten thousand pages each.
    assert faults(3) < 3000


def test_memory_does_not_grow():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    f = gradient_of_loop()
    x, n = tf.constant(np.ones(64, np.float32)), tf.constant(100)
    failing = tf.function(
        lambda x, n: tf.while_loop(
            lambda i, rows: i < n,
            lambda i, rows: (i + 1, rows.write(i, x)),
            [0, tf.TensorArray(tf.float32, size=50, element_shape=[64])],
        )[1].stack()
    )

    def run(times):
        for _ in range(times):
            f(x, n)
            with pytest.raises(InvalidArgumentError):
                failing(x, n)
        gc.collect()

    run(20)
    before = resident()
    run(300)
    # One call's lists take 25 KB each.
    assert resident() - before < 4 << 20
