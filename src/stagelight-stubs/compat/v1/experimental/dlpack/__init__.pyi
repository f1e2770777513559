"""Public names of `tf.compat.v1.experimental.dlpack`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.host.dlpack import from_dlpack as from_dlpack
from stagelight.ops.host.dlpack import to_dlpack as to_dlpack
