"""Public names of `tf.compat.v1.__internal__.function`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.function import ConcreteFunction as ConcreteFunction
from stagelight.__internal__.function import Function as Function
