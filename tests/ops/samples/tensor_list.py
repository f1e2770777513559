"""Samples of `ops/lists/tensor_list.py`. Each ends in numbers: TensorFlow's lists are opaque."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.ops.samples import Bad, Sample, random

_ROWS = random.floats(3, 2)
_ROW = random.floats(2)


def _list(tf: Any, x: Any) -> Any:
    """The list of a matrix's rows."""
    return tf.raw_ops.TensorListFromTensor(tensor=x, element_shape=tf.constant([2]))


def _stack(tf: Any, handle: Any, dtype: Any) -> Any:
    return tf.raw_ops.TensorListStack(
        input_handle=handle, element_shape=tf.constant([2]), element_dtype=dtype
    )


def _empty(tf: Any, dtype: Any = "float32", most: int = -1) -> Any:
    return tf.raw_ops.EmptyTensorList(
        element_shape=tf.constant([2]), max_num_elements=tf.constant(most), element_dtype=dtype
    )


def _push(tf: Any, handle: Any, x: Any) -> Any:
    return tf.raw_ops.TensorListPushBack(input_handle=handle, tensor=x)


def _pushed_twice(tf: Any, x: Any) -> Any:
    return _stack(tf, _push(tf, _push(tf, _empty(tf, x.dtype), x), x * x), x.dtype)


def _reserve(tf: Any, count: int, dtype: Any = "float32") -> Any:
    return tf.raw_ops.TensorListReserve(
        element_shape=tf.constant([2]), num_elements=tf.constant(count), element_dtype=dtype
    )


def _get(tf: Any, handle: Any, index: int, dtype: Any) -> Any:
    return tf.raw_ops.TensorListGetItem(
        input_handle=handle,
        index=tf.constant(index),
        element_shape=tf.constant([2]),
        element_dtype=dtype,
    )


def _set(tf: Any, handle: Any, index: int, item: Any, **attrs: Any) -> Any:
    return tf.raw_ops.TensorListSetItem(
        input_handle=handle, index=tf.constant(index), item=item, **attrs
    )


def _pop(tf: Any, x: Any) -> Any:
    rest, last = tf.raw_ops.TensorListPopBack(
        input_handle=_list(tf, x), element_shape=tf.constant([2]), element_dtype=x.dtype
    )
    return _stack(tf, rest, x.dtype), last * last


def _gather(tf: Any, x: Any, indices: list[int]) -> Any:
    return tf.raw_ops.TensorListGather(
        input_handle=_list(tf, x),
        indices=tf.constant(indices, tf.int32),
        element_shape=tf.constant([2]),
        element_dtype=x.dtype,
    )


def _scatter(tf: Any, x: Any, indices: list[int]) -> Any:
    handle = tf.raw_ops.TensorListScatter(
        tensor=x, indices=tf.constant(indices), element_shape=tf.constant([2])
    )
    return _stack(tf, handle, x.dtype)


def _scatter_v2(tf: Any, x: Any, indices: list[int], count: int) -> Any:
    handle = tf.raw_ops.TensorListScatterV2(
        tensor=x,
        indices=tf.constant(indices),
        element_shape=tf.constant([2]),
        num_elements=tf.constant(count),
    )
    return _stack(tf, handle, x.dtype)


def _scatter_into(tf: Any, x: Any, y: Any, indices: list[int]) -> Any:
    handle = tf.raw_ops.TensorListScatterIntoExistingList(
        input_handle=_list(tf, x), tensor=y, indices=tf.constant(indices)
    )
    return _stack(tf, handle, x.dtype)


def _concat(tf: Any, x: Any) -> Any:
    return tf.raw_ops.TensorListConcat(
        input_handle=_list(tf, x), element_dtype=x.dtype, element_shape=[2]
    )


def _concat_v2(tf: Any, x: Any) -> Any:
    return tf.raw_ops.TensorListConcatV2(
        input_handle=_list(tf, x),
        element_shape=tf.constant([-1]),
        leading_dims=tf.constant([], tf.int64),
        element_dtype=x.dtype,
    )


def _split(tf: Any, x: Any, lengths: list[int], at: int) -> Any:
    handle = tf.raw_ops.TensorListSplit(
        tensor=x, element_shape=tf.constant([-1, 2]), lengths=tf.constant(lengths, tf.int64)
    )
    return tf.raw_ops.TensorListGetItem(
        input_handle=handle,
        index=tf.constant(at),
        element_shape=tf.constant([-1, 2]),
        element_dtype=x.dtype,
    )


def _resize(tf: Any, x: Any, size: int) -> Any:
    handle = tf.raw_ops.TensorListResize(input_handle=_list(tf, x), size=tf.constant(size))
    return _stack(tf, handle, x.dtype)


def _lists_joined(tf: Any, x: Any) -> Any:
    handle = tf.raw_ops.TensorListConcatLists(
        input_a=_list(tf, x), input_b=_list(tf, x + x), element_dtype=x.dtype
    )
    return _stack(tf, handle, x.dtype)


def _length(tf: Any, handle: Any) -> Any:
    return tf.raw_ops.TensorListLength(input_handle=handle)


def _element_shape(tf: Any, handle: Any, dtype: Any) -> Any:
    return tf.raw_ops.TensorListElementShape(input_handle=handle, shape_type=dtype)


def _push_batch(tf: Any, x: Any) -> Any:
    handles = tf.stack([_empty(tf, x.dtype), _empty(tf, x.dtype)])
    handles = tf.raw_ops.TensorListPushBackBatch(input_handles=handles, tensor=x)
    return _stack(tf, handles[0], x.dtype), _stack(tf, handles[1], x.dtype)


_NUMBERS = np.arange(6, dtype=np.int32).reshape(3, 2)
_STRINGS = np.asarray([[b"a", b"b"], [b"c", b"d"]], object)

SAMPLES = [
    Sample("EmptyTensorList", lambda tf: _stack(tf, _empty(tf), "float32")),
    Sample("EmptyTensorList", lambda tf: _stack(tf, _empty(tf, "int64"), "int64")),
    Bad(
        "EmptyTensorList",
        lambda tf, x: _push(tf, _push(tf, _empty(tf, most=1), x), x),
        (_ROW,),
        match="full list",
    ),
    Sample("TensorListReserve", lambda tf: _stack(tf, _reserve(tf, 2), "float32")),
    Sample("TensorListReserve", lambda tf: _get(tf, _reserve(tf, 3, "bool"), 1, "bool")),
    Bad("TensorListReserve", lambda tf: _reserve(tf, -1), match="non negative"),
    Sample("TensorListLength", lambda tf: _length(tf, _reserve(tf, 4))),
    Sample("TensorListLength", lambda tf, x: _length(tf, _list(tf, x)), (_ROWS,)),
    Sample("TensorListElementShape", lambda tf: _element_shape(tf, _empty(tf), "int64")),
    Sample("TensorListElementShape", lambda tf: _element_shape(tf, _empty(tf), "int32")),
    Sample("TensorListPushBack", _pushed_twice, (_ROW,)),
    Sample(
        "TensorListPushBack",
        lambda tf, x: _stack(tf, _push(tf, _empty(tf, "int32"), x), "int32"),
        (_NUMBERS[0],),
    ),
    Bad("TensorListPushBack", lambda tf, x: _push(tf, _empty(tf), x), (_ROWS,)),
    Bad("TensorListPushBack", lambda tf, x: _push(tf, _empty(tf), x), (_NUMBERS[0],)),
    Sample("TensorListPopBack", _pop, (_ROWS,)),
    Sample("TensorListPopBack", _pop, (_NUMBERS,)),
    Bad(
        "TensorListPopBack",
        lambda tf: tf.raw_ops.TensorListPopBack(
            input_handle=_empty(tf), element_shape=tf.constant([2]), element_dtype="float32"
        )[1],
        match="empty list",
    ),
    # TensorFlow's rows of a variant tensor are not lists again.
    Sample("TensorListPushBackBatch", _push_batch, (_ROWS[:2],), gradient=False, oracle=False),
    Sample("TensorListPushBackBatch", _push_batch, (_NUMBERS[:2],), oracle=False),
    Sample("TensorListGetItem", lambda tf, x: _get(tf, _list(tf, x), 1, x.dtype) ** 2, (_ROWS,)),
    Sample("TensorListGetItem", lambda tf, x: _get(tf, _list(tf, x), 0, tf.string), (_STRINGS,)),
    Bad("TensorListGetItem", lambda tf, x: _get(tf, _list(tf, x), 3, x.dtype), (_ROWS,)),
    Sample(
        "TensorListSetItem",
        lambda tf, x, y: _stack(tf, _set(tf, _list(tf, x), 1, y * y), x.dtype) * x,
        (_ROWS, _ROW),
    ),
    Sample(
        "TensorListSetItem",
        lambda tf, x, y: (
            _stack(tf, _set(tf, _list(tf, x), 4, y, resize_if_index_out_of_bounds=True), x.dtype)
            ** 2
        ),
        (_ROWS, _ROW),
    ),
    Bad("TensorListSetItem", lambda tf, x, y: _set(tf, _list(tf, x), 3, y), (_ROWS, _ROW)),
    Bad("TensorListSetItem", lambda tf, x: _set(tf, _list(tf, x), 0, x), (_ROWS,)),
    Sample("TensorListStack", lambda tf, x: _stack(tf, _list(tf, x), x.dtype) ** 3, (_ROWS,)),
    Sample("TensorListStack", lambda tf, x: _stack(tf, _list(tf, x), tf.string), (_STRINGS,)),
    Bad(
        "TensorListStack",
        lambda tf, x: tf.raw_ops.TensorListStack(
            input_handle=_list(tf, x),
            element_shape=tf.constant([2]),
            element_dtype=x.dtype,
            num_elements=2,
        ),
        (_ROWS,),
    ),
    Sample("TensorListFromTensor", lambda tf, x: _get(tf, _list(tf, x * x), 2, x.dtype), (_ROWS,)),
    Sample("TensorListFromTensor", lambda tf, x: _stack(tf, _list(tf, x), "int32"), (_NUMBERS,)),
    Bad("TensorListFromTensor", lambda tf, x: _list(tf, x), (np.float32(1.0),)),
    Sample("TensorListGather", lambda tf, x: _gather(tf, x, [2, 0]) ** 2, (_ROWS,)),
    Sample("TensorListGather", lambda tf, x: _gather(tf, x, []), (_NUMBERS,)),
    # TensorFlow's gradient is that of the last of equal indices; ours is the sum of all.
    Sample(
        "TensorListGather", lambda tf, x: _gather(tf, x, [1, 1, 0]) ** 2, (_ROWS,), oracle=False
    ),
    Bad("TensorListGather", lambda tf, x: _gather(tf, x, [5]), (_ROWS,)),
    Sample("TensorListScatter", lambda tf, x: _scatter(tf, x, [2, 0, 1]) ** 2, (_ROWS,)),
    Sample("TensorListScatter", lambda tf, x: _scatter(tf, x, [0, 3, 1]), (_NUMBERS,)),
    Bad("TensorListScatter", lambda tf, x: _scatter(tf, x, [0, -1, 1]), (_ROWS,)),
    Sample("TensorListScatterV2", lambda tf, x: _scatter_v2(tf, x, [2, 0, 1], 4) ** 2, (_ROWS,)),
    Sample("TensorListScatterV2", lambda tf, x: _scatter_v2(tf, x, [2, 0, 1], 3), (_NUMBERS,)),
    Bad("TensorListScatterV2", lambda tf, x: _scatter_v2(tf, x, [2, 0, 3], 3), (_ROWS,)),
    Sample(
        "TensorListScatterIntoExistingList",
        lambda tf, x, y: _scatter_into(tf, x, y, [2, 0]) ** 2,
        (_ROWS, random.floats(2, 2)),
    ),
    Sample(
        "TensorListScatterIntoExistingList",
        lambda tf, x, y: _scatter_into(tf, x, y, [1]),
        (_NUMBERS, _NUMBERS[:1]),
    ),
    Bad(
        "TensorListScatterIntoExistingList",
        lambda tf, x, y: _scatter_into(tf, x, y, [0]),
        (_ROWS, random.floats(2, 2)),
    ),
    Sample("TensorListConcat", lambda tf, x: _concat(tf, x * x), (_ROWS,)),
    Sample("TensorListConcat", _concat, (_NUMBERS,)),
    Sample("TensorListConcatV2", lambda tf, x: _concat_v2(tf, x * x), (_ROWS,)),
    Sample("TensorListConcatV2", _concat_v2, (_NUMBERS,)),
    Sample("TensorListSplit", lambda tf, x: _split(tf, x * x, [1, 2], 1), (_ROWS,)),
    Sample("TensorListSplit", lambda tf, x: _split(tf, x, [3, 0], 0), (_NUMBERS,)),
    Bad("TensorListSplit", lambda tf, x: _split(tf, x, [1, 1], 1), (_ROWS,)),
    Sample("TensorListResize", lambda tf, x: _resize(tf, x, 2) ** 2, (_ROWS,)),
    Sample("TensorListResize", lambda tf, x: _resize(tf, x, 5) ** 2, (_ROWS,)),
    Bad("TensorListResize", lambda tf, x: _resize(tf, x, -1), (_ROWS,)),
    Sample("TensorListConcatLists", _lists_joined, (_ROWS,), gradient=False),
    Sample("TensorListConcatLists", _lists_joined, (_NUMBERS,)),
]
