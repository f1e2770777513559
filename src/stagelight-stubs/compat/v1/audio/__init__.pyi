"""Public names of `tf.compat.v1.audio`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.files.sounds import decode_wav as decode_wav
from stagelight.ops.files.sounds import encode_wav as encode_wav
