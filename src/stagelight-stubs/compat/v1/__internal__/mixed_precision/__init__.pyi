"""Public names of `tf.compat.v1.__internal__.mixed_precision`. Written by `scripts/public_stubs.py`."""

from stagelight.alias.keras_2 import take_note as _register_loss_scale_wrapper
from typing import Any

register_loss_scale_wrapper = _register_loss_scale_wrapper
