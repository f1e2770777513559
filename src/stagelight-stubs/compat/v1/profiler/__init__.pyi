"""Public names of `tf.compat.v1.profiler`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.profiler import experimental as experimental
