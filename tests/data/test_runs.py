"""Elements that are at hand in runs: how many were taken is known at each, whoever takes them."""

from __future__ import annotations

import sys
import threading

import numpy as np
import pytest

import stagelight as tf

Dataset = tf.data.Dataset
COUNT = 700
NUMBERS = np.arange(COUNT)


def _files(folder):
    """Files of lines, records, records of many lengths, and records of 8 bytes; two of each."""
    found = {}
    for name in ("lines", "records", "long", "fixed"):
        found[name] = [str(folder / f"{name}{i}") for i in range(2)]
    for part, numbers in enumerate(np.array_split(NUMBERS, 2)):
        with open(found["lines"][part], "wb") as file:
            file.writelines(b"%d\n" % i for i in numbers)
        with open(found["fixed"][part], "wb") as file:
            file.writelines(b"%08d" % i for i in numbers)
        for name, factor in (("records", 1), ("long", 9)):
            with tf.io.TFRecordWriter(found[name][part]) as writer:
                for i in numbers:
                    writer.write(b"%d," % i * (1 + factor * (int(i) % 100)))
    return found


SOURCES = {
    "range": lambda files: Dataset.range(5, 5 + 3 * COUNT, 3),
    "vector": lambda files: Dataset.from_tensor_slices(NUMBERS),
    "matrix": lambda files: Dataset.from_tensor_slices(NUMBERS.reshape(-1, 1) * [1, 2]),
    "pairs": lambda files: Dataset.from_tensor_slices((NUMBERS, NUMBERS.reshape(-1, 1) + 1)),
    "dicts": lambda files: Dataset.from_tensor_slices({"a": NUMBERS * 0.5, "b": NUMBERS}),
    "texts": lambda files: Dataset.from_tensor_slices(NUMBERS.astype(bytes)),
    "mapped": lambda files: Dataset.range(COUNT).map(lambda x: (x, x * x)),
    "shuffled": lambda files: Dataset.range(COUNT).shuffle(
        50, seed=3, reshuffle_each_iteration=False
    ),
    "lines": lambda files: tf.data.TextLineDataset(files["lines"]),
    "fixed": lambda files: tf.data.FixedLengthRecordDataset(files["fixed"], 8),
    "records": lambda files: tf.data.TFRecordDataset(files["records"]),
    "long": lambda files: tf.data.TFRecordDataset(files["long"]),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return _files(tmp_path_factory.mktemp("runs"))


def _plain(element):
    return tf.nest.map_structure(lambda x: np.asarray(x).tolist(), element)


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_a_place_within_a_run_is_that_of_the_very_element(files, name):
    dataset = SOURCES[name](files)
    whole = [_plain(element) for element in dataset.as_numpy_iterator()]
    assert len(whole) == COUNT
    iterator = iter(dataset)
    for taken in range(COUNT):
        if taken in (0, 1, 2, 3, 6, 62, 254, 255, 256, 349, 350, 351, 510, 699):
            saved = iterator._serialize_to_tensors()
            later = iter(dataset)
            later._restore_from_tensors(saved)
            following = [_plain(next(later)) for _ in range(min(5, COUNT - taken))]
            assert following == whole[taken : taken + 5]
            # One that was restored tells its place as well.
            again = iter(dataset)
            again._restore_from_tensors(later._serialize_to_tensors())
            assert [_plain(element) for element in again] == whole[taken + 5 :]
        # It has gone on by itself, whichever way it is asked.
        element = iterator.get_next() if taken % 3 else next(iterator)
        assert _plain(element) == whole[taken]
    assert next(iterator, None) is None


@pytest.mark.parametrize("name", ["pairs", "mapped", "records"])
def test_threads_share_an_iterator_and_each_element_comes_once_and_whole(files, name):
    dataset = SOURCES[name](files)
    whole = sorted(map(str, (_plain(element) for element in dataset)))
    iterator = iter(dataset)
    found: list[list[str]] = [[] for _ in range(4)]

    def take(mine):
        for element in iterator:
            mine.append(str(_plain(element)))

    threads = [threading.Thread(target=take, args=(mine,)) for mine in found]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert sorted(text for mine in found for text in mine) == whole


def test_a_record_that_is_kept_keeps_no_others(files):
    """Its array owns its one item."""
    for name in ("records", "lines"):
        element = next(iter(SOURCES[name](files)))
        assert element._array.base is None
        assert element._array.shape == ()


def test_rows_of_vectors_are_arrays_that_can_be_lent():
    for element in Dataset.from_tensor_slices(np.float32([1, 2])):
        assert isinstance(element._array, np.ndarray)
        assert np.from_dlpack(element) == element.numpy()
    assert [int(x) for x in Dataset.from_tensor_slices(np.arange(4)[::-1])] == [3, 2, 1, 0]
    ones = np.broadcast_to(np.int64(1), 3)
    assert [int(x) for x in Dataset.from_tensor_slices(ones)] == [1, 1, 1]
    assert list(Dataset.from_tensor_slices(np.zeros(0))) == []


def test_ranges_may_reach_the_ends_of_int64():
    """Also where their length, or the number after the last, is none."""
    last = 2**63 - 1
    for numbers in (
        range(0, last, 2**61),
        range(-last, last, 2**62),
        range(last, -last - 1, -(2**62)),
    ):
        dataset = Dataset.range(numbers.start, numbers.stop, numbers.step)
        assert [int(x) for x in dataset] == list(numbers)
        assert [int(x) for batch in dataset.batch(2) for x in batch] == list(numbers)
    assert int(next(iter(Dataset.range(-last, last)))) == -last


def test_numbers_of_a_range_are_cast_one_by_one_as_in_batches():
    dataset = Dataset.range(0, 300, 100, output_type=tf.int8)
    assert [int(x) for x in dataset] == [0, 100, -56]
    assert [x.numpy().tolist() for x in dataset.batch(3)] == [[0, 100, -56]]
