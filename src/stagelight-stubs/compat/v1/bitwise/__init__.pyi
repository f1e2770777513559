"""Public names of `tf.compat.v1.bitwise`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.elementwise.bitwise import bitwise_and as bitwise_and
from stagelight.ops.elementwise.bitwise import bitwise_or as bitwise_or
from stagelight.ops.elementwise.bitwise import bitwise_xor as bitwise_xor
from stagelight.ops.elementwise.bitwise import invert as invert
from stagelight.ops.elementwise.bitwise import left_shift as left_shift
from stagelight.ops.elementwise.bitwise import right_shift as right_shift
