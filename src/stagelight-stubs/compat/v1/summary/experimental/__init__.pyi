"""Public names of `tf.compat.v1.summary.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.summary.values import summary_scope as summary_scope
from stagelight.summary.values import write_raw_pb as write_raw_pb
from stagelight.summary.writers import get_step as get_step
from stagelight.summary.writers import set_step as set_step
