"""Public names of `tf.compat.v1.__internal__.ops`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.ops import broadcast_weights as broadcast_weights
from stagelight.__internal__.ops import is_resource_variable as is_resource_variable
