"""The orders that seeds give are TensorFlow's; an order that is interrupted goes on."""

import numpy as np
import pytest

import stagelight as tf

# What TensorFlow 2.21 gives for `range(20).shuffle(size, seed=5)` after `tf.random.set_seed(3)`.
ALL = [0, 17, 5, 16, 1, 3, 15, 13, 10, 11, 9, 14, 19, 12, 8, 4, 6, 7, 18, 2]
OF_SEVEN = [1, 2, 7, 9, 0, 11, 8, 13, 4, 3, 15, 10, 14, 19, 12, 17, 5, 6, 18, 16]
LAST_OF_3000 = [746, 274, 1173, 489, 2612, 2297, 1725, 629, 1746, 2217]
LAST_OF_3000 += [2391, 1042, 813, 965, 2531, 2776, 1753, 231, 934, 1995]


@pytest.fixture(autouse=True)
def seeded():
    tf.random.set_seed(3)


def numbers(dataset):
    return [int(x) for x in dataset]


@pytest.mark.parametrize("size", [tf.data.UNKNOWN_CARDINALITY, 20, 50])
def test_all_at_once(size):
    assert numbers(tf.data.Dataset.range(20).shuffle(size, seed=5)) == ALL


def test_a_few_at_a_time():
    assert numbers(tf.data.Dataset.range(20).shuffle(7, seed=5)) == OF_SEVEN


@pytest.mark.parametrize("by_index", [True, False])
def test_more_than_words_are_made_at_a_time(by_index):
    dataset = tf.data.Dataset.range(3000)
    dataset = dataset if by_index else dataset.filter(lambda x: x >= 0)
    order = numbers(dataset.shuffle(5000, seed=5))
    assert sorted(order) == list(range(3000))
    assert order[-20:] == LAST_OF_3000


@pytest.mark.parametrize("size", [7, 500, 3000, 5000])
@pytest.mark.parametrize("taken", [0, 1, 1023, 1024, 1025, 2998, 3000])
def test_an_interrupted_order_goes_on(size, taken, tmp_path):
    def shuffled():
        return tf.data.Dataset.range(3000).shuffle(size, seed=5)

    whole = numbers(shuffled())
    iterator = iter(shuffled())
    assert [int(next(iterator)) for _ in range(taken)] == whole[:taken]
    path = tf.train.Checkpoint(iterator=iterator).save(str(tmp_path / "place"))
    later = iter(shuffled())
    tf.train.Checkpoint(iterator=later).restore(path)
    assert numbers(later) == whole[taken:]


def test_a_source_that_fails_while_the_buffer_is_filled():
    def checked(x):
        with tf.control_dependencies([tf.debugging.assert_none_equal(x, np.int64(5))]):
            return tf.identity(x)

    iterator = iter(tf.data.Dataset.range(12).map(checked).shuffle(50, seed=5))
    with pytest.raises(tf.errors.InvalidArgumentError):
        next(iterator)
    assert sorted(numbers(iterator)) == [x for x in range(12) if x != 5]


def test_an_iteration_draws_the_seeds_of_a_round_that_it_does_not_read():
    """As TensorFlow's `repeat` does at its end; an iteration that is left before it does not."""

    def rounds(dataset, count):
        return [[int(x) for x in part] for part in [dataset] * count]

    def shuffled():
        return tf.data.Dataset.range(20).shuffle(20, seed=1)

    each = rounds(shuffled().map(lambda x: x + 0), 8)
    repeated = shuffled().map(lambda x: x + 0).repeat(2)
    expected = [each[0] + each[1], each[3] + each[4], each[6] + each[7]]
    assert rounds(repeated, 3) == expected
    left = shuffled().map(lambda x: x + 0).repeat(2)
    assert rounds(left.take(30), 2) == [(each[0] + each[1])[:30], (each[2] + each[3])[:30]]
    # Right behind `shuffle` there is no such round, nor behind a cache.
    assert rounds(shuffled().repeat(2), 2) == [each[0] + each[1], each[2] + each[3]]
    assert rounds(shuffled().cache().repeat(2), 2) == [each[0] * 2] * 2


def test_a_map_of_nothing_has_the_orders_of_a_map():
    orders = []
    for function in (lambda x: x, lambda x: x + 0):
        tf.random.set_seed(1)
        dataset = tf.data.Dataset.range(5).shuffle(5, seed=3).map(function).repeat(2)
        orders.append([[int(x) for x in dataset] for _ in range(3)])
    assert orders[0] == orders[1]
