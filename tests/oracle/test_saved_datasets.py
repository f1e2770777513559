"""Saved datasets go both ways between TensorFlow and Stagelight."""

from __future__ import annotations

import pytest


def shown(element):
    """What prints, with the keys of dicts in order: messages do not keep it."""
    return str(sorted(element.items()) if isinstance(element, dict) else element)


def as_lists(dataset):
    return [shown(element) for element in dataset]


def elements(tf):
    return {
        "numbers": tf.data.Dataset.range(200),
        "dict": tf.data.Dataset.range(5).map(lambda x: {"b": tf.strings.as_string(x), "a": (x, x)}),
        "shapes": tf.data.Dataset.range(4).map(lambda n: tf.fill([n, 2], True)),
        "strings": tf.data.Dataset.from_tensor_slices([["a", ""], [b"\xff" * 300, "b"]]),
        "ragged": tf.data.Dataset.from_tensors(tf.ragged.constant([[1], [2, 3], []])).repeat(2),
        "sparse": tf.data.Dataset.from_tensors(tf.sparse.from_dense([[1, 0], [2, 3]])),
        "nothing": tf.data.Dataset.range(0),
    }


KINDS = ("numbers", "dict", "shapes", "strings", "ragged", "sparse", "nothing")


@pytest.mark.parametrize("compression", [None, "GZIP", "SNAPPY"])
@pytest.mark.parametrize("kind", KINDS)
def test_datasets_go_both_ways(tensorflow, stagelight, tmp_path, kind, compression):
    for writer, reader in ((tensorflow, stagelight), (stagelight, tensorflow)):
        folder = str(tmp_path / writer.__name__)
        saved = elements(writer)[kind]
        saved.save(folder, compression=compression)
        loaded = reader.data.Dataset.load(folder, compression=compression)
        assert shown(loaded.element_spec) == shown(saved.element_spec)
        assert as_lists(loaded) == as_lists(saved)
        assert int(loaded.cardinality()) == len(as_lists(saved))


def test_shards_come_in_the_same_order(tensorflow, stagelight, tmp_path):
    orders = []
    for writer in (tensorflow, stagelight):
        folder = str(tmp_path / writer.__name__)
        writer.data.Dataset.range(23).save(folder, shard_func=lambda x: x % 5 - 1)
        for reader in (tensorflow, stagelight):
            orders.append([int(x) for x in reader.data.Dataset.load(folder)])
    assert orders[1:] == orders[:1] * 3


def test_errors_are_the_same(compare, tmp_path):
    folder = str(tmp_path / "saved")

    def loaded(**arguments):
        def program(tf):
            tf.data.Dataset.range(3).save(folder)
            return list(tf.data.Dataset.load(folder, **arguments).as_numpy_iterator())

        return program

    compare(lambda tf: tf.data.Dataset.load(str(tmp_path / "none")), raises=True)
    compare(loaded(compression="GZIP"), raises=True)
    compare(lambda tf: loaded(element_spec=tf.TensorSpec([], tf.int32))(tf), raises=True)
    compare(lambda tf: loaded(element_spec=tf.TensorSpec([2], tf.int64))(tf), raises=True)
    compare(
        lambda tf: tf.data.Dataset.range(3).save(folder, shard_func=lambda x: tf.cast(x, tf.int32)),
        raises=True,
    )
