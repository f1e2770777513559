"""Public names of `tf.compat.v1.lite.experimental.authoring`. Written by `scripts/public_stubs.py`."""

from stagelight.lite.experimental.authoring import compatible as compatible
