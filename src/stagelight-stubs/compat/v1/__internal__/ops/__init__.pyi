"""Public names of `tf.compat.v1.__internal__.ops`. Written by `scripts/public_stubs.py`."""

from stagelight.alias.keras_2 import broadcast_weights as broadcast_weights
from stagelight.alias.keras_2 import is_resource_variable as is_resource_variable
