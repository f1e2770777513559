"""Public names of `tf.compat.v1.experimental.extension_type`. Written by `scripts/public_stubs.py`."""

from stagelight.extension_types.extension_type import as_dict as as_dict
