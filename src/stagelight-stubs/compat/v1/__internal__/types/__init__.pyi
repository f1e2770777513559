"""Public names of `tf.compat.v1.__internal__.types`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.types import Tensor as Tensor
