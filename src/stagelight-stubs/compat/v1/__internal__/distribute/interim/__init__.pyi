"""Public names of `tf.compat.v1.__internal__.distribute.interim`. Written by `scripts/public_stubs.py`."""

from stagelight.distribute.replica import maybe_merge_call as maybe_merge_call
