"""`tf.image.non_max_suppression_padded` of batches in which there is nothing."""

from __future__ import annotations

import pytest

import stagelight as tf


@pytest.mark.parametrize("sizes", [(0, 4), (0, 3, 4), (2, 0, 4), (2, 0), (2, 3, 4)])
@pytest.mark.parametrize("known", ["eager", "sizes", "ranks"])
def test_a_batch_without_boxes_has_as_many_indices_as_others(sizes, known):
    def kept(boxes, scores):
        return tf.image.non_max_suppression_padded(boxes, scores, 9, pad_to_max_output_size=True)

    boxes, scores = tf.ones([*sizes, 4]), tf.ones(sizes)
    if known == "sizes":
        kept = tf.function(kept)
    elif known == "ranks":
        specs = [tf.TensorSpec([None] * x.shape.rank) for x in (boxes, scores)]
        kept = tf.function(kept, input_signature=specs)
    indices, valid = kept(boxes, scores)
    assert indices.shape == [*sizes[:-1], 9]
    assert valid.shape == sizes[:-1]
