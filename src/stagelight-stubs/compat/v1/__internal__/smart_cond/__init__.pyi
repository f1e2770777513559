"""Public names of `tf.compat.v1.__internal__.smart_cond`. Written by `scripts/public_stubs.py`."""

from stagelight.control_flow.conditionals import smart_cond as smart_cond
