"""Functions that are run on blocks of elements give what they give for one element after the other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight.data.elements import elements_of
from stagelight.data.iteration import Iteration

Dataset = tf.data.Dataset
TABLE = tf.constant([4, 3, 2], tf.int64)

# Of a vector of int64 to one of any length above 0. Some fail for some elements.
STEPS = {
    "add": lambda x: x + 3,
    "product": lambda x: x * x[::-1],
    "divided": lambda x: x // tf.reduce_max(x),
    "rest": lambda x: x % (x[0] - 2),
    "reversed": lambda x: tf.reverse(x, [0]),
    "sums": tf.cumsum,
    "sorted": tf.sort,
    "order": lambda x: tf.cast(tf.argsort(x, stable=True, direction="DESCENDING"), tf.int64) + 1,
    "twice": lambda x: tf.concat([x, x[:1]], 0),
    "part": lambda x: x[: tf.maximum(1, tf.size(x) - 1)],
    "where": lambda x: tf.where(x > 2, x, -x),
    "gathered": lambda x: tf.gather(x, tf.cast(x[:1] % 2, tf.int32) * 0),
    "picked": lambda x: tf.gather(x, [x[0]]),
    "matrix": lambda x: tf.reduce_sum(x[:, None] * x[None, :], axis=1),
    "floats": lambda x: tf.cast(tf.cast(x, tf.float32) / 7.0, tf.int64),
    "mean": lambda x: x - tf.cast(tf.reduce_mean(tf.cast(x, tf.float64)), tf.int64),
    "texts": lambda x: tf.strings.to_number(tf.strings.as_string(x), tf.int64),
    "lengths": lambda x: tf.cast(tf.strings.length(tf.strings.as_string(x)), tf.int64),
    "one-hot": lambda x: tf.reduce_sum(tf.one_hot(x, 5, dtype=tf.int64), axis=0),
    "branch": lambda x: tf.cond(x[0] > 1, lambda: x + 1, lambda: x * 2),
    "loop": lambda x: tf.while_loop(
        lambda i, y: i < x[0], lambda i, y: (i + 1, y + i), (tf.constant(0, tf.int64), x)
    )[1],
    "checked": lambda x: (
        tf.cast(tf.debugging.check_numerics(1.0 / tf.cast(x, tf.float32), "a zero"), tf.int64) + x
    ),
    "padded": lambda x: tf.pad(x, [[1, 0]]),
    "rolled": lambda x: tf.roll(x, 1, 0),
    "top": lambda x: tf.math.top_k(x, 1).values,
    "captured": lambda x: x + TABLE[1],
}


def composed(names):
    def function(x):
        for name in names:
            x = STEPS[name](x)
        return x

    return function


def elements(iterator):
    """The elements, with the class of the error in the place of one that fails."""
    found = []
    while len(found) < 100:
        try:
            found.append(next(iterator).numpy().tolist())
        except StopIteration:
            break
        except tf.errors.OpError as error:
            found.append(type(error).__name__)
    return found


@settings(max_examples=60, deadline=None)
@given(
    names=st.lists(st.sampled_from(sorted(STEPS)), min_size=1, max_size=4),
    rows=st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=1, max_size=9),
    size=st.integers(1, 4),
)
def test_blocks_give_what_elements_give(names, rows, size):
    """Also which elements fail, and what comes after them. Generators give no blocks."""
    function = composed(names)
    array = np.array(rows, np.int64)
    spec = tf.TensorSpec([3], tf.int64)
    one_by_one = Dataset.from_generator(lambda: array, output_signature=spec).map(function)
    expected = elements(iter(one_by_one))
    in_blocks = Dataset.from_tensor_slices(array).map(function)
    assert elements(iter(in_blocks)) == expected
    if not any(isinstance(item, str) for item in expected):
        if len({len(item) for item in expected}) == 1:
            batches = [item.numpy().tolist() for item in in_blocks.batch(size)]
            assert [item for batch in batches for item in batch] == expected
            shuffled = [x.numpy().tolist() for x in in_blocks.shuffle(20, seed=1).batch(size)]
            assert sorted(x for batch in shuffled for x in batch) == sorted(expected)


@pytest.mark.parametrize("name", sorted(STEPS))
def test_each_step_fails_for_the_elements_alone_that_fail(name):
    array = np.array([[1, 2, 3], [2, 0, 4], [0, 0, 0], [4, 1, 2], [2, 2, 2]], np.int64)
    function = STEPS[name]
    expected = []
    for row in array:
        try:
            expected.append(tf.function(function)(tf.constant(row)).numpy().tolist())
        except tf.errors.OpError as error:
            expected.append(type(error).__name__)
    assert elements(iter(Dataset.from_tensor_slices(array).map(function))) == expected


def test_most_steps_are_run_on_blocks():
    """Otherwise the tests above compare one thing with itself."""
    array = np.ones((2, 3), np.int64)
    mapped = [Dataset.from_tensor_slices(array).map(step) for step in STEPS.values()]
    states = [elements_of(dataset._variant_tensor).begin(Iteration()) for dataset in mapped]
    assert sum(state.read_ahead > 1 for state in states) > len(STEPS) / 2


@pytest.mark.parametrize("length", (None, 3))  # None: a scalar
def test_a_loaded_function_takes_what_it_captured_whole(tmp_path, length):
    """Also where that has as many rows as there are elements: it is none of them."""

    @tf.function(input_signature=[tf.TensorSpec(None if length is None else [length], tf.int64)])
    def function(captured):
        mapped = Dataset.from_tensor_slices([1, 2, 3]).map(lambda x: tf.reduce_sum(captured))
        return mapped.reduce(np.int64(0), lambda total, x: total * 10 + x)

    module = tf.Module()
    module.function = function
    tf.saved_model.save(module, str(tmp_path))
    value = np.int64(4) if length is None else np.ones(length, np.int64)
    expected = 444 if length is None else 333
    assert int(tf.saved_model.load(str(tmp_path)).function(tf.constant(value))) == expected
