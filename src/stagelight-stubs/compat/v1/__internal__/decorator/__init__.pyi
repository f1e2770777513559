"""Public names of `tf.compat.v1.__internal__.decorator`. Written by `scripts/public_stubs.py`."""

from stagelight.alias.decorators import make_decorator as make_decorator
from stagelight.alias.decorators import unwrap as unwrap
