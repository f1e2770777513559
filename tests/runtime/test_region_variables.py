"""Variables of regions: reads, assignments and updates in machine code, and tensors that never change."""

import os
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from tests.runtime.outlined_steps import types_of


@pytest.fixture(autouse=True)
def native():
    with config.changed(executor="native"):
        yield


def test_a_step_of_training_is_one_region():
    w, b = tf.Variable(tf.ones([3, 2])), tf.Variable([0.5, -0.5])

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.tanh(x @ w + b))
        for variable, gradient in zip([w, b], tape.gradient(loss, [w, b]), strict=True):
            variable.assign_sub(0.5 * gradient)
        return loss

    x = tf.constant([[0.1, 0.2, 0.3]])
    assert types_of(step, x) == ["NativeRegion"]
    before_w, before_b = w.numpy(), b.numpy()
    loss = step(x)
    y = np.tanh(x.numpy() @ before_w + before_b)
    np.testing.assert_allclose(loss, y.sum(), rtol=1e-6)
    np.testing.assert_allclose(w, before_w - 0.5 * x.numpy().T @ (1 - y * y), rtol=1e-5)
    np.testing.assert_allclose(b, before_b - 0.5 * (1 - y * y)[0], rtol=1e-5)


def test_values_that_were_read_do_not_change():
    v = tf.Variable(np.arange(1000.0))
    add = tf.function(lambda: v.assign_add(tf.ones([1000], tf.float64)) * 1.0)
    kept = []
    for round_ in range(20):
        kept.append((round_, v.read_value()))
        if round_ % 3 == 0:
            kept.append((round_, v.read_value()[1:].numpy().base is None or v.read_value()))
        add()
    for round_, tensor in kept:
        if not isinstance(tensor, bool):
            np.testing.assert_array_equal(tensor, np.arange(1000.0) + round_)


@pytest.mark.parametrize("size", [100, 5000])
def test_slices_and_memoryviews_keep_their_values(size):
    v = tf.Variable(np.zeros(size))
    add = tf.function(lambda: v.assign(v * 1.0 + 1.0) + 0.0)
    parts = []
    for round_ in range(8):
        array = np.asarray(v.read_value())
        parts.append((round_, array[10:20], memoryview(array)))
        del array
        add()
    for round_, part, memory in parts:
        np.testing.assert_array_equal(part, np.full(10, float(round_)))
        np.testing.assert_array_equal(np.asarray(memory), np.full(size, float(round_)))


def misaligned(array):
    """A copy that does not begin at a line of the cache."""
    memory = np.empty(array.nbytes + 128, np.uint8)
    begin = -memory.ctypes.data % 64 + 16
    copy = memory[begin : begin + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def test_new_values_begin_at_lines_of_the_cache():
    v = tf.Variable(np.zeros([100, 50], np.float32))
    add = tf.function(lambda: v.assign_add(tf.ones([100, 50])))
    for _ in range(5):
        add()
        assert v.handle._array[()].value.ctypes.data % 64 == 0


def test_a_value_that_is_read_again_is_put_at_a_line_of_the_cache():
    number = np.random.default_rng(1).standard_normal([100, 50]).astype(np.float32)
    v = tf.Variable(tf.zeros([100, 50]))
    resource = v.handle._array[()]
    total = tf.function(lambda: tf.reduce_sum(v * 2.0))
    for round_ in range(3):
        given = misaligned(number + round_)
        resource.value = given
        first = total()
        assert resource.value is given  # it may be another one the next time
        assert total() == first
        assert resource.value is not given
        kept = resource.value
        assert kept.ctypes.data % 64 == 0
        np.testing.assert_array_equal(kept, given)
        assert total() == first
        assert resource.value is kept
    kept_view = kept[3:5]
    expected = kept_view.copy()
    add = tf.function(lambda: v.assign_add(tf.ones([100, 50])))
    for _ in range(4):
        add()
    np.testing.assert_array_equal(kept_view, expected)


def test_captured_tensors_are_put_at_lines_of_the_cache():
    weights = tf.constant(np.ones([100, 50], np.float32))
    weights._array = misaligned(weights._array)
    f = tf.function(lambda x: x @ weights)
    np.testing.assert_array_equal(f(tf.ones([2, 100])), np.full([2, 50], 100.0))
    assert weights._array.ctypes.data % 64 == 0


def test_the_memory_of_old_values_is_used_again():
    v = tf.Variable(np.zeros(5000))
    add = tf.function(lambda: v.assign_add(tf.ones([5000], tf.float64)).read_value())
    places = set()
    for _ in range(50):
        add()
        places.add(v.handle._array[()].value.ctypes.data)
    assert len(places) == 2
    np.testing.assert_array_equal(v, np.full(5000, 50.0))


def test_a_result_that_is_a_value_of_a_variable_is_not_copied():
    v = tf.Variable(np.zeros(3))

    @tf.function
    def f(x):
        before = v.read_value()
        v.assign(tf.exp(x) + before)
        return before, v.read_value(), before * 2.0

    zero = v.handle._array[()].value
    before, after, _ = f(tf.constant([1.0, 2.0, 3.0], tf.float64))
    assert before._array is zero
    assert after._array is v.handle._array[()].value
    np.testing.assert_allclose(after, np.exp([1, 2, 3]))
    np.testing.assert_array_equal(before, np.zeros(3))


def test_a_failure_leaves_what_happened_before_it():
    first, second = tf.Variable([1, 2]), tf.Variable([5, 5])

    @tf.function
    def f(x):
        first.assign_add(x)
        second.assign(first.read_value() // x)
        first.assign_add([100, 100])
        return first + second

    with pytest.raises(tf.errors.InvalidArgumentError):
        f(tf.constant([1, 0]))
    assert second.numpy().tolist() == [5, 5]
    assert first.numpy().tolist() in ([2, 2], [102, 102])
    assert f(tf.constant([1, 1])).numpy().tolist() == (first.numpy() + second.numpy()).tolist()


def test_a_variable_without_a_value_is_told_by_the_host():
    v = tf.Variable([1.0, 2.0])
    f = tf.function(lambda x: tf.exp(v) + x)
    x = tf.constant([1.0, 1.0])
    f(x)
    v.handle._array[()].value = None
    with pytest.raises(tf.errors.FailedPreconditionError, match="never initialized"):
        f(x)


def test_branches_and_loops_assign():
    v, w = tf.Variable([1.0, 2.0]), tf.Variable(0)

    @tf.function
    def f(x, n):
        total = tf.zeros([2])
        for i in tf.range(n):
            if i % 2 == 0:
                v.assign_add(x)
                w.assign_add(i)
            else:
                v.assign(v * 2.0)
            total += v
        return total, v + 0.0

    x, n = tf.constant([0.5, 1.0]), tf.constant(5)
    assert types_of(f, x, n) == ["NativeRegion"]
    total, last = f(x, n)
    value, expected, count = np.array([1.0, 2.0]), np.zeros(2), 0
    for i in range(5):
        value = value + x.numpy() if i % 2 == 0 else value * 2
        count += i if i % 2 == 0 else 0
        expected += value
    np.testing.assert_allclose(total, expected)
    np.testing.assert_allclose(last, value)
    np.testing.assert_allclose(v, value)
    assert int(w) == count


def test_host_steps_see_what_regions_assigned():
    v = tf.Variable([1.0, 2.0])
    seen = []

    @tf.function
    def f(x):
        v.assign(tf.exp(x) * 2.0)
        tf.py_function(lambda: seen.append(v.numpy()), [], [])
        v.assign_add(tf.ones([2]))
        tf.py_function(lambda: seen.append(v.numpy()), [], [])
        return v * 2.0

    x = np.array([0.0, 1.0], np.float32)
    result = f(tf.constant(x))
    np.testing.assert_allclose(seen[0], np.exp(x) * 2, rtol=1e-6)
    np.testing.assert_allclose(seen[1], np.exp(x) * 2 + 1, rtol=1e-6)
    np.testing.assert_allclose(result, np.exp(x) * 4 + 2, rtol=1e-6)


def test_a_value_in_columns_is_put_into_rows():
    v = tf.Variable(np.zeros((3, 4)))
    v.handle._array[()].value = np.asfortranarray(np.arange(12.0).reshape(3, 4))

    @tf.function
    def f(x):
        v.assign_sub(x * 0.5)
        return v + x

    result = f(tf.ones([3, 4], tf.float64))
    np.testing.assert_array_equal(result, np.arange(12.0).reshape(3, 4) + 0.5)
    # The host would have kept the columns.
    assert v.handle._array[()].value.flags.c_contiguous


def test_a_value_in_columns_that_is_read_is_put_into_rows_once():
    v = tf.Variable(np.zeros((3, 4)))
    resource = v.handle._array[()]
    resource.value = np.asfortranarray(np.arange(12.0).reshape(3, 4))
    f = tf.function(lambda x: v + x)
    expected = np.arange(12.0).reshape(3, 4) + 1.0
    held, done = threading.Event(), threading.Event()

    def hold():
        with resource.lock:
            held.set()
            done.wait()

    # Another thread has the lock: the copy is for one call.
    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    np.testing.assert_array_equal(f(tf.ones([3, 4], tf.float64)), expected)
    assert not resource.value.flags.c_contiguous
    done.set()
    thread.join()
    for _ in range(2):
        np.testing.assert_array_equal(f(tf.ones([3, 4], tf.float64)), expected)
        assert resource.value.flags.c_contiguous


def test_one_variable_under_two_handles():
    v = tf.Variable([1.0])

    @tf.function
    def inner(a, b):
        a.assign_add([1.0])
        b.assign(b * 10.0)
        return a + b

    np.testing.assert_allclose(inner(v, v), [40.0])
    np.testing.assert_allclose(v, [20.0])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "int8", "int64", "float64", "bool"])
def test_all_dtypes(dtype):
    v = tf.Variable(tf.cast([1, 0, 1], dtype))

    @tf.function
    def f(x):
        if dtype == "bool":
            v.assign(tf.math.logical_xor(x, v))
        else:
            v.assign_add(x * v)
            v.assign_sub(x)
        return v.read_value()

    x = tf.cast([1, 1, 0], dtype)
    with config.changed(executor="host"):
        w = v.read_value()
        expected = tf.math.logical_xor(x, w) if dtype == "bool" else w + x * w - x
    result = f(x)
    assert result.dtype == v.dtype
    np.testing.assert_array_equal(result.numpy(), expected.numpy())
    np.testing.assert_array_equal(v.numpy(), expected.numpy())


def test_threads_lose_no_update():
    v, w = tf.Variable(0), tf.Variable([0.0, 0.0])

    @tf.function
    def count(x):
        v.assign_add(1)
        w.assign_add(x)
        return v * 2

    @tf.function
    def other_way_round(x):
        w.assign_add(x)
        v.assign_add(1)
        return v * 2

    x = tf.constant([1.0, 2.0])
    count(x), other_way_round(x)

    def work(function):
        for _ in range(500):
            function(x)

    threads = [threading.Thread(target=work, args=(f,)) for f in (count, other_way_round) * 2]
    for thread in threads:
        thread.start()
    for _ in range(500):
        v.assign_add(1)
    for thread in threads:
        thread.join(60)
    assert int(v) == 2 + 4 * 500 + 500
    np.testing.assert_array_equal(w, [2002.0, 4004.0])


def threads_and_forks(calls):
    """Four threads call one function; meanwhile the process forks, and the child calls it, too."""
    v = tf.Variable(np.zeros((4, 8)))

    @tf.function
    def f(x, row):
        v.assign_add(x)
        return tf.reduce_sum(tf.tanh(x) * row), v.read_value()

    x = np.zeros((4, 8))
    x[1] = 1.0
    wrong = []

    def work(number):
        given, row = tf.constant(x), tf.constant(np.full((4, 8), float(number)))
        expected = 8 * np.tanh(1.0) * number
        for _ in range(calls):
            total, value = f(given, row)
            array = np.asarray(value)
            rows = array[1]
            if not np.isclose(float(total), expected) or array[0].any() or (rows != rows[0]).any():
                wrong.append((number, total, array))

    f(tf.constant(np.zeros((4, 8))), tf.constant(x))
    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    statuses = []
    for _ in range(3):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                before = float(v[1, 0])
                f(tf.constant(x), tf.constant(x))
                code = 0 if float(v[1, 0]) == before + 1 else 2
            finally:
                os._exit(code)
        statuses.append(os.waitpid(child, 0)[1])
    for thread in threads:
        thread.join(600)
    assert not wrong
    assert statuses == [0, 0, 0]
    assert float(v[1, 0]) == 4 * calls


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_threads_and_a_forked_child_share_a_function():
    threads_and_forks(300)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_four_threads_call_a_function_a_hundred_thousand_times():
    threads_and_forks(100_000)


@pytest.mark.slow
def test_a_million_calls_take_no_memory():
    v = tf.Variable(np.zeros(100))
    f = tf.function(lambda x: tf.reduce_sum(v.assign_add(x) * 2.0))
    x = tf.constant(np.ones(100))

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    for _ in range(20_000):
        f(x)
    before = resident()
    for _ in range(1_000_000):
        f(x)
    # One lost object for each call would be 16 MB at least; other tests' leftovers come and go.
    assert resident() - before < 8 << 20
    assert float(v[0]) == 1_020_000


# Programs of reads, assignments, updates, branches and loops over three variables.
_STATEMENT = st.sampled_from(
    ["read", "assign", "add", "subtract", "branch", "loop", "swap", "use", "sum"]
)


def program(statements):
    """A function over three new variables that runs the statements, and the variables."""
    variables = [tf.Variable(np.linspace(-1, 1, 6).reshape(2, 3) * (i + 1)) for i in range(3)]

    def run(x, flag):
        last = x
        for word, a, b in statements:
            v, w = variables[a], variables[b]
            if word == "read":
                last = v + last
            elif word == "assign":
                v.assign(last * 0.5)
            elif word == "add":
                v.assign_add(w * 0.25)
            elif word == "subtract":
                v.assign_sub(last * 0.125)
            elif word == "branch":
                if flag > a:
                    v.assign(w + 1.0)
                    last = last - v
                else:
                    w.assign_sub(last)
            elif word == "loop":
                for _ in tf.range(flag):
                    v.assign(v * 0.5 + w)
                    last = last * 0.5 + v
            elif word == "swap":
                old = v.read_value()
                v.assign(w)
                w.assign(old)
            elif word == "use":
                last = tf.tanh(last) * w
            else:
                v.assign_add(tf.zeros_like(v) + tf.reduce_sum(last, axis=1, keepdims=True))
        return last, variables[0].read_value()

    return tf.function(run), variables


def check_program(statements, flags):
    results = {}
    for executor in ("host", "native"):
        with config.changed(executor=executor):
            function, variables = program(statements)
            x = tf.constant(np.arange(6.0).reshape(2, 3) / 7)
            results[executor] = []
            for flag in flags:
                results[executor] += function(x, tf.constant(flag))
            results[executor] += [v.read_value() for v in variables]
    for host, machine in zip(results["host"], results["native"], strict=True):
        np.testing.assert_allclose(machine, host, rtol=1e-10, atol=1e-10)


_STATEMENTS = st.lists(
    st.tuples(_STATEMENT, st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=7
)
_FLAGS = st.lists(st.integers(0, 3), min_size=1, max_size=3)


@settings(max_examples=10, deadline=None)
@given(_STATEMENTS, _FLAGS)
def test_programs_with_variables_do_what_the_host_does(statements, flags):
    check_program(statements, flags)


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(_STATEMENTS, _FLAGS)
def test_many_programs_with_variables_do_what_the_host_does(statements, flags):
    check_program(statements, flags)
