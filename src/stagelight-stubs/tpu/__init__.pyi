"""Public names of `tf.tpu`. Written by `scripts/public_stubs.py`."""

from stagelight.tpu import experimental as experimental
