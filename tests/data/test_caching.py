"""`cache`, in memory and in a file, and iterators in checkpoints."""

from __future__ import annotations

import time

import numpy as np
import pytest

import stagelight as tf

Dataset = tf.data.Dataset


def counted(made, count=4):
    """A dataset that tells, in a list, which elements are made."""

    def make(x):
        made.append(int(x))
        return x

    return Dataset.range(count).map(lambda x: tf.numpy_function(make, [x], tf.int64))


def numbers(dataset):
    return [int(x) for x in dataset]


@pytest.mark.parametrize("place", ["memory", "file"])
def test_elements_are_made_once(tmp_path, place):
    made = []
    dataset = counted(made).cache("" if place == "memory" else str(tmp_path / "cache"))
    assert numbers(dataset) == numbers(dataset) == numbers(dataset.repeat(1)) == [0, 1, 2, 3]
    assert made == [0, 1, 2, 3]


@pytest.mark.parametrize("place", ["memory", "file"])
def test_an_iteration_that_stops_early_leaves_nothing(tmp_path, place):
    made = []
    dataset = counted(made).cache("" if place == "memory" else str(tmp_path / "cache"))
    next(iter(dataset))
    assert numbers(dataset) == [0, 1, 2, 3]
    assert made == [0, 0, 1, 2, 3]
    assert [path.name for path in tmp_path.iterdir()] in ([], ["cache.elements"])


def test_rounds_of_a_repeated_dataset_share_what_is_kept():
    made = []
    assert numbers(counted(made, 2).cache().repeat(3)) == [0, 1] * 3
    assert made == [0, 1]


def test_a_file_is_used_by_later_programs_and_other_dtypes_come_back(tmp_path):
    path = str(tmp_path / "cache")
    dataset = Dataset.from_tensor_slices({"a": [1.5, 2.5], "b": ["x", ""], "c": [[True], [False]]})
    first = list(dataset.cache(path).as_numpy_iterator())
    again = list(dataset.take(0).cache(path).as_numpy_iterator())
    assert repr(first) == repr(again)
    assert len(again) == 2


def test_two_iterations_do_not_write_one_file(tmp_path):
    path = str(tmp_path / "cache")
    first = iter(Dataset.range(3).cache(path))
    next(first)
    with pytest.raises(tf.errors.AlreadyExistsError, match="lockfile"):
        next(iter(Dataset.range(3).cache(path)))
    assert numbers(first) == [1, 2]


def test_a_damaged_cache_file_is_told(tmp_path):
    path = tmp_path / "cache"
    dataset = Dataset.range(3).cache(str(path))
    numbers(dataset)
    file = tmp_path / "cache.elements"
    data = file.read_bytes()
    for position in range(len(data)):
        damaged = bytearray(data)
        damaged[position] ^= 1
        file.write_bytes(bytes(damaged))
        with pytest.raises(tf.errors.DataLossError, match=f"record at .*{file}"):
            numbers(dataset)


def test_elements_that_are_datasets_are_cached_in_memory_only(tmp_path):
    windows = Dataset.range(4).window(2)
    assert [numbers(w) for w in windows.cache().repeat(2)] == [[0, 1], [2, 3]] * 2
    with pytest.raises(tf.errors.FailedPreconditionError, match="cannot be written"):
        next(iter(windows.cache(str(tmp_path / "cache"))))


# ---------------------------------------------------------------------------- checkpoints

PIPELINES = {
    "shuffled": lambda path: Dataset.range(20).shuffle(5, seed=3).repeat(2).batch(3),
    "mapped": lambda path: Dataset.range(20).map(lambda x: x * 2).filter(lambda x: x % 3 != 1),
    "grouped": lambda path: Dataset.range(20).group_by_window(
        lambda x: x % 3, lambda k, w: w.batch(9), 4
    ),
    "cached": lambda path: Dataset.range(10).cache().repeat(2),
    "records": lambda path: tf.data.TFRecordDataset([path, path]).map(tf.strings.length),
    "texts": lambda path: Dataset.from_tensor_slices(["a", "bc", "d"]).shuffle(3, seed=1).repeat(3),
    "sampled": lambda path: Dataset.sample_from_datasets(
        [Dataset.range(9), Dataset.range(9, 18)], seed=5
    ),
    "prefetched": lambda path: Dataset.range(20).shuffle(4, seed=1).prefetch(3),
}


@pytest.mark.parametrize("name", sorted(PIPELINES))
def test_a_checkpoint_keeps_the_place_of_an_iterator(tmp_path, name):
    path = str(tmp_path / "records")
    with tf.io.TFRecordWriter(path) as writer:
        for record in (b"one", b"three", b""):
            writer.write(record)
    dataset = PIPELINES[name](path)
    iterator = iter(dataset)
    for _ in range(4):
        next(iterator)
    saved = tf.train.Checkpoint(iterator=iterator).save(str(tmp_path / "checkpoint"))
    rest = [np.asarray(x).tolist() for x in iterator]
    assert rest
    tf.train.Checkpoint(iterator=iterator).restore(saved).assert_consumed()
    assert [np.asarray(x).tolist() for x in iterator] == rest
    later = iter(PIPELINES[name](path))
    tf.train.Checkpoint(iterator=later).restore(saved)
    assert [np.asarray(x).tolist() for x in later] == rest


@pytest.mark.parametrize(
    ("dataset", "op"),
    [
        (lambda: counted([]), "PyFunc"),
        (lambda: Dataset.range(3).map(lambda x: tf.random.uniform([])), "RandomUniform"),
        (
            lambda: Dataset.from_generator(
                lambda: [1], output_signature=tf.TensorSpec([], tf.int32)
            ),
            "EagerPyFunc",
        ),
    ],
)
def test_pipelines_that_cannot_say_where_they_stand_are_not_saved(tmp_path, dataset, op):
    iterator = iter(dataset())
    next(iterator)
    with pytest.raises(tf.errors.FailedPreconditionError, match=f"{op} is stateful"):
        tf.train.Checkpoint(iterator=iterator).save(str(tmp_path / "checkpoint"))


def test_assertions_and_files_are_no_obstacle(tmp_path):
    def checked(x):
        tf.debugging.assert_less(x, tf.constant(9, tf.int64))
        return x

    iterator = iter(Dataset.range(5).map(checked))
    next(iterator)
    saved = tf.train.Checkpoint(iterator=iterator).save(str(tmp_path / "checkpoint"))
    next(iterator)
    tf.train.Checkpoint(iterator=iterator).restore(saved)
    assert numbers(iterator) == [1, 2, 3, 4]


def test_files_are_listed_in_order_or_at_random(tmp_path):
    for name in "cab":
        tf.io.write_file(str(tmp_path / name), name)
    pattern = str(tmp_path / "*")
    expected = [str(tmp_path / name).encode() for name in "abc"]
    assert list(Dataset.list_files(pattern, shuffle=False).as_numpy_iterator()) == expected
    assert sorted(Dataset.list_files(pattern, seed=1).as_numpy_iterator()) == expected
    read = Dataset.list_files(pattern, shuffle=False).map(tf.io.read_file, num_parallel_calls=2)
    assert list(read.as_numpy_iterator()) == [b"a", b"b", b"c"]
    with pytest.raises(tf.errors.InvalidArgumentError, match="No files matched"):
        Dataset.list_files(str(tmp_path / "none*"))


@pytest.mark.parametrize("place", ["memory", "file"])
def test_what_is_kept_is_kept_with_the_last_element(tmp_path, place):
    path = "" if place == "memory" else str(tmp_path / "kept")
    dataset = Dataset.range(10).shuffle(10).cache(path)
    first, iterator = [], iter(dataset)
    for _ in range(10):
        first.append(int(next(iterator)))
    assert [int(x) for x in dataset] == first
    assert next(iterator, None) is None


UNKNOWN_LENGTHS = {
    "filter": lambda d: d.filter(lambda x: x >= 0),
    "flat_map": lambda d: d.flat_map(Dataset.from_tensors),
    "take_while": lambda d: d.take_while(lambda x: x < 100),
    "unique": lambda d: d.unique(),
}
AFTER_THE_CACHE = {
    "nothing": lambda d: d,
    "map": lambda d: d.map(lambda x: x + 1),
    "prefetch": lambda d: d.prefetch(2),
    "batch and prefetch": lambda d: d.batch(3).prefetch(1),
    "shuffle": lambda d: d.shuffle(4),
    "zip": lambda d: Dataset.zip(d, Dataset.range(100)),
    "concatenate": lambda d: Dataset.range(2).concatenate(d),
}


@pytest.mark.parametrize("place", ["memory", "file"])
@pytest.mark.parametrize("after", AFTER_THE_CACHE)
@pytest.mark.parametrize("source", UNKNOWN_LENGTHS)
@pytest.mark.parametrize("seconds", [0.0, 0.002])  # By a thread, where elements are slow.
def test_passes_that_take_exactly_the_elements_make_them_once(
    tmp_path, place, after, source, seconds
):
    made = []

    def generate():
        for number in range(7):
            time.sleep(seconds)
            made.append(number)
            yield number

    numbers = Dataset.from_generator(generate, output_signature=tf.TensorSpec([], tf.int64))
    path = "" if place == "memory" else str(tmp_path / "kept")
    cached = AFTER_THE_CACHE[after](UNKNOWN_LENGTHS[source](numbers).cache(path))
    length = {"batch and prefetch": 3, "concatenate": 9}.get(after, 7)
    for _ in range(3):
        iterator = iter(cached)
        for _ in range(length):
            next(iterator)
    assert made == list(range(7))


def test_zipped_datasets_are_all_kept(tmp_path):
    parts = [Dataset.range(20).shuffle(20).cache(str(tmp_path / name)) for name in "ab"]
    zipped = Dataset.zip(tuple(parts))
    assert [[int(x) for x in row] for row in zipped] == [[int(x) for x in row] for row in zipped]


def test_an_iteration_that_writes_the_file_goes_on_from_where_it_was_saved(tmp_path):
    cached = tf.data.Dataset.range(9).shuffle(4).cache(str(tmp_path / "numbers"))
    iterator = iter(cached)
    first = [int(next(iterator)) for _ in range(4)]
    checkpoint = tf.train.Checkpoint(iterator=iterator)
    path = checkpoint.write(str(tmp_path / "place"))
    rest = [int(x) for x in [next(iterator), next(iterator)]]
    checkpoint.read(path).assert_consumed()
    assert [int(x) for x in iterator][:2] == rest
    kept = [int(x) for x in cached]
    assert kept[:6] == first + rest
    assert sorted(kept) == list(range(9))
    # What was saved while the file was written goes on in the file that is complete.
    later = iter(cached)
    tf.train.Checkpoint(iterator=later).read(path)
    assert [int(x) for x in later] == kept[4:]


def test_the_file_lacks_the_elements_alone_that_failed(tmp_path):
    numbers = tf.data.Dataset.from_tensor_slices([1, 0, 2]).map(lambda x: 10 // x)
    cached = numbers.cache(str(tmp_path / "numbers"))
    iterator = iter(cached)
    assert int(next(iterator)) == 10
    with pytest.raises(tf.errors.InvalidArgumentError):
        next(iterator)
    assert [int(x) for x in iterator] == [5]
    assert [int(x) for x in cached] == [10, 5]
