"""Public names of `tf.compat.v1.autograph.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.autograph.api import do_not_convert as do_not_convert
from stagelight.autograph.loop_options import set_loop_options as set_loop_options
from stagelight.autograph.options import Feature as Feature
