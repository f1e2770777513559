"""Programs about datasets: the order of shuffled elements, and random functions of elements."""

import numpy as np


def _values(dataset, count=100):
    return [x.numpy() for x in dataset.take(count)]


def _draw(tf, seed=9):
    return tf.random.uniform([], maxval=1000, dtype=tf.int32, seed=seed)


def shuffled_orders(tf):
    """Shuffling with a seed gives one order for each size of buffer and data."""
    numbers = tf.data.Dataset.range
    return {
        (count, size): _values(numbers(count).shuffle(size, seed=5))
        for count, size in ((10, 4), (10, 100), (5, 1), (0, 3), (100, 37), (7, 7))
    }


def shuffling_with_buffers_of_a_cardinality(tf):
    """The buffer may be as large as the data, also where that size is not known."""
    numbers = tf.data.Dataset.range(7)
    sizes = numbers.cardinality(), tf.data.UNKNOWN_CARDINALITY
    return [_values(numbers.shuffle(size, seed=9)) for size in sizes]


def reshuffled_iterations(tf):
    """Each iteration has an order of its own, or all have one."""
    result = []
    for reshuffle in (None, True, False):
        dataset = tf.data.Dataset.range(10).shuffle(4, 5, reshuffle_each_iteration=reshuffle)
        result.append([_values(dataset), _values(dataset), _values(dataset)])
    return result


def shuffled_and_repeated(tf):
    """Rounds of a repeated dataset are iterations to `shuffle` below it."""
    numbers = tf.data.Dataset.range(5)
    dataset = numbers.shuffle(4, seed=5).repeat(2)
    return [
        _values(dataset),
        _values(dataset),
        _values(numbers.shuffle(4, seed=5, reshuffle_each_iteration=False).repeat(3)),
        _values(numbers.shuffle(4, seed=5).map(lambda x: x).repeat(3)),
        _values(numbers.repeat(2).shuffle(4, seed=5)),
        _values(numbers.shuffle(10, seed=5).repeat(), 12),
        _values(numbers.shuffle(4, seed=5).shuffle(3, seed=7)),
        _values(tf.data.Dataset.range(3).flat_map(lambda x: numbers.shuffle(3, seed=1))),
    ]


def iterators_over_a_shuffled_dataset(tf):
    """Iterators get their seeds when they are made, not when they are first asked."""
    dataset = tf.data.Dataset.range(6).shuffle(3, seed=4)
    first, second = iter(dataset), iter(dataset)
    later = next(second)
    pairs = tf.data.Dataset.zip((dataset, dataset))
    return [later, list(first), list(second), list(pairs), list(dataset.concatenate(dataset))]


def shuffling_under_the_global_seed(tf):
    """The global seed, alone and with a seed of the dataset."""
    result = []
    for global_seed, seed in ((3, None), (3, 2), (0, 0), (7, None)):
        tf.random.set_seed(global_seed)
        first, second = (tf.data.Dataset.range(10).shuffle(4, seed) for _ in range(2))
        result.append([_values(first), _values(first), _values(second)])
    seed = tf.constant(2, tf.int64)
    return [*result, _values(tf.data.Dataset.range(10).shuffle(4, seed))]


def shuffling_in_functions(tf):
    """A dataset made in a function begins anew at each call; one from outside goes on."""
    outer = tf.data.Dataset.range(10).shuffle(4, seed=5)

    @tf.function
    def inside():
        digits = tf.constant(0, tf.int64)
        for x in tf.data.Dataset.range(10).shuffle(4, seed=5):
            digits = digits * 10 + x
        return digits

    @tf.function
    def outside():
        digits = tf.constant(0, tf.int64)
        for x in outer:
            digits = digits * 10 + x
        return digits

    return [inside(), inside(), outside(), outside()]


def random_functions_of_elements(tf):
    """The streams of random ops begin with each iteration, and go on through repetitions."""
    tf.random.set_seed(3)
    result = []
    for seed in (None, 9):
        dataset = tf.data.Dataset.range(3).map(lambda x, seed=seed: _draw(tf, seed))
        result += [
            _values(dataset),
            _values(dataset),
            _values(dataset.repeat(3)),
            list(zip(dataset, dataset, strict=True)),
            list(tf.data.Dataset.zip((dataset, dataset))),
            _values(dataset.concatenate(dataset)),
            _values(tf.data.Dataset.range(3).flat_map(lambda x, inner=dataset: inner)),
        ]
    return result


def random_functions_of_several_kinds(tf):
    """The same holds for filters, scans, reductions, conditionals and inner functions."""
    numbers = tf.data.Dataset.range(4)
    inner = tf.function(lambda x: _draw(tf))
    datasets = [
        numbers.filter(lambda x: _draw(tf) > 700),
        numbers.scan(tf.constant(0), lambda state, x: (state + 1, _draw(tf))),
        numbers.map(lambda x: inner(x)),
        numbers.map(lambda x: tf.cond(x % 2 == 0, lambda: _draw(tf), lambda: -_draw(tf))),
        numbers.map(lambda x: tf.random.shuffle(tf.range(4), seed=1)),
        numbers.flat_map(lambda x: tf.data.Dataset.range(2).map(lambda y: _draw(tf))),
    ]

    def reduced():
        return numbers.reduce(tf.constant(0), lambda state, x: state // 2 + _draw(tf))

    rounds = [[_values(d), _values(d), _values(d.repeat(2))] for d in datasets]
    return [*rounds, reduced(), reduced()]


def random_functions_and_staged_iterations(tf):
    """An iterator keeps its streams between calls; a loop over a dataset begins anew."""
    dataset = tf.data.Dataset.range(3).map(lambda x: _draw(tf))

    @tf.function
    def following(iterator):
        return next(iterator)

    @tf.function
    def total():
        digits = tf.constant(0)
        for x in dataset:
            digits = digits // 2 + x
        return digits

    first, second = iter(dataset), iter(dataset)
    calls = [following(first), following(first), following(second), next(first)]
    return [*calls, total(), total()]


def printed_forms(tf):
    """What datasets print, but for `flat_map`, which prints what the guides show."""
    numbers, Dataset = tf.data.Dataset.range(6), tf.data.Dataset
    made = [
        numbers, Dataset.from_tensors({"a": [1.0], "b": (1, 2)}), Dataset.from_tensors((1, None)),
        Dataset.from_tensor_slices(([1, 2], ["a", "b"])), Dataset.zip(numbers, numbers), numbers.cache(),
        Dataset.from_tensor_slices(tf.ragged.constant([[1], [2, 3]])), numbers.batch(2), numbers.shuffle(2),
        Dataset.from_tensor_slices(tf.sparse.from_dense([[1], [2]])), numbers.concatenate(numbers),
        numbers.map(lambda x: x), numbers.map(lambda x: x, num_parallel_calls=2), numbers.window(2),
        numbers.filter(lambda x: x > 0), numbers.padded_batch(2), numbers.repeat(), numbers.take(1),
        numbers.skip(1), numbers.shard(2, 0), numbers.prefetch(1), numbers.unique(), numbers.enumerate(),
        numbers.interleave(lambda x: Dataset.range(2)), numbers.batch(2).unbatch(), Dataset.random(1),
        numbers.with_options(tf.data.Options()), tf.data.TFRecordDataset(["a"]), Dataset.counter(),
        tf.data.TextLineDataset(["a"]), tf.data.experimental.from_list([1]),
        numbers.take_while(lambda x: x < 3),
        Dataset.sample_from_datasets([numbers, numbers]), numbers.batch(2).rebatch(3),
    ]  # fmt: skip
    return [[repr(dataset), str(dataset)] for dataset in made]


def orders_of_iterations_of_what_is_repeated(tf):
    """At its end an iteration has drawn the seeds of one more round, but right behind `shuffle`."""
    dataset = tf.data.Dataset

    def shuffled():
        return dataset.range(6).shuffle(3, seed=1)

    def other():
        return dataset.range(3).shuffle(3, seed=4)

    before_repeat = [
        shuffled(), shuffled().map(lambda x: x * 2), shuffled().batch(2), shuffled().take(3),
        shuffled().prefetch(2), shuffled().cache(), shuffled().batch(2).repeat(2),
        dataset.zip(shuffled(), other()).map(lambda x, y: x + y), shuffled().concatenate(other()),
        other().concatenate(shuffled()), shuffled().filter(lambda x: x != 3),
        dataset.random(seed=3, rerandomize_each_iteration=True).take(3),
        dataset.range(6).shuffle(3, seed=1, reshuffle_each_iteration=False).batch(2),
        shuffled().flat_map(lambda x: dataset.range(x % 2 + 1)), shuffled().batch(2).shuffle(2, seed=5),
        shuffled().batch(2).shuffle(2, seed=5).map(lambda x: x + 1),
        shuffled().map(lambda x: x + 1, num_parallel_calls=2),
        dataset.sample_from_datasets([shuffled(), dataset.range(3)], seed=3),
        shuffled().window(2).flat_map(lambda x: x.batch(2)), shuffled().batch(2).unbatch(),
        shuffled().scan(np.int64(0), lambda state, x: (state + x, x + state)),
        shuffled().group_by_window(lambda x: x % 2, lambda _, window: window.batch(3), 3),
    ]  # fmt: skip
    return [
        [
            [np.asarray(x).tolist() for x in part]
            for part in (repeated, repeated, repeated.take(2), repeated)
        ]
        for each in before_repeat
        for repeated in (each.repeat(2), each.repeat(1))
    ]
