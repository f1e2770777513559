"""Public names of `tf.compat.v1.strings`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.older_forms import older_split as _split
from stagelight.strings import as_string as as_string
from stagelight.strings import bytes_split as bytes_split
from stagelight.strings import format as format
from stagelight.strings import join as join
from stagelight.strings import lower as lower
from stagelight.strings import ngrams as ngrams
from stagelight.strings import regex_full_match as regex_full_match
from stagelight.strings import regex_replace as regex_replace
from stagelight.strings import strip as strip
from stagelight.strings import to_hash_bucket_fast as to_hash_bucket_fast
from stagelight.strings import to_hash_bucket_strong as to_hash_bucket_strong
from stagelight.strings import unicode_decode as unicode_decode
from stagelight.strings import unicode_decode_with_offsets as unicode_decode_with_offsets
from stagelight.strings import unicode_encode as unicode_encode
from stagelight.strings import unicode_script as unicode_script
from stagelight.strings import unicode_split as unicode_split
from stagelight.strings import unicode_split_with_offsets as unicode_split_with_offsets
from stagelight.strings import unicode_transcode as unicode_transcode
from stagelight.strings import unsorted_segment_join as unsorted_segment_join
from stagelight.strings import upper as upper
from typing import Any

def length(input: Any, name: Any = None, unit: Any = 'BYTE') -> Any:
    r"""`length` with the arguments of TensorFlow 1:

        input, name, unit

    The length of each string.

    Args:
        input: string tensor.
        unit: "BYTE" counts bytes, "UTF8_CHAR" characters in UTF-8.
        name: name of the operation.

    Returns:
        int32 tensor of the same shape.

    Raises:
        ValueError: another unit.

    >>> tf.strings.length(["Hi", "\u6771\u4eac"], unit="UTF8_CHAR").numpy()
    array([2, 2], dtype=int32)
    """
def reduce_join(
    inputs: Any,
    axis: Any = None,
    keep_dims: Any = None,
    separator: Any = '',
    name: Any = None,
    reduction_indices: Any = None,
    keepdims: Any = None,
) -> Any:
    """`reduce_join` with the arguments of TensorFlow 1:

        inputs, axis, keep_dims, separator, name, reduction_indices, keepdims

    Joins the strings along axes.

    Args:
        inputs: string tensor.
        axis: an axis or list of axes, of which the first varies fastest; None is all of them, in
            the order of memory.
        keepdims: whether the axes stay, with size 1.
        separator: what stands between the strings.
        name: name of the operation.

    Returns:
        string tensor without those axes.

    Raises:
        OutOfRangeError: there is no such axis (ValueError while tracing).
        InvalidArgumentError: an axis comes twice.

    >>> tf.strings.reduce_join([["a", "b"], ["c", "d"]], axis=0, separator="+").numpy()
    array([b'a+c', b'b+d'], dtype=object)
    """
split = _split
def substr(input: Any, pos: Any, len: Any, name: Any = None, unit: Any = 'BYTE') -> Any:
    """`substr` with the arguments of TensorFlow 1:

        input, pos, len, name, unit

    The part of each string that begins at `pos` and has the length `len`, or less at its end.

    Args:
        input: string tensor.
        pos: int32 or int64 tensor of a shape that broadcasts with that of `input`; negative
            positions count from the end.
        len: tensor of the shape and dtype of `pos`.
        unit: "BYTE" counts bytes, "UTF8_CHAR" characters in UTF-8.
        name: name of the operation.

    Returns:
        string tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: a part begins outside of its string, or shapes do not fit.

    >>> tf.strings.substr(["Hello", "World"], 1, 3).numpy()
    array([b'ell', b'orl'], dtype=object)
    """
def to_hash_bucket(
    string_tensor: Any = None,
    num_buckets: Any = None,
    name: Any = None,
    input: Any = None,
) -> Any:
    """`to_hash_bucket` with the arguments of TensorFlow 1:

        string_tensor, num_buckets, name, input

    The bucket of each string, by a hash that may change with TensorFlow.

    Args:
        input: string tensor.
        num_buckets: the number of buckets.
        name: name of the operation.

    Returns:
        int64 tensor of the same shape, of numbers in [0, num_buckets).

    Raises:
        InvalidArgumentError: `num_buckets` is less than 1.

    >>> tf.strings.to_hash_bucket(["Hello", "TensorFlow"], 3).numpy()
    array([2, 0])
    """
def to_number(
    string_tensor: Any = None,
    out_type: Any = ...,
    name: Any = None,
    input: Any = None,
) -> Any:
    """`to_number` with the arguments of TensorFlow 1:

        string_tensor, out_type, name, input

    The number that each string says.

    Args:
        input: string tensor.
        out_type: float32, float64, int32, int64, uint32 or uint64.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the same shape.

    Raises:
        InvalidArgumentError: a string says no number, or none of that dtype.

    >>> tf.strings.to_number(["1.5", " -2e1 "]).numpy()
    array([  1.5, -20. ], dtype=float32)
    """
