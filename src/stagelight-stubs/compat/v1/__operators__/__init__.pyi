"""Public names of `tf.compat.v1.__operators__`. Written by `scripts/public_stubs.py`."""

from stagelight.__operators__ import add as add
from stagelight.__operators__ import eq as eq
from stagelight.__operators__ import getitem as getitem
from stagelight.__operators__ import ne as ne
from stagelight.__operators__ import ragged_getitem as ragged_getitem
