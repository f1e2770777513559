"""Public names of `tf.compat.v1.summary.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.summary.experimental import get_step as get_step
from stagelight.summary.experimental import set_step as set_step
from stagelight.summary.experimental import summary_scope as summary_scope
from stagelight.summary.experimental import write_raw_pb as write_raw_pb
