"""Public names of `tf.compat.v1.__internal__.autograph`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.autograph import control_status_ctx as control_status_ctx
from stagelight.__internal__.autograph import tf_convert as tf_convert
