"""Public names of `tf.compat.v1.strings`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1 import reduce_join as reduce_join
from stagelight.compat.v1 import string_to_hash_bucket as _to_hash_bucket
from stagelight.compat.v1 import string_to_number as _to_number
from stagelight.compat.v1 import substr as substr
from stagelight.compat.v1.older_forms import older_split as _split
from stagelight.ops.debugging.printing import string_format as _format
from stagelight.ops.ragged.characters import bytes_split as bytes_split
from stagelight.ops.ragged.characters import unicode_decode as unicode_decode
from stagelight.ops.ragged.characters import unicode_decode_with_offsets as unicode_decode_with_offsets
from stagelight.ops.ragged.characters import unicode_split as unicode_split
from stagelight.ops.ragged.characters import unicode_split_with_offsets as unicode_split_with_offsets
from stagelight.ops.ragged.text import ngrams as ngrams
from stagelight.ops.strings.letter_case import lower as lower
from stagelight.ops.strings.letter_case import upper as upper
from stagelight.ops.strings.number_text import as_string as as_string
from stagelight.ops.strings.regular_expressions import regex_full_match as regex_full_match
from stagelight.ops.strings.regular_expressions import regex_replace as regex_replace
from stagelight.ops.strings.string_hashing import to_hash_bucket_fast as to_hash_bucket_fast
from stagelight.ops.strings.string_hashing import to_hash_bucket_strong as to_hash_bucket_strong
from stagelight.ops.strings.string_joining import join as join
from stagelight.ops.strings.string_joining import unsorted_segment_join as unsorted_segment_join
from stagelight.ops.strings.string_parts import strip as strip
from stagelight.ops.strings.unicode_text import unicode_encode as unicode_encode
from stagelight.ops.strings.unicode_text import unicode_script as unicode_script
from stagelight.ops.strings.unicode_text import unicode_transcode as unicode_transcode
from typing import Any

format = _format
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
split = _split
to_hash_bucket = _to_hash_bucket
to_number = _to_number
