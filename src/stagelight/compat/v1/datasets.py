"""`compat.v1.data.Dataset` and its readers: datasets with the methods and properties of TensorFlow 1.

What their methods make is of this kind again. Also the older names of specs, and of what reads records.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from stagelight.compat.v1 import iterators
from stagelight.compat.v1.graph_collections import GraphKeys, collect_variable
from stagelight.core.arrays import as_bytes
from stagelight.data.checked_records import read_pieces
from stagelight.data.dataset import Dataset
from stagelight.data.file_lists import match_filenames_once
from stagelight.data.file_readers import (
    FixedLengthRecordDataset,
    TextLineDataset,
    TFRecordDataset,
)
from stagelight.data.older_forms import map_and_batch
from stagelight.data.record_writer import COMPRESSION_TYPES, TFRecordOptions, TFRecordWriter
from stagelight.formats.files import text_of
from stagelight.formats.record_files import FollowedRecords
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public, publish
from stagelight.types.dtypes import as_dtype
from stagelight.types.ragged_spec import RaggedTensorSpec
from stagelight.types.shapes import as_shape
from stagelight.types.sparse_spec import SparseTensorSpec
from stagelight.types.specs import TensorSpec


@public("compat.v1.data.Dataset")
class OlderDataset(Dataset):
    """A dataset with the methods of TensorFlow 1; see `tf.data.Dataset`.

    >>> with tf.Graph().as_default():
    ...     dataset = tf.compat.v1.data.Dataset.range(3).map(lambda x: x * x)
    ...     element = dataset.make_one_shot_iterator().get_next()
    ...     with tf.compat.v1.Session() as session:
    ...         print([int(session.run(element)) for _ in range(3)])
    [0, 1, 4]
    """

    def make_one_shot_iterator(self) -> Any:
        """See `tf.compat.v1.data.make_one_shot_iterator`."""
        return iterators.make_one_shot_iterator(self)

    def make_initializable_iterator(self, shared_name: str | None = None) -> iterators.Iterator:
        """See `tf.compat.v1.data.make_initializable_iterator`."""
        return iterators.make_initializable_iterator(self, shared_name)

    def map_with_legacy_function(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        use_unbounded_threadpool: bool = False,
    ) -> Any:
        """`map`, by an older name."""
        dataset: Any = self
        return dataset.map(
            map_func,
            num_parallel_calls,
            deterministic,
            use_unbounded_threadpool=use_unbounded_threadpool,
        )

    def filter_with_legacy_function(self, predicate: Callable[..., Any]) -> Any:
        """`filter`, by an older name."""
        dataset: Any = self
        return dataset.filter(predicate)

    @staticmethod
    def from_sparse_tensor_slices(sparse_tensor: Any) -> Any:
        """The rows of a sparse tensor: indices, values and dense shape of each.

        Raises:
            TypeError: it is no sparse tensor.

        >>> rows = tf.compat.v1.data.Dataset.from_sparse_tensor_slices(tf.sparse.from_dense([[0, 5], [6, 0]]))
        >>> [(i.numpy().tolist(), v.numpy().tolist()) for i, v, _ in rows]
        [([[1]], [5]), ([[0]], [6])]
        """
        if not isinstance(sparse_tensor, SparseTensor):
            raise TypeError(
                "Invalid `sparse_tensor`. `sparse_tensor` must be a `tf.sparse.SparseTensor`. Got "
                f"{type(sparse_tensor)}."
            )
        rows: Any = Dataset.from_tensor_slices(sparse_tensor)  # type: ignore[attr-defined]
        return _older(rows.map(lambda row: (row.indices, row.values, row.dense_shape)))

    @property
    def output_types(self) -> Any:
        """See `tf.compat.v1.data.get_output_types`."""
        return iterators.get_output_types(self)

    @property
    def output_shapes(self) -> Any:
        """See `tf.compat.v1.data.get_output_shapes`."""
        return iterators.get_output_shapes(self)

    @property
    def output_classes(self) -> Any:
        """See `tf.compat.v1.data.get_output_classes`."""
        return iterators.get_output_classes(self)


def _older(value: Any) -> Any:
    """A dataset as one of TensorFlow 1; anything else as it is."""
    if not isinstance(value, Dataset) or isinstance(value, OlderDataset):
        return value
    older = OlderDataset.__new__(OlderDataset)
    older._become(value, "DatasetV1Adapter")
    return older


def _giving_older(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        return _older(function(*args, **kwargs))

    return call


for _name, _method in vars(Dataset).items():
    if _name.startswith("_") or _name in vars(OlderDataset):
        continue
    if isinstance(_method, staticmethod):
        setattr(OlderDataset, _name, staticmethod(_giving_older(_method.__func__)))
    elif callable(_method):
        setattr(OlderDataset, _name, _giving_older(_method))


def _reader(current: type[Dataset]) -> type[Dataset]:
    name = current.__name__
    members = {"__doc__": current.__doc__, "__module__": __name__}
    return type(name, (OlderDataset, current), members)


for _class in (TextLineDataset, TFRecordDataset, FixedLengthRecordDataset):
    publish(f"compat.v1.data.{_class.__name__}", _reader(_class))

# ---------------------------------------------------------------------------- specs


@public("compat.v1.data.experimental.TensorStructure")
def tensor_structure(dtype: Any, shape: Any) -> TensorSpec:
    """`tf.TensorSpec(shape, dtype)`.

    >>> tf.compat.v1.data.experimental.TensorStructure(tf.int32, [2])
    TensorSpec(shape=(2,), dtype=tf.int32, name=None)
    """
    return TensorSpec(as_shape(shape), as_dtype(dtype))


@public("compat.v1.data.experimental.SparseTensorStructure")
def sparse_tensor_structure(dtype: Any, shape: Any) -> SparseTensorSpec:
    """`tf.SparseTensorSpec(shape, dtype)`.

    >>> tf.compat.v1.data.experimental.SparseTensorStructure(tf.int32, [2])
    SparseTensorSpec(TensorShape([2]), tf.int32)
    """
    return SparseTensorSpec(as_shape(shape), as_dtype(dtype))


@public("compat.v1.data.experimental.RaggedTensorStructure")
def ragged_tensor_structure(dtype: Any, shape: Any, ragged_rank: int) -> RaggedTensorSpec:
    """`tf.RaggedTensorSpec(shape, dtype, ragged_rank)`.

    >>> tf.compat.v1.data.experimental.RaggedTensorStructure(tf.int32, [2, None], 1)
    RaggedTensorSpec(TensorShape([2, None]), tf.int32, 1, tf.int64)
    """
    return RaggedTensorSpec(as_shape(shape), as_dtype(dtype), ragged_rank)


# ---------------------------------------------------------------------------- records


@public("compat.v1.io.TFRecordCompressionType", "compat.v1.python_io.TFRecordCompressionType")
class TFRecordCompressionType:
    """How the records of a file are compressed, as TensorFlow 1 told it to `TFRecordOptions`."""

    NONE = 0
    ZLIB = 1
    GZIP = 2


@public("compat.v1.io.TFRecordOptions", "compat.v1.python_io.TFRecordOptions")
class OlderRecordOptions(TFRecordOptions):
    """`tf.io.TFRecordOptions`, which also takes a `TFRecordCompressionType`.

    >>> kind = tf.compat.v1.io.TFRecordCompressionType.GZIP
    >>> tf.compat.v1.io.TFRecordOptions(kind).compression_type
    'GZIP'
    """

    def __init__(self, compression_type: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(COMPRESSION_TYPES.get(compression_type, compression_type), *args, **kwargs)


@public("compat.v1.io.tf_record_iterator", "compat.v1.python_io.tf_record_iterator")
def tf_record_iterator(path: Any, options: TFRecordOptions | None = None) -> Iterator[bytes]:
    """The records of a file, as bytes.

    Args:
        path: the file.
        options: how it is compressed.

    Raises:
        NotFoundError: there is no such file.
        DataLossError: while iterating, when it is damaged.

    At the end of the file the iterator stops; asked again, it gives the records that were added meanwhile.

    >>> with tf.io.TFRecordWriter("/tmp/older.tfrecord") as writer:
    ...     writer.write(b"first")
    >>> list(tf.compat.v1.io.tf_record_iterator("/tmp/older.tfrecord"))
    [b'first']
    """
    kind = TFRecordOptions.get_compression_type_string(options)
    return FollowedRecords(path, lambda position: _records(path, kind, position))


def _records(path: Any, kind: str, position: int) -> Iterator[tuple[bytes, int]]:
    for records, ends in read_pieces(as_bytes(text_of(path)), kind, position):
        yield from zip(records, ends.tolist(), strict=True)


publish("compat.v1.python_io.TFRecordWriter", TFRecordWriter)
publish("compat.v1.data.experimental.map_and_batch_with_legacy_function", map_and_batch)


@public("compat.v1.io.match_filenames_once", "compat.v1.train.match_filenames_once")
def local_match_filenames_once(pattern: Any, name: str | None = None) -> Any:
    """`tf.io.match_filenames_once`, as a local variable of the graph.

    >>> with tf.Graph().as_default():
    ...     names = tf.compat.v1.train.match_filenames_once("/tmp/matched once/*", name="names")
    ...     [variable.name for variable in tf.compat.v1.local_variables()]
    ['names:0']
    """
    variable = match_filenames_once(pattern, name)
    collect_variable(variable, [GraphKeys.LOCAL_VARIABLES])
    return variable
