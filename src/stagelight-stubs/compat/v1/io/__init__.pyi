"""Public names of `tf.compat.v1.io`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.datasets import OlderRecordOptions as _TFRecordOptions
from stagelight.compat.v1.datasets import TFRecordCompressionType as TFRecordCompressionType
from stagelight.compat.v1.datasets import local_match_filenames_once as _match_filenames_once
from stagelight.compat.v1.datasets import tf_record_iterator as tf_record_iterator
from stagelight.compat.v1.io import gfile as gfile
from stagelight.io import RaggedFeature as RaggedFeature
from stagelight.io import TFRecordWriter as TFRecordWriter
from stagelight.io import decode_and_crop_jpeg as decode_and_crop_jpeg
from stagelight.io import decode_base64 as decode_base64
from stagelight.io import decode_bmp as decode_bmp
from stagelight.io import decode_compressed as decode_compressed
from stagelight.io import decode_gif as decode_gif
from stagelight.io import decode_image as decode_image
from stagelight.io import decode_jpeg as decode_jpeg
from stagelight.io import decode_png as decode_png
from stagelight.io import decode_proto as decode_proto
from stagelight.io import decode_webp as decode_webp
from stagelight.io import encode_base64 as encode_base64
from stagelight.io import encode_jpeg as encode_jpeg
from stagelight.io import encode_png as encode_png
from stagelight.io import encode_proto as encode_proto
from stagelight.io import extract_jpeg_shape as extract_jpeg_shape
from stagelight.io import is_jpeg as is_jpeg
from stagelight.io import parse_sequence_example as parse_sequence_example
from stagelight.io import parse_single_sequence_example as parse_single_sequence_example
from stagelight.io import parse_tensor as parse_tensor
from stagelight.io import serialize_tensor as serialize_tensor
from stagelight.io import write_graph as write_graph
from stagelight.ops.files.files import matching_files as matching_files
from stagelight.ops.files.files import read_file as read_file
from stagelight.ops.files.files import write_file as write_file
from stagelight.ops.parsing.features import FixedLenFeature as FixedLenFeature
from stagelight.ops.parsing.features import FixedLenSequenceFeature as FixedLenSequenceFeature
from stagelight.ops.parsing.features import SparseFeature as SparseFeature
from stagelight.ops.parsing.features import VarLenFeature as VarLenFeature
from stagelight.ops.parsing.message_tensors import decode_json_example as decode_json_example
from stagelight.ops.sparse.serialization import deserialize_many_sparse as deserialize_many_sparse
from stagelight.state.queues import PaddingFIFOQueue as PaddingFIFOQueue
from stagelight.state.queues import PriorityQueue as PriorityQueue
from stagelight.state.queues import QueueBase as QueueBase
from stagelight.state.queues import RandomShuffleQueue as RandomShuffleQueue
from typing import Any

TFRecordOptions = _TFRecordOptions
def decode_csv(
    records: Any,
    record_defaults: Any,
    field_delim: Any = ',',
    use_quote_delim: Any = True,
    name: Any = None,
    na_value: Any = '',
    select_cols: Any = None,
) -> Any:
    """`decode_csv` with the arguments of TensorFlow 1:

        records, record_defaults, field_delim, use_quote_delim, name, na_value, select_cols

    Records of comma-separated values, as a tensor for each column.

    Args:
        records: string of any shape, one record each.
        record_defaults: for each column what stands for an empty field, of the dtype of the column: float32,
            float64, int32, int64 or string. An empty vector says that no field may be empty.
        field_delim: one character.
        use_quote_delim: whether fields may stand in quotes.
        na_value: a further text of fields that are empty.
        select_cols: the columns that are taken, increasing; all if None.
        name: name of the operation.

    Returns:
        A tensor of the shape of `records` for each column.

    Raises:
        ValueError: `select_cols` do not increase, or are not as many as the defaults.
        InvalidArgumentError: a record has another number of fields, a field is no number of its column or
            is missing, or quotes are where they may not be.

    >>> numbers, names = tf.io.decode_csv(["1,one", ",two"], [7, ""])
    >>> numbers.numpy().tolist(), names.numpy().tolist()
    ([1, 7], [b'one', b'two'])
    """
def decode_raw(
    input_bytes: Any = None,
    out_type: Any = None,
    little_endian: Any = True,
    name: Any = None,
    bytes: Any = None,
) -> Any:
    """`decode_raw` with the arguments of TensorFlow 1:

        input_bytes, out_type, little_endian, name, bytes

    The bytes of each string as a row of numbers.

    Args:
        input_bytes: string tensor, all strings of one length unless `fixed_length` is given.
        out_type: the dtype of the numbers.
        little_endian: whether the byte with the lowest value comes first.
        fixed_length: the number of bytes that are read of each string; zeros are put behind shorter
            ones.
        name: name of the operation.

    Returns:
        Tensor of that dtype with one more axis than `input_bytes`.

    Raises:
        InvalidArgumentError: lengths that differ, or are no multiple of the dtype's size.

    >>> tf.io.decode_raw(["ab", "cd"], tf.uint8).numpy()
    array([[ 97,  98],
           [ 99, 100]], dtype=uint8)
    """
match_filenames_once = _match_filenames_once
def parse_example(
    serialized: Any,
    features: Any,
    name: Any = None,
    example_names: Any = None,
) -> Any:
    """`parse_example` with the arguments of TensorFlow 1:

        serialized, features, name, example_names

    Serialized `tf.train.Example`s as a dict of tensors.

    Args:
        serialized: string vector `[batch]`; or a scalar, for results without the first axis.
        features: what is parsed, by name: `tf.io.FixedLenFeature` (a tensor), `VarLenFeature` and
            `SparseFeature` (sparse tensors), `RaggedFeature` (ragged ones), `FixedLenSequenceFeature` with
            `allow_missing` (padded tensors).
        example_names: names of the examples for messages.
        name: name of the operation.

    Raises:
        ValueError: there are no features, or one of them is no such object.
        InvalidArgumentError: the bytes are no examples, a feature is missing, or has other values.

    >>> example = tf.train.Example(features=tf.train.Features(feature={
    ...     "x": tf.train.Feature(float_list=tf.train.FloatList(value=[1.0, 2.0]))}))
    >>> parsed = tf.io.parse_example(
    ...     [example.SerializeToString()], {"x": tf.io.FixedLenFeature([2], tf.float32)})
    >>> parsed["x"].numpy().tolist()
    [[1.0, 2.0]]
    """
def parse_single_example(
    serialized: Any,
    features: Any,
    name: Any = None,
    example_names: Any = None,
) -> Any:
    """`parse_single_example` with the arguments of TensorFlow 1:

        serialized, features, name, example_names

    One serialized `tf.train.Example` as a dict of tensors; see `tf.io.parse_example`.

    Raises:
        ValueError: `serialized` is no scalar, or the features are not such objects.
        InvalidArgumentError: the bytes are no example, a feature is missing, or has other values.

    >>> example = tf.train.Example(features=tf.train.Features(feature={
    ...     "n": tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))}))
    >>> parsed = tf.io.parse_single_example(
    ...     example.SerializeToString(), {"n": tf.io.FixedLenFeature([], tf.int64)})
    >>> int(parsed["n"])
    3
    """
def serialize_many_sparse(sp_input: Any, name: Any = None, out_type: Any = ...) -> Any:
    """`serialize_many_sparse` with the arguments of TensorFlow 1:

        sp_input, name, out_type

    The rows of a sparse tensor along its first axis, each as three strings.

    Args:
        sp_input: `SparseTensor` of rank 2 or more.
        out_type: string or variant.
        name: name of the operation.

    Returns:
        `out_type` matrix `[rows, 3]`.

    >>> tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 4], [5, 0]])).shape[1:]
    TensorShape([3])
    """
def serialize_sparse(sp_input: Any, name: Any = None, out_type: Any = ...) -> Any:
    """`serialize_sparse` with the arguments of TensorFlow 1:

        sp_input, name, out_type

    A sparse tensor as three strings: its indices, values and shape.

    Args:
        sp_input: `SparseTensor`.
        out_type: string or variant.
        name: name of the operation.

    Returns:
        `out_type` vector `[3]`.

    >>> tf.io.serialize_sparse(tf.sparse.from_dense([0, 4])).shape
    TensorShape([3])
    """
