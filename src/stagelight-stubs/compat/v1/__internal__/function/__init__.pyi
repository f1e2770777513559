"""Public names of `tf.compat.v1.__internal__.function`. Written by `scripts/public_stubs.py`."""

from stagelight.staging.concrete_function import ConcreteFunction as ConcreteFunction
from stagelight.staging.function import Function as Function
