"""Public names of `tf.types`. Written by `scripts/public_stubs.py`."""

from stagelight.types import experimental as experimental
