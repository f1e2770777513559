"""Public names of `tf.compat.v1.optimizers`. Written by `scripts/public_stubs.py`."""

from stagelight.train.optimizers import Adam as Adam
from stagelight.train.optimizers import Optimizer as Optimizer
from stagelight.train.optimizers import SGD as SGD
