"""Public names of `tf.compat.v1.sparse`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.default_graph import sparse_placeholder as _placeholder
from stagelight.compat.v1.older_sparse import sparse_merge as _merge
from stagelight.ops.sparse.arithmetic import older_add as _add
from stagelight.ops.sparse.matmul import sparse_dense_matmul as _matmul
from stagelight.ops.sparse.parts import older_concat as _concat
from stagelight.sparse import SparseTensor as SparseTensor
from stagelight.sparse import bincount as bincount
from stagelight.sparse import cross as cross
from stagelight.sparse import cross_hashed as cross_hashed
from stagelight.sparse import expand_dims as expand_dims
from stagelight.sparse import eye as eye
from stagelight.sparse import fill_empty_rows as fill_empty_rows
from stagelight.sparse import from_dense as from_dense
from stagelight.sparse import map_values as map_values
from stagelight.sparse import mask as mask
from stagelight.sparse import maximum as maximum
from stagelight.sparse import minimum as minimum
from stagelight.sparse import reorder as reorder
from stagelight.sparse import reset_shape as reset_shape
from stagelight.sparse import reshape as reshape
from stagelight.sparse import retain as retain
from stagelight.sparse import sampled_addmm as sampled_addmm
from stagelight.sparse import slice as slice
from stagelight.sparse import softmax as softmax
from stagelight.sparse import sparse_dense_matmul as sparse_dense_matmul
from stagelight.sparse import to_dense as to_dense
from stagelight.sparse import to_indicator as to_indicator
from stagelight.sparse import transpose as transpose
from typing import Any

add = _add
concat = _concat
matmul = _matmul
merge = _merge
placeholder = _placeholder
def reduce_max(
    sp_input: Any,
    axis: Any = None,
    keepdims: Any = None,
    reduction_axes: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_max` with the arguments of TensorFlow 1:

        sp_input, axis, keepdims, reduction_axes, keep_dims

    The greatest of the elements along axes; zero where there is none.

    Args:
        sp_input: a `tf.SparseTensor`.
        axis: an axis or several; all if None.
        keepdims: whether they stay, with size 1.
        output_is_sparse: whether the result is sparse.
        name: the operation's name.

    Raises:
        TypeError: the input is not sparse.
        InvalidArgumentError: an axis is out of range.

    >>> tf.sparse.reduce_max(tf.SparseTensor([[0, 1], [1, 1]], [-1, -2], [2, 3]), axis=0).numpy()
    array([ 0, -1,  0], dtype=int32)
    """
def reduce_max_sparse(
    sp_input: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    reduction_axes: Any = None,
    keep_dims: bool | None = None,
) -> Any:
    """`tf.sparse.reduce_max` with a sparse result.

    Args:
        sp_input: a sparse tensor.
        axis: the axes, all if None.
        keepdims: whether they stay, of size 1.
        reduction_axes, keep_dims: older names of the two.

    Raises:
        ValueError: an argument by both names.

    >>> x = tf.SparseTensor([[0, 0], [0, 2]], [1.0, 2.0], [2, 3])
    >>> tf.compat.v1.sparse_reduce_max_sparse(x, 1).values.numpy()
    array([2.], dtype=float32)
    """
def reduce_sum(
    sp_input: Any,
    axis: Any = None,
    keepdims: Any = None,
    reduction_axes: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_sum` with the arguments of TensorFlow 1:

        sp_input, axis, keepdims, reduction_axes, keep_dims

    The sums of the elements along axes.

    Args:
        sp_input: a `tf.SparseTensor`.
        axis: an axis or several; all if None.
        keepdims: whether they stay, with size 1.
        output_is_sparse: whether the result is sparse.
        name: the operation's name.

    Raises:
        TypeError: the input is not sparse.
        InvalidArgumentError: an axis is out of range.

    >>> tf.sparse.reduce_sum(tf.SparseTensor([[0, 1], [1, 1]], [1, 2], [2, 3]), axis=0).numpy()
    array([0, 3, 0], dtype=int32)
    """
def reduce_sum_sparse(
    sp_input: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    reduction_axes: Any = None,
    keep_dims: bool | None = None,
) -> Any:
    """`tf.sparse.reduce_sum` with a sparse result.

    Args:
        sp_input: a sparse tensor.
        axis: the axes, all if None.
        keepdims: whether they stay, of size 1.
        reduction_axes, keep_dims: older names of the two.

    Raises:
        ValueError: an argument by both names.

    >>> x = tf.SparseTensor([[0, 0], [0, 2]], [1.0, 2.0], [2, 3])
    >>> tf.compat.v1.sparse_reduce_sum_sparse(x, 1).values.numpy()
    array([3.], dtype=float32)
    """
def segment_mean(
    data: Any,
    indices: Any,
    segment_ids: Any,
    name: Any = None,
    num_segments: Any = None,
    sparse_gradient: Any = False,
) -> Any:
    """`sparse_segment_mean` with the arguments of TensorFlow 1:

        data, indices, segment_ids, name, num_segments, sparse_gradient

    The mean of gathered rows by segment: `tf.sparse.segment_sum` / number of rows.

    Args:
        data: floating tensor of shape `[rows, ...]`.
        indices: int32 or int64 vector, which rows are taken.
        segment_ids: int32 or int64 vector of that length, sorted.
        num_segments: how many segments there are; None takes the last id plus 1.
        name: name of the operation.
        sparse_gradient: makes the gradient of `data` a `tf.IndexedSlices`.

    Returns:
        Tensor of shape `[num_segments, ...]`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an index or id is out of range, or the ids are not sorted.

    >>> tf.sparse.segment_mean([[1.0, 2.0], [3.0, 4.0]], [0, 1, 0], [0, 0, 1]).numpy()
    array([[2., 3.],
           [1., 2.]], dtype=float32)
    """
def segment_sqrt_n(
    data: Any,
    indices: Any,
    segment_ids: Any,
    name: Any = None,
    num_segments: Any = None,
    sparse_gradient: Any = False,
) -> Any:
    """`sparse_segment_sqrt_n` with the arguments of TensorFlow 1:

        data, indices, segment_ids, name, num_segments, sparse_gradient

    The scaled sum of gathered rows: `tf.sparse.segment_sum` / sqrt(number of rows).

    Args:
        data: floating tensor of shape `[rows, ...]`.
        indices: int32 or int64 vector, which rows are taken.
        segment_ids: int32 or int64 vector of that length, sorted.
        num_segments: how many segments there are; None takes the last id plus 1.
        name: name of the operation.
        sparse_gradient: makes the gradient of `data` a `tf.IndexedSlices`.

    Returns:
        Tensor of shape `[num_segments, ...]`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an index or id is out of range, or the ids are not sorted.

    >>> tf.sparse.segment_sqrt_n([[1.0], [3.0]], [0, 0, 0, 0], [0, 0, 0, 0]).numpy()
    array([[2.]], dtype=float32)
    """
def segment_sum(
    data: Any,
    indices: Any,
    segment_ids: Any,
    name: Any = None,
    num_segments: Any = None,
    sparse_gradient: Any = False,
) -> Any:
    """`sparse_segment_sum` with the arguments of TensorFlow 1:

        data, indices, segment_ids, name, num_segments, sparse_gradient

    Adds gathered rows up by segment: `out[s] = sum of data[indices[i]] over segment_ids[i] = s`.

    Args:
        data: real tensor of shape `[rows, ...]`.
        indices: int32 or int64 vector, which rows are taken.
        segment_ids: int32 or int64 vector of that length, sorted.
        num_segments: how many segments there are; None takes the last id plus 1.
        name: name of the operation.
        sparse_gradient: makes the gradient of `data` a `tf.IndexedSlices`.

    Returns:
        Tensor of shape `[num_segments, ...]`; 0 for an empty segment.

    Raises:
        InvalidArgumentError: an index or id is out of range, or the ids are not sorted.

    >>> tf.sparse.segment_sum([[1, 2], [3, 4]], [0, 1, 0], [0, 0, 1]).numpy()
    array([[4, 6],
           [1, 2]], dtype=int32)
    """
def split(
    keyword_required: Any = None,
    sp_input: Any = None,
    num_split: Any = None,
    axis: Any = None,
    name: Any = None,
    split_dim: Any = None,
) -> Any:
    """`split` with the arguments of TensorFlow 1:

        keyword_required, sp_input, num_split, axis, name, split_dim

    A sparse tensor cut into parts along an axis; the first parts are longer if need be.

    Args:
        sp_input: a `tf.SparseTensor`.
        num_split: how many parts.
        axis: the axis.
        name: the operation's name.

    Raises:
        ValueError: an argument is missing.
        InvalidArgumentError: the axis is out of range, or shorter than `num_split`.

    >>> [x.values.numpy().tolist() for x in
    ...  tf.sparse.split(tf.SparseTensor([[0], [2]], [5, 7], [3]), num_split=2, axis=0)]
    [[5], [7]]
    """
