"""Public names of `tf.compat.v1.__operators__`. Written by `scripts/public_stubs.py`."""

from stagelight.__operators__ import add as add
from stagelight.__operators__ import eq as eq
from stagelight.__operators__ import ne as ne
from stagelight.ops.arrays.indexing import getitem as getitem
from stagelight.ops.ragged.indexing import _getitem as _ragged_getitem
from typing import Any

ragged_getitem = _ragged_getitem
