"""Columns of categories that are the places of words in a vocabulary: a list, or the lines of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from stagelight.data.file_readers import TFRecordDataset
from stagelight.data.table_initializers import index_table_from_dataset
from stagelight.feature_columns.arguments import (
    require_buckets,
    require_key,
    require_same_kind,
    require_string_or_integer,
)
from stagelight.feature_columns.categorical import KeyedCategoricalColumn
from stagelight.feature_columns.column import column_kind, kept_table
from stagelight.formats.files import read_whole
from stagelight.graph.scopes import init_scope
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.files.file_system import exists
from stagelight.ops.strings.number_text import to_number
from stagelight.public import public
from stagelight.state.lookup_tables import (
    KeyValueTensorInitializer,
    StaticHashTable,
    TableInitializer,
)
from stagelight.state.table_files import TextFileIndex, TextFileInitializer
from stagelight.state.vocabulary_table import StaticVocabularyTable
from stagelight.types.dtypes import as_dtype, int64, string

_RECORDS = "tfrecord_gzip"


class VocabularyColumn(KeyedCategoricalColumn):
    """A column whose categories are the places of words in a vocabulary."""

    num_oov_buckets: int
    default_value: int

    def _ids(self, values: Any, state_manager: Any) -> Any:
        require_same_kind(self.dtype, values.dtype, self.key)
        is_integer = values.dtype.is_integer
        table = kept_table(
            self,
            f"{self.key}_lookup",
            state_manager,
            lambda: self._table(int64 if is_integer else string),
        )
        return table.lookup(cast(values, int64) if is_integer else values)

    def _table(self, key_dtype: Any) -> Any:
        with init_scope():
            return self._filled(key_dtype)

    def _filled(self, key_dtype: Any) -> Any:
        return self._of(self._filling(key_dtype), key_dtype)

    def _of(self, filling: TableInitializer, key_dtype: Any) -> Any:
        if not self.num_oov_buckets:
            return StaticHashTable(filling, self.default_value)
        return StaticVocabularyTable(filling, self.num_oov_buckets, key_dtype)

    def _filling(self, key_dtype: Any) -> TableInitializer:
        """What fills the vocabulary."""
        raise NotImplementedError


class _FromFile(NamedTuple):
    key: str
    vocabulary_file: str
    vocabulary_size: int
    num_oov_buckets: int
    dtype: Any
    default_value: int
    file_format: str | None = None


@column_kind
class VocabularyFileCategoricalColumn(VocabularyColumn, _FromFile):
    """See `categorical_column_with_vocabulary_file`."""

    @property
    def num_buckets(self) -> Any:
        """The words of the vocabulary, and the further categories."""
        return self.vocabulary_size + self.num_oov_buckets

    def _filled(self, key_dtype: Any) -> Any:
        if self.file_format != _RECORDS:
            return super()._filled(key_dtype)
        words: Any = TFRecordDataset(self.vocabulary_file, "GZIP")
        if key_dtype is not string:
            words = words.map(lambda word: to_number(word, key_dtype))
        return index_table_from_dataset(
            words, self.num_oov_buckets, self.vocabulary_size, self.default_value, None, key_dtype
        )

    def _filling(self, key_dtype: Any) -> TableInitializer:
        return TextFileInitializer(
            self.vocabulary_file,
            key_dtype,
            TextFileIndex.WHOLE_LINE,
            int64,
            TextFileIndex.LINE_NUMBER,
            vocab_size=self.vocabulary_size,
        )


class _FromList(NamedTuple):
    key: str
    vocabulary_list: tuple[Any, ...]
    dtype: Any
    default_value: int
    num_oov_buckets: int


@column_kind
class VocabularyListCategoricalColumn(VocabularyColumn, _FromList):
    """See `categorical_column_with_vocabulary_list`."""

    @property
    def num_buckets(self) -> int:
        """The words of the vocabulary, and the further categories."""
        return len(self.vocabulary_list) + self.num_oov_buckets

    def _filling(self, key_dtype: Any) -> TableInitializer:
        places = np.arange(len(self.vocabulary_list), dtype=np.int64)
        return KeyValueTensorInitializer(list(self.vocabulary_list), places, key_dtype, int64)


@public("feature_column.categorical_column_with_vocabulary_file")
def categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    dtype: Any = string,
    default_value: int | None = None,
    num_oov_buckets: int = 0,
    file_format: str | None = None,
) -> VocabularyFileCategoricalColumn:
    """A column of categories that are the numbers of lines in a file.

    Args:
        key: the feature's key.
        vocabulary_file: the file, with a word a line.
        vocabulary_size: how many of its lines count; all if None.
        dtype: string or an integer dtype.
        default_value: the category of other words; -1, none, if None.
        num_oov_buckets: how many further categories there are for other words, by their hash.
        file_format: "tfrecord_gzip" for a file of records; files whose name ends so are.

    Raises:
        ValueError: there is no such file, it is empty, both a default and further categories are
            given, or the dtype is another one.

    >>> import os, pathlib, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "words.txt")
    >>> _ = pathlib.Path(path).write_text("red\\ngreen\\n")
    >>> tf.feature_column.categorical_column_with_vocabulary_file("color", path).num_buckets
    2
    """
    if not vocabulary_file:
        raise ValueError(f"Missing vocabulary_file in {key}.")
    if file_format is None and vocabulary_file.endswith("tfrecord.gz"):
        file_format = _RECORDS
    if vocabulary_size is None:
        if not exists(vocabulary_file):
            raise ValueError(f"vocabulary_file in {key} does not exist.")
        vocabulary_size = _lines_of(vocabulary_file, file_format)
    if vocabulary_size < 1:
        raise ValueError(f"Invalid vocabulary_size in {key}.")
    require_buckets(num_oov_buckets, default_value is not None, key)
    require_string_or_integer(dtype, f"column_name: {key}")
    require_key(key)
    return VocabularyFileCategoricalColumn(
        key,
        vocabulary_file,
        vocabulary_size,
        num_oov_buckets or 0,
        dtype,
        -1 if default_value is None else default_value,
        file_format,
    )


def _lines_of(path: str, file_format: str | None) -> int:
    if file_format == _RECORDS:
        with init_scope():
            return sum(1 for _ in TFRecordDataset(path, "GZIP"))
    return len(read_whole(path).splitlines())


@public("compat.v1.feature_column.categorical_column_with_vocabulary_file")
def older_vocabulary_file(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: int | None = None,
    dtype: Any = string,
) -> VocabularyFileCategoricalColumn:
    """As `tf.feature_column.categorical_column_with_vocabulary_file`, with the older order of arguments.

    >>> import os, pathlib, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "words.txt")
    >>> _ = pathlib.Path(path).write_text("red\\ngreen\\n")
    >>> v1 = tf.compat.v1.feature_column
    >>> v1.categorical_column_with_vocabulary_file("color", path, 2, 3).num_buckets
    5
    """
    return categorical_column_with_vocabulary_file(
        key, vocabulary_file, vocabulary_size, dtype, default_value, num_oov_buckets
    )


@public("feature_column.categorical_column_with_vocabulary_list")
def categorical_column_with_vocabulary_list(
    key: str,
    vocabulary_list: Sequence[Any],
    dtype: Any = None,
    default_value: int = -1,
    num_oov_buckets: int = 0,
) -> VocabularyListCategoricalColumn:
    """A column of categories that are the places of words in a list.

    Args:
        key: the feature's key.
        vocabulary_list: the words, or integers.
        dtype: the feature's dtype; that of the list if None.
        default_value: the category of other words; -1 is none.
        num_oov_buckets: how many further categories there are for other words, by their hash.

    Raises:
        ValueError: the list is empty, or has a word twice, both a default and further categories
            are given, or the dtype is another one.

    >>> colors = tf.feature_column.categorical_column_with_vocabulary_list("color", ["red", "green"])
    >>> features = {"color": [["green"], ["blue"]]}
    >>> features = tf.__internal__.feature_column.FeatureTransformationCache(features)
    >>> colors.get_sparse_tensors(features, None).id_tensor.values.numpy()
    array([ 1, -1])
    """
    if vocabulary_list is None or len(vocabulary_list) < 1:
        raise ValueError(f"vocabulary_list {vocabulary_list} must be non-empty, column_name: {key}")
    if len(set(vocabulary_list)) != len(vocabulary_list):
        raise ValueError(f"Duplicate keys in vocabulary_list {vocabulary_list}, column_name: {key}")
    own = as_dtype(np.array(vocabulary_list).dtype)
    require_buckets(num_oov_buckets, default_value != -1, key)
    require_string_or_integer(own, f"column_name: {key} vocabulary")
    if dtype is not None and dtype.is_integer != own.is_integer:
        raise ValueError(
            f"dtype {dtype} and vocabulary dtype {own} do not match, column_name: {key}"
        )
    dtype = own if dtype is None else dtype
    require_string_or_integer(dtype, f"column_name: {key}")
    require_key(key)
    return VocabularyListCategoricalColumn(
        key, tuple(vocabulary_list), dtype, default_value, num_oov_buckets
    )
