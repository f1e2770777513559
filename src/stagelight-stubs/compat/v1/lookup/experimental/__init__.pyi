"""Public names of `tf.compat.v1.lookup.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.state.lookup_tables import DenseHashTable as DenseHashTable
from stagelight.state.lookup_tables import MutableHashTable as MutableHashTable
