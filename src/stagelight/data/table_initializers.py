"""Lookup tables filled from datasets: `DatasetInitializer`, `table_from_dataset` and its like."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.data.cardinality import assert_cardinality
from stagelight.data.dataset import Dataset
from stagelight.data.elements import elements_of
from stagelight.data.iteration import Iteration
from stagelight.ops.resources.lookup import table_of
from stagelight.public import public
from stagelight.state.lookup_tables import StaticHashTable, TableInitializer
from stagelight.state.vocabulary_table import StaticVocabularyTable
from stagelight.types.dtypes import as_dtype, string
from stagelight.types.specs import TensorSpec


def _fill(xp: ModuleType, table_handle: Any, dataset: Any) -> tuple[()]:
    rows = list(elements_of(dataset).rows(Iteration()))
    if rows:
        keys, values = (
            np.array([np.asarray(x).item() for x in column], np.asarray(column[0]).dtype)
            for column in zip(*rows, strict=True)
        )
        table_of(table_handle).insert(keys, values)
    return ()


define(
    "InitializeTableFromDataset",
    "table_handle: resource, dataset: variant",
    "",
    infer=lambda table_handle, dataset: (),
    kernel=_fill,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES | Trait.ITERATES,
)


@public("data.experimental.DatasetInitializer")
class DatasetInitializer(TableInitializer):
    """Fills a table with the pairs of a key and a value that a dataset gives.

    Args:
        dataset: of pairs of scalars.

    Raises:
        ValueError: its elements are no pairs of scalars.

    >>> pairs = tf.data.Dataset.range(3).map(lambda x: (x, tf.strings.as_string(x * 2)))
    >>> filling = tf.data.experimental.DatasetInitializer(pairs)
    >>> table = tf.lookup.StaticHashTable(filling, "?")
    >>> table.lookup(tf.constant([2, 5], tf.int64)).numpy()
    array([b'4', b'?'], dtype=object)
    """

    def __init__(self, dataset: Dataset) -> None:
        key, value = _pair(dataset)
        self.dataset = dataset
        self._key_dtype, self._value_dtype = key.dtype, value.dtype

    def _fill(self, handle: Tensor) -> Any:
        return raw.InitializeTableFromDataset(handle, self.dataset._variant_tensor)


def _pair(dataset: Dataset) -> tuple[TensorSpec, TensorSpec]:
    """The specs of the keys and values that a dataset gives."""
    spec = dataset.element_spec
    is_pair = isinstance(spec, tuple) and len(spec) == 2
    if not is_pair or not all(isinstance(leaf, TensorSpec) for leaf in spec):
        raise ValueError(
            f"Elements of the dataset must be pairs of a key and a value, both tensors. Received: {spec}"
        )
    for leaf in spec:
        if leaf.shape.rank not in (None, 0):
            raise ValueError(f"Keys and values must be scalars. Received: {spec}")
    return spec


@public("data.experimental.table_from_dataset")
def table_from_dataset(
    dataset: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: Any = None,
    default_value: Any = None,
    hasher_spec: Any = None,
    key_dtype: Any = string,
    name: str | None = None,
) -> Any:
    """A table filled with the pairs of a key and a value that a dataset gives.

    Args:
        dataset: of pairs of scalars.
        num_oov_buckets: if positive, keys that are not in it get one of so many values behind, by their
            hash. Values must be the numbers from 0 on then.
        vocab_size: how many pairs are taken; all if None.
        default_value: the value of keys that are not in it; -1 if None.
        hasher_spec: kept for TensorFlow's signature; the hash is that of `tf.strings.to_hash_bucket_fast`.
        key_dtype: the dtype of keys that are looked up where there are buckets: string or integer.
        name: kept for TensorFlow's signature.

    Raises:
        ValueError: elements are no pairs of scalars, values of this dtype need a default, a number
            is out of range.
        TypeError: `key_dtype` is neither string nor integer.

    >>> pairs = tf.data.Dataset.range(3).map(lambda x: (x, tf.strings.as_string(x * 2)))
    >>> table = tf.data.experimental.table_from_dataset(pairs, default_value="?", key_dtype=tf.int64)
    >>> table.lookup(tf.constant([2, 5], tf.int64)).numpy()
    array([b'4', b'?'], dtype=object)
    """
    value = _pair(dataset)[1].dtype
    if default_value is None:
        if not (value.is_integer or value.is_floating):
            raise ValueError(
                "`default_value` must be specified when creating a table from a dataset that produces "
                f"values of type {value!r}."
            )
        default_value = -1
    if num_oov_buckets < 0:
        raise ValueError(
            f"`num_oov_buckets` must be greater than or equal to 0, got {num_oov_buckets}."
        )
    if vocab_size is not None and not isinstance(vocab_size, Tensor) and vocab_size < 1:
        raise ValueError(f"`vocab_size` must be greater than 0, got {vocab_size}.")
    key_dtype = as_dtype(key_dtype)
    if not key_dtype.is_integer and key_dtype is not string:
        raise TypeError(
            f"`key_dtype` must be either an integer or string type, but got {key_dtype!r}"
        )
    if vocab_size is not None:
        dataset = dataset.take(vocab_size).apply(assert_cardinality(vocab_size))
    filling = DatasetInitializer(dataset)
    if not num_oov_buckets:
        return StaticHashTable(filling, default_value)
    return StaticVocabularyTable(filling, num_oov_buckets, lookup_key_dtype=key_dtype)


@public("data.experimental.index_table_from_dataset")
def index_table_from_dataset(
    dataset: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: Any = None,
    default_value: Any = -1,
    hasher_spec: Any = None,
    key_dtype: Any = string,
    name: str | None = None,
) -> Any:
    """A table of the places that keys have in a dataset; see `tf.data.experimental.table_from_dataset`.

    >>> words = tf.data.Dataset.from_tensor_slices(["a", "b"])
    >>> table = tf.data.experimental.index_table_from_dataset(words, num_oov_buckets=1)
    >>> table.lookup(tf.constant(["b", "c"])).numpy()
    array([1, 2])
    """
    pairs = dataset.enumerate().map(lambda place, key: (key, place))
    return table_from_dataset(
        pairs, num_oov_buckets, vocab_size, default_value, hasher_spec, key_dtype, name
    )
