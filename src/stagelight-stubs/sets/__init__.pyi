"""Public names of `tf.sets`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.sparse.sets import difference as difference
from stagelight.ops.sparse.sets import intersection as intersection
from stagelight.ops.sparse.sets import size as size
from stagelight.ops.sparse.sets import union as union
