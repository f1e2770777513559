"""Public names of `tf.compat.v1.saved_model.tag_constants`. Written by `scripts/public_stubs.py`."""

from typing import Any

GPU: str
SERVING: str
TPU: str
TRAINING: str
