"""Tables that are filled from text files."""

from __future__ import annotations

from typing import Any

from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.state.asset import Asset
from stagelight.state.lookup_tables import TableInitializer
from stagelight.types.dtypes import DType, as_dtype, int64, string


@public("lookup.TextFileIndex")
class TextFileIndex:
    """What of a line of a file is taken; a number takes that column."""

    WHOLE_LINE = -2
    LINE_NUMBER = -1


@public("lookup.TextFileInitializer")
class TextFileInitializer(TableInitializer):
    """Fills a table from the lines of a text file.

    Args:
        filename: the file.
        key_dtype, value_dtype: dtypes of keys and values.
        key_index, value_index: a `tf.lookup.TextFileIndex`, or the number of a column.
        vocab_size: how many lines there must be at least; no more are read.
        delimiter: what stands between columns.
        name: kept for TensorFlow's signature.
        value_index_offset: added to values that are line numbers.

    Raises:
        ValueError: the name is empty, there is no such column, it has another dtype than what is read from
            it, or `vocab_size` is not positive.

    The table that it fills raises NotFoundError if there is no such file, and InvalidArgumentError if
    there are fewer lines or columns, or a column is no number.

    >>> import os, pathlib, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "words")
    >>> _ = pathlib.Path(path).write_text("a\\nb\\n")
    >>> index = tf.lookup.TextFileIndex
    >>> filling = tf.lookup.TextFileInitializer(
    ...     path, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER)
    >>> tf.lookup.StaticHashTable(filling, -1).lookup(tf.constant(["b", "x"])).numpy()
    array([ 1, -1])
    """

    def __init__(
        self,
        filename: Any,
        key_dtype: Any,
        key_index: int,
        value_dtype: Any,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str | None = None,
        value_index_offset: int = 0,
    ) -> None:
        if isinstance(filename, str) and not filename:
            raise ValueError("`filename` argument required for tf.lookup.TextFileInitializer")
        _require_column("key", key_index, as_dtype(key_dtype))
        _require_column("value", value_index, as_dtype(value_dtype))
        if vocab_size is not None and vocab_size <= 0:
            raise ValueError(f"`vocab_size` should be > 0, received: {vocab_size}")
        # The file goes with the model that is saved.
        self._filename = filename if isinstance(filename, Asset) else Asset(filename)
        self._track_trackable(self._filename, "_filename")
        self._key_dtype = as_dtype(key_dtype)
        self._value_dtype = as_dtype(value_dtype)
        self._columns = {
            "key_index": int(key_index),
            "value_index": int(value_index),
            "vocab_size": -1 if vocab_size is None else int(vocab_size),
            "delimiter": delimiter,
            "offset": value_index_offset,
        }

    def _fill(self, handle: Tensor) -> Any:
        return raw.InitializeTableFromTextFileV2(handle, self._filename.asset_path, **self._columns)


def _require_column(which: str, index: int, dtype: DType) -> None:
    """Raises ValueError if keys or values of a dtype cannot be read from a column of a file."""
    if index < TextFileIndex.WHOLE_LINE:
        raise ValueError(
            f"`{which}_index` should be >= {TextFileIndex.WHOLE_LINE}, received: {index}."
        )
    if index == TextFileIndex.LINE_NUMBER and dtype != int64:
        raise ValueError(
            f"`{which}_dtype` must be int64 for `{which}_index` {TextFileIndex.LINE_NUMBER}, received: "
            f"{dtype}"
        )
    if index == TextFileIndex.WHOLE_LINE and not dtype.is_integer and dtype != string:
        raise ValueError(
            f"`{which}_dtype` should be either integer or string for `{which}_index` "
            f"{TextFileIndex.WHOLE_LINE}, received: {dtype}"
        )
