"""Public names of `tf.compat.v1.__internal__.decorator`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.decorator import make_decorator as make_decorator
from stagelight.__internal__.decorator import unwrap as unwrap
