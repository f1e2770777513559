"""Public names of `tf.compat.v1.__internal__.dispatch`. Written by `scripts/public_stubs.py`."""

from stagelight.extension_types.dispatching import add_dispatch_support as add_dispatch_support
from stagelight.extension_types.fallbacks import GlobalOpDispatcher as GlobalOpDispatcher
from stagelight.extension_types.fallbacks import OpDispatcher as OpDispatcher
