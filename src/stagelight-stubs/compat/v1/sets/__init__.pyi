"""Public names of `tf.compat.v1.sets`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.sparse.sets import difference as _set_difference
from stagelight.ops.sparse.sets import difference as difference
from stagelight.ops.sparse.sets import intersection as _set_intersection
from stagelight.ops.sparse.sets import intersection as intersection
from stagelight.ops.sparse.sets import size as _set_size
from stagelight.ops.sparse.sets import size as size
from stagelight.ops.sparse.sets import union as _set_union
from stagelight.ops.sparse.sets import union as union
from typing import Any

set_difference = _set_difference
set_intersection = _set_intersection
set_size = _set_size
set_union = _set_union
