"""Public names of `tf.compat.v1.tpu`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.tpu import experimental as experimental
