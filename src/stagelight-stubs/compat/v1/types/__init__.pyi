"""Public names of `tf.compat.v1.types`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.types import experimental as experimental
