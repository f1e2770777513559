"""Public names of `tf.compat.v1.sysconfig`. Written by `scripts/public_stubs.py`."""

from stagelight.testing.builds import get_build_info as get_build_info
