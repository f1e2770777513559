"""Programs about transformations of datasets: elements, order, specs, cardinalities, errors."""

import os
import tempfile

import numpy as np

from tests.oracle.programs.errors import error_of


def _lists(dataset):
    return [np.asarray(x).tolist() for x in dataset]


def _ragged_rows(tf):
    return tf.data.Dataset.range(1, 5).map(lambda x: tf.fill([x], x))


def interleaved(tf):
    """Datasets in turns, of several lengths of cycle and block, with threads and without.

    A cycle whose length is left to the pipeline is as long as there are processors, or a part of that.
    """
    numbers = tf.data.Dataset.range(7)
    return [
        _lists(numbers.interleave(tf.data.Dataset.range, cycle, block, num_parallel_calls=calls))
        for cycle, block in ((1, 1), (3, 2), (2, 5), (9, 1), (None, 1), (tf.data.AUTOTUNE, 2))
        for calls in (None, 1, tf.data.AUTOTUNE, *((2,) if cycle in (None, tf.data.AUTOTUNE) else ()))
    ]


def windows(tf):
    """Windows by size, shift and stride; of pairs; their cardinalities and errors."""
    numbers = tf.data.Dataset.range(7)
    arguments = [
        (3, 2, 1, False),
        (3, None, 2, False),
        (3, 1, 2, True),
        (2, 4, 1, False),
        (9, 1, 1, True),
    ]
    result = []
    for size, shift, stride, drop in arguments:
        dataset = numbers.window(size, shift, stride, drop)
        rows = dataset.flat_map(lambda w: w.batch(9))
        result.append((_lists(rows), int(dataset.cardinality())))
    pairs = tf.data.Dataset.from_tensor_slices((range(5), range(5))).window(2)
    result.append([[_lists(part) for part in pair] for pair in pairs])
    bad = [(0, None, 1), (2, 0, 1), (2, 1, 0)]
    return [*result, [error_of(lambda a=a: numbers.window(*a)) for a in bad]]


def padded_batches(tf):
    """Padding to the longest, to given shapes, with given values; strings; errors."""
    rows = _ragged_rows(tf)
    minus = tf.constant(-1, tf.int64)
    texts = tf.data.Dataset.from_tensor_slices((["a", "bc"], [1, 2]))
    return [
        _lists(rows.padded_batch(3)),
        _lists(rows.padded_batch(2, padded_shapes=[5])),
        _lists(rows.padded_batch(2, padded_shapes=[5], padding_values=minus)),
        _lists(rows.padded_batch(3, drop_remainder=True)),
        [(x.numpy().tolist(), y.numpy().tolist()) for x, y in texts.padded_batch(3)],
        str(rows.padded_batch(2, drop_remainder=True).element_spec),
        str(rows.padded_batch(2, padded_shapes=[6]).element_spec),
        error_of(lambda: rows.padded_batch(2, padded_shapes=[5], padding_values=-1)),
        error_of(lambda: rows.padded_batch(2, padded_shapes=[2, 2])),
        error_of(lambda: list(rows.padded_batch(2, padded_shapes=[2]))),
    ]


def ragged_and_sparse_batches(tf):
    """Batches of elements that differ in size, as ragged and sparse tensors."""
    rows = _ragged_rows(tf)
    slices = tf.data.Dataset.from_tensor_slices(tf.ragged.constant([[1, 2], [3]]))
    (sparse, _) = rows.sparse_batch(2, [6])
    return [
        [x.to_list() for x in rows.ragged_batch(3)],
        [x.to_list() for x in slices.ragged_batch(2)],
        [x.to_list() for x in slices.batch(2)],
        str(rows.ragged_batch(3, drop_remainder=True).element_spec),
        str(tf.data.Dataset.range(4).ragged_batch(2).element_spec),
        tf.sparse.to_dense(sparse),
        str(rows.sparse_batch(2, [6]).element_spec),
        error_of(lambda: list(rows.sparse_batch(2, [2]))),
    ]


def groups(tf):
    """Groups by a key, of one size and of sizes by key, and buckets by length."""
    numbers = tf.data.Dataset.range(9)

    def grouped(*sizes):
        return numbers.group_by_window(lambda x: x % 2, lambda k, w: w.batch(10), *sizes)

    lengths = tf.data.Dataset.from_tensor_slices([1, 3, 2, 5, 4])
    sequences = lengths.map(tf.range)
    buckets = [
        _lists(
            sequences.bucket_by_sequence_length(
                lambda x: tf.shape(x)[0],
                bounds,
                [2, 2, 2],
                pad_to_bucket_boundary=pad,
                drop_remainder=drop,
            )
        )
        for bounds, pad, drop in (
            ([3, 5], False, False),
            ([3, 6], True, False),
            ([3, 5], False, True),
        )
    ]
    return [
        _lists(grouped(3)),
        _lists(grouped(None, lambda k: k + 2)),
        *buckets,
        error_of(lambda: grouped()),
        error_of(lambda: list(grouped(0))),
        error_of(lambda: sequences.bucket_by_sequence_length(lambda x: 1, [3], [2])),
    ]


def chosen_elements(tf):
    """Elements chosen by numbers, and drawn at random with TensorFlow's own draws."""
    datasets = [
        tf.data.Dataset.range(5),
        tf.data.Dataset.range(10, 15),
        tf.data.Dataset.range(20, 25),
    ]
    choices = tf.data.Dataset.from_tensor_slices(tf.constant([0, 1, 0, 2, 2, 0], tf.int64))
    short = [datasets[0].take(1), datasets[1]]
    sample = tf.data.Dataset.sample_from_datasets
    weights = tf.data.Dataset.from_tensors([0.3, 0.7]).repeat()
    return [
        _lists(tf.data.Dataset.choose_from_datasets(datasets, choices)),
        _lists(tf.data.Dataset.choose_from_datasets(short, choices.take(3))),
        _lists(
            tf.data.Dataset.choose_from_datasets(
                short, choices.take(3), stop_on_empty_dataset=False
            )
        ),
        _lists(sample(datasets, seed=3)),
        _lists(sample(datasets, weights=[0.2, 0.3, 0.5], seed=3)),
        _lists(sample(datasets, seed=3, stop_on_empty_dataset=True)),
        _lists(sample(datasets[:2], weights=weights, seed=3)),
        error_of(lambda: list(tf.data.Dataset.choose_from_datasets(datasets[:2], choices))),
        error_of(lambda: sample([])),
        error_of(lambda: sample(datasets, weights=[1.0])),
        error_of(lambda: sample([datasets[0], tf.data.Dataset.from_tensors("a")])),
    ]


def resampled_classes(tf):
    """Rejection resampling, with known and with estimated proportions."""
    data = tf.data.Dataset.from_tensor_slices([0] * 30 + [1] * 10).shuffle(40, seed=1)
    return [
        [int(c) for c, _ in data.rejection_resample(lambda x: x, [0.5, 0.5], initial, seed=3)]
        for initial in ([0.75, 0.25], None)
    ]


def lesser_transformations(tf):
    """Unique, rebatch, shard, random, counter, enumerate, ignore_errors and single elements."""
    numbers = tf.data.Dataset.range(7)
    finite = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 4.0]).map(
        lambda x: tf.debugging.check_numerics(1 / x, "bad")
    )
    return [
        _lists(tf.data.Dataset.from_tensor_slices(["b", "a", "b", "c"]).unique()),
        _lists(numbers.batch(3).rebatch(2)),
        _lists(numbers.batch(3).rebatch([1, 3], drop_remainder=True)),
        str(numbers.batch(3).rebatch(2, drop_remainder=True).element_spec),
        _lists(numbers.shard(3, 1)),
        _lists(tf.data.Dataset.random(seed=4).take(5)),
        _lists(tf.data.Dataset.counter(5, -2).take(3)),
        _lists(finite.ignore_errors()),
        _lists(finite.batch(1).ignore_errors()),
        numbers.batch(7).get_single_element(),
        tf.data.experimental.at(numbers.map(lambda x: x * x), 4),
        [int(d.cardinality()) for d in _with_cardinalities(tf)],
        [
            error_of(lambda: tf.data.Dataset.from_tensors(1.0).unique()),
            error_of(lambda: numbers.rebatch(2)),
            error_of(lambda: numbers.shard(3, 3)),
            error_of(numbers.get_single_element),
            error_of(numbers.take(0).get_single_element),
            error_of(lambda: list(finite)),
            error_of(lambda: list(numbers.apply(tf.data.experimental.assert_cardinality(6)))),
            error_of(lambda: list(numbers.apply(tf.data.experimental.assert_cardinality(8)))),
        ],
    ]


def _with_cardinalities(tf):
    numbers = tf.data.Dataset.range(7)
    choices = tf.data.Dataset.from_tensor_slices(tf.constant([0], tf.int64))
    return [
        numbers.padded_batch(4),
        numbers.batch(3).unbatch(),
        numbers.unique(),
        numbers.ignore_errors(),
        numbers.shard(2, 1),
        numbers.interleave(tf.data.Dataset.range),
        numbers.batch(4).rebatch(2),
        tf.data.Dataset.random(),
        tf.data.Dataset.counter(),
        tf.data.Dataset.choose_from_datasets([numbers], choices),
        numbers.scan(0, lambda s, x: (s, x)),
        numbers.apply(tf.data.experimental.assert_cardinality(9)),
    ]


def parallel_maps(tf):
    """Order, errors and random functions with several calls at the same time."""
    numbers = tf.data.Dataset.range(6)

    def slow(x):
        return tf.py_function(lambda v: v + 1, [x], tf.int64)

    failing = numbers.map(
        lambda x: tf.debugging.check_numerics(6.0 / tf.cast(x - 3, tf.float32), "bad")
    )
    iterator = iter(failing)
    before = [float(next(iterator)) for _ in range(3)]
    error = error_of(lambda: next(iterator))
    after = [float(x) for x in iterator]
    return [
        _lists(numbers.map(slow, num_parallel_calls=3)),
        _lists(
            numbers.map(slow, num_parallel_calls=tf.data.AUTOTUNE).batch(4, num_parallel_calls=2)
        ),
        (before, error, after),
        str(numbers.map(lambda x: [x, (x, 1.5)]).element_spec),
        error_of(lambda: numbers.map(lambda x: object())),
    ]


def pipelines_in_functions(tf):
    """Transformations inside of staged functions, and datasets as their arguments."""

    @tf.function
    def inside(count):
        total = tf.constant(0, tf.int64)
        for window in tf.data.Dataset.range(count).window(3, 1, drop_remainder=True):
            for x in window.batch(3):
                total += tf.reduce_max(x)
        return total

    @tf.function
    def outside(dataset):
        total = tf.constant(0, tf.int64)
        for x in dataset.padded_batch(2):
            total = total * 3 + tf.reduce_sum(x)
        return total

    return [inside(tf.constant(6, tf.int64)), outside(_ragged_rows(tf))]


def groups_that_are_folded(tf):
    """One element for each key, in the order of the keys."""
    experimental = tf.data.experimental
    numbers = tf.data.Dataset.range(20).map(lambda x: 7 - x)
    zero = tf.constant(0, tf.int64)

    def folded(dataset, key, init, reduce, finalize):
        reducer = experimental.Reducer(init, reduce, finalize)
        result = dataset.apply(experimental.group_by_reducer(key, reducer))
        values = [tf.nest.map_structure(lambda t: t.numpy(), x) for x in result]
        return str(result.element_spec), int(result.cardinality()), values

    def pair_sum(state, x):
        return state[0] + x, state[1]

    def longer(state, x):
        return tf.concat([state, [x]], 0)

    pairs = numbers.map(lambda x: (x, 2 * x))
    return [
        folded(numbers, lambda x: x % 5, lambda k: (zero, k), pair_sum, lambda a, b: (a, b)),
        folded(pairs, lambda x, _: x % 2, lambda _: zero, lambda s, x: s + x[1], lambda s: s),
        folded(numbers, lambda x: x % 2, lambda _: zero[None], longer, lambda s: s),
    ]


def padded_cardinalities(tf):
    """Elements of zeros behind those that are there."""
    padded = tf.data.experimental.pad_to_cardinality
    columns = {"a": [1.0, 2.0], "b": [True, False], "s": ["x", "y"]}
    words = tf.data.Dataset.from_tensor_slices(columns)
    return [
        [{key: t.numpy() for key, t in x.items()} for x in words.apply(padded(4, "m"))],
        error_of(lambda: tf.data.Dataset.range(3).apply(padded(4))),
        error_of(lambda: words.apply(padded(1))),
        error_of(lambda: words.repeat().apply(padded(9))),
    ]


def tables_of_datasets(tf):
    """Lookup tables that are filled from datasets."""
    experimental = tf.data.experimental
    words = tf.data.Dataset.from_tensor_slices(["a", "b"])
    numbers = tf.data.Dataset.range(3)
    pairs = tf.data.Dataset.zip((numbers, numbers.map(tf.strings.as_string)))
    buckets = experimental.index_table_from_dataset(words, num_oov_buckets=3)
    plain = experimental.table_from_dataset(pairs, default_value="n", key_dtype=tf.int64)
    return [
        buckets.lookup(tf.constant(["b", "zz", "qq"])).numpy(),
        plain.lookup(tf.constant([1, 9], tf.int64)).numpy(),
        int(plain.size()),
        error_of(lambda: experimental.table_from_dataset(pairs, key_dtype=tf.int64)),
        error_of(lambda: experimental.index_table_from_dataset(words, vocab_size=5)),
        error_of(lambda: experimental.index_table_from_dataset(words, vocab_size=0)),
    ]


def generators_that_fail(tf):
    """After an error the Python iterator is asked for what follows; a generator has ended."""

    def generate():
        yield 1
        raise ValueError("no more")

    class Unsteady:
        def __init__(self):
            self.count = 0

        def __iter__(self):
            return self

        def __next__(self):
            self.count += 1
            if self.count == 2:
                raise ValueError("not the second")
            if self.count > 3:
                raise StopIteration
            return self.count

    def outcomes(source):
        spec = tf.TensorSpec([], tf.int32)
        iterator = iter(tf.data.Dataset.from_generator(source, output_signature=spec))
        found = []
        for _ in range(5):
            try:
                found.append(int(next(iterator)))
            except StopIteration:
                found.append("over")
            except tf.errors.InvalidArgumentError:
                found.append("error")
        return found

    return outcomes(generate), outcomes(Unsteady)


def shapes_of_composites_in_functions(tf):
    """What is known of ragged and sparse elements is known in the functions that are mapped."""
    found = []

    def ragged(x):
        found.append([str(part.shape) for part in (x, x.values, x.row_splits, x[0])])
        return x.to_tensor(), x * 2, x[:1]

    def sparse(x):
        parts = x, x.values, x.indices, x.dense_shape, tf.sparse.to_dense(x)
        found.append([str(part.shape) for part in parts])
        return tf.sparse.to_dense(x)

    rows = tf.ragged.constant([[1, 2, 3], [4], [5, 6]])
    deep = tf.ragged.constant([[[[1.0, 2.0]]], [[[3.0, 4.0]], []]], inner_shape=(2,))
    even = tf.RaggedTensor.from_tensor(tf.ones([3, 4]))
    places = tf.sparse.from_dense([[1, 0, 2], [0, 3, 0]])
    datasets = [
        tf.data.Dataset.from_tensors(rows).map(ragged),
        tf.data.Dataset.from_tensor_slices(rows).batch(2, drop_remainder=True).map(ragged),
        tf.data.Dataset.from_tensors(deep).map(lambda x: x.to_tensor()),
        tf.data.Dataset.from_tensors(places).map(sparse),
        tf.data.Dataset.from_tensor_slices(places).batch(2).map(sparse),
    ]
    of_even = next(iter(tf.data.Dataset.from_tensors(even).map(lambda x: tf.gather(x, [2, 0]))))
    return found, [str(dataset.element_spec) for dataset in datasets], str(of_even.shape)


def windows_of_elements_that_fail(tf):
    """An element that fails is an error of the windows that have it, and of no other."""
    found = []
    for bad in ([1], [0], [2], [7], [1, 2], [3, 4, 5]):
        failing = tf.constant(bad, tf.int64)

        def check(x, failing=failing):
            is_bad = tf.reduce_any(x == failing)
            number = tf.where(is_bad, float("nan"), tf.cast(x, tf.float32))
            return tf.debugging.check_numerics(number, "failed")

        for options in (
            {"size": 1, "shift": 2},
            {"size": 2, "shift": 3},
            {"size": 2, "shift": 1, "stride": 2},
            {"size": 3, "shift": 3, "drop_remainder": True},
        ):
            elements = tf.data.Dataset.range(8).map(check).window(**options).flat_map(lambda w: w)
            iterator, given = iter(elements), []
            while "end" not in given:
                try:
                    given.append(float(next(iterator)))
                except StopIteration:
                    given.append("end")
                except tf.errors.InvalidArgumentError:
                    given.append("failed")
            found.append(given)
    return found


def arrays_of_tensors_as_elements(tf):
    """Elements, states and results of functions that are tensor arrays."""

    def array(x):
        return tf.TensorArray(tf.int64, size=2, element_shape=()).unstack([x, x + 1])

    def written(state, x):
        return state.write(tf.cast(x, tf.int32), x * 2), x

    numbers = tf.data.Dataset.range(3)
    start = tf.TensorArray(tf.int64, size=3, element_shape=())
    held = tf.data.Dataset.from_tensors((array(tf.constant(5, tf.int64)), 1))
    return [
        [x.stack() for x in numbers.map(array)],
        [x.stack() for x, _ in held.repeat(2)],
        [x.read(0) for x, _ in held.map(lambda a, b: (a.write(0, tf.cast(b, tf.int64)), b))],
        list(numbers.scan(start, written)),
        numbers.reduce(start, lambda state, x: state.write(tf.cast(x, tf.int32), x * 2)).stack(),
        str(held.element_spec),
    ]


def records_that_do_not_fit(tf):
    """A file of records of one length is checked before the first record."""
    path, found = os.path.join(tempfile.mkdtemp(), "records"), []
    for body in (b"", b"abcd", b"abcdefg"):
        with open(path, "wb") as file:
            file.write(b"head" + body + b"ft")
        try:
            found.append([x.numpy() for x in tf.data.FixedLengthRecordDataset(path, 4, 4, 2)])
        except tf.errors.InvalidArgumentError:
            found.append("InvalidArgumentError")
        try:
            found.append(next(iter(tf.data.FixedLengthRecordDataset(path, 4, 4, 2)), "none"))
        except tf.errors.InvalidArgumentError:
            found.append("InvalidArgumentError")
    return found
