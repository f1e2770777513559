"""Public names of `tf.compat.v1.config.optimizer`. Written by `scripts/public_stubs.py`."""

from stagelight.config import get_experimental_options as get_experimental_options
from stagelight.config import get_jit as get_jit
from stagelight.config import set_experimental_options as set_experimental_options
from stagelight.config import set_jit as set_jit
