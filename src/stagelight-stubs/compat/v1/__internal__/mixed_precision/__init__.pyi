"""Public names of `tf.compat.v1.__internal__.mixed_precision`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.mixed_precision import register_loss_scale_wrapper as register_loss_scale_wrapper
