"""Public names of `tf.compat.v1.__internal__.tf2`. Written by `scripts/public_stubs.py`."""

from stagelight.formats.versions import tf2_enabled as _enabled
from typing import Any

enabled = _enabled
