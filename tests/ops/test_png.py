"""What TensorFlow cannot be asked about PNG: it ends the process for an image without pixels."""

import pytest

import stagelight as tf


@pytest.mark.parametrize("shape", [(0, 2, 3), (2, 0, 3), (2, 0, 2, 3)])
def test_an_image_has_pixels(shape):
    with pytest.raises(tf.errors.InvalidArgumentError, match="must not be empty"):
        tf.io.encode_png(tf.zeros(shape, tf.uint8))
