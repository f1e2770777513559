"""Values that are refused, and the class of the error: ragged tensors, tables, lists, scopes, structures."""

from __future__ import annotations

import os
import tempfile
from collections import namedtuple

_Pair = namedtuple("_Pair", "a b")


def _ragged(tf):
    return tf.ragged.constant([[1, 2], [3]])


def _table(tf):
    return tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)


def _table_of_other_lengths(tf):
    filling = tf.lookup.KeyValueTensorInitializer([1, 2, 3], [1, 2, 3, 4, 5])
    return tf.lookup.StaticHashTable(filling, 0).size()


def _state_file(tf):
    folder = tempfile.mkdtemp()
    open(os.path.join(folder, "checkpoint"), "w").close()
    return tf.train.get_checkpoint_state(folder)


def _scopes_left_out_of_order(tf):
    first, second = tf.device("cpu:0"), tf.device("cpu:0")
    first.__enter__()
    second.__enter__()
    try:
        first.__exit__(None, None, None)
    finally:
        second.__exit__(None, None, None)


def _spec_of_pairs(tf, size):
    class Spec(tf.TypeSpec):
        value_type = object

        def __init__(self, pair):
            self.pair = pair

        def _serialize(self):
            return (self.pair,)

        @property
        def _component_specs(self):
            return self.pair

        def _to_components(self, value):
            return value

        def _from_components(self, components):
            return components

    def of(rows):
        return Spec(_Pair(tf.TensorSpec([rows, 2]), tf.TensorSpec([3], tf.int32)))

    joined = of(1).most_specific_common_supertype([of(size)]).pair
    return type(joined).__name__, joined.a.shape, joined.b.shape


# What needs no graph: each is run eagerly alone.
EAGER_PROGRAMS = {
    "a table's key of another dtype": lambda tf: _table(tf).lookup(tf.constant([1], tf.int64)),
    "a key of another dtype to insert": lambda tf: _table(tf).insert(
        tf.constant([1], tf.int64), tf.constant([1], tf.int64)
    ),
    "a default of two axes": lambda tf: tf.lookup.experimental.MutableHashTable(
        tf.string, tf.int64, tf.constant([[-1, -1]], tf.int64)
    ),
    "keys and values of other lengths": _table_of_other_lengths,
    "an empty state file": _state_file,
    "device scopes left out of order": _scopes_left_out_of_order,
    "lengths of too few parts": lambda tf: tf.TensorArray(
        tf.float32, size=2, infer_shape=False
    ).split([1.0], [1]),
    "a spec with a namedtuple": lambda tf: _spec_of_pairs(tf, 1),
    "specs with namedtuples": lambda tf: _spec_of_pairs(tf, 2),
    "a ragged spec without ragged axes": lambda tf: [
        tf.RaggedTensorSpec([10], tf.int32, ragged_rank=0).is_compatible_with(other)
        for other in (
            tf.TensorSpec([10], tf.int32), tf.ones([10], tf.int32), tf.ones([9], tf.int32),
            tf.ones([10]), tf.TensorSpec(None, tf.int32),
        )
    ],
}  # fmt: skip

PROGRAMS = {
    "padding of another shape": lambda tf: tf.RaggedTensor.from_tensor([[[1]]], padding=1),
    "padding of a vector": lambda tf: tf.RaggedTensor.from_tensor([[1]], padding=[1]),
    "padding of a row": lambda tf: tf.RaggedTensor.from_tensor([[[1], [0]]], padding=[0]),
    "a negative ragged rank": lambda tf: tf.ragged.constant([[[1], [2]]], ragged_rank=-1),
    "an inner shape of another size": lambda tf: tf.ragged.constant([1, 2, 3], inner_shape=(1, 1)),
    "an inner shape": lambda tf: tf.ragged.constant([1, 2, 3], inner_shape=(3,)),
    "a negative number of rows": lambda tf: tf.RaggedTensor.from_value_rowids([1, 2], [0, 4], -2),
    "too few rows": lambda tf: tf.RaggedTensor.from_value_rowids([1, 2], [0, 4], 4),
    "rows enough": lambda tf: tf.RaggedTensor.from_value_rowids([1, 2], [0, 4], 5),
    "a mask of integers": lambda tf: tf.ragged.boolean_mask(
        _ragged(tf), tf.ragged.constant([[1, 0], [1]])
    ),
    "a mask of too few rows": lambda tf: tf.ragged.boolean_mask([[1, 2], [3, 4]], [True]),
    "a mask of rows": lambda tf: tf.ragged.boolean_mask([[1, 2], [3, 4]], [True, False]),
    "an unknown argument of map_structure": lambda tf: tf.nest.map_structure(abs, [1], foo=1),
    "tensors of two dtypes and a list": lambda tf: tf.convert_to_tensor(
        [tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0], tf.float64), [0.0, 0.0]]
    ),
    "tensors of two dtypes": lambda tf: tf.convert_to_tensor(
        [tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0], tf.float64)]
    ),
    "no such axis of a tensordot": lambda tf: tf.tensordot(
        tf.ones([2, 2]), tf.ones([2, 2]), [[7], [0]]
    ),
    "no such second axis of a tensordot": lambda tf: tf.tensordot(
        tf.ones([2, 2]), tf.ones([2, 2]), [[0], [7]]
    ),
    "too many axes of a tensordot": lambda tf: tf.tensordot(tf.ones([2, 2]), tf.ones([2, 2]), 7),
    "norms over no axis": lambda tf: tf.math.reduce_euclidean_norm([-3.0, 4.0], axis=[]),
    "norms of integers over no axis": lambda tf: tf.math.reduce_euclidean_norm([-3, 4], axis=[]),
    "complex norms over no axis": lambda tf: tf.math.reduce_euclidean_norm([1 + 2j], axis=[]),
    "norms over no axis, kept": lambda tf: tf.math.reduce_euclidean_norm([-3.0], [], keepdims=True),
}

PROGRAMS |= {
    f"bfloat16 times {dtype}": (
        lambda tf, dtype=dtype: tf.matmul(
            tf.fill([1, 2], tf.constant(1.5, tf.bfloat16)),
            tf.fill([2, 1], tf.constant(3, getattr(tf, dtype))),
            output_type=tf.bfloat16,
        )
    )
    for dtype in ("int8", "uint8")
}
