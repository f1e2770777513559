"""Public names of `tf.compat.v1.autograph.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.autograph.experimental import Feature as Feature
from stagelight.autograph.experimental import do_not_convert as do_not_convert
from stagelight.autograph.experimental import set_loop_options as set_loop_options
