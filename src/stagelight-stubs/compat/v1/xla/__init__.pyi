"""Public names of `tf.compat.v1.xla`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.xla import experimental as experimental
