"""Transformations of datasets: what comes of several at a time, of errors, of threads and of early stops.

Elements, order and error classes are compared with TensorFlow in `tests/oracle/programs/pipelines.py`.
"""

from __future__ import annotations

import gc
import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.data.elements import elements_of
from stagelight.data.iteration import Iteration
from stagelight.data.parallel_calls import Pace

Dataset, AUTOTUNE = tf.data.Dataset, tf.data.AUTOTUNE


def values(dataset):
    return [np.asarray(x).tolist() for x in dataset.as_numpy_iterator()]


def gives_blocks(dataset):
    return elements_of(dataset._variant_tensor).begin(Iteration()).read_ahead > 1


@pytest.mark.parametrize(
    ("dataset", "expected"),
    [
        (lambda: Dataset.range(5).window(2).flat_map(lambda w: w.batch(2)), [[0, 1], [2, 3], [4]]),
        (lambda: Dataset.range(4).interleave(Dataset.range, 2), [0, 0, 1, 0, 1, 2]),
        (lambda: Dataset.range(6).batch(2).rebatch(3), [[0, 1, 2], [3, 4, 5]]),
        (lambda: Dataset.range(5).shard(2, 1), [1, 3]),
        (lambda: Dataset.range(4).map(lambda x: x // 2).unique(), [0, 1]),
        (lambda: Dataset.counter(1).take(2), [1, 2]),
        (lambda: tf.data.experimental.from_list([[1], [2, 3]]), [[1], [2, 3]]),
    ],
)
def test_elements(dataset, expected):
    assert values(dataset()) == expected == values(dataset())


STEPS = {
    "map": lambda d: d.map(lambda x: x * 3 + 1),
    "pair": lambda d: Dataset.zip((d, d)).map(lambda x, y: x + y),
    "take": lambda d: d.take(7),
    "skip": lambda d: d.skip(2),
    "shard": lambda d: d.shard(2, 1),
    "repeat": lambda d: d.repeat(2),
    "shuffle": lambda d: d.shuffle(4, seed=7),
    "rebatch": lambda d: d.batch(3).unbatch(),
    "number": lambda d: d.enumerate().map(lambda i, x: i + x),
    "prefetch": lambda d: d.prefetch(2),
}


def test_rounds_that_nobody_asks_for_are_not_begun():
    """As TensorFlow's: the second round of what is taken has the second order, not the third."""
    tf.random.set_seed(None)
    taken = Dataset.range(11).shuffle(4, seed=3).repeat(2).take(7).repeat(2)
    assert [x.tolist() for x in taken.batch(7).as_numpy_iterator()] == [
        [0, 3, 2, 1, 4, 7, 6],
        [0, 4, 1, 2, 5, 3, 6],
    ]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(sorted(STEPS)), max_size=5), st.integers(1, 5))
def test_blocks_give_what_single_elements_give(steps, size):
    """The same pipeline over a source that gives no blocks has the same elements."""

    def rows(source):
        for step in steps:
            source = STEPS[step](source)
        return [x.tolist() for x in source.batch(size).as_numpy_iterator()]

    numbers = Dataset.range(11)
    assert rows(numbers) == rows(numbers.filter(lambda x: True))


def test_pure_functions_are_run_on_blocks_and_others_are_not():
    variable = tf.Variable(1, dtype=tf.int64)
    numbers = Dataset.range(5)
    assert gives_blocks(numbers.map(lambda x: x + 1))
    assert gives_blocks(numbers.map(lambda x: (x, tf.reduce_sum(tf.stack([x, x])))).shuffle(3))
    assert not gives_blocks(numbers.map(lambda x: x + variable))
    assert not gives_blocks(numbers.map(lambda x: tf.random.uniform([])))
    assert not gives_blocks(numbers.map(lambda x: tf.py_function(lambda v: v, [x], tf.int64)))
    assert not gives_blocks(numbers.map(tf.range))


def test_an_element_that_fails_comes_in_its_turn_and_ends_nothing():
    def inverse(x):
        return tf.debugging.check_numerics(6.0 / tf.cast(x - 3, tf.float32), "not finite")

    iterator = iter(Dataset.range(6).map(inverse))
    assert [float(next(iterator)) for _ in range(3)] == [-2.0, -3.0, -6.0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="not finite"):
        next(iterator)
    assert [float(x) for x in iterator] == [6.0, 3.0]


def test_a_batch_that_fails_is_followed_by_the_next():
    dataset = Dataset.range(6).filter(lambda x: True).map(lambda x: tf.ones([3 if x == 1 else 2]))
    iterator = iter(dataset.batch(2))
    with pytest.raises(tf.errors.InvalidArgumentError, match="different shapes"):
        next(iterator)
    assert [x.shape.as_list() for x in iterator] == [[2, 2], [2, 2]]
    assert len(list(dataset.batch(2).ignore_errors())) == 2


# ---------------------------------------------------------------------------- threads


def _threads():
    return [t for t in threading.enumerate() if t.name.startswith("stagelight-data")]


def _slow(seconds=0.005):
    def wait(x):
        time.sleep(seconds)
        return x

    return lambda x: tf.numpy_function(wait, [x], tf.int64)


@pytest.mark.parametrize(
    "dataset",
    [
        lambda: Dataset.range(100).map(_slow(), num_parallel_calls=4),
        lambda: Dataset.range(100).map(_slow()).prefetch(3),
        lambda: Dataset.range(9).interleave(
            lambda x: Dataset.range(50).map(_slow()), 3, num_parallel_calls=3
        ),
    ],
)
def test_threads_end_when_iteration_stops_early(dataset):
    iterator = iter(dataset())
    for _ in range(12):
        next(iterator)
    assert _threads()
    del iterator
    gc.collect()
    assert not _threads()


@pytest.mark.parametrize(
    ("times", "is_slow"),
    [
        ([1.0, 1e-5, 1e-5], False),
        ([1.0, 0.001], True),
        ([1e-5] * 50 + [0.004, 0.004], False),
        ([1e-5, *[1e-5] * 9, 0.02, *[1e-5] * 9, 0.02], True),
        ([1e-5, 0.1], False),
    ],
)
def test_a_hiccup_does_not_bring_threads(times, is_slow):
    pace = Pace()
    for seconds in times:
        pace.tell(seconds)
    assert pace.is_slow is is_slow


def test_slow_functions_run_at_the_same_time_and_keep_the_order():
    def duration(calls):
        dataset = Dataset.range(24).map(_slow(0.02), num_parallel_calls=calls)
        begin = time.perf_counter()
        assert values(dataset) == list(range(24))
        return time.perf_counter() - begin

    assert duration(8) < duration(None) * 0.6


def test_elements_in_the_order_in_which_they_are_done():
    def wait(x):
        time.sleep(0.2 if x == 3 else 0.002)
        return x

    dataset = Dataset.range(12).map(
        lambda x: tf.numpy_function(wait, [x], tf.int64), num_parallel_calls=4, deterministic=False
    )
    found = values(dataset)
    assert sorted(found) == list(range(12)) != found


def test_an_error_in_a_thread_reaches_the_consumer():
    def fail(x):
        time.sleep(0.003)
        if x == 5:
            raise ValueError("no five")
        return x

    mapped = Dataset.range(9).map(
        lambda x: tf.numpy_function(fail, [x], tf.int64), num_parallel_calls=3
    )
    for dataset in (mapped, mapped.prefetch(2)):
        iterator = iter(dataset)
        assert [int(next(iterator)) for _ in range(5)] == [0, 1, 2, 3, 4]
        with pytest.raises(tf.errors.InvalidArgumentError, match="no five"):
            next(iterator)


# ---------------------------------------------------------------------------- generators


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (ValueError("bad"), tf.errors.InvalidArgumentError),
        (KeyError("bad"), tf.errors.UnknownError),
        (NotImplementedError("bad"), tf.errors.UnimplementedError),
    ],
)
def test_an_error_of_a_generator_reaches_the_consumer_as_tensorflow_tells_it(raised, expected):
    def generate():
        yield 1
        raise raised

    dataset = Dataset.from_generator(generate, output_signature=tf.TensorSpec([], tf.int32))
    iterator = iter(dataset)
    assert int(next(iterator)) == 1
    with pytest.raises(expected, match="bad"):
        next(iterator)
    assert next(iterator, "over") == "over"


def test_generators_that_yield_something_else_are_refused():
    signature = tf.TensorSpec([2], tf.int32)
    for value, expected in ((["a", "b"], "could not be converted"), ([1, 2, 3], "shape")):
        dataset = Dataset.from_generator(lambda v=value: [v], output_signature=signature)
        with pytest.raises(tf.errors.InvalidArgumentError, match=expected):
            next(iter(dataset))


def test_debug_mode_steps_in_python():
    seen = []
    with config.changed():
        tf.data.experimental.enable_debug_mode()
        dataset = Dataset.range(3).map(lambda x: seen.append(x) or x + 1, num_parallel_calls=2)
        assert values(dataset.filter(lambda x: x > 1).prefetch(1)) == [2, 3]
    assert [int(x) for x in seen[1:]] == [0, 1, 2]  # The first call is the trace.
    assert not _threads()


# ---------------------------------------------------------------------------- places


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.sampled_from(sorted(STEPS)), max_size=5),
    st.booleans(),
    st.integers(0, 12),
)
def test_an_iteration_goes_on_from_its_places(steps, one_by_one, taken):
    assert_goes_on(steps, one_by_one, taken)


@pytest.mark.parametrize("taken", range(24))
@pytest.mark.parametrize("between", [[], ["shard"], ["map"], ["prefetch"], ["rebatch"]])
def test_a_shuffle_goes_on_whose_source_has_no_more(between, taken):
    """The seeds of the source's next round follow from where it is, though it gives nothing any more."""
    assert_goes_on(["shuffle", *between, "shuffle", "repeat"], False, taken)


def assert_goes_on(steps, one_by_one, taken):
    dataset = Dataset.range(11)
    if one_by_one:
        dataset = dataset.filter(lambda x: True)
    for step in steps:
        dataset = STEPS[step](dataset)
    elements = elements_of(dataset._variant_tensor)
    first = Iteration()
    rows = elements.rows(first)
    for _ in range(taken):
        next(rows, None)
    state = first.state()
    rest = [tuple(map(int, row)) for row in rows]
    again = elements.rows(Iteration(state))
    assert [tuple(map(int, row)) for row in again] == rest


def _long(x):
    """The number itself, after a millisecond or more of work for threads; Python has no part in it."""
    matrix = tf.fill([400, 400], tf.cast(x, tf.float32))
    return x + tf.cast(0.0 * tf.reduce_sum(matrix @ matrix), tf.int64)


@pytest.mark.parametrize(
    "dataset",
    [
        lambda: Dataset.range(9).interleave(lambda x: Dataset.range(x).shuffle(3, seed=1), 3, 2),
        lambda: Dataset.range(5).flat_map(lambda x: Dataset.range(x).map(lambda y: y + x)),
        lambda: Dataset.range(9).group_by_window(lambda x: x % 2, lambda k, w: w.shuffle(3, 1), 3),
        lambda: Dataset.range(9).window(3, 2).flat_map(lambda w: w.shuffle(2, seed=1)),
        lambda: Dataset.range(9).scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s)),
        lambda: Dataset.sample_from_datasets([Dataset.range(5), Dataset.range(10, 15)], seed=3),
        lambda: Dataset.range(9).map(lambda x: x % 4).unique(),
        lambda: Dataset.range(9).batch(4).rebatch(3).unbatch(),
        lambda: Dataset.range(4).concatenate(Dataset.range(3)).repeat(2),
        lambda: Dataset.random(seed=4).take(9),
        lambda: Dataset.range(8).map(_long, num_parallel_calls=3),
        lambda: Dataset.range(8).map(_long).prefetch(2),
    ],
)
def test_every_place_of_an_iteration_is_kept(dataset):
    dataset = dataset()
    elements = elements_of(dataset._variant_tensor)
    whole = [tuple(map(int, row)) for row in elements.rows(Iteration())]
    for taken in range(len(whole) + 1):
        first = Iteration()
        rows = elements.rows(first)
        begun = [tuple(map(int, next(rows))) for _ in range(taken)]
        again = elements.rows(Iteration(first.state()))
        rest = [tuple(map(int, row)) for row in again]
        assert len(begun) + len(rest) == len(whole)
        assert sorted(begun + rest) == sorted(whole)


def test_a_mapped_function_makes_its_variables_at_its_first_call():
    """As layers do; they are made outside of the graph, and outlive the pipeline."""
    made = []

    def added(x):
        if not made:
            made.append(tf.Variable(tf.ones([2])))
        return x + made[0]

    dataset = tf.data.Dataset.from_tensors([1.0, 2.0]).map(added)
    assert [x.numpy().tolist() for x in dataset] == [[2.0, 3.0]]
    made[0].assign([5.0, 5.0])
    assert [x.numpy().tolist() for x in dataset] == [[6.0, 7.0]]


@pytest.mark.parametrize(
    "failing",
    [
        lambda d, f: d.map(f),
        lambda d, f: d.map(f, num_parallel_calls=2),
        lambda d, f: d.flat_map(lambda x: Dataset.from_tensors(f(x))),
        lambda d, f: d.interleave(lambda x: Dataset.from_tensors(f(x))),
        lambda d, f: d.scan(np.int64(0), lambda state, x: (state, f(x))),
        lambda d, f: d.filter(lambda x: f(x) > 0),
        lambda d, f: d.map(f).batch(2).prefetch(2),
    ],
    ids=["map", "parallel map", "flat_map", "interleave", "scan", "filter", "batch"],
)
def test_a_function_that_stops_is_no_end_of_the_dataset(failing):
    def stop(x):
        if x == 2:
            raise StopIteration
        return x

    dataset = failing(Dataset.range(5), lambda x: tf.numpy_function(stop, [x], tf.int64))
    with pytest.raises(tf.errors.InvalidArgumentError, match="produced OutOfRangeError"):
        list(dataset)


def test_variables_are_elements_by_their_values():
    v = tf.Variable(3)
    assert Dataset.from_tensors(v).element_spec == tf.TensorSpec([], tf.int32)
    assert [int(x) for x in Dataset.range(2).map(lambda _: v)] == [3, 3]
    assert [int(x) for x in Dataset.range(2).map(lambda _: v.assign_add(1))] == [4, 5]


def test_values_of_sparse_tensors_are_sparse_elements():
    def value(i):
        return tf.compat.v1.SparseTensorValue([[0, 0]], [i], [1, 1])

    spec = tf.SparseTensorSpec([1, 1], tf.int64)
    dataset = Dataset.range(2).map(lambda i: {"a": value(i)})
    assert dataset.element_spec == {"a": spec}
    assert [tf.sparse.to_dense(x["a"]).numpy().item() for x in dataset] == [0, 1]
    assert Dataset.from_tensors(value(1)).element_spec == tf.SparseTensorSpec([1, 1], tf.int32)


def test_groups_of_endless_datasets_have_no_end():
    def grouped(dataset):
        return dataset.group_by_window(lambda x: x % 2, lambda _, rows: rows.batch(2), 2)

    assert int(grouped(Dataset.range(4)).cardinality()) == tf.data.UNKNOWN_CARDINALITY
    assert int(grouped(Dataset.range(4).repeat()).cardinality()) == tf.data.INFINITE_CARDINALITY


def _with_errors(dataset):
    """The elements, with None in the place of one that fails."""
    found, iterator = [], iter(dataset)
    while len(found) < 20:
        try:
            found.append(next(iterator))
        except StopIteration:
            break
        except tf.errors.InvalidArgumentError:
            found.append(None)
    return found


@pytest.mark.parametrize("in_blocks", [True, False])
def test_zip_goes_on_side_by_side_behind_an_element_that_fails(in_blocks):
    """As TensorFlow's: the other datasets go on by an element, too."""
    numbers = tf.constant([1, 0, 2, 0, 5])
    if in_blocks:
        dividing = tf.data.Dataset.from_tensor_slices(numbers)
    else:
        dividing = tf.data.Dataset.from_generator(
            lambda: numbers.numpy(), output_signature=tf.TensorSpec([], tf.int32)
        )
    dividing = dividing.map(lambda x: 10 // x)
    pairs = tf.data.Dataset.zip((dividing, tf.data.Dataset.range(7)))
    expected = [(10, 0), None, (5, 2), None, (2, 4)]
    found = [None if x is None else tuple(map(int, x)) for x in _with_errors(pairs)]
    assert found == expected
    turned = tf.data.Dataset.zip((tf.data.Dataset.range(7), dividing))
    found = [None if x is None else tuple(map(int, x)) for x in _with_errors(turned)]
    assert found == [None if x is None else x[::-1] for x in expected]
    batches = _with_errors(pairs.batch(1))
    assert [None if x is None else [int(y[0]) for y in x] for x in batches] == [
        None if x is None else list(x) for x in expected
    ]


def test_enumerate_begins_below_zero():
    pairs = tf.data.Dataset.from_tensors("a").repeat(3).enumerate(-2)
    assert [int(i) for i, _ in pairs] == [-2, -1, 0]
    iterator = iter(pairs)
    next(iterator)
    saved = iterator._serialize_to_tensors()
    later = iter(pairs)
    later._restore_from_tensors(saved)
    assert [int(i) for i, _ in later] == [-1, 0]


def test_an_element_beyond_the_last_boundary_is_told_with_its_bucket():
    rows = tf.data.Dataset.range(5).map(lambda x: tf.fill([x + 1], x))
    batches = rows.bucket_by_sequence_length(
        lambda x: tf.size(x), [3], [2, 2], pad_to_bucket_boundary=True
    )
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"(?s)max\(bucket_boundaries\).*bucket.*1"
    ):
        list(batches)


@pytest.mark.parametrize(
    ("processors", "calls", "cycle"),
    [
        (1, None, 1),
        (4, None, 4),
        (4, 3, 3),
        (4, 9, 9),
        (2, AUTOTUNE, 1),
        (7, AUTOTUNE, 3),
        (8, 1, 1),
    ],
)
def test_a_cycle_that_is_left_to_the_pipeline_follows_the_processors(
    processors, calls, cycle, monkeypatch
):
    monkeypatch.setattr(config, "available_cpus", lambda: processors)
    numbers = Dataset.range(12)
    chosen = numbers.interleave(lambda x: Dataset.range(x, x + 3), num_parallel_calls=calls)
    expected = numbers.interleave(lambda x: Dataset.range(x, x + 3), cycle_length=cycle)
    assert values(chosen) == values(expected)
