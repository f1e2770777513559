"""Sparse tensors: the class, and the families of ops on them.

An op takes the three parts of a sparse tensor apart (`indices`, `values`, `dense_shape`) and gives those of
another; the public functions of `tf.sparse` take and give `SparseTensor`. `index_arrays` has what their
kernels share.
"""

from stagelight.ops.sparse import arithmetic as arithmetic
from stagelight.ops.sparse import conversion as conversion
from stagelight.ops.sparse import counting as counting
from stagelight.ops.sparse import crossing as crossing
from stagelight.ops.sparse import dense_operands as dense_operands
from stagelight.ops.sparse import elements as elements
from stagelight.ops.sparse import empty_rows as empty_rows
from stagelight.ops.sparse import matmul as matmul
from stagelight.ops.sparse import parts as parts
from stagelight.ops.sparse import reduction as reduction
from stagelight.ops.sparse import reordering as reordering
from stagelight.ops.sparse import sets as sets
from stagelight.ops.sparse import softmax as softmax
from stagelight.ops.sparse import sparse_tensor as sparse_tensor
