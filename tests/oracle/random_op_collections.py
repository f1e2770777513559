"""More ops of random programs: segments, scatter, sets and orders, sparse tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.oracle.random_op_linalg import matrices, vectors
from tests.oracle.random_op_table import (
    FLOATS,
    INTEGERS,
    NUMBERS,
    add,
    along_one,
    one,
    public,
    size_of,
)

EXACT = {"keeps_exact": True}

# ---------------------------------------------------------------------------- segments and scatter


def _of_rows(*dtypes: str, low: int = 0, sorts: bool = False) -> Any:
    """Arguments: a value that has rows, and a segment of each."""

    def arguments(choice: Any) -> Any:
        x = choice.value(dtypes, rank=1)
        if x is None or not x.shape[0]:
            return None
        ids = choice.numbers(low, 4, (x.shape[0],))
        return [x, np.sort(ids) if sorts else ids], {}

    return arguments


# TF: the second derivative is NaN where a segment has no rows.
add("segment_mean", public("math.segment_mean"), _of_rows(*FLOATS, sorts=True))
for _name in ("mean", "sqrt_n"):
    add(
        f"unsorted_segment_{_name}",
        lambda tf, x, ids, _name=_name: getattr(tf.math, f"unsorted_segment_{_name}")(x, ids, 4),
        _of_rows(*FLOATS, low=-1),
    )
for _name in ("sum", "mean", "sqrt_n"):
    add(
        f"sparse.segment_{_name}",
        lambda tf, x, ids, _name=_name: getattr(tf.sparse, f"segment_{_name}")(
            x, tf.range(tf.size(ids)), ids
        ),
        _of_rows(*FLOATS, sorts=True),
        smooth=True,
    )
    add(
        f"sparse.segment_{_name} of numbers",
        lambda tf, x, ids, _name=_name: getattr(tf.sparse, f"segment_{_name}")(
            x, tf.range(tf.size(ids)), ids, num_segments=6
        ),
        _of_rows(*FLOATS, sorts=True),
    )
add(
    "dynamic_partition",
    lambda tf, x, ids: tf.dynamic_partition(x, ids, 4)[1],
    _of_rows(*NUMBERS, "bool"),
    **EXACT,
)
add(
    "dynamic_stitch",
    lambda tf, x, ids: tf.dynamic_stitch(
        tf.dynamic_partition(tf.range(tf.size(ids)), ids, 4), tf.dynamic_partition(x, ids, 4)
    ),
    _of_rows(*NUMBERS),
    **EXACT,
)
add(
    "segments of integers",
    lambda tf, x, ids: tf.math.unsorted_segment_sum(x, ids, 5),
    _of_rows(*INTEGERS, low=-1),
    **EXACT,
)
add(
    "segment_prod of integers",
    lambda tf, x, ids: tf.math.segment_prod(x, ids),
    _of_rows("int32", "int64", sorts=True),
    **EXACT,
)


def _updates(*dtypes: str, repeats: bool = True) -> Any:
    """Arguments: a value that has rows, indices of rows, and new rows."""

    def arguments(choice: Any) -> Any:
        x = choice.value(dtypes, rank=1)
        if x is None or not x.shape[0]:
            return None
        rows = choice.numbers(0, x.shape[0], (3, 1))
        if not repeats:
            rows = rows[:1]
        return [x, rows, choice.constant(x.dtype, (len(rows), *x.shape[1:]))], {}

    return arguments


add(
    "tensor_scatter_nd_update",
    public("tensor_scatter_nd_update"),
    _updates(*NUMBERS, "bool", repeats=False),
    smooth=True,
    **EXACT,
)
for _name in ("sub", "min"):
    add(
        f"tensor_scatter_nd_{_name}",
        public(f"tensor_scatter_nd_{_name}"),
        _updates(*NUMBERS),
        smooth=_name == "sub",
    )
add(
    "scatter_nd of rows",
    lambda tf, x, rows, new: tf.scatter_nd(rows, new, tf.shape(x)),
    _updates(*FLOATS),
)
add(
    "gather of batches",
    lambda tf, x: tf.gather(x, tf.zeros([size_of(tf, x, 0), 2], tf.int32), axis=1, batch_dims=1),
    matrices(*NUMBERS),
    smooth=True,
    **EXACT,
)
add(
    "gather_nd of batches",
    lambda tf, x: tf.gather_nd(x, tf.zeros([size_of(tf, x, 0), 2, 1], tf.int32), batch_dims=1),
    matrices(*NUMBERS),
    smooth=True,
    **EXACT,
)

# ---------------------------------------------------------------------------- orders and sets

ORDERED = one(*NUMBERS, exact=True, rank=1)
add(
    "values of top_k",
    lambda tf, x: tf.math.top_k(x, tf.minimum(2, size_of(tf, x, -1))).values,
    ORDERED,
    **EXACT,
)
add(
    "indices of top_k",
    lambda tf, x: tf.math.top_k(x, tf.minimum(2, size_of(tf, x, -1))).indices,
    ORDERED,
    **EXACT,
)
add(
    "sort, descending",
    lambda tf, x, axis: tf.sort(x, axis, "DESCENDING"),
    along_one(*NUMBERS, exact=True),
    **EXACT,
)
add(
    "counts of unique",
    lambda tf, x: tf.unique_with_counts(tf.reshape(x, [-1]), tf.int64).count,
    one(*NUMBERS, *INTEGERS, exact=True),
    **EXACT,
)
add(
    "places of unique",
    lambda tf, x: tf.unique(tf.reshape(x, [-1]), tf.int64).idx,
    one(*NUMBERS, exact=True),
    **EXACT,
)
add("unique rows", lambda tf, x: tf.raw_ops.UniqueV2(x=x, axis=[0])[0], ORDERED, **EXACT)
add("unique strings", lambda tf, x: tf.unique(tf.reshape(x, [-1]))[0], one("string"), **EXACT)
add(
    "searchsorted, right",
    lambda tf, x: tf.searchsorted(tf.sort(tf.reshape(x, [-1])), tf.reshape(x, [-1])[:3], "right"),
    ORDERED,
    **EXACT,
)
add(
    "invert_permutation",
    lambda tf, x: tf.math.invert_permutation(tf.argsort(tf.reshape(x, [-1]), stable=True)),
    ORDERED,
    **EXACT,
)
add(
    "confusion_matrix",
    lambda tf, x: tf.math.confusion_matrix(
        tf.abs(tf.reshape(x, [-1])) % 3, tf.ones([tf.size(x)], tf.int32), 3
    ),
    one("int32"),
    **EXACT,
)
add(
    "weighted bincount",
    lambda tf, x: tf.math.bincount(tf.abs(x) % 4, tf.ones_like(x, tf.float32) * 0.5, 4, 4, axis=-1),
    matrices("int32", most=2),
)
add(
    "binary bincount",
    lambda tf, x: tf.math.bincount(
        tf.abs(x) % 4, minlength=4, maxlength=4, binary_output=True, axis=-1
    ),
    matrices("int32", most=2),
    **EXACT,
)
for _name in ("intersection", "difference", "union"):
    add(
        f"sets.{_name}",
        lambda tf, x, _name=_name: tf.sparse.to_dense(getattr(tf.sets, _name)(x, x[..., :1] + 1)),
        matrices("int32", "int64"),
        **EXACT,
    )
add(
    "sets.size",
    lambda tf, x: tf.sets.size(tf.sets.intersection(x, x)),
    matrices("int32", "int64"),
    **EXACT,
)
add(
    "edit_distance",
    lambda tf, x: tf.edit_distance(tf.sparse.from_dense(x), tf.sparse.from_dense(x + 1)),
    matrices("int32", "int64", most=2),
)
add(
    "broadcast_shapes",
    lambda tf, x: tf.broadcast_dynamic_shape(tf.shape(x), [2, 1]),
    one(*NUMBERS),
    **EXACT,
)
add(
    "unravel_index",
    lambda tf, x: tf.unravel_index(tf.abs(tf.reshape(x, [-1])) % 6, [2, 3]),
    one("int32"),
    **EXACT,
)
add(
    "lower bound",
    lambda tf, x: tf.searchsorted(tf.sort(x), x[..., :1]),
    matrices("float32", "int32", exact=True),
    **EXACT,
)
add("shape_n", lambda tf, x: tf.shape(x, tf.int64) * 2, one(*NUMBERS), **EXACT)
add(
    "ensure_shape",
    lambda tf, x: tf.ensure_shape(x, [None] * x.shape.rank),
    one(*NUMBERS),
    smooth=True,
    **EXACT,
)
add("parallel_stack", lambda tf, x: tf.stack([x, x * 2], 0), one(*NUMBERS), smooth=True, **EXACT)
add(
    "reverse_sequence",
    lambda tf, x: tf.reverse_sequence(x, tf.ones([size_of(tf, x, 0)], tf.int32), seq_axis=1),
    matrices(*NUMBERS),
    smooth=True,
    **EXACT,
)
add(
    "tensor_split",
    lambda tf, x: tf.split(x, [1, size_of(tf, x, 0) - 1])[1],
    vectors(*NUMBERS),
    smooth=True,
    **EXACT,
)
add(
    "extra dimensions",
    lambda tf, x: x[..., tf.newaxis, ::-1],
    one(*NUMBERS, rank=1),
    smooth=True,
    **EXACT,
)

# ---------------------------------------------------------------------------- sparse tensors


def _sparse(tf: Any, x: Any) -> Any:
    return tf.sparse.from_dense(x)


def add_sparse(name: str, call: Any, arguments: Any, **flags: bool) -> None:
    """Puts a function of sparse tensors into the table; its result becomes dense."""

    def dense(tf: Any, x: Any) -> Any:
        found = call(tf, _sparse(tf, x))
        return tf.sparse.to_dense(found) if isinstance(found, tf.sparse.SparseTensor) else found

    add(f"sparse {name}", dense, arguments, **flags)


SPARSE = matrices(*NUMBERS, exact=True, most=2)
add_sparse("add", lambda tf, x: tf.sparse.add(x, x), SPARSE, **EXACT)
add_sparse(
    "add of thresholds",
    lambda tf, x: tf.sparse.add(x, x, 1),
    matrices("int32", "float32", exact=True, most=2),
    **EXACT,
)
add_sparse("transpose", lambda tf, x: tf.sparse.transpose(x), SPARSE, **EXACT)
add_sparse("reshape", lambda tf, x: tf.sparse.reshape(x, [-1]), SPARSE, **EXACT)
add_sparse("slice", lambda tf, x: tf.sparse.slice(x, [0, 1], [2, 2]), SPARSE, **EXACT)
add_sparse("concat", lambda tf, x: tf.sparse.concat(0, [x, x]), SPARSE, **EXACT)
add_sparse(
    "split", lambda tf, x: tf.sparse.split(sp_input=x, num_split=1, axis=0)[0], SPARSE, **EXACT
)
add_sparse("softmax", lambda tf, x: tf.sparse.softmax(x), matrices(*FLOATS, exact=True, most=2))
add_sparse("maximum", lambda tf, x: tf.sparse.maximum(x, x * -1), SPARSE, **EXACT)
add_sparse("reduce_max", lambda tf, x: tf.sparse.reduce_max(x, 1), SPARSE, **EXACT)
add_sparse("reduce_sum", lambda tf, x: tf.sparse.reduce_sum(x, 0, keepdims=True), SPARSE)
add_sparse("retain", lambda tf, x: tf.sparse.retain(x, x.values > 0), SPARSE, **EXACT)
add_sparse(
    "fill_empty_rows",
    lambda tf, x: tf.sparse.fill_empty_rows(x, tf.constant(1, x.dtype))[0],
    SPARSE,
    **EXACT,
)
add_sparse("expand_dims", lambda tf, x: tf.sparse.expand_dims(x, 1), SPARSE, **EXACT)
add_sparse("mapped values", lambda tf, x: tf.sparse.map_values(tf.abs, x), SPARSE, **EXACT)
add_sparse("product with dense", lambda tf, x: x * tf.ones(x.dense_shape, x.dtype), SPARSE, **EXACT)
add_sparse(
    "matmul of adjoint",
    lambda tf, x: tf.sparse.sparse_dense_matmul(x, tf.sparse.to_dense(x), adjoint_a=True),
    matrices(*FLOATS, exact=True, most=2),
)
add_sparse(
    "reorder",
    lambda tf, x: tf.sparse.reorder(
        tf.sparse.SparseTensor(x.indices[::-1], x.values[::-1], x.dense_shape)
    ),
    SPARSE,
    **EXACT,
)
add_sparse("reset_shape", lambda tf, x: tf.sparse.reset_shape(x, [9, 9]), SPARSE, **EXACT)
add_sparse(
    "bincount",
    lambda tf, x: tf.sparse.bincount(
        tf.sparse.map_values(lambda v: tf.abs(v) % 5, x), axis=-1, minlength=5, maxlength=5
    ),
    matrices("int32", exact=True, most=2),
    **EXACT,
)
