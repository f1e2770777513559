"""Public names of `tf.lookup.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.state.lookup_tables import DenseHashTable as DenseHashTable
from stagelight.state.lookup_tables import MutableHashTable as MutableHashTable
