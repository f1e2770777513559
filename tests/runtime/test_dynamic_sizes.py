"""Native code for graphs whose sizes are not known when they are traced."""

import resource
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.runtime import dynamic_regions

RANDOM = np.random.RandomState(0)


@pytest.fixture(autouse=True, params=[True, False], ids=["tiers", "no tiers"])
def is_tiered(request):
    with config.changed(executor="native", tiered_compilation=request.param):
        yield request.param


def floats(*sizes):
    return RANDOM.randn(*sizes).astype(np.float32)


def assert_same(actual, expected, rtol=1e-5, atol=1e-5):
    pairs = zip(tf.nest.flatten(actual), tf.nest.flatten(expected), strict=True)
    for one, other in pairs:
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=rtol, atol=atol)


def with_unknown_sizes(function, *args):
    specs = [tf.TensorSpec([None] * np.ndim(x), x.dtype) for x in args]
    return tf.function(function, input_signature=specs)


# ---------------------------------------------------------------------------- results


def normalized(x):
    shape = tf.shape(x)
    count = tf.cast(tf.reduce_prod(shape), x.dtype)
    flat = tf.reshape(x, [-1, shape[1]])
    return tf.reshape(flat - tf.reduce_sum(flat) / (count + 1.0), shape), tf.size(x)


def joined(x):
    rows = tf.shape(x)[0]
    ones = tf.ones([rows, 2])
    return tf.concat([x, ones, tf.fill(tf.shape(x), 2.0)], 1) * 3.0


def gradient_of_broadcast(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        scale = tf.reduce_max(x, 0)
        y = tf.reduce_sum((x * scale + tf.reduce_mean(x, 1, keepdims=True)) ** 2.0)
    return y, tape.gradient(y, x)


def rounds(x):
    y = tf.zeros_like(x)
    for _ in tf.range(3):
        y = tf.tanh(y) + x / tf.cast(1 + tf.shape(x)[0], tf.float32)
    return y


def halves(x):
    if tf.reduce_sum(x) > 0.0:
        y = x * 2.0
    else:
        y = tf.transpose(tf.transpose(x) - 1.0)
    return y + 1.0


def growing(x):
    y = x
    for _ in range(2):
        y = tf.concat([y, tf.exp(-y)], 0)
    return y


def shrinking(x):
    while tf.shape(x)[0] > 2:
        x = x[1:] * 0.5
    return x


PROGRAMS = [
    normalized, joined, gradient_of_broadcast, rounds, halves, growing, shrinking,
    lambda x: tf.nn.softmax(x @ tf.transpose(x)),
    lambda x: x[:, ::-1] - x[:1],
    lambda x: (tf.reduce_sum(x, 0), tf.reduce_mean(x), tf.linalg.norm(x)),
    lambda x: tf.pad(x, [[0, 1], [2, 0]])[1:, 1:] + 1.0,
    lambda x: tf.one_hot(tf.cast(x[:, 0], tf.int32), 4) * 2.0,
]  # fmt: skip


@pytest.mark.parametrize("function", PROGRAMS, ids=[f.__name__ for f in PROGRAMS])
def test_any_size_gives_what_is_computed_eagerly(function):
    f = with_unknown_sizes(function, floats(1, 1))
    for sizes in ([5, 3], [7, 3], [1, 3], [7, 4], [5, 3], [2, 2], [1, 1], [9, 3], [64, 17]):
        x = tf.constant(floats(*sizes))
        assert_same(f(x), function(x), 1e-4, 1e-4)
    assert f.experimental_get_tracing_count() == 1


@pytest.mark.parametrize("sizes", [[0, 3], [3, 0], [0, 0], [1, 0]])
@pytest.mark.parametrize("first", [[0, 3], [4, 3]])
def test_empty_tensors(sizes, first):
    def function(x):
        return tf.exp(x) + tf.reduce_sum(x, 0), tf.reduce_sum(x), tf.matmul(x, x, transpose_a=True)

    f = with_unknown_sizes(function, floats(1, 1))
    for each in (first, sizes):
        x = tf.constant(floats(*each))
        assert_same(f(x), function(x))


STEPS = [
    lambda x, y: x + y,
    lambda x, y: tf.nn.relu(x) * y,
    lambda x, y: x - tf.reduce_mean(x, -1, keepdims=True),
    lambda x, y: tf.reshape(tf.reshape(x, [-1]), tf.shape(y)),
    lambda x, y: tf.tanh(x) @ tf.transpose(y) @ x * 0.1,
    lambda x, y: tf.concat([x, y], 0)[: tf.shape(x)[0]],
    lambda x, y: x + tf.reduce_sum(y, 0),
    lambda x, y: tf.where(x > y, x, tf.ones_like(y)),
    lambda x, y: x / tf.cast(tf.size(y) + 1, tf.float32),
]


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, len(STEPS) - 1), st.integers(0, 9)), min_size=1, max_size=8),
    st.lists(st.tuples(st.integers(0, 6), st.integers(1, 6)), min_size=1, max_size=4),
)
def test_random_programs_give_what_is_computed_eagerly(steps, shapes):
    def function(x):
        values = [x]
        for step, other in steps:
            values.append(STEPS[step](values[-1], values[other % len(values)]))
        return values[-1], tf.reduce_sum(values[len(values) // 2])

    with config.changed(executor="native"):
        f = with_unknown_sizes(function, floats(1, 1))
        for sizes in shapes:
            x = tf.constant(floats(*sizes))
            assert_same(f(x), function(x), 2e-3, 2e-3)


def training_step(x, labels, variables):
    w1, b1, w2, b2 = variables
    with tf.GradientTape() as tape:
        tape.watch(variables)
        logits = tf.nn.relu(x @ w1 + b1) @ w2 + b2
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        loss = tf.reduce_mean(losses)
    gradients = tape.gradient(loss, variables)
    for variable, gradient in zip(variables, gradients, strict=True):
        variable.assign_sub(0.1 * gradient)
    return loss


def test_a_training_step_with_batches_of_any_size():
    start = [floats(5, 8) * 0.3, floats(8), floats(8, 3) * 0.3, floats(3)]
    variables, others = [tf.Variable(x) for x in start], [tf.Variable(x) for x in start]
    step = tf.function(
        lambda x, labels: training_step(x, labels, variables),
        input_signature=[tf.TensorSpec([None, 5]), tf.TensorSpec([None], tf.int32)],
    )
    for count in (6, 6, 4, 1, 6):
        x, labels = tf.constant(floats(count, 5)), tf.constant(np.arange(count, dtype="i") % 3)
        expected = training_step(x, labels, others)
        np.testing.assert_allclose(step(x, labels), expected, rtol=1e-5)
    assert_same(variables, others)


# ---------------------------------------------------------------------------- one program for all


def specs(*shapes):
    return [tf.TensorSpec(shape) for shape in shapes]


def test_all_shapes_after_the_first_share_a_program(compilations, is_tiered):
    f = tf.function(
        lambda x, y: tf.nn.relu(x @ y + tf.reduce_mean(x)), input_signature=specs([None, 6], [6, 4])
    )
    y = tf.constant(floats(6, 4))
    for rows in (3, 5, 1, 64, 17, 3):
        x = tf.constant(floats(rows, 6))
        assert_same(f(x, y), tf.nn.relu(x @ y + tf.reduce_mean(x)))
    assert ["%size_n0" in text for text in compilations] == ([True] if is_tiered else [False, True])


FILTERS = tf.constant(floats(3, 3, 2, 4))
TABLE = tf.constant(floats(7, 2))


def slopes_of(function):
    """The function that gives what a function of an image gives, and its gradient."""

    def with_gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
            total = tf.reduce_sum(y * tf.sin(y))
        return y, tape.gradient(total, x)

    return with_gradient


def places(x):
    """Some rows of a tensor of any number of rows, in disorder and more than once."""
    return tf.cast(tf.abs(x[:, 0, 0, 0]) * 1000.0, tf.int32) % tf.shape(x)[0]


# Of images [batch, 6, 5, 2].
OF_IMAGES = {
    "convolution": slopes_of(lambda x: tf.nn.relu(tf.nn.conv2d(x, FILTERS, 1, "SAME"))),
    "with strides": slopes_of(lambda x: tf.nn.conv2d(x, FILTERS, 2, "VALID") * 2.0),
    "of filters": lambda x: tf.raw_ops.Conv2DBackpropFilter(
        input=x, filter_sizes=[3, 3, 2, 2], out_backprop=tf.tanh(x), strides=[1] * 4, padding="SAME"
    ) * 2.0,
    "largest": slopes_of(lambda x: tf.nn.max_pool2d(tf.sin(x), 2, 2, "SAME")),
    "means": slopes_of(lambda x: tf.nn.avg_pool2d(tf.sin(x), 3, 2, "VALID") + 1.0),
    "gather": slopes_of(lambda x: tf.gather(tf.sin(x), places(x)) * 2.0),
    "gather of columns": lambda x: tf.gather(tf.sin(x), [3, 0, 3], axis=1) + 1.0,
    "gather in batches": lambda x: tf.gather(
        x + 1.0, tf.cast(tf.abs(x[:, :, 0, 0]), tf.int32) % 6, axis=1, batch_dims=1
    ),
    "gather points": lambda x: tf.gather_nd(tf.sin(x), tf.stack([places(x), places(x) % 6], 1)),
    "embedding": lambda x: tf.nn.embedding_lookup(TABLE, places(x) % 7) * tf.reduce_mean(x),
    "scatter": lambda x: tf.scatter_nd(places(x)[:, None], tf.sin(x), tf.shape(x)),
    "scatter into": lambda x: tf.tensor_scatter_nd_max(x, places(x)[:, None], tf.sin(x)) - 1.0,
    "segments": lambda x: tf.math.unsorted_segment_sum(tf.sin(x), places(x), tf.shape(x)[0]),
    "means of segments": lambda x: tf.math.unsorted_segment_max(tf.sin(x), places(x) % 3, 3) + 1.0,
    "running sums": slopes_of(lambda x: tf.cumsum(tf.sin(x), 0, reverse=True)),
    "halves": lambda x: tf.concat(tf.split(tf.sin(x), 2, axis=3)[::-1], 0) + 1.0,
    "halves of rows": lambda x: tf.split(tf.concat([x, tf.sin(x)], 0), 2)[1] * 2.0,
    "parts": slopes_of(
        lambda x: tf.concat([tf.split(tf.sin(x), [1, -1, 2], axis=1)[1], x[:, 1:, :, :]], 1)
    ),
    "parts of rows": lambda x: tf.split(tf.concat([x, tf.sin(x)], 0), [tf.shape(x)[0], -1])[1] - 1.0,
    "unstacked": slopes_of(lambda x: tf.unstack(tf.sin(x), axis=3)[1] * tf.unstack(x, axis=-1)[0]),
    "running products": lambda x: tf.math.cumprod(tf.cos(x), 0, exclusive=True) + x,
}  # fmt: skip


@pytest.mark.parametrize("name", OF_IMAGES)
def test_any_number_of_images_shares_a_program(name, compilations, is_tiered):
    function = OF_IMAGES[name]
    f = tf.function(function, input_signature=specs([None, 6, 5, 2]))
    for count in (3, 5, 1, 16, 2, 5, 1):
        x = tf.constant(floats(count, 6, 5, 2))
        assert_same(f(x), function(x), 1e-4, 1e-4)
    assert len(compilations) == (1 if is_tiered else 2)
    assert_same(
        f(tf.constant(floats(0, 6, 5, 2)))[:0], function(tf.constant(floats(0, 6, 5, 2)))[:0]
    )


def test_rows_of_a_variable_are_read_and_written_for_any_number(compilations, is_tiered):
    start = floats(7, 3)

    def step(v, which, x):
        rows = tf.nn.embedding_lookup(v, which)
        v.scatter_sub(tf.IndexedSlices(rows * 0.5 + x, which))
        v.scatter_nd_add(which[:, None], tf.tanh(x))
        return rows + tf.reduce_sum(v)

    v, other = tf.Variable(start), tf.Variable(start)
    signature = [tf.TensorSpec([None], tf.int32), tf.TensorSpec([None, 3])]
    f = tf.function(lambda which, x: step(v, which, x), signature)
    for count in (4, 6, 1, 12, 3):
        which = tf.constant(RANDOM.randint(0, 7, count).astype("i"))
        x = tf.constant(floats(count, 3))
        assert_same(f(which, x), step(other, which, x), 1e-4, 1e-4)
        assert_same(v, other, 1e-4, 1e-4)
    assert len(compilations) == (1 if is_tiered else 2)
    with pytest.raises(tf.errors.InvalidArgumentError, match="7 is not in"):
        f(tf.constant([1, 7]), tf.constant(floats(2, 3)))
    assert_same(v, other, 1e-4, 1e-4)


# ---------------------------------------------------------------------------- parts of a region


def few_rows_last(x):
    """The least of two sizes is no polynomial: this has no program for all sizes."""
    few = tf.minimum(tf.shape(x)[0], 4)
    return tf.concat([x[few:], x[:few]], 0)


def with_few_rows(x):
    before = tf.tanh(x) * 2.0 + tf.reduce_sum(x, 0)
    between = before[: tf.minimum(tf.shape(x)[0], 6)]
    return tf.exp(-between) * tf.reduce_sum(before) + 1.0, tf.reduce_sum(between, 1)


def test_what_has_no_program_for_all_sizes_leaves_the_others_theirs(compilations, is_tiered):
    f = with_unknown_sizes(with_few_rows, floats(1, 1))
    counts = []
    for rows, columns in ((4, 3), (5, 3), (8, 3), (7, 3), (1, 3), (9, 3), (4, 3), (30, 3), (8, 2)):
        x = tf.constant(floats(rows, columns))
        assert_same(f(x), with_few_rows(x))
        counts.append(len(compilations))
    # The first shape; then, at the second shape that a part sees, a program of it for all sizes. What is
    # behind the least size, the slice, turns out to have none, and is a part of its own.
    # In tiers the host runs other shapes at first, and parts need but one.
    if is_tiered:
        assert counts[: dynamic_regions._COLD] == [1] * dynamic_regions._COLD
        assert counts[-3:] == [3, 3, 3]
    else:
        assert counts == [1, 1, 2, 2, 3, 3, 3, 3, 3]
    assert all("%size_n0" in text for text in compilations[1:])


def test_parts_keep_the_order_of_assignments_and_tell_errors():
    v = tf.Variable(1.0)

    def function(x, y):
        v.assign(tf.reduce_sum(x) + v)
        before = few_rows_last(x * v)
        v.assign_add(tf.reduce_sum(before) * 0.5)
        return before + v, tf.reduce_sum(y // tf.cast(tf.shape(x)[0] - 6, tf.int32))

    f = tf.function(function, [tf.TensorSpec([None, None]), tf.TensorSpec([None], tf.int32)])
    for rows in (2, 3, 4, 5, 9, 2):
        x, y = tf.constant(floats(rows, 4)), tf.constant(np.arange(rows, dtype="i"))
        value = float(v)
        found = f(x, y)
        after = float(v)
        v.assign(value)
        assert_same(found, function(x, y), 1e-4, 1e-4)
        assert after == pytest.approx(float(v), rel=1e-4)
    with pytest.raises(tf.errors.InvalidArgumentError, match="zero"):
        f(tf.constant(floats(6, 4)), tf.constant(np.arange(6, dtype="i")))


def test_loops_around_what_has_no_program_for_all_sizes():
    @tf.function(input_signature=specs([None, None]))
    def f(x):
        for _ in tf.range(3):
            x = tf.tanh(x) + 0.1
            x = few_rows_last(x) * 2.0 + tf.reduce_mean(x)
        return x

    for rows in (3, 4, 6, 2, 5, 3):
        x = floats(rows, 4)
        expected = tf.constant(x)
        for _ in range(3):
            expected = tf.tanh(expected) + 0.1
            expected = few_rows_last(expected) * 2.0 + tf.reduce_mean(expected)
        assert_same(f(tf.constant(x)), expected)


def test_what_was_equal_in_two_calls_is_checked():
    def function(x, y):
        return x * 2.0 + y

    f = tf.function(function, input_signature=specs([None], [None]))
    for sizes in ((3, 3), (5, 5), (8, 8), (1, 4), (4, 1), (1, 1), (2, 2)):
        x, y = (tf.constant(floats(size)) for size in sizes)
        assert_same(f(x, y), function(x, y))
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"Incompatible shapes: \[2\] vs. \[3\]"
    ):
        f(tf.constant(floats(2)), tf.constant(floats(3)))


def test_what_stayed_the_same_in_two_calls_is_checked(compilations, is_tiered):
    def function(x):
        return tf.reduce_sum(tf.exp(x), 1) + 1.0

    f = tf.function(function, input_signature=specs([None, None]))
    for sizes in ((3, 4), (5, 4), (6, 4), (5, 3), (5, 1), (0, 4), (2, 0)):
        x = tf.constant(floats(*sizes))
        assert_same(f(x), function(x))
    assert len(compilations) == (1 if is_tiered else 2)


@pytest.mark.parametrize("rows", [[4, 6], [4, 0], [0, 4], [1, 3], [3, 1]])
def test_a_program_for_all_sizes_does_not_take_axes_without_elements(rows):
    def function(x):
        return tf.reduce_max(x, 0) * 2.0, tf.nn.softmax(x)

    f = tf.function(function, input_signature=specs([None, 3]))
    for count in (*rows, 7, 0, 2, 1):
        x = tf.constant(floats(count, 3))
        assert_same(f(x), function(x))


def test_an_axis_of_any_size_is_not_squeezed():
    f = tf.function(lambda x: tf.shape(tf.squeeze(x * 2.0)), input_signature=specs([None, 3]))
    for count in (4, 5, 1, 2):
        expected = [3] if count == 1 else [count, 3]
        assert f(tf.constant(floats(count, 3))).numpy().tolist() == expected


def test_arrays_in_disorder_run_on_the_host():
    f = tf.function(lambda x: tf.exp(x) + 1.0, input_signature=specs([None, None]))
    for sizes in ((2, 3), (4, 5), (6, 7)):
        x = tf.transpose(tf.constant(floats(*sizes)))
        assert_same(f(x), tf.exp(x) + 1.0)


# ---------------------------------------------------------------------------- errors


def test_shapes_that_do_not_fit_are_refused_as_on_the_host():
    f = with_unknown_sizes(lambda x, y: tf.exp(x @ y) + 1.0, floats(1, 1), floats(1, 1))
    good = tf.constant(floats(3, 3))
    for _ in range(5):
        with pytest.raises(tf.errors.InvalidArgumentError, match="Matrix size-incompatible"):
            f(good, tf.constant(floats(2, 2)))
        assert f(good, good).shape == [3, 3]


def test_a_failure_names_the_operation():
    f = with_unknown_sizes(lambda x, y: (x + 1) // y, np.zeros(1, "i"), np.zeros(1, "i"))
    assert f(tf.constant([3]), tf.constant([2])).numpy() == [2]
    for count in (1, 2, 3):
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"(?s)test_dynamic_sizes.*zero"):
            f(tf.constant([1] * count), tf.constant([0] * count))


# ---------------------------------------------------------------------------- economy


def test_no_more_than_two_compilations_for_any_number_of_shapes(compilations):
    f = with_unknown_sizes(lambda x: tf.nn.softmax(tf.exp(x) + tf.reduce_sum(x)), floats(1))
    for count in range(1, 1001):
        f(tf.constant(np.zeros(count, np.float32)))
        if count == 20:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert len(compilations) <= 2
    assert f.experimental_get_tracing_count() == 1
    assert grown < 20 * 1024


def test_threads_call_with_different_shapes_at_once(compilations):
    f = with_unknown_sizes(lambda x: tf.reduce_sum(tf.exp(x) * 2.0) + tf.reduce_max(x), floats(1))
    arrays = [floats(count) for count in range(1, 9)]
    expected = [np.exp(x).sum() * 2 + x.max() for x in arrays]
    barrier = threading.Barrier(8)

    def work(i):
        barrier.wait()
        return [
            float(f(tf.constant(arrays[(i + j) % 8]))) - expected[(i + j) % 8] for j in range(100)
        ]

    with ThreadPoolExecutor(8) as pool:
        errors = [error for row in pool.map(work, range(8)) for error in row]
    assert max(map(abs, errors)) < 1e-4
    assert len(compilations) <= 2
