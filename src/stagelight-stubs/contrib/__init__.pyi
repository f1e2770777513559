"""Public names of `tf.contrib`. Written by `scripts/public_stubs.py`."""

from stagelight.contrib import eager as eager
