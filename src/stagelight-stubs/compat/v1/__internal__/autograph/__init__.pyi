"""Public names of `tf.compat.v1.__internal__.autograph`. Written by `scripts/public_stubs.py`."""

from stagelight.autograph.api import convert_callback as _tf_convert
from stagelight.autograph.context import control_status as _control_status_ctx
from typing import Any

control_status_ctx = _control_status_ctx
tf_convert = _tf_convert
