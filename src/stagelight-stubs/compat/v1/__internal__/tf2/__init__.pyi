"""Public names of `tf.compat.v1.__internal__.tf2`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.tf2 import enabled as enabled
