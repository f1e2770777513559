"""Public names of `tf.compat.v1.__internal__.dispatch`. Written by `scripts/public_stubs.py`."""

from stagelight.__internal__.dispatch import GlobalOpDispatcher as GlobalOpDispatcher
from stagelight.__internal__.dispatch import OpDispatcher as OpDispatcher
from stagelight.__internal__.dispatch import add_dispatch_support as add_dispatch_support
