"""Public names of `tf.compat.v1.lookup.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.lookup.experimental import DenseHashTable as DenseHashTable
from stagelight.lookup.experimental import MutableHashTable as MutableHashTable
