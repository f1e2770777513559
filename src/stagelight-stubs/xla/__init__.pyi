"""Public names of `tf.xla`. Written by `scripts/public_stubs.py`."""

from stagelight.xla import experimental as experimental
