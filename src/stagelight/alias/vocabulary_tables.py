"""`tensorflow.python.ops.lookup_ops`: tables between the words of a vocabulary and their numbers."""

from __future__ import annotations

from typing import Any

import stagelight as tf
from stagelight.state.lookup_tables import Lookup as LookupInterface

__all__ = [
    "LookupInterface",
    "index_table_from_file",
    "index_table_from_tensor",
    "index_to_string_table_from_file",
    "index_to_string_table_from_tensor",
]


def _numbering(initializer: Any, num_oov_buckets: int, default_value: int, key_dtype: Any) -> Any:
    if num_oov_buckets:
        return tf.lookup.StaticVocabularyTable(initializer, num_oov_buckets, key_dtype)
    return tf.lookup.StaticHashTable(initializer, default_value)


def _require_buckets(num_oov_buckets: int) -> None:
    if num_oov_buckets < 0:
        raise ValueError(
            f"`num_oov_buckets` must be greater or equal than 0. Received: {num_oov_buckets}."
        )


def index_table_from_tensor(
    vocabulary_list: Any,
    num_oov_buckets: int = 0,
    default_value: int = -1,
    hasher_spec: Any = None,
    dtype: Any = tf.string,
    name: str | None = None,
) -> Any:
    """A table from the words of a list to their places in it.

    Args:
        vocabulary_list: the words, strings or integers.
        num_oov_buckets: numbers beyond the list, of which other words get one by their hash.
        default_value: the number of other words where there are no buckets.
        hasher_spec: how words are hashed; there is one way.
        dtype: the dtype of the words.
        name: the table's name.

    Raises:
        ValueError: there is no list, or less than no buckets.
    """
    if vocabulary_list is None:
        raise ValueError("`vocabulary_list` must be specified.")
    _require_buckets(num_oov_buckets)
    words = tf.convert_to_tensor(vocabulary_list)
    if words.dtype.is_integer != tf.as_dtype(dtype).is_integer:
        raise ValueError(
            f"Invalid `dtype`: Expected {words.dtype.name}, as of the words. Received: {dtype!r}."
        )
    numbers = tf.range(tf.size(words, tf.int64), dtype=tf.int64)
    keys = tf.cast(words, tf.int64) if words.dtype.is_integer else words
    initializer = tf.lookup.KeyValueTensorInitializer(keys, numbers)
    return _numbering(initializer, num_oov_buckets, default_value, tf.as_dtype(dtype))


def index_table_from_file(
    vocabulary_file: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: int = -1,
    hasher_spec: Any = None,
    key_dtype: Any = tf.string,
    name: str | None = None,
    key_column_index: int = tf.lookup.TextFileIndex.WHOLE_LINE,
    value_column_index: int = tf.lookup.TextFileIndex.LINE_NUMBER,
    delimiter: str = "\t",
) -> Any:
    """The same from the lines of a file.

    Raises:
        ValueError: there is no file, less than no buckets, or less than one word.
    """
    if vocabulary_file is None or (isinstance(vocabulary_file, str) and not vocabulary_file):
        raise ValueError("`vocabulary_file` must be specified and must not be empty.")
    _require_buckets(num_oov_buckets)
    if vocab_size is not None and vocab_size < 1:
        raise ValueError(
            f"`vocab_size` must be greater than 0, got {vocab_size} for {vocabulary_file}."
        )
    initializer = tf.lookup.TextFileInitializer(
        vocabulary_file,
        tf.int64 if tf.as_dtype(key_dtype).is_integer else key_dtype,
        key_column_index,
        tf.int64,
        value_column_index,
        vocab_size,
        delimiter,
    )
    return _numbering(initializer, num_oov_buckets, default_value, tf.as_dtype(key_dtype))


def index_to_string_table_from_tensor(
    vocabulary_list: Any, default_value: str = "UNK", name: str | None = None
) -> Any:
    """A table from places in a list to the words there.

    Raises:
        ValueError: there is no list.
    """
    if vocabulary_list is None:
        raise ValueError("`vocabulary_list` argument must be specified.")
    words = tf.convert_to_tensor(vocabulary_list, tf.string)
    numbers = tf.range(tf.size(words, tf.int64), dtype=tf.int64)
    return tf.lookup.StaticHashTable(
        tf.lookup.KeyValueTensorInitializer(numbers, words), default_value
    )


def index_to_string_table_from_file(
    vocabulary_file: Any,
    vocab_size: int | None = None,
    default_value: str = "UNK",
    name: str | None = None,
    key_column_index: int = tf.lookup.TextFileIndex.LINE_NUMBER,
    value_column_index: int = tf.lookup.TextFileIndex.WHOLE_LINE,
    delimiter: str = "\t",
) -> Any:
    """The same from the lines of a file.

    Raises:
        ValueError: there is no file, or less than one word.
    """
    if isinstance(vocabulary_file, str) and not vocabulary_file:
        raise ValueError("`vocabulary_file` must be specified and must not be empty.")
    if vocab_size is not None and vocab_size < 1:
        raise ValueError(f"`vocab_size` must be greater than 0, got {vocab_size}.")
    initializer = tf.lookup.TextFileInitializer(
        vocabulary_file,
        tf.int64,
        key_column_index,
        tf.string,
        value_column_index,
        vocab_size,
        delimiter,
    )
    return tf.lookup.StaticHashTable(initializer, default_value)
