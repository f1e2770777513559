"""The batch size of a dataset, as it was given; the numbers are those of TensorFlow 2.21."""

from __future__ import annotations

import pytest

import stagelight as tf
from stagelight.data.batch_sizes import compute_batch_size

_RANGE, _ZEROS = tf.data.Dataset.range(10), tf.zeros([7, 2])
_BATCHES = _RANGE.batch(4)


@pytest.mark.parametrize(
    ("size", "dataset"),
    [
        (4, _BATCHES),
        (4, _RANGE.batch(4, drop_remainder=True)),
        (4, _BATCHES.prefetch(1).repeat(2).shuffle(2).take(1).skip(0).cache()),
        (4, _BATCHES.filter(lambda x: tf.reduce_sum(x) > 3)),
        (2, _BATCHES.batch(2)),
        (3, _RANGE.padded_batch(3)),
        (2, _RANGE.ragged_batch(2)),
        (4, tf.data.Dataset.zip((_BATCHES, _BATCHES))),
        (-1, tf.data.Dataset.zip((_BATCHES, _RANGE.batch(3)))),
        (2, _RANGE.batch(2).concatenate(_RANGE.batch(2))),
        (7, tf.data.Dataset.from_tensors(_ZEROS)),
        (-1, tf.data.Dataset.from_tensors((_ZEROS, tf.zeros([3])))),
        (-1, _BATCHES.map(lambda x: x + 1)),
        (-1, _BATCHES.rebatch(2)),
        (-1, _RANGE.flat_map(lambda x: tf.data.Dataset.range(3).batch(2))),
        (-1, _RANGE),
    ],
)
def test_the_size_that_was_given(size, dataset):
    found = compute_batch_size(dataset)
    assert (int(found), found.dtype) == (size, tf.int64)
