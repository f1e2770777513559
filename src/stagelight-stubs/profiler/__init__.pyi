"""Public names of `tf.profiler`. Written by `scripts/public_stubs.py`."""

from stagelight.profiler import experimental as experimental
