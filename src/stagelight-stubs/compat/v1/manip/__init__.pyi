"""Public names of `tf.compat.v1.manip`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.arrays.reshaping import reshape as reshape
from stagelight.ops.arrays.reversing import reverse as reverse
from stagelight.ops.arrays.reversing import roll as roll
from stagelight.ops.arrays.scatter import scatter_nd as scatter_nd
from stagelight.ops.arrays.space_batch import batch_to_space_nd as batch_to_space_nd
from stagelight.ops.arrays.space_batch import space_to_batch_nd as space_to_batch_nd
from stagelight.ops.arrays.tiling import tile as tile
