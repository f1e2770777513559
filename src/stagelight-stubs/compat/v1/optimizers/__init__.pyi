"""Public names of `tf.compat.v1.optimizers`. Written by `scripts/public_stubs.py`."""

from stagelight.optimizers import Adam as Adam
from stagelight.optimizers import Optimizer as Optimizer
from stagelight.optimizers import SGD as SGD
