"""Functions of sparse tensors and of strings that only TensorFlow 1 has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.types.dtypes import float32, int32, int64, string


@public("compat.v1.string_split")
def string_split(
    source: Any,
    sep: Any = None,
    skip_empty: bool = True,
    delimiter: Any = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> Any:
    """Cuts strings at any of the bytes of a delimiter.

    Args:
        source: a vector of strings.
        sep: the bytes; a space if None. All bytes are pieces of their own if it is "".
        skip_empty: whether pieces without bytes are left out.
        delimiter: an older name of `sep`.
        result_type: "SparseTensor" or "RaggedTensor".
        name: the name scope of the operations.

    Raises:
        ValueError: both `sep` and `delimiter`, or another type of result.

    >>> tf.compat.v1.string_split(["a b", "c"]).values.numpy()
    array([b'a', b'b', b'c'], dtype=object)
    """
    if sep is not None and delimiter is not None:
        raise ValueError("Cannot specify both 'delimiter' and 'sep'")
    chosen = delimiter if sep is None else sep
    with op_scope(name or "StringSplit"):
        indices, pieces, shape = raw.StringSplit(
            convert_to_tensor(source, string),
            convert_to_tensor(" " if chosen is None else chosen, string),
            skip_empty=skip_empty,
        )
        if result_type == "SparseTensor":
            return SparseTensor(indices, pieces, shape)
        if result_type == "RaggedTensor":
            rows: Any = indices
            return RaggedTensor.from_value_rowids(pieces, rows[:, 0], shape[0], validate=False)
    raise ValueError("result_type must be 'RaggedTensor' or 'SparseTensor'.")


@public("compat.v1.sparse_merge", "compat.v1.sparse.merge")
def sparse_merge(
    sp_ids: Any,
    sp_values: SparseTensor,
    vocab_size: Any,
    name: str | None = None,
    already_sorted: bool = False,
) -> SparseTensor:
    """Puts the values of one sparse tensor where others say.

    Args:
        sp_ids: a sparse tensor of whole numbers, or a list: its values are the last indices of the result.
        sp_values: of the same indices.
        vocab_size: the size of the last axis, or a list.
        name: the name scope of the operations.
        already_sorted: whether the numbers rise in each row.

    Raises:
        TypeError: an argument is of another type.
        ValueError: two lists of different lengths.

    >>> ids = tf.SparseTensor([[0, 0], [1, 0]], [2, 0], [2, 1])
    >>> values = tf.SparseTensor([[0, 0], [1, 0]], [5.0, 6.0], [2, 1])
    >>> tf.sparse.to_dense(tf.compat.v1.sparse_merge(ids, values, 3)).numpy()
    array([[0., 0., 5.],
           [6., 0., 0.]], dtype=float32)
    """
    if isinstance(sp_ids, SparseTensor):
        if isinstance(vocab_size, (list, tuple)):
            raise TypeError(
                f"vocab_size has to be a Tensor or Python int. Found {type(vocab_size)}."
            )
        sp_ids, vocab_size = [sp_ids], [vocab_size]
    elif not isinstance(vocab_size, (list, tuple)):
        raise TypeError(
            f"vocab_size has to be a list of Tensors or ints. Found {type(vocab_size)}."
        )
    if len(sp_ids) != len(vocab_size):
        raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    if not isinstance(sp_values, SparseTensor):
        raise TypeError(f"Argument `sp_values` must be a SparseTensor. Received: {sp_values!r}")
    with op_scope(name or "SparseMerge"):
        columns = [raw.ExpandDims(raw.Cast(x.values, DstT=int64), 1) for x in sp_ids]
        indices: Any = sp_ids[0].indices
        shape: Any = sp_ids[0].dense_shape
        sizes = [raw.Cast(convert_to_tensor(x), DstT=int64) for x in vocab_size]
        whole = raw.ConcatV2([shape[:-1], raw.Pack(sizes)], 0)
        found = raw.ConcatV2([indices[:, :-1], *columns], 1)
        values = sp_values.values
        if not already_sorted:
            found, values = raw.SparseReorder(found, values, whole)
        return SparseTensor(found, values, whole)


def _reduced(op: Any, sp_input: SparseTensor, axis: Any, keepdims: bool) -> SparseTensor:
    axes = range(sp_input.shape.rank or 0) if axis is None else axis
    chosen: Sequence[Any] | Any = list(axes) if isinstance(axes, range) else axes
    indices, values, shape = op(
        sp_input.indices,
        sp_input.values,
        sp_input.dense_shape,
        convert_to_tensor(chosen, int32),
        keep_dims=keepdims,
    )
    return SparseTensor(indices, values, shape)


def _publish_reduction(kind: str, result: str) -> None:
    def reduce(
        sp_input: SparseTensor,
        axis: Any = None,
        keepdims: bool | None = None,
        reduction_axes: Any = None,
        keep_dims: bool | None = None,
    ) -> SparseTensor:
        for new, old, names in (
            (axis, reduction_axes, "'axis' and 'reduction_axes'"),
            (keepdims, keep_dims, "'keepdims' and 'keep_dims'"),
        ):
            if new is not None and old is not None:
                raise ValueError(f"Cannot specify both {names}")
        op = getattr(raw, f"SparseReduce{kind.capitalize()}Sparse")
        chosen = reduction_axes if axis is None else axis
        return _reduced(op, sp_input, chosen, bool(keep_dims if keepdims is None else keepdims))

    reduce.__name__ = reduce.__qualname__ = f"sparse_reduce_{kind}_sparse"
    reduce.__doc__ = f"""`tf.sparse.reduce_{kind}` with a sparse result.

    Args:
        sp_input: a sparse tensor.
        axis: the axes, all if None.
        keepdims: whether they stay, of size 1.
        reduction_axes, keep_dims: older names of the two.

    Raises:
        ValueError: an argument by both names.

    >>> x = tf.SparseTensor([[0, 0], [0, 2]], [1.0, 2.0], [2, 3])
    >>> tf.compat.v1.sparse_reduce_{kind}_sparse(x, 1).values.numpy()
    array([{result}], dtype=float32)
    """
    public(f"compat.v1.sparse_reduce_{kind}_sparse", f"compat.v1.sparse.reduce_{kind}_sparse")(
        reduce
    )


_publish_reduction("sum", "3.")
_publish_reduction("max", "2.")


@public("compat.v1.sparse_matmul")
def sparse_matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of two matrices, of which TensorFlow is told that they have many zeros; in float32.

    Args:
        a, b: matrices of float32 or bfloat16.
        transpose_a, transpose_b: whether they are transposed first.
        a_is_sparse, b_is_sparse: accepted for compatibility.
        name: the operation's name.

    >>> tf.compat.v1.sparse_matmul([[1.0, 0.0]], [[2.0], [3.0]]).numpy()
    array([[2.]], dtype=float32)
    """
    factors = (raw.Cast(convert_to_tensor(x), DstT=float32) for x in (a, b))
    return raw.MatMul(*factors, transpose_a=transpose_a, transpose_b=transpose_b, name=name)
