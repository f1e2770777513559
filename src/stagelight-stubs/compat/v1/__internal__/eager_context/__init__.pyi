"""Public names of `tf.compat.v1.__internal__.eager_context`. Written by `scripts/public_stubs.py`."""

from stagelight.graph.scopes import eager_mode as eager_mode
