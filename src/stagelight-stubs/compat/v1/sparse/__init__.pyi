"""Public names of `tf.compat.v1.sparse`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1 import sparse_reduce_max as _reduce_max
from stagelight.compat.v1 import sparse_reduce_max_sparse as _reduce_max_sparse
from stagelight.compat.v1 import sparse_reduce_sum as _reduce_sum
from stagelight.compat.v1 import sparse_reduce_sum_sparse as _reduce_sum_sparse
from stagelight.compat.v1 import sparse_segment_mean as _segment_mean
from stagelight.compat.v1 import sparse_segment_sqrt_n as _segment_sqrt_n
from stagelight.compat.v1 import sparse_segment_sum as _segment_sum
from stagelight.compat.v1 import sparse_split as _split
from stagelight.compat.v1.default_graph import sparse_placeholder as _placeholder
from stagelight.compat.v1.older_sparse import sparse_merge as _merge
from stagelight.ops.sparse.arithmetic import maximum as maximum
from stagelight.ops.sparse.arithmetic import minimum as minimum
from stagelight.ops.sparse.arithmetic import older_add as _add
from stagelight.ops.sparse.conversion import eye as eye
from stagelight.ops.sparse.conversion import from_dense as from_dense
from stagelight.ops.sparse.conversion import to_dense as to_dense
from stagelight.ops.sparse.counting import bincount as bincount
from stagelight.ops.sparse.crossing import cross as cross
from stagelight.ops.sparse.crossing import cross_hashed as cross_hashed
from stagelight.ops.sparse.elements import map_values as map_values
from stagelight.ops.sparse.elements import mask as mask
from stagelight.ops.sparse.elements import retain as retain
from stagelight.ops.sparse.elements import to_indicator as to_indicator
from stagelight.ops.sparse.empty_rows import fill_empty_rows as fill_empty_rows
from stagelight.ops.sparse.matmul import sparse_dense_matmul as _matmul
from stagelight.ops.sparse.matmul import sparse_dense_matmul as sparse_dense_matmul
from stagelight.ops.sparse.parts import older_concat as _concat
from stagelight.ops.sparse.parts import slice_ as _slice
from stagelight.ops.sparse.reordering import expand_dims as expand_dims
from stagelight.ops.sparse.reordering import reorder as reorder
from stagelight.ops.sparse.reordering import reset_shape as reset_shape
from stagelight.ops.sparse.reordering import reshape as reshape
from stagelight.ops.sparse.reordering import transpose as transpose
from stagelight.ops.sparse.sampled_products import sampled_addmm as sampled_addmm
from stagelight.ops.sparse.softmax import softmax as softmax
from stagelight.ops.sparse.sparse_tensor import SparseTensor as SparseTensor
from typing import Any

add = _add
concat = _concat
matmul = _matmul
merge = _merge
placeholder = _placeholder
reduce_max = _reduce_max
reduce_max_sparse = _reduce_max_sparse
reduce_sum = _reduce_sum
reduce_sum_sparse = _reduce_sum_sparse
segment_mean = _segment_mean
segment_sqrt_n = _segment_sqrt_n
segment_sum = _segment_sum
slice = _slice
split = _split
